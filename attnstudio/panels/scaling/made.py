"""Matrices that are made when they are asked for: most of them are read by nobody while a slider moves."""

from collections.abc import Callable, Iterator, Mapping

from attnstudio.state.figures import Matrix


class Made(Mapping[str, Matrix]):
    """Matrices by name, in the order of reading; each is made once.

    Parameters
    ----------
    makers : mapping of str to callable
        They hold numbers that are known already: nothing is drawn or measured late.
    """

    def __init__(self, makers: Mapping[str, Callable[[], Matrix]]) -> None:
        self._makers = makers
        self._made: dict[str, Matrix] = {}

    def __getitem__(self, name: str) -> Matrix:
        matrix = self._made.get(name)
        return self._made.setdefault(name, self._makers[name]()) if matrix is None else matrix

    def __contains__(self, name: object) -> bool:
        return name in self._makers

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)
