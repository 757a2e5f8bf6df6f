"""The top bar: what is open and where its numbers come from, then the buttons used in front of a class."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QAction, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QToolButton, QWidget

from attnstudio.ui.theme import look
from attnstudio.ui.words import said


class ElidedLabel(QLabel):
    """One line of text that ends in … where it does not fit; the whole is its tooltip and accessible name."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._whole = ""
        self.setMinimumWidth(1)

    def show_text(self, text: str) -> None:
        """Show a text, as much of it as fits."""
        if text == self._whole:
            return
        self._whole = text
        self.setAccessibleName(text)
        self.updateGeometry()
        self._fit()

    def _fit(self) -> None:
        fitting = self.fontMetrics().elidedText(self._whole, Qt.TextElideMode.ElideRight, self.width())
        if fitting != self.text():
            self.setText(fitting)
        self.setToolTip(self._whole if fitting != self._whole else "")

    def sizeHint(self) -> QSize:
        return QSize(self.fontMetrics().horizontalAdvance(self._whole) + 1, super().sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()


class TopBar(QWidget):
    """Name of the app, title and origin of what is open, and buttons for actions.

    Parameters
    ----------
    actions : sequence of QAction
        One button each, in this order; a button shows the action's short text and its tooltip.
    menus : sequence of QMenu
        One button with a menu each, placed before the last action.
    """

    def __init__(self, actions: Sequence[QAction], menus: Sequence[QMenu], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = ElidedLabel(self)
        self._name.show_text("attnstudio")
        self._title = ElidedLabel(self)
        self._title.setProperty("tone", "muted")
        self._layout = QHBoxLayout(self)
        self._layout.addWidget(self._name)
        self._layout.addWidget(self._title, 1)
        self.buttons = [self._action_button(action) for action in actions]
        self.buttons[-1:-1] = [self._menu_button(menu) for menu in menus]
        for button in self.buttons:
            self._layout.addWidget(button)
        self._fit_look()

    def show_title(self, title: str, origin: str, *, modified: bool) -> None:
        """Show what is open, what its numbers are, and whether it has changes that are not saved."""
        parts = [part for part in (title, origin, said("not saved") if modified else "") if part]
        self._title.show_text("  ·  ".join(parts))

    def _action_button(self, action: QAction) -> QToolButton:
        button = QToolButton(self)
        button.setDefaultAction(action)
        button.setProperty("words", True)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        button.setAccessibleName(action.text().replace("&", ""))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def _menu_button(self, menu: QMenu) -> QToolButton:
        button = QToolButton(self)
        button.setText(f"{menu.title().replace('&', '')} ▾")
        button.setAccessibleName(menu.title().replace("&", ""))
        button.setToolTip(menu.toolTip())
        button.setMenu(menu)
        button.setProperty("words", True)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def _fit_look(self) -> None:
        shown = look()
        self._name.setFont(shown.font("heading", bold=True))
        self._layout.setContentsMargins(shown.px(16), shown.px(6), shown.px(14), shown.px(6))
        self._layout.setSpacing(shown.px(8))
        self._layout.setStretch(1, 1)
        for button in self.buttons:
            button.setMinimumHeight(shown.px(28))

    def _fit_width(self) -> None:
        """Show the name where the buttons leave room for it."""
        needed = sum(item.sizeHint().width() + self._layout.spacing() for item in (self._name, *self.buttons))
        self._name.setVisible(self.width() > needed + look().px(40))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit_look()
            self._fit_width()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_width()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), look().colour("card"))
        painter.fillRect(0, self.height() - 1, self.width(), 1, look().colour("border"))
        painter.end()
