"""When the collector of garbage rests: it takes a fifth of the time in which much is made and nothing is let go of."""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_resting_for: set[object] = set()


def rest(reason: object) -> None:
    """Let the collector rest until `wake` is called with the same reason, and with every other one."""
    _resting_for.add(reason)
    gc.disable()


def wake(reason: object) -> None:
    """Let the collector go on, once no reason is left to rest."""
    _resting_for.discard(reason)
    if not _resting_for:
        gc.enable()


@contextmanager
def collector_at_rest() -> Iterator[Callable[[], None]]:
    """Let the collector rest; what is yielded lets it go on before the end."""
    reason = object()
    rest(reason)
    try:
        yield lambda: wake(reason)
    finally:
        wake(reason)
