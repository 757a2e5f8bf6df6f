"""Controls for one of a few options: a row of buttons, or a list that opens."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QPolygonF, QStandardItemModel, QWheelEvent
from PySide6.QtWidgets import QComboBox, QWidget

from attnstudio.state.fields import Choice
from attnstudio.ui.chips import ChipRow
from attnstudio.ui.control_row import ControlRow, describe, hint, line_height
from attnstudio.ui.key_uses import goes_on
from attnstudio.ui.theme import look
from attnstudio.ui.words import said

_OPEN = (Qt.Key.Key_Up, Qt.Key.Key_Down)  # with Alt, as in every list that opens


class ListBox(QComboBox):
    """A combo box that the wheel does not change, with an arrow that grows with the type."""

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), line_height())

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), line_height())

    def set_reason(self, i: int, reason: str | None) -> None:
        """Disable entry `i` and say why, or enable it again with None."""
        model = self.model()
        assert isinstance(model, QStandardItemModel)  # a combo box filled with addItem has one
        model.item(i).setEnabled(reason is None)
        self.setItemData(i, hint(reason or ""), Qt.ItemDataRole.ToolTipRole)
        self.setItemData(i, reason or "", Qt.ItemDataRole.AccessibleDescriptionRole)

    def paintEvent(self, _event: QPaintEvent) -> None:
        from PySide6.QtWidgets import QStyle, QStyleOptionComboBox, QStylePainter  # slow to load, and seldom seen

        painter = QStylePainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        if self.currentIndex() < 0:
            option.currentText = self.placeholderText()
        text = QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, text, self).width()
        if self.fontMetrics().horizontalAdvance(option.currentText) > room + 1:  # a hint of Qt's is rounded down
            option.currentText = self.fontMetrics().elidedText(option.currentText, Qt.TextElideMode.ElideRight, room)
        option.subControls = QStyle.SubControl.SC_ComboBoxFrame
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        painter.setPen(QPen(look().colour("text" if self.isEnabled() else "muted"), look().line(1.5)))
        x, y, a = self.width() - look().px(12), self.height() / 2, look().px(4)
        painter.drawPolyline(QPolygonF([QPointF(x - a, y - a / 2), QPointF(x, y + a / 2), QPointF(x + a, y - a / 2)]))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        opens = event.modifiers() & Qt.KeyboardModifier.AltModifier and event.key() in _OPEN
        if opens or not goes_on(event):
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # the page scrolls, whatever lies under the pointer


class ChoiceControl(ControlRow):
    """One of the options of a Choice, by its word.

    Parameters
    ----------
    spec : Choice
    name : str
        For assistive tools; the label without it.
    kinds : sequence of str
        Colour of each option when it is chosen: query, key or value.
    combo : bool
        A list that opens instead of a row of buttons.
    parent : QWidget, optional
    """

    edited = Signal(str)
    finished = Signal()

    def __init__(
        self,
        spec: Choice,
        *,
        name: str = "",
        kinds: Sequence[str] = (),
        combo: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(said(spec.label), parent)
        self.spec = spec
        self._words = [word for word, _ in spec.options]
        self.chooser: ListBox | ChipRow = self._list() if combo else self._row(kinds)
        self.chooser.setAccessibleName(name or said(spec.label))
        describe(self.chooser, said(spec.help))
        self.add(self.chooser, 1)
        if combo:
            self.label.setBuddy(self.chooser)  # on Linux the name of a list is its text: the label is a relation
        self.setFocusProxy(self.chooser)

    def show_value(self, word: str) -> None:
        """Show an option without telling anyone."""
        i = self._words.index(word)
        if isinstance(self.chooser, ChipRow):
            self.chooser.show_value(i)
        else:
            self.chooser.setCurrentIndex(i)  # `activated` is told of people only

    def set_enabled_reason(self, option: str, reason: str | None) -> None:
        """Disable an option and say why, or enable it again with None."""
        self.chooser.set_reason(self._words.index(option), reason)

    def _list(self) -> ListBox:
        chooser = ListBox()
        chooser.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        for _, label in self.spec.options:
            chooser.addItem(said(label))
        chooser.activated.connect(self._chosen)
        return chooser

    def _row(self, kinds: Sequence[str]) -> ChipRow:
        labels = [said(label) for _, label in self.spec.options]
        chooser = ChipRow(labels, name=said(self.spec.label), tip=said(self.spec.help), fill=True)
        for chip, kind in zip(chooser.chips, kinds, strict=False):
            chip.tint(kind)
        chooser.edited.connect(self._chosen)
        return chooser

    def _chosen(self, i: int) -> None:
        self.edited.emit(self._words[i])
        self.finished.emit()
