"""The Attention panel: the living equation, its controls and the three figures of the selected query."""

from functools import partial

from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from attnstudio.panels.attention.compute import AttentionResult
from attnstudio.panels.attention.cover import COVERED, explain_shown
from attnstudio.panels.attention.moves import QUERY
from attnstudio.panels.attention.stages import FIGURES, NAMES, STAGES
from attnstudio.panels.attention.view.arrangement import CONTROLS, FEW_ROWS, NARROWEST, Arrangement, Wanted
from attnstudio.panels.attention.view.chooser import TITLES, Chooser
from attnstudio.panels.attention.view.commands import ACTIONS
from attnstudio.panels.attention.view.equation import Equation, Setting
from attnstudio.panels.attention.view.figure_cards import FigureCards
from attnstudio.panels.attention.view.focus import USED_IN, FocusKeeper
from attnstudio.panels.attention.view.gestures import Gestures
from attnstudio.panels.attention.view.question import QuestionKeeper
from attnstudio.panels.attention.view.sheet_room import avoided, column_of
from attnstudio.panels.attention.view.side import SideControls
from attnstudio.state.figures import NO_TEXT, Result
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.ui.arithmetic import Arithmetic
from attnstudio.ui.card import Card
from attnstudio.ui.document import Document
from attnstudio.ui.painted import Painted
from attnstudio.ui.room import Room
from attnstudio.ui.staged_panel import StagedPanel, stage_beside
from attnstudio.ui.theme import look
from attnstudio.ui.words import said

HINT = Message(
    QT_TRANSLATE_NOOP("attention", "Point at a cell to see the arithmetic that made it; a click keeps it here.")
)
LITTLE = 20  # pixels at 100 % in height that the formula keeps when the guess bar takes the room
AXES = {
    "rows": Message(QT_TRANSLATE_NOOP("attention", "rows ask: queries ↓   columns are asked: keys →")),
    "columns": Message(QT_TRANSLATE_NOOP("attention", "columns ask: queries →   rows are asked: keys ↓")),
}


class AttentionPanel(StagedPanel):
    """Draws an AttentionResult and turns gestures into edits of its Scenario."""

    least = (300, 130)  # for one figure or the controls

    def __init__(
        self,
        document: Document,
        name: str,
        *,
        show_covers: bool = True,
        controls: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        stages = [(stage.name, stage.title, stage.kind) for stage in STAGES]
        super().__init__(document, name, stages, Arithmetic(explain_shown), AXES["rows"],
                         show_covers=show_covers, controls=controls, parent=parent)  # fmt: skip
        self.gestures = Gestures(document, name)
        self.equation, self._figures, self._chooser = Equation(), FigureCards(), Chooser(self)
        self.formula, self.matrices = self.equation.formula, self.equation.matrices
        self.comparison, self.figures = self.equation.comparison, self._figures.views
        self.dial, self.bars, self.plane = self._figures.dial, self._figures.bars, self._figures.plane
        self.tabs, self.chooser = self._chooser.tabs, self._chooser.list
        self.side = SideControls(document, name) if controls else None
        self.focus, self.question = FocusKeeper(self), QuestionKeeper(self)
        self._build()
        self._connect()
        self.refresh()

    def _build(self) -> None:
        equation = Card(NO_TEXT)
        for widget in (self.strip, self.formula, self.prediction.bar, self.reading):
            widget.stand_on("card")
            equation.content.addWidget(widget, 1 if widget is self.formula else 0)
        self._cards = {"formula": equation, **self._figures.cards}
        figures, right, whole = QHBoxLayout(), QVBoxLayout(), QHBoxLayout(self)
        for card in self._figures.cards.values():
            figures.addWidget(card, 1)
        for each in (self.tabs, self.chooser, equation):
            right.addWidget(each)
        right.addLayout(figures)
        right.addWidget(self.thumbnails)
        whole.addLayout(right, 1)
        side: dict[str, Card] = {} if self.side is None else {CONTROLS: self.side}
        self._arrangement = Arrangement(whole, right, figures, self._cards | side)
        self._make_actions(ACTIONS, {
            "randomise": self.gestures.randomise, "base": self.gestures.toggle_base, "pin": self.gestures.toggle_pin,
            **{name: partial(self.enlarge, name) for name in (*NAMES, *FIGURES)},
        })  # fmt: skip

    def _connect(self) -> None:
        self._chooser.chosen.connect(self._arrange)
        self.prediction.bar.closed.connect(self.question.show)
        self._chooser.listed.connect(self._choose)
        self.comparison.hovered.connect(self._tell)
        self.comparison.opened.connect(self.enlarge)
        self.comparison.picked.connect(self._pick_compared)
        self.comparison.cell_painted.connect(self.gestures.paint_mask)
        self.comparison.paint_finished.connect(self.gestures.end)
        self.comparison.paint_taken_back.connect(self.gestures.take_back_paint)
        for stage, view in self.matrices.items():
            view.hovered.connect(partial(self._point, stage))
            view.picked.connect(partial(self._pick, stage))
            view.cell_edited.connect(partial(self.gestures.edit_cell, stage))
            view.opened.connect(partial(self._open, stage))
            for ended in (view.edit_finished, view.paint_finished):
                ended.connect(self.gestures.end)
        self.matrices["masked_logits"].cell_painted.connect(self.gestures.paint_mask)
        self.matrices["masked_logits"].paint_taken_back.connect(self.gestures.take_back_paint)
        for name, figure in self.figures.items():
            figure.opened.connect(partial(self.enlarge, name))
        self.dial.tip_moved.connect(self.gestures.move_tip)
        self.dial.tip_typed.connect(self.gestures.place_tip)
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
        with self.focus:
            self._draw(result)

    def _draw(self, result: AttentionResult) -> None:
        self._result = result
        if self._enlarged is not None and self._enlarged not in self._possible():
            self._enlarged = None
        self.question.follow()
        room = self._room()
        self._show_equation(room)
        self._figures.show_result(result, self.document.pinned_result)
        self._show_titles(room)
        self.prediction.show_matrices(result.matrices, result.scenario.query_index)
        self._arrange()
        self._show_chooser(room)
        if self._enlarged is not None:
            self.thumbnails.refresh()
        if self.side is not None:
            self.side.show_result(result)
        self._show_state(base=result.scenario.base == "2")

    def _show_equation(self, room: Room) -> None:
        """Show the equation in the room that there is, and the arithmetic of the present cell."""
        state, pinned = self.document.state(self.name), self.document.pinned_result
        stage = self._filling(room) if self._filling(room) in NAMES else None
        setting = Setting(state.orientation, stage, stage is not None and room.compact)
        explanation = self.arithmetic.explanation(self._result)
        lit = () if explanation is None else explanation.operands
        assert pinned is None or isinstance(pinned, AttentionResult)
        self.equation.show_result(self._result, pinned, lit, setting)
        self.reading.show_note(AXES[state.orientation])
        self._tell(None if explanation is None else explanation.text)

    def _follow(self) -> None:
        explanation = self.arithmetic.explanation(self._result)
        self.equation.light(self._result, () if explanation is None else explanation.operands)
        self._tell(None if explanation is None else explanation.text)

    def _tell(self, text: Message | None) -> None:
        """Write out an arithmetic, or what is always to be said."""
        pointed, pinned = text is not None, self.document.pinned_result is not None
        if text is None and pinned:
            text = self.comparison.text()
        elif text is None:
            text = HINT if self.controls else NO_TEXT  # nobody can point at a picture
        arithmetic = (pointed or self.comparison.kept) and text != COVERED
        kept = self.arithmetic.kept or self.comparison.kept
        self._say(text, kept=kept, arithmetic=arithmetic, usual=not pointed and not pinned)

    def _sheet_area(self) -> QRectF | None:
        return column_of(self._cards["formula"], self)

    def _avoided(self) -> list[QRectF]:
        return avoided(self)

    def _show_titles(self, room: Room) -> None:
        """Say over the figures what they show; in a low room the list does."""
        if room.low:
            self._figures.hide_titles()
        else:
            orientation = self.document.state(self.name).orientation
            self._figures.show_titles(self._result, self.document.pinned_result, orientation)

    def _possible(self) -> tuple[str, ...]:
        """Return the stages and figures that the data set has."""
        stages = (name for name in NAMES if name in self._result.matrices)
        return (*stages, *(name for name in FIGURES if name in self._result.figures))

    def _room(self) -> Room:
        room = Room.of(self, NARROWEST)
        return room if self.controls else room._replace(narrow=False, low=False)  # nobody chooses in a picture

    @property
    def _tab(self) -> str:
        return self._chooser.tab if self.controls else "formula"

    def _filling(self, room: Room) -> str | None:
        """Return what fills the panel: a stage or a figure in a low room, a stage where the guess bar needs room."""
        little = room.tight and room.narrow and self._tab == "formula"
        low = room.low or (little and self.controls and self.prediction.asked is not None)
        if self._enlarged is not None or not low or (room.narrow and self._tab == CONTROLS):
            return self._enlarged
        return self.comparison.present if self.comparison.present in self._result.matrices else "weights"

    @property
    def seen(self) -> tuple[bool, str | None]:
        """Whether the formula shows, and what fills the panel."""
        room = self._room()
        return "formula" in self._wanted(room).shown(room), self._filling(room)

    @property
    def _asks_elsewhere(self) -> bool:
        return self.question.away

    def turn_to(self, stage: str) -> None:
        """Have a stage seen from the next arrangement on, whatever fills the panel now."""
        self.comparison.present = stage
        if self._enlarged is not None:
            self._enlarged = stage
        self._chooser.choose_formula()

    def rearrange(self) -> None:
        """Put everything in its place where something else is to be seen."""
        self._arrange()
        self._show_equation(self._room())

    def _wanted(self, room: Room) -> Wanted:
        return Wanted(
            tab=self._tab,
            enlarged=self._filling(room),
            figures=tuple(self._result.figures),
            many_rows=self._result.scenario.tensors.T_q > FEW_ROWS,
            pinned=(pinned := self.document.pinned_result is not None),
            differs=pinned and self.comparison.differs,
        )

    def _arrange(self) -> None:
        room = self._room()
        with self.focus:
            if self._arrangement.arrange(self._wanted(room), room):
                self._fit(room)

    def _fit(self, room: Room) -> None:
        """Show beside the cards what there is room for."""
        self.question.find()
        alone = room.compact and not room.low and self._enlarged is None and self.controls
        self._show_chooser(room)
        if room.low:
            names = (*self._possible(), *([CONTROLS] if room.narrow else []))
            self._chooser.show_list(names, self._filling(room) or CONTROLS)
        self._chooser.show_tabs(room, shown=alone)
        if self.side is not None:
            self.side.set_compact(room.compact, filling=room.narrow)
        self.strip.setVisible(not room.low)
        self._show_titles(room)
        self.prediction.bar.set_compact(room.compact, short=room.tight and room.narrow)
        self.formula.setMinimumHeight(look().px(LITTLE) if room.compact and self.controls else 0)
        differs = self._wanted(room).differs and not room.low
        self.reading.set_lines((3 if differs else 1) if room.compact else 2)
        self.reading.setVisible(differs or not (room.compact and room.tight and self.controls))
        self.thumbnails.setVisible(self._enlarged is not None and self.controls and not room.low)
        self.strip.show_enlarged(NAMES.index(self._enlarged) if self._enlarged in NAMES else None)
        if self._enlarged is not None:
            self.thumbnails.show_items([self._thumbnail(name) for name in self._possible()], self._enlarged)
        self._show_equation(room)

    def _show_chooser(self, room: Room) -> None:
        """Show the list of a low room, unless the guess bar needs its room."""
        self.chooser.setVisible(room.low and (self.prediction.asked is None or not self.seen[0]))

    def _choose(self, name: str) -> None:
        """Show what was chosen in the list of a low room."""
        self._enlarged = None if name == CONTROLS else name
        self._arrange()

    def _thumbnail(self, name: str) -> tuple[str, str, Painted]:
        source: Painted = self.matrices[name] if name in NAMES else self.figures[name]
        return name, said(TITLES[name]), source

    def parts(self) -> dict[str, str]:
        return {name: said(TITLES[name]) for name in self._possible()}

    @property
    def crowded(self) -> bool:
        shown = self._cards["formula"].isVisibleTo(self)
        return shown and (self.formula.crowded or self.strip.crowded)

    def enlarge(self, name: str) -> None:
        if name not in self._possible():
            return
        self._enlarged = None if name == self._enlarged else name
        self._arrange()
        self.focus.give(name)

    def _open(self, stage: str) -> None:
        """Enlarge the stage that a matrix is the end of; operands belong to the stage that uses them first."""
        self.enlarge(USED_IN.get(stage, stage))

    def _go(self, by: int) -> None:
        """Go to the next stage: the one that fills the panel, or the matrix that has the keyboard."""
        stages = [name for name in NAMES if name in self._result.matrices]
        here = self._enlarged or self.focus.name
        stage = stages[stage_beside(stages.index(here) if here in stages else None, by, len(stages))]
        if self._enlarged is None:
            self.focus.give(stage)
        elif stage != self._enlarged:
            self.enlarge(stage)

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

    def _let_go(self) -> bool:
        return super()._let_go() or self.comparison.let_go()

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Move on as the Tab key does; where Qt asks because what has the keyboard was put away, stay in the panel."""
        if not self.focus.is_lost():
            return super().focusNextPrevChild(forward)
        self.focus.bring_back()
        return True
