"""The guess bar: guesses by mouse and by keyboard alone, kept and taken back, and the verdict."""

from types import SimpleNamespace

import numpy as np
import pytest
from matrices import matrix
from operated import KEY, LEFT, keys
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QVBoxLayout, QWidget

from attnstudio.state.figures import Matrix
from attnstudio.state.guesses import LargestGuess, NumberGuess, RankingGuess, Verdict
from attnstudio.state.message import Message
from attnstudio.ui import aloud, theme
from attnstudio.ui.guess_bar import GuessBar
from attnstudio.ui.tab_order import move_on

WORDS = ("the", "cat", "sat", "on")
NUMBER, RANKING, LARGEST = 0, 1, 2


def covered(rows=4, columns=4, **fields) -> Matrix:
    labels = {"row_labels": WORDS[:rows], "column_labels": WORDS[:columns]}
    return matrix(np.full((rows, columns), np.nan), covered=True, **labels | fields)


@pytest.fixture
def page(qtbot):
    widget = QWidget()
    QVBoxLayout(widget).setContentsMargins(0, 0, 0, 0)
    qtbot.addWidget(widget)
    yield widget
    theme.apply(QApplication.instance(), theme.Look())


@pytest.fixture
def bar(page):
    made = GuessBar()
    page.layout().addWidget(made)
    page.layout().addStretch(1)
    made.show_stage("Softmax", covered(), 2)
    made.told = []
    made.guessed.connect(made.told.append)
    made.reveal.connect(lambda: made.commit() and made.told.append("reveal"))
    made.cell_chosen.connect(lambda i, j: made.told.append((i, j)))
    made.closed.connect(lambda: made.told.append("closed"))
    page.resize(960, 300)
    page.show()
    page.activateWindow()
    QApplication.processEvents()
    return made


def click(widget):
    QTest.mouseClick(widget, LEFT)


def press(key):
    QTest.keyClick(QApplication.focusWidget(), key)


def choose(bar, what):
    click(bar.entry.what.chips[what])


def tab_to(bar, widget):
    """Press Tab until a widget has the keyboard."""
    for _ in range(12):
        if QApplication.focusWidget() is widget:
            return
        move_on(bar, True)
    raise AssertionError(f"the Tab key never comes to {widget}")


def placed(bar):
    """Return the columns that have a place, in their order."""
    texts = [chip.text().split() for chip in bar.entry.order.chips]
    return [name for place, name in sorted(text for text in texts if len(text) == 2)]


def test_a_number_is_guessed_by_keyboard_alone(bar):
    tab_to(bar, bar.entry.cell.columns)
    press(KEY.Key_Down)
    press(KEY.Key_Down)
    assert bar.told == [(2, 0), (2, 1)]
    tab_to(bar, bar.entry.field)
    keys(bar.entry.field, "0,5")
    press(KEY.Key_Return)
    assert bar.told[2:] == [NumberGuess("weights", 2, 1, 0.5)]
    assert bar.guess == bar.told[-1]
    assert bar.message.text() == "Your guess: 0.5 for sat, cat."
    assert QApplication.focusWidget() is bar.reveal_button
    press(KEY.Key_Space)
    assert bar.told[3:] == ["reveal"]


@pytest.mark.parametrize(
    ("text", "value", "shown"),
    [
        ("4/7", 4 / 7, "4/7"), ("−1 / 3", -1 / 3, "−1/3"), ("0.25", 0.25, "0.25"), ("−2", -2.0, "−2"),
        ("1/2", 0.5, "0.5"), ("0.403/0.750", 403 / 750, "403/750"), ("1,5/−4", -0.375, "−0.375"),
    ],
)  # fmt: skip
def test_fractions_and_decimals_are_taken_as_they_are_typed(bar, text, value, shown):
    bar.set_cell(0, 1)
    bar.entry.field.setFocus()
    keys(bar.entry.field, text)
    press(KEY.Key_Return)
    assert bar.guess == NumberGuess("weights", 0, 1, pytest.approx(value, abs=1e-14))
    assert bar.message.text() == f"Your guess: {shown} for the, cat."


def test_the_field_is_empty_until_something_is_guessed_and_steps_from_0(bar):
    assert bar.entry.field.text() == ""
    assert bar.entry.field.guess is None
    bar.entry.field.setFocus()
    bar.keep_button.setFocus()
    assert bar.entry.field.refusal is None
    bar.entry.field.setFocus()
    press(KEY.Key_Up)
    assert bar.entry.field.guess == pytest.approx(0.1)
    bar.entry.field.selectAll()
    press(KEY.Key_Backspace)
    press(KEY.Key_Return)
    assert bar.entry.field.guess is None
    assert bar.told == []


@pytest.mark.parametrize("text", ["abc", "4/0", "1/2/3", "2000000", "0.4/", "/3", "0/0.0", "1/1e-9", "1e999/1e999"])
def test_what_is_no_number_is_refused_in_words_and_neither_kept_nor_revealed(bar, text):
    bar.set_cell(0, 1)
    bar.entry.field.show_guess(0.25)
    bar.entry.field.setFocus()
    bar.entry.field.selectAll()
    keys(bar.entry.field, text)
    click(bar.keep_button)
    click(bar.reveal_button)
    assert bar.told == []
    assert bar.entry.refusal.isVisible()
    wanted = "Type a number from −1,000,000 to 1,000,000, or a fraction such as 4/7."
    assert bar.entry.refusal.text() == f"“{text}” was not taken. {wanted}"
    bar.entry.field.setFocus()
    bar.entry.field.selectAll()
    keys(bar.entry.field, "0.5")
    assert not bar.entry.refusal.isVisible()
    click(bar.keep_button)
    assert bar.guess == NumberGuess("weights", 0, 1, 0.5)


def test_keep_says_what_is_still_missing(bar):
    reasons = [bar.keep_button.accessibleDescription()]
    bar.set_cell(2, 1)
    reasons.append(bar.keep_button.accessibleDescription())
    choose(bar, RANKING)
    reasons.append(bar.keep_button.accessibleDescription())
    assert not bar.keep_button.isEnabled()
    assert [reason.partition(" first")[0] for reason in reasons] == [
        "Choose a cell",
        "Type a number",
        "Choose the largest",
    ]
    choose(bar, LARGEST)
    assert bar.keep_button.isEnabled()
    assert bar.keep_button.accessibleDescription().startswith("Commit to this answer")


def test_keep_can_be_pressed_while_a_number_is_being_typed(bar):
    bar.set_cell(0, 0)
    bar.entry.field.setFocus()
    keys(bar.entry.field, "1")
    click(bar.keep_button)
    assert bar.guess == NumberGuess("weights", 0, 0, 1.0)


def test_a_ranking_is_chosen_by_clicks_and_a_second_click_takes_a_column_away(bar):
    choose(bar, RANKING)
    for at in (1, 2, 0):
        click(bar.entry.order.chips[at])
    assert placed(bar) == ["cat", "sat", "the"]
    click(bar.entry.order.chips[0])
    assert placed(bar) == ["cat", "sat"]
    click(bar.entry.order.chips[1])
    click(bar.entry.order.chips[3])
    assert placed(bar) == ["sat", "on"]
    click(bar.keep_button)
    assert bar.told == [RankingGuess("weights", 2, (2, 3))]
    assert bar.message.text() == "Your guess: query sat: sat > on > the rest."


def test_a_ranking_is_chosen_by_keyboard_and_backspace_takes_the_last_away(bar):
    bar.entry.what.chips[0].setFocus()
    press(KEY.Key_Right)
    tab_to(bar, bar.entry.order.chips[0])
    for key in (KEY.Key_Space, KEY.Key_Right, KEY.Key_Space, KEY.Key_End, KEY.Key_Space):
        press(key)
    assert placed(bar) == ["the", "cat", "on"]
    press(KEY.Key_Backspace)
    assert placed(bar) == ["the", "cat"]
    assert [chip.isChecked() for chip in bar.entry.order.chips] == [True, True, False, False]
    tab_to(bar, bar.keep_button)
    press(KEY.Key_Space)
    assert bar.guess == RankingGuess("weights", 2, (0, 1))


def test_a_screen_reader_hears_the_place_of_a_chosen_column(bar):
    choose(bar, RANKING)
    for at in (2, 0):
        click(bar.entry.order.chips[at])
    names = [chip.accessibleName() for chip in bar.entry.order.chips]
    assert names == ["the, number 2", "cat", "sat, number 1", "on"]


def test_masked_columns_need_no_place_and_a_row_without_two_columns_cannot_be_ranked(bar):
    choose(bar, RANKING)
    bar.show_stage("Softmax", covered(blocked=~np.tril(np.ones((4, 4), dtype=bool))), 2)
    assert [chip.text().strip() for chip in bar.entry.order.chips] == ["the", "cat", "sat"]
    click(bar.entry.order.chips[2])
    click(bar.entry.order.chips[0])
    click(bar.keep_button)
    assert bar.guess == RankingGuess("weights", 2, (2, 0))
    assert bar.message.text() == "Your guess: query sat: sat > the > cat."
    click(bar.change_button)
    bar.set_cell(0, 0)
    assert bar.entry.what.value() == NUMBER
    assert not bar.entry.what.chips[RANKING].isEnabled()
    assert "fewer than two cells" in bar.entry.what.chips[RANKING].accessibleDescription()
    bar.set_cell(1, 0)
    assert bar.entry.what.chips[RANKING].isEnabled()


def test_an_order_belongs_to_its_row(bar):
    choose(bar, RANKING)
    click(bar.entry.order.chips[1])
    bar.set_cell(2, 0)
    assert placed(bar) == ["cat"]
    bar.set_cell(3, 0)
    assert placed(bar) == []


def test_the_largest_is_chosen_in_the_matrix_or_in_the_list(bar):
    choose(bar, LARGEST)
    bar.set_cell(3, 1)
    assert (bar.entry.cell.rows.currentText(), bar.entry.cell.columns.currentText()) == ("on", "cat")
    assert bar.told == []
    bar.entry.cell.columns.setFocus()
    press(KEY.Key_Down)
    bar.entry.cell.rows.setFocus()
    press(KEY.Key_Up)
    assert bar.told == [(3, 2), (2, 2)]
    click(bar.keep_button)
    assert bar.told[2:] == [LargestGuess("weights", 2, 2)]
    assert bar.message.text() == "Your guess: query sat: sat is the largest."


def test_a_single_row_needs_no_choice_and_no_name(bar):
    bar.show_stage("Softmax", covered(rows=1, row_labels=("q",)), 0)
    assert not bar.entry.cell.rows.isVisible()
    choose(bar, RANKING)
    assert not bar.entry.cell.isVisible()
    choose(bar, LARGEST)
    bar.set_cell(0, 1)
    click(bar.keep_button)
    assert bar.message.text() == "Your guess: cat is the largest."


def test_a_cell_that_the_matrix_does_not_have_is_not_taken(bar):
    bar.set_cell(1, 1)
    bar.set_cell(4, 0)
    bar.set_cell(0, 4)
    assert (bar.entry.cell.row, bar.entry.cell.column) == (1, 1)


def test_a_kept_guess_stays_whatever_is_clicked_until_it_is_taken_back(bar):
    bar.set_cell(0, 1)
    bar.entry.field.show_guess(0.5)
    bar.keep_button.setEnabled(True)
    click(bar.keep_button)
    bar.set_cell(3, 3)
    bar.show_stage("Softmax", covered(), 3)
    assert bar.guess == NumberGuess("weights", 0, 1, 0.5)
    bar.change_button.setFocus()
    press(KEY.Key_Space)
    assert bar.guess is None
    assert QApplication.focusWidget() is bar.entry.field
    assert bar.entry.field.guess == 0.5


def test_revealing_without_a_guess_tells_of_none_and_with_one_entered_keeps_it_first(bar):
    click(bar.reveal_button)
    assert bar.told == ["reveal"]
    assert bar.guess is None
    choose(bar, LARGEST)
    bar.set_cell(1, 1)
    click(bar.reveal_button)
    assert bar.told[1:] == [LargestGuess("weights", 1, 1), "reveal"]


def test_taking_a_guess_back_and_starting_anew_are_told(bar):
    choose(bar, LARGEST)
    bar.set_cell(1, 1)
    click(bar.keep_button)
    click(bar.change_button)
    assert bar.told == [LargestGuess("weights", 1, 1), None]
    click(bar.keep_button)
    bar.show_stage("Mix", covered(name="output"), 2)
    assert bar.told[2:] == [LargestGuess("weights", 1, 1), None]
    bar.show_stage("Softmax", covered(), 2)
    assert len(bar.told) == 4  # nothing was kept


def test_in_compact_room_the_title_is_the_stage_alone(bar):
    usual = bar.sizeHint().height()
    bar.set_compact(True)
    assert bar.title.isVisible()
    assert bar.title.text() == "Softmax:"
    assert bar.accessibleName() == "Guess Softmax:"
    assert bar.sizeHint().height() < usual
    bar.set_compact(False)
    assert bar.title.isVisible()
    assert bar.title.text() == "Guess Softmax:"
    assert bar.sizeHint().height() == usual


@pytest.mark.parametrize(("right", "mark"), [(True, "✓"), (False, "✗")])
def test_the_verdict_is_shown_and_announced_until_it_is_put_away(bar, monkeypatch, right, mark):
    heard = []

    listening = {"isActive": lambda: True, "updateAccessibility": lambda event: heard.append(event.message())}
    monkeypatch.setattr(aloud, "QAccessible", SimpleNamespace(**listening))
    bar.set_cell(2, 1)
    bar.reveal_button.setFocus()
    verdict = Verdict(Message("The largest is {cat}.", {"cat": "cat"}), right, 0.0)
    bar.show_verdict(verdict)
    bar.show_verdict(verdict)
    assert bar.message.text() == f"{mark} The largest is cat."
    assert heard == ["The largest is cat."]
    assert QApplication.focusWidget() is bar.go_on_button
    bar.show_stage("Mix", covered(name="output"), 2)
    assert bar.message.isVisible()
    press(KEY.Key_Space)
    assert bar.told == ["closed"]
    assert bar.title.isVisible()
    assert bar.title.text() == "Guess Mix:"
    assert bar.entry.cell.columns.currentIndex() == -1


def test_the_same_stage_shown_again_leaves_what_is_entered(bar):
    bar.set_cell(1, 3)
    bar.entry.field.setFocus()
    keys(bar.entry.field, "0.5")
    bar.show_stage("Softmax", covered(), 2)
    assert bar.entry.field.lineEdit().text() == "0.5"
    assert (bar.entry.cell.row, bar.entry.cell.column) == (1, 3)
    bar.show_stage("Softmax", covered(), 3)
    assert (bar.entry.cell.row, bar.entry.cell.column) == (3, 3)


@pytest.mark.parametrize(
    "other",
    [
        ("Mix", {}),
        ("Softmax", {"name": "logits"}),
        ("Softmax", {"columns": 3}),
        ("Softmax", {"column_labels": ("a", "b", "c", "d")}),
        ("Softmax", {"blocked": np.eye(4, dtype=bool)}),
    ],
)
def test_another_stage_starts_anew(bar, other):
    choose(bar, LARGEST)
    bar.set_cell(1, 2)
    click(bar.keep_button)
    title, fields = other
    bar.show_stage(title, covered(**fields), 1)
    assert bar.guess is None
    assert (bar.entry.cell.row, bar.entry.cell.column) == (1, None)
    assert not bar.keep_button.isEnabled()


def test_tab_goes_through_the_parts_as_they_stand(bar):
    bar.set_cell(2, 1)
    bar.entry.field.show_guess(0.5)
    bar.keep_button.setEnabled(True)
    bar.entry.what.chips[0].setFocus()
    names = []
    for _ in range(6):
        names.append(QApplication.focusWidget().accessibleName() or QApplication.focusWidget().text())
        move_on(bar, True)
    assert names == ["number", "query", "key", "Your guess for query sat, key cat", "Keep", "Reveal"]


def test_every_control_says_what_it_is_for(bar):
    choose(bar, RANKING)
    controls = [*bar.findChildren(QAbstractButton), *bar.findChildren(QComboBox), bar.entry.field]
    assert len(controls) > 10
    for control in controls:
        assert control.accessibleName() or control.text()
        assert control.toolTip()
        assert control.accessibleDescription()


def settle():
    """Let layouts inside of layouts tell each other their sizes."""
    for _ in range(3):
        QApplication.processEvents()


def states(bar):
    """Bring the bar into each of its states."""
    choose(bar, NUMBER)
    bar.set_cell(0, 1)
    yield "number"
    bar.entry.field.setFocus()
    keys(bar.entry.field, "x")
    bar.entry.field.commit()
    yield "refused"
    choose(bar, RANKING)
    for chip in bar.entry.order.chips:
        click(chip)
    yield "ranking"
    choose(bar, LARGEST)
    yield "largest"
    click(bar.keep_button)
    yield "kept"
    bar.show_verdict(Verdict(Message("5 of 6 pairs in the right order; right is cat, sat, the. " * 2), False, 0.5))
    yield "verdict"


@pytest.mark.parametrize(
    ("name", "zoom", "width"), [("light", 100, 560), ("dark", 250, 600), ("projector", 100, 700), ("light", 80, 960)]
)
def test_nothing_is_cut_or_overlaps_in_any_look(bar, page, name, zoom, width):
    bar.show_stage("Softmax", covered(column_labels=("the", "cat", "the dog " * 9, "\n")), 2)
    theme.apply(QApplication.instance(), theme.Look(name, zoom))
    for state in states(bar):
        page.resize(width, 2000)
        settle()
        places = [part.geometry() for part in bar._parts]
        assert bar.height() == bar.heightForWidth(width)
        assert all(bar._line.rect().contains(place) for place in places), state
        assert not any(a.intersects(b) for i, a in enumerate(places) for b in places[:i]), state
        for part in (bar.keep_button, bar.reveal_button, bar.entry.field, bar.entry.cell.columns):
            if part.isVisible():
                assert part.width() >= part.minimumSizeHint().width(), state
                assert part.parentWidget().rect().contains(part.geometry()), state


def test_at_100_percent_it_is_one_line_high(bar):
    bar.show_stage("Softmax", covered(rows=1, columns=3, row_labels=("q",)), 0)
    line = theme.look().px(12) + bar.reveal_button.height()
    for state in states(bar):
        settle()
        if state != "refused":
            assert bar.height() <= line + 4, state


def test_buttons_stand_still_while_an_order_grows(bar):
    choose(bar, RANKING)
    settle()
    places = set()
    for chip in bar.entry.order.chips:
        places.add((bar.keep_button.pos().toTuple(), bar.height(), chip.pos().toTuple()[1]))
        click(chip)
        settle()
    assert len(places) == 1


def test_labels_are_shown_letter_for_letter(bar):
    labels = ("<b>x</b>", "Q&A", " ", "سلام")
    bar.show_stage("Softmax", covered(rows=1, row_labels=("q",), column_labels=labels), 0)
    choose(bar, RANKING)
    for chip in bar.entry.order.chips:
        click(chip)
    assert [chip.text() for chip in bar.entry.order.chips] == [
        "1\xa0<b>x</b>", "2\xa0Q&&A", "3\xa0␣", "4\xa0\u2068سلام\u2069"
    ]  # fmt: skip
    assert [bar.entry.cell.columns.itemText(j) for j in range(4)] == ["<b>x</b>", "Q&A", "␣", "سلام"]


def test_a_screen_reader_hears_that_the_field_is_empty_and_no_number_in_its_place(bar):
    field = bar.entry.field
    side = QAccessible.queryAccessibleInterface(field)
    value = side.valueInterface()

    def heard():
        return side.text(QAccessible.Text.Value), side.text(QAccessible.Text.Description).startswith("Empty:")

    assert heard() == ("", True)
    assert (value.minimumValue(), value.currentValue(), value.maximumValue()) == (-1e6, 0.0, 1e6)
    for text, number in (("0", 0.0), ("0.5", 0.5)):
        field.show_guess(None)
        field.setFocus()
        keys(field, text)
        assert field.commit()
        assert heard() == (text, False)
        assert field.guess == value.currentValue() == number
    field.selectAll()
    press(KEY.Key_Delete)
    assert field.commit()
    assert field.guess is None
    assert heard() == ("", True)
    field.show_guess(0.0)
    assert heard() == ("0", False)
    field.show_guess(None)
    assert heard() == ("", True)
