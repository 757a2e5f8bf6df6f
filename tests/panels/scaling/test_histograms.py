"""The histograms: every score is counted once, on one axis, beside the normal curve of the stated variance."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnstudio.core.score_laws import score_law
from attnstudio.panels.scaling.compute import compute
from attnstudio.panels.scaling.histograms import bins_of
from attnstudio.panels.scaling.samples import Source, first_sample, rows_of
from attnstudio.panels.scaling.scenario import ScalingScenario


def sample_of(**changes):
    scenario = ScalingScenario(**changes)
    return first_sample(Source.of(scenario), scenario.d_k, cursor=True)


@pytest.mark.parametrize("changes", [{}, {"d_k": 1}, {"distribution": "signs", "d_k": 9}, {"mean": -1.5, "d_k": 3}])
def test_every_score_is_counted_once_in_its_bin(changes):
    sample = sample_of(**changes)
    bins, scores = bins_of(sample), rows_of(sample).scores.ravel()
    counted = np.histogram(scores, bins.edges)[0] / scores.size
    assert bins.shares == pytest.approx(counted, abs=2 / scores.size)  # a score on an edge may be on either side
    assert bins.outside == pytest.approx(((scores < bins.edges[0]).mean(), (scores >= bins.edges[-1]).mean()))


def test_a_bin_is_a_quarter_of_the_spread_and_four_and_a_half_of_it_are_seen_on_either_side():
    edges = bins_of(sample_of(d_k=64)).edges
    assert np.diff(edges) == pytest.approx(2)
    assert (edges[0], edges[-1]) == (-37, 37)


@settings(max_examples=40)
@given(st.integers(1, 1024), st.sampled_from([0.0, 1.0, 0.3, -0.75, 2.0]), st.sampled_from([0.0, 0.5, -1.0]))
def test_scores_of_signs_never_fall_on_an_edge_and_bins_hold_equally_many_of_them(d_k, mean, correlation):
    """Else bins would be full and empty in turns."""
    sample = sample_of(distribution="signs", d_k=d_k, mean=mean, correlation=correlation, pairs=300)
    bins, scores = bins_of(sample), rows_of(sample).scores.ravel()
    width = bins.edges[1] - bins.edges[0]
    step = math.gcd(round(200 * mean) + 200, 400) / 100
    places = (scores - bins.edges[0]) / step
    assert width / step == pytest.approx(round(width / step))
    assert places - np.floor(places) == pytest.approx(0.5, abs=1e-6)


@pytest.mark.parametrize(
    "changes", [{"d_k": 64}, {"d_k": 1024}, {"distribution": "signs", "d_k": 256}, {"mean": 1.0, "d_k": 256}]
)
def test_where_d_k_is_large_the_normal_curve_fits(changes):
    bins = bins_of(sample_of(**changes))
    error = np.sqrt(bins.expected.max() / 20_000)
    assert np.abs(bins.shares - bins.expected).max() < 6 * error


def test_at_d_k_1_it_does_not():
    bins = bins_of(sample_of(d_k=1))
    assert np.abs(bins.shares - bins.expected).max() > 0.1


def test_both_histograms_have_one_axis_and_the_same_shares():
    plots = compute(ScalingScenario()).plots
    raw, divided = plots["raw_histogram"], plots["histogram"]
    assert raw.x_axis is divided.x_axis
    assert raw.shares is divided.shares
    assert divided.edges == pytest.approx(raw.edges / 8)
    assert (raw.style, divided.style) == ("raw", "scaled")
    assert raw.x_axis.limits == (-37, 37)


@pytest.mark.parametrize("changes", [{"mean": 2.0}, {"correlation": -1.0}, {"mean": 1.0, "divide_by": "d_k"}])
def test_the_axis_holds_both_and_0(changes):
    plots = compute(ScalingScenario(**changes)).plots
    low, high = plots["histogram"].x_axis.limits
    assert low <= 0 <= high
    for name in ("raw_histogram", "histogram"):
        assert low <= plots[name].edges[0] < plots[name].edges[-1] <= high


def test_the_curve_has_the_stated_variance_and_holds_what_its_bins_hold():
    for name, spread in (("raw_histogram", 8), ("histogram", 1)):
        plot = compute(ScalingScenario()).plots[name]
        (line,) = plot.lines
        width = plot.edges[1] - plot.edges[0]
        total = np.trapezoid(line.y, line.x) / width
        assert total == pytest.approx(1, abs=1e-4)
        assert np.trapezoid(line.y * line.x**2, line.x) / width == pytest.approx(spread**2, rel=1e-3)
        assert str(line.label) == f"normal curve, mean 0, spread {spread}"


def test_with_a_mean_the_textbook_curve_stands_beside_the_one_that_fits():
    fits, textbook = compute(ScalingScenario(mean=1.0)).plots["histogram"].lines
    assert fits.x[fits.y.argmax()] == pytest.approx(8)
    assert textbook.x[textbook.y.argmax()] == pytest.approx(0)
    assert textbook.y.max() / fits.y.max() == pytest.approx(math.sqrt(3))


def test_without_spread_all_scores_are_in_one_bin():
    changes = {"distribution": "signs", "correlation": 1.0, "d_k": 10}
    bins = bins_of(sample_of(**changes))
    (full,) = bins.shares.nonzero()[0]
    assert bins.shares[full] == 1
    assert bins.edges[full] < 10 < bins.edges[full + 1]
    assert [str(line.label) for line in compute(ScalingScenario(**changes)).plots["histogram"].lines] == [
        "normal curve if Var(q·k) = d_k"
    ]


def test_the_share_that_a_normal_law_puts_into_a_bin():
    sample = sample_of(mean=0.5)
    bins, law = bins_of(sample), score_law(sample.source.components, sample.d_k)
    middle = (bins.edges[1:] + bins.edges[:-1]) / 2
    density = np.exp(-((middle - law.mean) ** 2) / 2 / law.variance) / math.sqrt(2 * math.pi * law.variance)
    assert bins.expected == pytest.approx(density * np.diff(bins.edges), abs=5e-4)
    assert bins.expected.sum() == pytest.approx(1, abs=1e-5)
