"""Lines from word to word: as thick as weights, never crossing, with numbers to read and nothing when covered."""

from dataclasses import replace

import numpy as np
import pytest
from faint import faint
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QAccessible, QImage, QPainter
from PySide6.QtWidgets import QApplication
from recording import recorded

from attnstudio.state.figures import frozen_float
from attnstudio.state.message import Message
from attnstudio.ui import word_lines
from attnstudio.ui.labels import Box
from attnstudio.ui.painted import Ground
from attnstudio.ui.theme import look
from attnstudio.ui.word_lines import WordLinesView
from attnstudio.ui.word_lines_plan import MOST_THIN, thickness
from tests.ui.figure_examples import THEMES, dressed, overlapping, painted, sizes, summary
from tests.ui.handled import double_click, key, move, press
from tests.ui.head_examples import WORDS, cat_lines, lines_of, weights
from tests.ui.test_key_uses import listed, taken
from tests.ui.test_painted import svg_of, texts_in

TEXT = QAccessible.Text
ROOMS = ((130, 80), (300, 220), (380, 420), (360, 560), (1000, 640))


@pytest.fixture
def view(qtbot):
    made = WordLinesView()
    qtbot.addWidget(made)
    made.resize(380, 420)
    made.show_lines(cat_lines())
    return made


def many(size=512, selected=300, **more):
    words = tuple(f"token{i}" for i in range(size))
    values = np.tril(weights(1, size)[0]) + np.eye(size) * 1e-9
    return lines_of(values / values.sum(axis=1, keepdims=True), words, selected, **more)


def all_labels(plan):
    words = [label for _, label in plan.query_words]
    keys = [label for word in plan.key_words for label in (word.word, word.number, word.pinned) if label is not None]
    return [*words, *keys, *plan.caption, *plan.notice, *(label for _, label in plan.headings)]


def numbers(plan):
    return [word.number.text for word in plan.key_words if word.number is not None]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", ROOMS)
@pytest.mark.parametrize("count", [6, 20, 512])
def test_no_two_texts_overlap_or_leave_the_lines(view, qapp, theme, size, count):
    data = cat_lines(caption=Message("one sentence proves nothing")) if count == 6 else many(count, count // 2)
    with dressed(qapp, theme):
        view.show_lines(data, replace(data, weights=frozen_float(data.weights[::-1])))
        view.resize(*size)
        plan = view.plan()
    boxes = [label.box for label in all_labels(plan)]
    assert not overlapping(boxes)
    assert all(Box(-0.5, -0.5, size[0] + 0.5, size[1] + 0.5).contains(box) for box in boxes)


def test_every_key_has_its_number_where_there_is_room(view):
    plan = view.plan()
    assert [label.text for _, label in plan.query_words] == list(WORDS)
    assert numbers(plan) == ["0.050", "0.000", "0.700", "0.100", "0.100", "0.050"]
    assert [word.key for word in plan.key_words if word.word.bold and word.number.bold] == [2]
    assert [query for query, label in plan.query_words if label.bold] == [4]


def test_a_line_is_as_thick_as_its_weight_and_a_weight_of_0_has_none(view):
    plan = view.plan()
    thick = {ribbon.key: ribbon.end[1] - ribbon.end[0] for ribbon in plan.ribbons}
    one = thickness(plan.keys, look())
    assert thick == pytest.approx({0: 0.05 * one, 2: 0.7 * one, 3: 0.1 * one, 4: 0.1 * one, 5: 0.05 * one})
    assert all(sum(ribbon.end) / 2 == pytest.approx(plan.keys.at(ribbon.key)) for ribbon in plan.ribbons)


def test_lines_share_the_end_at_the_query_in_the_order_of_their_keys_so_that_none_crosses_another(view):
    plan = view.plan()
    ends = [edge for ribbon in plan.ribbons for edge in ribbon.start]
    assert ends == sorted(ends)
    assert ends[0] == plan.node.top
    assert ends[-1] == pytest.approx(plan.node.bottom)
    assert plan.node.height == pytest.approx(thickness(plan.keys, look()))


def test_numbers_are_in_large_type_for_the_projector(view, qapp):
    with dressed(qapp, "projector"):
        svg = svg_of(view)
        assert look().font("cell").pixelSize() >= 22
        assert 'font-size="22"' in svg
        assert "0.700" in texts_in(svg)


def test_of_many_tokens_the_selected_ones_and_the_largest_weights_are_named_and_it_is_said(view):
    data = many(selected_key=7)
    view.show_lines(data)
    plan, row = view.plan(), data.weights[300]
    named = {word.key for word in plan.key_words}
    largest = np.argsort(-row)[: len(named) - 1]
    assert 7 in named
    assert len(named - set(largest.tolist())) <= 1
    assert 300 in [query for query, _ in plan.query_words]
    assert any("of 512 keys are named" in label.text for label in plan.caption)
    assert any("have no line" in label.text for label in plan.caption)
    led = [word for word in plan.key_words if word.leader is not None]
    assert led
    assert all(word.leader.y1 == pytest.approx(plan.keys.at(word.key)) for word in led)


@pytest.mark.parametrize("selected", [0, 255, 511])
def test_the_selected_word_of_512_can_always_be_read(view, selected):
    view.show_lines(many(selected=selected))
    word = next(label for query, label in view.plan().query_words if query == selected)
    assert word.text == f"token{selected}"
    assert word.bold


def test_thin_lines_of_every_query_are_drawn_on_demand_and_never_too_many(view):
    assert view.plan().thin == ()
    view.show_lines(cat_lines(every=True))
    plan = view.plan()
    worth = view.shown.lines.weights >= 0.05
    worth[4] = False
    assert sum(map(len, plan.thin)) == worth.sum()
    assert any("weights from 0.05 on" in label.text for label in plan.caption)
    view.show_lines(many(every=True))
    assert 0 < sum(map(len, view.plan().thin)) <= MOST_THIN


def test_what_is_pinned_has_a_column_and_dashes_where_the_keys_are_the_same(view):
    data = cat_lines()
    other = replace(data, weights=frozen_float(data.weights[::-1]))
    view.show_lines(data, other)
    plan = view.plan()
    assert [word.pinned.text for word in plan.key_words] == [f"{w:.3f}" for w in other.weights[4]]
    assert len(plan.dashes) == (other.weights[4] >= 0.05).sum()
    assert "pinned" in [label.text for _, label in plan.headings]
    place = QPointF(*plan.key_words[2].box.centre)
    assert view.tip_at(place).startswith("query it, key cat: 0.7; pinned: ")
    view.show_lines(data, lines_of(weights(1, 3)[0], ("a", "b", "c"), 1))
    assert not view.plan().dashes


def test_a_masked_key_is_marked_and_says_so(view):
    blocked = ~np.tril(np.ones((6, 6), bool))
    view.show_lines(cat_lines(blocked=blocked, selected=3))
    assert [word.blocked for word in view.plan().key_words] == [False] * 4 + [True] * 2
    found = QAccessible.queryAccessibleInterface(view)
    assert found.child(3 * 6 + 4).text(TEXT.Name).startswith("query sat, key it: masked, weight ")


def test_a_key_that_is_left_out_is_struck_and_says_so(view):
    view.show_lines(cat_lines(hidden_keys=frozenset({0})))
    plan = view.plan()
    assert plan.key_words[0].hidden
    assert numbers(plan)[0] == "left out"
    assert QAccessible.queryAccessibleInterface(view).child(4 * 6).text(TEXT.Name) == "query it, key [CLS]: left out"
    assert view.tip_at(QPointF(*plan.key_words[0].box.centre)) == "query it, key [CLS]: left out"
    assert "[CLS] left out" in summary(view)


def test_a_query_without_a_key_has_no_line_and_says_so(view):
    blocked = np.zeros((6, 6), bool)
    blocked[4] = True
    values = np.array(cat_lines().weights)
    values[4] = 0
    view.show_lines(lines_of(values, blocked=blocked))
    plan = view.plan()
    assert (plan.ribbons, plan.node) == ((), None)
    assert " ".join(label.text for label in plan.notice) == "no key allowed"
    assert summary(view) == "query it: no key allowed"
    assert numbers(plan) == ["0"] * 6


def test_a_weight_without_a_number_has_no_line_and_a_question_mark(view):
    values = np.array(cat_lines().weights)
    values[4, 2] = np.nan
    view.show_lines(lines_of(values))
    assert numbers(view.plan())[2] == "?"
    assert 2 not in [ribbon.key for ribbon in view.plan().ribbons]
    assert view.tip_at(QPointF(*view.plan().key_words[2].box.centre)) == "query it, key cat: no value"


def test_a_cover_hides_lines_and_numbers_and_words_stay(view):
    pictures = []
    for seed in (1, 2):
        data = lines_of(weights(1, 6, seed)[0], covered=True, caption=Message("0.7 on cat"), selected_key=1)
        view.show_lines(data, cat_lines())
        plan = view.plan()
        painted(view, (380, 420))  # Qt draws so large a sign otherwise when it does so for the first time
        pictures.append(painted(view, (380, 420)))
        assert (plan.ribbons, plan.dashes, plan.caption, numbers(plan)) == ((), (), (), [])
        assert plan.cover is not None
        assert [word.word.text for word in plan.key_words] == list(WORDS)
        assert view.tip_at(QPointF(*plan.key_words[2].box.centre)) == "query it, key cat: covered"
        assert summary(view) == "query it: covered"
        assert QAccessible.queryAccessibleInterface(view).child(0).text(TEXT.Name) == "query [CLS], key [CLS]: covered"
    assert pictures[0] == pictures[1]


def test_512_covered_tokens_say_nothing_of_the_weights_by_which_keys_are_named(view):
    named = []
    for seed in (1, 2):
        data = many(covered=True)
        view.show_lines(replace(data, weights=frozen_float(weights(1, 512, seed)[0])))
        named.append([word.key for word in view.plan().key_words])
    assert named[0] == named[1]
    assert len(named[0]) > 10


def test_arrows_walk_queries_and_keys_and_stop_at_the_ends(view):
    told = []
    view.chosen.connect(told.append)
    view.picked.connect(lambda *cell: told.append(cell))
    for code in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End):
        key(view, code)
    assert told == [3, 5, (4, 1), (4, 3), 0, 5]
    told.clear()
    view.show_lines(cat_lines(selected=5, selected_key=5))
    for code in (Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_End, Qt.Key.Key_PageDown):
        key(view, code)
    assert told == []


def test_the_lines_take_the_keys_that_are_listed(view):
    assert taken(view, QEvent.Type.ShortcutOverride) - {Qt.Key.Key_Return, Qt.Key.Key_Enter} == listed(word_lines.KEYS)


def test_clicks_choose_a_query_or_pick_a_key_and_the_pointer_names_the_pair(view):
    told, hovered, opened = [], [], []
    view.chosen.connect(told.append)
    view.picked.connect(lambda *cell: told.append(cell))
    view.hovered.connect(hovered.append)
    view.opened.connect(lambda: opened.append(True))
    plan = view.plan()
    press(view, *plan.query_words[1][1].box.centre)
    press(view, *plan.key_words[3].box.centre)
    move(view, *plan.key_words[3].box.centre)
    QApplication.sendEvent(view, QEvent(QEvent.Type.Leave))
    double_click(view, *plan.key_words[3].box.centre)
    assert (told, hovered, opened) == ([1, (4, 3)], [(4, 3), None], [True])


def test_a_moved_word_of_many_is_what_a_click_on_it_picks(view):
    view.show_lines(many())
    told = []
    view.picked.connect(lambda *cell: told.append(cell))
    words = view.plan().key_words
    for word in words:
        press(view, *word.word.box.centre)
    assert told == [(300, word.key) for word in words]


def test_a_screen_reader_hears_row_column_and_value_of_every_weight(view):
    found = QAccessible.queryAccessibleInterface(view)
    assert found.role() == QAccessible.Role.Table
    assert found.childCount() == 36
    assert found.child(4 * 6 + 2).text(TEXT.Name) == "query it, key cat: 0.700"
    assert found.child(4 * 6 + 2).state().selected
    assert found.child(0).state().offscreen
    centre = found.child(4 * 6 + 3).rect().center()
    assert found.indexOfChild(found.childAt(centre.x(), centre.y())) == 4 * 6 + 3
    assert summary(view) == "query it: [CLS] 0.050, the 0.000, cat 0.700, sat 0.100, it 0.100, [SEP] 0.050"


def test_the_summary_of_512_keys_says_the_largest(view):
    view.show_lines(many())
    assert summary(view).startswith("query token300: the 24 largest of 512: ")
    assert summary(view).count(", ") == 23


def test_tokens_are_read_letter_for_letter_in_their_direction_with_unseen_signs_shown(view):
    words = ("<b>x</b>", "שלום", "Ġworld", "\n", "a&b", "")
    view.show_lines(lines_of(cat_lines().weights, words))
    plan = view.plan()
    assert [word.word.text for word in plan.key_words] == ["<b>x</b>", "\u2068שלום\u2069", "Ġworld", "⏎", "a&b", "∅"]
    place = QPointF(*plan.key_words[0].box.centre)
    assert view.tip_at(place) == "query a&b, key <b>x</b>: 0.05"
    assert "&lt;b&gt;" in view._marked_up(place)


def test_an_svg_has_real_text_and_no_bitmap(view):
    view.show_lines(cat_lines(every=True, blocked=~np.tril(np.ones((6, 6), bool)), hidden_keys=frozenset({0})))
    svg = svg_of(view)
    assert "<image" not in svg
    assert {"cat", "0.700", "left out"} <= set(texts_in(svg))


def test_the_miniature_has_lines_and_no_text(view):
    image = QImage(120, 80, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    with QPainter(image) as painter:
        view.paint_miniature(painter, QRectF(5, 5, 110, 70))
    plan = view._kept_small[1]
    assert plan.ribbons
    assert not all_labels(plan)
    assert image.pixelColor(2, 2).alpha() == 0


@pytest.mark.parametrize("theme", THEMES)
def test_all_that_the_lines_paint_stands_out(qtbot, qapp, theme):
    with dressed(qapp, theme):
        ground = Ground("card")
        qtbot.addWidget(ground)
        view = WordLinesView(ground)
        view.show_lines(cat_lines(every=True, blocked=~np.tril(np.ones((6, 6), bool)), hidden_keys=frozenset({0})))
        ground.resize(400, 420)
        view.resize(400, 420)
        ground.show()
        assert not faint(recorded(ground))


@pytest.mark.usefixtures("qapp")
@given(size=sizes, count=st.integers(1, 40), keys=st.integers(1, 40), seed=st.integers(0, 9), scale=st.floats(-2, 4))
def test_any_weights_can_be_drawn_without_overlaps(size, count, keys, seed, scale):
    view = WordLinesView()
    values = scale * np.random.default_rng(seed).dirichlet(np.full(keys, 0.2), count)
    words = tuple(f"q{i}" for i in range(count)), tuple(f"k{i}" for i in range(keys))
    data = replace(lines_of(values, words[0], count // 2), key_labels=words[1], every=True, selected_key=keys // 3)
    view.show_lines(data)
    painted(view, size)
    plan = view.plan()
    assert not overlapping([word.box for word in plan.key_words])
    assert not overlapping([label.box for _, label in plan.query_words])
    view.deleteLater()
