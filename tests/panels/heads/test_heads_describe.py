"""The panel in words."""

import pytest
from head_scenarios import OTHERS, head

from attnstudio.panels.heads.compute import compute
from attnstudio.panels.heads.cover import covered
from attnstudio.panels.heads.describe import describe
from attnstudio.panels.heads.scenario import HeadsScenario
from attnstudio.panels.heads.stages import STAGES
from attnstudio.state.scene import PanelState


def described(scenario, pinned=None):
    return describe(compute(scenario), PanelState(scenario, pinned=pinned))


def test_the_default_in_words():
    description = described(HeadsScenario())
    assert "The heads are: all-MiniLM-L6-v2: “The cat sat on the mat because it was tired”." in str(
        description.play_area
    )
    assert "Layer 3: 12 heads, one small map each: head 0 entropy 0.61, head 1 word → subject" in str(
        description.play_area
    )
    assert "layers × heads 6 × 12" in str(description.play_area)
    assert "Divide by: √d_k = √32." in str(description.controls)
    assert "it looks, from the largest weight: cat 0.487, [CLS] 0.201, mat 0.137" in str(description.details)
    assert "Best heads: 0.2 1.00, 2.11 0.34" in str(description.details)
    assert "Head 1: previous 0.04" in str(description.details)
    assert "The bill, this layer, 12 × 12 × 12: 1,728 scores" in str(description.details)


@pytest.mark.parametrize("changes", OTHERS.values(), ids=OTHERS.keys())
def test_every_kind_of_scenario_can_be_told(changes):
    description = described(HeadsScenario(**changes))
    for part in (description.play_area, description.controls, description.details, description.hint):
        assert "{" not in str(part)
        assert "nan" not in str(part)
        assert "no value" not in str(part)
        assert str(part)


def test_controls_are_told_by_the_number_that_the_model_gives_a_layer():
    controls = str(described(head("smollm2", "13.8", temperature=0.354)).controls)
    assert "Layer: 13." in controls
    assert "Temperature: 0.354." in controls
    assert "Heads h" not in controls
    toy = str(described(HeadsScenario(source="toy", bill_tokens=8192)).controls)
    assert "Keys and values: each its own." in toy
    assert "Tokens of the bill: 8,192." in toy
    assert "Sentence" not in toy
    assert "Try on" not in toy


def test_controls_without_effect_are_said_to_be():
    controls = str(described(HeadsScenario(**OTHERS["own weights"])).controls)
    assert "Mask: causal, without effect here." in controls
    assert "Divide by: √d_k, without effect here." in controls
    assert "Undo rotary positions: on, without effect here." in str(
        described(HeadsScenario(undo_positions=True)).controls
    )


@pytest.mark.parametrize(("scenario", "hint"), [
    (HeadsScenario(divide_by="sqrt_d_model"), "Divide by √d_k instead"),
    (HeadsScenario(source="toy"), "Change the number of heads"),
    (HeadsScenario(source="smollm2"), "Undo the rotary positions"),
    (HeadsScenario(find="first"), "one sentence proves nothing"),
    (HeadsScenario(), "looks at the first token"),
    (HeadsScenario(**OTHERS["own weights"]), "Ctrl+D"),
])  # fmt: skip
def test_the_hint_follows_what_is_shown(scenario, hint):
    assert hint in str(described(scenario).hint)


def test_the_hint_under_covers_asks_for_the_first_of_them():
    scenario = HeadsScenario()
    names = frozenset({"effects", "map"})
    description = describe(covered(compute(scenario), names), PanelState(scenario, covered=names))
    assert str(description.hint).startswith(f"Guess stage 3, {STAGES[2].title}, then press N")
    assert f"so that you can guess: 3 {STAGES[2].title}, 4 {STAGES[3].title}" in str(description.play_area)
    assert "best heads: covered." in str(description.details)
    assert "it looks, from the largest weight: cat 0.487" in str(description.details)


def test_what_was_changed_from_what_is_pinned_is_told():
    description = described(HeadsScenario(head=2), pinned=HeadsScenario())
    assert "From A to B: " in str(description.details)
    assert "A is pinned" in str(description.play_area)
    assert "Change one thing" in str(description.hint)
