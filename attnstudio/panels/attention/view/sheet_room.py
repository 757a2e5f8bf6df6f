"""Where an arithmetic may be written over the panel, and what it should not be written over."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRectF
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from attnstudio.panels.attention.view.panel import AttentionPanel


def column_of(card: QWidget, panel: QWidget) -> QRectF | None:
    """Return the part of a panel that is as wide as a card; None where that does not show."""
    place = QRectF(card.geometry())
    return QRectF(place.left(), 0, place.width(), panel.height()) if card.isVisibleTo(panel) else None


def avoided(panel: "AttentionPanel") -> list[QRectF]:
    """Return, what counts most first, the cell that the arithmetic is of, the guess bar, and the cell's matrix."""
    places = [(panel.comparison.views.get(told[:2]), told[2]) for told in (panel.comparison.place,) if told]
    places += [(panel.matrices.get(told[0]), told[1]) for told in (panel.arithmetic.place,) if told]
    shown = [(view, cell) for view, cell in places if view is not None and view.isVisibleTo(panel)]
    cells = [view.cell_rect(*cell).translated(view.mapTo(panel, QPoint())) for view, cell in shown]
    bar = panel.prediction.bar
    wholes = [_place(view, panel) for view, _ in shown]
    return [*cells, *([_place(bar, panel)] if bar.isVisibleTo(panel) else []), *wholes]


def _place(widget: QWidget, panel: QWidget) -> QRectF:
    return QRectF(widget.rect()).translated(widget.mapTo(panel, QPoint()))
