"""What of the Scaling panel is seen, in what room: the half of the panel that moves displays and draws nothing."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from attnstudio.panels.scaling.compute import ScalingResult
from attnstudio.panels.scaling.stages import NAMES, STAGES
from attnstudio.panels.scaling.view.arrangement import NARROWEST, Arrangement, Wanted
from attnstudio.panels.scaling.view.chooser import CONTROLS, READINGS, Chooser
from attnstudio.panels.scaling.view.displays import (
    HOLDING,
    JACOBIANS,
    SHORT,
    TITLES,
    Displays,
    belongs,
    first_of,
    stage_of,
)
from attnstudio.panels.scaling.view.side import SideControls
from attnstudio.ui.painted import Painted
from attnstudio.ui.readings_panel import ReadingsPanel
from attnstudio.ui.room import Room
from attnstudio.ui.staged_panel import stage_beside
from attnstudio.ui.theme import look
from attnstudio.ui.words import said

FOR_LINE = 300  # pixels at 100 % in height, notices and all; in less, no line for sentences stays beside the displays


class ArrangedPanel(ReadingsPanel):
    """Has the displays, the list to choose them from and the controls; a subclass makes and draws them."""

    least = (300, 130)  # for one display or the controls
    displays: Displays
    chooser: Chooser
    side: SideControls | None
    _arrangement: Arrangement
    _result: ScalingResult
    _controls_wanted = False  # where they take turns with the displays

    def _name_at_keyboard(self) -> str | None:
        return next((name for name, figure in self.displays.figures.items() if figure.hasFocus()), None)

    def _put_controls_away(self) -> None:
        self._controls_wanted = False

    def _follow_readings(self) -> None:
        self._arrange()

    def _room(self) -> Room:
        room = Room.of(self, NARROWEST, self.whole_height())
        return room if self.controls else room._replace(narrow=False, low=False)  # nobody chooses in a picture

    def _wanted(self) -> Wanted:
        textbook, asked = self._result.scenario.textbook, self.prediction.asked is not None
        guessing = asked and self.controls and not (self.question.away or self.prediction.is_judged)
        return Wanted(
            self._stage, self._enlarged, self._controls_wanted, textbook, asked, guessing, self._all_said
        )  # fmt: skip

    @property
    def stage_shown(self) -> str | None:
        """The stage that has the panel to itself; that of a display that has."""
        filling = self._wanted().filling(self._room())
        return None if filling is None else stage_of(filling)

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
        stage = self.stage_shown
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
        alone, figures, focused = self.stage_shown, self.displays.figures, self._name_at_keyboard()
        stage = alone or (None if focused is None else stage_of(focused))
        at = None if stage is None else NAMES.index(stage)
        index = stage_beside(at, by, len(NAMES))
        if alone is None:
            figures[first_of(NAMES[index])].setFocus(Qt.FocusReason.ShortcutFocusReason)
        elif index != at:
            self.enlarge(NAMES[index])
