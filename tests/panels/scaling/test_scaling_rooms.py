"""What of the Scaling panel stands where: questions that are in sight, notices, and sentences in little room."""

from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from random_events import LEFT, PLAIN, SHIFT, type_text
from real_window import settle
from recording import texts
from test_scaling_view import FULL, ROOMS, SMALL, press, shown, visible
from text_faults import choices, faults

from attnstudio.panels.scaling.stages import NAMES
from attnstudio.panels.scaling.view.commands import ACTIONS
from attnstudio.panels.scaling.view.displays import TITLES
from attnstudio.panels.scaling.view.panel import ScalingPanel
from attnstudio.ui.theme import Look

pytestmark = pytest.mark.usefixtures("qapp")
LARGE = (SMALL, Look("light", 250))
ONE_AT_A_TIME = [ROOMS["projector"], (Look("projector", 150), SMALL), ROOMS["projector, 150 %"], LARGE[::-1]]


def asked(panel: ScalingPanel) -> str:
    """Return the stage that is asked for, which is in sight unless the bar says otherwise."""
    stage = panel.prediction.asked
    assert stage is not None
    assert panel.shows(stage) == (not panel.question.away)
    return stage


@pytest.mark.parametrize("room", ONE_AT_A_TIME)
def test_the_stage_that_is_asked_for_comes_into_view_and_the_next_one_waits_for_a_word(room: Any) -> None:
    look, size = room
    with shown(size, look) as (window, panel):
        press(window, Qt.Key.Key_3)
        press(window, Qt.Key.Key_P)
        for stage, following in zip(NAMES, (*NAMES[1:], None), strict=True):
            assert asked(panel) == stage
            assert panel.stage_shown == stage
            assert not panel.question.away
            press(window, Qt.Key.Key_N)
            assert stage not in panel.prediction.covered
            assert panel.stage_shown == stage
            if following is not None:
                assert "The next question" in panel.prediction.bar.away.text()
                press(window, Qt.Key.Key_N)
                assert panel.prediction.asked == following


def test_a_question_about_what_is_out_of_sight_is_no_question_until_it_is_seen() -> None:
    look, size = ROOMS["projector"]
    with shown(size, look) as (window, panel):
        press(window, Qt.Key.Key_P)
        press(window, Qt.Key.Key_4)
        assert asked(panel) == "spread"
        assert panel.question.away
        assert not panel.prediction.bar.entry.field.isVisible()
        press(window, Qt.Key.Key_N)
        assert panel.prediction.covered == set(NAMES)
        assert panel.stage_shown == "spread"


def test_where_all_displays_are_seen_no_stage_is_out_of_sight() -> None:
    with shown() as (window, panel):
        press(window, Qt.Key.Key_P)
        for stage in NAMES:
            assert asked(panel) == stage
            assert len(visible(panel)) == 9
            press(window, Qt.Key.Key_N)


@pytest.mark.parametrize("room", ONE_AT_A_TIME)
def test_every_part_of_the_guess_bar_can_be_reached_whatever_is_asked(room: Any) -> None:
    look, size = room
    with shown(size, look) as (window, panel):
        bar = panel.prediction.bar
        press(window, Qt.Key.Key_P)
        for stage in NAMES:
            assert asked(panel) == stage
            parts = [*bar.entry.parts, bar.reveal_button]
            for part in parts:
                assert part.isVisible(), (stage, part)
                assert bar.rect().contains(part.rect().translated(part.mapTo(bar, QPoint()))), (stage, part)
            assert not faults(texts(window))
            press(window, Qt.Key.Key_N)
            press(window, Qt.Key.Key_N)


NOTICED: tuple[dict[str, Any], ...] = ({"d_k": 1}, {"mean": 1.0}, {"distribution": "uniform", "pairs": 200})


@pytest.mark.parametrize("size", [FULL, (1280, 690), (1440, 640), SMALL])
@pytest.mark.parametrize("look", [Look(), Look("projector"), Look("light", 150)], ids=str)
def test_no_notice_changes_which_displays_are_seen(size: tuple[int, int], look: Look) -> None:
    with shown(size, look) as (window, panel):
        before = visible(panel), panel._room()._replace(low=False)
        for fields in NOTICED:
            window.document.edit("scaling", **fields)
            settle()
            assert window.notices.texts
            assert (visible(panel), panel._room()._replace(low=False)) == before, fields
            assert not faults(texts(window)), fields


@pytest.mark.parametrize("fields", [{}, {"textbook": True}, {"mean": 1.0, "correlation": 0.5, "divide_by": "one"}])
@pytest.mark.parametrize("room", [*ONE_AT_A_TIME, ROOMS["small"], ROOMS["light"]])
def test_every_sentence_about_a_stage_can_be_read_to_its_end(room: Any, fields: dict[str, Any]) -> None:
    look, size = room
    with shown(size, look, **fields) as (window, panel):
        for number, stage in enumerate(NAMES):
            press(window, Qt.Key(Qt.Key.Key_1 + number))
            press(window, Qt.Key.Key_W)
            said = panel.sheet if panel.sheet.isVisible() else panel.reading
            assert said.isVisible()
            captions = window.document.result.captions
            assert str(captions["slopes" if stage == "gradient" and "textbook" in fields else stage]) in said.text
            assert said._fitting(said._room())[1] == said.text, stage
            press(window, Qt.Key.Key_Escape)
            assert not panel.sheet.isVisible()


def test_the_list_of_little_room_has_the_sentences_as_a_page_which_another_choice_leaves() -> None:
    size, look = LARGE
    with shown(size, look) as (window, panel):
        for way in choices(panel.chooser):
            page = way == "choice What the numbers say"
            assert panel.reading.isVisible() == page, way
            assert panel._actions["readings"].isChecked() == page
            assert not (page and visible(panel))
        press(window, Qt.Key.Key_2)
        assert visible(panel) == {"raw_row"}


def test_a_click_on_the_reading_line_shows_all_of_it_and_another_one_puts_it_away() -> None:
    look, size = ROOMS["projector"]
    with shown(size, look) as (_, panel):
        assert panel.reading._note == "W: more"
        for on in (True, False):
            QTest.mouseClick(panel.reading, LEFT, PLAIN, panel.reading.rect().center())
            settle()
            assert panel.sheet.isVisible() == on


def test_every_stage_and_every_display_has_a_key_of_its_own() -> None:
    keys = {spec.name: spec.keys for spec in ACTIONS}
    assert all(keys[name] for name in (*NAMES, *TITLES))
    every = [key for shortcuts in keys.values() for key in shortcuts]
    assert len(set(every)) == len(every)


@pytest.mark.parametrize(("key", "name"), list(zip("56789", list(TITLES)[6:], strict=True)))
def test_alt_and_a_number_enlarge_the_displays_that_numbers_alone_leave(key: str, name: str) -> None:
    with shown(textbook=True) as (window, panel):
        press(window, getattr(Qt.Key, f"Key_{key}"), Qt.KeyboardModifier.AltModifier)
        assert panel.enlarged == name


def entered(panel: ScalingPanel, number: str) -> None:
    panel.prediction.bar.entry.field.setFocus()
    type_text(number)
    settle()


def test_a_number_without_a_cell_is_said_to_want_one_and_kept_until_it_has_it() -> None:
    with shown() as (window, panel):
        window.document.edit_state("scaling", covered=frozenset({"saturation"}))
        settle()
        bar = panel.prediction.bar
        entered(panel, "0.5")
        bar.reveal_button.click()
        settle()
        assert panel.prediction.covered == {"saturation"}
        assert bar.entry.refusal.isVisible()
        assert "Choose a cell for this number" in bar.entry.refusal.text()
        assert bar.entry.field.text() == "0.5"
        bar.entry.cell.columns.setCurrentIndex(0)
        bar.entry.cell.columns.activated.emit(0)
        assert not bar.entry.refusal.isVisible()
        bar.reveal_button.click()
        assert not panel.prediction.covered
        assert "You said 0.5" in bar.message.text()


def test_a_number_that_was_taken_out_again_keeps_nothing_covered() -> None:
    with shown() as (window, panel):
        window.document.edit_state("scaling", covered=frozenset({"gradient"}))
        settle()
        entered(panel, "3")
        press(window, Qt.Key.Key_N)
        assert panel.prediction.covered
        QTest.keyClick(panel.prediction.bar.entry.field, Qt.Key.Key_Backspace)
        press(window, Qt.Key.Key_N)
        assert not panel.prediction.covered


def test_an_unfinished_guess_at_what_is_out_of_sight_is_brought_into_view() -> None:
    look, size = ROOMS["projector"]
    with shown(size, look) as (window, panel):
        window.document.edit_state("scaling", covered=frozenset({"saturation"}))
        settle()
        entered(panel, "0.5")
        QTest.mouseClick(panel.strip, LEFT, PLAIN, panel.strip.pill(0).center().toPoint() - QPoint(20, 0))
        settle()
        assert panel.question.away
        panel.prediction.toggle(NAMES.index("saturation"))
        settle()
        assert panel.prediction.covered == {"saturation"}
        assert panel.stage_shown == "saturation"
        assert panel.prediction.bar.entry.refusal.isVisible()


QUESTIONS = {
    "spread": ["standard deviation"],
    "weights": ["k₁", "k₂", "k₃"],
    "saturation": ["largest weight", "entropy ÷ log n", "frozen rows"],
    "gradient": ["median", "mean"],
}


@pytest.mark.parametrize("stage", NAMES)
def test_only_what_makes_a_question_is_offered(stage: str) -> None:
    with shown() as (window, panel):
        window.document.edit_state("scaling", covered=frozenset({stage}))
        settle()
        entry = panel.prediction.bar.entry
        columns = entry.cell.columns
        assert [columns.itemText(i) for i in range(columns.count())] == QUESTIONS[stage]
        assert entry.what.isVisible() == (stage == "weights")
        assert entry.lacking is not None


def test_what_is_copied_is_what_the_display_with_the_keyboard_shows() -> None:
    with shown() as (window, panel):
        names = {"raw_histogram": "raw_histogram", "row": "weights", "raw_row": "raw_weights",
                 "gradient_by_d_k": "gradient_by_d_k"}  # fmt: skip
        assert panel.copied() is None
        for display, matrix in names.items():
            panel.displays.displays[display].figure.setFocus()
            assert panel.copied() == matrix
            window.actions_by_name["copy numpy"].trigger()
            title = str(window.document.result.matrices[matrix].title)
            assert title in window.status_text.toolTip() + window.status_text.text(), display


def test_where_nothing_was_copied_it_is_said_of_figures_and_no_longer_on_another_panel() -> None:
    with shown() as (window, _):
        window.actions_by_name["copy latex"].trigger()
        assert any("go to a figure first" in text for text in window.notices.texts)
        window.document.open_panel("attention")
        settle()
        assert not any("copied" in text for text in window.notices.texts)
        window.actions_by_name["copy latex"].trigger()
        assert any("go to a matrix first" in text for text in window.notices.texts)
        window.document.open_panel("scaling")
        settle()
        assert not any("copied" in text for text in window.notices.texts)


@pytest.mark.parametrize("look", [Look(), Look("projector"), Look("light", 250)], ids=str)
def test_the_fields_of_scores_have_room_for_the_longest_one(look: Look) -> None:
    with shown((1440, 900), look, textbook=True, score_1=-1000.0) as (_, panel):
        field = panel.side.scores["score_1"].field
        assert field.lineEdit().text() == "−1000.00"
        room = field.lineEdit().width() - 2 * field.lineEdit().textMargins().left()
        assert field.lineEdit().fontMetrics().horizontalAdvance("−1000.00") <= room


def test_titles_over_the_bars_of_the_textbook_row_are_whole() -> None:
    look, size = ROOMS["projector"]
    with shown(size, look, textbook=True) as (window, panel):
        press(window, Qt.Key.Key_2)
        titles = [label.text for group in panel.displays.bars["raw_row"].plan().groups for label in group.titles]
        assert titles == ["q·k", "weights α"]


def test_walking_back_leaves_the_page_of_sentences() -> None:
    size, look = LARGE
    with shown(size, look) as (window, panel):
        press(window, Qt.Key.Key_W)
        assert not visible(panel)
        press(window, Qt.Key.Key_N)
        press(window, Qt.Key.Key_N, SHIFT)
        assert visible(panel) == {"raw_histogram"}
