"""The Scenario of the Heads panel: whose heads, which of them, how they attend, and what is looked for."""

import math
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

import numpy as np

from attnstudio.panels.heads import declarations
from attnstudio.panels.heads.sources import HeadData, data_of
from attnstudio.panels.heads.stages import NAMES
from attnstudio.state.arrays import Held
from attnstudio.state.fields import Scenario, declared
from attnstudio.state.figures import Flags
from attnstudio.state.tensors import TensorPack

IN_SIGHT = 12  # heads of the grid that are computed at once


def small_example() -> TensorPack:
    """Return the own data before a file is opened: two heads made by hand, one for neighbours, one for likes."""
    places = np.eye(4)
    likes = np.array([[2.0, 0.0, 0.0, 0.0], [0.0, 2.0, 0.0, 0.0], [2.0, 0.0, 0.0, 0.0], [0.0, 2.0, 0.0, 0.0]])
    value = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [-1.0, 0.5]])
    return TensorPack(
        query=np.stack([4 * np.roll(places, -1, axis=1), likes]),
        key=np.stack([places, likes]),
        value=np.stack([value, value]),
    )


SMALL_EXAMPLE = small_example()


@dataclass(frozen=True)
class HeadsScenario(Scenario):
    """What can be changed on the Heads panel; every mix of in-range values is valid."""

    stages: ClassVar[tuple[str, ...]] = NAMES

    source: str = declared(declarations.SOURCE, "minilm")
    sentence: str = declared(declarations.SENTENCE, "cat_tired")
    tensors: TensorPack = declared(declarations.TENSORS, SMALL_EXAMPLE)
    rope_pairs: str = declared(declarations.ROPE_PAIRS, "adjacent")
    own_causal: str = declared(declarations.OWN_CAUSAL, "off")
    blocked: frozenset[tuple[int, int]] = declared(declarations.BLOCKED, frozenset())
    layer: int = declared(declarations.LAYER, 3)
    head: int = declared(declarations.HEAD, 1)
    first_head: int = declared(declarations.FIRST_HEAD, 0)
    B: int = declared(declarations.BATCH, 2)
    T: int = declared(declarations.TOKENS, 6)
    n_heads: int = declared(declarations.N_HEADS, 8)
    d_k: int = declared(declarations.D_K, 8)
    sharing: str = declared(declarations.SHARING, "none")
    seed: int = declared(declarations.SEED, 7)
    batch_item: int = declared(declarations.BATCH_ITEM, 0)
    divide_by: str = declared(declarations.DIVIDE_BY, "sqrt_d_k")
    temperature: float = declared(declarations.TEMPERATURE, 1.0)
    mask: str = declared(declarations.MASK, "own")
    undo_positions: bool = declared(declarations.UNDO_POSITIONS, False)
    hide_first: bool = declared(declarations.HIDE_FIRST, False)
    darken: bool = declared(declarations.DARKEN, False)
    every_word: bool = declared(declarations.EVERY_WORD, False)
    find: str = declared(declarations.FIND, "previous")
    try_all: bool = declared(declarations.TRY_ALL, False)
    selected_query: int = declared(declarations.QUERY, 8)
    selected_key: int = declared(declarations.KEY, 2)
    bill_tokens: int = declared(declarations.BILL_TOKENS, 0)

    @property
    def data(self) -> HeadData:
        """The heads that are shown."""
        return data_of(self)

    @property
    def layer_index(self) -> int:
        return min(self.layer, self.data.pack.n_layers - 1)

    @property
    def layer_number(self) -> int:
        """The number of the layer in its model."""
        return self.data.layer_number(self.layer_index)

    @property
    def head_index(self) -> int:
        return min(self.head, self.data.pack.n_heads - 1)

    @property
    def in_sight(self) -> range:
        """Heads of the layer that the grid shows."""
        count = self.data.pack.n_heads
        first = min(self.first_head, max(0, count - IN_SIGHT))
        return range(first, min(first + IN_SIGHT, count))

    @property
    def query_index(self) -> int:
        return min(self.selected_query, self.data.pack.T_q - 1)

    @property
    def key_index(self) -> int:
        return min(self.selected_key, self.data.pack.T_k - 1)

    @property
    def scale(self) -> float:
        """What the scores of a head are multiplied by."""
        d_k, width = self.data.pack.d_k, self.data.d_model
        divisors = {"one": 1.0, "sqrt_d_k": math.sqrt(d_k), "d_k": d_k, "sqrt_d_model": math.sqrt(width)}
        return 1 / (divisors[self.divide_by] or 1.0)  # weights alone have no scores

    @property
    def positions_undone(self) -> bool:
        """Whether rotary positions are undone: asked for, and there are some."""
        return self.undo_positions and self.data.can_undo_positions

    @property
    def allowed(self) -> Flags | None:
        """Where the head may look, (T_q, T_k); None: everywhere."""
        return self.data.allowed(self.mask)

    @property
    def shown_allowed(self) -> Flags | None:
        """The same as it is shown: without the first token where that is hidden."""
        allowed, pack = self.allowed, self.data.pack
        if not self.hide_first:
            return allowed
        return _without_first(pack.T_q, pack.T_k, None if allowed is None else Held(allowed))

    @property
    def touched(self) -> bool:
        """Whether a trained model's heads attend otherwise than in the model: by mask, divisor or positions."""
        changed = self.mask != "own" or self.divide_by != "sqrt_d_k" or self.temperature != 1.0 or self.positions_undone
        return changed and self.data.toy is None and self.data.pack.has_vectors

    @property
    def bill_length(self) -> int:
        """For how many tokens the bill is made out; 0 for T_q · T_k of this input, where no T has T² of them."""
        pack = self.data.pack
        return self.bill_tokens or (pack.T_q if pack.T_q == pack.T_k else 0)


@lru_cache(maxsize=16)
def _without_first(T_q: int, T_k: int, held: Held | None) -> Flags:
    mask = np.ones((T_q, T_k), bool) if held is None else held.array.copy()
    mask[:, 0] = False
    mask.setflags(write=False)
    return mask


def randomised(scenario: HeadsScenario, seed: int) -> HeadsScenario:
    """Return the Scenario that shows the toy model with other random numbers."""
    return scenario.with_changes(source="toy", seed=seed)


def from_tensors(
    tensors: TensorPack,
    *,
    causal: str = "",
    blocked: AbstractSet[tuple[int, int]] = frozenset(),
    rope_pairs: str = "",
) -> HeadsScenario:
    """Return the Scenario that shows tensors read from a file, under what the file states of masks and positions."""
    tensors = declarations.TENSORS.check(tensors)  # here, so that the fault is the file's and not a field's
    stated = {"own_causal": causal or "off", "blocked": frozenset(blocked), "rope_pairs": rope_pairs or "adjacent"}
    return HeadsScenario(source="own", tensors=tensors, layer=0, head=0, **stated)  # type: ignore[arg-type]
