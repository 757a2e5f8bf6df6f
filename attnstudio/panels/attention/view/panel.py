"""The Attention panel: the living equation, its controls and the three figures of the selected query."""

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from attnstudio.panels.attention.compute import AttentionResult
from attnstudio.panels.attention.cover import explain_shown
from attnstudio.panels.attention.moves import QUERY
from attnstudio.panels.attention.stages import FIGURES, NAMES, STAGES
from attnstudio.panels.attention.view.arrangement import CONTROLS, FEW_ROWS, Arrangement, Room, Wanted
from attnstudio.panels.attention.view.commands import ACTIONS
from attnstudio.panels.attention.view.equation import Equation, Setting
from attnstudio.panels.attention.view.focus import USED_IN, FocusKeeper
from attnstudio.panels.attention.view.gestures import Gestures
from attnstudio.panels.attention.view.side import SideControls
from attnstudio.state.figures import NO_TEXT, Result
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.ui.actions import make_actions
from attnstudio.ui.arithmetic import Arithmetic
from attnstudio.ui.bars import BarsView
from attnstudio.ui.bars_axis import comparable
from attnstudio.ui.card import NO_NOTE, Card
from attnstudio.ui.chips import ChipRow
from attnstudio.ui.choice import ListBox
from attnstudio.ui.control_row import describe
from attnstudio.ui.dial import DialView
from attnstudio.ui.document import Document
from attnstudio.ui.guess_bar import GuessBar
from attnstudio.ui.painted import Painted
from attnstudio.ui.panel import Panel
from attnstudio.ui.plane import PlaneView
from attnstudio.ui.prediction import Prediction
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
SOFTMAX = {  # by orientation: of the only query, and of one of several
    "rows": (CARDS["bars"].template, QT_TRANSLATE_NOOP("attention", "Softmax of the row of {query}")),
    "columns": (
        QT_TRANSLATE_NOOP("attention", "Softmax of this column"),
        QT_TRANSLATE_NOOP("attention", "Softmax of the column of {query}"),
    ),
}
DASHED = Message(QT_TRANSLATE_NOOP("attention", "dashed: A"))
TABS = {
    "formula": QT_TRANSLATE_NOOP("attention", "Formula"),
    "dial": QT_TRANSLATE_NOOP("attention", "Key dial"),
    "bars": QT_TRANSLATE_NOOP("attention", "Softmax"),
    "plane": QT_TRANSLATE_NOOP("attention", "Output"),
    CONTROLS: QT_TRANSLATE_NOOP("attention", "Numbers"),
}
TITLES = {stage.name: stage.title for stage in STAGES} | FIGURES | {CONTROLS: TABS[CONTROLS]}
TABS_NAME = QT_TRANSLATE_NOOP("attention", "What is shown")
LEAST = (300, 130)  # pixels at 100 % that one figure or the controls need


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
        self._asked: str | None = None
        self.arithmetic, self.gestures = Arithmetic(explain_shown), Gestures(document, name)
        self.equation = Equation()
        self.formula, self.matrices = self.equation.formula, self.equation.matrices
        self.comparison = self.equation.comparison
        self.strip = StageStrip([(stage.title, stage.kind) for stage in STAGES])
        self.reading = ReadingLine(AXES["rows"])
        titles = {stage.name: stage.title for stage in STAGES}
        self.prediction = Prediction(document, name, titles, GuessBar(), self, controls=controls)
        self.dial, self.bars, self.plane = DialView(), BarsView(), PlaneView()
        self.figures: dict[str, Any] = {"dial": self.dial, "bars": self.bars, "plane": self.plane}
        self.thumbnails = ThumbnailBar()
        self.side = SideControls(document, name) if controls else None
        self.focus = FocusKeeper(self)
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
        self.chooser = ListBox()
        self.chooser.setAccessibleName(said(TABS_NAME))
        describe(self.chooser, said(TABS_NAME))
        self.chooser.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.chooser.hide()
        figures = QHBoxLayout()
        for name in CARDS:
            figures.addWidget(self._cards[name], 1)
        right = QVBoxLayout()
        right.addWidget(self.tabs)
        right.addWidget(self.chooser)
        right.addWidget(equation)
        right.addLayout(figures)
        right.addWidget(self.thumbnails)
        whole = QHBoxLayout(self)
        whole.addLayout(right, 1)
        side: dict[str, Card] = {} if self.side is None else {CONTROLS: self.side}
        self._arrangement = Arrangement(whole, right, figures, self._cards | side)
        slots: dict[str, Callable[[], object]] = {
            "randomise": self.gestures.randomise, "base": self.gestures.toggle_base, "pin": self.gestures.toggle_pin,
            "predict": self.prediction.toggle_all, "next": self._next, "previous": self._previous,
            **{name: partial(self.enlarge, name) for name in (*NAMES, *FIGURES)},
        }  # fmt: skip
        self._actions = make_actions(self, ACTIONS, slots)

    def _connect(self) -> None:
        self.tabs.edited.connect(lambda _index: self._arrange())
        self.chooser.activated.connect(self._choose)
        self.strip.chosen.connect(lambda index: self.enlarge(NAMES[index]))
        self.strip.cover_toggled.connect(self.prediction.toggle)
        self.thumbnails.chosen.connect(self.enlarge)
        self.comparison.hovered.connect(self._tell)
        self.comparison.opened.connect(self.enlarge)
        self.comparison.picked.connect(self._pick_compared)
        self.comparison.cell_painted.connect(self.gestures.paint_mask)
        self.comparison.paint_finished.connect(self.gestures.end)
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
        with self.focus.kept():
            self._draw(result)

    def _draw(self, result: AttentionResult) -> None:
        self._result, state = result, self.document.state(self.name)
        if self._enlarged is not None and self._enlarged not in self._possible():
            self._enlarged = None
        self._show_equation()
        self._show_figures()
        if self._asked != self.prediction.asked:
            self.focus.revealed, self._asked = self._asked, self.prediction.asked
        self.prediction.show_matrices(result.matrices, result.scenario.query_index)
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
        room = self._room()
        stage = self._filling(room) if self._filling(room) in NAMES else None
        setting = Setting(state.orientation, stage, stage is not None and room.compact)
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
            text = self.comparison.text()
        elif text is None:
            text = HINT if self.controls else NO_TEXT  # nobody can point at a picture
        self.reading.show_text(text, kept=self.arithmetic.kept or self.comparison.kept)
        if not self.reading.isVisibleTo(self):
            self.status.emit(text)

    def _show_figures(self) -> None:
        figures, selected = self._result.figures, self._result.scenario.key_index
        pinned = self.document.pinned_result
        draw: dict[str, Callable[[Any], None]] = {
            "dial": self.dial.show_dial,
            "bars": partial(self.bars.show_bars, selected=selected, beside=_bars_of(pinned)),
            "plane": self.plane.show_points,
        }
        for name, figure in figures.items():
            draw[name](figure)
        self.plane.current = selected
        self._show_titles()

    def _show_titles(self) -> None:
        """Write over the figures what they show; in a low room it is in the list alone."""
        if self._room().low:
            for name in CARDS:
                self._cards[name].set_title(NO_TEXT)
            return
        scenario = self._result.scenario
        query = self._result.query_labels[scenario.query_index]
        self._cards["dial"].set_title(Message(CARDS["dial"].template, {"query": query}))
        only, one_of_several = SOFTMAX[self.document.state(self.name).orientation]
        title = Message(one_of_several, {"query": query}) if scenario.tensors.T_q > 1 else Message(only)
        pinned = self.document.pinned_result
        self._cards["bars"].set_title(title, DASHED if _dashed(self._result, pinned) else NO_NOTE)
        self._cards["plane"].set_title(CARDS["plane"])

    def _possible(self) -> tuple[str, ...]:
        """Return the stages and figures that the data set has."""
        stages = (name for name in NAMES if name in self._result.matrices)
        return (*stages, *(name for name in FIGURES if name in self._result.figures))

    @property
    def _tab(self) -> str:
        tab = self.tabs.value()
        return list(TABS)[tab] if isinstance(tab, int) and self.side is not None else "formula"

    def _room(self) -> Room:
        room = Room.of(self)
        return room if self.controls else room._replace(narrow=False, low=False)  # nobody chooses in a picture

    def _filling(self, room: Room) -> str | None:
        """Return what fills the panel: in a low room always a stage or a figure, if not the controls."""
        if self._enlarged is not None or not room.low or (room.narrow and self._tab == CONTROLS):
            return self._enlarged
        return "weights"

    def _arrange(self) -> None:
        """Put everything in the room that there is."""
        room = self._room()
        wanted = Wanted(
            tab=self._tab,
            enlarged=self._filling(room),
            figures=tuple(self._result.figures),
            many_rows=self._result.scenario.tensors.T_q > FEW_ROWS,
            pinned=self.document.pinned_result is not None,
        )
        with self.focus.kept():
            if self._arrangement.arrange(wanted, room):
                self._fit(room)

    def _fit(self, room: Room) -> None:
        """Show beside the cards what there is room for."""
        self._show_tabs(room)
        if self.side is not None:
            self.side.set_compact(room.compact, filling=room.narrow)
        self.strip.setVisible(not room.low)
        self._show_titles()
        self.prediction.bar.set_compact(room.compact)
        self.reading.set_lines(1 if room.compact else 2)
        self.reading.setVisible(not (room.compact and room.tight and self.controls))
        self.thumbnails.setVisible(self._enlarged is not None and self.controls and not room.low)
        self.strip.show_enlarged(NAMES.index(self._enlarged) if self._enlarged in NAMES else None)
        if self._enlarged is not None:
            self.thumbnails.show_items([self._thumbnail(name) for name in self._possible()], self._enlarged)
        self._show_equation()

    def _show_tabs(self, room: Room) -> None:
        """Offer one thing at a time in little room, the controls too where they have no place beside it."""
        self.tabs.setVisible(room.compact and not room.low and self._enlarged is None and self.side is not None)
        self.chooser.setVisible(room.low)
        if room.low:
            self._show_choice(room)
        titles = [said(title) for name, title in TABS.items() if room.narrow or name != CONTROLS]
        self.tabs.set_labels(titles)
        if self.tabs.value() == len(titles):
            self.tabs.show_value(0)

    def _show_choice(self, room: Room) -> None:
        """List what can be seen in a low room, and show what is."""
        names = [*self._possible(), *([CONTROLS] if room.narrow else [])]
        titles = [said(TITLES[name]) for name in names]
        if [self.chooser.itemText(i) for i in range(self.chooser.count())] != titles:
            self.chooser.clear()
            for name, title in zip(names, titles, strict=True):
                self.chooser.addItem(title, name)
        self.chooser.setCurrentIndex(names.index(self._filling(room) or CONTROLS))

    def _choose(self, index: int) -> None:
        """Show what was chosen in the list of a low room; the list keeps the keyboard."""
        name = self.chooser.itemData(index)
        self.tabs.show_value(list(TABS).index(CONTROLS) if name == CONTROLS else 0)
        self._enlarged = None if name == CONTROLS else name
        self._arrange()

    def _thumbnail(self, name: str) -> tuple[str, str, Painted]:
        source: Painted = self.matrices[name] if name in NAMES else self.figures[name]
        return name, said(TITLES[name]), source

    def enlarge(self, name: str) -> None:
        """Let a stage or a figure fill the panel; the one that fills it already gives way to the others."""
        if name not in self._possible():
            return
        self._enlarged = None if name == self._enlarged else name
        self._arrange()
        self.focus.give(name)

    def _open(self, stage: str) -> None:
        """Enlarge the stage that a matrix is the end of; operands belong to the stage that uses them first."""
        self.enlarge(USED_IN.get(stage, stage))

    def _next(self) -> None:
        if not self.prediction.reveal_next():
            self._go(1)

    def _previous(self) -> None:
        if not self.prediction.cover_last():
            self._go(-1)

    def _go(self, by: int) -> None:
        """Go to the next stage: the one that fills the panel, or the matrix that has the keyboard."""
        stages = [name for name in NAMES if name in self._result.matrices]
        here = self._enlarged or self.focus.name
        at = stages.index(here) if here in stages else None
        index = (0 if by > 0 else len(stages) - 1) if at is None else min(max(at + by, 0), len(stages) - 1)
        if self._enlarged is None:
            self.focus.give(stages[index])
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

    def _pick_compared(self, stage: str, i: int, j: int) -> None:
        """Guess at a covered cell of B; select what a cell of A or B belongs to, which keeps its own arithmetic."""
        self.arithmetic.let_go()
        if stage == self.prediction.asked:
            self.prediction.bar.set_cell(i, j)
        self.gestures.pick(stage, i, j)

    def minimumSizeHint(self) -> QSize:
        """Return the same in every arrangement: room made for one would bring on another, without end."""
        return QSize(*map(look().px, LEAST))

    def hasHeightForWidth(self) -> bool:
        return False  # for the same reason

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Move on as the Tab key does; where Qt asks because what has the keyboard was put away, stay in the panel."""
        if not self.focus.is_lost():
            return super().focusNextPrevChild(forward)
        self.focus.bring_back()
        return True

    def leave(self) -> bool:
        """Let go of a kept cell, else bring back the others beside what fills the panel; False where neither is."""
        if self.arithmetic.let_go() or self.comparison.let_go():
            self._follow()
        elif self._enlarged is not None:
            self.enlarge(self._enlarged)
        else:
            return False
        return True

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()


def _dashed(result: Result, pinned: Result | None) -> bool:
    """Return whether bars of the pinned result stand beside any of the present one."""
    if pinned is None:
        return False
    return any(map(comparable, _bars_of(result), _bars_of(pinned)))


def _bars_of(pinned: Result | None) -> Any:
    return None if pinned is None else pinned.figures["bars"]
