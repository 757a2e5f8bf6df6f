"""The Code tab: the few lines that do what the screen shows, in several forms, the line of the pointed stage lit."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QApplication, QComboBox, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from attnstudio.state.code_lines import CodeForm
from attnstudio.state.fields import Scenario
from attnstudio.state.figures import Result
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.ui.choice import ListBox
from attnstudio.ui.code_view import CodeView
from attnstudio.ui.control_row import describe
from attnstudio.ui.document import Document
from attnstudio.ui.panel import Panel
from attnstudio.ui.theme import look
from attnstudio.ui.words import said

FORM = QT_TRANSLATE_NOOP("attnstudio", "Form of the code")
FORM_TIP = QT_TRANSLATE_NOOP(
    "attnstudio", "What the lines do: the screen as it is now, or a simpler or further part of it"
)
COPY = QT_TRANSLATE_NOOP("attnstudio", "Copy")
COPY_TIP = QT_TRANSLATE_NOOP("attnstudio", "Copy all lines of this form")
COPIED = QT_TRANSLATE_NOOP("attnstudio", "Copied as Python with NumPy: {title}.")
SHORTEST = 6  # letters of a title that the list shows at least


class CodePane(QWidget):
    """Follows a Document while it is seen, and lights what is pointed at on a panel.

    Parameters
    ----------
    document : Document
    code : callable (panel name, Scenario, Result) -> tuple of CodeForm
        The first form is that of the screen.
    parent : QWidget, optional
    """

    announced = Signal(object)  # Message: what was copied

    def __init__(
        self,
        document: Document,
        code: Callable[[str, Scenario, Result], tuple[CodeForm, ...]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._document, self._code = document, code
        self._panel: Panel | None = None
        self._forms: tuple[CodeForm, ...] = ()
        self.chooser, self.copy_button, self.view = ListBox(), QPushButton(said(COPY)), CodeView()
        self.chooser.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.chooser.setMinimumContentsLength(SHORTEST)
        self.chooser.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.chooser.setAccessibleName(said(FORM))
        describe(self.chooser, said(FORM_TIP))
        describe(self.copy_button, said(COPY_TIP))
        self.copy_button.setProperty("words", True)
        self._head, whole = QHBoxLayout(), QVBoxLayout(self)
        whole.addLayout(self._head)
        self._head.addWidget(self.chooser, 1)
        self._head.addWidget(self.copy_button)
        whole.addWidget(self.view, 1)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(look().px(6))
        self.chooser.activated.connect(self._show_chosen)
        self.copy_button.clicked.connect(self._copy)
        document.changed.connect(self._follow)

    def follow_panel(self, panel: Panel) -> None:
        """Light what is pointed at on this panel from now on, and no more what is on the one before."""
        if panel is self._panel:
            return
        if self._panel is not None:
            self._panel.pointing.disconnect(self.view.light)
            self._panel.destroyed.disconnect(self._forget_panel)
        self._panel = panel
        panel.pointing.connect(self.view.light)
        panel.destroyed.connect(self._forget_panel)
        self.view.light(panel.pointed)

    def _forget_panel(self) -> None:
        self._panel = None
        self.view.light("")

    def show_forms(self, forms: tuple[CodeForm, ...]) -> None:
        """Show forms of code: the one with the name of that before, or else the first."""
        if forms == self._forms:
            return
        name = self.view.form.name
        titles = [form.title for form in forms]
        if titles != [form.title for form in self._forms]:
            self.chooser.clear()
            self.chooser.addItems([said(title) for title in titles])
        self._forms = forms
        at = next((i for i, form in enumerate(forms) if form.name == name), 0)
        self.chooser.setCurrentIndex(at)
        self._show_chosen(at)

    def _follow(self) -> None:
        if self.isVisible():
            panel = self._document.scene.open_panel
            self.show_forms(self._code(panel, self._document.scenario(panel), self._document.shown))

    def _show_chosen(self, at: int) -> None:
        self.view.show_form(self._forms[at])

    def _copy(self) -> None:
        QApplication.clipboard().setText(str(self.view.form))
        self.announced.emit(Message(COPIED, {"title": self.view.form.title}))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._follow()
