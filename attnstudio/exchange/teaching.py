"""Lessons in the window: what opens and turns them, where they are shown, and what is kept of them."""

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QWidget

from attnstudio import catalog
from attnstudio.exchange.desk import Desk
from attnstudio.exchange.lesson_menu import LessonMenu
from attnstudio.exchange.open_lesson import OpenLesson
from attnstudio.exchange.side_pages import LESSON, SidePages
from attnstudio.exchange.step_news import StepNews
from attnstudio.files.faults import FileFault
from attnstudio.ui.document import Document
from attnstudio.ui.panel import Panel
from attnstudio.ui.side_area import SideArea

if TYPE_CHECKING:
    from attnstudio.exchange.pointing import Pointing
    from attnstudio.state.lesson import Lesson
    from attnstudio.ui.first_keys import FirstKeys
    from attnstudio.ui.lesson_pane import LessonPane


class Teaching(OpenLesson):
    """What the Lessons menu does; nothing of it is made before it is first wanted.

    Parameters
    ----------
    document : Document
    desk : Desk
        Says what is wrong with a file, and keeps the paths of those that were opened.
    panel : callable () -> Panel
        Returns the open panel.
    window : QWidget
    """

    told = Signal(object)  # a Message for the status line
    changed = Signal()  # another step, or the pane in or out of sight

    def __init__(self, document: Document, desk: Desk, panel: Callable[[], Panel], window: QWidget) -> None:
        super().__init__(document, desk, window)
        self._panel = panel
        self.went_on.connect(self._follow)
        self.forgotten.connect(self._begin_anew)
        self.menu = LessonMenu(desk, panel, lambda: self.learner, window)
        self.menu.file_wanted.connect(self.open_path)
        self.menu.lesson_wanted.connect(self.open)
        self.news = StepNews(window)
        self.news.told.connect(self.told)
        self.announced.connect(self.news.announce)
        self.news.began.connect(self._turn_to_step)
        self.news.left.connect(self._make_way)
        self.tab = self.news.tab
        self.tab.clicked.connect(self._take_tab)
        desk.lesson_wanted.connect(self.open_path)
        document.refused.connect(self.told)
        document.learner_seed = lambda: self.learner.progress.seed

    @property
    def slots(self) -> dict[str, Callable[[], object]]:
        """What the actions of these names do."""
        return {
            **self.menu.slots, "pane": self.turn, "lessons": self.show_list, "code": self._turn_code,
            "next_step": self._forward, "previous_step": self._back, "end_lesson": self._end,
        }  # fmt: skip

    def stand_in(self, area: SideArea, width: int) -> None:
        """Have the pane in the area that the panel stands in, so many pixels wide at 100 %."""
        self.pages = SidePages(self._document, self._panel, lambda: self.run, area, width)
        self.pages.told.connect(self.told)
        self.pages.step_wanted.connect(self._show_step)
        area.turned.connect(self._follow)
        area.turned.connect(lambda: QTimer.singleShot(0, self, self.pointing.scroll))  # in the room that it has now

    def offered(self) -> dict[str, bool]:
        """Say what can be done now, and whether the pane is open."""
        return {**super().offered(), "pane": self.pages.area.is_open}

    @cached_property
    def pointing(self) -> "Pointing":
        """What points at things of the panel."""
        from attnstudio.exchange.pointing import Pointing

        return Pointing(self._document, self._panel, self)

    @cached_property
    def _keys(self) -> "FirstKeys":
        from attnstudio.ui.first_keys import FirstKeys

        return FirstKeys(self._window)

    @cached_property
    def lessons(self) -> "LessonPane":
        """The page of the pane with the lessons."""
        lessons = self.pages.lessons
        lessons.list.chosen.connect(self.open_named)
        lessons.list.more.connect(self.menu.ask)
        lessons.scenes.chosen.connect(self._make_way)
        lessons.list_wanted.connect(self.show_list)
        lessons.page.pointed.connect(self._reveal)
        lessons.page.end.lesson_wanted.connect(self.open_named)
        lessons.page.end.others_wanted.connect(lambda: self.learner.ask_for_others(self.run.draw_again))
        return lessons

    def keep_in(self, folder: Path) -> None:
        """Keep progress in a folder, and take up what is there."""
        self.learner.keep_in(folder)
        self._take_up()

    def open_named(self, key: str) -> None:
        """Open a lesson that ships by its name, another one by its path."""
        from attnstudio.exchange.lesson_shelf import path_of

        self.open_path(path_of(key))

    def open_path(self, path: Path) -> None:
        """Open the lesson of a file; whatever is wrong with it is said, and all stays as it is."""
        try:
            lesson = catalog.open_lesson(path)
        except FileFault as fault:
            self._desk.tell_fault(path, fault)
            return
        self._desk.opened_lesson(path)
        self.open(lesson)

    def open(self, lesson: "Lesson", step: str = "") -> None:
        """Open a lesson at a step, or where the learner was; a playlist at its beginning and without the pane."""
        if lesson.is_playlist:
            self.pages.area.fold()
            self.run.open(lesson)
        else:
            from attnstudio.exchange.lesson_shelf import placed

            self.learner.keep(self.learner.progress)  # that it cannot be is known before there is an answer to lose
            lesson = placed(lesson, self.learner.progress)
            self.run.open(lesson, step or self.learner.progress.resumed(lesson))
            self._show_step()

    def turn(self) -> None:
        """Show the pane or fold it; for someone new, open the first lesson."""
        if self.pages.area.is_open:
            self.pages.area.fold()
        elif self._is_new and not self.pages.made:
            self._open_first()
        elif self.pages.made and self.pages.pane.page != LESSON:
            self.pages.show(self.pages.pane.page)
        elif self.lesson is None:
            self.show_list()
        else:
            self._show_step()

    def show_list(self) -> None:
        """List the lessons in the pane."""
        from attnstudio.exchange.lesson_shelf import shelf

        self.lessons.show_list(shelf(self.learner.progress, self.lesson, self._desk.recent.paths))
        self.pages.show(LESSON)
        self.lessons.give_focus()

    def _take_tab(self) -> None:
        if self._is_new:
            self._open_first()
        elif self._is_playlist and self.run.away and not self.pages.area.is_open:
            self._come_back()
        else:
            self.turn()
        self._show_tab()

    def _open_first(self) -> None:
        from attnstudio.exchange.lesson_shelf import FIRST

        self.open_named(FIRST)

    def _show_step(self) -> None:
        self.lessons.show_step(self._pointed())
        self.pages.show(LESSON)
        self.lessons.give_focus()

    def _turn_code(self) -> None:
        self.pages.turn_code()

    def _forward(self) -> None:
        self._come_back() if self.run.away else self._turn_page(self.run.forward)

    def _back(self) -> None:
        self._come_back() if self.run.away else self._turn_page(self.run.back)

    def _turn_page(self, turn: Callable[[], None]) -> None:
        """Go to another step; its page is read first, also where the panel has taken its place."""
        before, area = self.step, self.pages.area
        turn()
        if self.step is not before and area.takes_turns and not area.is_open and not self._is_playlist:
            self._show_step()

    def _end(self) -> None:
        self.run.close()
        if self.pages.area.is_open:
            self.show_list()

    def _take_up(self) -> None:
        """Have the run go on from the progress that is kept now."""
        if self._run is not None:
            self._run.take_up(self.learner.progress)
        if self.pages.area.is_open and self.lessons.lists:
            self.show_list()
        self._show_tab()

    def _begin_anew(self) -> None:
        """Go on as for someone who never opened a lesson: none of the last learner's numbers and answers stay."""
        self._take_up()
        if self.lesson is not None:
            self._end()

    def _pointed(self) -> str:
        return self.pointing.words("" if self.step is None else self.step.point_at)

    def _reveal(self) -> None:
        if self.pages.area.takes_turns:
            self.pages.area.fold()
        self.pointing.reveal()

    def _follow(self) -> None:
        """Show the step of the run in the pane, on the panel, in the tab and in the status line."""
        if self.lesson is not None and self.pages.shows_step:
            self.lessons.show_step(self._pointed())
        self.pages.follow(self._run)
        self.pointing.point_at("" if self.step is None else self.step.point_at, self.pages.area.panel)
        self._keys.turn(on=self._is_playlist)
        self.news.follow(self._run)
        self._show_tab()
        self.changed.emit()

    def _turn_to_step(self) -> None:
        """Have what a new step points at in sight, once the panel has its size; a scene of a playlist is seen alone."""
        if self._is_playlist:
            self._make_way()
        QTimer.singleShot(0, self, self.pointing.turn_to)

    def _make_way(self) -> None:
        """Have what was opened instead of the lesson in sight."""
        if self.pages.area.takes_turns:
            QTimer.singleShot(0, self, self.pages.area.fold)

    def _show_tab(self) -> None:
        new = self._learner is None or not self._learner.progress.lessons
        self.news.show_tab(self._run, seen=self.pages.area.is_open, new=new)
