"""Many small cells as one image, a pixel a cell: as quick for a quarter of a million cells as for a few thousand."""

import math
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QColor, QImage

from attnstudio.state.figures import Array, Flags, Kind, Matrix
from attnstudio.ui.theme import STEPS, Look

MOST = 2500  # cells that are drawn one by one
_TILE = 256  # pixels, about, of a tile of hatching
_HATCHED, _NO_VALUE = 4 * (STEPS + 1), 4 * (STEPS + 1) + 1  # in the palette, after plain and dimmed colours


def extremes(values: Array) -> list[float]:
    """Return the numbers that decide how all are written: least, greatest, and −∞ where one is not finite."""
    low, high = np.minimum.reduce(values, axis=None), np.maximum.reduce(values, axis=None)
    if math.isfinite(low) and math.isfinite(high):  # as nearly always
        return [float(low), float(high)]
    finite = values[np.isfinite(values)]
    ends = [float(finite.min()), float(finite.max())] if finite.size else []
    return [*ends, -np.inf] if np.isinf(values).any() else ends


def forbidden(matrix: Matrix) -> Flags:
    """Return which cells are hatched: pairs that a mask forbids, and all of a row without a key."""
    flags = np.isinf(matrix.values) if matrix.blocked is None else np.isinf(matrix.values) | matrix.blocked
    if matrix.void_rows:
        flags[sorted(matrix.void_rows)] = True
    return flags


def cells_image(matrix: Matrix, look: Look, *, transposed: bool, no_number: str = "text") -> QImage:
    """Return an image with one pixel a cell, rows and columns as on the screen.

    Numbers have the colours of Look.cell, half veiled in dimmed rows. Forbidden pairs are holes, for the hatching under
    the image to show; where the data has no number, the cell has the colour `no_number`: usually that of text, which no
    number has. Covered cells are all pale.
    """
    steps = np.zeros(matrix.shape, np.uint16) if matrix.covered else _steps(matrix)
    return _image(_palette(matrix.kind, look, no_number).take(steps.T if transposed else steps))


@lru_cache(maxsize=16)
def hatching_tile(look: Look, spacing: int) -> QImage:
    """Return a square of hatching whose lines go on in the next one; a large one, since few are quicker than many."""
    side = np.arange(spacing * (_TILE // spacing + 1))
    slanting = np.add.outer(side, side) % spacing == 0
    tile = _image(np.where(slanting, look.colour("hatch").rgba(), look.colour("blocked").rgba()))
    return tile.convertToFormat(QImage.Format.Format_RGB32)


def _image(rgba: npt.NDArray[np.integer]) -> QImage:
    pixels = np.ascontiguousarray(rgba, np.uint32)
    rows, columns = pixels.shape
    image = QImage(pixels.data, columns, rows, 4 * columns, QImage.Format.Format_ARGB32_Premultiplied)
    return image.copy()  # which owns its pixels


def veiled(colour: QColor, veil: QColor) -> QColor:
    """Return a colour more than half way to the veil over padding."""
    return _mixed(colour.rgb(), veil.rgb())


@lru_cache(maxsize=512)
def _mixed(rgb: int, veil: int) -> QColor:
    fill, over = QColor(rgb), QColor(veil)
    return QColor(
        round(0.4 * fill.red() + 0.6 * over.red()),
        round(0.4 * fill.green() + 0.6 * over.green()),
        round(0.4 * fill.blue() + 0.6 * over.blue()),
    )


def _steps(matrix: Matrix) -> npt.NDArray[np.uint16]:
    """Return the place in the palette of every cell."""
    values, span = matrix.values, max(map(abs, matrix.limits))
    share, unknown = np.abs(values), np.isnan(values)
    missing = bool(unknown.any())
    if missing:
        np.copyto(share, 0.0, where=unknown)
    with np.errstate(over="ignore"):  # what is beyond all limits is full
        share = np.minimum(share / span, 1.0) if span > 0 else np.zeros_like(share)
    steps: npt.NDArray[np.uint16] = np.rint(share * STEPS).astype(np.uint16)
    steps += (values < 0) * np.uint16(STEPS + 1)
    if matrix.dimmed_rows:
        steps[sorted(matrix.dimmed_rows)] += 2 * (STEPS + 1)
    np.copyto(steps, _HATCHED, where=forbidden(matrix))
    if missing:
        np.copyto(steps, _NO_VALUE, where=unknown)
    return steps


@lru_cache(maxsize=16)
def _palette(kind: Kind, look: Look, no_number: str) -> npt.NDArray[np.uint32]:
    shares = [step / STEPS for step in range(STEPS + 1)]
    plain = [look.cell(kind, sign * share, (0.0, 1.0)) for sign in (1, -1) for share in shares]
    dimmed = [veiled(colour, look.colour("blocked")) for colour in plain]
    return np.array(
        [colour.rgba() for colour in (*plain, *dimmed, QColor(0, 0, 0, 0), look.colour(no_number))], np.uint32
    )
