"""What is drawn of a matrix on the screen: its numbers with their digits and their height."""

from PySide6.QtCore import QRectF

from attnstudio.ui.matrix_cells import Picture
from attnstudio.ui.matrix_drawing import MatrixDrawing


def drawn(view: MatrixDrawing) -> Picture:
    """Return the picture of all cells as the next repaint of the whole matrix draws it."""
    return view._cells.inside(QRectF(view.rect()), view.matrix, view.places(), view._seen_beside())
