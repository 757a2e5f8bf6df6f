"""How keys and drags move over the cells of a matrix, on the screen."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, Qt

from attnstudio.state.figures import Cell, Matrix
from attnstudio.state.message import QT_TRANSLATE_NOOP
from attnstudio.ui.key_uses import DIGITS, DOUBLE_CLICK, ENTER, KeyUse
from attnstudio.ui.matrix_layout import MatrixLayout
from attnstudio.ui.matrix_words import is_blocked

_ARROWS = {Qt.Key.Key_Up: (-1, 0), Qt.Key.Key_Down: (1, 0), Qt.Key.Key_Left: (0, -1), Qt.Key.Key_Right: (0, 1)}
STEP, FINE_STEP = 0.1, 0.01
OPEN = (*ENTER, Qt.Key.Key_F2)
PAGES = {Qt.Key.Key_PageUp: 1, Qt.Key.Key_PageDown: -1}
ZERO = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)
SPACE, LEAVE = Qt.Key.Key_Space, Qt.Key.Key_Escape
_ENDS = (Qt.Key.Key_Home, Qt.Key.Key_End)
_SHIFT, _CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
KEYS = (
    KeyUse(tuple(_ARROWS), QT_TRANSLATE_NOOP("attnstudio", "Go to the next cell")),
    KeyUse(_ENDS, QT_TRANSLATE_NOOP("attnstudio", "Go to the first or last cell of the line")),
    KeyUse(_ENDS, QT_TRANSLATE_NOOP("attnstudio", "Go to the first or last cell of all"), _CONTROL),
    KeyUse(OPEN, QT_TRANSLATE_NOOP("attnstudio", "Type the number of an input"), also=(DIGITS, DOUBLE_CLICK)),
    KeyUse(tuple(PAGES), QT_TRANSLATE_NOOP("attnstudio", "Step the number of an input by 0.1")),
    KeyUse(tuple(PAGES), QT_TRANSLATE_NOOP("attnstudio", "Step the number of an input by 0.01"), _SHIFT),
    KeyUse(ZERO, QT_TRANSLATE_NOOP("attnstudio", "Set the number of an input to 0")),
    KeyUse(
        ENTER, QT_TRANSLATE_NOOP("attnstudio", "Let a computed or covered matrix fill the panel"), also=(DOUBLE_CLICK,)
    ),
    KeyUse((SPACE,), QT_TRANSLATE_NOOP("attnstudio", "Keep the arithmetic of a cell on the screen")),
    KeyUse((SPACE,), QT_TRANSLATE_NOOP("attnstudio", "Mask the pair of a cell of the masked logits, or allow it")),
    KeyUse((SPACE,), QT_TRANSLATE_NOOP("attnstudio", "Keep the arithmetic of a cell of the masked logits"), _CONTROL),
    KeyUse((Qt.Key.Key_Tab,), QT_TRANSLATE_NOOP("attnstudio", "While typing: go on to the next cell")),
    KeyUse((Qt.Key.Key_Tab,), QT_TRANSLATE_NOOP("attnstudio", "While typing: go back to the cell before"), _SHIFT),
    KeyUse(
        (LEAVE,), QT_TRANSLATE_NOOP("attnstudio", "While typing: leave the number as it was; else let a kept cell go")
    ),
)


def moved(cell: Cell, key: int, control: bool, rows: int, columns: int) -> Cell | None:
    """Return the cell that a key leads to: arrows by one, Home and End along the row, with Control to the corners.

    None where the key does not move; at an edge the cell stays.
    """
    row, column = cell
    if key in _ENDS:
        end = key == Qt.Key.Key_End
        return (rows - 1 if end else 0) if control else row, columns - 1 if end else 0
    if control or key not in _ARROWS:
        return None
    down, right = _ARROWS[Qt.Key(key)]
    return min(max(row + down, 0), rows - 1), min(max(column + right, 0), columns - 1)


def following(cell: Cell, by: int, rows: int, columns: int) -> Cell | None:
    """Return the cell `by` places on in reading order; None past either end."""
    index = cell[0] * columns + cell[1] + by
    return divmod(index, columns) if 0 <= index < rows * columns else None


def stepped(value: float, steps: int, step: float, limits: tuple[float, float]) -> float:
    """Return a value some steps on, held inside the limits, without the dust of binary fractions."""
    return min(max(round(value + steps * step, 10), limits[0]), limits[1])


@dataclass(eq=False)
class Stroke:
    """One drag that paints a mask: every cell that was as the first one is turned, once."""

    matrix: Matrix
    first: Cell
    done: set[Cell] = field(default_factory=set)

    @property
    def is_click(self) -> bool:
        """Whether it has turned one cell only."""
        return len(self.done) == 1

    def takes(self, cell: Cell) -> bool:
        """Return whether the stroke turns this cell now."""
        if cell in self.done or is_blocked(self.matrix, *cell) != is_blocked(self.matrix, *self.first):
            return False
        self.done.add(cell)
        return True


def crossed(layout: MatrixLayout, start: QPointF, end: QPointF) -> Iterator[Cell]:
    """Yield the cells on the screen between two places of the pointer, so that a quick drag skips none."""
    across, down = end.x() - start.x(), end.y() - start.y()
    smallest = min(layout.pitch.width(), layout.pitch.height())
    count = max(1, round(2 * max(abs(across), abs(down)) / smallest))
    for k in range(1, count + 1):
        cell = layout.cell_at(QPointF(start.x() + across * k / count, start.y() + down * k / count))
        if cell is not None:
            yield cell


@dataclass(eq=False)
class Pull:
    """One drag that changes the number of a cell: upward is more."""

    cell: Cell
    start: QPointF
    value: float
    began: bool = False

    def value_at(self, point: QPointF, pixels: float, step: float, limits: tuple[float, float]) -> float:
        """Return the number for a place of the pointer, one step every `pixels`."""
        return stepped(self.value, round((self.start.y() - point.y()) / pixels), step, limits)
