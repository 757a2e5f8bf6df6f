"""What a Scenario shows: the numbers of its source, what is known of them, and the mask they were made under."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from attnstudio.state.figures import Flags
from attnstudio.state.tensors import TensorPack
from attnstudio.state.token_names import named

if TYPE_CHECKING:
    from attnstudio.panels.heads.scenario import HeadsScenario
    from attnstudio.panels.heads.toy import Toy

START_TOKENS = frozenset({"<|endoftext|>", "[CLS]", "<s>", "<bos>", "<|begin_of_text|>", "<|startoftext|>"})
END_TOKENS = frozenset({"[SEP]", "</s>", "<eos>", "[PAD]", "<pad>"})
SHIPPED = ("minilm", "smollm2")


@dataclass(frozen=True, eq=False)
class HeadData:
    """The heads of one source.

    Parameters
    ----------
    source : str
        As the Scenario names it.
    pack : TensorPack
    own_causal : str
        Corner of the causal mask that the numbers were made under: "top-left", "bottom-right" or "off".
    blocked : frozenset of (int, int)
        Pairs that a file of one's own forbids.
    rope_pairs : str
        "adjacent" or "halves": which components were turned together.
    toy : Toy, optional
        The model behind a toy.
    """

    source: str
    pack: TensorPack
    own_causal: str = "off"
    blocked: AbstractSet[tuple[int, int]] = frozenset()
    rope_pairs: str = "adjacent"
    toy: "Toy | None" = None

    @property
    def shipped(self) -> bool:
        """Whether it is a trained model that comes with the app."""
        return self.source in SHIPPED

    @property
    def has_start(self) -> bool:
        """Whether the first token is no word, but the start token or [CLS]."""
        return bool(self.pack.key_tokens) and self.pack.key_tokens[0] in START_TOKENS

    @property
    def can_undo_positions(self) -> bool:
        """Whether queries and keys hold rotary positions that can be undone."""
        return bool(self.pack.has_vectors and self.pack.rope_theta and self.pack.d_k % 2 == 0)

    @property
    def d_model(self) -> int:
        """The width of all heads together; 0 where there are only weights."""
        return self.pack.n_heads * self.pack.d_k

    @property
    def n_key_heads(self) -> int:
        """How many key and value heads the query heads share."""
        key = self.pack.key
        return self.pack.n_heads if key is None or key.ndim < 3 else key.shape[-3]

    def layer_number(self, layer: int) -> int:
        """Return the number that a layer has in its model."""
        return self.pack.layers[layer] if self.pack.layers else layer

    @cached_property
    def layer_labels(self) -> tuple[str, ...]:
        return tuple(str(self.layer_number(layer)) for layer in range(self.pack.n_layers))

    @cached_property
    def head_labels(self) -> tuple[str, ...]:
        return tuple(map(str, range(self.pack.n_heads)))

    def head_name(self, layer: int, head: int) -> str:
        """Return how a head is called: layer.head, both counted from 0 in the model."""
        return f"{self.layer_number(layer)}.{head}"

    @cached_property
    def query_labels(self) -> tuple[str, ...]:
        return named(self.pack.query_tokens, "x" if self.toy else "q", self.pack.T_q)

    @cached_property
    def key_labels(self) -> tuple[str, ...]:
        return named(self.pack.key_tokens, "x" if self.toy else "k", self.pack.T_k)

    @cached_property
    def specials(self) -> frozenset[int]:
        """Keys that are no words: the start token and those that end or fill."""
        ends = {j for j, token in enumerate(self.pack.key_tokens) if token in END_TOKENS}
        return frozenset(ends | ({0} if self.has_start else set()))

    def allowed(self, mask: str) -> Flags | None:
        """Return where a query may look under a mask ("own", "off" or "causal"), (T_q, T_k), or None: everywhere."""
        if not self.pack.has_vectors:
            mask = "own"  # stored weights stay as they were made
        if mask == "off":
            return None
        corner = "top-left" if mask == "causal" and self.own_causal == "off" else self.own_causal
        return _allowed(self.pack.T_q, self.pack.T_k, corner, self.blocked)


@lru_cache(maxsize=16)
def _allowed(T_q: int, T_k: int, corner: str, blocked: AbstractSet[tuple[int, int]]) -> Flags | None:
    from attnstudio.core.masks import causal_mask

    cells = [(i, j) for i, j in blocked if i < T_q and j < T_k]
    if corner == "off" and not cells:
        return None
    mask = np.ones((T_q, T_k), bool) if corner == "off" else causal_mask(T_q, T_k, corner)  # (T_q, T_k)
    if cells:
        mask[tuple(np.array(cells).T)] = False
    mask.setflags(write=False)
    return mask


def data_of(scenario: "HeadsScenario") -> HeadData:
    """Return the heads that a Scenario shows; files that ship are read when they are first wanted."""
    if scenario.source in SHIPPED:
        return shipped(scenario.source, scenario.sentence)
    if scenario.source == "own":
        return _own(scenario.tensors, scenario.own_causal, scenario.blocked, scenario.rope_pairs)
    sizes = (scenario.B, scenario.T, scenario.n_heads, scenario.d_k, scenario.sharing, scenario.seed)
    return _toy(*sizes, min(scenario.batch_item, scenario.B - 1))


@lru_cache(maxsize=24)  # all that ship
def shipped(model: str, sentence: str) -> HeadData:
    """Return the heads of a trained model on one of the sentences that ship.

    Parameters
    ----------
    model : str
        "minilm" or "smollm2".
    sentence : str
        Its name in `declarations.SENTENCES`.

    Raises
    ------
    FileFault or FileNotFoundError
        If the installation is incomplete.
    """
    from attnstudio.files.resources import resource_path
    from attnstudio.files.tensors import read_tensors

    opened = read_tensors(resource_path("heads", f"{model}_{sentence}.npz"))
    return HeadData(model, opened.tensors, opened.causal or "off", opened.blocked)


@lru_cache(maxsize=4)
def _own(pack: TensorPack, causal: str, blocked: AbstractSet[tuple[int, int]], rope_pairs: str) -> HeadData:
    return HeadData("own", pack, causal, blocked, rope_pairs)


@lru_cache(maxsize=8)
def _toy(B: int, T: int, n_heads: int, d_k: int, sharing: str, seed: int, item: int) -> HeadData:
    from attnstudio.panels.heads.toy import toy_model

    toy = toy_model(B, T, n_heads, d_k, sharing, seed)
    return HeadData("toy", toy.pack(item), toy=toy)
