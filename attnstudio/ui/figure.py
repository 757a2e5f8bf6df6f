"""What bars, plane and dial share: a cover, a plan that is kept while nothing changes, and a summary in words."""

from abc import abstractmethod
from collections.abc import Sequence
from functools import lru_cache
from typing import Generic, TypeVar

from PySide6.QtCore import QEvent, QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFocusEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from attnstudio.state.figures import alike
from attnstudio.state.message import Message
from attnstudio.ui import accessible
from attnstudio.ui.labels import Box, Label, pen
from attnstudio.ui.painted import Painted
from attnstudio.ui.theme import Look, look
from attnstudio.ui.tokens import told
from attnstudio.ui.words import said

Data = TypeVar("Data")
Plan = TypeVar("Plan")
NO_PEN = QPen(Qt.PenStyle.NoPen)


class FigureView(Painted, Generic[Data, Plan]):
    """A figure that draws the plan made from its data, its size and the look.

    A plan holds every shape and label with its place; painting only strokes it, and tests read it. The Tab key stops
    at a figure, since a screen reader says its texts there.
    """

    def __init__(self, name: str, tip: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._data: Data | None = None
        self._covered = False
        self._kept: tuple[object, Plan] | None = None
        accessible.install()
        self.accessible: accessible.FigureSummary | None = None
        self.setAccessibleName(name)
        self.setToolTip(tip)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    @property
    def covered(self) -> bool:
        """Whether numbers and shapes are hidden, from the eye and from a screen reader."""
        return self._covered

    @covered.setter
    def covered(self, covered: bool) -> None:
        if covered != self._covered:
            self._covered = covered
            self._changed()

    def plan(self) -> Plan | None:
        """Return where everything stands at the present size; None before there is data."""
        if self._data is None:
            return None
        key = width, height, style = self.width(), self.height(), look()
        if self._kept is None or self._kept[0] != key:
            self._kept = (key, self._make_plan(self._data, Box(0, 0, width, height), style))
        return self._kept[1]

    def _show(self, data: Data) -> None:
        if not alike(data, self._data):
            self._data, self._kept = data, None
            self._changed()

    def _changed(self) -> None:
        accessible.announce_summary(self)
        self.update()

    def summary(self) -> str:
        """Say the figure in words, made anew each time; a covered one says only that it is covered."""
        return said("covered") if self._covered else "" if self._data is None else self._summary(self._data)

    @abstractmethod
    def _make_plan(self, data: Data, area: Box, style: Look) -> Plan: ...

    @abstractmethod
    def _draw(self, painter: QPainter, plan: Plan, style: Look) -> None: ...

    @abstractmethod
    def _summary(self, data: Data) -> str:
        """Say the figure in words and numbers."""

    def paint(self, painter: QPainter) -> None:
        if self._covered:
            draw_cover(painter, QRectF(self.rect()), look())
        elif (plan := self.plan()) is not None:
            self._draw(painter, plan, look())

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus():  # on the screen alone: no export shows it
            with QPainter(self) as painter:
                width = look().line(2.4)
                painter.setPen(stroke(look(), "accent", 2.4))
                painter.drawRect(QRectF(self.rect()).adjusted(width / 2, width / 2, -width / 2, -width / 2))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.PaletteChange, QEvent.Type.StyleChange):
            self.updateGeometry()
            self.update()
        super().changeEvent(event)

    def sizeHint(self) -> QSize:
        return QSize(look().px(300), look().px(220))

    def minimumSizeHint(self) -> QSize:
        return QSize(look().px(130), look().px(80))


def draw_cover(painter: QPainter, rect: QRectF, style: Look) -> None:
    """Draw a plain question mark where something is hidden."""
    painter.setPen(QPen(style.colour("cell_border"), style.line()))
    painter.setBrush(style.colour("blocked"))
    painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), style.px(6), style.px(6))
    painter.setPen(style.colour("muted"))
    painter.setFont(style.font("heading", bold=True))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, "?")


def hatching(box: Box, step: float) -> list[QLineF]:
    """Return diagonal lines that fill a box; real lines, since patterned brushes turn into pictures in vector files."""
    if box.width <= 0 or box.height <= 0:
        return []
    count = int((box.width + box.height) / step)
    lines = list[QLineF]()
    for i in range(1, count + 1):
        reach = i * step  # the line on which (x − left) + (y − top) = reach
        x1, x2 = max(0.0, reach - box.height), min(box.width, reach)
        lines.append(QLineF(box.left + x1, box.top + reach - x1, box.left + x2, box.top + reach - x2))
    return lines


@lru_cache(maxsize=256)
def stroke(style: Look, colour: str, width: float = 1.0, dashed: bool = False) -> QPen:
    """Return the pen for lines in a named colour."""
    made = QPen(style.colour(colour), style.line(width))
    made.setCapStyle(Qt.PenCapStyle.RoundCap)
    if dashed:
        made.setDashPattern([3.0, 3.0])
        made.setCapStyle(Qt.PenCapStyle.FlatCap)
    return made


def rule(painter: QPainter, line: Sequence[float], width: float, colour: QColor) -> None:
    """Draw a line (x1, y1, x2, y2) that is level or upright, several times quicker than a pen does."""
    x1, y1, x2, y2 = line
    across, down = (0.0, width / 2) if y1 == y2 else (width / 2, 0.0)
    left, top = min(x1, x2) - across, min(y1, y2) - down
    painter.fillRect(QRectF(left, top, abs(x2 - x1) + 2 * across, abs(y2 - y1) + 2 * down), colour)


def arrow_head(tip: tuple[float, float], direction: tuple[float, float], size: float) -> QPolygonF:
    """Return a filled triangle that ends at `tip` and points along a direction of length 1."""
    (x, y), (dx, dy) = tip, direction
    back, side = size, size * 0.5
    return QPolygonF(
        [
            QPointF(x, y),
            QPointF(x - back * dx - side * dy, y - back * dy + side * dx),
            QPointF(x - back * dx + side * dy, y - back * dy - side * dx),
        ]
    )


def arrow(
    start: tuple[float, float], tip: tuple[float, float], direction: tuple[float, float], size: float, width: float
) -> QPolygonF:
    """Return a whole arrow as one shape: its head as `arrow_head` has it, and a shaft of a width from `start`."""
    (ox, oy), (x, y), (dx, dy) = start, tip, direction
    side, half = size * 0.5, width / 2
    bx, by = x - size * dx, y - size * dy  # where shaft and head meet
    return QPolygonF(
        [
            QPointF(x, y),
            QPointF(bx - side * dy, by + side * dx),
            QPointF(bx - half * dy, by + half * dx),
            QPointF(ox - half * dy, oy + half * dx),
            QPointF(ox + half * dy, oy - half * dx),
            QPointF(bx + half * dy, by - half * dx),
            QPointF(bx + side * dy, by - side * dx),
        ]
    )


def fitted(points: Sequence[tuple[float, float]], inner: Box, lean: float = 0.5) -> tuple[tuple[float, float], float]:
    """Return where (0, 0) stands and the pixels a unit, the same in x and y, so that all points fit.

    Room that is left at the sides is shared: `lean` of it, 0 to 1, at the left.
    """
    xs, ys = zip(*points, strict=True)
    low_x, high_x, low_y, high_y = min(xs), max(xs), min(ys), max(ys)
    width, height = max(1.0, inner.width), max(1.0, inner.height)
    spans = ((width, high_x - low_x), (height, high_y - low_y))
    scale = min((room / span for room, span in spans if span > 1e-12), default=height / 2)
    left = inner.left + lean * (width - scale * (high_x - low_x))
    return (left - scale * low_x, inner.centre[1] + scale * (low_y + high_y) / 2), scale


def caption_labels(caption: Message, area: Box, style: Look) -> tuple[tuple[Label, ...], float]:
    """Return the lines of a caption that fit at the bottom of a figure, left-aligned, and the height they take."""
    small = pen(style)
    height, left = small.height, area.left + style.px(4)
    most = 2 if area.height >= 12 * height else 1 if area.height >= 7.5 * height else 0
    lines = small.lines(told(caption), area.width - style.px(8), most)
    tops = [area.bottom - (len(lines) - i) * height for i in range(len(lines))]
    labels = [Label(line, Box(left, top, area.right, top + height)) for line, top in zip(lines, tops, strict=True)]
    return tuple(labels), len(lines) * height
