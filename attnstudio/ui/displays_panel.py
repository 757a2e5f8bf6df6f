"""A panel of stages that are seen in displays on cards, beside the controls or taking turns with them."""

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from attnstudio.ui.display_list import CONTROLS, OTHERS, READINGS, DisplayList
from attnstudio.ui.display_rows import Display, DisplayRows
from attnstudio.ui.readings_panel import ReadingsPanel
from attnstudio.ui.room import Room
from attnstudio.ui.side_column import SideColumn
from attnstudio.ui.staged_panel import stage_beside
from attnstudio.ui.theme import look
from attnstudio.ui.words import said

EDGES = (5, 8)  # pixels at 100 % between cards and around them, in little room and in more


class DisplaysPanel(ReadingsPanel):
    """Arranges displays; a subclass says which there are, and draws them."""

    reads_page = False  # whether sentences that have the place of the displays stand there as the reading line
    rows: DisplayRows
    _arranged: object = None

    def _lay_out(self, displays: Mapping[str, Display], rows: DisplayRows, side: SideColumn | None) -> None:
        """Put all parts in their layouts; called once, with what the subclass has made."""
        self._displays, self.rows, self._side = displays, rows, side
        self.chooser = DisplayList()
        self._right, self._whole = QVBoxLayout(), QHBoxLayout(self)
        self._whole.addLayout(self._right, 1)
        for widget in (self.chooser, self.strip, self.prediction.bar, rows, self.reading, self.thumbnails):
            self._right.addWidget(widget, 1 if widget is rows else 0)
        for painted in (self.strip, self.reading, self.prediction.bar):
            painted.stand_on("window")
        for name, display in displays.items():
            display.figure.opened.connect(partial(self.enlarge, name))  # type: ignore[attr-defined]  # all have it
        self.chooser.chosen.connect(self._choose)
        self.reading.clicked.connect(self.toggle_readings)

    def _has_line(self) -> bool:
        """Return whether the reading line has room beside the displays."""
        return not self._room().low

    def _arrange(self) -> None:
        room = self._room()
        rows, line, asked = self._shown_rows(room), self._has_line(), self.prediction.asked is not None
        wanted = (self._stage, self._enlarged, self._controls_wanted, self._all_said)
        now = (rows, self.possible, room, line, asked, wanted, look())
        if now == self._arranged:
            return
        self._arranged = now
        edge = look().px(EDGES[0] if room.compact else EDGES[1])
        self._whole.setContentsMargins(edge, edge, edge, edge)
        self._whole.setSpacing(edge)
        self._right.setSpacing(edge)
        self._place_side(room)
        page = self.reads_page and self._readings_alone(room)
        self.reading.set_page(page)
        self.reading.setVisible(page or (line and not self._readings_alone(room)))
        self.rows.setVisible(bool(rows) or (self._all_said and not page))  # sentences stand in its place
        self.rows.show_rows(rows, edge)
        self.question.find()
        self._fit(room)

    def _place_side(self, room: Room) -> None:
        """Put the controls beside the displays, or where they take turns with them."""
        if self._side is None:
            return
        self._whole.removeWidget(self._side)
        self._right.removeWidget(self._side)
        (self._right if room.narrow else self._whole).insertWidget(1 if room.narrow else 0, self._side)
        self._side.setVisible(not room.narrow or self._controls_wanted)
        self._side.set_compact(room.compact, filling=room.narrow)

    def _fit(self, room: Room) -> None:
        """Show beside the displays what there is room for."""
        asked = self.prediction.asked is not None
        self._actions["readings"].setChecked(self._all_said)
        self._show_chooser(room)
        self.strip.setVisible(not (room.low or self._controls_alone(room) or (room.narrow and asked)))
        self.prediction.bar.set_compact(room.compact, short=room.tight and room.narrow)
        self.reading.set_lines(1 if room.tight else 2)
        self.thumbnails.setVisible(self._enlarged is not None and self.controls and not room.for_one)
        stage = self.stage_shown
        chosen = stage is not None and (self._enlarged in (None, stage) or room.for_one)
        self.strip.show_enlarged(self._stages.index(stage) if stage is not None and chosen else None)
        if self._enlarged is not None:
            there = {name: self._displays[name] for name in self.possible}
            items = [(name, said(display.short), display.figure) for name, display in there.items()]
            self.thumbnails.show_items(items, self._enlarged)
        self._follow()

    def _show_chooser(self, room: Room) -> None:
        """Show the list where one display has room, unless the guess bar needs the room of the list."""
        alone = self._controls_alone(room)
        self.chooser.setVisible(room.for_one and (alone or not (room.low and self.prediction.asked is not None)))
        if room.for_one:
            titles = {name: self._displays[name].title for name in self.possible} | OTHERS
            if not room.narrow:
                del titles[CONTROLS]
            seen = READINGS if self._all_said else self._filling(room) or next(iter(titles))
            self.chooser.show_names(titles, CONTROLS if alone else seen)

    def _choose(self, name: str) -> None:
        """Show what was chosen in the list, which keeps the keyboard."""
        self._controls_wanted = name == CONTROLS
        if name in self._displays:
            self._enlarged = name
        self._say_all(name == READINGS)
        self._follow()

    def show_controls(self) -> None:
        self._choose(CONTROLS)

    def rearrange(self) -> None:
        self._arrange()
        self._follow()

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
