"""The tie between a control and a field of the Document."""

from typing import TYPE_CHECKING, Any, Protocol, cast

from PySide6.QtCore import QObject, SignalInstance
from PySide6.QtWidgets import QWidget

from attnstudio.ui.document import Document
from attnstudio.ui.fold import Fold
from attnstudio.ui.reasons import LESSON, set_reason
from attnstudio.ui.words import said

if TYPE_CHECKING:
    from attnstudio.state.locks import Locks


class Control(Protocol):
    """What every control offers."""

    @property
    def edited(self) -> SignalInstance: ...
    @property
    def finished(self) -> SignalInstance: ...
    def show_value(self, value: Any) -> None: ...


class _Binding(QObject):
    """Lives as long as its control."""

    def __init__(self, control: Control, document: Document, panel: str, field: str) -> None:
        super().__init__(cast(QWidget, control))
        self._control, self._document, self._panel, self._field = control, document, panel, field
        control.edited.connect(self._edit)
        control.finished.connect(document.end_gesture)
        document.changed.connect(self._show)
        self._show()

    def ties(self, panel: str, field: str) -> bool:
        """Return whether it ties its control to this field."""
        return (self._panel, self._field) == (panel, field)

    def _edit(self, value: Any) -> None:
        try:
            self._document.edit(self._panel, **{self._field: value})
        finally:
            self._show()  # of a value that was refused, the one that stands

    def _show(self) -> None:
        self._control.show_value(getattr(self._document.scenario(self._panel), self._field))


def bind(control: Control, document: Document, panel: str, field: str) -> None:
    """Tie a control to a field: what the person does is edited, what the Document holds is shown.

    Parameters
    ----------
    control : Control
        A widget; the tie ends with it.
    document : Document
    panel, field : str
    """
    _Binding(control, document, panel, field)
    follow_locks(cast(QWidget, control), document, panel, field)


class _LockFollower(QObject):
    """Lives as long as its widget."""

    def __init__(self, widget: QWidget, document: Document, panel: str, fields: tuple[str, ...]) -> None:
        super().__init__(widget)
        self._widget, self._document, self._panel, self._fields = widget, document, panel, fields
        document.held.connect(self._show)
        self._show()

    def _show(self) -> None:
        show_lock(self._widget, self._document.locks_on(self._panel), *self._fields)


def follow_locks(widget: QWidget, document: Document, panel: str, *fields: str) -> None:
    """Disable a control of some fields while one of them is locked, and have it say so."""
    _LockFollower(widget, document, panel, fields)


def show_lock(widget: QWidget, locks: "Locks | None", *fields: str, role: str = "", vector: int | None = None) -> None:
    """Disable a control while what it changes is locked: fields, or a role or a vector of one."""
    reason = None if locks is None else locks.reason(*fields, role=role, vector=vector)
    set_reason(widget, None if reason is None else said(reason), LESSON)


def control_of(root: QWidget, panel: str, field: str) -> QWidget | None:
    """Return the control in a widget that is tied to a field of a panel; those in folds are made for it."""
    for fold in root.findChildren(Fold):
        fold.make()
    ties = (tie for tie in root.findChildren(_Binding) if tie.ties(panel, field))
    return next((control for tie in ties if isinstance(control := tie.parent(), QWidget)), None)
