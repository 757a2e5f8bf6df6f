"""The arithmetic that is written out can be redone: what it says equals what it comes to, for any numbers."""

import math
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.panels.attention.compute import compute
from attnstudio.panels.attention.explain import explain
from attnstudio.panels.attention.scenario import AttentionScenario
from attnstudio.state.tensors import TensorPack

SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")


def redone(text: str) -> float:
    """Compute a written expression with no more than the digits it shows."""
    text = re.sub(r"\(\d+ more terms\)", "", text).replace("−", "-")
    text = re.sub(r"×10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)", lambda m: "e" + m[1].translate(SUPERSCRIPTS), text)
    text = re.sub(r"√(\d+)", r"(\1**0.5)", text).replace("×", "*").replace("÷", "/").replace("^", "**")
    return float(eval(text, {"__builtins__": {}, "e": math.e}))  # our own sentence


def sides(scenario: AttentionScenario, stage: str, i: int, j: int) -> list[str]:
    return str(explain(compute(scenario), stage, i, j).text).split(" = ")


def scenario(numbers: list[float], d_k: int, **changes: object) -> AttentionScenario:
    query, keys = np.array([numbers[:d_k]]), np.array(numbers[d_k : 4 * d_k]).reshape(3, d_k)
    pack = TensorPack(query=query, key=keys, value=np.array([[2.0, 0.5], [-1.0, 2.0], [1.0, 1.0]]))
    return AttentionScenario(tensors=pack).with_changes(**changes)


@given(
    st.integers(1, 12).flatmap(lambda d: st.lists(st.integers(-300, 300), min_size=4 * d, max_size=4 * d)),
    st.sampled_from(("one", "sqrt_d_k", "d_k")),
    st.sampled_from(("e", "2")),
    st.sampled_from((0.05, 0.35, 1.0, 1.3, 7.0)),
    st.sampled_from(("before", "zero_before", "zero_after")),
    st.booleans(),
)
def test_what_is_written_comes_to_what_it_says(
    hundredths: list[int], divide_by: str, base: str, T: float, way: str, masked: bool
) -> None:
    numbers = [n / 100 for n in hundredths]
    state = scenario(
        numbers, len(numbers) // 4, divide_by=divide_by, base=base, temperature=T, mask_as=way,
        custom=frozenset({(0, 2)} if masked else ()),
    )  # fmt: skip
    for stage in ("scores", "logits", "weights", "output"):
        parts = sides(state, stage, 0, 1)
        result = redone(parts[-1])
        terms = [abs(redone(term)) for term in parts[1].split(" + ")] if stage in ("scores", "output") else [result]
        for part in parts[1 if stage in ("scores", "output") else 0 : -1]:
            if stage == "weights" and part.count("+"):
                continue  # its power is checked below, with the error that an exponent multiplies
            assert redone(part) == pytest.approx(result, rel=2e-4, abs=1e-5 * max(1.0, *terms)), parts


def test_a_row_of_large_negative_logits_keeps_its_digits() -> None:
    keys = np.array([[2.5] * 4, [3.0] * 4, [3.0] * 4])
    pack = TensorPack(query=np.full((1, 4), -3.0), key=keys, value=np.eye(3, 2))
    written = str(explain(compute(AttentionScenario(tensors=pack)), "weights", 0, 0).text)
    assert written == ("e^(−15) ÷ (3.05902×10⁻⁷ + 1.52300×10⁻⁸ + 1.52300×10⁻⁸) = 3.05902×10⁻⁷ ÷ 3.36362×10⁻⁷ = 0.90944")


def test_a_long_sum_adds_up_what_it_does_not_write() -> None:
    generator = np.random.default_rng(3)
    q, k = generator.normal(size=(1, 64)).round(2), generator.normal(size=(3, 64)).round(2)
    pack = TensorPack(query=q, key=k, value=np.eye(3, 2))
    parts = sides(AttentionScenario(tensors=pack), "scores", 0, 2)
    assert "(58 more terms)" in parts[1]
    assert redone(parts[1]) == pytest.approx(float(q[0] @ k[2]), abs=1e-4)
    assert redone(parts[2]) == pytest.approx(float(q[0] @ k[2]), rel=1e-4)
