"""The Scaling panel: why the scores are divided by √d_k."""

from functools import partial

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from attnstudio.panels.scaling.compute import ScalingResult
from attnstudio.panels.scaling.cover import explain_shown
from attnstudio.panels.scaling.stages import NAMES, STAGES
from attnstudio.panels.scaling.view.arrangement import Arrangement, Room, Wanted
from attnstudio.panels.scaling.view.commands import ACTIONS
from attnstudio.panels.scaling.view.displays import SHORT, TITLES, Displays, rows_of, stage_of
from attnstudio.panels.scaling.view.gestures import Gestures
from attnstudio.panels.scaling.view.side import SideControls
from attnstudio.state.comparison import differences
from attnstudio.state.figures import NO_TEXT, Result
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, listed
from attnstudio.ui.arithmetic import Arithmetic
from attnstudio.ui.document import Document
from attnstudio.ui.painted import Painted
from attnstudio.ui.staged_panel import StagedPanel, stage_beside
from attnstudio.ui.theme import look
from attnstudio.ui.words import said

KINDS = {"spread": "score", "weights": "weight", "saturation": "weight", "gradient": "exp"}
READ = {  # what the reading line tells: of everything, and of each stage
    "": ("spread", "saturation"),
    "spread": ("spread", "law"),
    "weights": ("weights", "gain"),
    "saturation": ("saturation",),
    "gradient": ("gradient",),
}
COVERED = Message(QT_TRANSLATE_NOOP("scaling", "Covered: make your guess first."))
COMPUTING = QT_TRANSLATE_NOOP("scaling", "computing … {percent} %")
FROM_A = QT_TRANSLATE_NOOP("scaling", "From A to B: {changes}.")
WIDTH = 252  # pixels at 100 %, of the controls


class ScalingPanel(StagedPanel):
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
        self._stage = NAMES[0]  # shown where only one has room
        self.gestures = Gestures(document, name)
        self.displays = Displays()
        self.side = SideControls(document, name) if controls else None
        self._build()
        self._connect()
        self.refresh()

    def _build(self) -> None:
        right, whole = QVBoxLayout(), QHBoxLayout(self)
        for widget in (self.strip, self.prediction.bar, self.displays, self.reading, self.thumbnails):
            right.addWidget(widget, 1 if widget is self.displays else 0)
        for painted in (self.strip, self.reading, self.prediction.bar):
            painted.stand_on("window")
        if self.side is not None:
            whole.addWidget(self.side)
        whole.addLayout(right, 1)
        self._arrangement = Arrangement(whole, right, self.displays)
        self._make_actions(ACTIONS, {
            "randomise": self.gestures.randomise, "textbook": self.gestures.toggle_textbook,
            "pin": self.gestures.toggle_pin, **{name: partial(self.enlarge, name) for name in (*NAMES, *TITLES)},
        })  # fmt: skip
        self._space()

    def _connect(self) -> None:
        displays = self.displays
        displays.opened.connect(self.enlarge)
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
        explanation = self.arithmetic.explanation(result)
        lit = () if explanation is None else explanation.operands
        self.displays.show_result(result, self.document.pinned_result, lit)
        self._tell(None if explanation is None else explanation.text)
        self.prediction.show_matrices(result.matrices, 0)
        self._show_progress()
        self._arrange()
        if self._enlarged is not None:
            self.thumbnails.refresh()
        if self.side is not None:
            self.side.show_result(result)
        self._show_state(textbook=result.scenario.textbook)

    def _show_progress(self) -> None:
        """Say how far the worker has come, over paler numbers."""
        computing = self._result.progress < 1 and self.document.computing
        self.displays.show_dimmed(computing)
        note = Message(COMPUTING, {"percent": int(100 * self._result.progress)})
        self.reading.show_note(note if computing else NO_TEXT)

    def _tell(self, text: Message | None) -> None:
        """Write out an arithmetic, or what the numbers say."""
        if text is None:
            text = self._said()
        self.reading.show_text(text, kept=self.arithmetic.kept)
        if not self.reading.isVisibleTo(self):
            self.status.emit(text)

    def _said(self) -> Message:
        """Return what was changed from A, or what the stage that is shown comes to."""
        pinned = self.document.state(self.name).pinned
        if pinned is not None:
            return Message(FROM_A, {"changes": differences(pinned, self._result.scenario)})
        captions = self._result.captions
        told = [captions[name] for name in READ[self._stage_shown() or ""] if name in captions]
        return listed(told[:1] if Room.of(self).compact else told, " ") if told else COVERED

    def _stage_shown(self) -> str | None:
        """Return the stage that has the panel to itself; that of a display that has."""
        if self._enlarged is None:
            return self._stage if Room.of(self).compact else None
        return stage_of(self._enlarged)

    def _follow(self) -> None:
        explanation = self.arithmetic.explanation(self._result)
        lit = () if explanation is None else explanation.operands
        self.displays.light(self._result, self.document.pinned_result, lit)
        self._tell(None if explanation is None else explanation.text)

    def _arrange(self) -> None:
        room = Room.of(self)
        wanted = Wanted(self._stage, self._enlarged, self._result.scenario.textbook)
        if not self._arrangement.arrange(wanted, room):
            return
        if self.side is not None:
            self.side.set_compact(room.compact)
        self.reading.setVisible(not (room.tight and self.controls))
        self.thumbnails.setVisible(self._enlarged is not None and self.controls)
        stage = self._enlarged if self._enlarged in NAMES else self._stage_shown()
        self.strip.show_enlarged(None if stage is None or self._enlarged in TITLES else NAMES.index(stage))
        if self._enlarged is not None:
            self.thumbnails.show_items([self._thumbnail(name) for name in TITLES], self._enlarged)
        self._follow()

    def _thumbnail(self, name: str) -> tuple[str, str, Painted]:
        return name, said(SHORT[name]), self.displays.figures[name]

    def enlarge(self, name: str) -> None:
        if name in NAMES:
            self._stage = name
        self._enlarged = None if name == self._enlarged or (name in NAMES and Room.of(self).compact) else name
        self._arrange()
        first = self._first(name)
        if first.isVisibleTo(self):
            first.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _first(self, name: str) -> Painted:
        """Return what of a stage is read first; a display itself."""
        return self.displays.figures[rows_of(name, textbook=False)[0][0]]

    def _go(self, by: int) -> None:
        """Go to the next stage: the one that has the panel to itself, or the display that has the keyboard."""
        alone, figures = self._stage_shown(), self.displays.figures
        focused = next((stage_of(name) for name, figure in figures.items() if figure.hasFocus()), None)
        stage = alone or focused
        at = None if stage is None else NAMES.index(stage)
        index = stage_beside(at, by, len(NAMES))
        if alone is None:
            self._first(NAMES[index]).setFocus(Qt.FocusReason.ShortcutFocusReason)
        elif index != at:
            self.enlarge(NAMES[index])

    def _pick(self, matrix: str, i: int, j: int) -> None:
        self.arithmetic.keep(matrix, (i, j))
        self._follow()

    def _space(self) -> None:
        if self.side is not None:
            self.side.setFixedWidth(look().px(WIDTH))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and hasattr(self, "_arrangement"):
            self._space()
