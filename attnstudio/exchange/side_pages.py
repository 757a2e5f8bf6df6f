"""The pages of the pane beside the panel, the lessons and the code, and a line over it; made when first shown."""

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from attnstudio import catalog
from attnstudio.state.message import QT_TRANSLATE_NOOP
from attnstudio.ui.document import Document
from attnstudio.ui.panel import Panel
from attnstudio.ui.side_area import SideArea

if TYPE_CHECKING:
    from attnstudio.ui.code_pane import CodePane
    from attnstudio.ui.lesson_pane import LessonPane
    from attnstudio.ui.lesson_run import LessonRun
    from attnstudio.ui.side_pane import SidePane
    from attnstudio.ui.task_line import TaskLine

LESSON, CODE = "lesson", "code"
TITLES = {LESSON: QT_TRANSLATE_NOOP("lessons", "Lesson"), CODE: QT_TRANSLATE_NOOP("lessons", "Code")}


class SidePages(QObject):
    """Builds the pane in its area.

    Parameters
    ----------
    document : Document
    panel : callable () -> Panel
        Returns the open panel.
    run : callable () -> LessonRun
    area : SideArea
    width : int
        Of the pane, in pixels at 100 %.
    """

    told = Signal(object)  # a Message for the status line
    step_wanted = Signal()  # the page of the step, from the line that stands for it

    def __init__(
        self,
        document: Document,
        panel: Callable[[], Panel],
        run: "Callable[[], LessonRun]",
        area: SideArea,
        width: int,
    ) -> None:
        super().__init__(area)
        self._document, self._panel, self._run, self.area, self.width = document, panel, run, area, width
        area.resized.connect(self._keep_width)

    @property
    def made(self) -> bool:
        """Whether the pane is there."""
        return self.area.pane is not None

    @property
    def shows_step(self) -> bool:
        """Whether the page of a step is in sight."""
        return self.area.is_open and self.pane.page == LESSON and not self.lessons.lists

    @cached_property
    def pane(self) -> "SidePane":
        from attnstudio.ui.side_pane import SidePane

        pane = SidePane()
        pane.add(LESSON, TITLES[LESSON], self.lessons)
        pane.add(CODE, TITLES[CODE], self.code, inset=True)
        self.area.put(pane, self.width)
        return pane

    @cached_property
    def lessons(self) -> "LessonPane":
        from attnstudio.exchange.lesson_pictures import FormulaPictures
        from attnstudio.exchange.lesson_shelf import titles
        from attnstudio.ui.lesson_pane import LessonPane

        return LessonPane(self._run(), FormulaPictures(), titles)

    @cached_property
    def line(self) -> "TaskLine":
        from attnstudio.exchange.lesson_pictures import FormulaPictures
        from attnstudio.ui.task_line import TaskLine

        line = TaskLine(FormulaPictures())
        line.wanted.connect(self.step_wanted)
        line.forward.connect(self._run().forward)
        self.area.put_over(line)
        return line

    @cached_property
    def code(self) -> "CodePane":
        from attnstudio.ui.code_pane import CodePane

        code = CodePane(self._document, catalog.code)
        code.announced.connect(self.told)
        self._document.changed.connect(self._follow_panel)
        code.follow_panel(self._panel())
        return code

    def follow(self, run: "LessonRun | None") -> None:
        """Have the task of a run in a line over the panel while the page of its step is out of sight."""
        if run is not None and run.lesson is not None and not (run.away or run.lesson.is_playlist):
            self.line.follow(run)
            self.line.setVisible(not self.area.is_open)
        elif "line" in self.__dict__:
            self.line.hide()

    def show(self, page: str) -> None:
        """Bring a page of the pane into sight."""
        self.pane.turn_to(page)
        self.area.unfold()

    def turn_code(self) -> None:
        """Show the code, or fold the pane where it shows."""
        if self.area.is_open and self.pane.page == CODE:
            self.area.fold()
        else:
            self.show(CODE)
            self.code.chooser.setFocus()

    def _follow_panel(self) -> None:
        self.code.follow_panel(self._panel())

    def _keep_width(self, width: int) -> None:
        self.width = width
