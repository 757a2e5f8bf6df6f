"""Heads and lines of weights for the tests of the grid of heads and of the lines from word to word."""

import numpy as np

from attnstudio.state.figures import frozen_float
from attnstudio.state.head_figures import HeadGrid, HeadMap, WordLines
from attnstudio.state.message import Message

LABELS = ("previous token", "sink on [SEP]", "itself", "verb and pronoun → subject")
WORDS = ("[CLS]", "the", "cat", "sat", "it", "[SEP]")
HEAD, ENTROPY = "head {n}", "entropy {share}"
Array = np.ndarray


def weights(heads: int, size: int, seed: int = 0) -> Array:
    return np.random.default_rng(seed).dirichlet(np.full(size, 0.3), (heads, size))


def grid_of(
    shades: Array, *, first: int = 0, n_heads: int | None = None, selected: int = 0, **more: object
) -> HeadGrid:
    heads = tuple(
        HeadMap(
            first + i,
            Message(HEAD, {"n": first + i}),
            frozen_float(of),
            Message(LABELS[i % len(LABELS)]),
            Message(ENTROPY, {"share": f"0.{40 + i}"}),
        )
        for i, of in enumerate(shades)
    )
    count = len(heads) if n_heads is None else n_heads
    return HeadGrid(Message("heads of layer 3"), heads, first, count, selected, **more)  # type: ignore[arg-type]


def lines_of(values: object, words: tuple[str, ...] = WORDS, selected: int = 4, **more: object) -> WordLines:
    title = Message("where each word looks")
    return WordLines(title, frozen_float(values), words, words, selected, **more)  # type: ignore[arg-type]


def cat_lines(**more: object) -> WordLines:
    """Return weights of which those of "it" go to "cat" most of all."""
    values = weights(1, len(WORDS))[0]
    values[4] = 0.05, 0.0, 0.7, 0.1, 0.1, 0.05
    return lines_of(values, **({"selected_key": 2} | more))
