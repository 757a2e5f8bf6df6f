"""Fitting what is counted in units into a box of pixels."""

from collections.abc import Sequence

from attnstudio.ui.labels import Box


def fitted(points: Sequence[tuple[float, float]], inner: Box, lean: float = 0.5) -> tuple[tuple[float, float], float]:
    """Return where (0, 0) stands and the pixels a unit, the same in x and y, so that all points fit.

    Room that is left at the sides is shared: `lean` of it, 0 to 1, at the left.
    """
    xs, ys = zip(*points, strict=True)
    low_x, high_x, low_y, high_y = min(xs), max(xs), min(ys), max(ys)
    width, height = max(1.0, inner.width), max(1.0, inner.height)
    spans = ((width, high_x - low_x), (height, high_y - low_y))
    scale = min((room / span for room, span in spans if span > 1e-12), default=height / 2)
    left = inner.left + lean * (width - scale * (high_x - low_x))
    return (left - scale * low_x, inner.centre[1] + scale * (low_y + high_y) / 2), scale
