"""Matrices to draw in tests, and what is on the pixels of a drawn widget."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QSizeF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QWidget

from attnstudio.state.figures import Matrix, frozen_float
from attnstudio.state.message import Message
from attnstudio.ui.matrix import MatrixView
from attnstudio.ui.painted import paint_tree

FONTS = Path(__file__).parents[2] / "resources" / "fonts"
CELL = QSizeF(40, 34)


def matrix(values: npt.ArrayLike, **fields: Any) -> Matrix:
    """Build a matrix of weights named "weights", with what is given otherwise."""
    numbers = frozen_float(values)
    rows, columns = numbers.shape
    defaults: dict[str, Any] = {
        "name": "weights",
        "title": Message("weights"),
        "kind": "weight",
        "row_labels": tuple(f"r{i}" for i in range(rows)),
        "column_labels": tuple(f"c{j}" for j in range(columns)),
        "row_title": Message("query"),
        "column_title": Message("key"),
        "limits": (0.0, 1.0),
        "digits": 2,
    }
    return Matrix(values=numbers, **(defaults | fields))


def covered(shown: Matrix) -> Matrix:
    """Return a matrix whose numbers are withheld."""
    return replace(shown, values=frozen_float(np.full(shown.shape, np.nan)), covered=True)


def view_of(shown: Matrix, *, cell: QSizeF = CELL, transposed: bool = False, **arguments: Any) -> MatrixView:
    """Return a view of its own size, not on the screen."""
    view = MatrixView(transposed=transposed)
    view.show_matrix(shown, **arguments)
    view.set_cell(cell)
    view.resize(view.sizeHint())
    return view


def drawn(widget: QWidget) -> QImage:
    """Draw a widget on white."""
    image = QImage(widget.size(), QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    with QPainter(image) as painter:
        paint_tree(widget, painter)
    return image


def colour_at(image: QImage, point: QPointF) -> QColor:
    return image.pixelColor(int(point.x()), int(point.y()))


def cell_image(view: MatrixView, image: QImage, i: int, j: int) -> QImage:
    """Cut one cell out of a drawn view."""
    return image.copy(view.cell_rect(i, j).toRect())


def causal(n: int) -> npt.NDArray[np.bool_]:
    return ~np.tril(np.ones((n, n), dtype=bool))
