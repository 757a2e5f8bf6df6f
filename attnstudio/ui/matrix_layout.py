"""Where the parts of a matrix lie: heading, labels, cells and notes, in whole pixels."""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRect, QRectF, QSizeF

from attnstudio.state.figures import Cell
from attnstudio.ui.labels import pen
from attnstudio.ui.matrix_sheet import Sheet
from attnstudio.ui.theme import Look
from attnstudio.ui.titles import title_pen

_FLAT = 30  # cells so wide have flat labels, cut where they are too long
_LONGEST = 76  # longer row labels and upright column labels are cut
_SUBTITLE = 150  # longer subtitles are cut, unless the cells are wider


@dataclass(frozen=True, eq=False)
class MatrixLayout:
    """Places in widget coordinates; rows and columns are those of the screen."""

    sheet: Sheet
    look: Look
    size: QSizeF
    cells: QRectF  # all cells with the gaps around them
    pitch: QSizeF  # one cell and its gap
    gap: int
    title: QRectF
    subtitle: QRectF
    axis_titles: QRectF
    row_labels: QRectF
    column_labels: QRectF
    row_notes: QRectF
    column_notes: QRectF
    labels_upright: bool  # column labels stand on end
    notes_upright: bool
    row_step: int  # every how many rows there is room for a label
    column_step: int

    @property
    def rows(self) -> int:
        return len(self.sheet.row_labels)

    @property
    def columns(self) -> int:
        return len(self.sheet.column_labels)

    @property
    def tiny(self) -> bool:
        """Whether cells are too small for a border each and share the lines of a grid."""
        return self.gap < 2

    @cached_property
    def _raster(self) -> tuple[float, float, float, float]:
        """Left and top of all cells, width and height of one with its gap: plain, as asking Qt takes time."""
        return self.cells.left(), self.cells.top(), self.pitch.width(), self.pitch.height()

    def cell_rect(self, row: int, column: int) -> QRectF:
        """Return the drawn part of a cell."""
        (left, top, width, height), gap = self._raster, self.gap
        half = gap // 2
        return QRectF(left + column * width + half, top + row * height + half, width - gap, height - gap)

    def part_rect(self, rows: range, columns: range) -> QRect:
        """Return the pixels that the drawn cells of some rows and columns touch."""
        (left, top, width, height), gap = self._raster, self.gap
        half = gap // 2
        x, y = math.floor(left + columns.start * width) + half, math.floor(top + rows.start * height) + half
        right, bottom = math.ceil(left + columns.stop * width), math.ceil(top + rows.stop * height)
        return QRect(x, y, right + half - gap - x, bottom + half - gap - y)

    def cells_rect(self, row: int | None, column: int | None) -> QRectF:
        """Return the drawn part of a cell, or of the whole row or column where the other is None."""
        first = self.cell_rect(row or 0, column or 0)
        last = self.cell_rect(self.rows - 1 if row is None else row, self.columns - 1 if column is None else column)
        return first.united(last)

    def cell_at(self, point: QPointF) -> Cell | None:
        """Return the (row, column) on the screen that a point is in."""
        row, column = self._steps(point)
        return (row, column) if 0 <= row < self.rows and 0 <= column < self.columns else None

    def nearest_cell(self, point: QPointF) -> Cell:
        """Return the cell that a point is in or nearest to."""
        row, column = self._steps(point)
        return min(max(row, 0), self.rows - 1), min(max(column, 0), self.columns - 1)

    def _steps(self, point: QPointF) -> Cell:
        left, top, width, height = self._raster
        return math.floor((point.y() - top) / height), math.floor((point.x() - left) / width)


class _Labels(NamedTuple):
    """How the column labels are written."""

    height: int
    upright: bool
    step: int


def _column_labels(sheet: Sheet, pitch: QSizeF, look: Look) -> _Labels:
    """Lay labels flat where all of them fit, else stand them on end; leave some out where even that is too dense."""
    if not sheet.shown.column_labels:
        return _Labels(0, False, 1)
    small = pen(look, "small", bold=True)
    widest = max(map(small.width, sheet.column_labels), default=0.0)
    if widest <= pitch.width() or pitch.width() >= look.px(_FLAT):
        return _Labels(math.ceil(small.height), False, 1)
    return _Labels(math.ceil(min(widest, look.px(_LONGEST))), True, math.ceil(small.height / pitch.width()))


def _row_labels_width(sheet: Sheet, look: Look) -> float:
    if not sheet.shown.row_labels:
        return 0.0
    small = pen(look, "small", bold=True)
    widest = max(map(small.width, sheet.row_labels), default=0.0)
    title = small.width(f"{sheet.row_title} ↓") if sheet.shown.axis_titles else 0.0
    return math.ceil(max(min(widest, look.px(_LONGEST)), title)) + look.px(6)


def _heading_width(sheet: Sheet, cells_width: float, title: float, look: Look) -> float:
    """Width of a title so wide and the subtitle: one is never cut, the other where it is much wider than the cells."""
    subtitle = min(pen(look).width(sheet.subtitle), max(cells_width, look.px(_SUBTITLE)))
    return math.ceil(max(title, subtitle)) + 1


def notes_width(notes: tuple[str, ...], look: Look) -> int:
    """Return the width that notes take with the space before them, 0 where there are none."""
    widest = max(map(pen(look).width, notes), default=0.0)
    return math.ceil(widest) + look.px(4) if widest else 0


def _gap(pitch: QSizeF, look: Look) -> int:
    side = min(pitch.width(), pitch.height())
    if side < look.px(14):
        return 1 if side >= 4 else 0
    return _wide_gap(look)


def _wide_gap(look: Look) -> int:
    return 2 * math.ceil(look.px(2) / 2)


def around_numbers(look: Look) -> float:
    """Return how much smaller the room for its number is than a cell with its gap."""
    return _wide_gap(look) + 2 * look.line()


class _Across(NamedTuple):
    """Where things begin from the left, and the whole width."""

    row_labels: float
    cells: float
    notes: float
    heading: float
    width: float


def _across(sheet: Sheet, cells: float, heading: float, note: float, look: Look) -> _Across:
    """Set row labels, cells and notes side by side, the heading over the middle of the cells, all inside the width."""
    labels, pad = _row_labels_width(sheet, look), look.px(4)
    left = math.ceil(max(pad + labels, (heading - cells) / 2))
    notes = left + cells + pad
    right = max(notes + note, left + (cells + heading) / 2)
    return _Across(left - labels, left, notes, left + (cells - heading) / 2, math.ceil(right))


def whole(side: float) -> float:
    """Return the side of a cell rounded down to whole pixels; less than one stays what it is."""
    return math.floor(side) if side >= 1 else side


def lay_out(sheet: Sheet, cell_width: float, cell_height: float, look: Look) -> MatrixLayout:
    """Place the parts of a matrix whose cells with their gaps are of this size, in whole pixels from 1 on."""
    pitch = QSizeF(whole(cell_width), whole(cell_height))
    width, height = pitch.width() * len(sheet.column_labels), pitch.height() * len(sheet.row_labels)
    pad, line = look.px(4), math.ceil(pen(look).height)
    row_note, column_note = notes_width(sheet.row_notes, look), notes_width(sheet.column_notes, look)
    labels = _column_labels(sheet, pitch, look)
    writing = title_pen(pitch.height(), look)
    heading = _heading_width(sheet, width, writing.width(sheet.title), look)
    x = _across(sheet, width, heading, row_note, look)

    below = sheet.shown.labels_below
    title = math.ceil(writing.height) if sheet.title else 0
    axis_titles = title + (line if sheet.subtitle else 0) + look.px(3)
    above = axis_titles + (line if sheet.shown.axis_titles else 0)
    top = above + pad + (0 if below else labels.height)
    bottom = top + height + pad
    notes = bottom + (labels.height if below else 0)
    flat = column_note <= pitch.width()
    note_height = 0 if not column_note else line if flat else column_note
    return MatrixLayout(
        sheet=sheet,
        look=look,
        size=QSizeF(x.width, notes + note_height),
        pitch=pitch,
        gap=_gap(pitch, look),
        title=QRectF(x.heading, 0, heading, title),
        subtitle=QRectF(x.heading, title, heading, line if sheet.subtitle else 0),
        axis_titles=QRectF(0, axis_titles, x.width, above - axis_titles),
        column_labels=QRectF(x.cells, bottom if below else above, width, labels.height),
        cells=QRectF(x.cells, top, width, height),
        row_labels=QRectF(x.row_labels, top, x.cells - x.row_labels, height),
        row_notes=QRectF(x.notes, top, row_note, height),
        column_notes=QRectF(x.cells, notes, width, note_height),
        labels_upright=labels.upright,
        notes_upright=not flat,
        row_step=math.ceil(line / pitch.height()),
        column_step=labels.step,
    )
