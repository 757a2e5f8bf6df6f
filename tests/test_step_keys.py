"""The keys of the steps of a lesson turn its pages, whichever control of a panel has the keyboard."""

import pytest
from lesson_window import lesson_window, written
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from real_window import settle

from attnstudio import catalog

pytestmark = pytest.mark.usefixtures("qapp")

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.mark.parametrize("panel", catalog.NAMES)
def test_the_step_keys_turn_the_page_from_every_control_and_change_no_number(panel, tmp_path):
    with lesson_window() as window:
        window.teaching.open_path(written(tmp_path, f'[[steps]]\npanel = "{panel}"\ntext = "x"\n' * 2))
        settle()
        states = [step.state for step in window.teaching.lesson.steps]
        takers = [
            widget
            for widget in window.findChildren(QWidget)
            if widget.isVisible() and widget.isEnabled() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        ]
        assert len(takers) > 15
        run = window.teaching.run
        for control in takers:
            if not (control.isVisible() and control.isEnabled()):
                continue
            control.setFocus()
            key, there = (Qt.Key.Key_PageUp, 0) if run.index else (Qt.Key.Key_PageDown, 1)
            QTest.keyClick(control, key, CTRL)
            assert run.index == there, type(control).__name__
            assert window.document.scene.panels[panel] == states[there], type(control).__name__
