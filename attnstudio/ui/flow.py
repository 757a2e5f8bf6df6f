"""A layout that wraps its widgets in lines, like words."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget

from attnstudio.ui.theme import look

_Row = list[tuple[QLayoutItem, QSize]]


class FlowLayout(QLayout):
    """Lays widgets out from left to right and starts a new line where one is full; one wider than a line fills it.

    Parameters
    ----------
    parent : QWidget
    fill : bool
        While all fit on one line they share its whole width.
    """

    def __init__(self, parent: QWidget, *, fill: bool = False) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._fill = fill
        self._kept: dict[int, list[_Row]] = {}  # by width, until an item changes its size
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)
        self._kept.clear()

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        self._kept.clear()
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def invalidate(self) -> None:
        self._kept.clear()
        super().invalidate()

    def heightForWidth(self, width: int) -> int:
        rows = self._rows(width)
        return sum(_height(row) for row in rows) + self._gap() * max(0, len(rows) - 1)

    def sizeHint(self) -> QSize:
        widths = [item.sizeHint().width() for item in self._items]
        total = sum(widths) + self._gap() * max(0, len(widths) - 1)
        return QSize(total, self.heightForWidth(total))

    def minimumSize(self) -> QSize:
        sizes = [item.minimumSize() for item in self._items]
        return QSize(max((s.width() for s in sizes), default=0), max((s.height() for s in sizes), default=0))

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        rows, gap, y = self._rows(rect.width()), self._gap(), rect.y()
        for row in rows:
            widths = self._widths([size.width() for _, size in row], rect.width(), alone=len(rows) == 1)
            x, height = rect.x(), _height(row)
            for (item, _), width in zip(row, widths, strict=True):
                item.setGeometry(QRect(x, y, width, height))
                x += width + gap
            y += height + gap

    def _gap(self) -> int:
        return look().px(4)

    def _widths(self, natural: list[int], width: int, *, alone: bool) -> list[int]:
        if not (self._fill and alone):
            return natural
        free = width - self._gap() * (len(natural) - 1)
        equal = free // len(natural)
        if max(natural) <= equal:
            return [equal] * len(natural)
        return [w + (free - sum(natural)) // len(natural) for w in natural]

    def _rows(self, width: int) -> list[_Row]:
        """Return the items of each line with the sizes they want."""
        if width not in self._kept:
            rows, used, gap = list[_Row](), 0, self._gap()
            for item in self._items:
                size = _size(item, width)
                if rows and used + gap + size.width() <= width:
                    rows[-1].append((item, size))
                    used += gap + size.width()
                else:
                    rows.append([(item, size)])
                    used = size.width()
            self._kept[width] = rows
        return self._kept[width]


def _size(item: QLayoutItem, width: int) -> QSize:
    """Return the size that an item wants on a line of this width."""
    size = item.sizeHint()
    if size.width() <= width:
        return size
    return QSize(width, item.heightForWidth(width) if item.hasHeightForWidth() else size.height())


def _height(row: _Row) -> int:
    return max(size.height() for _, size in row)
