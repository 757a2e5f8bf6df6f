"""Draws a matrix: heading, labels, cells, and the marks that follow pointer and keyboard."""

import math
from collections.abc import Collection, Sequence
from functools import lru_cache

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QImage, QPainter, QPen, QStaticText, QTransform

from attnstudio.state.figures import Kind
from attnstudio.ui.labels import Pen, pen
from attnstudio.ui.matrix_cells import Picture
from attnstudio.ui.matrix_image import hatching_tile
from attnstudio.ui.matrix_layout import MatrixLayout
from attnstudio.ui.matrix_numbers import NO_NUMBER, cell_font, smallest_pixels
from attnstudio.ui.matrix_shapes import draw_shapes, keeps_shapes
from attnstudio.ui.painted import smooth
from attnstudio.ui.theme import Look
from attnstudio.ui.titles import title_pen

_RADIUS = 3.4  # of a cell's corners, at 100 %
_LEFT, _MIDDLE, _RIGHT = 0.0, 0.5, 1.0  # where a text stands in its room


class MatrixPainter:
    """Draws the parts of one matrix with one painter."""

    def __init__(self, painter: QPainter, layout: MatrixLayout) -> None:
        self._painter, self._layout, self._look = painter, layout, layout.look

    def heading(self, kind: Kind) -> None:
        """Write the title in the colour of its kind, the subtitle and the titles of the axes."""
        layout, sheet = self._layout, self._layout.sheet
        title, small = title_pen(layout.pitch.height(), self._look), pen(self._look)
        self._ink(title.font, self._look.colour(kind))
        self._text(title, layout.title, sheet.title)
        self._ink(small.font, self._look.colour("muted"))
        self._text(small, layout.subtitle, sheet.subtitle)
        if not sheet.shown.axis_titles:
            return
        down, across = f"{sheet.row_title} ↓", f"{sheet.column_title} →"
        line = layout.axis_titles
        if sheet.shown.row_labels:
            room = QRectF(0, line.top(), layout.cells.left() - self._look.px(6), line.height())
            self._text(small, room, down, _RIGHT)
        else:
            across = f"{down}  {across}"
        self._text(small, line.adjusted(layout.cells.left(), 0, 0, 0), across, _LEFT)

    def row_labels(self, dimmed: Collection[int], selected: int | None) -> None:
        """Write the labels left of the cells: the selected one bold, dimmed ones struck out."""
        band, height = self._layout.row_labels, self._layout.pitch.height()
        width = band.width() - self._look.px(6)
        for row, label in enumerate(self._layout.sheet.row_labels):
            if row % self._layout.row_step == 0 and self._layout.sheet.shown.row_labels:
                writing = self._label_ink(row == selected)
                room = QRectF(band.left(), band.top() + row * height, width, height)
                self._text(writing, room, label, _RIGHT, row in dimmed)

    def column_labels(self, dimmed: Collection[int], selected: int | None) -> None:
        """Write the labels over or under the cells in the same way."""
        band, width = self._layout.column_labels, self._layout.pitch.width()
        near = _RIGHT if self._layout.sheet.shown.labels_below else _LEFT  # the end at the cells
        for column, label in enumerate(self._layout.sheet.column_labels):
            if column % self._layout.column_step == 0 and self._layout.sheet.shown.column_labels:
                writing = self._label_ink(column == selected)
                room = QRectF(band.left() + column * width, band.top(), width, band.height())
                if self._layout.labels_upright:
                    self._upright(writing, room, label, near, column in dimmed)
                else:
                    self._text(writing, room, label, struck=column in dimmed)

    def notes(self, notes: Sequence[str]) -> None:
        """Write a note at every row, or column, that has one, as far as they do not overlap."""
        layout, small = self._layout, pen(self._look)
        turned, high, wide = layout.sheet.shown.transposed, layout.pitch.height(), layout.pitch.width()
        right, below = layout.row_notes, layout.column_notes
        step = layout.row_step if not turned else math.ceil(small.height / wide) if layout.notes_upright else 1
        self._ink(small.font, self._look.colour("muted"))
        free = 0  # from here on nothing is written yet
        for index, note in enumerate(notes):
            if not note or index < free:
                continue
            free = index + step
            if not turned:
                self._text(small, QRectF(right.left(), right.top() + index * high, right.width(), high), note, _LEFT)
            else:
                room = QRectF(below.left() + index * wide, below.top(), wide, below.height())
                (self._upright if layout.notes_upright else self._text)(small, room, note, _MIDDLE)

    def borders(self, picture: Picture) -> None:
        """Draw the borders of all cells, which fills leave; many cells have none of their own."""
        if picture.image is not None or not picture.fills:
            return
        painter, layout = self._painter, self._layout
        if layout.tiny:
            painter.fillRect(layout.cells.adjusted(-1, -1, 0, 0), self._look.colour("cell_border"))
        elif keeps_shapes(painter):
            _draw_borders(painter, layout)
        else:
            painter.drawImage(layout.cells.topLeft(), _borders(layout, painter.device().devicePixelRatioF()))

    def cells(self, picture: Picture) -> None:
        """Draw the inside of the cells; a cover over cells without room for signs is one large sign."""
        if picture.image is not None or self._layout.tiny:
            smooth(self._painter)  # fills on whole pixels are far quicker without
        if picture.image is not None:
            self._many_cells(picture, picture.image)
        elif picture.fills:
            self._few_cells(picture)
        if picture.covered and not picture.pixels:
            draw_cover_sign(self._painter, self._layout.cells, self._look)

    def _few_cells(self, picture: Picture) -> None:
        """Draw first all fills, then lines, plates and numbers, which is quickest."""
        painter, look = self._painter, self._look
        for rect, colour in picture.fills:
            painter.fillRect(rect, colour)
        if picture.hatching or picture.crosses or picture.minuses:
            self._lines_over_cells(picture)
        if picture.texts:
            painter.setFont(cell_font(look, picture.pixels))
            for rgb, texts in picture.texts.items():
                painter.setPen(_ink(rgb))
                for left, top, text in texts:
                    painter.drawStaticText(left, top, text)

    def _many_cells(self, picture: Picture, image: QImage) -> None:
        """Draw the image of the cells with hatching in its holes, and the gaps as a grid over it."""
        painter, layout, look = self._painter, self._layout, self._look
        if keeps_shapes(painter):
            draw_shapes(painter, layout.cells, image, picture.spacing, look, apart=layout.gap > 0)
        else:
            if picture.spacing:
                painter.fillRect(layout.cells, QBrush(hatching_tile(look, picture.spacing)))
            painter.drawImage(layout.cells, image)
        if layout.gap:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(look.colour("cell_border"))
            painter.drawRects(_gaps(layout))

    def _lines_over_cells(self, picture: Picture) -> None:
        painter, look = self._painter, self._look
        smooth(painter)
        painter.setPen(_line_pen(look.colour("hatch").rgb(), look.line(0.7)))
        painter.drawLines(picture.hatching)
        painter.drawLines(picture.crosses)
        for rect, colour in picture.plates:
            painter.fillRect(rect, colour)
        for rgb, lines in picture.minuses.items():
            painter.setPen(_line_pen(rgb, look.line(1.1)))
            painter.drawLines(lines)

    def outline(self, rect: QRectF, colour: str, width: float, *, away: float = 0.0) -> None:
        """Draw a rounded outline whose inner edge lies `away` pixels outside of a rectangle."""
        line = self._look.line(width)
        by = line / 2 + away
        radius = _RADIUS * self._look.factor + away
        smooth(self._painter)
        self._painter.setPen(_line_pen(self._look.colour(colour).rgb(), line))
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        self._painter.drawRoundedRect(rect.adjusted(-by, -by, by, by), radius, radius)

    def _label_ink(self, selected: bool) -> Pen:
        writing = pen(self._look, "small", selected)
        self._ink(writing.font, self._look.colour("text" if selected else "muted"))
        return writing

    def _ink(self, font: QFont, colour: QColor) -> None:
        self._painter.setFont(font)
        self._painter.setPen(colour)

    def _text(self, writing: Pen, room: QRectF, text: str, at: float = _MIDDLE, struck: bool = False) -> None:
        shown, width = _static(writing, text, room.width())
        x = room.left() + (room.width() - width) * at
        self._painter.drawStaticText(QPointF(x, room.top() + (room.height() - writing.height) / 2), shown)
        if struck:
            self._painter.drawLine(QLineF(x, room.center().y(), x + width, room.center().y()))

    def _upright(self, writing: Pen, room: QRectF, text: str, at: float, struck: bool = False) -> None:
        """Write from bottom to top."""
        shown, width = _static(writing, text, room.height())
        self._painter.save()
        self._painter.translate(room.center().x(), room.bottom() - (room.height() - width) * at)
        self._painter.rotate(-90)
        self._painter.drawStaticText(QPointF(0, -writing.height / 2), shown)
        if struck:
            self._painter.drawLine(QLineF(0, 0, width, 0))
        self._painter.restore()


def draw_cover_sign(painter: QPainter, rect: QRectF, look: Look) -> None:
    """Write one question mark over all that is covered, unless it would be too small to be read from afar."""
    high = min(0.7 * rect.height(), 0.9 * rect.width())
    if look.projector and high < smallest_pixels(look):
        return
    painter.setFont(cell_font(look, max(1, math.floor(high))))
    painter.setPen(look.colour("muted"))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, NO_NUMBER)


@lru_cache(maxsize=4096)
def _static(writing: Pen, text: str, room: float) -> tuple[QStaticText, float]:
    """Return a text, cut to its room and laid out once, and its width."""
    shown = writing.elided(text, room + 0.5)
    static = QStaticText(shown)
    static.setTextFormat(Qt.TextFormat.PlainText)
    static.prepare(QTransform(), writing.font)
    return static, writing.width(shown)


def _draw_borders(painter: QPainter, layout: MatrixLayout) -> None:
    """Draw the rounded grounds of all cells, of which the border is what fills leave."""
    radius = _RADIUS * layout.look.factor
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(layout.look.colour("cell_border"))
    for row in range(layout.rows):
        for column in range(layout.columns):
            painter.drawRoundedRect(layout.cell_rect(row, column), radius, radius)


@lru_cache(maxsize=24)  # for the screen: no number changes them
def _borders(layout: MatrixLayout, ratio: float) -> QImage:
    image = QImage((layout.cells.size() * ratio).toSize(), QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    with QPainter(image) as painter:
        smooth(painter)
        painter.translate(-layout.cells.topLeft())
        _draw_borders(painter, layout)
    return image


@lru_cache(maxsize=64)
def _gaps(layout: MatrixLayout) -> list[QRectF]:
    """Return the gaps between rows and between columns, with those around all cells."""
    gap, pitch, area = layout.gap, layout.pitch, layout.cells
    left, top = area.left() - math.ceil(gap / 2), area.top() - math.ceil(gap / 2)
    width, height = area.width() + gap, area.height() + gap
    upright = [QRectF(left + j * pitch.width(), top, gap, height) for j in range(layout.columns + 1)]
    return upright + [QRectF(left, top + i * pitch.height(), width, gap) for i in range(layout.rows + 1)]


@lru_cache(maxsize=64)
def _ink(rgb: int) -> QColor:
    return QColor(rgb)


@lru_cache(maxsize=64)
def _line_pen(rgb: int, width: float) -> QPen:
    return QPen(QColor(rgb), width)
