"""Hands for tests of the Attention panel in the real window."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from random_events import LEFT, NONE, PLAIN, move
from real_window import settle

from attnstudio.panels.attention.scenario import AttentionScenario
from attnstudio.panels.attention.view.panel import AttentionPanel
from attnstudio.window import MainWindow


def panel_of(window: MainWindow) -> AttentionPanel:
    view = window._views["attention"]
    assert isinstance(view, AttentionPanel)
    return view


def scenario_of(window: MainWindow) -> AttentionScenario:
    scenario = window.document.scenario("attention")
    assert isinstance(scenario, AttentionScenario)
    return scenario


def middle(view: QWidget, i: int, j: int) -> QPoint:
    return view.cell_rect(i, j).center().toPoint()


def hover(panel: AttentionPanel, stage: str, i: int, j: int) -> None:
    move(panel.matrices[stage], middle(panel.matrices[stage], i, j), NONE)


def click(panel: AttentionPanel, stage: str, i: int, j: int) -> None:
    QTest.mouseClick(panel.matrices[stage], LEFT, PLAIN, middle(panel.matrices[stage], i, j))


def press(window: MainWindow, key: Qt.Key, modifier: Qt.KeyboardModifier = PLAIN) -> None:
    QTest.keyClick(window, key, modifier)
    settle()
