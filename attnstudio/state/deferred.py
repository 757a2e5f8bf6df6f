"""Parts of a Result that are made when they are first wanted: a slider that is dragged moves more than is in sight."""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, partial
from typing import TypeVar

Value = TypeVar("Value")


class Deferred(Mapping[str, Value]):
    """What a function returns, called when the first of it is wanted."""

    def __init__(self, make: Callable[[], Mapping[str, Value]]) -> None:
        self._make = make

    @cached_property
    def _made(self) -> Mapping[str, Value]:
        return self._make()

    def __getitem__(self, name: str) -> Value:
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)


class DeferredEach(Mapping[str, Value]):
    """Values under names that are known, each made when it is first wanted.

    Parameters
    ----------
    makers : mapping of str to callable
        What they need is known already; nothing random is drawn late.
    """

    def __init__(self, makers: Mapping[str, Callable[[], Value]]) -> None:
        self._makers = makers
        self._made = dict[str, Value]()

    def __getitem__(self, name: str) -> Value:
        if name not in self._made:
            self._made[name] = self._makers[name]()
        return self._made[name]

    def __or__(self, values: Mapping[str, Value]) -> "DeferredEach[Value]":
        """Return it with some values in place of its own; makers that remember what they made make it once for both."""
        return DeferredEach({**self._makers, **{name: partial(_itself, value) for name, value in values.items()}})

    def __contains__(self, name: object) -> bool:
        return name in self._makers

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)


def _itself(value: Value) -> Value:
    return value
