"""Covers: what is covered is nowhere in what is shown, and what is not stays as it is."""

import dataclasses
import itertools
import math
import re

import numpy as np
import pytest
from reachable import inside
from scaling_scenarios import OTHERS

from attnstudio.panels.scaling.compute import compute
from attnstudio.panels.scaling.cover import COVERED, covered, explain_shown
from attnstudio.panels.scaling.describe import describe
from attnstudio.panels.scaling.scenario import ScalingScenario
from attnstudio.panels.scaling.stages import NAMES, STAGES
from attnstudio.panels.scaling.words import significant
from attnstudio.state.plots import Histogram
from attnstudio.state.scene import PanelState

SUBSETS = [frozenset(names) for size in range(5) for names in itertools.combinations(NAMES, size)]
GIVEN = ("scores", "logits", "query", "key")  # what the stages are computed from
DIGITS = (3, 4, 5, 6)  # that numbers are written with
NUMBER = re.compile(r"\d+\.\d{2,}")
each_subset = pytest.mark.parametrize("names", SUBSETS, ids=lambda names: "+".join(sorted(names)) or "none")


def numbers_in(thing: object) -> set[float]:
    """Return the sizes of all numbers that can be reached; those that could be anything are left out."""
    found: list[float] = []
    for part in inside(thing):
        if isinstance(part, np.ndarray):
            found.extend(part.ravel().tolist())
        elif isinstance(part, float):
            found.append(part)
    return {abs(number) for number in found if math.isfinite(number) and not (4 * number).is_integer()}


def numbers_of(result, stage):
    """Return the numbers that go with a stage, wherever they stand; the ends of an axis are none."""
    found = [result.matrices[name].values for name in stage.matrices]
    found += [bars.values for name in stage.figures for bars in result.figures[name] if bars.kind == "weight"]
    for plot in (result.plots[name] for name in stage.plots):
        found += [plot.edges, plot.shares, plot.lines] if isinstance(plot, Histogram) else [plot.series]
    found += [value for name, value in result.quantities.items() if name.removeprefix("raw_") in stage.quantities]
    return numbers_in(tuple(found))


def told(result, scenario, names):
    """Return all numbers in words: texts, the arithmetic of every cell, and the description of the screen."""
    texts = [part for part in inside(result) if isinstance(part, str)]
    for stage, matrix in result.matrices.items():
        cells = list(np.ndindex(matrix.shape))
        texts += [str(explain_shown(result, stage, i, j).text) for i, j in cells[:60]]
    description = describe(result, PanelState(scenario, covered=names))
    texts += [str(getattr(description, part.name)) for part in dataclasses.fields(description)]
    return {number for text in texts for number in NUMBER.findall(text) if float(number) > 0}


def test_every_stage_has_its_own_matrix():
    assert NAMES == ScalingScenario.stages == tuple(stage.name for stage in STAGES)
    assert all(stage.name in stage.matrices for stage in STAGES)


@each_subset
@pytest.mark.parametrize("changes", [{"seed": 3, "d_k": 50}, {"textbook": True, "score_1": 7.7, "score_2": 3.3}])
def test_no_number_that_is_covered_can_be_found_in_what_is_shown(names, changes):
    scenario = ScalingScenario(**changes)
    result = compute(scenario)
    shown = covered(result, names)
    of_stage = {stage.name: numbers_of(result, stage) for stage in STAGES}
    given = [result.matrices[name].values for name in GIVEN if name in result.matrices]
    free = numbers_in((*given, scenario, scenario.divisor)).union(*(of_stage[name] for name in set(NAMES) - names))
    secret = set().union(*(of_stage[name] for name in names)) - free
    assert not secret & numbers_in(shown)
    assert not names or len(secret) > 5
    harmless = {significant(number, digits) for number in free for digits in DIGITS}
    numbers = {name: abs(value) for name, value in result.quantities.items() if abs(value) in secret}
    words = told(shown, scenario, names)
    for name, number in numbers.items():
        written = {significant(number, digits) for digits in DIGITS} - harmless
        assert not {text for text in written & words if len(text) > 3}, name


@pytest.mark.parametrize("changes", OTHERS.values(), ids=OTHERS.keys())
def test_all_covered_nothing_is_left_but_what_was_given(changes):
    result = compute(ScalingScenario(**changes))
    shown = covered(result, frozenset(NAMES))
    for name, matrix in shown.matrices.items():
        assert matrix.covered == (name not in GIVEN), name
        assert np.isnan(matrix.values).all() == (name not in GIVEN), name
    assert not shown.quantities
    assert set(shown.captions) == {"origin", "shapes", "way"}
    assert not shown.notices
    assert shown.row is None
    for plot in shown.plots.values():
        assert plot.covered
    assert str(explain_shown(shown, "weights", 0, 0).text) == str(COVERED)
    state = PanelState(result.scenario, covered=frozenset(NAMES))
    assert "Covered, so that you can guess: 1 Spread, 2 One row" in str(describe(shown, state).play_area)


@each_subset
def test_what_is_not_covered_stays_as_it_is(names):
    result = compute(ScalingScenario())
    shown = covered(result, names)
    hidden = {kind: {name for stage in STAGES if stage.name in names for name in getattr(stage, kind)}
              for kind in ("matrices", "plots", "captions", "quantities")}  # fmt: skip
    for kind in ("matrices", "plots"):
        for name, part in getattr(result, kind).items():
            assert (getattr(shown, kind)[name] is part) == (name not in hidden[kind]), name
    assert set(result.captions) - set(shown.captions) == hidden["captions"]
    assert {name.removeprefix("raw_") for name in set(result.quantities) - set(shown.quantities)} <= hidden[
        "quantities"
    ]
    assert not {name.removeprefix("raw_") for name in shown.quantities} & hidden["quantities"]


def test_where_the_bins_are_is_not_told_by_a_covered_histogram():
    one, other = (covered(compute(ScalingScenario(d_k=d_k)), {"spread"}) for d_k in (64, 1024))
    for name in ("raw_histogram", "histogram"):
        assert one.matrices[name].row_labels == other.matrices[name].row_labels
        assert one.plots[name].x_axis == other.plots[name].x_axis
        assert one.plots[name].y_axis == other.plots[name].y_axis
    assert one.plots["spread"].y_axis == other.plots["spread"].y_axis


def test_the_logits_beside_covered_weights_are_given():
    shown = covered(compute(ScalingScenario()), {"weights"})
    for name in ("raw_row", "row"):
        logits, weights = shown.figures[name]
        assert np.isfinite(logits.values).all()
        assert np.isnan(weights.values).all()
        assert weights.covered
