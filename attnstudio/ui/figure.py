"""What bars, plane and dial share: a cover, a plan that is kept while nothing changes, and a summary in words."""

from abc import abstractmethod
from collections.abc import Sequence
from functools import lru_cache
from typing import Generic, TypeVar

from PySide6.QtCore import QEvent, QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from attnstudio.state.figures import alike
from attnstudio.state.message import Message
from attnstudio.ui.labels import Box, pen
from attnstudio.ui.painted import Painted
from attnstudio.ui.theme import Look, look
from attnstudio.ui.tokens import told
from attnstudio.ui.words import said

Data = TypeVar("Data")
Plan = TypeVar("Plan")


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
            self._tell()

    def plan(self) -> Plan | None:
        """Return where everything stands at the present size; None before there is data."""
        if self._data is None:
            return None
        key = (self.width(), self.height(), look())
        if self._kept is None or self._kept[0] != key:
            self._kept = (key, self._make_plan(self._data, Box(0, 0, self.width(), self.height()), look()))
        return self._kept[1]

    def _show(self, data: Data) -> None:
        if not alike(data, self._data):
            self._data, self._kept = data, None
            self._tell()

    def _tell(self) -> None:
        shown = said("covered") if self._covered else "" if self._data is None else self._summary(self._data)
        self.setAccessibleDescription(shown)
        self.update()

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


def fitted(points: Sequence[tuple[float, float]], inner: Box, lean: float = 0.5) -> tuple[tuple[float, float], float]:
    """Return where (0, 0) stands and the pixels a unit, the same in x and y, so that all points fit.

    Room that is left at the sides is shared: `lean` of it, 0 to 1, at the left.
    """
    low_x, high_x = min(x for x, _ in points), max(x for x, _ in points)
    low_y, high_y = min(y for _, y in points), max(y for _, y in points)
    width, height = max(1.0, inner.width), max(1.0, inner.height)
    spans = ((width, high_x - low_x), (height, high_y - low_y))
    scale = min((room / span for room, span in spans if span > 1e-12), default=height / 2)
    left = inner.left + lean * (width - scale * (high_x - low_x))
    return (left - scale * low_x, inner.centre[1] + scale * (low_y + high_y) / 2), scale


def caption_lines(caption: Message, area: Box, style: Look) -> tuple[tuple[str, ...], float]:
    """Return the lines of a caption that fit under a figure, and the height that they take."""
    small = pen(style)
    most = 2 if area.height >= 12 * small.height else 1 if area.height >= 7.5 * small.height else 0
    lines = small.lines(told(caption), area.width - style.px(8), most)
    return lines, len(lines) * small.height


def draw_caption(painter: QPainter, lines: tuple[str, ...], area: Box, style: Look) -> None:
    """Write a caption's lines at the bottom of a figure, left-aligned."""
    small = pen(style)
    painter.setPen(style.colour("muted"))
    painter.setFont(small.font)
    for i, line in enumerate(lines):
        top = area.bottom - (len(lines) - i) * small.height
        painter.drawStaticText(QPointF(area.left + style.px(4), top), small.laid_out(line))
