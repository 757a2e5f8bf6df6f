"""Divided scores: every figure on scaling that the app states, exact ones to the digit, sampled ones to their error."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.core.attention import scaled_dot_product_attention
from attnstudio.core.decided_rows import logit_gradient_norms, query_gradient_norms
from attnstudio.core.gradients import attention_gradients
from attnstudio.core.measures import entropy_share, jacobian_norm
from attnstudio.core.scaling import divisors, row_statistics
from attnstudio.core.score_laws import Components, score_law
from attnstudio.core.score_rows import ScoreRows, joined
from attnstudio.core.score_samples import literal_rows, rows_from_law, scored_rows
from attnstudio.core.softmax import softmax, softmax_jacobian

SURE = 4.5  # standard errors: by chance once in 150,000 comparisons
ROWS = 120_000
COMPONENTS = [
    Components("normal"),
    Components("normal", correlation=0.6),
    Components("normal", correlation=-0.4, mean=0.7),
    Components("signs"),
    Components("signs", correlation=-0.4, mean=0.7),
]


def sampled(d_k, divisor, n_rows=ROWS, n_keys=3, components=None, seed=3):
    rows = rows_from_law(components or Components(), d_k, n_keys, n_rows, np.random.default_rng(seed))
    return row_statistics(rows, divisor)


def textbook(scores):
    """Return the logit gradient of a row in which the largest comes first."""
    return float(logit_gradient_norms(softmax([scores]))[0])


def test_the_divisors_are_those_of_one_head_and_of_all():
    assert divisors(64, 8) == {"one": 1, "sqrt_d_k": 8, "d_k": 64, "sqrt_d_model": pytest.approx(math.sqrt(512))}
    assert divisors(1, 1) == {"one": 1, "sqrt_d_k": 1, "d_k": 1, "sqrt_d_model": 1}
    with pytest.raises(ValueError, match="d_k"):
        divisors(0, 8)
    with pytest.raises(ValueError, match="n_heads"):
        divisors(64, 0)


def test_the_textbook_row_is_saturated_and_dividing_by_8_frees_it():
    raw, divided = softmax([8, 4, 0]), softmax([1, 0.5, 0])
    assert raw == pytest.approx([0.982, 0.018, 3.3e-4], abs=5e-4)
    assert raw[2] == pytest.approx(3.3e-4, abs=5e-6)
    assert divided == pytest.approx([0.506, 0.307, 0.186], abs=5e-4)
    assert [w[0] * (1 - w[0]) for w in (raw, divided)] == pytest.approx([0.018, 0.250], abs=5e-4)
    assert textbook([8, 4, 0]) == pytest.approx(0.035, abs=5e-4)
    assert textbook([1, 0.5, 0]) == pytest.approx(0.451, abs=5e-4)


def test_the_gain_is_12_7_in_the_logits_and_1_6_in_the_raw_scores():
    raw, divided = (row_statistics(ScoreRows(np.array([[8.0, 4, 0]]), np.zeros((1, 2, 2))), by) for by in (1, 8))
    gain = divided.logit_gradient.median / raw.logit_gradient.median
    assert gain == pytest.approx(12.7, abs=0.05)
    assert gain / 8 == pytest.approx(1.6, abs=0.05)


def test_twice_as_far_apart_and_more_the_raw_row_is_frozen():
    """By the raw scores: α(1 − α) of the largest, and the norm of the whole Jacobian."""
    raw, divided = softmax([32, 16, 0]), softmax([4, 2, 0])
    assert raw[0] * raw[1:].sum() == pytest.approx(1.1e-7, abs=5e-9)
    assert divided[0] * divided[1:].sum() / 8 == pytest.approx(0.014, abs=5e-4)
    assert textbook([32, 16, 0]) == pytest.approx(2e-7, abs=0.5e-7)
    assert textbook([4, 2, 0]) / 8 == pytest.approx(0.027, abs=5e-4)


def test_16_equal_weights_have_0_059_though_nothing_is_saturated():
    weights = softmax(np.zeros((1, 16)))
    assert weights[0, 0] * (1 - weights[0, 0]) == pytest.approx(0.059, abs=5e-4)
    assert logit_gradient_norms(weights)[0] == pytest.approx(math.sqrt(15) / 16)


@pytest.mark.parametrize(("d_k", "spread"), [(1, 1), (4, 2), (16, 4), (64, 8), (256, 16), (1024, 32)])
def test_the_measured_spread_is_the_root_of_d_k_and_1_when_divided_by_it(d_k, spread):
    raw, divided = sampled(d_k, 1.0), sampled(d_k, math.sqrt(d_k))
    assert raw.spread.value == pytest.approx(spread, abs=SURE * raw.spread.error)
    assert raw.spread.error < 0.005 * spread
    assert divided.spread.value == pytest.approx(raw.spread.value / spread)
    assert divided.spread.error == pytest.approx(raw.spread.error / spread)
    assert abs(raw.mean) < SURE * spread / math.sqrt(3 * ROWS) * 1.1


@pytest.mark.parametrize(("d_k", "share"), [(16, 0.25), (64, 0.56), (1024, 0.88)])
def test_a_quarter_a_half_and_most_rows_are_frozen(d_k, share):
    frozen = sampled(d_k, 1.0).frozen_share
    assert round(frozen.value, 2) == share
    assert frozen.error < 0.0015


@pytest.mark.parametrize(("d_k", "weight"), [(4, 0.711), (8, 0.792)])
def test_the_last_safe_size_is_4(d_k, weight):
    """The stated figures are from 20,000 pairs."""
    largest = sampled(d_k, 1.0).max_weight
    assert largest.value == pytest.approx(weight, abs=0.002)
    assert (largest.value < 0.75) == (d_k == 4)


@pytest.mark.parametrize(("divide_by", "share"), [("d_k", 0.995), ("sqrt_d_k", 0.795), ("one", 0.161)])
def test_the_entropy_share_at_64(divide_by, share):
    entropy = sampled(64, divisors(64, 8)[divide_by]).entropy_share
    assert entropy.value == pytest.approx(share, abs=0.0015)


def test_means_of_the_query_gradient_do_not_vanish_at_64_but_the_median_does():
    """‖∂α/∂q‖ with the factor 1/divisor in it, as the Frobenius norm."""
    raw, divided = ([sampled(64, by, seed=seed).query_gradient for seed in range(6)] for by in (1.0, 8.0))
    assert [np.mean([of.mean for of in drawn]) for drawn in (raw, divided)] == pytest.approx([0.79, 0.40], abs=0.005)
    assert [np.mean([of.median for of in drawn]) for drawn in (raw, divided)] == pytest.approx([0.07, 0.42], abs=0.005)


def test_the_median_query_gradient_at_1024_is_about_1e_8():
    raw, divided = (sampled(1024, by).query_gradient for by in (1.0, 32.0))
    assert 1e-8 < raw.median < 2.5e-8
    assert divided.median == pytest.approx(0.43, abs=0.0055)
    assert raw.mean == pytest.approx(0.84, abs=0.03)


@pytest.mark.parametrize(("distribution", "factor"), [("normal", 2), ("uniform", 0.8), ("signs", 0)])
def test_measured_with_q_equal_to_k(distribution, factor):
    components = Components(distribution, correlation=1.0)
    rows = joined(literal_rows(components, 64, 3, 20_000, np.random.default_rng(3)))
    of = row_statistics(rows, 1.0)
    assert of.spread.value == pytest.approx(math.sqrt(factor * 64), abs=SURE * of.spread.error)
    assert of.entropy_share.value == pytest.approx(1)
    assert of.query_gradient.upper == pytest.approx(0, abs=1e-12)


def test_measured_with_mean_1():
    of = sampled(64, 1.0, components=Components(mean=1.0))
    assert of.spread.value == pytest.approx(math.sqrt(3 * 64), abs=SURE * of.spread.error)


@pytest.mark.parametrize("d_k", [1, 2, 4, 64])
def test_the_measured_kurtosis_is_6_over_d_k(d_k):
    found = [sampled(d_k, 1.0, n_rows=10_000, seed=seed).excess_kurtosis for seed in range(30)]
    error = np.std(found, ddof=1) / math.sqrt(len(found))
    assert np.mean(found) == pytest.approx(6 / d_k, abs=4 * error)


@pytest.mark.parametrize("components", COMPONENTS, ids=str)
@pytest.mark.parametrize("divide_by", ["one", "sqrt_d_k", "d_k", "sqrt_d_model"])
def test_both_ways_agree_within_their_errors(components, divide_by):
    d_k, divisor = 16, divisors(16, 8)[divide_by]
    law = sampled(d_k, divisor, n_rows=12_000, components=components)
    literal = row_statistics(joined(literal_rows(components, d_k, 3, 12_000, np.random.default_rng(4))), divisor)
    for name in ("spread", "max_weight", "entropy_share", "frozen_share"):
        a, b = getattr(law, name), getattr(literal, name)
        assert abs(a.value - b.value) <= SURE * math.hypot(a.error, b.error), name


@pytest.mark.parametrize("components", COMPONENTS, ids=str)
@pytest.mark.parametrize("divisor", [1.0, 4.0])
def test_both_ways_have_the_same_quantiles_of_the_gradients(components, divisor):
    law = rows_from_law(components, 16, 3, 10_000, np.random.default_rng(3))
    literal = joined(literal_rows(components, 16, 3, 10_000, np.random.default_rng(4)))
    for norms in (lambda rows: logit_gradient_norms(softmax(rows.scores / divisor)), of_queries):
        a, b = (np.sort(norms(rows).round(12)) for rows in (law, literal))
        joint = np.concatenate([a, b])
        apart = np.abs([np.searchsorted(x, joint, side="right") / len(x) for x in (a, b)])
        assert np.abs(apart[0] - apart[1]).max() < 2.2 * math.sqrt(1 / len(a) + 1 / len(b))  # once in 10,000


def of_queries(rows):
    scores = rows.scores if rows.apart is None else rows.apart
    return query_gradient_norms(softmax(scores[: len(rows.gram)]), rows.gram)


def test_the_errors_are_those_of_repeated_draws():
    """Keys of a row share a query, so that pairs are not independent: the errors must be those of rows."""
    drawn = [sampled(4, 1.0, 400, 16, Components(correlation=0.8), seed) for seed in range(300)]
    for name in ("spread", "max_weight", "entropy_share", "frozen_share"):
        found = np.std([getattr(of, name).value for of in drawn], ddof=1)
        stated = np.sqrt(np.mean([getattr(of, name).error ** 2 for of in drawn]))
        assert stated == pytest.approx(found, rel=0.2), name


def test_a_row_made_by_hand_gives_what_the_other_measures_give():
    query, keys = np.random.default_rng(1).standard_normal((5, 6)), np.random.default_rng(2).standard_normal((5, 4, 6))
    rows, divisor = scored_rows(query, keys, 5), 1.7
    of, weights = row_statistics(rows, divisor), softmax(np.einsum("rnd,rd->rn", keys, query) / divisor)
    jacobians = softmax_jacobian(weights)
    assert of.max_weight.value == pytest.approx(weights.max(axis=-1).mean())
    assert of.entropy_share.value == pytest.approx(entropy_share(weights).mean())
    assert of.frozen_share.value == (weights.max(axis=-1) > 0.99).mean()
    assert of.logit_gradient[:3] == pytest.approx(np.quantile(jacobian_norm(weights), (0.25, 0.5, 0.75)))
    norms = np.linalg.norm(jacobians @ keys, axis=(1, 2)) / divisor
    assert of.query_gradient == pytest.approx((*np.quantile(norms, (0.25, 0.5, 0.75)), norms.mean()))
    assert of.spread.value == pytest.approx((rows.scores / divisor).std())
    assert (of.n_rows, of.n_keyed) == (5, 5)


def test_the_query_gradient_is_that_of_attention():
    query, keys = np.random.default_rng(1).standard_normal((1, 5)), np.random.default_rng(2).standard_normal((4, 5))
    stages = scaled_dot_product_attention(query, keys, np.eye(4), scale=1 / 3)
    gradients = [attention_gradients(stages, np.eye(4)[[j]])[0][0] for j in range(4)]  # of each weight by the query
    of = row_statistics(scored_rows(query, keys[None], 1), 3.0)
    assert of.query_gradient.median == pytest.approx(np.linalg.norm(gradients))


@given(st.lists(st.floats(-8, 8), min_size=2, max_size=6))
def test_the_logit_gradient_is_the_norm_of_the_jacobian(logits):
    weights = softmax([sorted(logits, reverse=True)])
    assert logit_gradient_norms(weights)[0] == pytest.approx(np.linalg.norm(softmax_jacobian(weights[0])), rel=1e-9)


@pytest.mark.parametrize("lead", [1.0, 20.0, 40.0, 100.0, 300.0, 600.0])
def test_gradients_of_frozen_rows_are_exact_however_small(lead):
    """Of two keys both norms are known: 2 α₁ α₂, and √2 α₁ α₂ ‖k₂ − k₁‖."""
    weights = softmax([[lead, 0.0]])
    product = math.exp(-lead) / (1 + math.exp(-lead)) ** 2
    assert logit_gradient_norms(weights)[0] == pytest.approx(2 * product, rel=1e-12)
    assert query_gradient_norms(weights, np.full((1, 1, 1), 9.0))[0] == pytest.approx(
        math.sqrt(2) * 3 * product, rel=1e-12
    )


def test_a_weight_that_rounds_to_0_leaves_no_gradient():
    weights = softmax([[800.0, 0.0, 0.0]])
    assert logit_gradient_norms(weights)[0] == 0
    assert query_gradient_norms(weights, np.ones((1, 2, 2)))[0] == 0


@given(st.sampled_from(COMPONENTS), st.integers(1, 1024), st.integers(2, 9), st.sampled_from([1.0, 3.0, 1024.0]))
def test_every_number_is_finite_and_in_its_range(components, d_k, n_keys, divisor):
    of = row_statistics(rows_from_law(components, d_k, n_keys, 5, np.random.default_rng(0)), divisor)
    for quartiles in (of.logit_gradient, of.query_gradient):
        assert 0 <= quartiles.lower <= quartiles.median <= quartiles.upper < math.inf
    assert of.logit_gradient.upper <= 0.5 + 1e-12
    assert 1 / n_keys - 1e-12 <= of.max_weight.value <= 1
    assert 0 <= of.entropy_share.value <= 1 + 1e-12
    assert all(math.isfinite(x) for x in (*of.spread, of.mean, of.excess_kurtosis))
    assert of.spread.value == pytest.approx(
        score_law(components, d_k).spread / divisor, rel=3, abs=1e-9
    )  # five rows: no more than the size


@pytest.mark.parametrize("divisor", [0.0, -1.0, math.nan])
def test_a_divisor_that_cannot_divide_is_refused(divisor):
    with pytest.raises(ValueError, match="divisor"):
        sampled(4, divisor, n_rows=2)


def test_gradients_are_taken_by_what_is_asked_for_alone():
    rows = rows_from_law(Components("signs"), 16, 3, 50, np.random.default_rng(0))
    both = row_statistics(rows, 4.0)
    for name in ("logits", "query"):
        assert row_statistics(rows, 4.0, (name,)).gradients == {name: both.gradients[name]}
