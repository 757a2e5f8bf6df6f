"""The style sheet leaves to Qt's own dialogs what they need."""

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QFileDialog, QToolButton
from pytestqt.qtbot import QtBot

from attnstudio.ui import theme

BUTTONS = ("backButton", "forwardButton", "toParentButton", "newFolderButton", "listModeButton", "detailModeButton")


def contrast(a: QColor, b: QColor) -> float:
    low, high = sorted(
        sum(
            weight * (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)
            for weight, part in zip(
                (0.2126, 0.7152, 0.0722), (colour.redF(), colour.greenF(), colour.blueF()), strict=True
            )
        )
        for colour in (a, b)
    )
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("name", theme.NAMES)
@pytest.mark.parametrize("zoom", [100, 200])
def test_every_button_of_the_file_dialog_shows_its_sign(qapp: QApplication, qtbot: QtBot, name: str, zoom: int) -> None:
    theme.apply(qapp, theme.Look(name, zoom))
    try:
        dialog = QFileDialog()
        qtbot.addWidget(dialog)
        dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
        dialog.show()
        QApplication.processEvents()
        for button in BUTTONS:
            tool = dialog.findChild(QToolButton, button)
            image = tool.grab().toImage()
            size, middle = tool.iconSize(), tool.rect().center()
            ground = image.pixelColor(middle - QPoint(size.width() // 2 + 1, 0))
            places = [
                middle + QPoint(x, y)
                for x in range(-size.width() // 2 + 1, size.width() // 2)
                for y in range(-size.height() // 2 + 1, size.height() // 2)
            ]
            strong = sum(contrast(image.pixelColor(place), ground) >= 3 for place in places)
            assert strong >= 0.08 * len(places), f"{button}: {strong} of {len(places)} pixels stand out"
    finally:
        theme.apply(qapp, theme.Look())


def test_our_own_buttons_of_words_keep_the_room_around_them(qapp: QApplication, qtbot: QtBot) -> None:
    theme.apply(qapp, theme.Look())
    widths = {}
    for words in (False, True):
        button = QToolButton()
        button.setProperty("words", words)
        button.setText("Projector")
        qtbot.addWidget(button)
        button.ensurePolished()
        widths[words] = button.sizeHint().width()
    assert widths[True] - widths[False] == 2 * (theme.look().px(10) - theme.look().px(2))
