"""A panel of numbered stages: what can be covered, guessed at, enlarged and walked through works alike on all."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QApplication, QWidget

from attnstudio.state.figures import NO_TEXT
from attnstudio.state.message import Message
from attnstudio.state.scene import Scene
from attnstudio.ui.actions import ActionSpec, make_actions
from attnstudio.ui.arithmetic import Arithmetic
from attnstudio.ui.document import Document
from attnstudio.ui.fold import Fold
from attnstudio.ui.guess_bar import GuessBar
from attnstudio.ui.panel import Panel
from attnstudio.ui.prediction import Prediction
from attnstudio.ui.question import QuestionKeeper
from attnstudio.ui.reading import ReadingLine, ReadingSheet
from attnstudio.ui.strip import StageStrip
from attnstudio.ui.theme import look
from attnstudio.ui.thumbnails import ThumbnailBar


class StagedPanel(Panel):
    """Has the strip, the guess bar, the reading line and the thumbnails; a subclass has the rest and their places.

    Parameters
    ----------
    stages : sequence of (str, str, str)
        Name, title and kind of each stage.
    arithmetic : Arithmetic
    note : Message
        Of the reading line.
    """

    least = (195, 130)  # pixels at 100 % that one figure or the controls need

    def __init__(
        self,
        document: Document,
        name: str,
        stages: Sequence[tuple[str, str, str]],
        arithmetic: Arithmetic[Any],
        note: Message,
        *,
        show_covers: bool = True,
        controls: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(document, name, show_covers=show_covers, controls=controls, parent=parent)
        self._enlarged: str | None = None
        self._stages = tuple(stage for stage, _, _ in stages)
        self._stage = self._stages[0]  # shown where only one has room
        self._begun: Scene | None = None  # the Scene whose first stage was turned to
        self._actions: dict[str, QAction] = {}
        self.arithmetic = arithmetic
        self.strip = StageStrip([(title, kind) for _, title, kind in stages])
        self.reading, self.sheet = ReadingLine(note), ReadingSheet(self)
        self._arithmetic = self._usual = False  # what is said
        self._at_keyboard = ""  # the stage that has it
        self._text = NO_TEXT
        titles = {stage: title for stage, title, _ in stages}
        self.prediction = Prediction(document, name, titles, GuessBar(), self, controls=controls)
        self.question = QuestionKeeper(self)
        self.prediction.bar.closed.connect(self.question.show)
        self._kept: frozenset[str] = frozenset()  # stages that a lesson keeps covered
        document.held.connect(self._follow_locks)
        self.thumbnails = ThumbnailBar()
        self.strip.chosen.connect(lambda index: self._choose_stage(self._stages[index]))
        self.strip.cover_toggled.connect(self.prediction.toggle)
        self.thumbnails.chosen.connect(self.enlarge)
        if isinstance(app := QApplication.instance(), QApplication):
            app.focusChanged.connect(self._follow_keyboard)

    @property
    def enlarged(self) -> str | None:
        """The stage or figure that fills the panel."""
        return self._enlarged

    def leave(self) -> bool:
        """Let go of a kept cell, else bring back the others beside what fills the panel; False where neither is."""
        if self._let_go():
            self._follow()
        elif self._enlarged is not None:
            self.enlarge(self._enlarged)
        else:
            return False
        return True

    def _choose_stage(self, stage: str) -> None:
        """Do what a click on a pill of the strip does: enlarge its stage, or return from it."""
        self.enlarge(stage)

    def first_stage(self) -> str:
        """Return the stage that the present state is about, which a Scene opens on where one alone has room."""
        return self._stages[0]

    def _begin(self) -> None:
        """Turn to the stage that a Scene is about, once after it was opened."""
        if self._begun is not (start := self.document.start):
            self._begun, self._stage = start, self.first_stage()

    def _make_actions(self, table: Sequence[ActionSpec], slots: Mapping[str, Callable[[], object]]) -> None:
        """Build the panel's actions; those of predicting are the same on all panels."""
        walk = {"predict": self.prediction.toggle_all, "next": self._next, "previous": self._previous}
        self._actions = make_actions(self, table, {**walk, **slots})

    def _show_state(self, **checked: bool) -> None:
        """Show on the strip what is covered, and on the actions what is on."""
        state = self.document.state(self.name)
        self._kept = self.prediction.kept
        covered, kept = (frozenset(map(self._stages.index, names)) for names in (state.covered, self._kept))
        self.strip.show_covered(covered, kept)
        for name, on in {**checked, "predict": bool(state.covered), "pin": state.pinned is not None}.items():
            self._actions[name].setChecked(on)

    def _follow_locks(self) -> None:
        if self.prediction.kept != self._kept:
            self.refresh()

    def shows(self, stage: str) -> bool:
        """Return whether a stage is in sight; one of those that share the panel is brought to the front."""
        raise NotImplementedError

    def turn_to(self, stage: str) -> None:
        """Have a stage seen from the next arrangement on, whatever fills the panel now."""
        raise NotImplementedError

    def rearrange(self) -> None:
        """Put everything in its place where something else is to be seen."""
        raise NotImplementedError

    def show_controls(self) -> None:
        """Bring the controls to the front where they take turns with the rest."""
        raise NotImplementedError

    def reveal(self, name: str) -> None:
        place, part = self.place_of(name), self.part_of(name)
        if name != part in self._stages and self._enlarged is not None:
            self.enlarge(self._enlarged)  # which shows nothing of what goes into it
        if place is None or place.isVisibleTo(self):
            return
        if part in self._stages:
            self.turn_to(part)
            self.rearrange()
        elif part in self.parts():
            self.enlarge(part)
        elif not _unfold(place, self):
            self.show_controls()
            _unfold(place, self)

    def _next(self) -> None:
        """Go on to the next question, reveal what was asked for, or walk on: one at a time."""
        if self.prediction.is_judged or self.question.away:
            self.prediction.bar.go_on()
        elif not self.prediction.reveal_next():
            self._go(1)

    def _previous(self) -> None:
        if not self.prediction.cover_last():
            self._go(-1)

    def _let_go(self) -> bool:
        """Let go of the cell whose arithmetic is kept; True where one was."""
        return self.arithmetic.let_go()

    def _point(self, matrix: str, cell: Any) -> None:
        self.arithmetic.point(matrix, cell)
        self._follow()

    def stage_with(self, name: str) -> str:
        """Return the stage that a matrix, figure or display belongs to; "" where none does."""
        return name if name in self._stages else ""

    def _name_at_keyboard(self) -> str | None:
        """Return the matrix, figure or display that has the keyboard."""
        raise NotImplementedError

    def _follow_keyboard(self, _before: QWidget | None, now: QWidget | None) -> None:
        inside = now is not None and self.isAncestorOf(now)
        name = self._stages[self.strip.current] if now is self.strip else self._name_at_keyboard() if inside else None
        self._at_keyboard = "" if name is None else self.stage_with(name)
        self._tell_stage()

    def _tell_stage(self) -> None:
        """Tell which stage the user is at."""
        place = self.arithmetic.place
        pointed = "" if place is None else self.stage_with(place[0])
        filling = "" if self._enlarged is None else self.stage_with(self._enlarged)
        self.point_to(pointed or self._at_keyboard or filling)

    def _say(self, text: Message, *, kept: bool = False, arithmetic: bool = False, usual: bool = False) -> None:
        """Say a sentence in the reading line, or where that has no room.

        An arithmetic is always to be read, if over the rest of the panel; other sentences stand in the window's status
        line, but for `usual` ones, which can be done without.
        """
        self._text, self._arithmetic, self._usual = text, arithmetic, usual
        self.reading.show_text(text, kept=kept)
        self.sheet.show_text(text if arithmetic else NO_TEXT, kept=kept)
        self._place_text()
        self._tell_stage()

    def _place_text(self) -> None:
        """Say what is said in one place alone: the reading line, the sheet over the panel, or the status line."""
        line = self.reading.isVisibleTo(self)
        area = self._sheet_area() if self._arithmetic and self.controls else None
        floats = area is not None and not (line and self.reading.holds_all)
        if area is not None and floats:
            self.sheet.float_over(area, self._avoided())
        else:
            self.sheet.hide()
        self.tell(NO_TEXT if line or floats or self._usual else self._text)

    def _sheet_area(self) -> QRectF | None:
        """Return where an arithmetic may be written over the panel; None where its matrices are not seen."""
        return QRectF(self.rect())

    def _avoided(self) -> Sequence[QRectF]:
        """Return what should not be written over, what counts most first."""
        return ()

    def _follow(self) -> None:
        """Light the operands of the cell that is pointed at now, and write its arithmetic out."""
        raise NotImplementedError

    def _go(self, by: int) -> None:
        """Go to the next stage, or the one before."""
        raise NotImplementedError

    def _arrange(self) -> None:
        """Put everything in the room that there is."""
        raise NotImplementedError

    def minimumSizeHint(self) -> QSize:
        """Return the same in every arrangement: room made for one would bring on another, without end."""
        return QSize(*map(look().px, self.least))

    def hasHeightForWidth(self) -> bool:
        return False  # for the same reason

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()
        if not self.isVisible() and (layout := self.layout()) is not None:
            layout.activate()  # now, or all within would be laid out as it stood, and once more when it is seen
        self._place_text()


def stage_beside(at: int | None, by: int, count: int) -> int:
    """Return the stage `by` places on from `at`, without leaving the row; from nowhere, the first or the last."""
    if at is None:
        return 0 if by > 0 else count - 1
    return min(max(at + by, 0), count - 1)


def _unfold(place: QWidget, within: QWidget) -> bool:
    """Open the folds around a widget; return whether it is in sight then."""
    outer = place.parentWidget()
    while outer is not None and outer is not within:
        if isinstance(outer, Fold) and not outer.button.isChecked():
            outer.button.setChecked(True)
        outer = outer.parentWidget()
    return place.isVisibleTo(within)
