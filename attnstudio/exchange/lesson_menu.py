"""What the Lessons menu lists, and the dialogs and sheets that it opens."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMenu, QWidget

from attnstudio.exchange.desk import Desk
from attnstudio.ui.panel import Panel

if TYPE_CHECKING:
    from attnstudio.exchange.learner import Learner


class LessonMenu(QObject):
    """Makes none of them before it is first wanted.

    Parameters
    ----------
    desk : Desk
        Its dialogs are used.
    panel : callable () -> Panel
        Returns the open panel.
    learner : callable () -> Learner
    window : QWidget
        Sheets belong to it.
    """

    file_wanted = Signal(object)  # the Path of a lesson that is to be opened
    lesson_wanted = Signal(object, str)  # a Lesson that is to be opened, and at which step

    def __init__(
        self, desk: Desk, panel: Callable[[], Panel], learner: "Callable[[], Learner]", window: QWidget
    ) -> None:
        super().__init__(window)
        self._desk, self._panel, self._learner, self._window = desk, panel, learner, window

    @property
    def slots(self) -> dict[str, Callable[[], object]]:
        """What the actions of these names do."""
        return {
            "open_lesson": self.ask, "myths": self._show_myths, "teachers": self._show_teachers,
            "progress_csv": self._export, "progress_reset": self._ask_to_forget,
        }  # fmt: skip

    def fill(self, menu: QMenu) -> None:
        """List the lessons that ship in a menu, once."""
        from attnstudio.files.lesson_files import lessons

        for lesson in lessons() if menu.isEmpty() else ():
            action = menu.addAction(f"&{lesson.number}  {lesson.title.replace('&', '&&')}")
            action.setStatusTip(lesson.goal)
            action.triggered.connect(partial(lambda path, _checked=False: self.file_wanted.emit(path), lesson.path))

    def ask(self) -> None:
        """Let the file of a lesson be chosen."""
        self._desk.choose_lesson(self.file_wanted.emit)

    def _show_myths(self) -> None:
        from attnstudio.exchange.teaching_pages import myths, myths_sheet

        sheet = myths_sheet(self._window)
        sheet.chosen.connect(lambda step: self.lesson_wanted.emit(myths(), step))
        sheet.show()

    def _show_teachers(self) -> None:
        from attnstudio.exchange.teaching_pages import playlist, teachers_sheet

        sheet = teachers_sheet(self._window, self._panel().name)
        sheet.chosen.connect(lambda panel: self.lesson_wanted.emit(playlist(panel), ""))
        sheet.show()

    def _export(self) -> None:
        self._learner().export()

    def _ask_to_forget(self) -> None:
        self._learner().ask_to_forget()
