"""Covers: what is covered is nowhere in what is shown, and what is not stays as it is."""

import dataclasses
import itertools
import math
import re
from collections.abc import Iterable
from functools import partial

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from reachable import inside
from scenario_strategies import scenarios

from attnstudio.panels.attention import stages
from attnstudio.panels.attention.compute import AttentionResult, compute
from attnstudio.panels.attention.cover import STAGES, covered, explain_shown
from attnstudio.panels.attention.explain import explain
from attnstudio.panels.attention.scenario import AttentionScenario
from attnstudio.state.figures import NO_TEXT, alike
from attnstudio.state.message import format_number, format_significant
from attnstudio.state.tensors import TensorPack

SUBSETS = [frozenset(names) for size in range(6) for names in itertools.combinations(STAGES, size)]
NUMBER = re.compile(r"\d+\.\d+")
WITH = {"scores": (), "logits": (), "masked_logits": ("shift",), "weights": ("exp", "row_sums"), "output": ()}


def sizes(numbers: Iterable[float]) -> set[float]:
    """Return numbers without their signs; those that could be anything are left out."""
    return {abs(number) for number in numbers if math.isfinite(number) and not number.is_integer()}


def numbers_in(thing: object) -> set[float]:
    """Return all numbers that can be reached, in arrays or alone."""
    found: list[float] = []
    for part in inside(thing):
        if isinstance(part, np.ndarray):
            found.extend(part.ravel().tolist() if part.dtype.kind == "f" else ())
        elif isinstance(part, float):
            found.append(part)
    return sizes(found)


def told(result: AttentionResult) -> set[str]:
    """Return all numbers with a point in all texts of a Result and in the arithmetic of every cell."""
    texts = {part for part in inside(result) if isinstance(part, str)}
    for stage, matrix in result.matrices.items():
        texts.update(str(explain_shown(result, stage, i, j).text) for i, j in np.ndindex(matrix.shape))
    return said_in(texts)


def said_in(texts: Iterable[str]) -> set[str]:
    return {number for text in texts for number in NUMBER.findall(text)}


def numbers_of(result: AttentionResult, stage: str) -> set[float]:
    """Return the numbers that go with a stage, or with the vectors: their lengths and the scale belong to these."""
    arrays = [result.matrices[stage].values]
    given = getattr(result.scenario.tensors, stage, None)  # of which a fault shows other parts
    arrays += [] if given is None else [given]
    if result.stages is not None:
        arrays += [getattr(result.stages, name) for name in WITH.get(stage, ())]
        dial, scale = result.figures["dial"], result.stages.scale
        arrays += [dial.lengths, dial.shadows, np.array([dial.query_length, scale])] if stage == "query" else []
    return sizes(number for array in arrays for number in array.ravel().tolist())


def written(result: AttentionResult, stage: str) -> set[str]:
    """Return how the numbers of a stage stand on the screen, and those that are said of it."""
    ways = [repr, *(partial(format_significant, significant=n) for n in (4, 5, 6))]
    ways.append(partial(format_number, digits=result.matrices[stage].digits))
    if stage == "masked_logits":
        ways.append(partial(format_number, digits=1))  # of the shift
    texts = [way(number) for number in numbers_of(result, stage) for way in ways]
    if stage == "weights":
        said = (result.matrices[stage].row_notes, result.notices, result.captions["row_sums"])
        texts += [text for text in inside((*said, result.figures["bars"][-1])) if isinstance(text, str)]
    return {number for number in said_in(texts) if len(number) > 3}


@st.composite
def distinctive(draw: st.DrawFn) -> AttentionScenario:
    """Draw any Scenario and give it numbers that can be told from all others."""
    scenario: AttentionScenario = draw(scenarios(AttentionScenario))
    pack, generator = scenario.tensors, np.random.default_rng(draw(st.integers(0, 9999)))
    shapes = zip(("query", "key", "value", "weights"), pack.shapes, strict=True)
    top = draw(st.sampled_from([1.7, 9.0]))  # of which the large ones are shifted before the exponential
    arrays = {name: generator.uniform(0.2, top, shape) for name, shape in shapes if shape is not None}
    return scenario.with_changes(tensors=TensorPack(**arrays, layers=pack.layers), temperature=1.5)


@settings(max_examples=25, phases=[Phase.reuse, Phase.generate])  # there is nothing to shrink in random numbers
@given(distinctive())
def test_no_number_that_is_covered_can_be_found_in_what_is_shown(scenario: AttentionScenario) -> None:
    result = compute(scenario)
    parts = [name for name in ("query", "key", "value", *STAGES) if name in result.matrices]
    numbers = {name: numbers_of(result, name) for name in parts}
    texts = {name: written(result, name) for name in parts}
    for names in SUBSETS:
        shown = covered(result, names)
        for known, found in ((numbers, numbers_in(shown)), (texts, told(shown))):
            hidden = {item for stage in names.intersection(known) for item in known[stage]}
            seen = {item for stage in known.keys() - names for item in known[stage]}
            assert not (hidden - seen) & found, (names, (hidden - seen) & found)


PLAIN = AttentionScenario()
MASKED = AttentionScenario(custom=frozenset({(0, 1)}))
EMPTY = AttentionScenario(custom=frozenset({(0, 0), (0, 1), (0, 2)}))
FRACTIONS = AttentionScenario(base="2", divide_by="one")


def shown(scenario: AttentionScenario, *names: str) -> AttentionResult:
    return covered(compute(scenario), frozenset(names))


def test_the_stages_that_can_be_covered_are_those_of_the_formula() -> None:
    assert [stage.name for stage in stages.STAGES] == list(STAGES)


@pytest.mark.parametrize("name", STAGES)
def test_a_cover_takes_one_stage_and_leaves_the_others_as_they_are(name: str) -> None:
    whole = compute(MASKED)
    result = covered(whole, {name})
    for stage, matrix in result.matrices.items():
        hidden = stage == name or (stage, name) == ("exp", "weights")
        assert matrix.covered == hidden
        assert matrix.shape == whole.matrices[stage].shape
        assert np.isnan(matrix.values).all() if hidden else matrix is whole.matrices[stage]
        assert not matrix.values.flags.writeable
    assert result.scenario == MASKED
    assert result.captions.keys() >= {"origin", "shapes", "divide", "softmax"}


def test_the_figures_are_covered_with_the_stage_that_they_show() -> None:
    bars = {name: [group.covered for group in shown(MASKED, name).figures["bars"]] for name in STAGES}
    nothing = [False] * 3
    assert bars == {"scores": nothing, "logits": nothing, "masked_logits": [True, False, False],
                    "weights": [False, True, True], "output": nothing}  # fmt: skip
    plane = shown(MASKED, "weights").figures["plane"]
    assert (plane.weights_covered, plane.output_covered, plane.caption) == (True, False, NO_TEXT)
    assert str(plane.output_label) == str(compute(MASKED).figures["plane"].output_label)
    plane = shown(MASKED, "output").figures["plane"]
    assert (plane.weights_covered, plane.output_covered, plane.output_label) == (False, True, NO_TEXT)
    assert plane.caption == NO_TEXT
    assert np.isnan(plane.output).all()
    dial, whole = shown(MASKED, "scores").figures["dial"], compute(MASKED).figures["dial"]
    assert [str(reading) for reading in dial.readings] == ["k₁ 0°", "k₂ 90°", "k₃ 60°"]
    assert alike(dataclasses.replace(dial, readings=whole.readings, caption=whole.caption), whole)
    assert dial.caption == NO_TEXT
    assert alike(shown(MASKED, "logits", "masked_logits", "weights", "output").figures["dial"], whole)


def test_a_dial_of_a_zero_vector_has_no_angle_to_tell() -> None:
    pack = PLAIN.tensors.with_row("key", 1, [0.0] * 4)
    readings = shown(AttentionScenario(tensors=pack), "scores").figures["dial"].readings
    assert [str(reading) for reading in readings] == ["k₁ 0°", "k₂", "k₃ 60°"]


@pytest.mark.parametrize("scenario", [MASKED, EMPTY], ids=["one key", "every key"])
def test_which_keys_are_masked_goes_with_the_masked_logits(scenario: AttentionScenario) -> None:
    for names in (("masked_logits", "weights", "output"), STAGES):
        result = shown(scenario, *names)
        assert {result.matrices[name].blocked is None for name in ("masked_logits", "exp", "weights")} == {True}
        assert {result.matrices[name].void_rows for name in ("masked_logits", "weights", "output")} == {frozenset()}
        assert {group.blocked is None for group in result.figures["bars"]} == {True}
        assert (result.figures["plane"].hull, result.notices) == ((), ())
        assert not [matrix.row_notes for matrix in result.matrices.values() if any(matrix.row_notes)]
    result = shown(scenario, "weights")
    assert result.matrices["weights"].blocked is result.matrices["masked_logits"].blocked is not None
    assert result.figures["plane"].hull == compute(scenario).figures["plane"].hull


def test_without_a_mask_the_hull_stays_to_guess_by() -> None:
    assert (
        shown(AttentionScenario(), *STAGES).figures["plane"].hull == compute(AttentionScenario()).figures["plane"].hull
    )


@pytest.mark.parametrize("way", ["before", "zero_before", "zero_after"])
def test_covered_weights_do_not_say_what_they_sum_to(way: str) -> None:
    scenario = MASKED.with_changes(mask_as=way)
    whole, result = compute(scenario), shown(scenario, "weights")
    weights = result.matrices["weights"]
    assert (weights.subtitle, weights.turned_subtitle, weights.row_notes) == (NO_TEXT, NO_TEXT, ())
    assert "row_sums" in whole.captions
    assert "row_sums" not in result.captions
    assert (result.notices, result.quantities) == ((), {})
    assert bool(whole.notices) == (way != "before")
    assert shown(scenario, "scores").captions == whole.captions
    assert shown(scenario, "scores").quantities == whole.quantities


def test_what_was_subtracted_before_the_exponential_goes_with_the_masked_logits() -> None:
    pack = PLAIN.tensors.with_row("query", 0, [90.0] * 4)
    scenario = AttentionScenario(tensors=pack)
    assert "after − 90.0" in str(compute(scenario).figures["bars"][1].caption)
    assert shown(scenario, "masked_logits").figures["bars"][1].caption == NO_TEXT
    assert "after − 90.0" in str(shown(scenario, "scores").figures["bars"][1].caption)


def test_fractions_are_covered_with_the_numbers() -> None:
    texts = [text for text in inside(compute(FRACTIONS)) if isinstance(text, str)]
    assert "4/7" in texts
    result = shown(FRACTIONS, *STAGES)
    assert not [text for text in inside(result) if isinstance(text, str) and "/" in text]


def test_covers_look_the_same_whatever_is_under_them() -> None:
    one, other = (
        AttentionScenario(),
        AttentionScenario(tensors=AttentionScenario().tensors.with_cell("key", 0, 0, 1.07)),
    )
    results = [shown(scenario, *STAGES) for scenario in (one, other)]
    for name in ("weights", "exp", "output"):
        a, b = (result.matrices[name] for result in results)
        assert alike(a, dataclasses.replace(b, digits=a.digits))
    a, b = (result.figures["bars"] for result in results)
    assert alike(a, tuple(dataclasses.replace(group, digits=same.digits) for group, same in zip(b, a, strict=True)))
    assert alike(*(result.figures["plane"] for result in results))


def test_weights_of_a_file_are_covered_in_the_scenario_too() -> None:
    pack = TensorPack(weights=np.array([[[0.25, 1.75], [0.5, 0.5]]]))
    result = shown(AttentionScenario(tensors=pack), "weights", "scores")
    assert not numbers_in(result)
    assert not told(result)
    assert (result.scenario.tensors.T_q, result.scenario.tensors.n_heads, result.stages) == (2, 1, None)
    assert shown(AttentionScenario(tensors=pack), "scores").scenario.tensors is pack


@pytest.mark.parametrize(
    ("names", "told_of"),
    [
        ((), {"query", "scores", "logits", "masked_logits", "exp", "weights", "output"}),
        (("scores",), {"query", "masked_logits", "exp", "weights", "output"}),
        (("logits",), {"query", "scores", "exp", "weights", "output"}),
        (("masked_logits",), {"query", "scores", "logits", "output"}),
        (("weights",), {"query", "scores", "logits", "masked_logits"}),
        (("output",), {"query", "scores", "logits", "masked_logits", "exp", "weights"}),
        (STAGES, {"query"}),
    ],
    ids=["nothing", *STAGES, "all"],
)
def test_arithmetic_is_told_only_where_neither_result_nor_operands_are_covered(
    names: tuple[str, ...], told_of: set[str]
) -> None:
    result = shown(MASKED, *names)
    told_stages = {"query", "scores", "logits", "masked_logits", "exp", "weights", "output"}
    for stage in told_stages:
        for i, j in np.ndindex(result.matrices[stage].shape):
            explanation, whole = explain_shown(result, stage, i, j), explain(compute(MASKED), stage, i, j)
            assert str(explanation.text) == (str(whole.text) if stage in told_of else "covered: make your guess first")
            assert explanation.operands == whole.operands
