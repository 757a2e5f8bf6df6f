"""What is being typed, in a cell or in a number field, when something else is done: taken, or refused in words."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox, QPushButton
from real_window import opened, settle

from attnstudio import catalog
from attnstudio.files.examples import examples
from attnstudio.files.scenes import write_scene
from attnstudio.panels.attention.scenario import AttentionScenario
from attnstudio.panels.attention.view.panel import AttentionPanel
from attnstudio.ui.matrix import MatrixView
from attnstudio.ui.number_field import NumberField
from attnstudio.window import MainWindow

KEY, CONTROL = Qt.Key, Qt.KeyboardModifier.ControlModifier
Typing = Callable[[str], None]


@pytest.fixture
def window(qapp: QApplication) -> Iterator[MainWindow]:  # noqa: ARG001  # the fonts come with it
    with opened() as window:
        yield window


def panel(window: MainWindow) -> AttentionPanel:
    found = window.findChild(AttentionPanel)
    assert isinstance(found, AttentionPanel)
    return found


def query(window: MainWindow) -> MatrixView:
    return panel(window).matrices["query"]


def scenario(window: MainWindow) -> AttentionScenario:
    found = window.document.scenario("attention")
    assert isinstance(found, AttentionScenario)
    return found


def first_number(window: MainWindow) -> float:
    return float(query(window).matrix.values[0, 0])


def type_in_cell(window: MainWindow, text: str) -> None:
    view = query(window)
    QTest.mouseDClick(view, Qt.MouseButton.LeftButton, pos=view.cell_rect(0, 0).center().toPoint())
    assert view.editor is not None
    QTest.keyClicks(view.editor, text)


def temperature(window: MainWindow) -> NumberField:
    (field,) = (each for each in window.findChildren(NumberField) if "emperature" in each.accessibleName())
    return field


def type_in_field(window: MainWindow, text: str) -> None:
    temperature(window).start_typing("")
    QTest.keyClicks(temperature(window), text)


def do(window: MainWindow, name: str) -> None:
    window.actions_by_name[name].trigger()
    settle()


def saved(window: MainWindow, folder: Path) -> Path:
    """Give the document a file, as it is now."""
    path = folder / "a.attn.json"
    write_scene(window.document.scene, path)
    window.document.load(window.document.scene, path)
    return path


def in_file(path: Path) -> AttentionScenario:
    found = catalog.open_file(path).scene.panels["attention"].scenario
    assert isinstance(found, AttentionScenario)
    return found


def other_example(window: MainWindow) -> str:
    before = scenario(window).tensors
    for example in examples():
        opening = catalog.open_example(example.name).scene.panels["attention"].scenario
        if isinstance(opening, AttentionScenario) and opening.tensors != before:
            return example.name
    raise AssertionError("all examples hold the same numbers")


def test_an_example_is_opened_as_it_is_and_the_typed_number_goes_to_the_scene_before(window: MainWindow) -> None:
    type_in_cell(window, "0,5")
    name = other_example(window)
    window.desk.open_example(name)
    settle()
    assert query(window).editor is None
    wanted = catalog.open_example(name).scene.panels["attention"].scenario
    QTest.keyClick(QApplication.focusWidget() or window, KEY.Key_Return)
    assert scenario(window).tensors == wanted.tensors
    window.document.undo()
    assert first_number(window) == 0.5


def test_a_number_typed_in_a_cell_is_saved(window: MainWindow, tmp_path: Path) -> None:
    path = saved(window, tmp_path)
    type_in_cell(window, "0,5")
    QTest.keyClick(query(window).editor, KEY.Key_S, CONTROL)
    settle()
    assert query(window).editor is None
    assert float(in_file(path).tensors.array("query")[0, 0]) == first_number(window) == 0.5
    assert not window.document.modified


def test_a_number_typed_in_a_field_is_saved(window: MainWindow, tmp_path: Path) -> None:
    path = saved(window, tmp_path)
    type_in_field(window, "2,5")
    QTest.keyClick(temperature(window), KEY.Key_S, CONTROL)
    settle()
    assert in_file(path).temperature == scenario(window).temperature == 2.5
    assert not window.document.modified


@pytest.mark.parametrize("name", ["save", "save_as"])
@pytest.mark.parametrize("typing", [type_in_cell, type_in_field])
def test_nothing_is_saved_while_what_is_typed_cannot_be_taken(
    window: MainWindow, tmp_path: Path, typing: Callable[[MainWindow, str], None], name: str
) -> None:
    path = saved(window, tmp_path)
    window.document.edit("attention", base="2")
    before = path.read_bytes()
    typing(window, "1.2.3")
    do(window, name)
    assert path.read_bytes() == before
    assert window.files.dialog is None
    assert window.document.modified
    (text,) = [text for text in window.notices.texts if "1.2.3" in text]
    assert text.startswith("Nothing was done")


def test_a_cell_that_was_refused_stays_open_and_is_saved_once_it_is_put_right(
    window: MainWindow, tmp_path: Path
) -> None:
    path = saved(window, tmp_path)
    type_in_cell(window, "x")
    do(window, "save")
    editor = query(window).editor
    assert editor is not None
    assert editor.message == "Type a number from −100 to 100."
    QTest.keyClicks(editor, "4")
    do(window, "save")
    assert float(in_file(path).tensors.array("query")[0, 0]) == 4
    assert not [text for text in window.notices.texts if "Nothing was done" in text]


@pytest.mark.parametrize(
    ("typing", "read", "number"),
    [(type_in_cell, first_number, 0.75), (type_in_field, lambda window: scenario(window).temperature, 1.75)],
)
def test_undo_takes_back_the_number_that_was_being_typed_and_redo_brings_it(
    window: MainWindow, typing: Callable[[MainWindow, str], None], read: Callable[[MainWindow], float], number: float
) -> None:
    window.document.edit("attention", base="2")
    window.document.end_gesture()
    before = read(window)
    typing(window, str(number))
    do(window, "undo")
    assert (read(window), scenario(window).base) == (before, "2")
    do(window, "redo")
    assert read(window) == number


@pytest.mark.parametrize("typing", [type_in_cell, type_in_field])
@pytest.mark.parametrize("name", ["open", "new", "quit"])
def test_what_would_lose_a_number_that_is_being_typed_asks_first(
    window: MainWindow, tmp_path: Path, typing: Callable[[MainWindow, str], None], name: str
) -> None:
    saved(window, tmp_path)
    typing(window, "1.25")
    do(window, name)
    assert isinstance(window.files.dialog, QMessageBox)
    assert 1.25 in (first_number(window), scenario(window).temperature)
    window.files.dialog.button(QMessageBox.StandardButton.Cancel).click()
    assert window.isVisible()


def test_closing_the_window_by_its_frame_asks_too(window: MainWindow, tmp_path: Path) -> None:
    saved(window, tmp_path)
    type_in_cell(window, "1.25")
    assert not window.close()
    assert isinstance(window.files.dialog, QMessageBox)
    window.files.dialog.button(QMessageBox.StandardButton.Cancel).click()


def test_opening_goes_on_without_what_cannot_be_taken_and_says_so(window: MainWindow, tmp_path: Path) -> None:
    saved(window, tmp_path)
    before = scenario(window)
    type_in_cell(window, "1.2.3")
    do(window, "open")
    assert isinstance(window.files.dialog, QFileDialog)
    window.files.dialog.close()
    assert query(window).editor is None
    assert scenario(window).tensors == before.tensors
    assert "“1.2.3” was not taken. Type a number from −100 to 100." in window.notices.texts


def test_a_notice_of_a_refusal_goes_with_the_next_number_that_is_taken(window: MainWindow) -> None:
    type_in_cell(window, "-")
    panel(window).matrices["value"].setFocus()
    assert [text for text in window.notices.texts if "“-” was not taken" in text]
    settle()
    type_in_cell(window, "3")
    QTest.keyClick(query(window).editor, KEY.Key_Return)
    assert first_number(window) == 3
    assert not [text for text in window.notices.texts if "was not taken" in text]


@pytest.mark.parametrize("way", ["button", "action", "key"])
def test_random_numbers_follow_the_typed_one_and_close_its_field(window: MainWindow, way: str) -> None:
    type_in_cell(window, "0.5")
    if way == "button":
        (button,) = (each for each in window.findChildren(QPushButton) if each.text() == "Randomise")
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    elif way == "action":
        panel(window)._actions["randomise"].trigger()
    else:
        QTest.keyClick(query(window).editor, KEY.Key_D, CONTROL)
    settle()
    assert query(window).editor is None
    assert scenario(window).tensors.origin.kind == "random"
    window.document.undo()
    assert first_number(window) == 0.5


def test_a_scene_that_comes_by_itself_closes_the_cell_and_says_that_nothing_was_taken(window: MainWindow) -> None:
    opening = catalog.open_example(other_example(window))
    type_in_cell(window, "0.5")
    editor = query(window).editor
    window.document.load(opening.scene)
    settle()
    assert query(window).editor is None
    assert editor is not None
    assert scenario(window).tensors == opening.scene.panels["attention"].scenario.tensors
    assert "“0.5” was not taken, because its cell changed meanwhile." in window.notices.texts


def test_a_matrix_that_disappears_under_the_field_edits_nothing(window: MainWindow) -> None:
    type_in_cell(window, "0.5")
    before = scenario(window)
    query(window).setVisible(False)
    settle()
    assert query(window).editor is None
    assert scenario(window) == before


def test_another_size_closes_the_field_and_the_number_is_not_written_elsewhere(window: MainWindow) -> None:
    type_in_cell(window, "0.5")
    tensors = scenario(window).tensors
    window.document.edit(
        "attention", tensors=tensors.resized(T_q=tensors.T_q + 2, T_k=tensors.T_k, d_k=tensors.d_k, d_v=tensors.d_v)
    )
    settle()
    assert query(window).editor is None
    assert first_number(window) == float(tensors.array("query")[0, 0])
