"""Which displays of a panel are seen: all at once, those of one stage, one alone, or none."""

from abc import abstractmethod
from collections.abc import Mapping

from PySide6.QtWidgets import QWidget

from attnstudio.ui.display_rows import Display, Rows
from attnstudio.ui.room import Room
from attnstudio.ui.staged_panel import StagedPanel
from attnstudio.ui.words import said


class SeenDisplays(StagedPanel):
    """Knows which displays there are and which of them have room; a subclass shows them.

    Attributes
    ----------
    stage_rows : mapping of str to Rows
        The displays of each stage, in the order of the stages.
    narrowest : int
        Pixels at 100 % in width below which not all displays have room at once.
    matrix_of : mapping of str to str
        What is copied of a display, where that has another name.
    """

    stage_rows: Mapping[str, Rows]
    narrowest: int
    matrix_of: Mapping[str, str]
    _displays: Mapping[str, Display]
    _controls_wanted = False  # where they take turns with the displays
    _all_said = False  # whether all sentences are wanted

    @abstractmethod
    def _all_rows(self) -> Rows:
        """Return where the displays stand while all are shown."""

    @abstractmethod
    def _there_are(self, name: str) -> bool:
        """Return whether the present numbers have something to show in a display."""

    @property
    def possible(self) -> list[str]:
        """The displays that there are."""
        return [name for name in self._displays if self._there_are(name)]

    def _rows_of(self, name: str | None) -> Rows:
        """Return where the displays of a stage stand, one display alone, or all."""
        rows = self._all_rows() if name is None else self.stage_rows.get(name, ((name,),))
        kept = (tuple(each for each in row if self._there_are(each)) for row in rows)
        return tuple(row for row in kept if row)

    def first_of(self, name: str) -> str:
        """Return the display of a stage that is read first; a display itself."""
        return next((each for row in self._rows_of(name) for each in row), next(iter(self._displays)))

    def stage_of(self, name: str) -> str:
        """Return the stage that a display belongs to; a stage belongs to itself."""
        return next(s for s, rows in self.stage_rows.items() if name == s or any(name in row for row in rows))

    def stage_with(self, name: str) -> str:
        return super().stage_with(name) or (self.stage_of(name) if name in self._displays else "")

    def _name_at_keyboard(self) -> str | None:
        focused = self.window().focusWidget()
        return next((name for name, display in self._displays.items() if display.figure is focused), None)

    def copied(self) -> str | None:
        name = self._name_at_keyboard() or self.enlarged or self.stage_shown
        return None if name is None else self.matrix_of.get(name, name)

    def _begin(self) -> None:
        """Turn to the stage that a Scene is about, and from what there is no longer."""
        super()._begin()
        if self._enlarged is not None and not self._rows_of(self._enlarged):
            self._enlarged = None
        if not self._rows_of(self._stage):
            self._stage = self._stages[0]

    def _room(self) -> Room:
        room = Room.of(self, self.narrowest, self.whole_height())
        return room if self.controls else room._replace(narrow=False, low=False)  # nobody chooses in a picture

    def _controls_alone(self, room: Room) -> bool:
        """Return whether the controls have the panel to themselves."""
        return self._controls_wanted and room.narrow

    def _readings_alone(self, room: Room) -> bool:
        """Return whether all sentences have the place of the displays."""
        return self._all_said and room.for_one

    def _filling(self, room: Room) -> str | None:
        """Return the stage or the display that has the panel to itself, if not the controls."""
        name = self._enlarged or (self._stage if room.compact else None)
        return self.first_of(name) if room.for_one and name in self._stages else name

    def _shown_rows(self, room: Room) -> Rows:
        if self._controls_alone(room) or self._readings_alone(room) or (room.low and self._guessing):
            return ()
        return self._rows_of(self._filling(room))

    @property
    def _guessing(self) -> bool:
        """Whether a guess is being entered: what is asked for is covered, and can be done without."""
        asked = self.prediction.asked is not None and self.controls
        return asked and not (self.question.away or self.prediction.is_judged)

    @property
    def stage_shown(self) -> str | None:
        """The stage that has the panel to itself; that of a display that has."""
        filling = self._filling(self._room())
        return None if filling is None else self.stage_of(filling)

    def shows(self, stage: str) -> bool:
        room = self._room()
        if self._controls_alone(room) or self._readings_alone(room):
            return False
        filling = self._filling(room)
        if filling in self._stages:
            return filling == stage  # though another has some of its displays too
        return any(name in each for row in self._rows_of(filling) for name in row for each in self.stage_rows[stage])

    def turn_to(self, stage: str) -> None:
        if not self.shows(stage):
            self._controls_wanted, self._all_said, self._stage = False, False, stage
            self._enlarged = None if self._room().compact else stage

    def place_of(self, name: str) -> QWidget | None:
        part = self.part_of(name)
        if part in self._stages:
            part = self.first_of(part)
        return self._displays[part].figure if part in self.possible else super().place_of(name)

    def parts(self) -> dict[str, str]:
        titles = {s: self.strip.stage(i).partition(" ")[2] for i, s in enumerate(self._stages) if self._rows_of(s)}
        return titles | {name: said(self._displays[name].short) for name in self.possible}
