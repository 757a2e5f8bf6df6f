"""The grid of heads: whole maps that say what they are, rows that scroll, and nothing shown when covered."""

from dataclasses import replace

import numpy as np
import pytest
from faint import faint
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QAccessible, QColor, QImage, QPainter, QWheelEvent
from PySide6.QtWidgets import QApplication
from recording import recorded

from attnstudio.state.figures import frozen_float
from attnstudio.state.message import Message
from attnstudio.ui import head_grid, head_maps
from attnstudio.ui.head_grid import HeadGridView
from attnstudio.ui.head_maps import pooled, together
from attnstudio.ui.labels import Box
from attnstudio.ui.painted import Ground
from attnstudio.ui.theme import look
from tests.ui.figure_examples import THEMES, dressed, overlapping, painted, summary
from tests.ui.handled import double_click, key, move, press
from tests.ui.head_examples import LABELS, grid_of, weights
from tests.ui.test_key_uses import listed, taken
from tests.ui.test_painted import svg_of, texts_in

TEXT = QAccessible.Text
ROOMS = ((130, 80), (250, 180), (430, 300), (150, 600), (540, 700), (1190, 700))


@pytest.fixture
def view(qtbot):
    made = HeadGridView()
    qtbot.addWidget(made)
    made.resize(540, 520)
    made.show_grid(grid_of(weights(12, 12), selected=3))
    return made


def follow(view):
    """Have a grid of 64 heads follow what it tells, as the panel does; return what was told."""
    every, told = weights(64, 6), []

    def show(first, selected):
        first = min(first, 52)
        view.show_grid(grid_of(every[first : first + 12], first=first, n_heads=64, selected=selected))

    show(0, 0)
    view.chosen.connect(lambda head: (told.append(("chosen", head)), show(view.shown.first, head)))
    view.scrolled.connect(lambda first: (told.append(("scrolled", first)), show(first, view.shown.selected)))
    return told


def all_labels(plan):
    return [label for tile in plan.tiles for label in (*tile.title, *tile.label, *tile.reading)] + list(plan.caption)


def colours(image: QImage, area: Box) -> set[str]:
    xs, ys = range(round(area.left), round(area.right)), range(round(area.top), round(area.bottom))
    return {image.pixelColor(x, y).name() for x in xs for y in ys}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", ROOMS)
def test_no_text_of_a_head_overlaps_another_or_a_map_or_leaves_the_grid(view, qapp, theme, size):
    with dressed(qapp, theme):
        view.resize(*size)
        plan = view.plan()
    boxes = [label.box for label in all_labels(plan)] + [tile.map for tile in plan.tiles]
    whole = Box(-0.5, -0.5, size[0] + 0.5, size[1] + 0.5)
    assert plan.tiles
    assert not overlapping(boxes)
    assert all(whole.contains(box) for box in boxes)


def test_every_head_has_title_label_and_reading_where_there_is_room(view):
    view.resize(540, 700)
    tiles = view.plan().tiles
    assert [tile.head for tile in tiles] == list(range(12))
    assert [tile.title[0].text for tile in tiles] == [f"head {i}" for i in range(12)]
    assert [" ".join(label.text for label in tile.label) for tile in tiles] == [LABELS[i % 4] for i in range(12)]
    assert [tile.reading[0].text for tile in tiles] == [f"entropy 0.{40 + i}" for i in range(12)]


def test_in_small_room_texts_thin_out_before_heads_do_and_no_number_is_cut(view):
    found = []
    for size in ((540, 520), (430, 280), (250, 180), (130, 80)):
        view.resize(*size)
        tiles = view.plan().tiles
        found.append((len(tiles), bool(tiles[0].label), bool(tiles[0].reading)))
        assert all(label.text[-1].isdigit() for tile in tiles for label in (*tile.title, *tile.reading))
    assert found[0] == (12, True, True)
    assert found[1] == (12, True, False)
    assert found[2] == (12, False, False)
    assert found[3][0] < 12


def test_labels_take_the_lines_that_have_room_below_the_maps(view):
    view.show_grid(grid_of(weights(9, 12)))
    found = []
    for height in (106, 118, 130, 160):
        view.resize(700, height)
        tiles = view.plan().tiles
        found.append((tiles[0].map.width, max(len(tile.label) for tile in tiles)))
    assert found == [(48, 1), (48, 2), (60, 2), (60, 3)]


def test_the_numbers_of_readings_are_large_for_the_projector(view, qapp):
    with dressed(qapp, "projector"):
        view.resize(560, 680)
        svg = svg_of(view)
        assert look().font("cell").pixelSize() >= 22
        assert 'font-size="22"' in svg
        assert "entropy 0.40" in texts_in(svg)


def test_a_slider_that_changes_readings_moves_nothing(view):
    before = view.plan()
    heads = tuple(replace(head, reading=Message("entropy 0.11")) for head in view.shown.heads)
    view.show_grid(replace(view.shown, heads=heads))
    assert [tile.map for tile in view.plan().tiles] == [tile.map for tile in before.tiles]


def test_the_map_has_the_colours_of_weights_row_by_row(view):
    shades = np.zeros((1, 4, 4))
    shades[0, 1, 2] = 1.0
    view.show_grid(grid_of(shades))
    image, area = painted(view, (540, 520)), view.plan().tiles[0].map
    cell = area.width / 4
    place = QPoint(round(area.left + 2.5 * cell), round(area.top + 1.5 * cell))
    assert image.pixelColor(place) == look().cell("weight", 1.0, (0, 1))
    assert image.pixelColor(place - QPoint(round(cell), 0)) == look().cell("weight", 0.0, (0, 1))


def test_blocked_cells_are_hatched_and_cells_without_a_number_have_the_colour_of_text(view):
    shades = np.zeros((1, 4, 4))
    shades[0, 3, 0] = np.nan
    view.show_grid(grid_of(shades, blocked=~np.tril(np.ones((4, 4), bool))))
    image, area = painted(view, (540, 520)), view.plan().tiles[0].map
    cell = area.width / 4

    def seen(row, column):
        box = Box(area.left + column * cell, area.top + row * cell, 0, 0)
        return colours(image, box._replace(right=box.left + cell, bottom=box.top + cell).inset(3))

    assert seen(0, 2) == {look().colour("hatch").name(), look().colour("blocked").name()}
    assert seen(3, 0) == {look().colour("text").name()}
    assert seen(2, 0) == {look().colour("cell").name()}


def test_a_row_without_a_key_is_hatched_all_along(view):
    blocked = np.zeros((4, 4), bool)
    blocked[2] = True
    view.show_grid(grid_of(np.zeros((1, 4, 4)), blocked=blocked))
    image, area = painted(view, (540, 520)), view.plan().tiles[0].map
    middle = round(area.top + 2.5 * area.height / 4)
    inside = range(round(area.left) + 2, round(area.right) - 2)
    hatched = {look().colour("hatch").name(), look().colour("blocked").name()}
    assert {image.pixelColor(x, middle).name() for x in inside} <= hatched | {look().colour("card").name()}


def test_of_many_cells_a_pixel_shows_the_largest_so_that_no_thin_line_is_lost_or_broken(view):
    shades = np.eye(512)[np.newaxis]
    view.show_grid(grid_of(np.repeat(shades, 12, axis=0)))
    plan = view.plan()
    image, area = painted(view, (540, 520)), plan.tiles[0].map
    assert plan.together > 1
    assert any("largest" in label.text for label in plan.caption)
    full, cells = look().cell("weight", 1.0, (0, 1)), 512 // plan.together
    side = area.width / -(-512 // plan.together)
    places = [(i + 0.5) * side - 0.5 for i in range(cells)]
    on_line = [image.pixelColor(round(area.left + place), round(area.top + place)) for place in places]
    assert on_line.count(full) == len(on_line)


@pytest.mark.parametrize(("shape", "width", "height", "many"), [((16, 16), 100, 100, 1), ((512, 512), 100, 100, 6)])
def test_squares_of_cells_share_a_pixel_only_where_there_are_more_cells_than_pixels(shape, width, height, many):
    assert together(shape, width, height) == many


def test_a_square_keeps_its_largest_and_shows_that_a_number_is_missing():
    values = np.array([[0.1, 0.9, 0.2], [0.0, 0.3, np.nan], [0.4, 0.0, 0.5]])
    assert pooled(values, 2, np.maximum).tolist()[0][0] == 0.9
    assert np.isnan(pooled(values, 2, np.maximum)[0, 1])
    assert pooled(values, 2, np.maximum)[1].tolist() == [0.4, 0.5]


def test_images_are_made_once_for_the_same_weights(view, monkeypatch):
    made = []
    plain = head_maps.cells_image

    def counted(matrix, *of, **more):
        made.append(matrix.shape[0] // 12)
        return plain(matrix, *of, **more)

    monkeypatch.setattr(head_maps, "cells_image", counted)
    painted(view, (540, 520))
    assert sum(made) == 12
    view.show_grid(replace(view.shown, selected=7))
    painted(view, (540, 520))
    assert sum(made) == 12
    other = replace(view.shown.heads[0], shades=frozen_float(weights(1, 12, 5)[0]))
    view.show_grid(replace(view.shown, heads=(other, *view.shown.heads[1:])))
    painted(view, (540, 520))
    assert sum(made) == 13


def test_the_selected_head_stands_in_a_frame(view):
    image, tile = painted(view, (540, 520)), view.plan().tiles[3]
    y = round(tile.box.centre[1])
    edge = {image.pixelColor(round(tile.box.left) + dx, y).name() for dx in range(3)}
    assert look().colour("weight").name() in edge
    other = view.plan().tiles[2].box
    assert image.pixelColor(round(other.left) + 1, round(other.centre[1])).alpha() == 0


def test_arrows_home_end_and_pages_walk_all_heads_of_the_layer_and_scroll_to_them(view):
    told = follow(view)
    columns, rows = view.plan().columns, view.plan().rows
    for code, head in (
        (Qt.Key.Key_Right, 1), (Qt.Key.Key_Down, 1 + columns), (Qt.Key.Key_Left, columns), (Qt.Key.Key_Up, 0),
        (Qt.Key.Key_PageDown, columns * rows), (Qt.Key.Key_End, 63), (Qt.Key.Key_Home, 0),
    ):  # fmt: skip
        key(view, code)
        assert view.shown.selected == head
        assert head in view.in_sight
    assert ("scrolled", 0) in told
    told.clear()
    for code in (Qt.Key.Key_Left, Qt.Key.Key_Up, Qt.Key.Key_Home):
        key(view, code)
    assert told == []


def test_the_grid_takes_the_keys_that_are_listed(view):
    assert taken(view, QEvent.Type.ShortcutOverride) - {Qt.Key.Key_Return, Qt.Key.Key_Enter} == listed(head_grid.KEYS)


def test_a_layer_with_more_heads_than_fit_scrolls_by_rows_and_says_which_are_in_sight(view):
    told = follow(view)
    assert view.plan().caption[0].text == "Heads 0 to 11 of 64."
    assert not view._bar.isHidden()
    turned = QWheelEvent(
        QPointF(100, 100), QPointF(100, 100), QPoint(), QPoint(0, -120), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(view, turned)
    assert told == [("scrolled", view.plan().columns)]
    view._bar.setValue(view._bar.maximum())
    assert view.in_sight[-1] == 63
    view.show_grid(grid_of(weights(12, 6)))
    assert view._bar.isHidden()


def test_a_click_chooses_a_head_the_pointer_names_it_and_a_double_click_opens_the_grid(view):
    chosen, hovered, opened = [], [], []
    view.chosen.connect(chosen.append)
    view.hovered.connect(hovered.append)
    view.opened.connect(lambda: opened.append(True))
    x, y = view.plan().tiles[7].map.centre
    press(view, x, y)
    move(view, x, y)
    move(view, x + 1, y)
    QApplication.sendEvent(view, QEvent(QEvent.Type.Leave))
    double_click(view, x, y)
    key(view, Qt.Key.Key_Return)
    assert (chosen, hovered, opened) == ([7], [7, None], [True, True])


def test_a_screen_reader_hears_every_head_in_words(view):
    found = QAccessible.queryAccessibleInterface(view)
    assert found.role() == QAccessible.Role.Table
    assert found.text(TEXT.Name) == "heads of layer 3"
    assert found.childCount() == 12
    assert found.child(2).text(TEXT.Name) == "head 2, itself, entropy 0.42"
    assert found.child(3).text(TEXT.Name) == "head 3, verb and pronoun → subject, entropy 0.43, selected"
    assert found.child(3).state().selected
    assert not found.child(2).state().selected
    assert found.child(2) is found.child(2)
    centre = found.child(5).rect().center()
    assert found.indexOfChild(found.childAt(centre.x(), centre.y())) == 5
    assert summary(view).startswith("head 0, previous token, entropy 0.40; head 1, ")


def test_a_cover_hides_maps_labels_readings_and_caption_and_titles_stay(view):
    pictures = []
    for seed in (1, 2):
        grid = grid_of(weights(12, 12, seed), selected=3, covered=True, caption=Message("mean 0.37"))
        if seed == 2:
            grid = replace(grid, heads=tuple(replace(head, label=Message("other")) for head in grid.heads))
        view.show_grid(grid)
        pictures.append(painted(view, (540, 520)))
        texts = [label.text for label in all_labels(view.plan())]
        assert texts == [f"head {i}" for i in range(12)]
        assert view.tip_at(QPointF(*view.plan().tiles[3].map.centre)) == "head 3, covered, selected"
        assert "0.37" not in summary(view)
        assert "entropy" not in summary(view)
    assert pictures[0] == pictures[1]


def test_a_head_without_a_number_and_one_that_is_covered_have_the_sign_of_a_cover_and_no_cells(view):
    shades = weights(3, 12)
    shades[1] = np.nan
    grid = grid_of(shades)
    view.show_grid(replace(grid, heads=(*grid.heads[:2], replace(grid.heads[2], covered=True))))
    image, tiles = painted(view, (540, 520)), view.plan().tiles
    grounds = [colours(image, tile.map.inset(2)) & {look().colour(name).name() for name in ("blocked", "text")}
               for tile in tiles]  # fmt: skip
    assert grounds[1:] == [{look().colour("blocked").name()}] * 2
    assert look().colour("muted").name() in colours(image, tiles[1].map)
    assert [view.cell_words(i).endswith("covered") for i in range(3)] == [False, False, True]


def test_tooltips_show_tokens_letter_for_letter(view):
    heads = (replace(view.shown.heads[0], label=Message("{word} → cat", {"word": "<b>x</b>"})), *view.shown.heads[1:])
    view.show_grid(replace(view.shown, heads=heads))
    place = QPointF(*view.plan().tiles[0].map.centre)
    assert view.tip_at(place) == "head 0, <b>x</b> → cat, entropy 0.40"
    assert "&lt;b&gt;x&lt;/b&gt;" in view._marked_up(place)


def test_an_svg_has_real_text_lines_of_hatching_and_no_bitmap(view):
    view.show_grid(grid_of(weights(12, 12), blocked=~np.tril(np.ones((12, 12), bool))))
    svg = svg_of(view)
    assert "<image" not in svg
    assert "pattern" not in svg.replace("patternTransform", "")
    assert "head 3" in texts_in(svg)
    assert svg.count("<polyline") + svg.count("<path") > 100


def test_the_miniature_has_every_map_and_no_text(view):
    image = QImage(120, 80, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    with QPainter(image) as painter:
        view.paint_miniature(painter, QRectF(5, 5, 110, 70))
    assert image.pixelColor(2, 2).alpha() == 0
    plan = view._kept_small[1]
    assert len(plan.tiles) == 12
    assert not all_labels(plan)


@pytest.mark.parametrize("theme", THEMES)
def test_all_that_the_grid_paints_stands_out(qtbot, qapp, theme):
    with dressed(qapp, theme):
        ground = Ground("card")
        qtbot.addWidget(ground)
        view = HeadGridView(ground)
        view.show_grid(grid_of(weights(12, 12), selected=3, blocked=~np.tril(np.ones((12, 12), bool))))
        ground.resize(560, 600)
        view.resize(560, 600)
        ground.show()
        assert not faint(recorded(ground))


@pytest.mark.parametrize("theme", THEMES)
def test_the_frame_of_a_map_stands_out_from_the_card(theme, qapp):
    from colour_vision import contrast

    with dressed(qapp, theme):
        assert contrast(look().colour("cell_border"), QColor(look().colour("card"))) >= 3


def test_nothing_to_show_and_empty_heads_are_drawn_too(view):
    for grid in (grid_of(np.zeros((0, 3, 3))), grid_of(np.zeros((2, 0, 0))), grid_of(np.zeros((1, 1, 7)))):
        view.show_grid(grid)
        painted(view, (300, 200))
        painted(view, (20, 10))
    assert summary(view)
