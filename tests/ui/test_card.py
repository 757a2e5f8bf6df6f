"""The card: its title in every export, its note where there is room, its content clear of both."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QWidget

from attnstudio.state.message import Message
from attnstudio.ui.card import Card
from attnstudio.ui.labels import pen
from attnstudio.ui.theme import look
from tests.ui.figure_examples import dressed


@pytest.fixture
def card(qtbot):
    made = Card(Message("Key dial"), Message("angle and length"))
    made.content.addWidget(QWidget())
    qtbot.addWidget(made)
    made.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)  # laid out as the export does it
    made.show()
    return made


def content_top(card) -> int:
    return card.content.contentsMargins().top()


def test_the_note_stands_right_of_the_title_where_both_fit(card):
    card.resize(400, 280)
    place = card.note_at()
    assert place.x() > pen(look(), "title", True).width("Key dial")
    assert place.y() < content_top(card)


def test_the_note_goes_under_a_wide_title_and_the_content_under_both(card):
    card.resize(400, 280)
    before = content_top(card)
    card.resize(170, 280)
    assert card.note_at().y() > pen(look(), "title", True).height
    assert content_top(card) > before


def test_a_small_card_keeps_its_title_and_leaves_the_note_out(card):
    card.resize(170, 100)
    assert card.note_at() is None
    assert card.title_shown() == "Key dial"
    card.resize(70, 100)
    assert card.title_shown().endswith("…")


def test_where_only_a_shorter_title_leaves_room_for_the_note_the_first_that_does_is_taken(card):
    card.set_title(Message("Angle of every key"), Message("degrees"), (Message("Angle of each"), Message("Angle")))
    noted = {}
    for width in range(400, 60, -1):
        card.resize(width, 100)
        if card.note_at() is not None:
            noted[card.title_shown()] = width
            assert card.toolTip() == ("" if card.title_shown() == "Angle of every key" else "Angle of every key")
    assert list(noted) == ["Angle of every key", "Angle of each", "Angle"]
    assert card.accessibleName() == "Angle of every key"
    card.resize(noted["Angle"] - 1, 100)
    assert card.title_shown().startswith("Angle of")  # no title leaves room: the whole one, as far as it fits
    card.resize(noted["Angle of each"], 280)
    assert card.title_shown() == "Angle of every key"  # the note stands under it


def test_title_and_note_are_said(card):
    assert card.accessibleName() == "Key dial"
    assert card.accessibleDescription() == "angle and length"
    card.set_title(Message("Bars"))
    assert (card.accessibleName(), card.accessibleDescription(), card.note_at()) == ("Bars", "", None)


def test_the_header_grows_with_the_type(card, qapp):
    card.resize(400, 280)
    before = content_top(card)
    with dressed(qapp, "projector"):
        assert content_top(card) > before
    assert content_top(card) == before


def test_the_title_is_painted(card):
    def image():
        made = QImage(300, 200, QImage.Format.Format_ARGB32_Premultiplied)
        made.fill(0)
        with QPainter(made) as painter:
            card.paint(painter)
        return made

    card.resize(300, 200)
    first = image()
    assert image() == first
    card.set_title(Message("Bars"))
    assert image() != first
    assert first.pixelColor(150, 150) == look().colour("card")


def test_a_token_turns_no_title(qtbot):
    card = Card(Message("Angle to {query}", {"query": "abc\u202edef"}))
    qtbot.addWidget(card)
    assert card.accessibleName() == "Angle to abc⟨202E⟩def"


def test_another_title_paints_its_line_again_and_nothing_that_the_content_covers(card, qapp, qtbot):
    painted = []
    card.resize(400, 280)
    card.paintEvent = lambda event: painted.append(event.rect())
    qapp.processEvents()
    painted.clear()
    card.set_title(Message("Key dials"), Message("angle and length"))
    qtbot.waitUntil(lambda: bool(painted))
    assert max(rect.bottom() for rect in painted) < content_top(card)
