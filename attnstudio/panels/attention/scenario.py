"""The Scenario of the Attention panel: tensors, what divides the scores, temperature, masks, and what is selected."""

import math
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from attnstudio.core.masks import causal_mask, padding_mask, sliding_window_mask
from attnstudio.panels.attention import declarations
from attnstudio.panels.attention.faults import NONE
from attnstudio.panels.attention.stages import NAMES
from attnstudio.state.fields import Number, Scenario, declared, exchanged
from attnstudio.state.message import QT_TRANSLATE_NOOP
from attnstudio.state.origin import Origin
from attnstudio.state.tensors import TensorPack

Flags = npt.NDArray[np.bool_]
LARGEST_SIZES = {"T_q": 12, "T_k": 12, "d_k": 16, "d_v": 8}  # that a person can set by hand
WAYS = {"zero": "zero_before", "after": "zero_after"}  # faults that are a wrong way of applying a mask
COMPONENT = Number(
    label=QT_TRANSLATE_NOOP("attention", "component"),
    help=QT_TRANSLATE_NOOP("attention", "One number of the vector. Type up to ±100; Shift moves in steps of 0.01."),
    low=-3.0, high=3.0, step=0.1, fine=0.01, typed_low=-100.0, typed_high=100.0,
)  # fmt: skip


def worked_example() -> TensorPack:
    """Return the tensors the app opens on: one query, three keys, three values."""
    return TensorPack(
        query=np.array([[1.0, 0.0, 1.0, 0.0]]),
        key=np.array([[1.0, 0.0, 1.0, 0.0], [0.0, 1.0, 0.0, 1.0], [1.0, 1.0, 0.0, 0.0]]),
        value=np.array([[2.0, 0.0], [0.0, 2.0], [1.0, 1.0]]),
    )


@dataclass(frozen=True)
class AttentionScenario(Scenario):
    """What can be changed on the Attention panel; every mix of in-range values is valid."""

    stages: ClassVar[tuple[str, ...]] = NAMES

    tensors: TensorPack = declared(declarations.TENSORS, worked_example())
    layer: int = declared(declarations.LAYER, 0)
    head: int = declared(declarations.HEAD, 0)
    divide_by: str = declared(declarations.DIVIDE_BY, "sqrt_d_k")
    temperature: float = declared(declarations.TEMPERATURE, 1.0)
    base: str = declared(declarations.BASE, "e")
    causal: str = declared(declarations.CAUSAL, "off")
    padding: frozenset[int] = declared(declarations.PADDING, frozenset())
    window: int = declared(declarations.WINDOW, 0)
    custom: frozenset[tuple[int, int]] = declared(declarations.CUSTOM, frozenset())
    mask_as: str = declared(declarations.MASK_AS, "before")
    fault: str = declared(declarations.FAULT, NONE)
    hide_fault: bool = declared(declarations.HIDE_FAULT, False)
    seed: int = declared(declarations.SEED, 7)
    selected_query: int = declared(declarations.QUERY, 0)
    selected_key: int = declared(declarations.KEY, 0)
    role: str = declared(declarations.ROLE, "key")
    value_x: int = declared(declarations.SHOWN, 0)
    value_y: int = declared(declarations.SHOWN, 1)

    @property
    def layer_index(self) -> int:
        return min(self.layer, self.tensors.n_layers - 1)

    @property
    def head_index(self) -> int:
        return min(self.head, self.tensors.n_heads - 1)

    @property
    def query_index(self) -> int:
        return min(self.selected_query, self.tensors.T_q - 1)

    @property
    def key_index(self) -> int:
        return min(self.selected_key, self.tensors.T_k - 1)

    @property
    def entry(self) -> int:
        """Index of the vector that the sliders move."""
        return self.query_index if self.role == "query" else self.key_index

    @property
    def breaking(self) -> bool:
        """Whether something is broken on purpose, or may be where that is to be found."""
        return self.hide_fault or self.fault != NONE

    @property
    def beside(self) -> "AttentionScenario | None":
        """The right attention of the same numbers, which a broken one is set beside."""
        if not self.breaking or not self.tensors.has_vectors:
            return None
        return exchanged(self, {"fault": NONE, "hide_fault": False, "mask_as": "before"})

    @property
    def scale(self) -> float:
        """What scores are multiplied by."""
        d_k = self.tensors.d_k
        return {"one": 1.0, "sqrt_d_k": 1 / math.sqrt(d_k), "d_k": 1 / d_k}[self.divide_by]

    @property
    def softmax_temperature(self) -> float:
        """The temperature of eˣ that gives this one in the chosen base: 2^(x/T) = e^(x ln 2 / T)."""
        return self.temperature / math.log(2) if self.base == "2" else self.temperature


def may_attend(scenario: AttentionScenario) -> Mapping[str, Flags]:
    """Return the masks that are on, by name, True where a query may look: each (T_q, T_k), not to be written."""
    pack = scenario.tensors
    return _masks(pack.T_q, pack.T_k, scenario.causal, scenario.padding, scenario.window, scenario.custom)


def mask_way(scenario: AttentionScenario) -> str:
    """Return how the mask is applied; a mistake has no hold where no mask is on, and a fault takes its place."""
    way = WAYS.get(scenario.fault, "before") if scenario.breaking else scenario.mask_as
    return way if way == "before" or may_attend(scenario) else "before"


def told_way(scenario: AttentionScenario) -> str:
    """Return how the mask is said to be applied: the right way while a fault is to be found."""
    return "before" if scenario.hide_fault else mask_way(scenario)


@lru_cache(maxsize=8)  # no slider changes them
def _masks(
    T_q: int, T_k: int, causal: str, padding: AbstractSet[int], window: int, custom: AbstractSet[tuple[int, int]]
) -> Mapping[str, Flags]:
    masks: dict[str, Flags] = {}
    corner = "top-left" if causal == "off" else causal
    if causal != "off":
        masks["causal"] = causal_mask(T_q, T_k, causal)
    padded = [key for key in padding if key < T_k]
    if padded:
        masks["padding"] = np.broadcast_to(padding_mask(T_k, padded), (T_q, T_k))
    if window:
        reach = window - 1
        masks["window"] = sliding_window_mask(T_q, T_k, reach, reach, corner)
    cells = [(i, j) for i, j in custom if i < T_q and j < T_k]
    if cells:
        masks["custom"] = np.ones((T_q, T_k), bool)
        masks["custom"][tuple(np.array(cells).T)] = False
    return masks


def with_component(scenario: AttentionScenario, role: str, i: int, j: int, value: float) -> TensorPack:
    """Return the tensors in which component `j` of vector `i` of the head on the screen is `value`."""
    return scenario.tensors.with_cell(role, i, j, value, scenario.layer_index, scenario.head_index)


def with_entry(scenario: AttentionScenario, i: int) -> dict[str, int]:
    """Return the changes that select entry `i`: in self-attention its query, key and value belong together."""
    if scenario.tensors.T_q == scenario.tensors.T_k:
        return {"selected_query": i, "selected_key": i}
    return {"selected_query" if scenario.role == "query" else "selected_key": i}


def with_sizes(scenario: AttentionScenario, **sizes: int) -> TensorPack:
    """Return the tensors with some of T_q, T_k, d_k and d_v changed."""
    pack = scenario.tensors
    return pack.resized(**{"T_q": pack.T_q, "T_k": pack.T_k, "d_k": pack.d_k, "d_v": pack.d_v} | sizes)


def toggled(cells: AbstractSet[tuple[int, int]], i: int, j: int, blocked: bool) -> frozenset[tuple[int, int]]:
    """Return the custom mask with one pair forbidden or allowed."""
    return frozenset(cells | {(i, j)} if blocked else cells - {(i, j)})


def randomised(scenario: AttentionScenario, seed: int) -> AttentionScenario:
    """Return the Scenario with standard normal numbers of the same sizes, to one digit, from a seed."""
    generator = np.random.default_rng(seed)
    pack = scenario.tensors
    sizes = {"query": (pack.T_q, pack.d_k), "key": (pack.T_k, pack.d_k), "value": (pack.T_k, pack.d_v)}
    if not pack.has_vectors:
        sizes = {"query": (pack.T_q, 4), "key": (pack.T_k, 4), "value": (pack.T_k, 2)}
    arrays = {role: np.clip(generator.standard_normal(size).round(1), -3, 3) + 0.0 for role, size in sizes.items()}
    tensors = TensorPack(
        query=arrays["query"],
        key=arrays["key"],
        value=arrays["value"],
        query_tokens=pack.query_tokens,
        key_tokens=pack.key_tokens,
        origin=Origin("random", seed=seed),
    )
    return scenario.with_changes(tensors=tensors, seed=seed)


def drawn_again(scenario: AttentionScenario) -> AttentionScenario:
    """Return the Scenario with other random numbers: from its seed, or from the next where that is what it shows."""
    drawn = randomised(scenario, scenario.seed)
    return drawn if drawn.tensors != scenario.tensors else randomised(scenario, declarations.SEED.after(scenario.seed))


def from_tensors(
    tensors: TensorPack,
    *,
    causal: str = "",
    blocked: AbstractSet[tuple[int, int]] = frozenset(),
    rope_pairs: str = "",
) -> AttentionScenario:
    """Return the Scenario that shows tensors read from a file, with the masks that the file states."""
    del rope_pairs  # positions are in the numbers, and nothing here undoes them
    tensors = declarations.TENSORS.check(tensors)  # here, so that the fault is the file's and not a field's
    return AttentionScenario(tensors=tensors, causal=causal or "off", custom=frozenset(blocked), role="query")
