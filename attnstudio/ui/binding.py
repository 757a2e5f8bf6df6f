"""The tie between a control and a field of the Document."""

from typing import Any, Protocol, cast

from PySide6.QtCore import QObject, SignalInstance
from PySide6.QtWidgets import QWidget

from attnstudio.ui.document import Document


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
