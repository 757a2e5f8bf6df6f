"""The control for on and off."""

from PySide6.QtCore import QEvent, QPointF, QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QCheckBox, QSizePolicy, QWidget

from attnstudio.state.fields import Switch
from attnstudio.ui.control_row import describe, line_height
from attnstudio.ui.key_uses import goes_on
from attnstudio.ui.theme import look, text_on, text_width
from attnstudio.ui.words import said


class SwitchControl(QCheckBox):
    """On or off.

    Parameters
    ----------
    spec : Switch
    name : str
        For assistive tools; the label without it.
    parent : QWidget, optional
    """

    edited = Signal(bool)
    finished = Signal()

    def __init__(self, spec: Switch, *, name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(said(spec.label).replace("&", "&&"), parent)
        self.spec = spec
        self.setAccessibleName(name or said(spec.label))
        describe(self, said(spec.help))
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.toggled.connect(self._turned)

    def show_value(self, value: bool) -> None:
        """Show on or off without telling anyone."""
        with QSignalBlocker(self):
            self.setChecked(value)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not goes_on(event):
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def sizeHint(self) -> QSize:
        width = text_width(look().font(), self.text()) + self._box() + look().px(16)
        return QSize(round(width), line_height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        size, line = self._box(), look().line(1.5)
        box = QRectF(look().px(4), (self.height() - size) / 2, size, size)
        accent = look().colour("accent" if self.isEnabled() else "outline")
        painter.setPen(QPen(accent if self.isChecked() else look().colour("outline"), line))
        painter.setBrush(accent if self.isChecked() else look().colour("field"))
        painter.drawRoundedRect(box, look().px(3), look().px(3))
        if self.isChecked():
            painter.setPen(QPen(text_on(accent), look().line(2)))
            places = ((0.22, 0.52), (0.43, 0.72), (0.8, 0.3))
            painter.drawPolyline([QPointF(box.x() + size * x, box.y() + size * y) for x, y in places])
        words = QRectF(self.rect()).adjusted(size + look().px(11), 0, 0, 0)
        painter.setPen(look().colour("text" if self.isEnabled() else "muted"))
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextShowMnemonic, self.text())
        if self.hasFocus():
            painter.setPen(QPen(look().colour("text"), line))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), look().px(4), look().px(4))

    def _box(self) -> int:
        return look().px(15)

    def _turned(self, value: bool) -> None:
        self.edited.emit(value)
        self.finished.emit()
