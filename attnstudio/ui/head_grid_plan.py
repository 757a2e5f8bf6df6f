"""Where the small maps of a layer stand, and as much of their texts as has room: pure geometry, and tests read it."""

import math
from functools import lru_cache
from typing import NamedTuple

from attnstudio.state.head_figures import IN_SIGHT, HeadGrid, HeadMap
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, listed
from attnstudio.ui.figure import caption_labels
from attnstudio.ui.head_maps import together
from attnstudio.ui.labels import Box, Label, number_role, pen, zeroed
from attnstudio.ui.theme import Look
from attnstudio.ui.tokens import told

IN_VIEW = QT_TRANSLATE_NOOP("attnstudio", "Heads {first} to {last} of {count}.")
POOLED = QT_TRANSLATE_NOOP("attnstudio", "A pixel shows the largest of its weights.")
LEAST = 26  # side of a map before rows are left out
TEXTS = ((3, True, 72), (2, True, 56), (1, True, 36), (2, False, 44), (1, False, 31), (0, False, LEAST))
"""Lines of a label, whether there is a reading, and from which side of the maps on."""
EDGE, GAP, AIR, SPREAD = 5, 4, 3, 16  # around a map and its texts, between tiles, from a map to its texts, between rows
MOST_LINES = 3  # of a label
WHOLE = 3  # pixels of a cell from which all cells are of one size


class Tile(NamedTuple):
    """One head: what a click takes, its map, and its texts."""

    head: int
    box: Box
    map: Box
    title: tuple[Label, ...] = ()
    label: tuple[Label, ...] = ()
    reading: tuple[Label, ...] = ()


class GridPlan(NamedTuple):
    """All tiles in sight, row by row; so many rows and columns of a map share a pixel."""

    tiles: tuple[Tile, ...]
    columns: int
    together: int
    caption: tuple[Label, ...] = ()

    @property
    def rows(self) -> int:
        """Rows that are full."""
        return max(1, len(self.tiles) // self.columns)


class Shape(NamedTuple):
    """All that decides the sizes of tiles; in readings every digit is a 0, so that a slider moves nothing."""

    made: int
    n_heads: int
    map: tuple[int, int]
    titles: tuple[str, ...]
    labels: tuple[str, ...]
    readings: tuple[str, ...]

    @classmethod
    def of(cls, grid: HeadGrid) -> "Shape":
        sizes = [(1, 1), *(head.shades.shape for head in grid.heads)]
        rows, columns = (max(size[axis] for size in sizes) for axis in (0, 1))
        told_of = [_told(head) for head in grid.heads]
        known = () if grid.covered else told_of
        labels, readings = {texts[1] for texts in known}, {zeroed(texts[2]) for texts in known}
        texts = ({texts[0] for texts in told_of}, labels - {""}, readings - {""})
        return cls(len(grid.heads), grid.n_heads, (rows, columns), *(tuple(sorted(part)) for part in texts))


@lru_cache(maxsize=64)  # asked for twice, of the same object: for the layout and for the tile
def _told(head: HeadMap) -> tuple[str, str, str]:
    """Return title, label and reading of a head."""
    return told(head.title), told(head.label), told(head.reading)


class Layout(NamedTuple):
    """Rows and columns of tiles of one size, and what is written below each map."""

    columns: int
    rows: int
    width: float
    height: float
    map: tuple[float, float]
    labels: int = 0  # lines
    readings: int = 0
    titles: int = 0
    named: bool = True  # where there is room for more than the number of a head

    @property
    def capacity(self) -> int:
        return self.columns * self.rows


def plan_grid(grid: HeadGrid, area: Box, look: Look, bar: float) -> GridPlan:
    """Fit heads into an area, with room for a scroll bar of a width where the layer has more heads than fit."""
    shape, inner = Shape.of(grid), area.inset(look.px(GAP))
    caption, room = tuple[Label, ...](), inner
    layout = _layout(shape, room, look)
    for _ in range(2):  # what is said takes room, and where there is less, more is to be said
        caption, below = caption_labels(_notes(grid, layout), area, look)
        shown = min(layout.capacity, shape.made)
        right = inner.right - (bar if shown < grid.n_heads else 0.0)
        room = inner._replace(right=right, bottom=inner.bottom - below)
        layout = _layout(shape, room, look)
    return _plan(grid, shape, layout, room, look)._replace(caption=caption)


def plan_bare_grid(grid: HeadGrid, area: Box, look: Look) -> GridPlan:
    """Fit the maps alone into an area."""
    shape, inner = Shape.of(grid), area.inset(look.px(2))
    wanted = Layout(1, 1, 0.0, 0.0, (0.0, 0.0))
    layouts = [made for made in _layouts(shape, max(1, shape.made), wanted, inner, look) if made is not None]
    return _plan(grid, shape, max(layouts, key=lambda made: made.map), inner, look)


def _notes(grid: HeadGrid, layout: Layout) -> Message:
    """Return what is to be said below the maps."""
    shown = min(layout.capacity, len(grid.heads))
    notes = [] if grid.covered or not grid.caption.template else [grid.caption]
    shapes = set() if grid.covered else {head.shades.shape for head in grid.heads}
    if any(together(shape, *layout.map) > 1 for shape in shapes):
        notes.insert(0, Message(POOLED))
    if 0 < shown < grid.n_heads:
        last = grid.heads[shown - 1].head
        notes.insert(0, Message(IN_VIEW, {"first": grid.heads[0].head, "last": last, "count": grid.n_heads}))
    return listed(notes, " ") if notes else Message("")


@lru_cache(maxsize=64)
def _layout(shape: Shape, room: Box, look: Look) -> Layout:
    """Return the layout with the most text whose maps are large enough to be read.

    Where not all have room, those are shown whose maps fill most of it. The last page of a layer is laid
    out as its first one.
    """
    count = max(1, min(shape.n_heads, max(shape.made, IN_SIGHT)))
    for labels, readings, least in TEXTS:
        wanted = Layout(1, 1, 0.0, 0.0, (0.0, 0.0), labels, int(readings), 1)
        if (best := _best(shape, count, wanted, room, look)) is not None and min(best.map) >= look.px(least):
            return _filled(shape, best, room, look)
    wanted = Layout(1, 1, 0.0, 0.0, (0.0, 0.0), titles=1)
    some = [_best(shape, fewer, wanted, room, look) for fewer in range(count - 1, 0, -1)]
    large = [best for best in some if best is not None and min(best.map) >= look.px(LEAST)]
    if large:
        return max(large, key=lambda best: best.capacity * min(best.map) ** 2)
    return _best(shape, 1, wanted, room, look) or wanted


def _filled(shape: Shape, layout: Layout, room: Box, look: Look) -> Layout:
    """Return a layout whose labels take the lines that have room below the maps."""
    small, inside = pen(look), layout.width - 2 * look.px(EDGE)
    spare = (room.height + look.px(GAP)) / layout.rows - look.px(GAP) - layout.height
    most = min(MOST_LINES, layout.labels + int(spare // small.height))
    lines = max([layout.labels, *(len(small.lines(text, inside, most)) for text in shape.labels)])
    return layout._replace(labels=lines, height=layout.height + (lines - layout.labels) * small.height)


def _best(shape: Shape, count: int, wanted: Layout, room: Box, look: Look) -> Layout | None:
    """Return the layout with the largest maps, rows that are all full before others."""
    made = [layout for layout in _layouts(shape, count, wanted, room, look) if layout is not None]
    return max(made, key=lambda layout: min(layout.map) * (1.0 if count % layout.columns == 0 else 0.9), default=None)


def _layouts(shape: Shape, count: int, wanted: Layout, room: Box, look: Look) -> list[Layout | None]:
    return [_in_columns(columns, shape, count, wanted, room, look) for columns in range(1, count + 1)]


def _in_columns(columns: int, shape: Shape, count: int, wanted: Layout, room: Box, look: Look) -> Layout | None:
    """Return a layout with so many columns; None where a text that should stand whole does not."""
    small, bold, numbers = pen(look), pen(look, "small", True), pen(look, number_role(look))
    rows, edge = math.ceil(count / columns), look.px(EDGE)
    width, height = ((size - look.px(GAP) * (n - 1)) / n for size, n in ((room.width, columns), (room.height, rows)))
    inside = width - 2 * edge
    if wanted.readings and any(numbers.width(text) > inside for text in shape.readings):
        return None
    lines = [small.lines(text, inside, wanted.labels) for text in shape.labels] if wanted.labels else []
    if wanted.labels > 2 and any(" ".join(of) != text for of, text in zip(lines, shape.labels, strict=True)):
        return None
    named = all(bold.width(text) <= inside for text in shape.titles)
    labels, readings = max(map(len, lines), default=0), min(wanted.readings, len(shape.readings))
    below = (labels + wanted.titles) * small.height + readings * numbers.height + (look.px(AIR) if wanted.titles else 0)
    size = _map_size(shape.map, inside, height - 2 * edge - below)
    return Layout(columns, rows, width, size[1] + 2 * edge + below, size, labels, readings, wanted.titles, named)


def _map_size(shape: tuple[int, int], width: float, height: float) -> tuple[float, float]:
    """Return the size of a map with square cells, of whole pixels where they are large."""
    rows, columns = shape
    side = max(0.0, min(width / columns, height / rows))
    side = math.floor(side) if side >= WHOLE else side
    return columns * side, rows * side


def _plan(grid: HeadGrid, shape: Shape, layout: Layout, room: Box, look: Look) -> GridPlan:
    spare = (room.height - layout.rows * layout.height) / layout.rows
    down = layout.height + min(max(spare, float(look.px(GAP))), float(look.px(SPREAD)))
    tiles = list[Tile]()
    for index in range(min(len(grid.heads), layout.capacity)):
        row, column = divmod(index, layout.columns)
        left, top = room.left + column * (layout.width + look.px(GAP)), room.top + row * down
        box = Box(left, top, left + layout.width, top + layout.height)
        tiles.append(_tile(grid.heads[index], layout, box, look, covered=grid.covered))
    return GridPlan(tuple(tiles), layout.columns, together(shape.map, *layout.map))


def _tile(head: HeadMap, layout: Layout, box: Box, look: Look, *, covered: bool) -> Tile:
    title, label, reading = _told(head)
    tile = _still_tile(head.head, title, label if layout.labels and not covered else "", layout, box, look)
    if not reading or covered or not layout.readings:
        return tile
    above, writing = (tile.label or tile.title)[-1].box, pen(look, number_role(look))
    below = Box(above.left, above.bottom, above.left + writing.width(reading), above.bottom + writing.height)
    return Tile(*tile[:-1], reading=(Label(reading, below),))


@lru_cache(maxsize=256)
def _still_tile(head: int, title: str, label: str, layout: Layout, box: Box, look: Look) -> Tile:
    """Return a tile with all of its texts but the reading, the only one that a slider changes."""
    small, edge = pen(look), look.px(EDGE)
    left, top = round(box.left + edge), round(box.top + edge)
    area = Box(left, top, left + layout.map[0], top + layout.map[1])
    if not layout.titles:
        return Tile(head, box, area)
    name, bold, y = title if layout.named else str(head), pen(look, "small", True), area.bottom + look.px(AIR)
    named = Label(name, Box(left, y, left + bold.width(name), y + bold.height), True)
    lines = small.lines(label, layout.width - 2 * edge, layout.labels) if label else ()
    tops = [named.box.bottom + i * small.height for i in range(len(lines))]
    labels = [Label(line, Box(left, y, left + small.width(line), y + small.height))
              for line, y in zip(lines, tops, strict=True)]  # fmt: skip
    return Tile(head, box, area, (named,), tuple(labels))
