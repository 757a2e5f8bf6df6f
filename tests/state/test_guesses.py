"""Guesses: what is right, by how much the rest is wrong, and the sentence that says so."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from stage_matrices import stage

from attnstudio.state.guess_words import typed
from attnstudio.state.guesses import LargestGuess, NumberGuess, RankingGuess, in_words, judged, rankable
from attnstudio.state.message import Message

ROW = [0.2, 0.401, 0.3, 0.099]  # the, cat, sat, on
SCORES = {"name": "scores", "kind": "score", "limits": (-5.0, 5.0)}
MASKED = np.array([[False, False, True, True]])


def number(value, matrix, i=0, j=1):
    return judged(NumberGuess("weights", i, j, value), matrix)


def ranking(order, matrix, i=0):
    return judged(RankingGuess("weights", i, tuple(order)), matrix)


def largest(j, matrix, i=0):
    return judged(LargestGuess("weights", i, j), matrix)


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (0.5, "You said 0.5 for on, cat: it is 0.401, so 0.099 too high."),
        (0.25, "You said 0.25 for on, cat: it is 0.401, so 0.151 too low."),
        (0.4, "You said 0.4 for on, cat: it is 0.401, so 0.001 too low."),
        (-1, "You said −1 for on, cat: it is 0.401, so 1.401 too low."),
        (0.4019, "You said 0.4019 for on, cat: it is 0.4010, so 0.0009 too high."),
        (4 / 7, "You said 4/7 for on, cat: it is 0.401, so 0.170 too high."),
        (0.401, "You said 0.401 for on, cat: right, it is 0.401."),
        (0.4013, "You said 0.4013 for on, cat: right, it is 0.4010."),
    ],
)
def test_a_number_guess_is_told_its_error_in_numbers_that_add_up(said, text):
    verdict = number(said, stage(ROW))
    assert str(verdict.text) == text
    assert verdict.right == (": right" in text)
    assert verdict.error == pytest.approx(said - 0.401)


def test_a_column_that_is_called_by_a_number_alone_has_its_title_before_it():
    output = stage([0.5, -0.81], column_labels=("1", "2"), column_title=Message("component"))
    assert str(number(0.5, output).text) == "You said 0.5 for on, component 2: it is −0.810, so 1.310 too high."
    assert str(in_words(RankingGuess("weights", 0, (1, 0)), output)) == "component 2 > component 1"
    assert str(ranking([0, 1], output).text) == "The order is right: component 1, component 2."
    assert str(in_words(LargestGuess("weights", 0, 0), output)) == "component 1 is the largest"
    assert str(largest(1, output).text) == (
        "The largest is component 1 with 0.500; you chose component 2 with −0.810, the 2nd largest."
    )


@pytest.mark.parametrize(("digits", "half"), [(3, 0.0005), (2, 0.005), (1, 0.05), (0, 0.05)])
def test_a_number_is_right_within_half_a_unit_of_the_last_digit_shown(digits, half):
    matrix = stage([[1, 2]], digits=digits)
    assert number(2 + half, matrix).right
    assert number(2 - half, matrix).right
    assert not number(2 + 1.1 * half, matrix).right
    assert not number(2 - 1.1 * half, matrix).right


@pytest.mark.parametrize(
    ("said", "right", "text"),
    [
        (4 / 7, True, "You said 4/7 for on, the: right, it is 4/7 ≈ 0.571."),
        (0.571429, True, "You said 0.571429 for on, the: right, it is 4/7 ≈ 0.571429."),
        (0.5714, True, "You said 0.5714 for on, the: right, it is 4/7 ≈ 0.5714."),
        (0.571, True, "You said 0.571 for on, the: right, it is 4/7 ≈ 0.571."),
        (0.57, True, "You said 0.57 for on, the: right, it is 4/7 ≈ 0.571."),
        (0.5715, False, "You said 0.5715 for on, the: it is 4/7 ≈ 0.5714, so 0.0001 too high."),
        (0.572, False, "You said 0.572 for on, the: it is 4/7 ≈ 0.571, so 0.001 too high."),
        (0.6, False, "You said 0.6 for on, the: it is 4/7 ≈ 0.571, so 0.029 too high."),
        (5 / 7, False, "You said 5/7 for on, the: it is 4/7 ≈ 0.571, so 0.143 too high."),
    ],
)
def test_a_fraction_is_guessed_as_itself_or_rounded_to_the_decimals_that_were_typed(said, right, text):
    matrix = stage([[4 / 7, 1 / 7, 2 / 7]], written=(("4/7", "1/7", "2/7"),))
    verdict = number(said, matrix, j=0)
    assert (str(verdict.text), verdict.right) == (text, right)


def test_a_fraction_that_decimals_hold_is_written_as_equal_to_them_and_whole_numbers_alone():
    matrix = stage([[0.5, 2.0]], written=(("1/2", "2"),))
    assert str(number(0.5, matrix, j=0).text) == "You said 0.5 for on, the: right, it is 1/2 = 0.500."
    assert str(number(2, matrix, j=1).text) == "You said 2 for on, cat: right, it is 2."


def test_a_number_guess_at_a_masked_cell_is_told_that_it_is_masked():
    matrix = stage([[1, -math.inf]], **SCORES, blocked=np.array([[False, True]]))
    verdict = number(0.5, matrix)
    assert (str(verdict.text), verdict.right) == ("You said 0.5 for on, cat: it is masked, −∞.", False)
    assert verdict.error == math.inf
    assert number(-math.inf, matrix).right
    assert number(0, stage([[1, 0]], blocked=np.array([[False, True]]))).right


def test_a_number_guess_where_there_is_no_number_is_neither_right_nor_measured():
    verdict = number(0.5, stage([[1, math.nan]]))
    assert str(verdict.text) == "There is no number for on, cat."
    assert not verdict.right
    assert math.isnan(verdict.error)


@pytest.mark.parametrize(
    ("order", "text", "error"),
    [
        ((1, 2, 0, 3), "The order is right: cat, sat, the, on.", 0),
        ((2, 1, 0, 3), "5 of 6 pairs in the right order; right is cat, sat, the, on.", 1 / 6),
        ((3, 0, 2, 1), "0 of 6 pairs in the right order; right is cat, sat, the, on.", 1),
    ],
)
def test_a_ranking_counts_pairs_in_the_right_order(order, text, error):
    verdict = ranking(order, stage(ROW))
    assert str(verdict.text) == text
    assert verdict.error == pytest.approx(error)
    assert verdict.right == (error == 0)


def test_the_columns_that_a_ranking_leaves_out_follow_in_any_order():
    assert ranking((1,), stage(ROW)).right
    assert ranking((1, 2), stage(ROW)).right
    assert ranking((1, 2, 0), stage(ROW)).right
    verdict = ranking((2,), stage(ROW))
    assert str(verdict.text) == "2 of 3 pairs in the right order; right is cat, sat, the, on."


def test_equal_numbers_are_right_either_way_and_named_as_equal():
    matrix = stage([0.3, 0.3 + 1e-12, 0.4])
    assert ranking((2, 0, 1), matrix).right
    assert ranking((2, 1, 0), matrix).right
    assert str(ranking((0, 1, 2), matrix).text) == "1 of 3 pairs in the right order; right is sat, cat = the."


def test_one_pair_is_said_to_be_the_other_way_round():
    assert str(ranking((1, 0), stage([0.7, 0.3])).text) == "It is the other way round: the, cat."


def test_masked_cells_need_no_place_in_a_ranking_and_are_last_where_they_have_one():
    weights = stage([0.3, 0.7, 0, 0], blocked=MASKED)
    logits = stage([-2, -1, -math.inf, -math.inf], **SCORES, blocked=MASKED)
    for matrix in (weights, logits):
        assert str(ranking((1, 0), matrix).text) == "The order is right: cat, the."
        assert ranking((1, 0, 2, 3), matrix).right
        assert ranking((1, 0, 3, 2), matrix).right
        assert ranking((1, 2, 0, 3), matrix).error == pytest.approx(1 / 6)
        assert rankable(matrix, 0) == (0, 1)


def test_cells_without_a_number_take_no_part_in_a_ranking():
    matrix = stage([0.3, math.nan, 0.7, 0.1])
    assert str(ranking((1, 2, 0), matrix).text) == "The order is right: sat, the, on."
    assert ranking((2, 0), matrix).right


@pytest.mark.parametrize("row", [[math.nan, math.nan, 0.1], [0.4]])
def test_fewer_than_two_numbers_cannot_be_put_in_order(row):
    verdict = ranking((0,), stage(row))
    assert str(verdict.text) == "There is nothing to put in order: fewer than two numbers."
    assert not verdict.right
    assert math.isnan(verdict.error)


def test_the_largest_is_named_with_its_number_and_the_chosen_one_with_its_place():
    verdict = largest(0, stage([0.2, 0.61, 0.25], digits=2))
    assert str(verdict.text) == "The largest is cat with 0.61; you chose the with 0.20, the 3rd largest."
    assert not verdict.right
    assert verdict.error == pytest.approx(0.41)
    assert str(largest(2, stage(ROW)).text).endswith("you chose sat with 0.300, the 2nd largest.")
    assert str(largest(3, stage(ROW)).text).endswith("you chose on with 0.099, the 4th largest.")


def test_the_right_largest_is_said_to_be_right_and_of_equal_ones_each_is():
    verdict = largest(1, stage(ROW))
    assert (str(verdict.text), verdict.right, verdict.error) == ("The largest is cat with 0.401: right.", True, 0)
    equal = stage([0.4, 0.2, 0.4])
    assert largest(0, equal).right
    assert largest(2, equal).right
    assert str(largest(0, equal).text) == "The largest are the, sat with 0.400: right."
    assert str(largest(1, equal).text).endswith("you chose cat with 0.200, the 3rd largest.")


@pytest.mark.parametrize(("place", "named"), [(10, "11th"), (11, "12th"), (12, "13th"), (20, "21st"), (21, "22nd")])
def test_places_are_named_as_people_name_them(place, named):
    labels = tuple(map(str, range(25)))
    verdict = largest(place, stage(range(25, 0, -1), column_labels=labels))
    assert str(verdict.text).endswith(f"the {named} largest.")


def test_a_masked_cell_is_no_largest():
    logits = stage([-2, -1, -math.inf, -math.inf], **SCORES, blocked=MASKED)
    verdict = largest(2, logits)
    assert str(verdict.text) == "The largest is cat with −1.000; you chose sat, which is masked."
    assert verdict.error == math.inf
    weights = stage([0.3, 0.7, 0, 0], blocked=MASKED)
    assert str(largest(3, weights).text) == "The largest is cat with 0.700; you chose on, which is masked."


def test_a_forbidden_cell_that_a_mistake_gave_a_number_counts_with_it():
    leaking = stage([0.3, 0.1, 0.5, 0.1], blocked=MASKED)
    assert largest(2, leaking).right
    assert not largest(0, leaking).right
    assert ranking((0, 1), leaking).right


def test_a_row_without_numbers_has_no_largest():
    for matrix in (stage([0, 0], blocked=np.array([[True, True]])), stage([math.nan, math.nan])):
        verdict = largest(0, matrix)
        assert str(verdict.text) == "There is no largest: this row has no number that is not masked."
        assert not verdict.right
        assert math.isnan(verdict.error)
    assert str(largest(0, stage([math.nan, 0.5])).text).endswith("you chose the, which has no number.")


def test_the_row_is_named_where_there_are_several():
    matrix = stage([ROW, ROW[::-1]])
    assert str(ranking((1, 2, 0, 3), matrix).text) == "query on: The order is right: cat, sat, the, on."
    assert str(largest(2, matrix, i=1).text) == "query sat: The largest is sat with 0.401: right."
    assert str(number(0.3, matrix, i=1).text).startswith("You said 0.3 for sat, cat: right")


def test_a_guess_is_said_in_words_without_a_number_of_the_matrix():
    one, several = stage(ROW), stage([ROW, ROW])
    assert str(in_words(NumberGuess("weights", 0, 1, 0.5), one)) == "0.5 for on, cat"
    assert str(in_words(LargestGuess("weights", 0, 1), one)) == "cat is the largest"
    assert str(in_words(LargestGuess("weights", 1, 1), several)) == "query sat: cat is the largest"
    assert str(in_words(RankingGuess("weights", 0, (1, 0)), one)) == "cat > the > the rest"
    assert str(in_words(RankingGuess("weights", 0, (1, 0, 3)), one)) == "cat > the > on > sat"
    masked = stage(ROW, blocked=MASKED)
    assert str(in_words(RankingGuess("weights", 0, (1,)), masked)) == "cat > the"


def test_a_long_order_is_cut_short():
    matrix = stage(range(30), column_labels=tuple(f"k{j}" for j in range(30)))
    assert str(ranking((29,), matrix).text).endswith("k20, k19, k18, ….")


@pytest.mark.parametrize(
    "guess",
    [
        NumberGuess("weights", 1, 0, 0.5),
        NumberGuess("weights", 0, -1, 0.5),
        LargestGuess("weights", 0, 4),
        RankingGuess("weights", 0, (0, 4)),
        RankingGuess("weights", 0, (1, 1)),
    ],
)
def test_a_guess_at_a_cell_that_is_not_there_is_refused(guess):
    with pytest.raises(ValueError, match="expected cells of the 1 × 4 matrix weights, each once"):
        judged(guess, stage(ROW))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.5, "0.5"),
        (-2.0, "−2"),
        (4 / 7, "4/7"),
        (-1 / 3, "−1/3"),
        (math.pi, "3.141593"),
        (-math.inf, "−∞"),
        (0.0, "0"),
    ],
)
def test_a_guessed_number_is_written_as_it_was_typed(value, text):
    assert typed(value) == text


ROWS = st.lists(
    st.sampled_from([-math.inf, math.nan, 0.0, 1e-30, 0.25, 0.5, 1.0]) | st.floats(-5, 5), min_size=1, max_size=8
)


@given(ROWS, st.randoms(use_true_random=False), st.sampled_from(["weight", "score"]))
def test_every_guess_at_every_row_has_a_verdict_and_the_truth_is_right(row, random, kind):
    matrix = stage(row, kind=kind, blocked=np.isneginf([row]), column_labels=tuple(map(str, range(len(row)))))
    columns = list(range(len(row)))
    random.shuffle(columns)
    for guess in (
        NumberGuess("weights", 0, columns[0], random.choice([0.5, -2, 1 / 3])),
        LargestGuess("weights", 0, columns[0]),
        RankingGuess("weights", 0, tuple(columns[: random.randint(0, len(columns))])),
    ):
        verdict = judged(guess, matrix)
        assert str(verdict.text)
        assert not verdict.right or verdict.error == 0 or isinstance(guess, NumberGuess)
        assert "nan" not in str(verdict.text)
    known = [j for j in columns if not math.isnan(row[j])]
    if known and (kind == "weight" or max(row[j] for j in known) > -math.inf):
        best = max(known, key=lambda j: row[j])
        assert judged(LargestGuess("weights", 0, best), matrix).right
    if len(known) > 1:
        truth = tuple(sorted(known, key=lambda j: -row[j]))
        assert judged(RankingGuess("weights", 0, truth), matrix).right
    for j in known:
        assert judged(NumberGuess("weights", 0, j, row[j]), matrix).right


@given(st.permutations(range(6)), st.permutations(range(6)))
def test_the_error_of_a_ranking_is_the_share_of_its_pairs_that_are_turned(order, numbers):
    error = judged(RankingGuess("weights", 0, tuple(order)), stage(numbers, column_labels=tuple("abcdef"))).error
    turned = sum(numbers[a] < numbers[b] for at, a in enumerate(order) for b in order[at + 1 :])
    assert error == pytest.approx(turned / 15)
    back = judged(RankingGuess("weights", 0, tuple(order[::-1])), stage(numbers, column_labels=tuple("abcdef"))).error
    assert error + back == pytest.approx(1)


def test_a_half_is_judged_as_it_is_written():
    matrix = stage([[1 / 8, 7 / 8]], written=(("1/8", "7/8"),))
    assert number(0.13, matrix, j=0).right
    assert not number(0.12, matrix, j=0).right
