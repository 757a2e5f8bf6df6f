"""What the tooltip of a matrix says of a point in it."""

from PySide6.QtCore import QPointF

from attnstudio.state.figures import Matrix
from attnstudio.ui.matrix_layout import MatrixLayout
from attnstudio.ui.matrix_words import cell_tip, column_tip, heading_tip, note_tip, row_tip


def tip_at(matrix: Matrix, layout: MatrixLayout, point: QPointF) -> str:
    """Return the tooltip for a point: a cell, the label of a row or column, the heading; else ""."""
    cell, transposed = layout.cell_at(point), layout.sheet.shown.transposed
    if cell is not None:
        return cell_tip(matrix, *(cell[::-1] if transposed else cell))
    if layout.title.united(layout.subtitle).contains(point):
        return heading_tip(matrix, transposed=transposed)
    if not matrix.values.size:
        return ""
    down, across = layout.nearest_cell(point)
    i, j = (across, down) if transposed else (down, across)
    tips = (row_tip, i), (column_tip, j)
    (at_left, row), (over, column) = tips[::-1] if transposed else tips
    if layout.row_labels.contains(point):
        return at_left(matrix, row)
    if layout.column_labels.contains(point):
        return over(matrix, column)
    noted = layout.row_notes.contains(point) or layout.column_notes.contains(point)
    return note_tip(matrix, i) if noted else ""
