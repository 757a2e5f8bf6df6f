"""With powers of 2 and whole exponents the numbers are fractions: exact ones, and only where they are exact."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.files.examples import read_example
from attnstudio.panels.attention.compute import AttentionResult, compute
from attnstudio.panels.attention.explain import explain
from attnstudio.panels.attention.paper import LARGEST_DENOMINATOR, total_written
from attnstudio.panels.attention.scenario import AttentionScenario, with_component
from attnstudio.state.tensors import TensorPack

PAPER = AttentionScenario(divide_by="one", base="2")
WAYS = ("before", "zero_before", "zero_after")


def of_logits(rows: list[list[float]], values: object = None, **changes: object) -> AttentionScenario:
    """Return the Scenario in base 2 whose logits are given."""
    keys = len(rows[0])
    value = np.eye(keys, 2) if values is None else np.array(values)
    pack = TensorPack(query=np.array(rows), key=np.eye(keys), value=value)
    return AttentionScenario(tensors=pack, divide_by="one", base="2").with_changes(**changes)


def written(result: AttentionResult, stage: str) -> list[list[str]] | None:
    texts = result.matrices[stage].written
    return None if texts is None else [list(row) for row in texts]


def test_the_example_on_paper_shows_four_one_and_two_sevenths() -> None:
    scenario = read_example("paper", {"attention": AttentionScenario}).panels["attention"].scenario
    assert isinstance(scenario, AttentionScenario)
    result = compute(scenario)
    assert result.matrices["exp"].values.round(12).tolist() == [[4, 1, 2]]
    assert written(result, "exp") is None  # whole numbers need no fractions
    assert [result.matrices[name].digits for name in ("logits", "masked_logits", "exp")] == [0, 0, 0]
    assert written(result, "weights") == [["4/7", "1/7", "2/7"]]
    assert written(result, "output") == [["10/7", "4/7"]]


def test_the_bars_and_the_plane_of_the_example_on_paper_have_its_fractions_and_sums() -> None:
    figures = compute(PAPER).figures
    logits, exp, weights = figures["bars"]
    assert (logits.written, exp.written, weights.written) == (None, None, ("4/7", "1/7", "2/7"))
    assert [str(exp.caption), str(weights.caption)] == ["sum 7", "sum 1"]
    assert str(figures["plane"].output_label) == "z = [10/7, 4/7]"
    assert figures["plane"].written == ("4/7", "1/7", "2/7")


def test_the_arithmetic_on_paper_says_the_fraction_before_the_decimals() -> None:
    result = compute(PAPER)
    assert str(explain(result, "weights", 0, 0).text) == "2^2 ÷ (4 + 1 + 2) = 4 ÷ 7 = 4/7 = 0.57143"
    assert str(explain(result, "output", 0, 0).text) == "z[1] = 4/7×2 + 1/7×0 + 2/7×1 = 10/7 = 1.4286"
    assert str(explain(result, "exp", 0, 0).text) == "2^2 = 4"


def test_negative_exponents_are_fractions_too() -> None:
    result = compute(of_logits([[1.0, 0.0, -2.0]], [[1.0, 0.0], [-2.0, 0.5], [0.0, -1.0]]))
    assert written(result, "exp") == [["2", "1", "1/4"]]
    assert written(result, "weights") == [["8/13", "4/13", "1/13"]]
    assert written(result, "output") == [["0", "1/13"]]
    assert str(result.figures["bars"][1].caption) == "sum 13/4"
    assert str(explain(result, "weights", 0, 2).text) == "2^(−2) ÷ (2 + 1 + 0.25) = 0.25 ÷ 3.25 = 1/13 = 0.076923"


def test_numbers_below_zero_have_the_sign_of_all_other_numbers() -> None:
    assert written(compute(of_logits([[1.0, 0.0]], [[-1.0, 0.0], [0.0, 0.0]])), "output") == [["−2/3", "0"]]


@pytest.mark.parametrize("scenario", [
    AttentionScenario(divide_by="one"),
    AttentionScenario(divide_by="sqrt_d_k", base="2"),
    PAPER.with_changes(temperature=3.0),
    PAPER.with_changes(tensors=with_component(PAPER, "key", 0, 0, 0.5)),
    of_logits([[10.0, 0.0]]),
    of_logits([[2.0, 0.0], [0.5, 0.0]]),
    of_logits([[1e-11, 0.0, 0.0]]),
    of_logits([[0.0] * 200] * 2),
    of_logits([[1e6, 0.0]]),
], ids=["base e", "divided by 2", "over a temperature", "half a logit", "denominator 1025", "one row of two",
        "nearly whole", "many keys", "far apart"])  # fmt: skip
def test_where_an_exponent_is_not_whole_or_a_denominator_long_there_are_decimals(scenario: AttentionScenario) -> None:
    assert all(matrix.written is None for matrix in compute(scenario).matrices.values())


def test_half_of_the_logits_at_temperature_one_half_is_whole_again() -> None:
    assert written(compute(of_logits([[1.0, 0.5, 0.0]], temperature=0.5)), "weights") == [["4/7", "2/7", "1/7"]]


def test_values_with_many_digits_keep_their_decimals_while_the_weights_are_fractions() -> None:
    result = compute(of_logits([[1.0, 0.0]], [[0.125, 1.0], [0.0, 2.0]]))
    assert written(result, "weights") == [["2/3", "1/3"]]
    assert written(result, "output") is None
    assert str(explain(result, "output", 0, 0).text) == "z[1] = 2/3×0.125 + 1/3×0 = 0.083333"


def test_a_masked_key_is_written_0_and_a_row_without_a_key_too() -> None:
    scenario = of_logits([[2.0, 0.0, 1.0]] * 2, custom=frozenset({(0, 2), (1, 0), (1, 1), (1, 2)}))
    assert written(compute(scenario), "weights") == [["4/5", "1/5", "0"], ["0", "0", "0"]]


def test_wrong_masks_are_wrong_in_exact_fractions() -> None:
    hidden = PAPER.with_changes(custom=frozenset({(0, 2)}))
    before, after = (compute(hidden.with_changes(mask_as=way)) for way in ("zero_before", "zero_after"))
    assert written(before, "weights") == [["2/3", "1/6", "1/6"]]
    assert written(after, "weights") == [["4/7", "1/7", "0"]]
    assert str(after.figures["bars"][2].caption) == "sum 5/7"
    assert str(before.figures["bars"][2].caption) == "sum 1, leak 0.17"


def test_a_total_is_in_lowest_terms_whatever_the_denominators() -> None:
    assert total_written(("1/6", "1/3", "1/2")) == "1"
    assert total_written(("1/4", "1/6", "0", "2")) == "29/12"


@given(st.data())
def test_fractions_are_those_of_exact_arithmetic_and_equal_the_numbers_beside_them(data: st.DataObject) -> None:
    rows, keys = data.draw(st.integers(1, 3)), data.draw(st.integers(1, 4))
    numbers = st.lists(st.integers(-5, 5), min_size=keys, max_size=keys)
    logits = data.draw(st.lists(numbers, min_size=rows, max_size=rows))
    tenths = data.draw(st.lists(st.integers(-30, 30), min_size=keys, max_size=keys))
    hidden = data.draw(st.frozensets(st.tuples(st.integers(0, rows - 1), st.integers(0, keys - 1)), max_size=4))
    way = data.draw(st.sampled_from(WAYS))
    values = [[tenth / 10] for tenth in tenths]
    result = compute(of_logits([[float(x) for x in row] for row in logits], values, custom=hidden, mask_as=way))
    for i, row in enumerate(logits):
        exact = _weights(row, {j for r, j in hidden if r == i}, way)
        mixed = sum((a * Fraction(tenth, 10) for a, tenth in zip(exact, tenths, strict=True)), Fraction(0))
        for stage, numbers_of_row in (("weights", exact), ("output", [mixed])):
            texts = result.matrices[stage].written
            if texts is None:
                continue
            assert [Fraction(text.replace("−", "-")) for text in texts[i]] == numbers_of_row
            assert all(number.denominator <= LARGEST_DENOMINATOR for number in numbers_of_row)
            assert result.matrices[stage].values[i] == pytest.approx([float(number) for number in numbers_of_row])


def _weights(logits: list[int], hidden: set[int], way: str) -> list[Fraction]:
    """Compute a row of weights by hand."""
    powers = [Fraction(2) ** logit for logit in logits]
    if way != "zero_after":
        powers = [Fraction(way == "zero_before") if j in hidden else power for j, power in enumerate(powers)]
    total = sum(powers) or 1
    return [power / total if way == "zero_before" or j not in hidden else Fraction(0) for j, power in enumerate(powers)]
