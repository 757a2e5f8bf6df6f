"""The page about attnstudio: version, licence, and the work of others in it."""

import platform

import PySide6
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTextBrowser, QVBoxLayout, QWidget

import attnstudio
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.ui.theme import look
from attnstudio.ui.words import said

_HEAD = QT_TRANSLATE_NOOP(
    "attnstudio", "## attnstudio {version}\n\nEvery stage of softmax(QKᵀ/√d_k + M)V, live. MIT licence.\n\n"
                  "Python {python}, PySide6 {pyside}. It never connects to a network.\n\n{notices}")  # fmt: skip


class AboutPage(QDialog):
    """Not modal, Esc closes it.

    Parameters
    ----------
    notices : str
        On the work of others, in Markdown.
    """

    def __init__(self, notices: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(said("About attnstudio"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.text = QTextBrowser(self)
        self.text.setOpenLinks(False)
        self.text.setAccessibleName(self.windowTitle())
        versions = {
            "version": attnstudio.__version__,
            "python": platform.python_version(),
            "pyside": PySide6.__version__,
        }
        self.text.setMarkdown(said(Message(_HEAD, versions | {"notices": notices.replace("# ", "### ")})))
        self.text.document().setDocumentMargin(look().px(14))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(self.text)
        layout.addWidget(buttons)
        room = parent.size()
        self.resize(min(look().px(640), room.width()), min(look().px(520), room.height()))
