"""The large head: its weights as they are shown, its stages and effects as they really are."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TypeVar

from attnstudio.core.attention import AttentionStages, scaled_dot_product_attention
from attnstudio.core.head_effects import KeyEffects
from attnstudio.core.positions import rotary
from attnstudio.panels.heads import effects, figures, matrices
from attnstudio.panels.heads.scenario import HeadsScenario
from attnstudio.panels.heads.weights import weights_of_head
from attnstudio.state.deferred import Deferred, DeferredEach
from attnstudio.state.fields import exchanged
from attnstudio.state.figures import Array, Figure, Matrix, frozen_float
from attnstudio.state.message import QT_TRANSLATE_NOOP, kept

Value = TypeVar("Value")
BESIDE = {  # what the large head does not depend on
    "first_head": 0, "selected_key": 0, "darken": False, "every_word": False, "find": "previous", "try_all": False,
    "bill_tokens": 0,
}  # fmt: skip


@dataclass(frozen=True, eq=False)
class LargeHead:
    """What is shown of one head: its weights as they are shown, its stages and effects as they really are.

    Parameters
    ----------
    weights : (T_q, T_k) ndarray
    stages, matrices, figures : mapping of str to callable
        What returns each; of stages there is "stages", and nothing where there are only weights.
    effects : callable, optional
        Returns what each key does to the output; None likewise.
    """

    weights: Array
    stages: Mapping[str, Callable[[], AttentionStages]]
    effects: Callable[[], KeyEffects] | None
    matrices: Mapping[str, Callable[[], Matrix]]
    figures: Mapping[str, Callable[[], Figure]]


def large_head(scenario: HeadsScenario) -> LargeHead:
    """Return what is shown of the large head; scrolling the grid and looking for heads leave it as it is."""
    return _large_head(exchanged(scenario, BESIDE))


@lru_cache(maxsize=4)  # of a pin too
def _large_head(scenario: HeadsScenario) -> LargeHead:
    weights = frozen_float(weights_of_head(scenario, scenario.layer_index, scenario.head_index))
    made: dict[str, Callable[[], Matrix]] = {"weights": partial(matrices.weights_matrix, scenario, weights)}
    drawn: dict[str, Callable[[], Figure]] = {}
    labels, means = figures.weight_by_distance(scenario, weights)
    if labels:
        made["distance"] = partial(_distance, labels, means)
        drawn["distance"] = partial(figures.distance_bars, labels, means)
    if not scenario.data.pack.has_vectors:
        return LargeHead(weights, {}, None, _once(made), _once(drawn))
    stages = _once({"stages": partial(head_stages, scenario)})
    of_keys = _once({"effects": partial(effects.effects_of, scenario, stages["stages"])})["effects"]
    made |= _each(matrices.OF_HEAD, lambda: matrices.head_matrices(scenario, stages["stages"]()))
    made["effects"] = lambda: effects.effects_matrix(scenario, of_keys())
    drawn["effects"] = lambda: effects.effects_bars(scenario, of_keys())
    made |= _each(matrices.joined_names(scenario), lambda: matrices.joined_matrices(scenario))
    return LargeHead(weights, stages, of_keys, _once(made), _once(drawn))


def _once(makers: Mapping[str, Callable[[], Value]]) -> dict[str, Callable[[], Value]]:
    """Return what calls each of some functions the first time it is called itself."""
    made = DeferredEach(makers)
    return {name: partial(made.__getitem__, name) for name in makers}


def _each(names: Iterable[str], make: Callable[[], Iterable[Matrix]]) -> dict[str, Callable[[], Matrix]]:
    """Return what returns each of some matrices that are made together."""
    made = Deferred(lambda: {matrix.name: matrix for matrix in make()})
    return {name: partial(made.__getitem__, name) for name in names}


def head_stages(scenario: HeadsScenario) -> AttentionStages:
    """Return every stage of the large head, with its real weights."""
    data, place = scenario.data, (scenario.layer_index, scenario.head_index)
    query, key, value = (data.pack.array(role, *place) for role in ("query", "key", "value"))
    if scenario.positions_undone:
        theta = data.pack.rope_theta or 1.0
        query, key = (rotary(x, theta, inverse=True, pairs=data.rope_pairs) for x in (query, key))
    return scaled_dot_product_attention(
        query, key, value, mask=scenario.allowed, scale=scenario.scale, temperature=scenario.temperature
    )


def _distance(labels: tuple[str, ...], means: Array) -> Matrix:
    return Matrix(
        name="distance", title=kept(QT_TRANSLATE_NOOP("heads", "weight by distance")), kind="weight",
        values=frozen_float(means[None]), row_labels=("α",), column_labels=labels,
        row_title=kept(QT_TRANSLATE_NOOP("heads", "mean weight")),
        column_title=kept(QT_TRANSLATE_NOOP("heads", "places from query to key")),
        limits=figures.weight_limits(means), digits=2,
    )  # fmt: skip
