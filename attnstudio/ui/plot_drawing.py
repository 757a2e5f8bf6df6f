"""The drawing of a plot by pyqtgraph; imported with the first plot, as pyqtgraph takes long to load."""

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QObject, QRectF, Qt
from PySide6.QtGui import QBrush, QPainter, QPen, QPixmap

from attnstudio.ui.labels import Box
from attnstudio.ui.painted import smooth
from attnstudio.ui.plot_marks import draw_axes, draw_grid
from attnstudio.ui.plot_plan import PlotPlan
from attnstudio.ui.plot_strokes import ORDER, Shown, Still, Stroke, strokes_of
from attnstudio.ui.theme import Look

SIDE = 1000.0  # units of the scene along an axis, stretched over the frame when it is painted
ROOM = 0.1  # of an axis around it, so that a line at its end is drawn in its whole width
MARGIN = 3.0  # that room, in widths of a line


class PlotDrawing:
    """A scene with one view box from 0 to 1 in both directions, whatever the axes say: no range is ever guessed.

    The scene has no widget, so no wheel, drag or menu reaches it; it is painted on whatever the plot is painted on.
    """

    def __init__(self, parent: QObject) -> None:
        self._scene = pg.GraphicsScene(parent=parent)
        self._scene.setItemIndexMethod(pg.GraphicsScene.ItemIndexMethod.NoIndex)
        self._box = pg.ViewBox(enableMouse=False, enableMenu=False, defaultPadding=0.0)
        span = (-ROOM, 1 + ROOM)
        self._box.setRange(xRange=span, yRange=span, padding=0.0, disableAutoRange=True)
        self._scene.addItem(self._box)
        self._box.setGeometry(QRectF(-ROOM * SIDE, -ROOM * SIDE, SIDE * (1 + 2 * ROOM), SIDE * (1 + 2 * ROOM)))
        self._curves: dict[tuple[str, int], _Curve] = {}
        self._drawn: object = None
        self._kept: tuple[object, QPixmap] = (None, QPixmap())

    def paint(self, painter: QPainter, plan: PlotPlan, shown: Shown, style: Look) -> None:
        """Draw the lines at the ticks, the curves or bars over them, and the axes."""
        draw_grid(painter, plan, style)
        if plan.frame.width > 0 and plan.frame.height > 0:
            self._paint_curves(painter, plan.frame, shown, style)
        draw_axes(painter, plan, style)

    def _paint_curves(self, painter: QPainter, frame: Box, shown: Shown, style: Look) -> None:
        if self._drawn != (key := (style, Still(shown))):
            self._bring(shown, style)
            self._drawn = key
        margin = style.line(MARGIN)
        across, down = min(ROOM, margin / frame.width), min(ROOM, margin / frame.height)
        part = QRectF(-across * SIDE, -down * SIDE, SIDE * (1 + 2 * across), SIDE * (1 + 2 * down))
        room = frame.rect().adjusted(
            -across * frame.width, -down * frame.height, across * frame.width, down * frame.height
        )
        painter.save()
        self._scene.render(painter, room, part, Qt.AspectRatioMode.IgnoreAspectRatio)
        painter.restore()

    def paint_kept(self, painter: QPainter, plan: PlotPlan, shown: Shown, style: Look, ratio: float) -> None:
        """Draw the same on the screen from a picture, made anew where the curves are other ones.

        While a cursor moves they are the same, and take most of the time.
        """
        room = plan.frame.inset(-style.line(MARGIN)).rect().toAlignedRect()
        if self._kept[0] != (key := (style, plan.frame, plan.grid, ratio, Still(shown))):
            picture = QPixmap(room.size() * ratio)
            picture.setDevicePixelRatio(ratio)
            picture.fill(Qt.GlobalColor.transparent)
            with QPainter(picture) as once:
                once.translate(-room.topLeft())
                smooth(once)
                self.paint(once, plan, shown, style)
            self._kept = key, picture
        painter.drawPixmap(room.topLeft(), self._kept[1])

    def _bring(self, shown: Shown, style: Look) -> None:
        """Bring every curve up to date; those that are not needed now are kept for later."""
        used = set()
        for stroke in strokes_of(shown, style):
            name = stroke.kind, stroke.number
            if name not in self._curves:
                self._curves[name] = _Curve(stroke)
                self._box.addItem(self._curves[name].item, ignoreBounds=True)
            self._curves[name].show(stroke)
            used.add(name)
        for name, curve in self._curves.items():
            curve.set_visible(name in used)


BOUNDS = QRectF(-ROOM, -ROOM, 1 + 2 * ROOM, 1 + 2 * ROOM)


class _Item(pg.PlotCurveItem):  # type: ignore[misc]
    """A curve whose bounds are those of the view box: Qt asks for them several times in a frame."""

    def boundingRect(self) -> QRectF:
        return BOUNDS


class _Curve:
    """A curve of pyqtgraph that is told only of what has changed."""

    def __init__(self, stroke: Stroke) -> None:
        filled = stroke.brush.style() != Qt.BrushStyle.NoBrush
        self.item = _Item(
            antialias=not (stroke.pairs or stroke.kind == "bars"),  # bars stand on whole pixels, in a third of the time
            connect="pairs" if stroke.pairs else "finite",
            fillLevel="enclosed" if filled else None,
            pen=stroke.pen,
            brush=stroke.brush,
        )
        self.item.setZValue(ORDER.index(stroke.kind))
        self._x = self._y = np.empty(0)
        self._pen, self._brush, self._visible = stroke.pen, stroke.brush, True

    def show(self, stroke: Stroke) -> None:
        if not (np.array_equal(stroke.x, self._x) and np.array_equal(stroke.y, self._y, equal_nan=True)):
            self._x, self._y = stroke.x, stroke.y
            self.item.setData(stroke.x, stroke.y)
        self._ink(stroke.pen, stroke.brush)

    def _ink(self, pen: QPen, brush: QBrush) -> None:
        if pen is not self._pen:
            self._pen = pen
            self.item.setPen(pen)
        if brush is not self._brush:
            self._brush = brush
            self.item.setBrush(brush)

    def set_visible(self, visible: bool) -> None:
        if visible != self._visible:
            self._visible = visible
            self.item.setVisible(visible)
