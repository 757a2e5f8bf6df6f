"""Two widgets side by side with a bar between them that is dragged, or moved with the arrow keys."""

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSplitter, QSplitterHandle, QWidget

from attnstudio.state.message import QT_TRANSLATE_NOOP
from attnstudio.ui.control_row import describe
from attnstudio.ui.key_uses import KeyUse, goes_on
from attnstudio.ui.theme import look
from attnstudio.ui.words import said

NAME = QT_TRANSLATE_NOOP("attnstudio", "Width of the side pane")
TIP = QT_TRANSLATE_NOOP("attnstudio", "Drag it, or move it with Left and Right")
STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
KEYS = (KeyUse(tuple(STEPS), QT_TRANSLATE_NOOP("attnstudio", "Make the side pane wider or narrower")),)
STEP = 20  # pixels at 100 %
THICK = 7


class SplitHandle(QSplitterHandle):
    """The bar; the Tab key stops at it."""

    def __init__(self, splitter: QSplitter) -> None:
        super().__init__(Qt.Orientation.Horizontal, splitter)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(said(NAME))
        describe(self, said(TIP))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        by = STEPS.get(Qt.Key(event.key()))
        if goes_on(event):
            return
        if by is None:
            super().keyPressEvent(event)
        else:
            self.moveSplitter(self.x() + by * look().px(STEP))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        style = look()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.fillRect(self.rect(), style.colour("window"))
            middle = QRectF(self.rect()).center()
            painter.setPen(QPen(style.colour("accent" if self.hasFocus() else "outline"), style.line(2)))
            half = self.height() / 2 - 2 if self.hasFocus() else style.px(14)
            painter.drawLine(middle - QPointF(0, half), middle + QPointF(0, half))


class SideSplitter(QSplitter):
    """The panel, and beside it a pane that keeps its width while the window changes its own."""

    resized = Signal(int)  # width of the pane in pixels at 100 %, once the bar was moved

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setChildrenCollapsible(False)
        self.splitterMoved.connect(lambda *_: self.resized.emit(round(self.sizes()[1] / look().factor)))
        self._space()

    def show_width(self, width: int) -> None:
        """Give the pane so many pixels at 100 %, as far as the panel can spare them."""
        pane = look().px(width)
        self.setSizes([max(1, self.width() - pane - self.handleWidth()), pane])

    def _space(self) -> None:
        self.setHandleWidth(look().px(THICK))

    def createHandle(self) -> QSplitterHandle:
        return SplitHandle(self)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._space()
