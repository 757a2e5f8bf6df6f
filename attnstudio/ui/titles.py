"""How large titles and signs are beside cells of some height: both grow with cells that fill a large space."""

from functools import lru_cache

from PySide6.QtGui import QFont

from attnstudio.ui.labels import Pen
from attnstudio.ui.theme import Look

HIGHEST = 46  # pixels of the light theme at 100 % that a cell is usually high at the most
MOST_GROWTH = 1.7  # times its role that a title or a sign beside larger cells is written in


def growth(cell_height: float, look: Look) -> float:
    """Return how much larger titles and signs are beside cells that are higher than usual."""
    return min(MOST_GROWTH, max(1.0, cell_height / look.px(HIGHEST)))


def title_pen(cell_height: float, look: Look) -> Pen:
    """Return what writes the title over cells so high."""
    return _grown(look, round(look.font("title").pixelSize() * growth(cell_height, look)))


@lru_cache(maxsize=256)
def _grown(look: Look, pixels: int) -> Pen:
    font = QFont(look.font("title", bold=True))
    font.setPixelSize(pixels)
    return Pen(font)
