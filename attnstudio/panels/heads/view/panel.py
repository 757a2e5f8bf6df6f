"""The Heads panel: many heads at once, one of them taken apart."""

from functools import partial

from PySide6.QtWidgets import QWidget

from attnstudio.panels.heads.compute import HeadsResult
from attnstudio.panels.heads.cover import COVERED, explain_shown
from attnstudio.panels.heads.questions import row_of
from attnstudio.panels.heads.readings import readings
from attnstudio.panels.heads.stages import NAMES, STAGES
from attnstudio.panels.heads.view.commands import ACTIONS, SWITCHES, TIPS
from attnstudio.panels.heads.view.displays import Displays
from attnstudio.panels.heads.view.gestures import Gestures
from attnstudio.panels.heads.view.refusals import refusals
from attnstudio.panels.heads.view.side import SideControls
from attnstudio.panels.heads.view.titles import HEIGHTS, HOLDING, PILLS, STAGE_ROWS, TITLES, WIDTHS, all_rows, there_is
from attnstudio.state.figures import NO_TEXT, Result
from attnstudio.state.message import Message
from attnstudio.ui.actions import offer
from attnstudio.ui.arithmetic import Arithmetic
from attnstudio.ui.display_rows import DisplayRows, Rows
from attnstudio.ui.displays_panel import DisplaysPanel
from attnstudio.ui.document import Document
from attnstudio.ui.room import Room
from attnstudio.ui.theme import look

KINDS = {"statistics": "weight", "weights": "weight", "map": "score", "effects": "exp", "concat": "output"}
MATRIX_OF = {"grid": "statistics", "lines": "weights", "bars": "effects", "entropy": "statistics", "split": "concat",
             "measures": "statistics", "numbers": "weights", "all_heads": "map"}  # fmt: skip
EXPLAINED = 740  # pixels at 100 % in height from which displays have sentences of their own below them


class HeadsPanel(DisplaysPanel):
    """Draws a HeadsResult and turns gestures into edits of its Scenario."""

    stage_rows, matrix_of, narrowest = STAGE_ROWS, MATRIX_OF, 900

    def __init__(
        self,
        document: Document,
        name: str,
        *,
        show_covers: bool = True,
        controls: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        stages = [(stage.name, PILLS.get(stage.name, stage.title), KINDS[stage.name]) for stage in STAGES]
        super().__init__(document, name, stages, Arithmetic(explain_shown), NO_TEXT,
                         show_covers=show_covers, controls=controls, parent=parent)  # fmt: skip
        self._refused: dict[str, str | None] = {}
        self.gestures = Gestures(document, name)
        self.displays = Displays(document, name, controls=controls, parent=self)
        self.side = SideControls(document, name) if controls else None
        cards = {key: display.card for key, display in self.displays.displays.items()}
        self._lay_out(self.displays.displays, DisplayRows(cards, widths=WIDTHS, heights=HEIGHTS), self.side)
        gestures = self.gestures
        self._make_actions(ACTIONS, {
            "randomise": gestures.randomise, "pin": gestures.toggle_pin, "readings": self.toggle_readings,
            "next_sentence": partial(gestures.move_sentence, 1),
            "previous_sentence": partial(gestures.move_sentence, -1),
            **{field: partial(gestures.toggle, field) for field in SWITCHES},
            **{key: partial(self.enlarge, key) for key in (*NAMES, *TITLES)},
        })  # fmt: skip
        self._connect()
        self.refresh()

    def _connect(self) -> None:
        displays, gestures = self.displays, self.gestures
        displays.grid.chosen.connect(gestures.choose_head)
        displays.grid.scrolled.connect(gestures.scroll)
        displays.lines.view.chosen.connect(gestures.ask)
        displays.lines.view.picked.connect(gestures.pick)
        displays.find.chosen.connect(gestures.choose)
        displays.tried.connect(gestures.show_sentence)
        displays.pointed.connect(self._point)
        displays.picked.connect(self._pick)
        displays.walked.connect(self._walk)
        if self.side is not None:
            self.side.randomise.clicked.connect(gestures.randomise)
            self.side.reset.clicked.connect(self.document.reset)

    def draw(self, result: Result) -> None:
        assert isinstance(result, HeadsResult)
        self._result = result
        self._begin()
        self.question.follow()
        self._draw_displays(result)
        self.prediction.show_matrices(result.matrices, row_of(self.prediction.asked, result.scenario))
        self._arrange()
        if self._enlarged is not None:
            self.thumbnails.refresh()
        if self.side is not None:
            self.side.show_result(result)
        if (refused := refusals(result)) != self._refused:
            self._refused = refused
            for name, reason in refused.items():
                offer(self._actions[name], reason is None, TIPS[name], reason or "")
        self._show_state(**{field: getattr(result.scenario, field) for field in SWITCHES})

    def place_of(self, name: str) -> QWidget | None:
        own: dict[str, QWidget] = {
            **self.displays.split.matrices,
            **({} if self.side is None else self.side.place.places),
        }
        return {**own, "find": self.displays.find.wanted}.get(name) or super().place_of(name)

    def part_of(self, name: str) -> str:
        return HOLDING.get(name, name)

    def stage_with(self, name: str) -> str:
        return super().stage_with(name) or next((stage.name for stage in STAGES if name in stage.matrices), "")

    def first_stage(self) -> str:
        return NAMES[0] if self.pinned_result is None else "weights"  # where A and B stand

    def _choose_stage(self, stage: str) -> None:
        if reason := refusals(self._result)[stage]:
            self.tell(Message(reason))
        else:
            super()._choose_stage(stage)

    def _draw_displays(self, result: HeadsResult) -> None:
        pinned = self.pinned_result
        assert pinned is None or isinstance(pinned, HeadsResult)
        explanation = self.arithmetic.explanation(result)
        lit = () if explanation is None else explanation.operands
        explained = self.stage_shown is None and self.height() >= look().px(EXPLAINED)
        self.displays.show_result(result, pinned, lit, explained=explained, small=self._enlarged is not None)
        self._tell(None if explanation is None else explanation.text, COVERED)

    def _follow(self) -> None:
        explanation = self.arithmetic.explanation(self._result)
        self.displays.light(() if explanation is None else explanation.operands)
        self._tell(None if explanation is None else explanation.text, COVERED)

    def _fit(self, room: Room) -> None:
        super()._fit(room)
        self._draw_displays(self._result)

    def _all_rows(self) -> Rows:
        return all_rows(self._result, pinned=self.pinned_result is not None)

    def _there_are(self, name: str) -> bool:
        return there_is(name, self._result)

    def _readings(self, stage: str | None, *, whole: bool) -> list[Message]:
        return readings(self._result, self.document.state(self.name), stage, whole=whole)

    def _walk(self, matrix: str, i: int, j: int) -> None:
        """Select what the keyboard came to, unless it is covered."""
        if not self._result.matrices[matrix].covered:
            choose = self.gestures.pick if matrix == "weights" else self.gestures.choose
            choose(i, j)

    def _pick(self, matrix: str, i: int, j: int) -> None:
        """Guess at a covered cell; else keep its arithmetic, and select what it belongs to."""
        asked = self.prediction.asked
        if self._result.matrices[matrix].covered:
            if asked == matrix:
                self.prediction.bar.set_cell(i, j)
            return
        if matrix == "map":
            self.gestures.choose(i, j)
        elif matrix == "statistics":
            self.gestures.choose_head(self._result.scenario.in_sight[i])
        else:
            self.arithmetic.keep(matrix, (i, j))
            if matrix == "weights":
                self.gestures.pick(i, j)
            self._follow()
