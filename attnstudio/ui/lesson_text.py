"""Markdown of lessons: read only, as high as it needs; nothing outside of it is loaded or opened."""

from collections.abc import Iterator
from typing import Any, Protocol

from PySide6.QtCore import QEvent, QRectF, Qt, QUrl
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QImage,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFragment,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextBrowser, QWidget

from attnstudio.ui.theme import look

EDGE = 5  # pixels at 100 % around a text that the Tab key stops at
INDENT = 20  # likewise, of what stands in a list
LINE = 112.0  # percent of the height of type, from line to line
_FORM = QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML
_SCROLLING = (
    Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Home, Qt.Key.Key_End,
    Qt.Key.Key_Left, Qt.Key.Key_Right,
)  # fmt: skip


class Pictures(Protocol):
    """The images that a text may show."""

    def known(self, address: str) -> bool:
        """Whether there is an image of this address."""

    def drawn(self, address: str, letters: float, colour: QColor, ratio: float, widest: float) -> QImage:
        """Return it, its letters of a size in logical pixels, at most so wide, for so many device pixels a pixel."""

    def in_words(self, markdown: str) -> str:
        """Return a text with words in place of its images."""


class LessonText(QTextBrowser):
    """Shows a text whole; what scrolls is the page that it stands on.

    An address is written out beside the words that link to it, HTML letter for letter.

    Parameters
    ----------
    name : str
        For assistive tools.
    pictures : Pictures, optional
        All that it shows; in place of any other image stand its words.
    """

    def __init__(self, name: str, pictures: Pictures | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pictures = pictures
        self._markdown: str | None = None  # nothing was shown yet
        self._drawn: object = None
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.viewport().setAutoFillBackground(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setOpenLinks(False)
        self.setTabChangesFocus(True)
        self.setCursorWidth(0)  # nothing is typed here
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    @property
    def _stops(self) -> bool:
        """Whether the Tab key stops here: the ring of the focus has room around the text then."""
        return bool(self.focusPolicy() & Qt.FocusPolicy.TabFocus)

    def show_markdown(self, markdown: str) -> None:
        """Show another text."""
        if markdown != self._markdown:
            self._markdown = markdown
            words = markdown if self._pictures is None else self._pictures.in_words(markdown)
            self.setAccessibleDescription(words if words != markdown else "")
            if not markdown or self.parentWidget() is not None:  # what stands nowhere yet would be a window
                self.setVisible(bool(markdown))
            self._draw()

    def _draw(self) -> None:
        """Set the text in the present look; formulas in the present width."""
        text = self._markdown or ""
        now = text, look(), self.width() if "![" in text else 0
        if now != self._drawn:
            self._drawn = now
            document = self.document()
            document.setDefaultFont(look().font())
            document.setIndentWidth(look().px(INDENT))
            document.setDocumentMargin(look().px(EDGE) if self._stops else 0)
            document.setMarkdown(text.replace("![](", "![…]("), _FORM)  # Qt drops an image without words
            self._settle(document)
            self._space(document)
            self.moveCursor(QTextCursor.MoveOperation.Start)
        self._fit()

    def _space(self, document: QTextDocument) -> None:
        """Set paragraphs apart."""
        block = document.begin()
        while block.isValid():
            form = QTextBlockFormat()
            last, listed = not block.next().isValid(), block.textList() is not None
            goes_on = listed and block.next().textList() is not None
            form.setBottomMargin(0 if last else look().px(3 if goes_on else 8))
            form.setLineHeight(LINE, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
            QTextCursor(block).mergeBlockFormat(form)
            block = block.next()

    def _settle(self, document: QTextDocument) -> None:
        """Write out addresses, put words in place of images that are none of ours, and give code its font."""
        for fragment in reversed([*_fragments(document)]):
            form, text = fragment.charFormat(), fragment.text()
            cursor = QTextCursor(document)
            cursor.setPosition(fragment.position())
            cursor.setPosition(fragment.position() + fragment.length(), QTextCursor.MoveMode.KeepAnchor)
            if form.isImageFormat():
                if not self._knows(form.toImageFormat().name()):
                    words = str(form.property(QTextCharFormat.Property.ImageAltText) or "…")
                    cursor.insertText(f"[{words}]", QTextCharFormat())
            elif form.isAnchor():
                address = form.anchorHref()
                cursor.insertText(text if address in ("", text) else f"{text} ({address})", _plain(form))
            elif form.fontFixedPitch():
                form.setFontFamilies(look().font(code=True).families())
                cursor.setCharFormat(form)

    def _knows(self, address: str) -> bool:
        return self._pictures is not None and self._pictures.known(address)

    def _fit(self) -> None:
        """Take the height of the text in the present width."""
        document = self.document()
        if document.textWidth() != self.width():
            document.setTextWidth(self.width())
        self.setFixedHeight(round(document.size().height()) + 2)
        self.verticalScrollBar().setValue(0)  # a tall first line was scrolled to while the height was another

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        """Return the image of a formula; nothing else is looked for anywhere."""
        address = name.toString() if isinstance(name, QUrl) else name
        if kind != QTextDocument.ResourceType.ImageResource.value or self._pictures is None or not self._knows(address):
            return None
        letters, widest = float(look().font("title").pixelSize()), max(1.0, float(self.width() - look().px(4)))
        return self._pictures.drawn(address, letters, look().colour("text"), self.devicePixelRatioF(), widest)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _SCROLLING and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            event.ignore()  # the page scrolls
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # likewise; and Ctrl with the wheel leaves the size of type as it is

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._draw()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange, QEvent.Type.PaletteChange):
            self._draw()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus():
            with QPainter(self.viewport()) as painter:
                painter.setPen(QPen(look().colour("accent"), 2))
                painter.drawRect(QRectF(self.viewport().rect()).adjusted(1, 1, -1, -1))


def _plain(form: QTextCharFormat) -> QTextCharFormat:
    """Return the format of a link without the link."""
    form = QTextCharFormat(form)
    for name in ("IsAnchor", "AnchorHref", "AnchorName", "ForegroundBrush"):
        form.clearProperty(getattr(QTextCharFormat.Property, name).value)
    return form


def _fragments(document: QTextDocument) -> Iterator[QTextFragment]:
    block: QTextBlock = document.begin()
    while block.isValid():
        at = block.begin()
        while not at.atEnd():
            yield at.fragment()
            at += 1
        block = block.next()
