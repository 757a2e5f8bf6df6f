"""A mask applied in a wrong way shows what breaks: hidden keys that keep weight, rows that do not sum to 1."""

import re

import numpy as np
import pytest

from attnstudio.core.masks import causal_mask
from attnstudio.core.measures import leak
from attnstudio.files.examples import read_example
from attnstudio.panels.attention.compute import AttentionResult, compute
from attnstudio.panels.attention.explain import explain
from attnstudio.panels.attention.scenario import AttentionScenario
from attnstudio.state.tensors import TensorPack

ROW = AttentionScenario(
    tensors=TensorPack(query=np.array([[1.0]]), key=np.array([[1.0], [0.0], [-1.0]]), value=np.array(
        [[2.0, 0.0], [0.0, 2.0], [1.0, 1.0]])),
    divide_by="one", custom=frozenset({(0, 2)}),
)  # fmt: skip
WRONG = ("zero_before", "zero_after")


def applied(way: str, scenario: AttentionScenario = ROW, **changes: object) -> AttentionResult:
    return compute(scenario.with_changes(mask_as=way, **changes))


def sentence() -> AttentionScenario:
    found = read_example("toy-sentence-causal", {"attention": AttentionScenario}).panels["attention"].scenario
    assert isinstance(found, AttentionScenario)
    return found


def notes(result: AttentionResult, stage: str = "weights") -> list[str]:
    return list(map(str, result.matrices[stage].row_notes))


def told(result: AttentionResult, stage: str, j: int) -> str:
    return str(explain(result, stage, 0, j).text)


def test_A13_zero_before_softmax_leaves_hidden_keys_their_weight_and_says_how_much() -> None:
    result = applied("zero_before")
    assert result.matrices["masked_logits"].values.tolist() == [[1, 0, 0]]
    assert result.matrices["weights"].values[0] == pytest.approx([0.5761, 0.2119, 0.2119], abs=5e-5)
    assert notes(result) == ["leak 0.21"]
    assert result.quantities["leak"] == pytest.approx(0.211942, abs=5e-7)
    assert result.quantities["row_sum"] == pytest.approx(1)
    assert str(result.captions["row_sums"]) == (
        "weights of each query sum to 1, to 1e-16; hidden keys get up to 0.212 of it"
    )
    assert list(map(str, result.notices)) == ["0 is not −∞: e⁰ = 1, so hidden keys still get 0.212 of the weight of q."]


def test_A14_zero_after_softmax_makes_the_row_fall_short_of_1_and_says_how_far() -> None:
    result = applied("zero_after")
    assert result.matrices["weights"].values[0] == pytest.approx([0.6652, 0.2447, 0], abs=5e-5)
    assert result.matrices["weights"].values[0, 2] == 0
    assert notes(result) == ["Σ 0.91"]
    assert result.quantities["row_sum"] == pytest.approx(0.9100, abs=5e-5)
    assert result.quantities["leak"] == 0
    assert str(result.captions["row_sums"]) == "weights of each query sum to 0.9100, not 1"
    (notice,) = map(str, result.notices)
    assert notice.endswith("the weights of q sum to 0.910, not 1.")
    assert str(result.figures["plane"].caption) == "the weights sum to 0.910: z is drawn towards 0"


def test_A13_A14_the_right_way_has_neither_leak_nor_missing_weight() -> None:
    result = applied("before")
    assert result.matrices["weights"].values[0] == pytest.approx([0.7311, 0.2689, 0], abs=5e-5)
    assert (notes(result), result.notices, result.quantities["leak"]) == ([], (), 0)
    assert result.quantities["row_sum"] == pytest.approx(1, abs=1e-15)


def test_signs_and_subtitles_say_what_is_done() -> None:
    right, before, after = (applied(way) for way in ("before", *WRONG))
    assert [str(result.captions["mask"]) for result in (right, before, after)] == [
        "+ M =", "0 where\nmasked =", "mask\nlater =",
    ]  # fmt: skip
    subtitles = [str(result.matrices["weights"].subtitle) for result in (right, before, after)]
    assert subtitles == ["rows sum to 1", "rows sum to 1", "then 0 where masked"]
    assert str(after.matrices["weights"].turned_subtitle) == "then 0 where masked"


def test_masked_logits_show_their_numbers_where_the_mask_comes_later_and_which_it_will_hit() -> None:
    matrix = applied("zero_after").matrices["masked_logits"]
    assert matrix.values.tolist() == [[1, 0, -1]]
    assert matrix.blocked is not None
    assert matrix.blocked.tolist() == [[False, False, True]]


def test_the_arithmetic_of_zero_before_can_be_redone() -> None:
    result = applied("zero_before")
    assert told(result, "masked_logits", 0) == "1 stays: q may look at k₁"
    assert told(result, "masked_logits", 2) == (
        "0 in place of −1: q may not look at k₃ (mask: custom), but 0 is not −∞"
    )
    assert told(result, "exp", 2) == "e^0 = 1, not 0: q still looks at k₃"
    assert told(result, "weights", 0) == "e^1 ÷ (2.71828 + 1 + 1) = 2.71828 ÷ 4.71828 = 0.57612"
    assert told(result, "weights", 2) == (
        "e^0 ÷ (2.71828 + 1 + 1) = 1 ÷ 4.71828 = 0.21194, though q may not look at k₃"
    )
    assert told(result, "output", 0) == "z[1] = 0.576117×2 + 0.211942×0 + 0.211942×1 = 1.3642"


def test_the_arithmetic_of_zero_after_can_be_redone() -> None:
    result = applied("zero_after")
    assert told(result, "masked_logits", 0) == "1 stays: q may look at k₁"
    assert told(result, "masked_logits", 2) == (
        "−1 stays: q may not look at k₃ (mask: custom), but the mask comes after softmax"
    )
    assert told(result, "exp", 2) == "e^(−1) = 0.36788: the mask comes after softmax"
    assert told(result, "weights", 0) == "e^1 ÷ (2.71828 + 1 + 0.367879) = 2.71828 ÷ 4.08616 = 0.66524"
    assert told(result, "weights", 2) == (
        "e^(−1) ÷ (2.71828 + 1 + 0.367879) = 0.367879 ÷ 4.08616 = 0.090031, then 0: q may not look at k₃"
    )
    assert told(result, "output", 0) == "z[1] = 0.665241×2 + 0.244728×0 + 0×1 = 1.3305"


@pytest.mark.parametrize("way", WRONG)
def test_without_a_mask_a_wrong_way_changes_nothing(way: str) -> None:
    result, right = applied(way, custom=frozenset()), applied("before", custom=frozenset())
    assert np.array_equal(result.matrices["weights"].values, right.matrices["weights"].values)
    assert str(result.captions["mask"]) == "+ M ="
    assert (notes(result), result.notices) == ([], ())


def test_each_row_notes_what_it_leaks_and_the_notice_speaks_of_the_selected_one() -> None:
    result = applied("zero_before", sentence(), selected_query=2)
    leaks = leak(result.matrices["weights"].values, causal_mask(6))
    assert notes(result) == [f"leak {amount:.2f}" for amount in leaks[:5]] + [""]
    assert notes(result)[:3] == ["leak 0.89", "leak 0.62", "leak 0.24"]
    assert str(result.notices[0]).endswith("0.238 of the weight of sat.")
    assert notes(result, "masked_logits") == notes(result, "output") == []


def test_where_the_selected_row_is_right_the_notice_speaks_of_the_worst_one() -> None:
    leaking, short = (applied(way, sentence(), selected_query=5) for way in WRONG)
    assert leaking.quantities["leak"] == 0
    assert str(leaking.notices[0]).endswith("0.892 of the weight of the₁.")
    assert str(short.notices[0]).endswith("the weights of the₁ sum to 0.077, not 1.")
    assert str(short.captions["row_sums"]) == "weights of a query sum to between 0.0771 and 1.0000, not 1"


def test_a_mask_that_hides_nothing_breaks_nothing() -> None:
    for way in WRONG:
        result = applied(way, custom=frozenset(), causal="bottom-right")
        assert result.matrices["weights"].blocked is not None
        assert (notes(result), result.notices) == ([], ())


def test_a_row_without_a_key_leaks_all_of_its_weight_before_softmax_and_has_none_after_it() -> None:
    everything = frozenset({(0, 0), (0, 1), (0, 2)})
    before, after = (applied(way, custom=everything) for way in WRONG)
    assert before.matrices["weights"].values[0] == pytest.approx([1 / 3] * 3)
    assert (notes(before), before.matrices["weights"].void_rows) == (["leak 1.00"], frozenset())
    assert str(before.notices[0]).endswith("1.000 of the weight of q.")
    assert after.matrices["weights"].values.tolist() == [[0, 0, 0]]
    assert (notes(after), after.matrices["weights"].void_rows) == (["no key"], {0})
    assert list(map(str, after.notices)) == ["Every key is masked for q: zero weights and zero output."]


def test_a_share_that_is_nearly_all_or_nothing_is_not_written_as_that() -> None:
    tiny = TensorPack(query=np.array([[1.0]]), key=np.array([[9.0], [9.0], [-9.0]]), value=np.eye(3, 2))
    leaking, short = (applied(way, tensors=tiny) for way in WRONG)
    assert notes(leaking) == ["leak <0.01"]
    assert notes(short) == ["Σ >0.99"]
    assert re.search(r"still get 6\.17×10⁻⁵ of", str(leaking.notices[0]))


def test_base_two_says_that_two_to_the_zero_is_one() -> None:
    assert "2⁰ = 1" in str(applied("zero_before", base="2").notices[0])


def test_hidden_values_are_outside_the_hull_except_where_they_leak() -> None:
    corners = np.array([[0.0, 0.0], [2.0, 0.0], [0.0, 2.0]])
    pack = TensorPack(query=np.ones((1, 1)), key=np.ones((3, 1)), value=corners)
    hulls = {way: set(applied(way, tensors=pack).figures["plane"].hull) for way in ("before", *WRONG)}
    assert hulls == {"before": {0, 1}, "zero_before": {0, 1, 2}, "zero_after": {0, 1}}
