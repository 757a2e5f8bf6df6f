"""The rail: one entry for each panel, as glyphs alone where the window is narrow."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QAction, QFontMetrics, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QVBoxLayout, QWidget

from attnstudio.ui.theme import look


class RailButton(QAbstractButton):
    """A glyph over a title, for an action that opens a panel.

    Parameters
    ----------
    action : QAction
        Checkable; its text is the title.
    glyph : str
    """

    def __init__(self, action: QAction, glyph: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._action, self._glyph = action, glyph
        self.compact = False
        self.setText(action.text().replace("&", ""))
        self.setAccessibleName(self.text())
        self.setToolTip(action.toolTip())
        self.setCheckable(True)
        self.setChecked(action.isChecked())
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        action.toggled.connect(self.setChecked)
        self.clicked.connect(self._trigger)

    def _trigger(self) -> None:
        self._action.trigger()
        self.setChecked(self._action.isChecked())  # the entry that is open stays marked when it is clicked again

    def sizeHint(self) -> QSize:
        shown = look()
        if self.compact:
            return QSize(shown.px(36), shown.px(40))
        return QSize(QFontMetrics(shown.font("small")).horizontalAdvance(self.text()) + shown.px(16), shown.px(60))

    def paintEvent(self, _event: QPaintEvent) -> None:
        shown, painter = look(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area, marked = QRectF(self.rect()).adjusted(1, 1, -1, -1), self.isChecked() or self.underMouse()
        painter.setPen(QPen(shown.colour("accent"), 2) if self.hasFocus() else Qt.PenStyle.NoPen)
        painter.setBrush(shown.colour("pressed") if marked else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(area, shown.px(6), shown.px(6))
        painter.setPen(shown.colour("accent" if self.isChecked() else "muted"))
        glyph = area if self.compact else area.adjusted(0, shown.px(6), 0, -area.height() * 0.4)
        painter.setFont(shown.font("heading"))
        painter.drawText(glyph, Qt.AlignmentFlag.AlignCenter, self._glyph)
        if not self.compact:
            painter.setFont(shown.font("small"))
            title = QRectF(area.left(), glyph.bottom(), area.width(), area.bottom() - glyph.bottom() - shown.px(4))
            painter.drawText(title, Qt.AlignmentFlag.AlignCenter, self.text())
        painter.end()


class Rail(QWidget):
    """The panels that exist, one under another.

    Parameters
    ----------
    entries : sequence of (QAction, str)
        What opens each panel, and its glyph.
    """

    def __init__(self, entries: Sequence[tuple[QAction, str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._layout = QVBoxLayout(self)
        self.buttons = [RailButton(action, glyph, self) for action, glyph in entries]
        for button in self.buttons:
            self._layout.addWidget(button)
        self._layout.addStretch(1)
        self.setMinimumHeight(1)  # large type never makes the window higher than its screen; menus have all panels
        self._fit_look()

    def set_compact(self, compact: bool) -> None:
        """Show glyphs alone, or glyphs with titles."""
        for button in self.buttons:
            if button.compact != compact:
                button.compact = compact
                button.updateGeometry()

    def _fit_look(self) -> None:
        for button in self.buttons:
            button.updateGeometry()
        self._fit_height()

    def _fit_height(self) -> None:
        """Leave less between the entries where they have little room in height."""
        side, above, between = (look().px(share) for share in (6, 12, 4))
        wanted = sum(button.sizeHint().height() + between for button in self.buttons) + above
        if wanted > self.height():
            above, between = look().px(3), look().px(1)
        self._layout.setContentsMargins(side, above, side, min(side, above))
        self._layout.setSpacing(between)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_height()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit_look()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), look().colour("card"))
        painter.setPen(look().colour("border"))
        edge = self.width() - 0.5
        painter.drawLine(QPointF(edge, 0), QPointF(edge, self.height()))
        painter.end()
