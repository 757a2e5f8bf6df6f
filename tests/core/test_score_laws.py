"""What is known of q·k without drawing any: mean, variance, kurtosis, and what a row of keys has in common."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.core.score_laws import Components, score_law

correlations, means = st.floats(-1, 1), st.floats(-3, 3)


def normal_points():
    """Return points and weights over which the mean of a polynomial of low degree is that of a normal number."""
    points, weights = np.polynomial.hermite_e.hermegauss(16)
    return points, weights / weights.sum()


def uniform_points():
    points, weights = np.polynomial.legendre.leggauss(16)
    return points * math.sqrt(3), weights / 2


POINTS = {
    "normal": normal_points(),
    "uniform": uniform_points(),
    "signs": (np.array([-1.0, 1.0]), np.array([0.5, 0.5])),
}


def products(components):
    """Return the products of a component of q with those of two keys, for all values they have, with their chances."""
    points, weights = POINTS[components.distribution]
    rho, mu = components.correlation, components.mean

    def keys(x):
        if components.distribution == "normal":
            return [(rho * x + math.sqrt(1 - rho**2) * e, w) for e, w in zip(points, weights, strict=True)]
        drawn = [(e, (1 - abs(rho)) * w) for e, w in zip(points, weights, strict=True)]
        return [*drawn, (math.copysign(1, rho) * x, abs(rho))]

    return [
        ((x + mu) * (y + mu), (x + mu) * (z + mu), a * b * c)
        for x, a in zip(points, weights, strict=True)
        for (y, b), (z, c) in itertools.product(keys(x), repeat=2)
    ]


@given(st.sampled_from(["normal", "uniform", "signs"]), correlations, means)
def test_the_law_of_one_component_is_that_of_all_its_values(distribution, correlation, mean):
    components = Components(distribution, correlation, mean)
    one, other, chances = np.array(products(components)).T
    expected = (one * chances).sum()
    centred = one - expected
    variance, fourth = ((centred**r * chances).sum() for r in (2, 4))
    common = (centred * (other - expected) * chances).sum()  # what two keys of a query share
    law = score_law(components, 1)
    size = (1 + abs(mean)) ** 4
    assert law.mean == pytest.approx(expected, abs=1e-9 * size)
    assert law.variance == pytest.approx(variance, abs=1e-9 * size)
    assert law.row_variance == pytest.approx(variance - common, abs=1e-9 * size)
    assert law.excess_kurtosis * law.variance**2 == pytest.approx(fourth - 3 * variance**2, abs=1e-9 * size**2)


@given(st.sampled_from(["normal", "uniform", "signs"]), correlations, means, st.integers(1, 1024))
def test_components_add_up_and_the_sum_becomes_normal(distribution, correlation, mean, d_k):
    one, many = (score_law(Components(distribution, correlation, mean), size) for size in (1, d_k))
    assert many.mean == pytest.approx(d_k * one.mean)
    assert many.variance == pytest.approx(d_k * one.variance)
    assert many.row_variance == pytest.approx(d_k * one.row_variance)
    assert many.excess_kurtosis == pytest.approx(one.excess_kurtosis / d_k)


@pytest.mark.parametrize(("d_k", "spread"), [(1, 1), (4, 2), (16, 4), (64, 8), (256, 16), (1024, 32)])
@pytest.mark.parametrize("distribution", ["normal", "uniform", "signs"])
def test_with_mean_0_and_independence_the_spread_is_the_root_of_d_k(distribution, d_k, spread):
    law = score_law(Components(distribution), d_k)
    assert (law.mean, law.spread, law.row_variance) == (0, spread, d_k)


@pytest.mark.parametrize("distribution", ["normal", "uniform", "signs"])
def test_with_mean_1_the_variance_is_3_d_k(distribution):
    assert score_law(Components(distribution, mean=1.0), 64).variance == pytest.approx(3 * 64)


@pytest.mark.parametrize(("distribution", "factor"), [("normal", 2), ("uniform", 0.8), ("signs", 0)])
def test_with_q_equal_to_k_the_variance_is_2_or_four_fifths_or_0_of_d_k(distribution, factor):
    law = score_law(Components(distribution, correlation=1.0), 64)
    assert law.variance == pytest.approx(factor * 64)
    assert law.row_variance == pytest.approx(0)  # all keys of a query are the query
    assert law.mean == 64


@pytest.mark.parametrize(("distribution", "kurtosis"), [("normal", 6), ("uniform", 0.24), ("signs", -2)])
@pytest.mark.parametrize("d_k", [1, 2, 4, 64])
def test_the_excess_kurtosis_shrinks_as_1_over_d_k(distribution, kurtosis, d_k):
    assert score_law(Components(distribution), d_k).excess_kurtosis == pytest.approx(kurtosis / d_k)


@pytest.mark.parametrize(
    "given", [{"distribution": "cauchy"}, {"correlation": 1.01}, {"correlation": math.nan}, {"mean": math.inf}]
)
def test_components_that_there_are_not_are_refused_by_name(given):
    with pytest.raises(ValueError, match=next(iter(given))):
        Components(**given)


@pytest.mark.parametrize("d_k", [0, -1, 2.5, True])
def test_a_d_k_that_there_is_not_is_refused(d_k):
    with pytest.raises(ValueError, match="d_k"):
        score_law(Components(), d_k)
