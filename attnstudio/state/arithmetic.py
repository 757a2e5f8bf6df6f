"""How the arithmetic of a cell is written: operands, products, and sums that may be long."""

import math
from collections.abc import Sequence

from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, format_significant

MOST_TERMS = 8  # of a sum that is written out whole
TINIEST = 1e-308  # numbers below it have lost digits, or all of them: they count as 0
REST = QT_TRANSLATE_NOOP("arithmetic", "{sum} ({count} more terms)")


def number(value: float) -> str:
    """Write an operand, with one digit more than a result has: who redoes the arithmetic gets the same result."""
    return _significant(value, 6)


def result_of(value: float) -> str:
    """Write what an arithmetic comes to."""
    return _significant(value, 5)


def _significant(value: float, digits: int) -> str:
    return "0" if abs(value) < TINIEST else format_significant(value, digits)


def factor(value: float) -> str:
    """Write an operand as a factor or an exponent: in brackets where it has a sign or a power."""
    text = number(value)
    return f"({text})" if text.startswith("−") or "×" in text else text


def products(a: Sequence[float], b: Sequence[float]) -> str:
    """Write a sum of products, such as 1×1 + 0×0."""
    written = [f"{factor(x)}×{factor(y)}" for x, y in zip(a[:MOST_TERMS], b[:MOST_TERMS], strict=True)]
    return long_sum(written, [x * y for x, y in zip(a, b, strict=True)])


def long_sum(terms: Sequence[str], values: Sequence[float]) -> str:
    """Join terms by +; of a long sum the first are written and the rest is added up, so that it can be redone.

    Of more than `MOST_TERMS` values no more terms than these are needed.
    """
    if len(values) <= MOST_TERMS:
        return " + ".join(terms)
    written = MOST_TERMS - 2
    rest = Message(REST, {"count": len(values) - written, "sum": factor(math.fsum(values[written:]))})
    return " + ".join([*terms[:written], str(rest)])
