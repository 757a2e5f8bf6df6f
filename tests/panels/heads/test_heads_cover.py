"""Covers: what is covered is nowhere in what is shown, and what is not stays as it is."""

import dataclasses
import functools
import itertools
import math
import re

import numpy as np
import pytest
from head_scenarios import OTHERS, WEIGHTS_ALONE, head
from reachable import inside

from attnstudio.panels.heads.compute import compute
from attnstudio.panels.heads.cover import COVERED, OF_STAGES, covered, explain_shown
from attnstudio.panels.heads.describe import describe
from attnstudio.panels.heads.scenario import HeadsScenario, from_tensors
from attnstudio.panels.heads.stages import NAMES, STAGES
from attnstudio.state.arithmetic import number, result_of
from attnstudio.state.figures import NO_TEXT
from attnstudio.state.message import format_number
from attnstudio.state.scene import PanelState
from attnstudio.state.tensors import TensorPack

SUBSETS = [frozenset(names) for size in range(6) for names in itertools.combinations(NAMES, size)]
GIVEN = ("query", "key", "value", "x", "w_q", "w_k", "w_v", "w_o")  # what the stages are computed from
NUMBER = re.compile(r"\d+\.\d{3,}")
each_subset = pytest.mark.parametrize("names", SUBSETS, ids=lambda names: "+".join(sorted(names)) or "none")
RNG = np.random.default_rng(8)
SMALL = {
    "toy": HeadsScenario(source="toy", T=5, n_heads=3, d_k=4, head=1, selected_query=3, mask="causal"),
    "pair": HeadsScenario(source="toy", T=5, n_heads=3, d_k=4, head=1, find="pair", hide_first=True),
    "weights": from_tensors(TensorPack(weights=RNG.uniform(0.1, 0.3, (2, 3, 4, 4)), layers=(2, 5))),
    "minilm": head("minilm", "3.1", find="pair"),
}


def numbers_in(thing):
    """Return the sizes of all numbers that can be reached; those that could be anything are left out."""
    found = []
    for part in inside(thing):
        if isinstance(part, np.ndarray):
            found.extend(part.ravel().tolist() if part.dtype.kind == "f" else ())
        elif isinstance(part, float):
            found.append(part)
    return {abs(number) for number in found if math.isfinite(number) and not (20 * number).is_integer()}


def numbers_of(result, stage):
    """Return the numbers that go with a stage, wherever they stand; the small map of the large head is the head's."""
    found = [result.matrices[name].values for name in stage.matrices if name in result.matrices]
    found += [bars.values for name in stage.figures if name in result.figures for bars in result.figures[name]]
    found += [value for name, value in result.quantities.items() if name in stage.quantities]
    for one in result.grid.heads:
        if stage.name == ("weights" if one.head == result.grid.selected else "statistics"):
            found.append(one.shades)
    if stage.name == "weights" and result.stages is not None:
        found += [getattr(result.stages, name) for name in OF_STAGES]
    return numbers_in(tuple(found))


def told(result, names):
    """Return all numbers in words: texts, the arithmetic of cells, and the description of the screen."""
    texts = [part for part in inside(result) if isinstance(part, str)]
    for stage, matrix in result.matrices.items():
        count = matrix.shape[0] * matrix.shape[1]
        cells = [divmod(cell, matrix.shape[1]) for cell in range(0, count, max(1, count // 30))]
        texts += [str(explain_shown(result, stage, i, j).text) for i, j in cells]
    description = describe(result, PanelState(result.scenario, covered=names))
    texts += [str(getattr(description, part.name)) for part in dataclasses.fields(description)]
    return {number for text in texts for number in NUMBER.findall(text)}


def written(numbers):
    """Return how numbers are written on the screen, where that tells them from others."""
    ways = (number, result_of, lambda value: format_number(value, 3))
    return {text for value in numbers for way in ways for text in NUMBER.findall(way(value)) if float(text) > 0}


@functools.cache
def known(kind):
    """Return what shows of a Scenario, the numbers of each stage, and those that are given: once for all subsets."""
    scenario = SMALL[kind]
    result = compute(scenario)
    of_stage = {stage.name: numbers_of(result, stage) for stage in STAGES}
    vectors = dataclasses.replace(scenario.tensors, weights=None) if scenario.data.pack.has_vectors else ()
    given = [result.matrices[name].values for name in GIVEN if name in result.matrices]
    given += [np.linalg.norm(array, axis=1) for array in given]
    free = numbers_in((*given, vectors, scenario.temperature, scenario.scale, result.quantities.get("d_k", 0.0)))
    return result, of_stage, free


@each_subset
@pytest.mark.parametrize("kind", SMALL)
def test_no_number_that_is_covered_can_be_found_in_what_is_shown(names, kind):
    scenario = SMALL[kind]
    result, of_stage, free = known(kind)
    shown = covered(result, names)
    free = free.union(*(of_stage[name] for name in set(NAMES) - names))
    secret = set().union(*(of_stage[name] for name in names)) - free
    assert not secret & numbers_in(shown)
    assert secret or not (names - {"map"}) & set(result.matrices)
    least = 8 if scenario.data.shipped else 5  # letters: of so many numbers some are written alike
    texts = {text for text in written(secret) - written(free) if len(text) >= least}
    assert not (texts - told(covered(result, frozenset(NAMES)), names)) & told(shown, names)


@pytest.mark.parametrize("changes", OTHERS.values(), ids=OTHERS.keys())
def test_all_covered_nothing_is_left_but_what_was_given(changes):
    scenario = HeadsScenario(**changes)
    shown = covered(compute(scenario), frozenset(NAMES))
    for name, matrix in shown.matrices.items():
        assert matrix.covered == (name not in GIVEN), name
        assert np.isnan(matrix.values).all() == (name not in GIVEN), name
        assert str(explain_shown(shown, name, 0, 0).text) == str(COVERED) or name in GIVEN
    assert all(bars.covered and bars.caption == NO_TEXT for figure in shown.figures.values() for bars in figure)
    stages = {name for stage in STAGES for name in stage.quantities}
    assert not stages & set(shown.quantities)
    assert (shown.notices, shown.ranked, shown.grid.covered, shown.lines.covered) == ((), (), True, True)
    assert not {"label", "measured", "weight", "row_sums", "ranking", "trials", "effects"} & set(shown.captions)
    texts = "".join(str(text) for text in shown.captions.values())
    assert not re.search(r"0\.\d\d", texts)
    state = PanelState(scenario, covered=frozenset(NAMES))
    assert f"so that you can guess: 1 {STAGES[0].title}, 2 {STAGES[1].title}" in str(describe(shown, state).play_area)


@functools.cache
def default():
    return compute(HeadsScenario())


@each_subset
def test_what_is_not_covered_stays_as_it_is(names):
    result = default()
    shown = covered(result, names)
    hidden = {kind: {name for stage in STAGES if stage.name in names for name in getattr(stage, kind)}
              for kind in ("matrices", "figures", "captions", "quantities")}  # fmt: skip
    for kind in ("matrices", "figures"):
        for name, part in getattr(result, kind).items():
            assert (getattr(shown, kind)[name] is part) == (name not in hidden[kind]), name
    assert set(result.captions) - set(shown.captions) <= hidden["captions"] | {"label"}
    assert set(result.quantities) - set(shown.quantities) <= hidden["quantities"]
    assert (shown.lines is result.lines) == ("weights" not in names)
    assert (shown.grid is result.grid) == (not {"statistics", "weights"} & names)
    assert shown.scenario == result.scenario
    assert shown.bill is result.bill


def test_where_one_head_is_guessed_its_small_map_is_covered_and_the_others_are_not():
    result = compute(HeadsScenario(head=4))
    shown = covered(result, {"weights"})
    for one, before in zip(shown.grid.heads, result.grid.heads, strict=True):
        assert np.isnan(one.shades).all() == (one.head == 4)
        assert (one is before) == (one.head != 4)
    assert not shown.grid.covered


def test_which_heads_are_best_is_not_told_by_a_covered_ranking():
    shown = covered(compute(HeadsScenario()), {"map"})
    assert shown.matrices["ranking"].row_labels[:3] == ("1", "2", "3")
    assert shown.ranked == ()


def test_the_names_of_the_strongest_keys_go_with_their_effects():
    pack = TensorPack(*(RNG.normal(size=(30, 4)) for _ in range(3)))
    shown = covered(compute(from_tensors(pack)), {"effects"})
    for bars in shown.figures["effects"]:
        assert bars.labels == tuple(str(i + 1) for i in range(24))


def test_stored_weights_are_covered_in_the_scenario_too():
    result = compute(from_tensors(WEIGHTS_ALONE))
    for name in ("statistics", "weights", "map"):
        assert np.isnan(covered(result, {name}).scenario.tensors.weights).all()
    assert covered(result, {"concat"}).scenario is result.scenario


@pytest.mark.parametrize(("names", "stage", "told_of"), [
    ({"weights"}, "statistics", False), ({"weights"}, "logits", False), ({"weights"}, "concat", False),
    ({"statistics"}, "weights", True), ({"statistics"}, "map", False), ({"effects"}, "weights", True),
    ({"map"}, "statistics", True), ({"concat"}, "output", True),
])  # fmt: skip
def test_arithmetic_is_told_only_where_neither_result_nor_operands_are_covered(names, stage, told_of):
    scenario = HeadsScenario(layer=3, head=1)
    shown = covered(compute(scenario), names)
    i, j = {"statistics": (1, 0), "concat": (0, 40), "map": (3, 1)}.get(stage, (4, 1))
    assert (str(explain_shown(shown, stage, i, j).text) != str(COVERED)) == told_of
