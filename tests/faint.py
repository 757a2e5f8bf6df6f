"""What does not stand out of what a window paints: text 4.5:1, graphics 3:1, as WCAG 2.2 has it (1.4.3 and 1.4.11)."""

from collections.abc import Iterator
from functools import cache

from colour_vision import contrast
from grounds import over
from PySide6.QtGui import QAction, QColor
from PySide6.QtWidgets import QAbstractItemView, QAbstractScrollArea, QMenu
from recording import Mark, Recording

from attnstudio.ui.head_grid import HeadGridView
from attnstudio.ui.matrix_drawing import MatrixDrawing
from attnstudio.ui.matrix_image import veiled
from attnstudio.ui.plot_strokes import BAND, COLOURS, wash
from attnstudio.ui.theme import STEPS, Look, look

TEXT, LARGE_TEXT, GRAPHICS, DISABLED = 4.5, 3.0, 3.0, 3.0
LARGE, LARGE_BOLD = 24.0, 18.66  # pixels of type from which text is large: 18 and 14 points
ENOUGH = 0.1  # share of what lies around a text that counts as its ground
SIDE = 0.25  # share of what lies along the edges of a shape that it must stand out from: an outline has two sides
LEAST = 8.0  # pixels at 100 % that a shape is wide or high before it is more than a corner or a tick
KINDS = ("query", "key", "value", "weight", "output", "score", "exp")
SURFACES = ("window", "card", "field", "pressed", "note", "blocked", "cell")  # things stand on these
ORNAMENT = ("border",)  # edges of cards and areas, which say nothing that is not seen without them


@cache
def surfaces(style: Look) -> set[str]:
    """Return the colours that things stand on: areas, and the fills of cells, which have a border of their own."""
    steps = range(-STEPS, STEPS + 1)
    cells = [style.cell(kind, step / STEPS, (-1.0, 1.0)) for kind in KINDS for step in steps]
    dimmed = [veiled(cell, style.colour("blocked")) for cell in cells]
    plain = (*map(style.colour, (*SURFACES, *ORNAMENT)), *cells, *dimmed, *bands(style))
    return {colour.name() for colour in plain}


def bands(style: Look) -> Iterator[QColor]:
    """Yield the fills between quartiles, which are lines of their own, on what they stand on and on each other."""
    washes = [wash(style, COLOURS[of], BAND).color() for of in ("raw", "scaled")]
    for ground in map(style.colour, ("card", "pressed")):
        for below in (ground, *(QColor(over(colour, ground).name()) for colour in washes)):  # as pixels have it
            yield from (over(colour, below) for colour in washes)


def faint(recording: Recording) -> list[str]:
    """Return what does not stand out, in words."""
    standing = surfaces(look())
    found = {_faint_text(mark) for mark in recording.of("text") if mark.grounds}
    found |= {_faint_shape(mark, standing) for mark in recording.of("fill", "line", "picture")}
    return sorted(found - {""})


def _faint_text(mark: Mark) -> str:
    large = mark.pixels >= LARGE or (mark.bold and mark.pixels >= LARGE_BOLD)
    needed = DISABLED if not enabled(mark) else LARGE_TEXT if large else TEXT
    much = [ground for ground, share in mark.grounds.items() if share >= ENOUGH] or [mark.ground]
    ratio, ground = min((contrast(mark.colour, QColor(ground)), ground) for ground in much)
    return "" if ratio >= needed else f"{ratio:.2f} < {needed}: {mark.colour.name()} on {ground}, {mark.where}"


def _faint_shape(mark: Mark, surfaces: set[str]) -> str:
    small = max(mark.box.width(), mark.box.height()) < look().px(LEAST)
    if small or mark.colour.name() in surfaces or not enabled(mark):
        return ""
    if mark.shape == "picture" and isinstance(mark.widget, MatrixDrawing | HeadGridView):
        return ""  # all cells as one image, and the gaps between them; the frame around them is judged
    if isinstance(mark.widget, QAbstractScrollArea) or isinstance(mark.widget.parentWidget(), QAbstractItemView):
        return ""  # the frame of a list, and what Qt draws around its texts
    ratios = {ground: contrast(mark.colour, QColor(ground)) for ground in mark.grounds}
    clear = sum(mark.grounds[ground] for ground, ratio in ratios.items() if ratio >= GRAPHICS)
    if clear >= SIDE or mark.colour.name() == mark.ground:  # all over others of its kind
        return ""
    worst = f"{ratios[mark.ground]:.2f} < {GRAPHICS}: {mark.colour.name()} on {mark.ground}"
    return f"{worst}, stands out along {clear:.0%} of its edge, {mark.where}"


def enabled(mark: Mark) -> bool:
    """Return whether what a mark belongs to can be used: a widget, or the entry of a menu at its place."""
    if isinstance(mark.widget, QMenu):
        entry: QAction | None = mark.widget.actionAt(mark.box.center().toPoint())
        return entry is None or entry.isEnabled()
    return mark.widget.isEnabled()
