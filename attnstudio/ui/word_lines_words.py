"""Lines from word to word in words: what a screen reader hears of every weight, and tooltips with all its digits."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from attnstudio.state.figures import Matrix
from attnstudio.state.head_figures import WordLines
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, format_number
from attnstudio.ui.matrix_numbers import shown_digits
from attnstudio.ui.matrix_words import cell_tip, place, spoken
from attnstudio.ui.theme import look
from attnstudio.ui.tokens import token, told
from attnstudio.ui.words import said

QUERY, KEY = QT_TRANSLATE_NOOP("attnstudio", "query"), QT_TRANSLATE_NOOP("attnstudio", "key")
WEIGHT, PINNED = QT_TRANSLATE_NOOP("attnstudio", "weight"), QT_TRANSLATE_NOOP("attnstudio", "pinned")
NO_KEY = QT_TRANSLATE_NOOP("attnstudio", "no key allowed")
LEFT_OUT = QT_TRANSLATE_NOOP("attnstudio", "left out")
MASKED = QT_TRANSLATE_NOOP("attnstudio", "masked")
COVERED = QT_TRANSLATE_NOOP("attnstudio", "query {word}: covered")
ROW = QT_TRANSLATE_NOOP("attnstudio", "query {word}: {weights}")
LARGEST = QT_TRANSLATE_NOOP("attnstudio", "the {count} largest of {all}: {weights}")
BOTH = QT_TRANSLATE_NOOP("attnstudio", "{now}; pinned: {then}")
MOST = 24  # weights that a summary says


class Shown(NamedTuple):
    """What a WordLinesView shows, and what that is compared with."""

    lines: WordLines
    beside: WordLines | None = None


def comparable(lines: WordLines, beside: WordLines | None) -> bool:
    """Return whether the weights of two rows are of the same keys, and known."""
    return (
        beside is not None
        and beside.key_labels == lines.key_labels
        and not (lines.covered or beside.covered)
        and 0 <= beside.selected < len(beside.weights)
    )


def void_rows(lines: WordLines) -> frozenset[int]:
    """Return the queries for which a mask leaves no key."""
    if lines.blocked is None:
        return frozenset()
    return frozenset(np.flatnonzero(lines.blocked.all(axis=1)).tolist())


def as_matrix(lines: WordLines) -> Matrix:
    """Return the weights as a matrix, whose cells have words already."""
    return Matrix(
        "weights", lines.title, "weight", lines.weights, lines.query_labels, lines.key_labels, Message(QUERY),
        Message(KEY), (0.0, 1.0), lines.digits, blocked=lines.blocked, void_rows=void_rows(lines),
        covered=lines.covered,
    )  # fmt: skip


def weight_words(matrix: Matrix, lines: WordLines, query: int, key: int) -> str:
    """Return one weight in words: "query it, key cat: 0.791"."""
    if key in lines.hidden_keys:
        return f"{place(matrix, query, key)}: {said(LEFT_OUT)}"
    return spoken(matrix, query, key)


def weight_tip(matrix: Matrix, shown: Shown, query: int, key: int) -> str:
    """Return one weight in words with all its digits, and that which it is compared with."""
    lines, beside = shown
    if key in lines.hidden_keys:
        return weight_words(matrix, lines, query, key)
    reading, words = cell_tip(matrix, query, key).split("\n")
    now = f"{words}: {reading}"
    if beside is None or query != lines.selected or not comparable(lines, beside):
        return now
    then = cell_tip(as_matrix(beside), beside.selected, key).split("\n")[0]
    return said(Message(BOTH, {"now": now, "then": then}))


@lru_cache(maxsize=8)  # a column is as wide as the widest of them, so that all are asked for before any is placed
def numbers(lines: WordLines, query: int, digits: int) -> tuple[str, ...]:
    """Return how the weights of a query are written beside their keys."""
    weights = lines.weights[query].tolist()
    blocked = [False] * len(weights) if lines.blocked is None else lines.blocked[query].tolist()
    return tuple(
        "?" if weight != weight else format_number(weight, 0 if masked and weight == 0 else digits)
        for weight, masked in zip(weights, blocked, strict=True)
    )


def strongest(lines: WordLines) -> list[int]:
    """Return the keys of the selected query from the largest weight down; those without a number are last."""
    weights = lines.weights[lines.selected]
    return np.argsort(-np.where(np.isnan(weights), -np.inf, weights), kind="stable").tolist()  # type: ignore[no-any-return]


def summary(lines: WordLines) -> str:
    """Say the weights of the selected query, of very many keys the largest ones, and the caption."""
    if not 0 <= lines.selected < len(lines.query_labels):
        return ""
    word = {"word": lines.query_labels[lines.selected]}
    if lines.covered:
        return told(Message(COVERED, word))
    weights = said(NO_KEY) if lines.selected in void_rows(lines) else _listed(lines)
    caption = told(lines.caption)
    row = said(Message(ROW, {"word": token(word["word"]), "weights": weights}))
    return f"{row}; {caption}" if caption else row


def _listed(lines: WordLines) -> str:
    every, digits = len(lines.key_labels) <= MOST, shown_digits(lines.digits, look())
    keys = range(len(lines.key_labels)) if every else [k for k in strongest(lines) if k not in lines.hidden_keys][:MOST]
    weights = ", ".join(f"{token(lines.key_labels[key])} {_short(lines, key, digits)}" for key in keys)
    if every:
        return weights
    return said(Message(LARGEST, {"count": MOST, "all": len(lines.key_labels), "weights": weights}))


def _short(lines: WordLines, key: int, digits: int) -> str:
    if key in lines.hidden_keys:
        return said(LEFT_OUT)
    text = numbers(lines, lines.selected, digits)[key]
    return f"{said(MASKED)} {text}" if lines.blocked is not None and lines.blocked[lines.selected, key] else text
