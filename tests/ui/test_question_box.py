"""The question of a step: where the keyboard goes when what had it is gone."""

import pytest
from lesson_examples import TEA, made
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from attnstudio.exchange.lesson_pictures import FormulaPictures
from attnstudio.ui.question_box import QuestionBox


@pytest.mark.parametrize("step", ["ask", "measure"])
def test_the_first_answer_gets_the_keyboard_when_the_question_begins_again(qtbot: QtBot, step: str) -> None:
    _, run = made()
    run.open(TEA, step)
    box = QuestionBox(FormulaPictures())
    qtbot.addWidget(box)
    run.changed.connect(lambda: box.follow(run))
    box.follow(run)
    box.show()
    box.activateWindow()
    QApplication.processEvents()
    run.choose(next(choice for choice in run.choices if not choice.right)) if step == "ask" else run.answer(99.0)
    box.reason_button.setFocus()
    assert box.reason_button.hasFocus()
    run.again()
    QApplication.processEvents()  # which show new answers
    first: QWidget = box.radios[0] if step == "ask" else box.field
    assert first.hasFocus()
