"""What bars, plane and dial share: a plan that is kept while nothing changes, a miniature, and a summary in words."""

from abc import abstractmethod
from collections.abc import Callable
from functools import lru_cache
from typing import Generic, TypeVar

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from attnstudio.state.figures import alike
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.ui import accessible
from attnstudio.ui.accessible_sides import offer
from attnstudio.ui.backdrop import Backdrop
from attnstudio.ui.key_uses import DOUBLE_CLICK, ENTER, OTHER_KEYS, KeyUse
from attnstudio.ui.labels import Box, Label, pen
from attnstudio.ui.painted import Painted, smooth
from attnstudio.ui.strokes import stroke
from attnstudio.ui.theme import Look, look
from attnstudio.ui.tips import PlaceTip, escaped
from attnstudio.ui.tokens import told

Data = TypeVar("Data")
Plan = TypeVar("Plan")
USUAL = (300, 220)  # pixels of the light theme at 100 %
GROWN = ((2.6, 1.5), (1.8, 1.25))  # from so many times the usual size on, texts and strokes are so much larger
CLEAR = 4  # pixels that captions leave to the frame of the focus below them
SMALL = 0.7  # how large strokes are in a miniature
KEYS = (KeyUse(ENTER, QT_TRANSLATE_NOOP("attnstudio", "Let the figure fill the panel"), also=(DOUBLE_CLICK,)),)


class FigureView(Painted, Generic[Data, Plan]):
    """A figure that draws the plan made from its data, its size and the look.

    A plan holds every shape and label with its place; painting only strokes it, and tests read it. The Tab key stops
    at a figure, since a screen reader says its texts there.
    """

    opened = Signal()  # it should fill the panel

    def __init__(self, name: str, tip: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._data: Data | None = None
        self._kept: tuple[tuple[Look, int, int], Plan] | None = None
        self._kept_small: tuple[object, Plan] | None = None
        self._backdrop = Backdrop()
        self._tip = PlaceTip(self, self._marked_up)
        self.setAccessibleName(name)
        self.setToolTip(tip)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    @property
    def shown(self) -> Data:
        """What is drawn, once there is anything."""
        assert self._data is not None
        return self._data

    def plan(self) -> Plan | None:
        """Return where everything stands at the present size; None before there is data."""
        if self._data is None:
            return None
        key = style, width, height = self._sheet()
        if self._kept is None or self._kept[0] != key:
            self._kept = (key, self._make_plan(self._data, Box(0, 0, width, height), style))
        return self._kept[1]

    def _sheet(self) -> tuple[Look, int, int]:
        """Return the look at the present size, and that size."""
        width, height = self.width(), self.height()
        return grown(look(), width, height), width, height

    def summary(self) -> str:
        """Say the figure in words, made anew each time."""
        return "" if self._data is None else self._summary(self._data)

    @property
    def crowded(self) -> bool:
        """Whether it cannot be read in the room that it has."""
        least = self.minimumSizeHint()
        return self.width() < least.width() or self.height() < least.height()

    def tip_at(self, place: QPointF) -> str:  # noqa: ARG002
        """Return what there is to say of a place; "" where that is the tooltip of the whole figure."""
        return ""

    def paint(self, painter: QPainter) -> None:
        if (plan := self.plan()) is not None:
            style = self._sheet()[0]
            self._draw_still(painter, plan, style)
            self._draw_shapes(painter, plan, style)
            self._draw_texts(painter, plan, style)

    def paint_miniature(self, painter: QPainter, rect: QRectF) -> None:
        """Draw the shapes without any text, fitted into a part of whatever is painted on."""
        if self._data is None:
            return
        key = width, height, style = rect.width(), rect.height(), resized(look(), SMALL)
        if self._kept_small is None or self._kept_small[0] != key:
            self._kept_small = (key, self._make_bare_plan(self._data, Box(0, 0, width, height), style))
        painter.save()
        painter.translate(rect.topLeft())
        self._draw_still(painter, self._kept_small[1], style)
        self._draw_shapes(painter, self._kept_small[1], style)
        painter.restore()

    def make_accessible(self) -> accessible.FigureSummary:
        """Return what a screen reader has of it."""
        return accessible.FigureSummary(self)

    @abstractmethod
    def _make_plan(self, data: Data, area: Box, style: Look) -> Plan: ...

    @abstractmethod
    def _make_bare_plan(self, data: Data, area: Box, style: Look) -> Plan:
        """Plan the shapes alone; no room is left for texts."""

    def _still(self, plan: Plan) -> object:  # noqa: ARG002
        """Return all of a plan that `_draw_still` draws."""
        return None

    def _draw_still(self, painter: QPainter, plan: Plan, style: Look) -> None:
        """Draw what stays while most numbers change, below the rest."""

    @abstractmethod
    def _draw_shapes(self, painter: QPainter, plan: Plan, style: Look) -> None: ...

    @abstractmethod
    def _draw_texts(self, painter: QPainter, plan: Plan, style: Look) -> None: ...

    @abstractmethod
    def _summary(self, data: Data) -> str:
        """Say the figure in words and numbers."""

    def _show(self, data: Data) -> None:
        if not alike(data, self._data):
            self._data = data
            self._changed()

    def _changed(self) -> None:
        """Follow a change of what is drawn."""
        self._kept = self._kept_small = None
        accessible.announce_summary(self)
        self._tip.follow()
        self.update()

    def _action_of(self, event: QKeyEvent) -> Callable[[], object] | None:
        """Return what a key does here, None where it is not ours."""
        return self.opened.emit if event.key() in ENTER and not event.modifiers() & OTHER_KEYS else None

    def _show_tip(self, event: QHelpEvent) -> bool:
        """Show the tooltip of a place, if it has one; return whether it has."""
        return self._tip.show(event)

    def _marked_up(self, place: QPointF) -> str:
        return f"<span>{escaped(text)}</span>" if (text := self.tip_at(place)) else ""

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.ShortcutOverride and self._action_of(event):
                event.accept()  # a key that does something here is no shortcut of the window
                return True
        elif isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            return self._show_tip(event) or super().event(event)
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if action := self._action_of(event):
            action()
        else:
            super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.opened.emit()
        else:
            super().mouseDoubleClickEvent(event)

    def _marked(self) -> bool:
        """Return whether there is something to draw that is on the screen alone and in no export."""
        return self.hasFocus()

    def _draw_marks(self, painter: QPainter) -> None:
        """Draw that, as the frame of the focus."""
        if self.hasFocus():
            width = look().line(2.4)
            painter.setPen(stroke(look(), "accent", 2.4))
            painter.drawRect(QRectF(self.rect()).adjusted(width / 2, width / 2, -width / 2, -width / 2))

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.plan() is None or self._kept is None or self._ground is None:
            super().paintEvent(event)
        else:
            self._paint_over_backdrop(*self._kept, look().colour(self._ground))
        if self._marked():
            with QPainter(self) as painter:
                self._draw_marks(painter)

    def _paint_over_backdrop(self, sheet: tuple[Look, int, int], plan: Plan, ground: QColor) -> None:
        style = sheet[0]
        with QPainter(self) as painter:
            key = sheet, self._still(plan)
            self._backdrop.lay(painter, self, ground, key, lambda still: self._draw_still(still, plan, style))
            smooth(painter)
            self._draw_shapes(painter, plan, style)
            self._draw_texts(painter, plan, style)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.PaletteChange, QEvent.Type.StyleChange):
            self.updateGeometry()
            self.update()
        super().changeEvent(event)

    def sizeHint(self) -> QSize:
        return QSize(*map(look().px, USUAL))

    def minimumSizeHint(self) -> QSize:
        return QSize(look().px(130), look().px(80))


offer(FigureView, lambda view: view.make_accessible())


@lru_cache(maxsize=64)
def resized(style: Look, factor: float) -> Look:
    """Return a look with texts, distances and strokes of another size."""
    return style._replace(zoom=round(style.zoom * factor))


@lru_cache(maxsize=64)
def grown(style: Look, width: int, height: int) -> Look:
    """Return the look of a figure of some size: one that fills the panel is read from farther off."""
    roomy = min(width / style.px(USUAL[0]), height / style.px(USUAL[1]))
    return next((resized(style, factor) for enough, factor in GROWN if roomy >= enough), style)


def caption_labels(caption: Message, area: Box, style: Look) -> tuple[tuple[Label, ...], float]:
    """Return the lines of a caption that fit at the bottom of a figure, left-aligned, and the height they take."""
    small = pen(style)
    height, left, clear = small.height, area.left + style.px(4), style.px(CLEAR)
    most = 2 if area.height >= 12 * height else 1 if area.height >= 7.5 * height else 0
    lines = small.lines(told(caption), area.width - style.px(8), most)
    tops = [area.bottom - clear - (len(lines) - i) * height for i in range(len(lines))]
    labels = [Label(line, Box(left, top, area.right, top + height)) for line, top in zip(lines, tops, strict=True)]
    return tuple(labels), len(lines) * height + (clear if lines else 0)
