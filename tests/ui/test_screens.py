"""The window lies on a screen that exists, and comes back from full screen as it went."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from attnstudio.ui.screens import FullScreen, fitted

LAPTOP, PROJECTOR = QRect(0, 0, 1366, 728), QRect(1366, -200, 1920, 1080)
EDGE = st.integers(-20_000, 20_000)
SIDE = st.integers(1, 20_000)
TITLE_BAR = 30


@given(left=EDGE, top=EDGE, width=SIDE, height=SIDE)
def test_q14_any_place_ends_up_with_its_title_bar_on_one_screen(left: int, top: int, width: int, height: int) -> None:
    fit = fitted(QRect(left, top, width, height), [LAPTOP, PROJECTOR], TITLE_BAR)
    with_title = fit.adjusted(0, -TITLE_BAR, 0, 0)
    assert any(area.contains(with_title) for area in (LAPTOP, PROJECTOR))


@pytest.mark.parametrize("place", [QRect(100, 100, 900, 500), QRect(1400, 0, 1000, 700)])
def test_a_place_that_fits_stays(place: QRect) -> None:
    assert fitted(place, [LAPTOP, PROJECTOR], TITLE_BAR) == place


def test_a_place_on_a_screen_that_is_gone_moves_to_the_first() -> None:
    assert LAPTOP.contains(fitted(QRect(5000, -3000, 9000, 9000), [LAPTOP], TITLE_BAR))


@pytest.mark.parametrize("maximised", [False, True])
def test_q25_full_screen_returns_to_the_state_before(qtbot: QtBot, maximised: bool) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.setGeometry(60, 50, 400, 300)
    if maximised:
        window.showMaximized()
    else:
        window.show()
    full_screen = FullScreen(window)
    full_screen.enter()
    full_screen.enter()
    assert window.isFullScreen()
    assert full_screen.maximised is maximised
    assert full_screen.place == QRect(60, 50, 400, 300)
    full_screen.leave()
    full_screen.leave()
    assert (window.isFullScreen(), window.isMaximized()) == (False, maximised)
    assert full_screen.place == QRect(60, 50, 400, 300)
