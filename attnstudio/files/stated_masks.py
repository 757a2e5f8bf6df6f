"""Masks that a file states, Boolean or additive, as the pairs that they forbid."""

from collections.abc import Mapping

import numpy as np

from attnstudio.files import array_values as read
from attnstudio.files.asking import Asking
from attnstudio.state.arrays import Array
from attnstudio.state.faults import Fault, faults_of
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message

MOST_BLOCKED = 262_144
OF_KEYS = ("attention_mask", "key_padding_mask", "padding_mask")  # what these block is blocked for every query
Pairs = frozenset[tuple[int, int]]
READ_AS = {
    "additive": QT_TRANSLATE_NOOP("files", "The mask was read as additive: −∞ blocks, 0 does not."),
    "may attend": QT_TRANSLATE_NOOP("files", "The mask was read as Boolean: 1 means that a query may attend."),
    "blocked": QT_TRANSLATE_NOOP("files", "The mask was read as Boolean: 1 means that a key is blocked."),
}


class StatedMasks:
    """Reads `mask` and `bias` of a file; `polarity` is what the file itself says that True means.

    `called` has the names that it has for them. What is wrong is gathered in `faults`, and how numbers were read in
    `notices`.
    """

    def __init__(
        self, found: Mapping[str, Array], called: Mapping[str, str], polarity: read.Polarity | None, asking: Asking
    ) -> None:
        self.found, self.called, self.polarity, self.asking = found, called, polarity, asking
        self.faults: list[Fault] = []
        self.notices: list[Message] = []

    def blocked(self, shape: tuple[int, int]) -> Pairs:
        """Return the forbidden pairs of the masks, which must have this shape."""
        cells: set[tuple[int, int]] = set()
        for name, forbidden in (("mask", self._by_mask), ("bias", read.blocked_by_bias)):
            if name not in self.found:
                continue
            try:
                blocked = forbidden(self._fitted(name, shape))
            except ValueError as error:
                self.faults += faults_of(error, self.called.get(name, name))
                continue
            if blocked is not None and np.count_nonzero(blocked) > MOST_BLOCKED:
                self.faults.append(
                    Fault(self.called.get(name, name), f"expected at most {MOST_BLOCKED:,} forbidden pairs")
                )
            elif blocked is not None:
                cells |= {(int(i), int(j)) for i, j in np.argwhere(blocked)}
        return frozenset(cells)

    def _by_mask(self, mask: Array) -> Array | None:
        """Return what a mask forbids, or None while it is open how it is meant."""
        if mask.dtype.kind == "b":
            means = self._means(read.STATE_POLARITY)
            return None if means is None else read.blocked_by_mask(mask, means)
        if mask.dtype.kind not in "fiu":
            raise ValueError(f"expected a mask of true and false, got {read.type_name(mask)}")
        if not ((mask == 0) | (mask == 1)).all():
            return self._told("additive", read.blocked_by_bias(mask))
        both = Fault(self.called.get("mask", "mask"), read.BOTH_READINGS)
        meant = "Boolean" if self.polarity else self.asking.known("bias_or_mask", both)
        if meant == "additive":
            return self._told("additive", read.blocked_by_bias(mask))
        means = self._means(read.STATE_POLARITY) if meant else None
        return None if means is None else self._told(means, read.blocked_by_mask(mask != 0, means))

    def _told(self, way: str, blocked: Array) -> Array:
        self.notices.append(Message(READ_AS[way]))
        return blocked

    def _means(self, problem: str) -> read.Polarity | None:
        if self.polarity is not None:
            return self.polarity
        answer = self.asking.known("mask_true", Fault(self.called.get("mask", "mask"), problem))
        return None if answer is None else read.polarity(np.array(answer))

    def _fitted(self, name: str, shape: tuple[int, int]) -> Array:
        """Return a mask without leading axes of one entry, once its shape is right; one of keys is for all queries."""
        mask = self.found[name]
        if self.called.get(name, "").lower() in OF_KEYS and mask.shape[-1:] == shape[1:] and mask.size == shape[1]:
            return np.broadcast_to(mask.reshape(1, -1), shape)
        return _of_pairs(mask, shape)


def _of_pairs(mask: Array, shape: tuple[int, int]) -> Array:
    if mask.shape[-2:] != shape or any(size != 1 for size in mask.shape[:-2]):
        raise ValueError(f"expected shape {shape}, one entry for each query and key, got {mask.shape}")
    return mask.reshape(shape)
