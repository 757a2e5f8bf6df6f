"""A panel of displays that says in sentences what its numbers are: the first of them in a line, all over the panel."""

from abc import abstractmethod

from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QWidget

from attnstudio.state.figures import NO_TEXT
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, listed
from attnstudio.ui.seen_displays import SeenDisplays

MORE = Message(QT_TRANSLATE_NOOP("attnstudio", "W: more"))


class ReadingsPanel(SeenDisplays):
    """Has the action "readings", which puts all sentences over `rows`, what else there is to see, or away."""

    rows: QWidget

    @abstractmethod
    def _readings(self, stage: str | None, *, whole: bool) -> list[Message]:
        """Return what is to be read, the most important first: of a stage, or of all; `whole`: all of it."""

    def toggle_readings(self) -> None:
        """Have all that is said of what is seen over the displays, or put it away."""
        self._say_all(not self._all_said)
        self._follow()

    def _say_all(self, on: bool) -> None:
        self._all_said, self._controls_wanted = on, self._controls_wanted and not on
        self._arrange()

    def _let_go(self) -> bool:
        said_all = self._all_said
        if said_all:
            self._say_all(False)
        return super()._let_go() or said_all

    def _sheet_area(self) -> QRectF | None:
        """Return where sentences may be written over the panel: over the displays and the reading line."""
        if not self.rows.isVisibleTo(self):
            return None
        area = QRectF(self.rows.geometry())
        return area.united(QRectF(self.reading.geometry())) if self.reading.isVisibleTo(self) else area

    def _tell(self, text: Message | None, covered: Message) -> None:
        """Write out an arithmetic, or what the numbers say; `covered` where that is withheld."""
        state, stage = self.document.state(self.name), self.stage_shown
        told = self._readings(stage, whole=self._all_said) or [covered]
        shown = told[:1] if self._room().compact and not self._all_said else told
        more = len(self._readings(stage, whole=True)) > len(shown)
        self._show_note(more=more)
        usual = text is None and state.pinned is None  # what is usual can be read with W
        over = self._all_said or self.arithmetic.place is not None
        self._say(text or listed(shown, " "), kept=self.arithmetic.kept, arithmetic=over, usual=usual)

    def _show_note(self, *, more: bool) -> None:
        """Say beside the sentences that there is more to read."""
        self.reading.show_note(MORE if more and self.controls else NO_TEXT, stays=True)
