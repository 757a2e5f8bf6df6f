"""The screen in words: every part says what is on the screen, and nothing of what is covered."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scenario_strategies import scenarios
from test_cover import FRACTIONS, distinctive, inside, said_in, written

from attnstudio.panels.attention.compute import compute
from attnstudio.panels.attention.cover import STAGES, covered
from attnstudio.panels.attention.describe import describe
from attnstudio.panels.attention.scenario import AttentionScenario
from attnstudio.state.description import Description
from attnstudio.state.origin import Origin
from attnstudio.state.scene import PanelState
from attnstudio.state.tensors import TensorPack

PLAIN = AttentionScenario()
WORDS = ("the", "cat", "sat", "on")
CROSS = AttentionScenario(
    tensors=TensorPack(
        query=np.array([[1.0, 0.0], [0.0, 2.0]]),
        key=np.array([[1.0, 0.0], [2.0, 1.0], [0.0, 1.0], [3.0, 0.0]]),
        value=np.array([[1.0], [2.0], [3.0], [4.0]]),
        key_tokens=WORDS,
    ),
    role="value",
    selected_query=1,
    selected_key=2,
)  # fmt: skip


def described(scenario: AttentionScenario, **state: object) -> Description:
    panel = PanelState(scenario, **state)  # type: ignore[arg-type]
    return describe(covered(compute(scenario), panel.covered), panel)


def lines(message: object) -> list[str]:
    return str(message).splitlines()


def test_the_worked_example_in_words() -> None:
    description = described(PLAIN)
    assert lines(description.play_area) == [
        "The numbers are: toy, made by hand.",
        "Matrices in the order of reading, rows × columns: Q 1 × 4; Kᵀ 4 × 3; stage 1, Compare: scores 1 × 3; stage 2, "
        "Scale: logits 1 × 3; stage 3, Mask: masked logits 1 × 3; stage 4, Softmax: weights α 1 × 3; V 3 × 2; stage 5, "
        "Mix: output z 1 × 2.",
        "Each row belongs to a query, which asks; each column to a key.",
        "Queries: q. Keys: k₁, k₂, k₃.",
        "No stage is covered.",
        "Figures of the query q: Key dial, Bars, Value plane.",
    ]
    assert lines(description.controls) == [
        "Sizes: T_q 1, T_k 3, d_k 4, d_v 2.",
        "Vector to change: the key k₁, with the components 1, 0, 1, 0.",
        "Divide by: √d_k = √4.",
        "Mask: no mask.",
        "Temperature: 1.",
        "Base: eˣ.",
    ]
    assert lines(description.details) == [
        "Query q, scores from the largest: k₁ 2, k₃ 1, k₂ 0.",
        "Query q, weights α from the largest: k₁ 0.506, k₃ 0.307, k₂ 0.186.",
        "Query q, output z: 1.32, 0.68.",
        f"Check: {compute(PLAIN).captions['row_sums']}.",
    ]
    assert lines(description.hint)[0] == (
        "Press P to cover every stage, guess, and reveal one after the other with N."
    )  # fmt: skip


def test_turned_the_formula_and_the_shapes_are_as_they_are_drawn() -> None:
    play_area = lines(described(CROSS, orientation="columns").play_area)
    assert play_area[1].startswith(
        "Matrices in the order of reading, rows × columns: Kᵀ 4 × 2; Q 2 × 2; stage 1, Compare: scores 4 × 2;"
    )
    assert play_area[1].endswith("stage 4, Softmax: weights α 4 × 2; V 1 × 4; stage 5, Mix: output z 1 × 2.")
    assert play_area[2] == "Each column belongs to a query, which asks; each row to a key."


def test_the_selected_query_and_the_vector_of_the_sliders_are_named() -> None:
    description = described(CROSS)
    assert "Queries: q₁, q₂. Keys: the, cat, sat, on." in lines(description.play_area)
    assert "Figures of the query q₂: Key dial, Bars, Value plane." in lines(description.play_area)
    assert "Vector to change: the value sat, with the components 3." in lines(description.controls)
    assert lines(description.details)[0] == "Query q₂, scores from the largest: cat 2, sat 2, the 0, on 0."


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"divide_by": "one"}, "Divide by: 1."),
        ({"divide_by": "d_k"}, "Divide by: d_k = 2."),
        ({"temperature": 0.35}, "Temperature: 0.35."),
        ({"base": "2"}, "Base: 2ˣ."),
        ({"causal": "bottom-right"}, "Mask: causal, bottom-right."),
        ({"padding": frozenset({0}), "window": 2}, "Mask: padding + window, top-left."),
        ({"padding": frozenset({0}), "mask_as": "zero_after"}, "How it is applied: 0 after softmax (mistake)."),
        ({"padding": frozenset({0})}, "How it is applied: −∞ before softmax."),
    ],
)
def test_every_setting_is_said_with_its_present_value(changes: dict[str, object], said: str) -> None:
    assert said in lines(described(CROSS.with_changes(**changes)).controls)


def test_how_a_mask_is_applied_is_not_said_without_a_mask() -> None:
    controls = str(described(CROSS.with_changes(mask_as="zero_before")).controls)
    assert "How it is applied" not in controls
    assert "Mask: no mask." in controls


def test_masked_keys_are_named_and_are_not_among_the_weights() -> None:
    details = lines(described(CROSS.with_changes(padding=frozenset({1, 3}))).details)
    assert details[1] == "Query q₂, masked keys: cat, on."
    assert details[2] == "Query q₂, weights α from the largest: sat 0.804, the 0.196."


def test_a_row_without_a_key_has_no_weights_and_says_why() -> None:
    details = lines(described(CROSS.with_changes(padding=frozenset(range(4)))).details)
    assert "Query q₂, weights α: none." in details
    assert "Every key is masked for q₁, q₂: zero weights and zero output." in details


def test_a_leak_is_told() -> None:
    scenario = CROSS.with_changes(padding=frozenset({1}), mask_as="zero_before")
    details = str(described(scenario).details)
    assert "hidden keys still get" in details
    assert "cat 0." in lines(details)[2]
    assert lines(described(scenario).hint)[0].startswith("Press A to pin this mistake")


def test_what_is_covered_is_said_to_be_and_no_more() -> None:
    description = described(CROSS, covered=frozenset({"scores", "weights"}))
    assert "Covered, so that you can guess: 1 Compare, 4 Softmax." in lines(description.play_area)
    details = lines(description.details)
    assert details == ["Query q₂, scores: covered.", "Query q₂, weights α: covered.", "Query q₂, output z: 2.50."]
    assert lines(description.hint)[0] == "Guess stage 1, Compare, then press N to reveal it."


def test_the_hint_asks_for_the_next_covered_stage() -> None:
    hint = described(PLAIN, covered=frozenset({"output", "weights"})).hint
    assert lines(hint)[0] == "Guess stage 4, Softmax, then press N to reveal it."


def test_what_is_pinned_is_told_with_what_was_changed_since() -> None:
    description = described(PLAIN.with_changes(temperature=2.0), pinned=PLAIN)
    assert "A is pinned" in str(description.play_area)
    assert "From A to B: Temperature 1 → 2." in lines(description.details)
    assert lines(description.hint)[0].startswith("Change one thing and read B − A.")


def test_fractions_are_said_beside_their_decimals() -> None:
    assert "k₁ 4/7 ≈ 0.571, k₃ 2/7 ≈ 0.286, k₂ 1/7 ≈ 0.143" in str(described(FRACTIONS).details)


def test_of_many_keys_and_components_the_first_are_named() -> None:
    generator = np.random.default_rng(5)
    pack = TensorPack(query=generator.normal(size=(20, 64)), key=generator.normal(size=(20, 64)), value=np.eye(20, 3))
    description = described(AttentionScenario(tensors=pack))
    assert lines(description.play_area)[3].count("and 8 more") == 2
    assert "and 52 more." in str(description.controls)
    assert lines(description.details)[1].endswith("and 8 more.")
    assert lines(description.details)[1].count("k") == 12


def test_layer_and_head_of_a_model_are_said() -> None:
    shape = (2, 3, 4, 2)
    pack = TensorPack(query=np.ones(shape), key=np.ones(shape), value=np.ones(shape), layers=(3, 11),
                      origin=Origin("real", "a model"))  # fmt: skip
    description = described(AttentionScenario(tensors=pack, layer=1, head=2))
    assert lines(description.controls)[:2] == ["Layer: 11.", "Head: 2."]
    assert lines(description.play_area)[0] == "The numbers are: real model, a model."


def test_weights_alone_have_nothing_to_set_and_are_described() -> None:
    scenario = AttentionScenario(tensors=TensorPack(weights=np.array([[0.25, np.nan], [0.5, 0.5]])))
    description = described(scenario)
    assert lines(description.controls) == ["These are weights without Q and K: they cannot be changed."]
    assert lines(description.play_area)[1].endswith("rows × columns: stage 4, Softmax: weights α 2 × 2.")
    assert lines(description.details)[0] == "Query q₁, weights α from the largest: k₁ 0.250."
    assert lines(description.hint)[0].startswith("Press Ctrl+D")


def test_a_pin_does_not_tell_covered_weights_of_a_file() -> None:
    packs = [TensorPack(weights=np.array([[number, 0.5]])) for number in (0.347, 0.123)]
    a, b = (AttentionScenario(tensors=pack) for pack in packs)
    description = described(b, pinned=a, covered=frozenset({"weights"}))
    assert not said_in(map(str, inside(description)))
    assert "From A to B: Numbers: 1 of 2 differ." in lines(description.details)


@settings(max_examples=25)
@given(distinctive(), st.frozensets(st.sampled_from(STAGES)))
def test_no_covered_number_is_described(scenario: AttentionScenario, names: frozenset[str]) -> None:
    result = compute(scenario)
    parts = [name for name in ("query", "key", "value", *STAGES) if name in result.matrices]
    hidden = {text for name in names.intersection(parts) for text in written(result, name)}
    seen = {text for name in set(parts) - names for text in written(result, name)}
    assert not (hidden - seen) & said_in(map(str, inside(described(scenario, covered=names))))


@settings(max_examples=60)
@given(
    scenarios(AttentionScenario), scenarios(AttentionScenario), st.frozensets(st.sampled_from(STAGES)), st.booleans()
)
def test_every_state_can_be_described(
    scenario: AttentionScenario, pinned: AttentionScenario, names: frozenset[str], turned: bool
) -> None:
    description = described(scenario, covered=names, pinned=pinned, orientation="columns" if turned else "rows")
    for part in vars(description).values():
        assert str(part)
        assert not [line for line in str(part).split(".\n") if not line.strip()]
