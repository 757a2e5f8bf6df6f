"""What dragging an arrow of the dial or a point of the plane does to the tensors."""

import numpy as np
import numpy.typing as npt

from attnstudio.core.geometry import stretched, turned_to
from attnstudio.panels.attention.scenario import COMPONENT, AttentionScenario
from attnstudio.state.tensors import TensorPack

QUERY = -1  # the index of the query's arrow
_TICKS = 2  # digits of numbers that were set by hand, and stay so


def with_tip(
    scenario: AttentionScenario, index: int, angle: float, length: float, *, whole_ticks: bool = False
) -> TensorPack:
    """Return the tensors in which one arrow of the dial ends elsewhere.

    Parameters
    ----------
    scenario : AttentionScenario
    index : int
        The key, or QUERY: the selected query keeps its direction and takes the length.
    angle : float
        Degrees between key and query, 0 to 180; the key stays in the plane of the two.
    length : float
        Not negative.
    whole_ticks : bool
        Whether components that were whole ticks stay so, as a hand that drags wants them; the angle is near then.
    """
    query = _vector(scenario, "query", scenario.query_index)
    if index == QUERY:
        return _with_vector(scenario, "query", scenario.query_index, stretched(query, length), whole_ticks=whole_ticks)
    key = _vector(scenario, "key", index)
    return _with_vector(scenario, "key", index, turned_to(query, key, angle, length), whole_ticks=whole_ticks)


def with_point(scenario: AttentionScenario, index: int, x: float, y: float) -> TensorPack:
    """Return the tensors in which one value has other numbers in the two components that the plane shows."""
    value, d_v = _vector(scenario, "value", index), scenario.tensors.d_v
    value[min(scenario.value_x, d_v - 1)] = x
    if d_v > 1:
        value[min(scenario.value_y, d_v - 1)] = y
    return _with_vector(scenario, "value", index, value)


def _vector(scenario: AttentionScenario, role: str, index: int) -> npt.NDArray[np.float64]:
    vectors = scenario.tensors.array(role, scenario.layer_index, scenario.head_index)
    return np.array(vectors[index], dtype=np.float64)


def _with_vector(
    scenario: AttentionScenario, role: str, index: int, vector: npt.NDArray[np.float64], *, whole_ticks: bool = False
) -> TensorPack:
    """Put a vector in its place, inside the range that can be typed; in `whole_ticks` where its numbers were."""
    before = _vector(scenario, role, index)
    if whole_ticks and np.array_equal(before, before.round(_TICKS)):
        vector = vector.round(_TICKS) + 0.0  # no −0
    numbers = vector.clip(COMPONENT.allowed_low, COMPONENT.allowed_high).tolist()
    return scenario.tensors.with_row(role, index, numbers, scenario.layer_index, scenario.head_index)
