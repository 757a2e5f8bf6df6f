"""Lines of code to be read, selected and copied, with some of them lit."""

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QPainter,
    QPaintEvent,
    QPolygonF,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QTextEdit, QWidget

from attnstudio.state.code_lines import CodeForm, CodeLine
from attnstudio.state.figures import NO_TEXT
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.ui.theme import look
from attnstudio.ui.words import said

NAME = QT_TRANSLATE_NOOP("attnstudio", "Code: {title}")
LIT = QT_TRANSLATE_NOOP("attnstudio", "The stage that is pointed at: {lines}")
EMPTY = CodeForm("", NO_TEXT, ())
GLUE = "\N{NO-BREAK SPACE}"  # copied as a plain space
MARGIN, MARK, HANGING = 4, 14, 16  # pixels at 100 %: around the text, for the mark of a lit line, of a line's rest


class CodeView(QTextEdit):
    """A form of code, a paragraph each line, and below them what must be known of it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._form, self._stage = EMPTY, ""
        self.setProperty("code", True)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    @property
    def form(self) -> CodeForm:
        return self._form

    @property
    def lit(self) -> tuple[CodeLine, ...]:
        """The lines that are lit."""
        return tuple(line for line in self._form.lines if self._stage and line.stage == self._stage)

    def show_form(self, form: CodeForm) -> None:
        """Show a form; of one with as many lines only those that differ are written anew, and the reader stays."""
        before, self._form = self._form, form
        if form == before:
            return
        self.setAccessibleName(said(Message(NAME, {"title": form.title})))
        if len(before.lines) != len(form.lines) or before.note != form.note or before.name != form.name:
            bar = self.verticalScrollBar()
            place = bar.value() if before.name == form.name else 0
            self._write()
            bar.setValue(place)
            self._light()
            return
        for i, (old, new) in enumerate(zip(before.lines, form.lines, strict=True)):
            if old != new:
                self._write_again(i)
        self._describe()

    def light(self, stage: str) -> None:
        """Light the lines of a stage; "" for none."""
        if stage != self._stage:
            self._stage = stage
            self._light()

    def _write(self) -> None:
        style, page = look(), self.document()
        page.clear()
        page.setDocumentMargin(style.px(MARGIN))
        cursor, block = QTextCursor(page), QTextBlockFormat()
        block.setLeftMargin(style.px(MARK + HANGING))
        block.setTextIndent(-style.px(HANGING))
        block.setTopMargin(style.px(2))
        block.setBottomMargin(style.px(2))
        cursor.beginEditBlock()
        cursor.setBlockFormat(block)
        for i, line in enumerate(self._form.lines):
            if i:
                cursor.insertBlock(block)
            _write_line(cursor, line)
        if self._form.note != NO_TEXT:
            block.setLeftMargin(style.px(MARK))
            block.setTextIndent(0)
            block.setTopMargin(style.px(10))
            cursor.insertBlock(block)
            cursor.insertText(said(self._form.note), _written("text"))
        cursor.endEditBlock()
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def _write_again(self, i: int) -> None:
        cursor = QTextCursor(self.document().findBlockByNumber(i))
        cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
        cursor.beginEditBlock()
        cursor.removeSelectedText()
        _write_line(cursor, self._form.lines[i])
        cursor.endEditBlock()

    def _blocks(self) -> list[QTextBlock]:
        """Return the paragraphs that are lit."""
        page, lit = self.document(), self.lit
        return [page.findBlockByNumber(i) for i, line in enumerate(self._form.lines) if line in lit]

    def _light(self) -> None:
        self._describe()
        self._bring_in_sight()
        self.viewport().update()

    def _describe(self) -> None:
        lines = ", ".join(line.text for line in self.lit)
        self.setAccessibleDescription(said(Message(LIT, {"lines": lines})) if lines else "")

    def _bring_in_sight(self) -> None:
        """Scroll to the first line that is lit, unless someone reads here."""
        boxes = [self._box(block) for block in self._blocks()]
        bar, height = self.verticalScrollBar(), self.viewport().height()
        if not boxes or self.hasFocus():
            return
        if boxes[0].top() < 0:
            bar.setValue(bar.value() + int(boxes[0].top()) - look().px(MARGIN))
        elif boxes[-1].bottom() > height:
            bar.setValue(bar.value() + int(min(boxes[-1].bottom() - height, boxes[0].top())) + look().px(MARGIN))

    def _box(self, block: QTextBlock) -> QRectF:
        """Return where a paragraph stands in the viewport."""
        box: QRectF = self.document().documentLayout().blockBoundingRect(block)
        return box.translated(0, -self.verticalScrollBar().value())

    def paintEvent(self, event: QPaintEvent) -> None:
        if blocks := self._blocks():
            with QPainter(self.viewport()) as painter:
                self._paint_marks(painter, blocks)
        super().paintEvent(event)

    def _paint_marks(self, painter: QPainter, blocks: list[QTextBlock]) -> None:
        """Mark lines that are lit, for those who see no colours too: by a bar and an arrow."""
        style = look()
        bar = size = style.px(4)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        for block, box in zip(blocks, map(self._box, blocks), strict=True):
            painter.fillRect(QRectF(0, box.top(), self.viewport().width(), box.height()), style.colour("pressed"))
            painter.fillRect(QRectF(0, box.top(), bar, box.height()), style.colour("accent"))
            painter.setBrush(style.colour("accent"))
            x, y = bar + style.px(MARGIN), box.top() + block.layout().lineAt(0).height() / 2
            painter.drawPolygon(QPolygonF([QPointF(x, y - size), QPointF(x + 1.4 * size, y), QPointF(x, y + size)]))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange, QEvent.Type.PaletteChange):
            self._write()
            self._light()


def _written(colour: str, *, code: bool = False) -> QTextCharFormat:
    made = QTextCharFormat()
    made.setFont(look().font("small" if code else "body", code=code))
    made.setForeground(look().colour(colour))
    return made


def _write_line(cursor: QTextCursor, line: CodeLine) -> None:
    """Write a statement and its remark, which goes to the next line as a whole where it has no room."""
    cursor.insertText(line.text, _written("muted" if line.is_comment else "text", code=True))
    cursor.insertText(line.between + line.remark.replace(" ", GLUE), _written("muted", code=True))
