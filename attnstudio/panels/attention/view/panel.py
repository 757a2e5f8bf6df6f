"""The Attention panel: the living equation, its controls and the three figures of the selected query."""

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QAction, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from attnstudio.panels.attention.compute import AttentionResult
from attnstudio.panels.attention.moves import QUERY
from attnstudio.panels.attention.stages import FIGURES, NAMES, STAGES
from attnstudio.panels.attention.view.arithmetic import Arithmetic
from attnstudio.panels.attention.view.arrangement import FEW_ROWS, Arrangement, Room, Wanted
from attnstudio.panels.attention.view.commands import ACTIONS
from attnstudio.panels.attention.view.equation import Equation, Setting
from attnstudio.panels.attention.view.gestures import Gestures
from attnstudio.panels.attention.view.prediction import Prediction
from attnstudio.panels.attention.view.side import SideControls
from attnstudio.state.figures import NO_TEXT, Result
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.ui.actions import make_actions
from attnstudio.ui.bars import BarsView
from attnstudio.ui.card import NO_NOTE, Card
from attnstudio.ui.chips import ChipRow
from attnstudio.ui.dial import DialView
from attnstudio.ui.document import Document
from attnstudio.ui.guess_bar import GuessBar
from attnstudio.ui.painted import Painted
from attnstudio.ui.panel import Panel
from attnstudio.ui.plane import PlaneView
from attnstudio.ui.reading import ReadingLine
from attnstudio.ui.strip import StageStrip
from attnstudio.ui.theme import look
from attnstudio.ui.thumbnails import ThumbnailBar
from attnstudio.ui.words import said

HINT = Message(
    QT_TRANSLATE_NOOP("attention", "Point at a cell to see the arithmetic that made it; a click keeps it here.")
)
AXES = {
    "rows": Message(QT_TRANSLATE_NOOP("attention", "rows ask: queries ↓   columns are asked: keys →")),
    "columns": Message(QT_TRANSLATE_NOOP("attention", "columns ask: queries →   rows are asked: keys ↓")),
}
CARDS = {
    "dial": Message(QT_TRANSLATE_NOOP("attention", "Key dial: angle and length to {query}")),
    "bars": Message(QT_TRANSLATE_NOOP("attention", "Softmax of this row")),
    "plane": Message(QT_TRANSLATE_NOOP("attention", "Output: a mix of the values")),
}
DASHED = Message(QT_TRANSLATE_NOOP("attention", "dashed: A"))
TABS = {
    "formula": QT_TRANSLATE_NOOP("attention", "Formula"),
    "dial": QT_TRANSLATE_NOOP("attention", "Key dial"),
    "bars": QT_TRANSLATE_NOOP("attention", "Softmax"),
    "plane": QT_TRANSLATE_NOOP("attention", "Output"),
}
TABS_NAME = QT_TRANSLATE_NOOP("attention", "What is shown")
LEAST = (692, 340)  # pixels at 100 % that one figure at a time needs


class AttentionPanel(Panel):
    """Draws an AttentionResult and turns gestures into edits of its Scenario."""

    def __init__(
        self,
        document: Document,
        name: str,
        *,
        show_covers: bool = True,
        controls: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(document, name, show_covers=show_covers, controls=controls, parent=parent)
        self._enlarged: str | None = None  # a stage or a figure
        self.arithmetic, self.gestures = Arithmetic(), Gestures(document, name)
        self.equation = Equation()
        self.formula, self.matrices = self.equation.formula, self.equation.matrices
        self.comparison = self.equation.comparison
        self.strip = StageStrip([(stage.title, stage.kind) for stage in STAGES])
        self.reading = ReadingLine(AXES["rows"])
        self.prediction = Prediction(document, name, GuessBar(), self)
        self.dial, self.bars, self.plane = DialView(), BarsView(), PlaneView()
        self.figures: dict[str, Any] = {"dial": self.dial, "bars": self.bars, "plane": self.plane}
        self.thumbnails = ThumbnailBar()
        self.side = SideControls(document, name) if controls else None
        self._build()
        self._connect()
        self.refresh()

    def own_actions(self) -> list[QAction]:
        return list(self._actions.values())

    @property
    def enlarged(self) -> str | None:
        """The stage or figure that fills the panel."""
        return self._enlarged

    def _build(self) -> None:
        equation = Card(NO_TEXT)
        for widget in (self.strip, self.formula, self.prediction.bar, self.reading):
            equation.content.addWidget(widget, 1 if widget is self.formula else 0)
        self._cards = {"formula": equation} | {name: Card(title) for name, title in CARDS.items()}
        for name, figure in self.figures.items():
            self._cards[name].content.addWidget(figure)
        painted = (self.strip, self.formula, self.reading, self.prediction.bar, *self.figures.values())
        for widget in painted:
            widget.stand_on("card")
        self.tabs = ChipRow(
            [said(title) for title in TABS.values()], name=said(TABS_NAME), tip=said(TABS_NAME), fill=True, parent=self
        )
        figures = QHBoxLayout()
        for name in CARDS:
            figures.addWidget(self._cards[name], 1)
        right = QVBoxLayout()
        right.addWidget(self.tabs)
        right.addWidget(equation)
        right.addLayout(figures)
        right.addWidget(self.thumbnails)
        whole = QHBoxLayout(self)
        if self.side is not None:
            whole.addWidget(self.side)
        whole.addLayout(right, 1)
        self._arrangement = Arrangement(whole, right, figures, self._cards)
        slots: dict[str, Callable[[], object]] = {
            "randomise": self.gestures.randomise, "base": self.gestures.toggle_base, "pin": self.gestures.toggle_pin,
            "predict": self.prediction.toggle_all, "next": self._next, "previous": self._previous,
            **{name: partial(self.enlarge, name) for name in (*NAMES, *FIGURES)},
        }  # fmt: skip
        self._actions = make_actions(self, ACTIONS, slots)
        self._space()

    def _connect(self) -> None:
        self.tabs.edited.connect(lambda _index: self._arrange())
        self.strip.chosen.connect(lambda index: self.enlarge(NAMES[index]))
        self.strip.cover_toggled.connect(self.prediction.toggle)
        self.thumbnails.chosen.connect(self.enlarge)
        self.comparison.hovered.connect(self._tell)
        self.comparison.opened.connect(self.enlarge)
        for stage, view in self.matrices.items():
            view.hovered.connect(partial(self._point, stage))
            view.picked.connect(partial(self._pick, stage))
            view.cell_edited.connect(partial(self.gestures.edit_cell, stage))
            view.opened.connect(partial(self._open, stage))
            for ended in (view.edit_finished, view.paint_finished):
                ended.connect(self.gestures.end)
        self.matrices["masked_logits"].cell_painted.connect(self.gestures.paint_mask)
        for name, figure in self.figures.items():
            figure.opened.connect(partial(self.enlarge, name))
        self.dial.tip_moved.connect(self.gestures.move_tip)
        self.dial.handle_chosen.connect(lambda i: self.gestures.choose("query" if i == QUERY else "key", i))
        self.plane.point_moved.connect(self.gestures.move_point)
        self.plane.handle_chosen.connect(partial(self.gestures.choose, "value"))
        for moving in (self.dial, self.plane):
            moving.moved_finished.connect(self.gestures.end)
        if self.side is not None:
            self.side.randomise.clicked.connect(self.gestures.randomise)
            self.side.reset.clicked.connect(self.document.reset)

    def draw(self, result: Result) -> None:
        assert isinstance(result, AttentionResult)
        self._result, state = result, self.document.state(self.name)
        if self._enlarged is not None and self._enlarged not in self._possible():
            self._enlarged = None
        self._show_equation()
        self._show_figures()
        self.prediction.show_result(result)
        self.strip.show_covered(frozenset(map(NAMES.index, state.covered)))
        self._arrange()
        if self._enlarged is not None:
            self.thumbnails.refresh()
        if self.side is not None:
            self.side.show_result(result)
        for name, on in (("base", result.scenario.base == "2"), ("predict", bool(state.covered)),
                         ("pin", state.pinned is not None)):  # fmt: skip
            self._actions[name].setChecked(on)

    def _show_equation(self) -> None:
        """Show the equation in the room that there is, and the arithmetic of the present cell."""
        state, pinned = self.document.state(self.name), self.document.pinned_result
        stage = self._enlarged if self._enlarged in NAMES else None
        setting = Setting(state.orientation, stage, stage is not None and Room.of(self).compact)
        explanation = self.arithmetic.explanation(self._result)
        lit = () if explanation is None else explanation.operands
        assert pinned is None or isinstance(pinned, AttentionResult)
        self.equation.show_result(self._result, pinned, lit, setting)
        self.reading.show_note(AXES[state.orientation])
        self._tell(None if explanation is None else explanation.text)

    def _follow(self) -> None:
        """Light the operands of the cell that is pointed at now, and write its arithmetic out."""
        explanation = self.arithmetic.explanation(self._result)
        self.equation.light(self._result, () if explanation is None else explanation.operands)
        self._tell(None if explanation is None else explanation.text)

    def _tell(self, text: Message | None) -> None:
        """Write out an arithmetic, or what is always to be said."""
        if text is None and self.document.pinned_result is not None:
            text = self.comparison.note()
        elif text is None:
            text = HINT if self.controls else NO_TEXT  # nobody can point at a picture
        self.reading.show_text(text, kept=self.arithmetic.kept)
        if not self.reading.isVisibleTo(self):
            self.status.emit(text)

    def _show_figures(self) -> None:
        figures, scenario = self._result.figures, self._result.scenario
        query = self._result.query_labels[scenario.query_index]
        self._cards["dial"].set_title(Message(CARDS["dial"].template, {"query": query}))
        title = CARDS["bars"]
        if scenario.tensors.T_q > 1:
            row = QT_TRANSLATE_NOOP("attention", "Softmax of the row of {query}")
            title = Message(row, {"query": query})
        pinned = self.document.pinned_result
        self._cards["bars"].set_title(title, NO_NOTE if pinned is None else DASHED)
        draw: dict[str, Callable[[Any], None]] = {
            "dial": self.dial.show_dial,
            "bars": partial(self.bars.show_bars, selected=scenario.key_index, beside=_bars_of(pinned)),
            "plane": self.plane.show_points,
        }
        for name, figure in figures.items():
            draw[name](figure)
        self.plane.current = scenario.key_index

    def _possible(self) -> tuple[str, ...]:
        """Return the stages and figures that the data set has."""
        stages = (name for name in NAMES if name in self._result.matrices)
        return (*stages, *(name for name in FIGURES if name in self._result.figures))

    def _arrange(self) -> None:
        """Put everything in the room that there is."""
        room, tab = Room.of(self), self.tabs.value()
        wanted = Wanted(
            tab=list(TABS)[tab] if isinstance(tab, int) and self.side is not None else "formula",
            enlarged=self._enlarged,
            figures=tuple(self._result.figures),
            many_rows=self._result.scenario.tensors.T_q > FEW_ROWS,
            pinned=self.document.pinned_result is not None,
        )
        if not self._arrangement.arrange(wanted, room):
            return
        self.tabs.setVisible(room.compact and self._enlarged is None and self.side is not None)
        if self.side is not None:
            self.side.set_compact(room.compact)
        self.reading.set_lines(1 if room.compact else 2)
        self.reading.setVisible(not (room.compact and room.tight and self.controls))
        self.thumbnails.setVisible(self._enlarged is not None and self.controls)
        self.strip.show_enlarged(NAMES.index(self._enlarged) if self._enlarged in NAMES else None)
        if self._enlarged is not None:
            self.thumbnails.show_items([self._thumbnail(name) for name in self._possible()], self._enlarged)
        self._show_equation()

    def _thumbnail(self, name: str) -> tuple[str, str, Painted]:
        titles = {stage.name: stage.title for stage in STAGES} | FIGURES
        source: Painted = self.matrices[name] if name in NAMES else self.figures[name]
        return name, said(titles[name]), source

    def enlarge(self, name: str) -> None:
        """Let a stage or a figure fill the panel; the one that fills it already gives way to the others."""
        if name not in self._possible():
            return
        self._enlarged = None if name == self._enlarged else name
        self._arrange()
        target: QWidget = self.matrices[name] if name in NAMES else self.figures[name]
        if target.isVisibleTo(self):
            target.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _open(self, stage: str) -> None:
        """Enlarge the stage that a matrix is the end of; operands belong to the stage that uses them first."""
        if stage in NAMES:
            self.enlarge(stage)
        else:
            self.enlarge("output" if stage == "value" else "scores")

    def _next(self) -> None:
        if not self.prediction.reveal_next():
            self._go(1)

    def _previous(self) -> None:
        if not self.prediction.cover_last():
            self._go(-1)

    def _go(self, by: int) -> None:
        """Go to the next stage: the one that fills the panel, or the matrix that has the keyboard."""
        stages = [name for name in NAMES if name in self._result.matrices]
        at = next(
            (i for i, name in enumerate(stages) if name == self._enlarged or self.matrices[name].hasFocus()), None
        )
        index = (0 if by > 0 else len(stages) - 1) if at is None else min(max(at + by, 0), len(stages) - 1)
        if self._enlarged is None:
            self.matrices[stages[index]].setFocus(Qt.FocusReason.ShortcutFocusReason)
        elif stages[index] != self._enlarged:
            self.enlarge(stages[index])

    def _point(self, stage: str, cell: Any) -> None:
        self.arithmetic.point(stage, cell)
        self._follow()

    def _pick(self, stage: str, i: int, j: int) -> None:
        """Keep the arithmetic of a cell, or let go of it; guess at a covered one; select what it belongs to."""
        if self.matrices[stage].covered and stage == self.prediction.asked:
            self.prediction.bar.set_cell(i, j)
        else:
            self.arithmetic.keep(stage, (i, j))
        self.gestures.pick(stage, i, j)
        self._follow()

    def _space(self) -> None:
        if self.side is not None:
            self.side.setFixedWidth(look().px(244))

    def minimumSizeHint(self) -> QSize:
        """Return the same in every arrangement: room made for one would bring on another, without end."""
        return QSize(*map(look().px, LEAST))

    def hasHeightForWidth(self) -> bool:
        return False  # for the same reason

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() != Qt.Key.Key_Escape or not self._leave():
            super().keyPressEvent(event)

    def _leave(self) -> bool:
        """Let go of a kept cell, else bring back the others beside what fills the panel; False where neither is."""
        if self.arithmetic.let_go():
            self._follow()
        elif self._enlarged is not None:
            self.enlarge(self._enlarged)
        else:
            return False
        return True

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and hasattr(self, "_arrangement"):
            self._space()


def _bars_of(pinned: Result | None) -> Any:
    return None if pinned is None else pinned.figures["bars"]
