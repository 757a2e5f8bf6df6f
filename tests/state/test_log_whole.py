"""The field for a whole number over a wide range, as a slider has it."""

import pytest

from attnstudio.panels.scaling.declarations import D_K, PAIRS


@pytest.mark.parametrize("spec", [D_K, PAIRS])
def test_every_whole_number_has_a_position_of_its_own_and_the_steps_are_on_their_ticks(spec):
    for value in (*range(spec.low, 1025), spec.high - 1, spec.high):
        position = round(spec.tick_of(value) * spec.fine_per_tick)
        assert spec.value_at(position / spec.fine_per_tick) == value
    assert [spec.value_at(tick) for tick in range(spec.ticks + 1)] == list(spec.values)


@pytest.mark.parametrize("spec", [D_K, PAIRS])
def test_fine_steps_go_through_all_whole_numbers_and_are_held_at_the_ends(spec):
    for value in (spec.low + 1, 64 + spec.low, 999, spec.high - 1):
        position = round(spec.tick_of(value) * spec.fine_per_tick)
        for steps in (1, -1):
            assert spec.value_at(spec.fine_position(position, steps) / spec.fine_per_tick) == value + steps
    top = spec.ticks * spec.fine_per_tick
    assert spec.fine_position(0, -1) == 0
    assert spec.fine_position(top, 1) == top
