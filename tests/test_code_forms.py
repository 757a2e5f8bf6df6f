"""The lines of the Code tab do what the screen shows: each form is run on its arrays, every shape is the real one."""

import ast
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scenario_strategies import scenarios

from attnstudio import catalog
from attnstudio.catalog import PANELS
from attnstudio.core.attention import scaled_dot_product_attention
from attnstudio.core.heads import merge_heads
from attnstudio.core.masks import causal_mask, combine_masks
from attnstudio.core.positions import rotary
from attnstudio.core.score_laws import score_law
from attnstudio.panels.attention.broken import ROLES, active
from attnstudio.panels.attention.faults import RATE
from attnstudio.panels.attention.scenario import AttentionScenario, mask_way, may_attend
from attnstudio.panels.heads.scenario import HeadsScenario
from attnstudio.panels.scaling.samples import Sample, Source, rows_of
from attnstudio.panels.scaling.scenario import ScalingScenario
from attnstudio.state.code_lines import NUMBER, CodeForm, CodeLine, shape, softmax_lines
from attnstudio.state.code_lines import given as there
from attnstudio.state.message import Message
from attnstudio.state.tensors import TensorPack

MOST_LETTERS = 74  # of a statement: two lines of a pane 280 pixels wide, and a bit
slowly = settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
each_panel = pytest.mark.parametrize("spec", PANELS, ids=lambda spec: spec.name)


def size_of(shape: str) -> tuple[int, ...]:
    """Return the sizes that a comment states."""
    if shape == NUMBER:
        return ()
    sizes = ast.literal_eval(shape.partition(" = ")[2])
    assert len(shape.partition(" = ")[0].strip("()").rstrip(",").split(", ")) == len(sizes), shape
    return sizes


def made_by(line: CodeLine) -> str:
    name = re.match(r"(?:# )?(\w+)", line.text)
    assert name is not None, line.text
    return name[1]


def run(form: CodeForm, arrays: dict[str, Any]) -> dict[str, Any]:
    """Run a form line by line, and compare each shape that it states with what there is then.

    Returns
    -------
    dict
        What each line had made when it was done, the last of a name.
    """
    names = {name: np.array(array) for name, array in arrays.items()}
    left = {}
    for line in form.lines:
        name = made_by(line)
        if not line.text.startswith("#"):
            exec(compile(line.text, form.name, "exec"), {"np": np}, names)
            left[name] = np.array(names[name]) if line.shape else names[name]
        if line.shape:
            assert np.shape(names[name]) == size_of(line.shape), f"{form.name}: {line}"
    return left


def named(panel: str, scenario: Any, result: Any) -> dict[str, CodeForm]:
    forms = catalog.code(panel, scenario, result)
    assert len({form.name for form in forms}) == len(forms)
    return {form.name: form for form in forms}


def near(made: Any, shown: Any, tolerance: float) -> None:
    np.testing.assert_allclose(made, shown, rtol=0, atol=tolerance)


def doubles(pack: TensorPack) -> TensorPack:
    """Return a pack with the same numbers in float64, none above 3: as those that are set by hand."""
    roles = ("query", "key", "value") if pack.has_vectors else ("weights",)
    return replace(pack, **{role: np.clip(pack.whole(role).astype(np.float64), -3, 3) for role in roles})


def tolerance(stages: Any) -> float:
    """Return 1e-12, and more where softmax makes rounding larger: by as much as its exponents are larger than 1."""
    logits = np.abs(stages.logits).max(initial=0.0)
    eps = np.finfo(stages.query.dtype).eps / np.finfo(np.float64).eps
    return float(1e-12 * eps * max(1.0, logits / stages.temperature))


def place_of(scenario: AttentionScenario) -> tuple[int, int]:
    return scenario.layer_index, scenario.head_index


def attention_arrays(scenario: AttentionScenario, stages: Any) -> dict[str, Any]:
    """Return the arrays that comments of the Attention code name."""
    on, pack, layer = may_attend(scenario), scenario.tensors, scenario.layer_index
    arrays = {"query": stages.query, "key": stages.key, "value": stages.value}
    if on:
        arrays["allowed"] = combine_masks(*on.values())
    if active(scenario) == "padding" and len(on) > 1:
        arrays["allowed"] = combine_masks(*(mask for name, mask in on.items() if name != "padding"))
    if "custom" in on:
        arrays["painted"] = ~on["custom"]
    if pack.n_heads > 1:
        heads = {
            role: pack.whole(role)[pack.place(pack.whole(role), layer, 0)[:-1]] for role in arrays if role in ROLES
        }
        every = scaled_dot_product_attention(**heads, mask=combine_masks(*on.values()), scale=scenario.scale)
        arrays |= {"all_logits": every.masked_logits}
        arrays |= {f"all_{role}": merge_heads(array) for role, array in heads.items()}
    return arrays


@slowly
@given(scenarios(AttentionScenario))
def test_attention_code_gives_what_the_screen_shows_whatever_divides_masks_or_goes_wrong(
    scenario: AttentionScenario,
) -> None:
    scenario = scenario.with_changes(tensors=doubles(scenario.tensors))
    result = catalog.compute("attention", scenario)
    forms = named("attention", scenario, result)
    if result.stages is None:
        weights = result.matrices["weights"].values
        near(run(forms["screen"], {"weights": weights})["row_sums"], np.nansum(weights, axis=1), 1e-12)
        return
    if scenario.hide_fault:  # the code must not tell it
        scenario = scenario.beside
        result = catalog.compute("attention", scenario)
    made = run(forms["screen"], attention_arrays(scenario, result.stages))
    for name in AttentionScenario.stages:
        near(made[name], result.matrices[name].values, tolerance(result.stages))


def several_heads(**changes: Any) -> AttentionScenario:
    """Return a Scenario in which every fault has a hold: grouped heads, as many queries as keys, masks."""
    drawn = np.random.default_rng(3)
    pack = TensorPack(
        query=drawn.standard_normal((4, 5, 3)),
        key=drawn.standard_normal((2, 5, 3)),
        value=drawn.standard_normal((2, 5, 2)),
    )
    return AttentionScenario(tensors=pack, head=2, **{"causal": "top-left", "padding": frozenset({3}), **changes})


FAULTY = [name for name, _ in AttentionScenario.specs()["fault"].options if name != "none"]


@pytest.mark.parametrize("fault", FAULTY)
@pytest.mark.parametrize(
    "masks", [{}, {"causal": "off"}, {"temperature": 0.5, "base": "2", "custom": frozenset({(0, 0)})}]
)
def test_a_broken_attention_has_its_wrong_lines_marked_and_they_give_the_numbers_of_the_screen(
    fault: str, masks: dict[str, Any]
) -> None:
    scenario = several_heads(fault=fault, **masks)
    result = catalog.compute("attention", scenario)
    form = catalog.code("attention", scenario, result)[0]
    made = run(form, attention_arrays(scenario, result.stages))
    for name in AttentionScenario.stages:
        near(made[name], result.matrices[name].values, tolerance(result.stages))
    wrong = [line for line in form.lines if line.wrong]
    assert wrong
    assert all("# wrong! " in str(line) for line in wrong)
    assert "Wrong on purpose" in str(form.note)


@pytest.mark.parametrize("fault", FAULTY)
def test_of_a_fault_that_is_to_be_found_the_code_tells_nothing(fault: str) -> None:
    scenario, hidden = several_heads(hide_fault=True), several_heads(hide_fault=True, fault=fault)
    forms = [catalog.code("attention", each, catalog.compute("attention", each)) for each in (scenario, hidden)]
    assert forms[0] == forms[1]
    assert not any(line.wrong for form in forms[1] for line in form.lines)


@slowly
@given(scenarios(AttentionScenario))
def test_one_query_in_a_soft_lookup_gets_what_attention_gives_it_without_a_mask(scenario: AttentionScenario) -> None:
    scenario = scenario.with_changes(tensors=doubles(scenario.tensors))
    result = catalog.compute("attention", scenario)
    if result.stages is None:
        return
    i, arrays = scenario.query_index, {role: scenario.tensors.array(role, *place_of(scenario)) for role in ROLES}
    plain = scaled_dot_product_attention(
        arrays["query"], arrays["key"], arrays["value"], scale=scenario.scale, temperature=scenario.softmax_temperature
    )
    forms = named("attention", scenario, result)
    soft, hard = run(forms["soft"], arrays), run(forms["hard"], arrays)
    for name in ("scores", "logits", "weights", "output"):
        near(soft[name], getattr(plain, name)[i], tolerance(plain))
        if not may_attend(scenario) and not scenario.breaking:
            near(soft[name], result.matrices[name].values[i], tolerance(plain))
    assert hard["scores"][hard["best"]] == hard["scores"].max()
    np.testing.assert_array_equal(hard["output"], plain.value[hard["best"]])


@slowly
@given(scenarios(AttentionScenario))
def test_attention_with_mask_makes_the_masks_of_the_screen_or_else_a_causal_one(scenario: AttentionScenario) -> None:
    scenario = scenario.with_changes(tensors=doubles(scenario.tensors))
    result = catalog.compute("attention", scenario)
    if result.stages is None:
        return
    pack, on = scenario.tensors, may_attend(scenario)
    arrays: dict[str, Any] = {role: pack.array(role, *place_of(scenario)) for role in ROLES}
    if "custom" in on:
        arrays["painted"] = ~on["custom"]
    allowed = combine_masks(*on.values()) if on else causal_mask(pack.T_q, pack.T_k, "top-left")
    right = scaled_dot_product_attention(
        arrays["query"], arrays["key"], arrays["value"], mask=allowed, scale=scenario.scale,
        temperature=scenario.softmax_temperature,
    )  # fmt: skip
    made = run(named("attention", scenario, result)["mask"], arrays)
    np.testing.assert_array_equal(made["allowed"], allowed)
    for name in ("logits", "masked_logits", "weights", "output"):
        near(made[name], getattr(right, name), tolerance(right))
        if may_attend(scenario) and mask_way(scenario) == "before" and not scenario.breaking:
            near(made[name], result.matrices[name].values, tolerance(right))


@slowly
@given(scenarios(ScalingScenario))
def test_scaling_code_gives_the_row_and_the_measures_of_all_rows(scenario: ScalingScenario) -> None:
    scenario = scenario.with_changes(pairs=min(scenario.pairs, 400), d_k=min(scenario.d_k, 64))
    result = catalog.final("scaling", scenario)
    forms, row = named("scaling", scenario, result), result.row
    assert next(iter(forms)) == ("row" if scenario.textbook else "samples")
    made = run(forms["row"], {"scores": row.scores[0], "query": row.query, "key": row.keys})
    size = 1e-12 * max(1.0, np.abs(row.divided.logits).max())
    for name in ("logits", "weights"):
        near(made[name], result.matrices[name].values[0], size)
    near(made["jacobian"], row.divided.jacobian, size)
    by_query = scenario.gradient == "query" and not scenario.textbook
    norm = row.divided.query_norm if by_query else row.divided.logit_norm
    assert made["gradient"] == pytest.approx(
        norm, rel=1e-9, abs=size * max(1.0, 0 if row.keys is None else np.abs(row.keys).max())
    )
    scores = rows_of(Sample(Source.of(scenario), scenario.d_k, scenario.n_rows)).scores
    made = run(forms["rows"], {"scores": scores})
    for name in ("spread", "max_weight", "frozen_share"):
        assert made[name] == pytest.approx(result.quantities[name], rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("distribution", ["normal", "uniform", "signs"])
@pytest.mark.parametrize(("correlation", "mean"), [(0.0, 0.0), (0.5, 0.0), (-0.8, 0.0), (-0.5, 1.5)])
@pytest.mark.parametrize("divide_by", ["one", "sqrt_d_model"])
def test_samples_that_the_code_draws_spread_as_the_closed_form_says(
    distribution: str, correlation: float, mean: float, divide_by: str
) -> None:
    scenario = ScalingScenario(
        d_k=16, pairs=60_000, distribution=distribution, correlation=correlation, mean=mean, divide_by=divide_by
    )
    made = run(named("scaling", scenario, catalog.compute("scaling", scenario))["samples"], {})
    law = score_law(scenario.components, scenario.d_k).spread / scenario.divisor
    assert made["spread"] == pytest.approx(law, rel=0.03)  # of 20,000 rows; five standard errors of the worst


def heads_of(scenario: HeadsScenario) -> dict[str, Any]:
    """Return the layer on the screen in the type that it is computed in: query, key and value with their heads."""
    pack, layer = scenario.data.pack, scenario.layer_index
    arrays = {role: pack.whole(role) for role in ("query", "key", "value")}
    dtype = np.result_type(*arrays.values(), np.float32)
    made = {role: a[pack.place(a, layer, 0)[:-1]].astype(dtype) for role, a in arrays.items()}
    if scenario.positions_undone:
        theta, pairs = pack.rope_theta or 1.0, scenario.data.rope_pairs
        made |= {role: rotary(made[role], theta, inverse=True, pairs=pairs) for role in ("query", "key")}
    return made


@slowly
@given(scenarios(HeadsScenario))
def test_heads_code_gives_the_large_head_and_all_heads_side_by_side(scenario: HeadsScenario) -> None:
    scenario = scenario.with_changes(tensors=doubles(scenario.tensors), T=min(scenario.T, 6), try_all=False)
    result = catalog.compute("heads", scenario)
    forms, shown = named("heads", scenario, result), result.matrices
    if result.stages is None:
        pack = scenario.data.pack
        stored = pack.array("weights", scenario.layer_index, scenario.head_index).astype(np.float64)
        made = run(forms["screen"], {"weights": stored})
        near(made.get("weights", stored), shown["weights"].values, 1e-12)
        return
    stages, size = result.stages, tolerance(result.stages)
    arrays = {"query": stages.query, "key": stages.key, "value": stages.value}
    allowed = {} if scenario.allowed is None else {"allowed": scenario.allowed}
    made = run(forms["screen"], arrays | allowed)
    alike = {"logits", "masked_logits", "weights", "output"} & set(made)
    for name in alike - ({"masked_logits"} if scenario.hide_first else set()):
        near(made[name], shown[name].values, size * (1e3 if scenario.hide_first else 1))
    if "undo" in forms:
        turned = {role: scenario.data.pack.array(role, scenario.layer_index, scenario.head_index) for role in arrays}
        undone = run(forms["undo"], {"query": turned["query"].astype(np.float64)})["query"]
        near(undone, shown["query"].values, 1e-12 if stages.query.dtype == np.float64 else 1e-3)
    if "attend" in forms and "concat" in shown and scenario.data.toy is None:
        outputs = run(forms["attend"], heads_of(scenario) | allowed)["output"]
        near(outputs[scenario.head_index], shown["output"].values, size)
        near(run(forms["join"], {"output": outputs})["concat"], shown["concat"].values, 10 * size)


@slowly
@given(scenarios(HeadsScenario))
def test_a_toy_goes_from_its_tokens_to_the_joined_output_in_code(scenario: HeadsScenario) -> None:
    scenario = scenario.with_changes(source="toy", T=min(scenario.T, 6), d_k=min(scenario.d_k, 16))
    result = catalog.compute("heads", scenario)
    toy, shown, item = scenario.data.toy, result.matrices, min(scenario.batch_item, scenario.B - 1)
    forms, size = named("heads", scenario, result), 10 * tolerance(result.stages)
    made = run(forms["projections"], {"x": toy.x, "W_q": toy.w_q, "W_k": toy.w_k, "W_v": toy.w_v})
    allowed = {} if scenario.allowed is None else {"allowed": scenario.allowed}
    attended = run(forms["attend"], {role: made[role] for role in ("query", "key", "value")} | allowed)
    near(made["query"][item, scenario.head_index], shown["query"].values, size)
    near(attended["output"][item, scenario.head_index], shown["output"].values, size)
    joined = run(forms["join"], {"output": attended["output"], "W_o": toy.w_o})
    near(joined["concat"][item], shown["concat"].values, size)
    near(joined["joined"][item], shown["joined"].values, 10 * size)


@pytest.mark.parametrize("source", ["minilm", "smollm2"])
@pytest.mark.parametrize("undone", [False, True])
def test_a_real_head_is_computed_again_by_its_code(source: str, undone: bool) -> None:
    scenario = HeadsScenario(source=source, undo_positions=undone)
    result = catalog.compute("heads", scenario)
    forms = named("heads", scenario, result)
    assert ("undo" in forms) is (undone and source == "smollm2")
    made = run(forms["screen"], {
        role: getattr(result.stages, role) for role in ("query", "key", "value")
    } | ({} if scenario.allowed is None else {"allowed": scenario.allowed}))  # fmt: skip
    near(made["weights"], result.matrices["weights"].values, 1e-5)
    assert "float32" in str(forms["screen"].note)


@each_panel
@settings(max_examples=20, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data())
def test_covers_change_no_word_of_the_code_and_it_holds_no_number_that_is_computed(spec: Any, data: Any) -> None:
    scenario = data.draw(scenarios(spec.scenario))
    result = catalog.compute(spec.name, scenario)
    everything = frozenset(spec.scenario.stages)
    forms = catalog.code(spec.name, scenario, result)
    assert catalog.code(spec.name, scenario, catalog.cover(spec.name, result, everything)) == forms
    for form in forms:
        for line in form.lines:
            assert line.stage in ("", *spec.scenario.stages)
            assert "." not in re.sub(r"\b\d+(\.\d+)?(e[-+]?\d+)?\b", lambda m: _set_by_hand(m[0], scenario), line.shape)
            for number in re.findall(r"(?<![\w.])\d+\.\d+(?:e[-+]?\d+)?", line.text):
                _set_by_hand(number, scenario)


def _set_by_hand(number: str, scenario: Any) -> str:
    """Return a whole number; of another one that it stands in the Scenario, or for ±1, 2ˣ, a root or a limit."""
    allowed = {repr(abs(v)) for v in vars(scenario).values() if isinstance(v, float)} | {"1.0", "2.0", "0.5", "0.99"}
    if isinstance(scenario, AttentionScenario) and scenario.fault == "dropout":
        allowed |= {repr(RATE), repr(1 - RATE)}
    if isinstance(scenario, HeadsScenario):
        allowed.add(repr(scenario.data.pack.rope_theta))
    assert "." not in number or number in allowed, number
    return ""


@each_panel
def test_every_panel_has_short_lines_of_which_the_first_form_lights_its_stages(spec: Any) -> None:
    scenario = spec.scenario()
    forms = catalog.code(spec.name, scenario, catalog.compute(spec.name, scenario))
    assert len(forms) >= 3
    for form in forms:
        statements = [line for line in form.lines if not line.text.startswith("#")]
        assert 2 <= len(statements) <= 8 or form.name == "join"
        assert all(len(line.text) <= MOST_LETTERS for line in statements), form.name
        assert any(line.stage for line in form.lines) or form.name == "hard", form.name
        assert str(form.title)


def test_attention_has_a_line_for_each_of_its_stages() -> None:
    scenario = AttentionScenario()
    lines = catalog.code("attention", scenario, catalog.compute("attention", scenario))[0].lines
    assert {line.stage for line in lines if line.stage} == set(AttentionScenario.stages)


def test_a_line_says_its_shape_as_a_comment_and_an_array_that_is_there_is_one() -> None:
    assert shape(T_q=1, d_k=4) == "(T_q, d_k) = (1, 4)"
    assert shape(T_k=3) == "(T_k,) = (3,)"
    assert shape() == "one number"
    assert str(CodeLine("q = query[0]", shape(d_k=4))) == "q = query[0]  # (d_k,) = (4,)"
    assert str(there("query", shape(T_q=1, d_k=4))) == "# query: (T_q, d_k) = (1, 4)"
    assert str(CodeLine("best = 1")) == "best = 1"


def test_softmax_of_a_row_without_a_key_is_zero_and_nobody_is_warned() -> None:
    lines = softmax_lines("logits", {"T_q": 2, "T_k": 2}, temperature=0.5, empty=True)
    made = run(CodeForm("softmax", Message("softmax"), lines), {"logits": [[-np.inf, -np.inf], [1000.0, 1000.0]]})
    np.testing.assert_array_equal(made["weights"], [[0, 0], [0.5, 0.5]])
