"""Which of several formulas suits a space, and whether it has room there."""

import math
from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QSizeF

from attnstudio.ui.formula_items import Choice, Placed
from attnstudio.ui.formula_sizes import LEGIBLE, MOST_COLUMNS, Sizing
from attnstudio.ui.matrix import MatrixView
from attnstudio.ui.theme import look


def chosen(choices: Sequence[Choice], text: Callable[[str], str], room: QSizeF) -> tuple[int, list[list[Placed]]]:
    """Return which choice suits a space, and its lines: the first with numbers, else with colours, else the last."""
    *earlier, last = [Sizing(choice, text, room) for choice in choices]
    yields = [choice.yields for choice in choices]
    usual = _cells(Sizing(choices[-1]._replace(largest=None), text, room).best()) if any(yields) else {}
    for i, sizing in enumerate(earlier):
        if sizing.numbered(lines := sizing.with_numbers()) and not (yields[i] and _smaller(lines, usual)):
            return i, lines
    if earlier and not last.numbered(last.with_numbers()):
        for i, sizing in enumerate(earlier):
            if _legible(lines := sizing.with_colours()) and not (yields[i] and _smaller(lines, usual)):
                return i, lines
    return len(earlier), last.best()


def _smaller(lines: Sequence[Sequence[Placed]], usual: Mapping[MatrixView, QSizeF]) -> bool:
    """Return whether any matrix whose usual cells are known has smaller ones in lines."""
    cells = _cells(lines)
    return any(cells[view].boundedTo(cell) != cell for view, cell in usual.items() if view in cells)


def _cells(lines: Sequence[Sequence[Placed]]) -> dict[MatrixView, QSizeF]:
    return {placed.item: placed.cell for line in lines for placed in line if isinstance(placed.item, MatrixView)}


def has_room(lines: Sequence[Sequence[Placed]], room: QSizeF) -> bool:
    """Return whether lines have a space without touching, in cells that can be told apart unless they are many."""
    wide = max((sum(p.width for p in line) for line in lines), default=0.0)
    high = sum(max(p.above for p in line) + max(p.below for p in line) for line in lines)
    few = [p.cell for line in lines for p in line
           if isinstance(p.item, MatrixView) and max(p.item.matrix.shape) <= MOST_COLUMNS]  # fmt: skip
    least = min((min(cell.width(), cell.height()) for cell in few), default=math.inf)
    return wide <= room.width() and high <= room.height() and least >= look().px(LEGIBLE)


def _legible(lines: list[list[Placed]]) -> bool:
    """Return whether there are lines in which all cells are large enough for their colours."""
    cells = [p.cell for line in lines for p in line if isinstance(p.item, MatrixView)]
    return bool(cells) and min(min(cell.width(), cell.height()) for cell in cells) >= look().px(LEGIBLE)
