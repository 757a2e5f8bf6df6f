"""What a Result shows: matrices, bars, a plane of points and a dial of vectors, as plain immutable data."""

from collections.abc import Mapping
from dataclasses import dataclass, field, is_dataclass
from functools import lru_cache
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from attnstudio.state.message import Message

Kind = Literal["query", "key", "value", "score", "exp", "weight", "output"]
Array = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Cell = tuple[int, int]
NO_TEXT = Message("")


@dataclass(frozen=True, eq=False)
class Matrix:
    """One matrix on the screen, always query-first: rows ask (or are vectors), columns are asked (or are components).

    Parameters
    ----------
    name : str
        Its key in `Result.matrices`.
    title, subtitle : Message
        Heading and the line under it (shape, or what was done).
    kind : str
        Chooses the colours: query, key, value, score, exp, weight or output.
    values : ndarray of float64
        (rows, columns), read-only. −∞ only where `blocked`; NaN where the data has no number.
    row_labels, column_labels : tuple of str
        One for each row and column; equal words carry their position.
    row_title, column_title : Message
        What rows and columns are.
    limits : (float, float)
        The range that the colours span.
    digits : int
        Digits after the point where cells have room.
    blocked : ndarray of bool, optional
        (rows, columns), True where a mask forbids the pair.
    void_rows : frozenset of int
        Rows with every key masked.
    dimmed_rows : frozenset of int
        Rows of padding queries.
    editable : bool
        True where a cell takes a typed number; `paintable` where a click turns its mask.
    covered : bool
        True where the numbers are withheld: all values are NaN then.
    turned_subtitle : Message
        Stands in place of `subtitle` where rows and columns are swapped on the screen. Without a subtitle the shape is
        written as it is drawn.
    row_notes : tuple of (str or Message)
        Nothing, or a note beside each row; "" for none.
    written : tuple of tuples of str, optional
        How the numbers are written where digits cannot: as exact fractions.
    ranked : bool
        False where the numbers of a row are of different kinds: nobody asks for their order, or for the largest.
    """

    name: str
    title: Message
    kind: Kind
    values: Array
    row_labels: tuple[str, ...]
    column_labels: tuple[str, ...]
    row_title: Message
    column_title: Message
    limits: tuple[float, float]
    digits: int
    subtitle: Message = NO_TEXT
    blocked: Flags | None = None
    void_rows: frozenset[int] = frozenset()
    dimmed_rows: frozenset[int] = frozenset()
    editable: bool = False
    paintable: bool = False
    covered: bool = False
    turned_subtitle: Message = NO_TEXT
    row_notes: tuple[str | Message, ...] = ()
    written: tuple[tuple[str, ...], ...] | None = None
    ranked: bool = True

    @property
    def shape(self) -> tuple[int, int]:
        return (self.values.shape[0], self.values.shape[1])


@dataclass(frozen=True, eq=False)
class Bars:
    """A group of bars, one a key, on an axis from limits[0] to limits[1]; covered ones have NaN for values."""

    title: Message
    kind: Kind
    values: Array  # (n,)
    labels: tuple[str, ...]
    limits: tuple[float, float]
    digits: int
    caption: Message = NO_TEXT
    blocked: Flags | None = None
    covered: bool = False
    written: tuple[str, ...] | None = None


@dataclass(frozen=True, eq=False)
class Points:
    """Values in the plane of two components, their hull, and the output among them.

    Covered weights are NaN, a covered output is NaN and has no label.
    """

    points: Array  # (n, 2)
    weights: Array  # (n,), drawn as area
    labels: tuple[str, ...]
    hull: tuple[int, ...]  # corners in order around the hull
    output: tuple[float, float]
    output_label: Message
    component_titles: tuple[Message, Message]
    digits: int
    caption: Message = NO_TEXT
    blocked: Flags | None = None  # (n,), keys that a mask forbids
    written: tuple[str, ...] | None = None  # the weights, where digits cannot write them
    weights_covered: bool = False
    output_covered: bool = False


@dataclass(frozen=True, eq=False)
class Dial:
    """Keys drawn at their true angle and length to the query, which points to the right."""

    query_length: float
    lengths: Array  # (n,)
    angles: Array  # (n,) degrees, 0…180; NaN where a vector is zero
    shadows: Array  # (n,) length of the key along the query, signed
    labels: tuple[str, ...]
    readings: tuple[Message, ...]  # "k₂ 90°, q·k₂ = 0"
    query_label: str
    selected: int
    caption: Message = NO_TEXT
    on_a_line: bool = False  # vectors of one component, which stand along the query or against it


Figure = tuple[Bars, ...] | Points | Dial


_BY_IDENTITY: Any = object.__eq__  # of dataclasses with eq=False: it says nothing of what is in them


def alike(a: Any, b: Any) -> bool:
    """Return whether two matrices, figures or parts of them show the same, number for number and word for word."""
    if a is b or type(a) is not type(b):
        return a is b
    if isinstance(a, np.ndarray):
        return bool(a.shape == b.shape and a.tobytes() == b.tobytes())
    if type(a).__eq__ is _BY_IDENTITY and is_dataclass(a):
        a, b = tuple(vars(a).values()), tuple(vars(b).values())
    if isinstance(a, tuple):
        return len(a) == len(b) and all(map(alike, a, b))
    return bool(a == b)


class Operand(NamedTuple):
    """Cells that took part in a cell's arithmetic: a whole row or column where the other index is None.

    Of several columns side by side, `last` is the last one.
    """

    matrix: str
    row: int | None
    column: int | None
    last: int | None = None


class Explanation(NamedTuple):
    """The arithmetic of one cell, and the cells to light."""

    text: Message
    operands: tuple[Operand, ...] = ()


@dataclass(frozen=True, eq=False)
class Result:
    """All that a panel shows for one Scenario; panels add fields of their own.

    Parameters
    ----------
    matrices : mapping of str to Matrix
    quantities : mapping of str to float
        Named numbers that challenges test.
    captions : mapping of str to Message
        Sentences: always `origin`, what the data set is, and `shapes`, for the status line.
    figures : mapping of str to Figure
    notices : tuple of Message
        What the user must know about this state, most important first.
    progress : float
        Share of the work that is done; 1 where the numbers are final.
    """

    matrices: Mapping[str, Matrix]
    quantities: Mapping[str, float]
    captions: Mapping[str, Message]
    figures: Mapping[str, Figure] = field(default_factory=dict)
    notices: tuple[Message, ...] = ()
    progress: float = 1.0

    @property
    def labels(self) -> list[tuple[str, ...]]:
        """Of rows and columns: words that somebody may have typed, in whatever script."""
        return [part for matrix in self.matrices.values() for part in (matrix.row_labels, matrix.column_labels)]

    def uncovered(self, stage: str, explanation: Explanation, covered: Message) -> Explanation:
        """Return how a cell of a stage was made, told as `covered` where it, or what it was made from, is covered.

        The operands are told either way: they say where to look for the guess.
        """
        part_of_it = (stage, *(operand.matrix for operand in explanation.operands))
        hidden = any(self.matrices[name].covered for name in part_of_it)
        return explanation._replace(text=covered) if hidden else explanation


def known_sum(values: Array) -> Any:
    """Sum over the last axis of the numbers that are known; NaN marks one that is not."""
    return np.add.reduce(values, axis=-1, where=~np.isnan(values))


def frozen_float(values: Any) -> Array:
    """Return `values` as a read-only float64 array; one that is an array of that type already is locked itself."""
    array: Array = np.asarray(values, dtype=np.float64)
    array.setflags(write=False)
    return array


@lru_cache(maxsize=128)  # views know what they have drawn by the object
def no_numbers(shape: tuple[int, ...]) -> Array:
    """Return what stands in place of numbers under a cover: NaN, in no memory, whatever the shape."""
    return np.broadcast_to(np.float64(np.nan), shape)
