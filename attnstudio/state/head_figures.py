"""What shows many heads at once: small maps side by side, and lines from word to word; plain immutable data."""

from dataclasses import dataclass

import numpy as np

from attnstudio.state.figures import NO_TEXT, Array, Flags
from attnstudio.state.message import Message

IN_SIGHT = 12  # heads of a layer that are computed and shown at a time, where it has so many


@dataclass(frozen=True, eq=False)
class HeadMap:
    """One head among others.

    Parameters
    ----------
    head : int
        Its number in the layer, from 0.
    title, label, reading : Message
        Its name, what it often does ("" where nothing is known), and a number that tells it from others.
    shades : (T_q, T_k) ndarray
        What is drawn, 0 to 1, at most 1 a cell; NaN where covered or where the data has no number.
    covered : bool
        True where the weights of this head alone are withheld.
    """

    head: int
    title: Message
    shades: Array
    label: Message = NO_TEXT
    reading: Message = NO_TEXT
    covered: bool = False

    @property
    def has_numbers(self) -> bool:
        """Whether there is a weight to draw."""
        if self.covered or not self.shades.size:
            return False
        first = self.shades.item(0)
        return first == first or not bool(np.isnan(self.shades).all())  # most often the first says it


@dataclass(frozen=True, eq=False)
class HeadGrid:
    """The heads of one layer that are in sight.

    Parameters
    ----------
    title, caption : Message
    heads : tuple of HeadMap
        Those that were computed, in order; the rest of the layer is reached by `first`.
    first, n_heads : int
        Number of the first of them, and how many the layer has.
    selected : int
        The head that is shown large; it may be out of sight.
    blocked : (T_q, T_k) ndarray of bool, optional
        Pairs that a mask forbids, the same in all.
    covered : bool
        True where weights are withheld: labels and readings are not shown then either.
    """

    title: Message
    heads: tuple[HeadMap, ...]
    first: int
    n_heads: int
    selected: int
    blocked: Flags | None = None
    caption: Message = NO_TEXT
    covered: bool = False


@dataclass(frozen=True, eq=False)
class WordLines:
    """Where words look: a line from each query on the left to each key on the right, as strong as its weight.

    Parameters
    ----------
    title, caption : Message
    weights : (T_q, T_k) ndarray
        NaN where covered or unknown.
    query_labels, key_labels : tuple of str
        Tokens as they are read; equal words carry their position.
    selected : int
        The query whose weights are written out.
    selected_key : int
    every : bool
        True where thin lines of all queries are drawn, False for those of the selected one alone.
    digits : int
    blocked : (T_q, T_k) ndarray of bool, optional
    hidden_keys : frozenset of int
        Keys that are left out, the others being rescaled.
    covered : bool
    """

    title: Message
    weights: Array
    query_labels: tuple[str, ...]
    key_labels: tuple[str, ...]
    selected: int
    selected_key: int = 0
    every: bool = False
    digits: int = 3
    blocked: Flags | None = None
    hidden_keys: frozenset[int] = frozenset()
    caption: Message = NO_TEXT
    covered: bool = False
