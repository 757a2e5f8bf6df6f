"""Sliders of vectors: one at a time, or every vector of the scenario at once."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from attnstudio.panels.attention.compute import AttentionResult
from attnstudio.panels.attention.labels import vector_name
from attnstudio.panels.attention.scenario import COMPONENT
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.state.token_names import subscript
from attnstudio.ui.binding import show_lock
from attnstudio.ui.control_row import PlainLabel, align_labels
from attnstudio.ui.controls import NumberControl
from attnstudio.ui.theme import look
from attnstudio.ui.words import said

if TYPE_CHECKING:
    from attnstudio.state.locks import Locks

MOST_COMPONENTS = 16  # of a vector that has sliders; longer ones are edited in their cells
Vector = tuple[str, int]  # role and index


class VectorSliders(QWidget):
    """A slider for each component of the vectors shown."""

    edited = Signal(str, int, int, float)  # role, vector, component, value
    finished = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._shown: tuple[tuple[Vector, int], ...] = ()
        self._controls: dict[tuple[str, int, int], NumberControl] = {}
        self._spare: dict[str, list[NumberControl]] = {"query": [], "key": [], "value": []}
        self._headings: list[PlainLabel] = []
        self._named: object = None

    @property
    def controls(self) -> dict[tuple[str, int, int], NumberControl]:
        """The sliders by role, vector and component."""
        return self._controls

    def show_vectors(self, result: AttentionResult, vectors: list[Vector]) -> None:
        """Show the sliders of these vectors; widgets are made when first needed and then kept."""
        arrays = {role: result.matrices[role].values for role in ("query", "key", "value")}
        wanted = tuple((vector, arrays[vector[0]].shape[1]) for vector in vectors)
        if wanted != self._shown:
            self._arrange(wanted)
        self.show_numbers(result)
        self._name(result)

    def show_numbers(self, result: AttentionResult) -> None:
        """Show the numbers of a Result in the sliders that there are."""
        for (role, i, j), control in self._controls.items():
            control.show_value(float(result.matrices[role].values[i, j]))

    def show_locks(self, locks: "Locks | None") -> None:
        """Disable the sliders of what is locked."""
        for (role, i, _), control in self._controls.items():
            show_lock(control, locks, "tensors", role=role, vector=i)

    def _arrange(self, wanted: tuple[tuple[Vector, int], ...]) -> None:
        self._put_away()
        self._shown = wanted
        self._column.setSpacing(look().px(2))
        for (role, i), size in wanted:
            if len(wanted) > 1:
                self._add_heading(role)
            for j in range(size):
                control = self._taken(role)
                self._controls[(role, i, j)] = control
                control.edited.connect(lambda value, at=(role, i, j): self.edited.emit(*at, value))
                self._column.addWidget(control)
                control.show()

    def _put_away(self) -> None:
        for (role, _, _), control in self._controls.items():
            control.edited.disconnect()
            control.hide()
            self._column.removeWidget(control)
            self._spare[role].append(control)
        self._controls.clear()
        for heading in self._headings:
            self._column.removeWidget(heading)
            heading.deleteLater()
        self._headings.clear()

    def _taken(self, role: str) -> NumberControl:
        if self._spare[role]:
            return self._spare[role].pop()
        control = NumberControl(COMPONENT, name=said(COMPONENT.label), kind=role, default=0.0)
        control.finished.connect(self.finished)
        return control

    def _add_heading(self, role: str) -> None:
        heading = PlainLabel()
        heading.setFont(look().font("body", bold=True))
        heading.setProperty("role", role)
        self._headings.append(heading)
        self._column.addWidget(heading)

    def _name(self, result: AttentionResult) -> None:
        """Name sliders by symbol, and by token where vectors have one."""
        pack = result.scenario.tensors
        counts = {"query": pack.T_q, "key": pack.T_k, "value": pack.T_k}
        rows = {role: result.matrices[role].row_labels for role in counts}
        named = (self._shown, counts, rows)
        if named == self._named:
            return
        self._named = named
        for (role, i, j), control in self._controls.items():
            symbol = vector_name(role, i, counts[role])
            control.set_label(f"{symbol}{'' if symbol == 'q' else ','}{subscript(j + 1)}")
            control.set_name(said(Message(NAMES[role], {"vector": rows[role][i], "component": j + 1})))
        align_labels(self._controls.values())
        for heading, ((role, i), _) in zip(self._headings, self._shown, strict=False):
            heading.setText(said(Message(HEADINGS[role], {"vector": rows[role][i]})))


NAMES = {
    "query": QT_TRANSLATE_NOOP("attention", "query {vector}, component {component}"),
    "key": QT_TRANSLATE_NOOP("attention", "key {vector}, component {component}"),
    "value": QT_TRANSLATE_NOOP("attention", "value {vector}, component {component}"),
}
HEADINGS = {
    "query": QT_TRANSLATE_NOOP("attention", "query {vector}"),
    "key": QT_TRANSLATE_NOOP("attention", "key {vector}"),
    "value": QT_TRANSLATE_NOOP("attention", "value {vector}"),
}
