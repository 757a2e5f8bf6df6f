"""The Scaling panel: why the scores are divided by √d_k."""

from functools import partial

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from attnstudio.panels.scaling.compute import ScalingResult
from attnstudio.panels.scaling.cover import COVERED, explain_shown
from attnstudio.panels.scaling.questions import questions
from attnstudio.panels.scaling.readings import readings
from attnstudio.panels.scaling.stages import NAMES, STAGES
from attnstudio.panels.scaling.view.arranged import ArrangedPanel
from attnstudio.panels.scaling.view.arrangement import Arrangement
from attnstudio.panels.scaling.view.chooser import Chooser
from attnstudio.panels.scaling.view.commands import ACTIONS
from attnstudio.panels.scaling.view.displays import GROUPS_OF_BARS, JACOBIANS, TITLES, Displays, stage_of
from attnstudio.panels.scaling.view.gestures import Gestures
from attnstudio.panels.scaling.view.side import SideControls
from attnstudio.state.figures import NO_TEXT, Result
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.ui.arithmetic import Arithmetic
from attnstudio.ui.document import Document

KINDS = {"spread": "score", "weights": "weight", "saturation": "weight", "gradient": "exp"}
COMPUTING = QT_TRANSLATE_NOOP("scaling", "computing … {percent} %")
MATRIX_OF = {"raw_row": "raw_weights", "row": "weights"}  # what is copied of bars


class ScalingPanel(ArrangedPanel):
    """Draws a ScalingResult and turns gestures into edits of its Scenario."""

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
        self.displays = self.rows = Displays()
        self.chooser = Chooser()
        self.side = SideControls(document, name) if controls else None
        self._build()
        self._connect()
        self.refresh()

    def _build(self) -> None:
        right, whole = QVBoxLayout(), QHBoxLayout(self)
        whole.addLayout(right, 1)
        for widget in (self.chooser, self.strip, self.prediction.bar, self.displays, self.reading, self.thumbnails):
            right.addWidget(widget, 1 if widget is self.displays else 0)
        for painted in (self.strip, self.reading, self.prediction.bar):
            painted.stand_on("window")
        self._arrangement = Arrangement(whole, right, self.displays, self.side)
        self._make_actions(ACTIONS, {
            "randomise": self.gestures.randomise, "textbook": self.gestures.toggle_textbook,
            "pin": self.gestures.toggle_pin, "readings": self.toggle_readings,
            **{name: partial(self.enlarge, name) for name in (*NAMES, *TITLES)},
        })  # fmt: skip

    def _connect(self) -> None:
        displays = self.displays
        displays.opened.connect(self.enlarge)
        self.chooser.chosen.connect(self._choose)
        displays.cursor_moved.connect(self.gestures.move_cursor)
        displays.moved_finished.connect(self.gestures.end)
        displays.pointed.connect(self._point)
        displays.picked.connect(self._pick)
        self.reading.clicked.connect(self.toggle_readings)
        if self.side is not None:
            self.side.trapped.connect(self.gestures.set_fields)
            self.side.randomise.clicked.connect(self.gestures.randomise)
            self.side.reset.clicked.connect(self.document.reset)

    def draw(self, result: Result) -> None:
        assert isinstance(result, ScalingResult)
        self._result = result
        self._begin()
        if self._enlarged in JACOBIANS and not result.scenario.textbook:
            self._enlarged = None
        self.question.follow()
        explanation = self.arithmetic.explanation(result)
        lit = () if explanation is None else explanation.operands
        self.displays.show_result(result, self.pinned_result, lit)
        self.displays.show_dimmed(self._at_work)
        self._tell(None if explanation is None else explanation.text, COVERED)
        self.prediction.show_matrices(questions(result.matrices), 0)
        self._arrange()
        if self._enlarged is not None:
            self.thumbnails.refresh()
        if self.side is not None:
            self.side.show_result(result)
        self._show_state(textbook=result.scenario.textbook)

    def stage_with(self, name: str) -> str:
        if name in TITLES or name in NAMES:
            return stage_of(name)
        return "weights" if any(name in matrices for matrices in GROUPS_OF_BARS.values()) else ""

    def first_stage(self) -> str:
        return "weights" if self._result.scenario.textbook else NAMES[0]

    @property
    def _at_work(self) -> bool:
        """Whether the worker is still at the numbers that are shown."""
        return self._result.progress < 1 and self.document.computing

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

    def copied(self) -> str | None:
        focused = self.window().focusWidget()
        name = next((name for name, figure in self.displays.figures.items() if figure is focused), None)
        name = name or self.enlarged or self.stage_shown
        return None if name is None else MATRIX_OF.get(name, name)

    def _pick(self, matrix: str, i: int, j: int) -> None:
        self.arithmetic.keep(matrix, (i, j))
        self._follow()
