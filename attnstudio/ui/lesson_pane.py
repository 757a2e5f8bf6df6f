"""The lessons: their list, the page of the step that is open, and the scenes of a playlist."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from attnstudio.ui.lesson_end import Titles
from attnstudio.ui.lesson_list import ABOUT, ALL, ALL_TIP, HEADING, OWN, OWN_TIP, LessonList, Listed
from attnstudio.ui.lesson_page import LessonPage
from attnstudio.ui.lesson_text import Pictures
from attnstudio.ui.words import said

if TYPE_CHECKING:
    from attnstudio.ui.lesson_run import LessonRun


class LessonPane(QStackedWidget):
    """Shows the list, the page or the scenes.

    Parameters
    ----------
    run : LessonRun
        What buttons of the page are told to.
    pictures : Pictures
        Of its texts.
    titles : callable () -> mapping of str to Listed
        Returns the lessons that ship, by their names.
    """

    list_wanted = Signal()

    def __init__(
        self, run: "LessonRun", pictures: Pictures, titles: Titles, parent: QWidget | None = None
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self.run = run
        self.list, self.page = LessonList(OWN, OWN_TIP), LessonPage(pictures, titles)
        self.scenes = LessonList(ALL, ALL_TIP)
        for widget in (self.list, self.page, self.scenes):
            self.addWidget(widget)
        self._connect()

    def _connect(self) -> None:
        page, run = self.page, self.run
        page.back.connect(run.back)
        page.forward.connect(run.forward)
        page.again.connect(run.again)
        page.listed.connect(self.list_wanted)
        self.scenes.more.connect(self.list_wanted)
        self.scenes.chosen.connect(lambda key: run.go(int(key)))
        page.end.wanted.connect(run.go)
        page.challenge.hint_wanted.connect(run.show_hint)
        page.challenge.denied.connect(run.say_impossible)
        page.question.answered.connect(self._answer)
        page.question.given_up.connect(run.give_up)

    @property
    def lists(self) -> bool:
        """Whether the list shows."""
        return self.currentWidget() is self.list

    def show_list(self, lessons: Sequence[Listed]) -> None:
        """Show the list of these lessons."""
        self.list.show_lessons(said(HEADING), said(ABOUT), lessons)
        self.setCurrentWidget(self.list)

    def show_step(self, pointed: str) -> None:
        """Show the page of the step that is open, or the scenes of a playlist; `pointed` is what a step points at."""
        lesson, run = self.run.lesson, self.run
        if lesson is not None and lesson.is_playlist:
            current = None if run.away else run.index
            scenes = [
                Listed(str(i), step.heading or lesson.title, number=i + 1, current=i == current)
                for i, step in enumerate(lesson.steps)
            ]
            self.scenes.show_lessons(lesson.title, lesson.goal, scenes)
            self.setCurrentWidget(self.scenes)
        else:
            self.page.show_run(run, pointed)
            self.setCurrentWidget(self.page)

    def give_focus(self) -> None:
        """Give the keyboard to what shows."""
        shown = self.currentWidget()
        assert isinstance(shown, LessonList | LessonPage)
        shown.give_focus()

    def _answer(self, answer: object) -> None:
        if isinstance(answer, float):
            self.run.answer(answer)
        else:
            self.run.choose(answer)  # type: ignore[arg-type]  # a Choice of the page
