"""The way through the steps of a lesson: back, once more, and on."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QHBoxLayout, QVBoxLayout, QWidget

from attnstudio.state.message import QT_TRANSLATE_NOOP
from attnstudio.ui.button import Button
from attnstudio.ui.flow import FlowLayout
from attnstudio.ui.reasons import set_reason
from attnstudio.ui.scroll_column import ScrollColumn
from attnstudio.ui.theme import look
from attnstudio.ui.words import said

T = QT_TRANSLATE_NOOP
BACK, BACK_TIP = T("lessons", "‹ Back"), T("lessons", "The step before (Ctrl+Page Up)")
AGAIN, AGAIN_TIP = T("lessons", "Begin again"), T("lessons", "Bring the step back to how it began; it can be undone")
NEXT, NEXT_TIP = T("lessons", "Next ›"), T("lessons", "The next step (Ctrl+Page Down)")
END, END_TIP = T("lessons", "All lessons ›"), T("lessons", "This was the last step: back to the list of lessons")
FIRST = T("lessons", "This is the first step")
SHORT = 240  # pixels at 100 % of a page's height below which these buttons would take the room of what is read


class LessonFoot(QWidget):
    """Stands under a page, or scrolls at its end where there is little room.

    Parameters
    ----------
    page : QWidget
        Its layout ends with `area`.
    area : ScrollColumn
        What scrolls of it.
    """

    def __init__(self, page: QWidget, area: ScrollColumn) -> None:
        super().__init__(page)
        self._page, self._area = page, area
        self.back_button, self.again_button = Button(BACK, BACK_TIP), Button(AGAIN, AGAIN_TIP)
        self.next_button = Button(NEXT, NEXT_TIP)
        self.next_button.setProperty("primary", True)
        self._line, buttons = QHBoxLayout(self), QWidget()
        flow = FlowLayout(buttons, fill=True)
        for button in (self.back_button, self.again_button, self.next_button):
            flow.addWidget(button)
        self._line.addWidget(buttons)
        self._put()

    @property
    def scrolls(self) -> bool:
        return self._page.height() < look().px(SHORT)

    def show_way(self, *, first: bool, last: bool) -> None:
        """Say where the buttons lead from the first, the last or another step."""
        set_reason(self.back_button, said(FIRST) if first else None)
        self.next_button.setText(said(END if last else NEXT))
        self.next_button.setAccessibleDescription(said(END_TIP if last else NEXT_TIP))

    def fit(self) -> None:
        """Stand where the page has room."""
        if self._area.isAncestorOf(self) != self.scrolls:
            focus = QApplication.focusWidget()
            self._put()
            if focus is not None and self.isAncestorOf(focus):
                focus.setFocus(Qt.FocusReason.OtherFocusReason)  # which it lost on the way
        edge = 0 if self.scrolls else look().px(14)  # what scrolls has the margins of the column
        self._line.setContentsMargins(edge, look().px(8), edge, 0 if self.scrolls else look().px(10))

    def _put(self) -> None:
        layout = self._area.column if self.scrolls else self._page.layout()
        assert isinstance(layout, QVBoxLayout)
        layout.addWidget(self)
        self.show()
