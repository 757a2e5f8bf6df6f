"""What pixels say of a mark: the colours around it, and its own as it shows."""

from collections import Counter

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QColor

Pixels = npt.NDArray[np.uint32]
Flags = npt.NDArray[np.bool_]
MOST_PIXELS = 20_000  # looked at to tell a ground
FEW_PIXELS = 150  # are counted one by one in less time than they are sorted


def beside(changed: Flags, reach: int) -> Flags:
    """Return which pixels lie within `reach` of those that have changed, and have not."""
    height, width = changed.shape
    near = np.zeros((height + 2 * reach, width + 2 * reach), np.bool_)
    near[reach : reach + height, reach : reach + width] = changed
    flat, wanted = near.ravel(), 2 * reach + 1  # the margin keeps what grows out of a row from the next
    for apart in (1, width + 2 * reach):
        grown = 1
        while grown < wanted:
            step = min(grown, wanted - grown)
            flat[: -step * apart] |= flat[step * apart :]
            grown += step
    return near[:height, :width] & ~changed


def shares(pixels: Pixels) -> dict[str, float]:
    """Return the colours of some pixels with the share that each has; of very many pixels, of every nth."""
    some = pixels.ravel()[:: 1 + pixels.size // MOST_PIXELS]
    if some.size and (some == some[0]).all():  # as most grounds are
        return {f"#{int(some[0]) & 0xFFFFFF:06x}": 1.0}
    if some.size < FEW_PIXELS:
        return {f"#{rgb & 0xFFFFFF:06x}": count / some.size for rgb, count in sorted(Counter(some.tolist()).items())}
    colours, counts = np.unique(some, return_counts=True)
    shares = (counts / some.size).tolist()
    return {f"#{rgb & 0xFFFFFF:06x}": share for rgb, share in zip(colours.tolist(), shares, strict=True)}


def over(colour: QColor, ground: QColor) -> QColor:
    """Return a colour as it looks on a ground, if it lets some of it through."""
    share = colour.alphaF()
    if share == 1:
        return colour.toRgb()
    above, below = ((c.redF(), c.greenF(), c.blueF()) for c in (colour, ground))
    return QColor.fromRgbF(*(share * a + (1 - share) * b for a, b in zip(above, below, strict=True)))


def most_different(pixels: Pixels, ground: QColor) -> QColor:
    """Return the colour of a picture that stands out most, of those that are more than a pixel or two of it."""
    colours, counts = np.unique(pixels, return_counts=True)
    often = [QColor(rgb) for rgb in colours[counts >= max(3, 0.02 * pixels.size)].tolist()]
    return max(often, key=lambda colour: abs(colour.lightnessF() - ground.lightnessF()), default=ground)
