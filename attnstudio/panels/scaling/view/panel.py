"""The Scaling panel: why the scores are divided by √d_k."""

from functools import partial

from PySide6.QtCore import QRectF, Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from attnstudio.panels.scaling.compute import ScalingResult
from attnstudio.panels.scaling.cover import COVERED, explain_shown
from attnstudio.panels.scaling.questions import questions
from attnstudio.panels.scaling.readings import readings
from attnstudio.panels.scaling.stages import NAMES, STAGES
from attnstudio.panels.scaling.view.arrangement import NARROWEST, Arrangement, Wanted
from attnstudio.panels.scaling.view.chooser import CONTROLS, READINGS, Chooser
from attnstudio.panels.scaling.view.commands import ACTIONS
from attnstudio.panels.scaling.view.displays import (
    GROUPS_OF_BARS,
    HOLDING,
    JACOBIANS,
    SHORT,
    TITLES,
    Displays,
    belongs,
    first_of,
    stage_of,
)
from attnstudio.panels.scaling.view.gestures import Gestures
from attnstudio.panels.scaling.view.side import SideControls
from attnstudio.state.figures import NO_TEXT, Result
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, listed
from attnstudio.ui.arithmetic import Arithmetic
from attnstudio.ui.document import Document
from attnstudio.ui.painted import Painted
from attnstudio.ui.room import Room
from attnstudio.ui.staged_panel import StagedPanel, stage_beside
from attnstudio.ui.theme import look
from attnstudio.ui.words import said

KINDS = {"spread": "score", "weights": "weight", "saturation": "weight", "gradient": "exp"}
COMPUTING = QT_TRANSLATE_NOOP("scaling", "computing … {percent} %")
MORE = Message(QT_TRANSLATE_NOOP("scaling", "W: more"))
FOR_LINE = 300  # pixels at 100 % in height, notices and all; in less, no line for sentences stays beside the displays
MATRIX_OF = {"raw_row": "raw_weights", "row": "weights"}  # what is copied of bars


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
        self._controls_wanted = False  # where they take turns with the displays
        self._all_said = False  # all sentences, over the displays
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
            "pin": self.gestures.toggle_pin, "readings": self._toggle_readings,
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
        self.reading.clicked.connect(self._toggle_readings)
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
        self.displays.show_result(result, self.document.pinned_result, lit)
        self._show_progress()
        self._tell(None if explanation is None else explanation.text)
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

    def _name_at_keyboard(self) -> str | None:
        return next((name for name, figure in self.displays.figures.items() if figure.hasFocus()), None)

    def first_stage(self) -> str:
        return "weights" if self._result.scenario.textbook else NAMES[0]

    def _show_progress(self) -> None:
        """Pale numbers that the worker is still at."""
        self.displays.show_dimmed(self._result.progress < 1 and self.document.computing)

    def _tell(self, text: Message | None) -> None:
        """Write out an arithmetic, or what the numbers say."""
        state, stage = self.document.state(self.name), self._stage_shown()
        told = readings(self._result, state, stage, whole=self._all_said) or [COVERED]
        shown = told[:1] if self._room().compact and not self._all_said else told
        self._show_note(more=len(readings(self._result, state, stage, whole=True)) > len(shown))
        usual = text is None and state.pinned is None  # what is usual is in the plots too
        over = self._all_said or self.arithmetic.place is not None
        self._say(text or listed(shown, " "), kept=self.arithmetic.kept, arithmetic=over, usual=usual)

    def _show_note(self, *, more: bool) -> None:
        """Say beside the sentences how far the worker has come, or that there is more to read."""
        if self._result.progress < 1 and self.document.computing:
            self.reading.show_note(Message(COMPUTING, {"percent": int(100 * self._result.progress)}))
        else:
            self.reading.show_note(MORE if more and self.controls else NO_TEXT, stays=True)

    def _toggle_readings(self) -> None:
        self._say_all(not self._all_said)

    def _say_all(self, on: bool) -> None:
        """Have all sentences over the displays, or put them away."""
        self._all_said, self._controls_wanted = on, self._controls_wanted and not on
        self._arrange()

    def _let_go(self) -> bool:
        said_all = self._all_said
        if said_all:
            self._say_all(False)
        return super()._let_go() or said_all

    def _sheet_area(self) -> QRectF | None:
        """Return where sentences may be written over the panel: over the displays and the reading line."""
        if not self.displays.isVisibleTo(self):
            return None
        area = QRectF(self.displays.geometry())
        return area.united(QRectF(self.reading.geometry())) if self.reading.isVisibleTo(self) else area

    def _room(self) -> Room:
        room = Room.of(self, NARROWEST, self.whole_height())
        return room if self.controls else room._replace(narrow=False, low=False)  # nobody chooses in a picture

    def _wanted(self) -> Wanted:
        textbook, asked = self._result.scenario.textbook, self.prediction.asked is not None
        guessing = asked and self.controls and not (self.question.away or self.prediction.is_judged)
        return Wanted(
            self._stage, self._enlarged, self._controls_wanted, textbook, asked, guessing, self._all_said
        )  # fmt: skip

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
        page = wanted.readings_alone(room)
        self.reading.set_page(page)
        self.reading.setVisible(page or not self.controls or self.height() >= look().px(FOR_LINE))
        if not self._arrangement.arrange(wanted, room):
            return
        self.question.find()
        if self.side is not None:
            self.side.set_compact(room.compact, filling=room.narrow)
        self._show_chooser()
        self.strip.setVisible(wanted.strip(room))
        self.prediction.bar.set_compact(room.compact, short=room.tight and room.narrow)
        self.reading.set_lines(1 if room.tight else 2)
        self.thumbnails.setVisible(self._enlarged is not None and self.controls and not room.for_one)
        stage = self._stage_shown()
        chosen = stage is not None and (self._enlarged not in TITLES or room.for_one)
        self.strip.show_enlarged(NAMES.index(stage) if stage is not None and chosen else None)
        if self._enlarged is not None:
            self.thumbnails.show_items([self._thumbnail(name) for name in self._possible()], self._enlarged)
        self._follow()

    def _show_chooser(self) -> None:
        """Show the list where one display has room, unless the guess bar needs the room of the list."""
        self._actions["readings"].setChecked(self._all_said)
        room, wanted = self._room(), self._wanted()
        alone = wanted.controls_alone(room)
        self.chooser.setVisible(room.for_one and (alone or not (room.low and wanted.asked)))
        if room.for_one:
            names = (*self._possible(), READINGS, *([CONTROLS] if room.narrow else []))
            seen = READINGS if self._all_said else wanted.filling(room) or names[0]
            self.chooser.show_names(names, CONTROLS if alone else seen)

    def _possible(self) -> tuple[str, ...]:
        """Return the displays that there are: a random row has no Jacobians here."""
        return tuple(name for name in TITLES if name not in JACOBIANS or self._result.scenario.textbook)

    def _thumbnail(self, name: str) -> tuple[str, str, Painted]:
        return name, said(SHORT[name]), self.displays.figures[name]

    def _choose(self, name: str) -> None:
        """Show what was chosen in the list, which keeps the keyboard."""
        self._controls_wanted = name == CONTROLS
        if name in TITLES:
            self._enlarged = name
        self._say_all(name == READINGS)

    def copied(self) -> str | None:
        focused = self.window().focusWidget()
        name = next((name for name, figure in self.displays.figures.items() if figure is focused), None)
        name = name or self.enlarged or self._stage_shown()
        return None if name is None else MATRIX_OF.get(name, name)

    def shows(self, stage: str) -> bool:
        wanted, room = self._wanted(), self._room()
        filling = wanted.filling(room)
        hidden = wanted.controls_alone(room) or wanted.readings_alone(room)
        return not hidden and (filling in (None, stage) or belongs(filling, stage))

    def turn_to(self, stage: str) -> None:
        if not self.shows(stage):
            self._controls_wanted, self._all_said, self._stage = False, False, stage
            self._enlarged = None if self._enlarged is None or self._room().compact else stage

    def rearrange(self) -> None:
        self._arrange()
        self._follow()

    def place_of(self, name: str) -> QWidget | None:
        part = self.part_of(name)
        if part not in (*NAMES, *self._possible()):
            return super().place_of(name)
        return self.displays.figures[part if part in TITLES else first_of(part)]

    def part_of(self, name: str) -> str:
        return HOLDING.get(name, name)

    def show_controls(self) -> None:
        self._choose(CONTROLS)

    def parts(self) -> dict[str, str]:
        return {stage.name: said(stage.title) for stage in STAGES} | {n: said(SHORT[n]) for n in self._possible()}

    def enlarge(self, name: str) -> None:
        if name not in (*NAMES, *self._possible()):
            return
        self._all_said = self._all_said and not self._room().for_one
        self._controls_wanted = False
        if name in NAMES:
            self._stage = name
        self._enlarged = None if name == self._enlarged or (name in NAMES and self._room().compact) else name
        self._arrange()
        figures = self.displays.figures
        wanted = (figures[first_of(name)], figures[first_of(stage_of(name))], *figures.values())
        if (figure := next((each for each in wanted if each.isVisibleTo(self)), None)) is not None:
            figure.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _go(self, by: int) -> None:
        """Go to the next stage: the one that has the panel to itself, or the display that has the keyboard."""
        alone, figures, focused = self._stage_shown(), self.displays.figures, self._name_at_keyboard()
        stage = alone or (None if focused is None else stage_of(focused))
        at = None if stage is None else NAMES.index(stage)
        index = stage_beside(at, by, len(NAMES))
        if alone is None:
            figures[first_of(NAMES[index])].setFocus(Qt.FocusReason.ShortcutFocusReason)
        elif index != at:
            self.enlarge(NAMES[index])

    def _pick(self, matrix: str, i: int, j: int) -> None:
        self.arithmetic.keep(matrix, (i, j))
        self._follow()
