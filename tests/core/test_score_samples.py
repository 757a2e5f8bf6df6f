"""Rows of random scores: by their law and literally, both ways alike, the same for a seed, in little memory."""

import tracemalloc

import numpy as np
import pytest

from attnstudio.core.score_laws import Components, score_law
from attnstudio.core.score_rows import joined
from attnstudio.core.score_samples import (
    growing_row,
    literal_rows,
    most_keyed,
    rows_from_law,
    scored_rows,
)

LAWFUL = [
    Components("normal"),
    Components("normal", correlation=0.6),
    Components("normal", mean=1.0),
    Components("normal", correlation=-0.4, mean=0.7),
    Components("signs"),
    Components("signs", correlation=0.6),
    Components("signs", correlation=-0.4, mean=0.7),
]
ALL = [*LAWFUL, Components("uniform"), Components("uniform", correlation=0.5, mean=-0.5)]
SIZES = [(1, 2), (1, 5), (2, 3), (3, 6), (16, 3), (20, 12)]  # some with fewer components than keys
ROWS = 8_000
SURE = 4.5  # standard errors: by chance once in 150,000 comparisons

each_law = pytest.mark.parametrize("components", LAWFUL, ids=str)
each = pytest.mark.parametrize("components", ALL, ids=str)
each_size = pytest.mark.parametrize(("d_k", "n_keys"), SIZES)


def rng(seed=11):
    return np.random.default_rng(seed)


def literally(components, d_k, n_keys, n_rows=ROWS, seed=23, **options):
    return joined(literal_rows(components, d_k, n_keys, n_rows, rng(seed), **options))


def by_law(components, d_k, n_keys, n_rows=ROWS, seed=11):
    return rows_from_law(components, d_k, n_keys, n_rows, rng(seed))


def errors_apart(a, b):
    """Return how many standard errors the means of two samples of independent numbers differ by."""
    error = np.sqrt(a.var() / len(a) + b.var() / len(b))
    return abs(a.mean() - b.mean()) / error if error > 1e-12 else float(abs(a.mean() - b.mean()) > 1e-9) * np.inf


def measures(rows):
    """Return numbers of each row, (rows,), that any two samples of one law have in common."""
    scores = rows.scores
    n = scores.shape[1]
    keyed = scores if rows.apart is None else rows.apart
    keyed = keyed[: len(rows.gram)]
    centred = scores - scores.mean(axis=1, keepdims=True)
    return {
        "mean": scores.mean(axis=1),
        "square": (scores**2).mean(axis=1),
        "inside a row": (centred**2).sum(axis=1) / (n - 1),
        "two keys": (scores.sum(axis=1) ** 2 - (scores**2).sum(axis=1)) / (n * (n - 1)),
        "largest": scores[:, 0],
        "lead": scores[:, 0] - np.max(scores[:, 1:], axis=1),
        "length of a difference": np.trace(rows.gram, axis1=1, axis2=2) / (n - 1),
        "angle of differences": rows.gram.sum(axis=(1, 2)),
        "squared": (rows.gram**2).sum(axis=(1, 2)),
        "length by score": np.trace(rows.gram, axis1=1, axis2=2) * (keyed[:, 0] - keyed[:, 1:].mean(axis=1)),
    }


@each_law
@each_size
def test_both_ways_draw_from_one_law(components, d_k, n_keys):
    law, literal = measures(by_law(components, d_k, n_keys)), measures(literally(components, d_k, n_keys))
    apart = {name: errors_apart(law[name], literal[name]) for name in law}
    assert max(apart.values()) < SURE, apart


@each_law
@pytest.mark.parametrize(("d_k", "n_keys"), [(2, 3), (16, 3)])
def test_both_ways_have_the_same_quantiles(components, d_k, n_keys):
    law, literal = measures(by_law(components, d_k, n_keys)), measures(literally(components, d_k, n_keys))
    for name in ("largest", "lead", "length of a difference", "length by score"):
        for of in (law, literal):
            of[name] = of[name].round(9)  # equal numbers that were added up in another order
        joint = np.sort(np.concatenate([law[name], literal[name]]))
        shares = [np.searchsorted(np.sort(of[name]), joint, side="right") / len(of[name]) for of in (law, literal)]
        distance = np.abs(shares[0] - shares[1]).max()
        assert distance < 2.2 * np.sqrt(1 / len(law[name]) + 1 / len(literal[name])), name  # once in 10,000


@each
@pytest.mark.parametrize("d_k", [1, 5, 64])
def test_literal_scores_have_the_mean_variance_and_kurtosis_of_the_law(components, d_k):
    law, scores = score_law(components, d_k), literally(components, d_k, 2, 20_000).scores
    centred = scores - law.mean
    per_row = {r: (centred**r).mean(axis=1) for r in (1, 2, 4)}
    expected = {1: 0.0, 2: law.variance, 4: (law.excess_kurtosis + 3) * law.variance**2}
    for r, values in per_row.items():
        error = values.std() / np.sqrt(len(values))
        assert values.mean() == pytest.approx(expected[r], abs=SURE * error + 1e-9), r


@each
def test_scores_come_with_the_largest_of_a_row_first(components):
    samples = [literally(components, 4, 5, 200)] + ([by_law(components, 4, 5, 200)] if components.has_law else [])
    for rows in samples:
        for scores in (rows.scores, rows.scores if rows.apart is None else rows.apart):
            assert (scores[:, :1] >= scores).all()
        assert rows.gram.shape == (200, 4, 4)


def test_gram_matrices_are_those_of_the_other_keys_less_the_best():
    query, keys = rng(1).standard_normal((6, 7)), rng(2).standard_normal((6, 4, 7))
    rows = scored_rows(query, keys, 5)
    assert len(rows.gram) == 5
    for i in range(5):
        scores = keys[i] @ query[i]
        best = scores.argmax()
        order = [best, *(0 if j == best else j for j in range(1, 4))]
        assert rows.scores[i] == pytest.approx(scores[order])
        differences = keys[i][order[1:]] - keys[i][best]
        assert rows.gram[i] == pytest.approx(differences @ differences.T)


@each_law
def test_a_seed_gives_the_same_rows_and_another_seed_others(components):
    one, again, other = (by_law(components, 8, 3, 50, seed) for seed in (5, 5, 6))
    assert one.scores.tobytes() == again.scores.tobytes()
    assert one.gram.tobytes() == again.gram.tobytes()
    assert not np.array_equal(one.scores, other.scores)


@each
@pytest.mark.parametrize("chunk", [1, 100, 1_000_000])
def test_chunks_do_not_change_what_is_drawn_and_fewer_rows_are_the_first_of_more(components, chunk):
    whole, parts = literally(components, 7, 3, 50), literally(components, 7, 3, 50, chunk=chunk)
    assert whole.scores == pytest.approx(parts.scores, abs=1e-12)
    assert whole.gram == pytest.approx(parts.gram, abs=1e-12)
    assert literally(components, 7, 3, 20).scores == pytest.approx(whole.scores[:20], abs=1e-12)


def test_a_chunk_holds_as_many_components_as_it_may():
    counts = [part.n_rows for part in literal_rows(Components(), 10, 4, 50, rng(), chunk=1000)]
    assert counts == [20, 20, 10]
    assert [part.n_rows for part in literal_rows(Components(), 10, 4, 3, rng(), chunk=1)] == [1, 1, 1]


@pytest.mark.parametrize("chunk", [None, 2_000, 100_000])
def test_gram_matrices_are_kept_of_no_more_rows_than_is_useful(chunk):
    sizes = (Components(), 4, 64, 300)
    rows = by_law(*sizes) if chunk is None else literally(*sizes, chunk=chunk)
    assert len(rows.gram) == most_keyed(64) < 300
    assert rows.n_rows == 300


@pytest.mark.parametrize(("distribution", "n_keys"), [("normal", 64), ("uniform", 3), ("signs", 64)])
def test_100_000_literal_pairs_of_1024_components_take_at_most_64_mb(distribution, n_keys):
    few = 4_000  # pairs: beyond the first chunks memory only grows by the scores
    tracemalloc.start()
    try:
        rows = literally(Components(distribution), 1024, n_keys, few // n_keys)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    of_all_pairs = 2 * (100_000 * 8 + 2**21)  # scores and Gram matrices, twice while they are joined
    assert peak - 2 * (rows.scores.nbytes + rows.gram.nbytes) + of_all_pairs <= 64 * 2**20


def test_a_growing_row_starts_the_same_for_every_d_k():
    query, keys = growing_row(Components("normal", correlation=0.5), 1024, 3, rng())
    again = growing_row(Components("normal", correlation=0.5), 1024, 3, rng())
    assert (query.shape, keys.shape) == ((1024,), (3, 1024))
    assert np.array_equal(query, again[0])
    assert np.array_equal(keys, again[1])
    correlation = [np.corrcoef(query, key)[0, 1] for key in keys]
    assert correlation == pytest.approx([0.5] * 3, abs=SURE * 0.75 / 32)


def test_uniform_components_have_no_law():
    with pytest.raises(ValueError, match="uniform"):
        by_law(Components("uniform"), 4, 3)


@pytest.mark.parametrize(("sizes", "name"), [((0, 3, 5), "d_k"), ((4, 1, 5), "n_keys"), ((4, 3, 0), "n_rows")])
def test_sizes_that_are_too_small_are_refused_by_name(sizes, name):
    with pytest.raises(ValueError, match=name):
        rows_from_law(Components(), *sizes, rng())
    with pytest.raises(ValueError, match=name):
        list(literal_rows(Components(), *sizes, rng()))


@pytest.mark.parametrize(
    "components", [Components("normal"), Components("normal", 0.5), Components("signs", -0.3)], ids=str
)
def test_scores_move_little_from_one_d_k_to_the_next_so_that_a_drag_is_smooth(components):
    """Of the same generator; numbers drawn anew for each would have nothing in common inside a row."""
    one, next_one = (by_law(components, d_k, 3).scores for d_k in (100, 101))
    inside = [scores[:, 0] - scores[:, 1] for scores in (one, next_one)]
    assert np.corrcoef(*inside)[0, 1] > 0.98


@pytest.mark.parametrize("d_k", [1, 63, 64, 130])
@pytest.mark.parametrize(("correlation", "mean"), [(0.0, 0.0), (0.4, 0.0), (-0.7, 1.25), (-1.0, 0.0)])
def test_bits_are_counted_as_the_products_of_signs_are_added_up(d_k, correlation, mean):
    components = Components("signs", correlation, mean)
    counted = literally(components, d_k, 4, 1, seed=3)
    query, keys = growing_row(components, d_k, 4, rng(3))
    added_up = scored_rows(query[None], keys[None], 1)
    assert counted.scores == pytest.approx(added_up.scores, abs=1e-9)
    if correlation > -1:  # of equal scores either may be the largest
        assert sorted(np.trace(counted.gram, axis1=1, axis2=2)) == pytest.approx(
            sorted(np.trace(added_up.gram, axis1=1, axis2=2)), abs=1e-9
        )
