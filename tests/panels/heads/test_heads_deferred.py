"""What of a Result of the Heads panel is made only when it is wanted, and that nothing differs for that."""

import numpy as np
import pytest

from attnstudio.core.softmax import exponents_of, plain_limit, softmax_stages, weights_at
from attnstudio.panels.heads import large_head, matrices, quantities
from attnstudio.panels.heads.compute import compute
from attnstudio.panels.heads.findings import MEASURES, findings, question_of
from attnstudio.panels.heads.scenario import HeadsScenario
from attnstudio.panels.heads.weights import all_weights, masked_row, way_of
from attnstudio.state.deferred import Deferred, DeferredEach

RNG = np.random.default_rng(3)


def test_what_is_deferred_is_made_once_and_only_when_it_is_wanted():
    made = []
    each = DeferredEach({name: lambda name=name: made.append(name) or name.upper() for name in "ab"})
    whole = Deferred(lambda: made.append("all") or {"c": 3})
    assert list(each) == ["a", "b"]
    assert "a" in each
    assert "c" not in each
    assert made == []
    assert [each["b"], each["b"], whole["c"], whole.get("d")] == ["B", "B", 3, None]
    assert made == ["b", "all"]
    assert dict(each) == {"a": "A", "b": "B"}
    with pytest.raises(KeyError):
        each["c"]


def test_a_step_of_a_slider_makes_neither_stages_nor_the_way_through_all_heads(monkeypatch):
    def refuse(*_):
        raise AssertionError("nobody asked for it")

    for module, name in ((large_head, "head_stages"), (matrices, "joined_matrices"), (quantities, "_of_all_heads")):
        monkeypatch.setattr(module, name, refuse)
    result = compute(HeadsScenario(temperature=1.23))
    assert {"logits", "output", "concat", "map"} <= set(result.matrices)
    assert len(result.figures["effects"]) == 4
    with pytest.raises(AssertionError, match="nobody"):
        result.matrices["concat"]


@pytest.mark.parametrize("changes", [{}, {"source": "smollm2", "sentence": "bank", "temperature": 0.3}], ids=str)
def test_measures_of_a_layer_are_those_of_all_heads(changes):
    scenario = HeadsScenario(**changes)
    found, every = findings(scenario), question_of(scenario).answers(all_weights(way_of(scenario)))
    for layer in range(scenario.data.pack.n_layers):
        np.testing.assert_allclose(found.of_layer(layer), every[layer], rtol=1e-6)
    for place, name in enumerate(MEASURES):
        np.testing.assert_allclose(found.of(name), every[..., place], rtol=1e-6)


def test_the_effects_start_from_the_logits_of_the_stages():
    for scenario in (HeadsScenario(), HeadsScenario(source="smollm2", undo_positions=True, hide_first=True)):
        stages = compute(scenario).stages
        assert stages is not None
        np.testing.assert_array_equal(masked_row(scenario), stages.masked_logits[scenario.query_index])


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("size", [1, 40])
@pytest.mark.parametrize("temperature", [0.05, 1.0, 7.0])
def test_weights_at_a_temperature_are_those_of_the_stages(dtype, size, temperature):
    logits = (size * RNG.standard_normal((2, 5, 6))).astype(dtype)
    allowed = np.tri(5, 6, dtype=bool)
    allowed[2] = False
    for mask in (None, allowed):
        made = weights_at(exponents_of(logits, mask, plain_limit(logits.dtype, temperature)), temperature)
        np.testing.assert_array_equal(made, softmax_stages(logits, mask, temperature).weights)
        assert made.dtype == dtype
