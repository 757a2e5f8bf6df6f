"""The Scaling panel: why the scores are divided by √d_k."""

from functools import partial

from PySide6.QtWidgets import QWidget

from attnstudio.panels.scaling.compute import ScalingResult
from attnstudio.panels.scaling.cover import COVERED, explain_shown
from attnstudio.panels.scaling.questions import questions
from attnstudio.panels.scaling.readings import readings
from attnstudio.panels.scaling.stages import NAMES, STAGES
from attnstudio.panels.scaling.view.commands import ACTIONS
from attnstudio.panels.scaling.view.displays import (
    GROUPS_OF_BARS,
    HOLDING,
    JACOBIANS,
    ROWS,
    STAGE_ROWS,
    TITLES,
    WIDTHS,
    Displays,
)
from attnstudio.panels.scaling.view.gestures import Gestures
from attnstudio.panels.scaling.view.side import SideControls
from attnstudio.panels.scaling.view.veil import VeiledRows
from attnstudio.state.figures import NO_TEXT, Result
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.ui.arithmetic import Arithmetic
from attnstudio.ui.display_rows import Rows
from attnstudio.ui.displays_panel import DisplaysPanel
from attnstudio.ui.document import Document
from attnstudio.ui.theme import look

KINDS = {"spread": "score", "weights": "weight", "saturation": "weight", "gradient": "exp"}
MATRIX_OF = {"raw_row": "raw_weights", "row": "weights"}  # what is copied of bars
COMPUTING = QT_TRANSLATE_NOOP("scaling", "computing … {percent} %")
FOR_LINE = 300  # pixels at 100 % in height, notices and all; in less, no line for sentences stays beside the displays


class ScalingPanel(DisplaysPanel):
    """Draws a ScalingResult and turns gestures into edits of its Scenario."""

    stage_rows, matrix_of, narrowest = STAGE_ROWS, MATRIX_OF, 880
    reads_page = True
    rows: VeiledRows

    def __init__(
        self,
        document: Document,
        name: str,
        *,
        show_covers: bool = True,
        controls: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        stages = [(stage.name, stage.title, KINDS[stage.name]) for stage in STAGES]
        super().__init__(document, name, stages, Arithmetic(explain_shown), NO_TEXT,
                         show_covers=show_covers, controls=controls, parent=parent)  # fmt: skip
        self.gestures = Gestures(document, name)
        self.displays = Displays(self)
        self.side = SideControls(document, name) if controls else None
        self._lay_out(self.displays.displays, VeiledRows(self.displays.cards, widths=WIDTHS), self.side)
        self._make_actions(ACTIONS, {
            "randomise": self.gestures.randomise, "textbook": self.gestures.toggle_textbook,
            "pin": self.gestures.toggle_pin, "readings": self.toggle_readings,
            **{name: partial(self.enlarge, name) for name in (*NAMES, *TITLES)},
        })  # fmt: skip
        self._connect()
        self.refresh()

    def _connect(self) -> None:
        displays = self.displays
        displays.cursor_moved.connect(self.gestures.move_cursor)
        displays.moved_finished.connect(self.gestures.end)
        displays.pointed.connect(self._point)
        displays.picked.connect(self._pick)
        if self.side is not None:
            self.side.trapped.connect(self.gestures.set_fields)
            self.side.randomise.clicked.connect(self.gestures.randomise)
            self.side.reset.clicked.connect(self.document.reset)

    def draw(self, result: Result) -> None:
        assert isinstance(result, ScalingResult)
        self._result = result
        self._begin()
        self.question.follow()
        explanation = self.arithmetic.explanation(result)
        lit = () if explanation is None else explanation.operands
        self.displays.show_result(result, self.pinned_result, lit)
        self.rows.show_dimmed(self._at_work)
        self._tell(None if explanation is None else explanation.text, COVERED)
        self.prediction.show_matrices(questions(result.matrices), 0)
        self._arrange()
        if self._enlarged is not None:
            self.thumbnails.refresh()
        if self.side is not None:
            self.side.show_result(result)
        self._show_state(textbook=result.scenario.textbook)

    def part_of(self, name: str) -> str:
        return HOLDING.get(name, name)

    def stage_with(self, name: str) -> str:
        of_row = any(name in matrices for matrices in GROUPS_OF_BARS.values())
        return super().stage_with(name) or ("weights" if of_row else "")

    def first_stage(self) -> str:
        return "weights" if self._result.scenario.textbook else NAMES[0]

    @property
    def _at_work(self) -> bool:
        """Whether the worker is still at the numbers that are shown."""
        return self._result.progress < 1 and self.document.computing

    def _all_rows(self) -> Rows:
        return ROWS

    def _there_are(self, name: str) -> bool:
        return name not in JACOBIANS or self._result.scenario.textbook  # of a random row there are none here

    def _has_line(self) -> bool:
        return not self.controls or self.height() >= look().px(FOR_LINE)

    def _readings(self, stage: str | None, *, whole: bool) -> list[Message]:
        return readings(self._result, self.document.state(self.name), stage, whole=whole)

    def _show_note(self, *, more: bool) -> None:
        if self._at_work:
            self.reading.show_note(Message(COMPUTING, {"percent": int(100 * self._result.progress)}))
        else:
            super()._show_note(more=more)

    def _follow(self) -> None:
        explanation = self.arithmetic.explanation(self._result)
        lit = () if explanation is None else explanation.operands
        self.displays.light(self._result, self.pinned_result, lit)
        self._tell(None if explanation is None else explanation.text, COVERED)

    def _pick(self, matrix: str, i: int, j: int) -> None:
        self.arithmetic.keep(matrix, (i, j))
        self._follow()
