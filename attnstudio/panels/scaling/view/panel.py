"""The Scaling panel: why the scores are divided by √d_k."""

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from attnstudio.panels.scaling.compute import ScalingResult
from attnstudio.panels.scaling.cover import explain_shown
from attnstudio.panels.scaling.stages import NAMES, STAGES
from attnstudio.panels.scaling.view.arrangement import NARROWEST, Arrangement, Wanted
from attnstudio.panels.scaling.view.chooser import CONTROLS, Chooser
from attnstudio.panels.scaling.view.commands import ACTIONS
from attnstudio.panels.scaling.view.displays import JACOBIANS, SHORT, TITLES, Displays, first_of, stage_of
from attnstudio.panels.scaling.view.gestures import Gestures
from attnstudio.panels.scaling.view.side import SideControls
from attnstudio.state.comparison import differences
from attnstudio.state.figures import NO_TEXT, Result
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, listed
from attnstudio.ui.arithmetic import Arithmetic
from attnstudio.ui.document import Document
from attnstudio.ui.painted import Painted
from attnstudio.ui.room import Room
from attnstudio.ui.staged_panel import StagedPanel, stage_beside
from attnstudio.ui.words import said

KINDS = {"spread": "score", "weights": "weight", "saturation": "weight", "gradient": "exp"}
READ = {  # what the reading line tells: of everything, and of each stage
    "": ("spread", "saturation"),
    "spread": ("spread", "law"),
    "weights": ("weights", "gain"),
    "saturation": ("saturation",),
    "gradient": ("gradient",),
    "textbook": ("slopes",),  # what the gradient is for the row made by hand
}
COVERED = Message(QT_TRANSLATE_NOOP("scaling", "Covered: make your guess first."))
COMPUTING = QT_TRANSLATE_NOOP("scaling", "computing … {percent} %")
FROM_A = QT_TRANSLATE_NOOP("scaling", "From A to B: {changes}.")


class ScalingPanel(StagedPanel):
    """Draws a ScalingResult and turns gestures into edits of its Scenario."""

    least = (300, 130)  # for one display or the controls

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
        self._controls_wanted = False  # where they take turns with the displays
        self.gestures = Gestures(document, name)
        self.displays, self.chooser = Displays(), Chooser()
        self.side = SideControls(document, name) if controls else None
        self._build()
        self._connect()
        self.refresh()

    def _build(self) -> None:
        right, whole = QVBoxLayout(), QHBoxLayout(self)
        for widget in (self.chooser, self.strip, self.prediction.bar, self.displays, self.reading, self.thumbnails):
            right.addWidget(widget, 1 if widget is self.displays else 0)
        for painted in (self.strip, self.reading, self.prediction.bar):
            painted.stand_on("window")
        whole.addLayout(right, 1)
        self._arrangement = Arrangement(whole, right, self.displays, self.side)
        self._make_actions(ACTIONS, {
            "randomise": self.gestures.randomise, "textbook": self.gestures.toggle_textbook,
            "pin": self.gestures.toggle_pin, **{name: partial(self.enlarge, name) for name in (*NAMES, *TITLES)},
        })  # fmt: skip

    def _connect(self) -> None:
        displays = self.displays
        displays.opened.connect(self.enlarge)
        self.chooser.chosen.connect(self._choose)
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
        if self._enlarged in JACOBIANS and not result.scenario.textbook:
            self._enlarged = None
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
        usual = text is None and self.document.state(self.name).pinned is None
        if text is None:
            text = self._said()
        told = self.arithmetic.place is not None
        self._say(text, kept=self.arithmetic.kept, arithmetic=told, usual=usual)  # what is usual is in the plots too

    def _said(self) -> Message:
        """Return what was changed from A, or what the stage that is shown comes to."""
        pinned = self.document.state(self.name).pinned
        if pinned is not None:
            return Message(FROM_A, {"changes": differences(pinned, self._result.scenario)})
        captions = self._result.captions
        stage = self._stage_shown() or ""
        if stage == "gradient" and self._result.scenario.textbook:
            stage = "textbook"
        told = [captions[name] for name in READ[stage] if name in captions]
        return listed(told[:1] if self._room().compact else told, " ") if told else COVERED

    def _room(self) -> Room:
        room = Room.of(self, NARROWEST)
        return room if self.controls else room._replace(narrow=False, low=False)  # nobody chooses in a picture

    def _wanted(self) -> Wanted:
        textbook, asked = self._result.scenario.textbook, self.prediction.asked is not None
        return Wanted(self._stage, self._enlarged, self._controls_wanted, textbook, asked)

    def _stage_shown(self) -> str | None:
        """Return the stage that has the panel to itself; that of a display that has."""
        filling = self._wanted().filling(self._room())
        return None if filling is None else stage_of(filling)

    def _follow(self) -> None:
        explanation = self.arithmetic.explanation(self._result)
        lit = () if explanation is None else explanation.operands
        self.displays.light(self._result, self.document.pinned_result, lit)
        self._tell(None if explanation is None else explanation.text)

    def _arrange(self) -> None:
        room, wanted = self._room(), self._wanted()
        if not self._arrangement.arrange(wanted, room):
            return
        alone = wanted.controls_alone(room)
        if self.side is not None:
            self.side.set_compact(room.compact, filling=room.narrow)
        self.chooser.setVisible(room.for_one)
        if room.for_one:
            names = (*self._possible(), *([CONTROLS] if room.narrow else []))
            self.chooser.show_names(names, CONTROLS if alone else wanted.filling(room) or names[0])
        self.strip.setVisible(wanted.strip(room))
        self.prediction.bar.set_compact(room.compact)
        self.reading.setVisible(not (room.tight and self.controls))
        self.thumbnails.setVisible(self._enlarged is not None and self.controls and not room.for_one)
        stage = self._stage_shown()
        chosen = stage is not None and (self._enlarged not in TITLES or room.for_one)
        self.strip.show_enlarged(NAMES.index(stage) if stage is not None and chosen else None)
        if self._enlarged is not None:
            self.thumbnails.show_items([self._thumbnail(name) for name in self._possible()], self._enlarged)
        self._follow()

    def _possible(self) -> tuple[str, ...]:
        """Return the displays that there are: a random row has no Jacobians here."""
        return tuple(name for name in TITLES if name not in JACOBIANS or self._result.scenario.textbook)

    def _thumbnail(self, name: str) -> tuple[str, str, Painted]:
        return name, said(SHORT[name]), self.displays.figures[name]

    def _choose(self, name: str) -> None:
        """Show what was chosen in the list, which keeps the keyboard."""
        self._controls_wanted = name == CONTROLS
        if name != CONTROLS:
            self._enlarged = name
        self._arrange()

    def parts(self) -> dict[str, str]:
        return {stage.name: said(stage.title) for stage in STAGES} | {n: said(SHORT[n]) for n in self._possible()}

    def enlarge(self, name: str) -> None:
        if name not in (*NAMES, *self._possible()):
            return
        self._controls_wanted = False
        if name in NAMES:
            self._stage = name
        self._enlarged = None if name == self._enlarged or (name in NAMES and self._room().compact) else name
        self._arrange()
        first = self.displays.figures[first_of(name)]
        if first.isVisibleTo(self):
            first.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _go(self, by: int) -> None:
        """Go to the next stage: the one that has the panel to itself, or the display that has the keyboard."""
        alone, figures = self._stage_shown(), self.displays.figures
        focused = next((stage_of(name) for name, figure in figures.items() if figure.hasFocus()), None)
        stage = alone or focused
        at = None if stage is None else NAMES.index(stage)
        index = stage_beside(at, by, len(NAMES))
        if alone is None:
            figures[first_of(NAMES[index])].setFocus(Qt.FocusReason.ShortcutFocusReason)
        elif index != at:
            self.enlarge(NAMES[index])

    def _pick(self, matrix: str, i: int, j: int) -> None:
        self.arithmetic.keep(matrix, (i, j))
        self._follow()
