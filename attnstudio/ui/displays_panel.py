"""A panel of stages that are seen in displays on cards: all at once, those of one stage, one alone, or the controls."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from attnstudio.state.figures import NO_TEXT
from attnstudio.ui.arithmetic import Arithmetic
from attnstudio.ui.card import Card
from attnstudio.ui.display_list import CONTROLS, OTHERS, READINGS, DisplayList
from attnstudio.ui.display_rows import Display, DisplayRows, Rows
from attnstudio.ui.document import Document
from attnstudio.ui.readings_panel import ReadingsPanel
from attnstudio.ui.room import Room
from attnstudio.ui.staged_panel import stage_beside
from attnstudio.ui.theme import look
from attnstudio.ui.words import said

EDGES = (5, 8)  # pixels at 100 % between cards and around them, in little room and in more


class DisplaysPanel(ReadingsPanel):
    """Arranges displays; a subclass says which there are, and draws them.

    Parameters
    ----------
    stage_rows : mapping of str to Rows
        The displays of each stage, in the order of the stages.
    narrowest : int
        Pixels at 100 % in width below which not all displays have room at once.
    """

    least = (300, 130)  # for one display or the controls
    rows: DisplayRows

    def __init__(
        self,
        document: Document,
        name: str,
        stages: Sequence[tuple[str, str, str]],
        arithmetic: Arithmetic[Any],
        stage_rows: Mapping[str, Rows],
        narrowest: int,
        *,
        show_covers: bool = True,
        controls: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(
            document, name, stages, arithmetic, NO_TEXT, show_covers=show_covers, controls=controls, parent=parent
        )
        self._stage_rows, self._narrowest = stage_rows, narrowest
        self._controls_wanted = False  # where they take turns with the displays
        self._arranged: object = None
        self.chooser = DisplayList()

    def _lay_out(self, displays: Mapping[str, Display], rows: DisplayRows, side: Card | None) -> None:
        """Put all parts in their layouts; called once, with what the subclass has made."""
        self._displays, self.rows, self._side = displays, rows, side
        self._right, self._whole = QVBoxLayout(), QHBoxLayout(self)
        self._whole.addLayout(self._right, 1)
        for widget in (self.chooser, self.strip, self.prediction.bar, rows, self.reading, self.thumbnails):
            self._right.addWidget(widget, 1 if widget is rows else 0)
        for painted in (self.strip, self.reading, self.prediction.bar):
            painted.stand_on("window")
        self.chooser.chosen.connect(self._choose)
        self.reading.clicked.connect(self.toggle_readings)

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
        rows = self._all_rows() if name is None else self._stage_rows.get(name, ((name,),))
        kept = (tuple(each for each in row if self._there_are(each)) for row in rows)
        return tuple(row for row in kept if row)

    def first_of(self, name: str) -> str:
        """Return the display of a stage that is read first; a display itself."""
        return next((each for row in self._rows_of(name) for each in row), next(iter(self._displays)))

    def stage_of(self, name: str) -> str:
        """Return the stage that a display belongs to; a stage belongs to itself."""
        return next(s for s, rows in self._stage_rows.items() if name == s or any(name in row for row in rows))

    def stage_with(self, name: str) -> str:
        return super().stage_with(name) or (self.stage_of(name) if name in self._displays else "")

    def _name_at_keyboard(self) -> str | None:
        return next((name for name, display in self._displays.items() if display.figure.hasFocus()), None)

    def _room(self) -> Room:
        room = Room.of(self, self._narrowest, self.whole_height())
        return room if self.controls else room._replace(narrow=False, low=False)  # nobody chooses in a picture

    def _alone(self, room: Room) -> bool:
        """Return whether the controls have the panel to themselves."""
        return self._controls_wanted and room.narrow

    def _all_alone(self, room: Room) -> bool:
        """Return whether all sentences have the place of the displays."""
        return self._all_said and room.for_one

    def _filling(self, room: Room) -> str | None:
        """Return the stage or the display that has the panel to itself, if not the controls."""
        name = self._enlarged or (self._stage if room.compact else None)
        return self.first_of(name) if room.for_one and name in self._stages else name

    def _shown_rows(self, room: Room) -> Rows:
        if self._alone(room) or self._all_alone(room) or (room.low and self._guessing):
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

    def _arrange(self) -> None:
        room = self._room()
        rows, asked = self._shown_rows(room), self.prediction.asked is not None
        seen = (self._stage, self._enlarged, self._controls_wanted, asked, self._all_said)
        now = (rows, self.possible, room, seen, look())
        if now == self._arranged:
            return
        self._arranged = now
        edge = look().px(EDGES[0] if room.compact else EDGES[1])
        self._whole.setContentsMargins(edge, edge, edge, edge)
        self._whole.setSpacing(edge)
        self._right.setSpacing(edge)
        self._place_side(room)
        self.rows.setVisible(bool(rows) or self._all_said)  # sentences stand in its place
        self.rows.show_rows(rows, edge)
        self.question.find()
        self._fit(room)

    def _place_side(self, room: Room) -> None:
        """Put the controls beside the displays, or where they take turns with them."""
        if not isinstance(self._side, Card):
            return
        self._whole.removeWidget(self._side)
        self._right.removeWidget(self._side)
        (self._right if room.narrow else self._whole).insertWidget(1 if room.narrow else 0, self._side)
        self._side.setVisible(not room.narrow or self._controls_wanted)
        self._side.set_compact(room.compact, filling=room.narrow)  # type: ignore[attr-defined]  # as controls of panels have

    def _fit(self, room: Room) -> None:
        """Show beside the displays what there is room for."""
        asked, compact = self.prediction.asked is not None, room.compact
        self._actions["readings"].setChecked(self._all_said)
        self._show_chooser(room)
        self.strip.setVisible(not (room.low or self._alone(room) or (room.narrow and asked)))
        self.prediction.bar.set_compact(compact, short=room.tight and room.narrow)
        self.reading.set_lines(1 if room.tight else 2)
        self.reading.setVisible(not (room.low or self._all_alone(room)))
        enlarged = self._enlarged is not None
        self.thumbnails.setVisible(enlarged and self.controls and not room.for_one)
        stage = self.stage_shown
        chosen = stage is not None and (self._enlarged in (None, stage) or room.for_one)
        self.strip.show_enlarged(self._stages.index(stage) if stage is not None and chosen else None)
        if enlarged:
            self._show_thumbnails()
        self._follow()

    def _show_thumbnails(self) -> None:
        items = [(name, said(self._displays[name].short), self._displays[name].figure) for name in self.possible]
        self.thumbnails.show_items(items, self._enlarged)

    def _show_chooser(self, room: Room) -> None:
        """Show the list where one display has room, unless the guess bar needs the room of the list."""
        alone = self._alone(room)
        self.chooser.setVisible(room.for_one and (alone or not (room.low and self.prediction.asked is not None)))
        if room.for_one:
            titles = {name: self._displays[name].title for name in self.possible} | OTHERS
            if not room.narrow:
                del titles[CONTROLS]
            seen = READINGS if self._all_said else self._filling(room) or next(iter(titles))
            self.chooser.show_names(titles, CONTROLS if alone else seen)

    def _put_controls_away(self) -> None:
        self._controls_wanted = False

    def _follow_readings(self) -> None:
        self._arrange()
        self._show_chooser(self._room())

    def _choose(self, name: str) -> None:
        """Show what was chosen in the list, which keeps the keyboard."""
        self._controls_wanted = name == CONTROLS
        if name in self._displays:
            self._enlarged = name
        self._say_all(name == READINGS)
        self._follow()

    def show_controls(self) -> None:
        self._choose(CONTROLS)

    def place_of(self, name: str) -> QWidget | None:
        part = self.part_of(name)
        if part in self._stages:
            part = self.first_of(part)
        return self._displays[part].figure if part in self.possible else super().place_of(name)

    def shows(self, stage: str) -> bool:
        room = self._room()
        if self._alone(room) or self._all_alone(room):
            return False
        filling = self._filling(room)
        if filling in self._stages:
            return filling == stage  # though another has some of its displays too
        return any(name in each for row in self._rows_of(filling) for name in row for each in self._stage_rows[stage])

    def turn_to(self, stage: str) -> None:
        if not self.shows(stage):
            self._controls_wanted, self._all_said, self._stage = False, False, stage
            self._enlarged = None if self._room().compact else stage

    def rearrange(self) -> None:
        self._arrange()
        self._follow()

    def parts(self) -> dict[str, str]:
        titles = {s: self.strip.stage(i).partition(" ")[2] for i, s in enumerate(self._stages) if self._rows_of(s)}
        return titles | {name: said(self._displays[name].short) for name in self.possible}

    def enlarge(self, name: str) -> None:
        stage = name in self._stages
        if not (stage or name in self.possible) or (stage and not self._rows_of(name)):
            return
        self._say_all(self._all_said and not self._room().for_one)
        self._controls_wanted = False
        if stage:
            self._stage = name
        self._enlarged = None if name == self._enlarged or (stage and self._room().compact) else name
        self._arrange()
        self._give(name)

    def _give(self, name: str) -> None:
        """Give the keyboard to a display or the first of a stage; put away, to that of its stage or else of all."""
        names = (self.first_of(name), self.first_of(self.stage_of(name)), *self.rows.shown)
        figures = (self._displays[each].figure for each in names)
        if (figure := next((each for each in figures if each.isVisibleTo(self)), None)) is not None:
            figure.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _go(self, by: int) -> None:
        """Go to the next stage: the one that has the panel to itself, or the display that has the keyboard."""
        alone = self.stage_shown
        focused = self._name_at_keyboard()
        stages = [stage for stage in self._stages if self._rows_of(stage)]
        stage = alone or (None if focused is None else self.stage_of(focused))
        at = None if stage is None else stages.index(stage)
        there = stages[stage_beside(at, by, len(stages))]
        if there == alone:
            return
        if alone is None and self.shows(there):
            self._give(there)
        else:
            self.enlarge(there)
