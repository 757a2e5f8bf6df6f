"""The Attention panel: the living equation, its controls and the three figures of the selected query."""

from functools import partial

from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from attnstudio.panels.attention.compute import AttentionResult
from attnstudio.panels.attention.cover import COVERED, explain_shown
from attnstudio.panels.attention.stages import FIGURES, HOLDING, NAMES, STAGES
from attnstudio.panels.attention.view.arrangement import Arrangement
from attnstudio.panels.attention.view.breaking import break_it
from attnstudio.panels.attention.view.chooser import TITLES, Chooser
from attnstudio.panels.attention.view.commands import ACTIONS
from attnstudio.panels.attention.view.equation import Equation, Setting
from attnstudio.panels.attention.view.figure_cards import FigureCards
from attnstudio.panels.attention.view.focus import USED_IN, FocusKeeper
from attnstudio.panels.attention.view.gestures import Gestures
from attnstudio.panels.attention.view.hands import Hands
from attnstudio.panels.attention.view.pointing import place_of
from attnstudio.panels.attention.view.sentences import AXES, usual_sentence
from attnstudio.panels.attention.view.sheet_room import avoided, column_of
from attnstudio.panels.attention.view.side import SideControls
from attnstudio.panels.attention.view.sight import Sight
from attnstudio.panels.attention.view.surroundings import Surroundings
from attnstudio.state.figures import NO_TEXT, Result
from attnstudio.state.message import Message
from attnstudio.ui.arithmetic import Arithmetic
from attnstudio.ui.card import Card
from attnstudio.ui.display_list import CONTROLS
from attnstudio.ui.document import Document
from attnstudio.ui.room import Room
from attnstudio.ui.staged_panel import StagedPanel, stage_beside
from attnstudio.ui.words import said


class AttentionPanel(StagedPanel):
    """Draws an AttentionResult and turns gestures into edits of its Scenario."""

    turns = True

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
        self.equation, self._figures, self.choice = Equation(), FigureCards(), Chooser(self)
        self.formula, self.matrices = self.equation.formula, self.equation.matrices
        self.comparison, self.figures = self.equation.comparison, self._figures.views
        self.dial, self.bars, self.plane = self._figures.dial, self._figures.bars, self._figures.plane
        self.tabs, self.chooser = self.choice.tabs, self.choice.list
        self.side = SideControls(document, name) if controls else None
        self.focus, self.sight, self._surroundings = FocusKeeper(self), Sight(self), Surroundings(self)
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
        whole.addLayout(right, 1)
        for each in (self.tabs, self.chooser, equation):
            right.addWidget(each)
        right.addLayout(figures)
        right.addWidget(self.thumbnails)
        for card in self._figures.cards.values():
            figures.addWidget(card, 1)
        side: dict[str, Card] = {} if self.side is None else {CONTROLS: self.side}
        self._arrangement = Arrangement(whole, right, figures, self._cards | side)
        self._make_actions(ACTIONS, {
            "randomise": self.gestures.randomise, "base": self.gestures.toggle_base, "pin": self.gestures.toggle_pin,
            "break_it": partial(break_it, self),
            **{name: partial(self.enlarge, name) for name in (*NAMES, *FIGURES)},
        })  # fmt: skip

    def _connect(self) -> None:
        self.choice.chosen.connect(self._arrange)
        self.choice.listed.connect(self._choose)
        self.formula.chosen.connect(self._follow_choice)
        self.comparison.hovered.connect(self._tell)
        self._hands = Hands(self, self._point, self._follow)
        if self.side is not None:
            self.side.randomise.clicked.connect(self.gestures.randomise)
            self.side.reset.clicked.connect(self.document.reset)
            self.side.breaks.example_wanted.connect(self.example_wanted)

    def draw(self, result: Result) -> None:
        assert isinstance(result, AttentionResult)
        with self.focus:
            self._draw(result)

    def _draw(self, result: AttentionResult) -> None:
        self._result = self.sight.result = result
        if self._enlarged is not None and self._enlarged not in self.sight.possible:
            self._enlarged = None
        self.question.follow()
        room = self.sight.room
        self._show_equation(room)
        self._figures.show_result(result, self.pinned_result)
        self._show_titles(room)
        self.prediction.show_matrices(result.matrices, result.scenario.query_index)
        self._arrange()
        self._surroundings.show_list(room)
        if self._enlarged is not None:
            self.thumbnails.refresh()
        if self.side is not None:
            self.side.show_result(result)
        self._show_state(base=result.scenario.base == "2", break_it=result.scenario.breaking)

    def _show_equation(self, room: Room) -> None:
        """Show the equation in the room that there is, and the arithmetic of the present cell."""
        state, pinned = self.document.state(self.name), self.pinned_result
        stage = filling if (filling := self.sight.filling(room)) in NAMES else None
        setting = Setting(state.orientation, stage, stage is not None and room.compact, turning=self.controls)
        explanation = self.arithmetic.explanation(self._result)
        lit = () if explanation is None else explanation.operands
        assert pinned is None or isinstance(pinned, AttentionResult)
        self.equation.show_result(self._result, pinned, lit, setting)
        self.reading.show_note(AXES[state.orientation])
        self._tell(None if explanation is None else explanation.text)
        self._show_one()

    def _show_one(self) -> None:
        """Mark on the strip the stage that is alone in the formula for want of room."""
        one = self.equation.one
        self.strip.show_present(NAMES.index(one) if one in NAMES else None)

    def _follow_choice(self) -> None:
        """Do what follows from another choice of the formula, once its room is another."""
        self.question.find()
        self._show_one()
        self._follow()

    def _follow(self) -> None:
        explanation = self.arithmetic.explanation(self._result)
        self.equation.light(self._result, () if explanation is None else explanation.operands)
        self._tell(None if explanation is None else explanation.text)

    def _tell(self, text: Message | None) -> None:
        """Write out an arithmetic, or what is always to be said."""
        pointed, pinned = text is not None, self.pinned_result is not None
        text = usual_sentence(self) if text is None else text
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
            self._figures.show_titles(self._result, self.pinned_result, orientation)

    def shows(self, stage: str) -> bool:
        formula, filling = self.sight.seen
        if formula and filling is None:
            self.equation.present = stage
        return formula and filling in (None, stage)

    def turn_to(self, stage: str) -> None:
        self.equation.present = stage
        if self._enlarged is not None:
            self._enlarged = stage
        self.choice.choose_formula()

    def rearrange(self) -> None:
        self._arrange()
        self._show_equation(self.sight.room)

    def _arrange(self) -> None:
        room = self.sight.room
        with self.focus:
            if self._arrangement.arrange(self.sight.wanted(room), room):
                self._fit(room)

    def _fit(self, room: Room) -> None:
        self.question.find()
        self._surroundings.fit(room)
        self._show_titles(room)
        self._show_equation(room)

    def _choose(self, name: str) -> None:
        """Show what was chosen in the list of a low room."""
        self._enlarged = None if name == CONTROLS else name
        self._arrange()

    def place_of(self, name: str) -> QWidget | None:
        return place_of(self, name) or super().place_of(name)

    def part_of(self, name: str) -> str:
        return HOLDING.get(name, name)

    def show_controls(self) -> None:
        self.choice.choose(CONTROLS)

    def parts(self) -> dict[str, str]:
        return {name: said(TITLES[name]) for name in self.sight.possible}

    @property
    def crowded(self) -> bool:
        shown = self._cards["formula"].isVisibleTo(self)
        return shown and (self.formula.crowded or self.strip.crowded)

    def enlarge(self, name: str) -> None:
        if name not in self.sight.possible:
            return
        self._enlarged = None if name == self._enlarged else name
        self._arrange()
        self.focus.give(name)

    def _show_stage(self, stage: str) -> None:
        """Have another stage in the formula where one alone has room."""
        with self.focus:
            self.equation.present = stage
            self._show_equation(self.sight.room)
        self.question.find()

    def _choose_stage(self, stage: str) -> None:
        if self.equation.one in (None, stage) or stage not in self.sight.possible:
            self.enlarge(stage)
        else:
            self._show_stage(stage)

    def _go(self, by: int) -> None:
        """Go to the next stage: the one that fills the panel, or the matrix that has the keyboard."""
        stages = [name for name in NAMES if name in self._result.matrices]
        here = self._enlarged or self.equation.one or self.focus.name
        stage = stages[stage_beside(stages.index(here) if here in stages else None, by, len(stages))]
        if self._enlarged is None:
            if self.equation.one is not None:
                self._show_stage(stage)
            self.focus.give(stage)
        elif stage != self._enlarged:
            self.enlarge(stage)

    def stage_with(self, name: str) -> str:
        return super().stage_with(USED_IN.get(name, name))

    def _name_at_keyboard(self) -> str | None:
        return self.focus.name

    def _let_go(self) -> bool:
        return super()._let_go() or self.comparison.let_go()

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Move on as the Tab key does; where Qt asks because what has the keyboard was put away, stay in the panel."""
        if not self.focus.is_lost():
            return super().focusNextPrevChild(forward)
        self.focus.bring_back()
        return True
