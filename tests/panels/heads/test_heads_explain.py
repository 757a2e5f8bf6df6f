"""The arithmetic of a cell: it can be redone, and gives the number of the cell."""

import functools
import math
import re

import numpy as np
import pytest
from head_scenarios import OTHERS, head, own

from attnstudio.panels.heads.compute import compute
from attnstudio.panels.heads.explain import explain
from attnstudio.panels.heads.findings import MEASURES
from attnstudio.panels.heads.scenario import HeadsScenario

SIGNS = (("−", "-"), ("×", "*"), ("÷", "/"), ("^", "**"))
MOST = 40  # cells of a matrix that are redone


def cells(matrix):
    """Return cells from all over a matrix."""
    count = matrix.shape[0] * matrix.shape[1]
    return [divmod(cell, matrix.shape[1]) for cell in range(0, count, max(1, count // MOST))]


def redone(arithmetic):
    """Work out what is written before the last =, after the one before."""
    left = arithmetic.split(" = ")[-2].split(": ")[-1].split(", and ")[-1]
    left = re.sub(r" \(\d+ more terms\)", "", left).replace("×10", "×10^").replace("e^", "E^")
    left = re.sub(r"\^([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)", lambda power: "^(" + power[1].translate(RAISED) + ")", left)
    left = re.sub(r"(cos|sin) ([\d.]+(×10\^\(\S+\))?)", r"\1(\2)", left)
    for sign, python in SIGNS:
        left = left.replace(sign, python)
    return eval(left, {"E": math.e, "cos": math.cos, "sin": math.sin})  # the text of our own arithmetic


UNWRITTEN = re.compile("‖z − z′‖ = [^,÷]*, where|‖z − 0‖")  # lengths without their arithmetic
RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")


@functools.cache
def explained(kind):
    """Return what shows of a Scenario, and its cells with their arithmetic: once for all that is asked of them."""
    result = compute(HeadsScenario(**OTHERS[kind]))
    return result, [
        (stage, i, j, explain(result, stage, i, j))
        for stage, matrix in result.matrices.items()
        for i, j in cells(matrix)
    ]


@pytest.mark.parametrize("kind", OTHERS)
def test_every_arithmetic_gives_the_number_of_its_cell(kind):
    result, arithmetic = explained(kind)
    count = 0

    @functools.cache
    def size(stage):
        return max(1.0, float(np.nanmax(np.abs(result.matrices[stage].values))))

    for stage, i, j, told in arithmetic:
        text = str(told.text)
        assert "{" not in text
        assert "nan" not in text
        value = float(result.matrices[stage].values[i, j])
        if "(−∞) = 0" in text:
            assert value == 0
        elif " = " in text and stage != "masked_logits" and not UNWRITTEN.match(text):
            assert redone(text) == pytest.approx(value, rel=1e-4, abs=1e-5 * size(stage)), (stage, i, j, text)
            count += 1
    assert count > 10 or "tensors" in OTHERS[kind]


@pytest.mark.parametrize("kind", OTHERS)
def test_operands_are_cells_of_matrices_that_there_are(kind):
    result, arithmetic = explained(kind)
    for _, _, _, told in arithmetic:
        for operand in told.operands:
            rows, columns = result.matrices[operand.matrix].shape
            assert operand.row is None or 0 <= operand.row < rows
            assert operand.column is None or 0 <= operand.column < columns


def text(scenario, stage, i, j):
    return str(explain(compute(scenario), stage, i, j).text)


def test_what_is_looked_for_is_told_with_its_terms():
    scenario = head("smollm2", "13.8", selected_query=8, selected_key=2)
    row = text(scenario, "weights", 8, 2)
    assert re.fullmatch(r"e\^[(−\d.)]+ ÷ \(.* \(3 more terms\)\) = [\d.]+ ÷ [\d.]+ = 0\.61608", row)
    assert text(scenario, "masked_logits", 2, 8).endswith("+ (−∞) = −∞: cat may not look at it")
    assert text(scenario, "weights", 2, 8) == "e^(−∞) = 0, so cat gives it exactly 0"
    assert "the mean weight on the previous word over" in text(scenario, "map", 0, 0)
    pair = compute(scenario.with_changes(find="pair"))
    assert str(explain(pair, "ranking", 0, 0).text).startswith("head 13.8 is number 1: it → cat, 0.61608")
    assert "of the entropy, as a share of the largest possible" in text(scenario, "statistics", 8, 5)


def test_a_hidden_first_token_is_left_out_of_the_sum_and_of_it_only():
    scenario = head("smollm2", "13.8", hide_first=True)
    shown = compute(scenario)
    first = scenario.data.key_labels[0]
    assert text(scenario, "weights", 8, 0) == f"{first} is hidden: 0, and the rest is rescaled"
    assert text(scenario, "weights", 8, 2).endswith(f"without {first}, which is hidden")
    assert "with the real weights" in text(scenario, "output", 8, 0)
    assert [operand.matrix for operand in explain(shown, "output", 8, 0).operands] == ["masked_logits", "value"]


def test_a_toy_is_followed_from_its_input_to_the_joined_output():
    scenario = HeadsScenario(source="toy", sharing="2", head=3)
    result = compute(scenario)
    assert text(scenario, "x", 0, 0).endswith("drawn with the seed 7")
    cut = explain(result, "key", 2, 5)
    assert "which is head 1" in str(cut.text)
    (operand,) = cut.operands
    assert result.matrices[operand.matrix].values[2, operand.column] == result.matrices["key"].values[2, 5]
    chosen, other = (explain(result, "concat", 1, column) for column in (3 * 8 + 2, 0))
    assert [(one.matrix, one.row, one.column) for one in chosen.operands] == [("output", 1, 2)]
    assert "choose that head" in str(other.text)
    assert [operand.matrix for operand in explain(result, "joined", 1, 0).operands] == ["concat", "w_o"]


def test_where_a_sink_is_forbidden_the_others_share_all():
    scenario = head("minilm", "4.5", selected_query=8, selected_key=0)
    sink = text(scenario, "effects", 0, 3)
    assert "÷ " in sink
    assert "share all" in sink
    assert text(scenario, "effects", 0, 2).startswith("‖z − (z − 0.787922 v)‖ = 0.787922 × ‖v‖")


def test_stored_weights_have_no_arithmetic_but_that_of_rescaling():
    stored = HeadsScenario(**OTHERS["own weights"])
    assert text(stored.with_changes(hide_first=False), "weights", 0, 0) == "q₁ → k₁: 0.5, as it is stored"
    assert text(stored, "weights", 2, 1) == "0.3 ÷ (0.3 + 0.5) = 0.375, without k₁, which is hidden"
    assert "no value" in text(stored.with_changes(hide_first=False), "weights", 1, 0)


def test_one_head_one_row_one_weight_and_one_score_are_counted_in_the_singular():
    shared = compute(own(np.ones((2, 2, 2)), np.ones((1, 2, 2)), np.ones((1, 2, 2))))
    first = MEASURES.index("first")
    assert str(explain(shared, "statistics", 0, first).text).endswith("the mean weight on the first token over 1 row")
    itself = MEASURES.index("itself")
    assert str(explain(shared, "statistics", 0, itself).text).endswith("the mean weight on itself over 2 rows")
    assert str(shared.notices[0]).startswith("2 query heads share 1 key and value head: ")
    assert str(shared.captions["bill"]).endswith(": 8 scores")
    assert str(compute(own(*np.ones((3, 1, 1, 2)))).captions["bill"]).endswith(": 1 score")
    farthest = explain(compute(own(*np.ones((3, 1, 3, 2)))), "distance", 0, 0)
    assert str(farthest.text).endswith("the mean of 1 weight −2 places from query to key")
    narrow = compute(own(*np.ones((3, 2, 1, 1))).with_changes(divide_by="sqrt_d_model"))
    assert any("one head's q·k has 1 term." in str(notice) for notice in narrow.notices)
