"""Tests that look at many rooms, themes or examples in the same way: the whole suite takes every third of their cases.

All are taken where a folder or a file is named, `pytest tests` too. The cases go round, so that no theme is left out.
"""

from collections import Counter
from collections.abc import Iterable

import pytest

SWEPT = {
    "test_all_texts_and_shapes_of_the_window_stand_out",
    "test_no_text_of_the_panel_is_cut_off_or_over_another_and_none_is_too_small_for_the_projector",
    "test_no_text_is_cut_off_or_over_another_in_other_states",
    "test_no_text_is_cut_off_or_over_another_and_none_is_too_small_for_the_projector",
    "test_no_text_is_cut_off_or_over_another",
    "test_no_text_is_cut_off_or_over_another_in_other_scenes",
    "test_no_text_is_cut_off_or_over_another_below_the_line",
    "test_for_the_projector_a_stage_that_fills_the_panel_has_its_numbers",
    "test_every_sentence_about_a_stage_can_be_read_to_its_end",
    "test_no_notice_changes_which_displays_are_seen",
    "test_the_svg_of_every_example_is_text_and_shapes_that_look_as_on_the_screen",
    "test_the_pdf_of_every_example_has_real_text_in_embedded_fonts_and_no_bitmap",
    "test_every_number_in_the_cells_on_the_screen_is_a_text_of_svg_and_pdf",
    "test_what_a_lesson_points_at_can_be_brought_into_sight",
    "test_in_every_size_and_theme_the_formula_shows_its_numbers_and_nothing_overlaps",
    "test_larger_data_keep_their_places_too",
    "test_the_arithmetic_of_a_weight_is_written_in_full_at_every_size_and_zoom",
    "test_every_part_of_the_guess_bar_is_whole_on_the_screen",
    "test_a_guess_is_made_judged_and_gone_on_from_with_the_mouse_in_every_room",
    "test_every_file_of_the_set_of_heads_opens_and_its_showcase_cells_hold",
    "test_a_picture_of_a_part_shows_that_part_alone",
    "test_enter_on_an_enlarged_figure_leaves_the_keyboard_in_the_panel",
    "test_enter_or_a_double_click_lets_each_display_fill_the_panel_and_escape_brings_the_others_back",
    "test_a_number_lets_a_stage_or_a_figure_fill_the_panel_and_again_brings_the_others_back",
    "test_no_two_texts_overlap_or_leave_the_lines",
    "test_no_two_texts_overlap_or_leave_the_figure",
}
STRIDE = 3


def taken(items: Iterable[pytest.Item]) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """Return the tests that the whole suite runs, and those that it leaves to a run that names them."""
    seen: Counter[str] = Counter()
    kept: list[pytest.Item] = []
    left: list[pytest.Item] = []
    for item in items:
        place, name = item.nodeid.partition("[")[0], getattr(item, "originalname", "")
        i = seen[place]
        seen[place] += 1
        (left if name in SWEPT and (i + i // STRIDE) % STRIDE else kept).append(item)
    return kept, left
