"""A fold says what it holds and whether it is open, in whatever width it gets."""

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from attnstudio.ui import theme
from attnstudio.ui.fold import Fold

LONG = "Mask: causal & padding + window + custom"


class Drawer(Fold):
    def fill(self) -> None:
        self.rows.addWidget(QLabel("inside"))


@pytest.fixture
def fold(qtbot: QtBot) -> Drawer:
    page = QWidget()
    qtbot.addWidget(page)
    drawer = Drawer("Mask", page)
    QVBoxLayout(page).addWidget(drawer)
    page.resize(200, 300)
    page.show()
    drawer.page = page
    return drawer


def test_a_long_text_widens_nothing_and_is_whole_in_tooltip_and_name(fold: Drawer) -> None:
    before = fold.minimumSizeHint().width()
    fold.set_text(LONG)
    QApplication.processEvents()
    assert fold.minimumSizeHint().width() == before
    assert fold.button.text().endswith("… ▾")
    assert fold.button.accessibleName() == LONG
    assert "causal &amp; padding + window + custom" in fold.button.toolTip()
    fold.page.resize(700, 300)
    QApplication.processEvents()
    assert fold.button.text() == LONG.replace("&", "&&") + " ▾"


@pytest.mark.parametrize(("name", "zoom"), [("light", 100), ("light", 150), ("projector", 100), ("dark", 250)])
def test_what_is_shown_fits_into_the_button_opened_and_closed(
    fold: Drawer, qapp: QApplication, name: str, zoom: int
) -> None:
    fold.set_text(LONG)
    theme.apply(qapp, theme.Look(name, zoom))
    try:
        for _ in range(2):
            QApplication.processEvents()
            padding = 2 * (theme.look().px(10) + 1)
            needed = theme.text_width(theme.look().font(bold=True), fold.button.text().replace("&&", "&"))
            assert needed + padding <= fold.button.width()
            fold.button.click()
    finally:
        theme.apply(qapp, theme.Look())


def test_assistive_tools_hear_what_is_folded_whether_it_is_open_and_can_press_it(fold: Drawer) -> None:
    access = QAccessible.queryAccessibleInterface(fold.button)
    for opened in (True, False):
        assert access.actionInterface().actionNames()[0] == "Press"
        access.actionInterface().doAction("Press")
        state = access.state()
        assert fold.content.isVisible() == opened
        assert (bool(state.expandable), bool(state.expanded), bool(state.collapsed)) == (True, opened, not opened)
        assert access.text(QAccessible.Text.Description) == ("Mask: opened" if opened else "Mask: closed")
        assert access.text(QAccessible.Text.Name) == "Mask"


def test_fewer_words_stand_where_the_whole_does_not_fit_and_its_name_stays_whole(fold: Drawer) -> None:
    fold.set_text(LONG, "Mask: causal + 3 more", "Mask: 4")
    for width, words in ((700, LONG.replace("&", "&&")), (240, "Mask: causal + 3 more"), (140, "Mask: 4")):
        fold.page.resize(width, 300)
        QApplication.processEvents()
        assert fold.button.text() == f"{words} ▾"
        assert fold.button.accessibleName() == LONG
