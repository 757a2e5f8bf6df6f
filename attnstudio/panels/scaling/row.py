"""The one row that the panel shows: drawn, or set by hand."""

from dataclasses import dataclass

import numpy as np

from attnstudio.core.arrays import Floats
from attnstudio.core.decided_rows import logit_gradient_norms, query_gradient_norms
from attnstudio.core.score_rows import ScoreRows
from attnstudio.core.score_samples import scored_rows
from attnstudio.core.softmax import softmax, softmax_jacobian
from attnstudio.panels.scaling.samples import vectors_of_row
from attnstudio.panels.scaling.scenario import ScalingScenario
from attnstudio.panels.scaling.words import TINIEST
from attnstudio.state.figures import Array, frozen_float


@dataclass(frozen=True, eq=False)
class Softened:
    """Softmax of a row over a divisor.

    Parameters
    ----------
    logits, weights : (1, n) ndarray
    jacobian : (n, n) ndarray
    slope, score_slope : float
        α(1 − α) of the largest weight: ∂α/∂logit of its own logit, and the same by its score before it is divided.
    logit_norm, score_norm : float
        ‖∂α/∂logits‖, and the same by the scores before they are divided.
    query_norm : float or None
        ‖∂α/∂q‖; None where there is no query.
    """

    logits: Array
    weights: Array
    jacobian: Array
    slope: float
    score_slope: float
    logit_norm: float
    score_norm: float
    query_norm: float | None


@dataclass(frozen=True, eq=False)
class ShownRow:
    """A row undivided and divided, with the query (d_k,) and the keys (n, d_k) that it came from."""

    scores: Array
    raw: Softened
    divided: Softened
    query: Array | None = None
    keys: Array | None = None

    @property
    def gains(self) -> tuple[float, float] | None:
        """How many times as large dividing makes ‖∂α/∂logits‖, and the same by the raw scores; None from nothing."""
        raw, divided = self.raw, self.divided
        if raw.logit_norm <= TINIEST:
            return None
        return divided.logit_norm / raw.logit_norm, divided.score_norm / raw.score_norm


def row_of(scenario: ScalingScenario) -> ShownRow:
    """Return the row that is shown: three scores set by hand, or the first d_k components of one query and its keys."""
    divisor = scenario.divisor
    if scenario.textbook:
        scores = np.array([scenario.textbook_scores])  # (1, n)
        rows = ScoreRows(-np.sort(-scores), np.zeros((1, scores.size - 1, scores.size - 1)))
        raw, divided = _softened(scores, rows, divisor, has_query=False)
        return ShownRow(frozen_float(scores), raw, divided)
    query, keys = vectors_of_row(
        scenario.components, scenario.n_keys, scenario.seed, scenario.selected_row
    )  # (1024,), (n, 1024)
    q, k = query[: scenario.d_k], keys[:, : scenario.d_k]  # (d_k,), (n, d_k)
    scores = (k @ q)[None]  # (1, n)
    rows = scored_rows(q[None], k[None], 1)
    raw, divided = _softened(scores, rows, divisor, has_query=True)
    return ShownRow(frozen_float(scores), raw, divided, frozen_float(q), frozen_float(k))


def _softened(scores: Floats, rows: ScoreRows, divisor: float, *, has_query: bool) -> tuple[Softened, Softened]:
    """Return a row undivided and divided."""
    by = np.array([1.0, divisor])  # (2,)
    logits = frozen_float(scores / by[:, None])  # (2, n)
    weights = frozen_float(softmax(logits))  # (2, n)
    jacobians = frozen_float(softmax_jacobian(weights))  # (2, n, n)
    ordered = softmax(rows.scores / by[:, None])  # (2, n), the largest first
    slopes, norms = ordered[:, 0] * ordered[:, 1:].sum(axis=-1), logit_gradient_norms(ordered)  # (2,), (2,)
    query_norms = query_gradient_norms(ordered, rows.gram) / by  # (2,)
    raw, divided = (
        Softened(
            logits=logits[i : i + 1],
            weights=weights[i : i + 1],
            jacobian=jacobians[i],
            slope=slope,
            score_slope=slope / by,
            logit_norm=logit_norm,
            score_norm=logit_norm / by,
            query_norm=query_norm if has_query else None,
        )
        for i, (by, slope, logit_norm, query_norm) in enumerate(
            zip((1.0, divisor), slopes.tolist(), norms.tolist(), query_norms.tolist(), strict=True)
        )
    )
    return raw, divided
