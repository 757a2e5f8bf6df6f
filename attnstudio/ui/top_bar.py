"""The top bar: what is open and where its numbers come from, then the buttons used in front of a class."""

from collections.abc import Sequence
from functools import partial
from itertools import accumulate

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QAction, QKeySequence, QPainter, QPaintEvent, QResizeEvent, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QWidget

from attnstudio.state.message import QT_TRANSLATE_NOOP
from attnstudio.ui.actions import ActionSpec, make_actions
from attnstudio.ui.control_row import PlainLabel
from attnstudio.ui.theme import look
from attnstudio.ui.tips import exchange, letter_for_letter
from attnstudio.ui.words import said

TITLE = 90  # pixels at 100 % in width that a title has before the buttons
MENU, MENU_TIP = QT_TRANSLATE_NOOP("attnstudio", "Menu"), QT_TRANSLATE_NOOP("attnstudio", "All menus (F10)")


class ElidedLabel(PlainLabel):
    """One line of text that ends in … where it does not fit; the whole is its tooltip and accessible name."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
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
        line = self._whole.replace("\n", " ")
        fitting = self.fontMetrics().elidedText(line, Qt.TextElideMode.ElideRight, self.width())
        if fitting != self.text():
            self.setText(fitting)
        before, now = self.toolTip(), letter_for_letter(self._whole) if fitting != line else ""
        self.setToolTip(now)
        exchange(before, now)

    def whole_width(self) -> int:
        """Return the width in which nothing is cut, without the time that asking for the height takes."""
        return self.fontMetrics().horizontalAdvance(self._whole) + 1

    def sizeHint(self) -> QSize:
        return QSize(self.whole_width(), super().sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()


class FirstLabel(ElidedLabel):
    """A label that another one gives way to: that hides where its parent has no room for both."""

    def __init__(self, other: ElidedLabel, parent: QWidget) -> None:
        super().__init__(parent)
        self._other = other

    def _fit(self) -> None:
        super()._fit()
        room = self.parentWidget() or self
        needed = self.whole_width() + self._other.whole_width() + look().px(50)  # with what is around them
        self._other.setVisible(not self._whole or needed <= room.width())


class ActionButton(QToolButton):
    """A button of an action, which is done however the button is turned: screen readers check it without a click."""

    def checkStateSet(self) -> None:
        for action in filter(None, [self.defaultAction()]):  # None while a button is made
            if action.isChecked() != self.isChecked():
                action.trigger()


class TopBar(QWidget):
    """Name of the app, title and origin of what is open, and buttons for actions; those without room are in a menu.

    Parameters
    ----------
    entries : sequence of QAction, QMenu or ActionSpec
        In the order of their buttons, the last of which always shows. A spec stands for the action of its name that the
        open panel has; its tip says why the button is off where there is none.
    """

    def __init__(self, entries: Sequence[QAction | QMenu | ActionSpec], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = ElidedLabel(self)
        self._name.show_text("attnstudio")
        self._title = ElidedLabel(self)
        self._title.setProperty("tone", "muted")
        self._first = ""  # of the title: what it should show at least
        own = [entry for entry in entries if isinstance(entry, ActionSpec)]
        self._stand_ins = make_actions(self, own, {spec.name: lambda: None for spec in own})
        for action in self._stand_ins.values():
            action.setEnabled(False)
        self._own: dict[str, QToolButton] = {}
        self.buttons = [self._button(entry) for entry in entries]
        self.more = self._menu_button(QMenu(self), "⋯", said("More"))
        self.more.setToolTip(said("What has no room in this window"))
        self.more.menu().aboutToShow.connect(self._fill_more)
        self.menus = self._menu_button(QMenu(self), "☰", said(MENU))
        self.menus.setToolTip(said(MENU_TIP))
        self.menus.hide()
        self._letters: list[QShortcut] = []  # Alt and a letter, for each menu that is folded
        self._layout = QHBoxLayout(self)
        self._layout.addWidget(self.menus)
        self._layout.addWidget(self._name)
        self._layout.addWidget(self._title, 1)
        for button in (*self.buttons[:-1], self.more, self.buttons[-1]):
            self._layout.addWidget(button)
        self._fit_look()

    def show_own(self, actions: Sequence[QAction]) -> None:
        """Give the buttons of the open panel its actions."""
        self.more.menu().clear()  # or the keys of a panel that is no longer open would be there twice
        found = self._stand_ins | {action.objectName(): action for action in actions}
        for name, button in self._own.items():
            if button.defaultAction() is not found[name]:
                button.removeAction(button.defaultAction())
                self._give(button, found[name])
        self._fit_width()

    def show_title(self, title: str, *origin: str, modified: bool) -> None:
        """Show what is open, what its numbers are, and whether it has changes that are not saved."""
        parts = [part for part in (title, *origin, said("not saved") if modified else "") if part]
        self._title.show_text("  ·  ".join(parts))
        self._first = title
        self._fit_width()

    def fold_menus(self, actions: Sequence[QAction]) -> None:
        """Have the menus of these actions in one button, each with its letter; none where they are in sight."""
        for action in self.menus.menu().actions():
            self.menus.menu().removeAction(action)  # `clear` would take the actions of menus from Python
        self.menus.menu().addActions(actions)
        self.menus.setVisible(bool(actions))
        for letter in self._letters:
            letter.setEnabled(False)  # at once, or the menu bar would have a rival until it is deleted
            letter.deleteLater()
        letters = [(QKeySequence.mnemonic(action.text()), action) for action in actions]
        self._letters = [
            QShortcut(keys, self, partial(self.open_menu, each)) for keys, each in letters if keys.toString()
        ]
        self._fit_width()

    def open_menu(self, action: QAction) -> None:
        """Open one of the menus that are folded, where the arrow keys reach the others too."""
        self.menus.menu().popup(self.menus.mapToGlobal(self.menus.rect().bottomLeft()))
        self.menus.menu().setActiveAction(action)

    def _button(self, entry: QAction | QMenu | ActionSpec) -> QToolButton:
        if isinstance(entry, QMenu):
            title = entry.title().replace("&", "")
            return self._menu_button(entry, f"{title} ▾", title)
        button = self._plain_button()
        if isinstance(entry, ActionSpec):
            self._own[entry.name] = button
            entry = self._stand_ins[entry.name]
        self._give(button, entry)
        return button

    def _plain_button(self) -> QToolButton:
        button = ActionButton(self)
        button.setProperty("words", True)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def _give(self, button: QToolButton, action: QAction) -> None:
        button.setDefaultAction(action)
        button.setAccessibleName(action.text().replace("&", ""))

    def _menu_button(self, menu: QMenu, text: str, name: str) -> QToolButton:
        button = self._plain_button()
        button.setText(text)
        button.setAccessibleName(name)
        button.setToolTip(menu.toolTip())
        button.setMenu(menu)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        return button

    def _fill_more(self) -> None:
        menu = self.more.menu()
        menu.clear()
        menu.setToolTipsVisible(True)
        for button in self.buttons:
            if button.isHidden():
                menu.addAction(button.menu().menuAction() if button.menu() is not None else button.defaultAction())

    def _fit_look(self) -> None:
        shown = look()
        self._name.setFont(shown.font("heading", bold=True))
        self._layout.setContentsMargins(shown.px(16), shown.px(6), shown.px(14), shown.px(6))
        self._layout.setSpacing(shown.px(8))
        for button in (self.menus, *self.buttons, self.more):
            button.setMinimumHeight(shown.px(28))

    def _fit_width(self) -> None:
        """Show the buttons that a title leaves room for, from the left and the last one, and the name if it fits."""
        margins, gap = self._layout.contentsMargins(), self._layout.spacing()
        room = self.width() - margins.left() - margins.right() - gap
        room -= 0 if self.menus.isHidden() else self.menus.sizeHint().width() + gap
        title = self._title.fontMetrics().horizontalAdvance(self._first)
        kept = min(title, look().px(TITLE))
        *widths, last = (button.sizeHint().width() + gap for button in self.buttons)
        count = len(widths)
        if sum(widths) + last > room - kept:
            left = room - kept - last - self.more.sizeHint().width() - gap
            count = sum(used <= left for used in accumulate(widths))
        for i, button in enumerate(self.buttons[:-1]):
            button.setVisible(i < count)
        self.more.setVisible(count < len(widths))
        needed = sum(widths) + last + self._name.sizeHint().width() + gap
        self._name.setVisible(room > needed + max(look().px(40), title))
        self._layout.activate()  # or what shows would have the widths of what was there before

    def minimumSizeHint(self) -> QSize:
        """Return the least that is of use, not what the buttons that show now take: they give way."""
        margins, gap = self._layout.contentsMargins(), self._layout.spacing()
        width = self.more.sizeHint().width() + self.buttons[-1].sizeHint().width() + 3 * gap
        width += 0 if self.menus.isHidden() else self.menus.sizeHint().width() + gap
        return QSize(margins.left() + width + margins.right(), super().minimumSizeHint().height())

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
