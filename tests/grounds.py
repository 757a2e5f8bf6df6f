"""What pixels say of a mark: the colours around it, and its own as it shows."""

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QColor

Pixels = npt.NDArray[np.uint32]
Flags = npt.NDArray[np.bool_]
MOST_PIXELS = 20_000  # looked at to tell a ground


def beside(changed: Flags, reach: int) -> Flags:
    """Return which pixels lie within `reach` of those that have changed, and have not."""
    near = changed.copy()
    for axis in (0, 1):
        once = near.swapaxes(0, axis).copy()
        for step in range(1, min(reach, len(once) - 1) + 1):
            near.swapaxes(0, axis)[step:] |= once[:-step]
            near.swapaxes(0, axis)[:-step] |= once[step:]
    return near & ~changed


def shares(pixels: Pixels) -> dict[str, float]:
    """Return the colours of some pixels with the share that each has; of very many pixels, of every nth."""
    some = pixels.ravel()[:: 1 + pixels.size // MOST_PIXELS]
    colours, counts = np.unique(some, return_counts=True)
    shares = (counts / max(1, some.size)).tolist()
    return {f"#{rgb & 0xFFFFFF:06x}": share for rgb, share in zip(colours.tolist(), shares, strict=True)}


def over(colour: QColor, ground: QColor) -> QColor:
    """Return a colour as it looks on a ground, if it lets some of it through."""
    share = colour.alphaF()
    above, below = ((c.redF(), c.greenF(), c.blueF()) for c in (colour, ground))
    return QColor.fromRgbF(*(share * a + (1 - share) * b for a, b in zip(above, below, strict=True)))


def most_different(pixels: Pixels, ground: QColor) -> QColor:
    """Return the colour of a picture that stands out most, of those that are more than a pixel or two of it."""
    colours, counts = np.unique(pixels, return_counts=True)
    often = [QColor(rgb) for rgb in colours[counts >= max(3, 0.02 * pixels.size)].tolist()]
    return max(often, key=lambda colour: abs(colour.lightnessF() - ground.lightnessF()), default=ground)
