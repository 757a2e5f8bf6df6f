"""Draws the small maps of a layer as a plan has them: what stays while weights change apart from what does not."""

from collections.abc import Iterator

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from attnstudio.state.arrays import Held
from attnstudio.state.head_figures import HeadGrid, HeadMap
from attnstudio.ui.head_grid_plan import GridPlan, Tile
from attnstudio.ui.head_maps import (
    MapPictures,
    Screen,
    draw_covered_map,
    draw_hatching,
    draw_light,
    draw_map_shapes,
)
from attnstudio.ui.labels import number_role, write_all
from attnstudio.ui.matrix_shapes import keeps_shapes
from attnstudio.ui.theme import Look


def still_of(plan: GridPlan, grid: HeadGrid) -> object:
    """Return all that `draw_still` draws."""
    tiles = [(tile.box, tile.map, tile.title, tile.label) for tile in plan.tiles]
    return (
        grid.selected,
        grid.covered,
        None if grid.blocked is None else Held(grid.blocked),
        plan.together,
        [(head.shades.shape, head.has_numbers) for head in grid.heads],
        tiles,
        plan.caption,
    )


def draw_still(painter: QPainter, plan: GridPlan, grid: HeadGrid, look: Look) -> None:
    """Draw the light of the selected head, frames, covers, names and what is said below."""
    line, frame = max(1, round(look.line())), look.colour("cell_border")
    for tile, head in _drawn(plan, grid):
        if tile.head == grid.selected:
            draw_light(painter, tile.box.rect(), look)
        painter.fillRect(tile.map.inset(-line).rect(), frame)
        if grid.covered or not head.has_numbers:
            draw_covered_map(painter, tile.map.rect(), look)
    maps = (tile.map.rect() for tile, head in _drawn(plan, grid) if head.has_numbers and not grid.covered)
    if grid.blocked is not None:
        draw_hatching(painter, maps, grid.blocked, plan.together, look)
    named = [label for tile in plan.tiles for label in (*tile.title, *tile.label)]
    write_all(painter, [(look.colour("text"), named), (look.colour("muted"), plan.caption)], look)


def draw_maps(painter: QPainter, plan: GridPlan, grid: HeadGrid, pictures: MapPictures, look: Look) -> None:
    """Draw the weights of all heads that have some and are not covered."""
    drawn = [] if grid.covered else [(tile.map, head.shades) for tile, head in _drawn(plan, grid) if head.has_numbers]
    if keeps_shapes(painter):
        for area, shades in drawn:
            draw_map_shapes(painter, area, shades, grid.blocked, plan.together, look)
    elif drawn:
        screen = Screen.of(painter, drawn[0][0])
        made = pictures.pictures([shades for _, shades in drawn], grid.blocked, plan.together, screen, look)
        for (area, _), (image, part) in zip(drawn, made, strict=True):
            painter.drawImage(QPointF(area.left, area.top), image, part)


def write_readings(painter: QPainter, plan: GridPlan, look: Look) -> None:
    """Write the numbers that tell heads apart."""
    readings = [label for tile in plan.tiles for label in tile.reading]
    write_all(painter, [(look.colour("muted"), readings)], look, number_role(look))


def _drawn(plan: GridPlan, grid: HeadGrid) -> Iterator[tuple[Tile, HeadMap]]:
    """Yield the tiles that have room for a map."""
    for tile, head in zip(plan.tiles, grid.heads, strict=False):
        if tile.map.width >= 1 and tile.map.height >= 1:
            yield tile, head
