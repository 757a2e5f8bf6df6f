"""A ring around what a lesson points at; the pointer and the keyboard go through it."""

import math
from collections.abc import Iterator

from PySide6.QtCore import QEvent, QMargins, QObject, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QRegion
from PySide6.QtWidgets import QWidget

from attnstudio.ui.fold import Fold
from attnstudio.ui.theme import look

AROUND = 5  # pixels at 100 % between a place and the outside of its ring, where no neighbour is nearer
_MOVING = (
    QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide, QEvent.Type.LayoutRequest,
)  # fmt: skip


class Pointer(QWidget):
    """Lies over a widget and draws a ring around a place in it, wherever that moves.

    Parameters
    ----------
    within : QWidget
    """

    def __init__(self, within: QWidget) -> None:
        super().__init__(within)
        self._within = within
        self._watched: list[QWidget] = []
        self._place: QWidget | None = None
        self._seen = QRect()  # the part of the place that is in sight
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    @property
    def ringed(self) -> QWidget | None:
        """What the ring is around now: the place, or the closed fold that it is in; None while neither is in sight."""
        place = self._place
        while place is not None and place is not self._within and not place.isVisible():
            place = place.parentWidget()
            if isinstance(place, Fold) and place.isVisible():
                return place.button
        return place if place is self._place else None

    def point_at(self, place: QWidget | None) -> None:
        """Draw the ring around another place; None for no ring."""
        if place is not self._place:
            for widget in self._watched:
                widget.removeEventFilter(self)
            self._place, self._watched = place, []
            while place is not None:
                self._watched.append(place)
                place.installEventFilter(self)
                place = None if place is self._within else place.parentWidget()
            if self._place is not None:
                self._place.destroyed.connect(self._forget)
        self._follow()

    def _forget(self) -> None:
        self._place, self._watched = None, []
        self.hide()

    def _follow(self) -> None:
        """Lie around the part of the place that is in sight."""
        ringed = self.ringed
        seen = QRect() if ringed is None else ringed.visibleRegion().boundingRect()
        if ringed is None or seen.isEmpty():
            self.hide()
            return
        at = ringed.mapTo(self._within, QPoint())
        self._seen = seen.translated(at)
        self.setGeometry(self._clear(ringed, self._seen) & self._within.rect())
        self.update()
        self.show()
        self.raise_()

    def _clear(self, ringed: QWidget, seen: QRect) -> QRect:
        """Return a rectangle around a part that is seen, as wide as its neighbours leave it."""
        around = look().px(AROUND)
        left, top, right, bottom = around, around, around, around
        wanted = seen.adjusted(-around, -around, around, around)
        for box in self._neighbours(ringed):
            if not box.intersects(wanted) or box.intersects(seen):
                continue
            if box.bottom() < seen.top():
                top = min(top, seen.top() - box.bottom() - 1)
            elif box.top() > seen.bottom():
                bottom = min(bottom, box.top() - seen.bottom() - 1)
            elif box.right() < seen.left():
                left = min(left, seen.left() - box.right() - 1)
            else:
                right = min(right, box.left() - seen.right() - 1)
        return seen.adjusted(-left, -top, right, bottom)

    def _neighbours(self, ringed: QWidget) -> Iterator[QRect]:
        """Yield where the widgets beside one stand, and those beside what it stands in."""
        inner, outer = ringed, ringed.parentWidget()
        while outer is not None and inner is not self._within:
            for other in outer.children():
                if isinstance(other, QWidget) and other is not inner and other is not self and other.isVisible():
                    yield QRect(other.mapTo(self._within, QPoint()), other.size())
            inner, outer = outer, outer.parentWidget()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _MOVING:
            self._follow()
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        style = look()
        width = style.line(2.6)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            inside = self._seen.translated(-self.pos()) & self.rect().marginsRemoved(_all_round(math.ceil(width)))
            painter.setClipRegion(QRegion(self.rect()) - QRegion(inside))  # the place itself is left as it is
            painter.setPen(QPen(style.colour("card"), 4 * width))
            painter.drawRect(self.rect())
            painter.setPen(QPen(style.colour("accent"), width))
            frame = QRectF(self.rect()).adjusted(width / 2, width / 2, -width / 2, -width / 2)
            painter.drawRoundedRect(frame, style.px(6), style.px(6))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._follow()


def _all_round(width: int) -> QMargins:
    return QMargins(width, width, width, width)
