"""Placing labels: inside, apart, near their point, off the lines where there is another place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.ui.labels import Box, Line, pen
from attnstudio.ui.places import Places, Wish
from attnstudio.ui.theme import Look
from tests.ui.figure_examples import overlapping

pytestmark = pytest.mark.usefixtures("qapp")
AREA = Box(0, 0, 300, 200)
spots = st.tuples(st.floats(0, 300), st.floats(0, 200))


@given(points=st.lists(spots, max_size=12), lines=st.lists(st.tuples(spots, spots), max_size=5))
def test_labels_stay_inside_and_apart(points, lines):
    wishes = [Wish((f"point {i}", str(i)), x, y, 4) for i, (x, y) in enumerate(points)]
    places = Places(AREA, Look(), lines=[Line(*a, *b) for a, b in lines])
    boxes = [label.box for label in places.give(wishes) if label is not None]
    assert all(AREA.contains(box) for box in boxes)
    assert not overlapping(boxes)


def test_a_label_stands_where_it_wishes():
    right, above = Places(AREA, Look()).give([Wish(("x",), 150, 100, 5), Wish(("y",), 50, 100, 5, (0, -1))])
    assert right.box.left == pytest.approx(155)
    assert right.leader is None
    assert above.box.bottom == pytest.approx(95)


def test_a_label_avoids_lines_and_boxes():
    line, box = Line(150, 100, 300, 100), Box(140, 60, 160, 95)
    label = Places(AREA, Look(), [box], [line]).give([Wish(("label",), 150, 100, 5)])[0]
    assert not label.box.crossed_by(line)
    assert not label.box.overlaps(box)


def test_a_shorter_text_is_taken_where_the_full_one_has_no_room():
    narrow = Box(0, 0, pen(Look()).width("k") + 1, 200)
    assert Places(narrow, Look()).give([Wish(("k 90°", "k"), 4, 100, 5)])[0].text == "k"


def test_without_any_room_there_is_no_label():
    assert Places(Box(0, 0, 4, 4), Look()).give([Wish(("label",), 2, 2, 1)]) == (None,)


def test_only_a_needed_label_covers_a_line():
    lines = [Line(0, y, 300, y) for y in range(0, 200, 8)]
    wishes = [Wish(("label",), 150, 100, 5, needed=needed) for needed in (False, True)]
    left_out, crossing = Places(AREA, Look(), lines=lines).give(wishes)
    assert left_out is None
    assert crossing is not None


def test_a_roaming_label_stands_at_a_leader_that_crosses_no_line():
    lines = [Line(150 + x, 30, 150 + x, 190) for x in (-60, -15, 15, 60)]
    stuck, roaming = (
        Places(AREA, Look(), lines=lines).give([Wish(("a long label",), 150, 100, 5, roams=roams)])[0]
        for roams in (False, True)
    )
    assert any(stuck.box.crossed_by(line) for line in lines)
    assert not any(roaming.box.crossed_by(line) for line in lines)
    assert 135 < roaming.leader.x1 < 165
    assert 135 < roaming.leader.x2 < 165
