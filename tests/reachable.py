"""All that can be reached from a value: to show that something is nowhere in it."""

import dataclasses
from collections.abc import Iterator, Mapping

import numpy as np

from attnstudio.state.message import Message


def inside(thing: object) -> Iterator[object]:
    """Yield everything that can be reached from a value: numbers, arrays and texts."""
    if isinstance(thing, Message):
        yield str(thing)
    elif isinstance(thing, Mapping):
        for value in thing.values():
            yield from inside(value)
    elif isinstance(thing, tuple | frozenset):
        for value in thing:
            yield from inside(value)
    elif dataclasses.is_dataclass(thing):
        for part in dataclasses.fields(thing):
            yield from inside(getattr(thing, part.name))
    else:
        assert thing is None or isinstance(thing, str | int | float | np.ndarray), type(thing)
        yield thing
