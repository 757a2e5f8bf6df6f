"""Findings: what each head of a data set mostly looks at, as it is shown, measured on this sentence."""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock

import numpy as np

from attnstudio.core.head_findings import (
    Targets,
    at_offset,
    mean_entropy_share,
    mean_weight_on,
    same_token_before,
    targets,
)
from attnstudio.core.masks import diagonal_start
from attnstudio.panels.heads.scenario import HeadsScenario
from attnstudio.panels.heads.sources import HeadData
from attnstudio.panels.heads.weights import Way, all_weights, way_of, weights_in_passing, weights_of_one
from attnstudio.state.arrays import Array, Held
from attnstudio.state.token_names import shown_token

PATTERNS = ("previous", "next", "same", "first", "itself")
MEASURES = (*PATTERNS, "entropy_share")
OPEN = np.inf  # stands in a table where a head has not been measured; NaN where there is nothing to measure
STEP = 2  # heads of large data that are measured between two Results
MOST_TABLES = 6

Pair = tuple[int, int] | None
WeightsOf = Callable[[HeadsScenario, int, int], Array]


@dataclass(frozen=True)
class Question:
    """What is measured of every head: MEASURES, or the weight of one pair.

    Parameters
    ----------
    way : Way
    query_tokens, key_tokens : tuple of str
    has_start : bool
        Whether the first token is no word: its own row does not count.
    start : int
        Position among the keys of the first query.
    pair : (int, int), optional
    """

    way: Way
    query_tokens: tuple[str, ...]
    key_tokens: tuple[str, ...]
    has_start: bool
    start: int
    pair: Pair = None

    @property
    def names(self) -> tuple[str, ...]:
        return MEASURES if self.pair is None else ("pair",)

    def answer(self, name: str, weights: Array) -> Array:
        """Return one measure of weights (..., T_q, T_k), (...)."""
        if self.pair is not None:
            return weights[..., self.pair[0], self.pair[1]].astype(np.float64)
        if name == "entropy_share":
            return mean_entropy_share(weights, self.way.mask)
        return mean_weight_on(weights, pattern_targets(self, weights.shape[-2], weights.shape[-1])[name])

    def answers(self, weights: Array) -> Array:
        """Return all that is measured of weights (..., T_q, T_k), (..., names)."""
        return np.stack([self.answer(name, weights) for name in self.names], axis=-1)


def question_of(scenario: HeadsScenario, find: str = "") -> Question:
    """Return what is to be measured for a pattern, or for all of them at once; for "pair" the selected one."""
    data = scenario.data
    pair = (scenario.query_index, scenario.key_index) if find == "pair" else None
    tokens = (data.pack.query_tokens, data.pack.key_tokens)
    return Question(way_of(scenario), *tokens, data.has_start, first_position(data), pair)


def first_position(data: HeadData) -> int:
    """Return the position among the keys at which query 0 stands."""
    corner = "bottom-right" if data.own_causal == "bottom-right" else "top-left"
    return diagonal_start(data.pack.T_q, data.pack.T_k, corner)


@lru_cache(maxsize=16)
def _pattern_targets(
    T_q: int, T_k: int, tokens: tuple[tuple[str, ...], ...], has_start: bool, start: int, allowed: Held | None
) -> dict[str, Targets]:
    first = np.zeros((T_q, T_k), bool)
    first[:, 0] = True
    same = np.zeros((T_q, T_k), bool)
    if tokens[1] and tokens[0] == tokens[1]:
        same = same_token_before([shown_token(token) for token in tokens[1]])
    offsets = {"previous": -1, "next": 1, "itself": 0}
    wanted = {name: at_offset(T_q, T_k, start + offset) for name, offset in offsets.items()}
    wanted |= {"first": first, "same": same}
    if has_start and T_q == T_k:
        for cells in wanted.values():
            cells[0] = False
    mask = None if allowed is None else allowed.array
    return {name: targets(cells, mask, start) for name, cells in wanted.items()}


def pattern_targets(question: Question, T_q: int, T_k: int) -> dict[str, Targets]:
    """Return the cells that each pattern adds up."""
    tokens = (question.query_tokens, question.key_tokens)
    return _pattern_targets(T_q, T_k, tokens, question.has_start, question.start, question.way.allowed)


class _Tables:
    """What was measured of large data, by question: the least recently asked is forgotten; threads may share it."""

    def __init__(self) -> None:
        self._tables: OrderedDict[Question, Array] = OrderedDict()
        self._lock = Lock()

    def table(self, question: Question, shape: tuple[int, ...]) -> Array:
        """Return the one table of a question, OPEN where nothing was measured; whoever measures writes into it."""
        with self._lock:
            table = self._tables.setdefault(question, np.full(shape, OPEN))
            self._tables.move_to_end(question)
            while len(self._tables) > MOST_TABLES:
                self._tables.popitem(last=False)
            return table


_TABLES = _Tables()


@dataclass(frozen=True, eq=False)
class Findings:
    """What is known of all heads; of small data each measure is taken when it is asked for.

    Numbers are NaN where there is nothing to measure, and where nobody has yet.

    Parameters
    ----------
    question : Question
    known : (layers, heads, names) ndarray, optional
        What has been measured of large data.
    done : float
        Share of the heads that have been measured.
    """

    question: Question
    known: Array | None = None
    done: float = 1.0

    def of(self, name: str) -> Array:
        """Return one measure of all heads, (layers, heads)."""
        if self.known is None:
            return _of_all(self.question, name)
        found: Array = self.known[..., self.question.names.index(name)]
        return found

    def of_layer(self, layer: int) -> Array:
        """Return all measures of the heads of a layer, (heads, names)."""
        return _of_layer(self.question, layer) if self.known is None else self.known[layer]

    def of_heads(self, layer: int) -> list[dict[str, float]]:
        """Return of each head of a layer the measures that have a value."""
        return _of_heads(self.question, layer) if self.known is None else _named(self.question, self.known[layer])

    def of_head(self, layer: int, head: int) -> dict[str, float]:
        """Return the measures of one head that have a value."""
        return dict(self.of_heads(layer)[head])


def findings(scenario: HeadsScenario, find: str = "") -> Findings:
    """Return what is known of all heads without measuring more; everything where the data is small.

    Parameters
    ----------
    scenario : HeadsScenario
    find : str
        "pair" for the selected pair, else all of MEASURES.
    """
    question = question_of(scenario, find)
    if question.way.whole:
        return Findings(question)
    table = _table(scenario, question)
    is_open = table[..., 0] == OPEN
    known = np.where(is_open[..., None], np.nan, table)
    known.setflags(write=False)
    return Findings(question, known, 1.0 - float(is_open.mean()))


@lru_cache(maxsize=8)
def _of_all(question: Question, name: str) -> Array:
    found = question.answer(name, all_weights(question.way))  # (layers, heads)
    found.setflags(write=False)
    return found


@lru_cache(maxsize=8)
def _of_heads(question: Question, layer: int) -> list[dict[str, float]]:
    return _named(question, _of_layer(question, layer))


def _named(question: Question, measured: Array) -> list[dict[str, float]]:
    """Return of each head the measures (heads, names) that have a value."""
    found = (zip(question.names, numbers, strict=True) for numbers in measured.tolist())
    return [{name: number for name, number in numbers if number == number} for numbers in found]


@lru_cache(maxsize=8)
def _of_layer(question: Question, layer: int) -> Array:
    found = question.answers(all_weights(question.way)[layer])  # (heads, names)
    found.setflags(write=False)
    return found


def _table(scenario: HeadsScenario, question: Question) -> Array:
    pack = scenario.data.pack
    return _TABLES.table(question, (pack.n_layers, pack.n_heads, len(question.names)))


def measure(
    scenario: HeadsScenario, layer: int, heads: Iterable[int], find: str = "", weights: WeightsOf = weights_of_one
) -> None:
    """Measure some heads of large data, unless they are known; `weights` says whether those are kept."""
    question = question_of(scenario, find)
    if question.way.whole:
        return
    table = _table(scenario, question)
    unknown = [head for head in heads if table[layer, head, 0] == OPEN]
    for head in unknown:
        table[layer, head] = question.answers(weights(scenario, layer, head))


def measured_in_steps(scenario: HeadsScenario, find: str) -> Iterator[float]:
    """Measure all heads that are not known yet; yields the share that is done after every few of them."""
    pack = scenario.data.pack
    for layer in range(pack.n_layers):
        for first in range(0, pack.n_heads, STEP):
            heads = range(first, min(first + STEP, pack.n_heads))
            measure(scenario, layer, heads, find, weights_in_passing)
            yield (layer + heads.stop / pack.n_heads) / pack.n_layers
