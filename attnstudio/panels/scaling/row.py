"""The one row that the panel shows: drawn, or set by hand."""

from dataclasses import dataclass
from functools import cached_property

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
    """Softmax of a row over a divisor; what its gradients come to is worked out when it is first wanted.

    Parameters
    ----------
    divisor : float
    logits, weights : (1, n) ndarray
    rows : ScoreRows
        The row with its largest score first.
    has_query : bool
        False where the scores are set by hand.
    """

    divisor: float
    logits: Array
    weights: Array
    rows: ScoreRows
    has_query: bool

    @cached_property
    def jacobian(self) -> Array:
        """The derivative of each weight by each logit, (n, n)."""
        return frozen_float(softmax_jacobian(self.weights)[0])

    @cached_property
    def _ordered(self) -> Floats:
        return softmax(self.rows.scores / self.divisor)  # (1, n), the largest first

    @cached_property
    def slope(self) -> float:
        """α(1 − α) of the largest weight: ∂α/∂logit of its own logit."""
        return float(self._ordered[0, 0] * self._ordered[0, 1:].sum())

    @property
    def score_slope(self) -> float:
        """The same by its score before it is divided."""
        return self.slope / self.divisor

    @cached_property
    def logit_norm(self) -> float:
        """‖∂α/∂logits‖."""
        return float(logit_gradient_norms(self._ordered)[0])

    @property
    def score_norm(self) -> float:
        """‖∂α/∂scores‖, by the scores before they are divided."""
        return self.logit_norm / self.divisor

    @cached_property
    def query_norm(self) -> float | None:
        """‖∂α/∂q‖; None where there is no query."""
        return float(query_gradient_norms(self._ordered, self.rows.gram)[0]) / self.divisor if self.has_query else None


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
    by = (1.0, divisor)
    logits = frozen_float(scores / np.array(by)[:, None])  # (2, n)
    weights = frozen_float(softmax(logits))  # (2, n)
    raw, divided = (Softened(by[i], logits[i : i + 1], weights[i : i + 1], rows, has_query) for i in (0, 1))
    return raw, divided
