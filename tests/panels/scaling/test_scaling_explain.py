"""The arithmetic of a cell: it can be redone, and gives the number of the cell."""

import math
import re

import numpy as np
import pytest
from scaling_scenarios import OTHERS

from attnstudio.panels.scaling.compute import compute
from attnstudio.panels.scaling.explain import explain
from attnstudio.panels.scaling.scenario import ScalingScenario


def text(changes, stage, i, j):
    return str(explain(compute(ScalingScenario(**changes)), stage, i, j).text)


def redone(arithmetic):
    """Work out what is written, from its first sign to its last =."""
    plain = arithmetic.split(" = ")
    left = plain[-2].split(": ")[-1]
    left = re.sub(r" \(\d+ more terms\)", "", left)
    for sign, python in (("−", "-"), ("×", "*"), ("÷", "/"), ("√", "math.sqrt"), ("^", "**"), ("e**", "math.e**")):
        left = left.replace(sign, python)
    left = re.sub(r"math\.sqrt(\d+)", r"math.sqrt(\1)", left)
    return eval(left, {"math": math})  # the text of our own arithmetic


def stated(arithmetic):
    return float(re.search(r"= ([−\d.]+)", arithmetic[arithmetic.rindex(" = ") :]).group(1).replace("−", "-"))


@pytest.mark.parametrize(
    ("changes", "stage", "i", "j"),
    [({"d_k": 6}, "scores", 0, 1), ({"d_k": 64}, "scores", 0, 0), ({"d_k": 64}, "logits", 0, 2),
     ({"divide_by": "d_k"}, "logits", 0, 1), ({}, "weights", 0, 0), ({}, "raw_weights", 0, 2),
     ({"textbook": True}, "weights", 0, 1), ({}, "jacobian", 0, 0), ({}, "jacobian", 1, 2), ({}, "raw_jacobian", 2, 2),
     ({"mean": 1.0}, "spread", 0, 2), ({}, "spread", 1, 2), ({"textbook": True}, "row_gradient", 1, 1),
     ({"textbook": True}, "row_gradient", 1, 3)],
)  # fmt: skip
def test_the_arithmetic_gives_the_number_of_the_cell(changes, stage, i, j):
    value = compute(ScalingScenario(**changes)).matrices[stage].values[i, j]
    written = text(changes, stage, i, j)
    assert redone(written) == pytest.approx(value, rel=2e-5, abs=1e-9)
    assert stated(written) == pytest.approx(value, rel=1e-4)


def test_a_long_sum_is_written_to_its_sixth_term_and_the_rest_added_up():
    written = text({}, "scores", 0, 0)
    assert written.count("×") == 6
    assert "(58 more terms)" in written
    assert text({"d_k": 8}, "scores", 0, 0).count("×") == 8


def test_scores_set_by_hand_have_no_arithmetic():
    assert text({"textbook": True}, "scores", 0, 1) == "q · k₂ = 4, set by hand"


def test_what_was_measured_says_of_how_many_numbers():
    assert "19,998 numbers" in text({}, "spread", 0, 0)
    assert "6,666 rows that do not depend on each other" in text({}, "spread", 0, 1)
    assert text({}, "raw_histogram", 18, 0).startswith("share of 19,998 numbers from −1 to 1: 0.1")
    assert "over 6,666 rows" in text({}, "saturation", 0, 0)
    assert "over 1,024 rows" in text({"distribution": "uniform"}, "saturation", 0, 0)


def test_operands_are_cells_of_matrices_that_there_are():
    for changes in OTHERS.values():
        result = compute(ScalingScenario(**changes))
        for stage, matrix in result.matrices.items():
            for i, j in list(np.ndindex(matrix.shape))[:40]:
                explanation = explain(result, stage, i, j)
                assert str(explanation.text)
                for operand in explanation.operands:
                    rows, columns = result.matrices[operand.matrix].shape
                    assert operand.row is None or operand.row < rows
                    assert operand.column is None or operand.column < columns
