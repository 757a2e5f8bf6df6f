"""The screen in words: what is there, what can be operated, its numbers, and a hint what to do."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, Qt, SignalInstance
from PySide6.QtGui import QShowEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QApplication, QDialog, QDialogButtonBox, QTextEdit, QVBoxLayout, QWidget

from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.ui.control_row import describe
from attnstudio.ui.theme import look
from attnstudio.ui.tokens import told
from attnstudio.ui.words import said

TITLES = (
    QT_TRANSLATE_NOOP("attnstudio", "Play area"),
    QT_TRANSLATE_NOOP("attnstudio", "Controls"),
    QT_TRANSLATE_NOOP("attnstudio", "Details"),
    QT_TRANSLATE_NOOP("attnstudio", "Hint"),
)
COPY_TIP = QT_TRANSLATE_NOOP("attnstudio", "Copy the whole description")


class DescriptionSheet(QDialog):
    """Four parts with titles as one text that can be read, selected and copied; not modal, Esc closes it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(said("This screen in words"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._parts: tuple[Message, ...] = ()
        self._describe: Callable[[], Sequence[Message]] | None = None
        self.text = QTextEdit(self)
        self.text.setReadOnly(True)
        self.text.setUndoRedoEnabled(False)
        self.text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName(self.windowTitle())
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        self.copy_button = buttons.addButton(said("&Copy"), QDialogButtonBox.ButtonRole.ActionRole)
        self.copy_button.setAutoDefault(False)
        describe(self.copy_button, said(COPY_TIP))
        self.copy_button.clicked.connect(self._copy)
        layout = QVBoxLayout(self)
        layout.addWidget(self.text)
        layout.addWidget(buttons)
        room = parent.size()
        self.resize(min(look().px(640), room.width()), min(look().px(520), room.height()))

    @classmethod
    def of(cls, window: QWidget) -> "DescriptionSheet":
        """Return the sheet that a window shows, or a new one."""
        shown = (sheet for sheet in window.findChildren(cls) if sheet.isVisible())
        return next(shown, None) or cls(window)

    def show_description(self, parts: Sequence[Message]) -> None:
        """Show a description.

        Parameters
        ----------
        parts : sequence of Message
            One for each of the titles.
        """
        self._write(parts)
        self.text.setFocus(Qt.FocusReason.OtherFocusReason)
        self.show()
        self.activateWindow()

    def follow(self, describe: Callable[[], Sequence[Message]], *changes: SignalInstance) -> None:
        """Show a description, and describe anew after each change: never does it tell what is covered by now."""
        for changed in changes if self._describe is None else ():
            changed.connect(self._follow)
        self._describe = describe
        self.show_description(describe())

    def _follow(self) -> None:
        if self._describe is not None and self.isVisible():
            self._write(self._describe())

    def _write(self, parts: Sequence[Message]) -> None:
        """Write a description where it is another one; the reader stays at the place."""
        if tuple(parts) != self._parts:
            self._parts = tuple(parts)
            bar = self.text.verticalScrollBar()
            place = bar.value()
            self._fill()
            bar.setValue(place)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._follow()

    def _fill(self) -> None:
        """Write the text anew: never read as markup, since words of the user are in it.

        It stands in the document that Qt made: others would stay until the sheet closes, and be freed twice at times.
        """
        page, place = self.text.document(), self.text.textCursor().position()
        page.clear()
        page.setDefaultFont(look().font())
        page.setDocumentMargin(look().px(14))
        cursor, heading, plain = QTextCursor(page), QTextCharFormat(), QTextCharFormat()
        cursor.beginEditBlock()
        heading.setFont(look().font("title", bold=True))
        plain.setFont(look().font())
        for title, part in zip(TITLES, self._parts, strict=True):
            block = cursor.blockFormat()
            block.setHeadingLevel(2)
            block.setTopMargin(0 if cursor.atStart() else look().px(12))
            if not cursor.atStart():
                cursor.insertBlock()
            cursor.setBlockFormat(block)
            cursor.insertText(said(title), heading)
            block.setHeadingLevel(0)
            block.setTopMargin(look().px(4))
            cursor.insertBlock(block)
            cursor.insertText(told(part), plain)
        cursor.endEditBlock()
        cursor.setPosition(min(place, page.characterCount() - 1))
        self.text.setTextCursor(cursor)

    def _copy(self) -> None:
        QApplication.clipboard().setText(self.text.toPlainText())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and self._parts:
            self._fill()
