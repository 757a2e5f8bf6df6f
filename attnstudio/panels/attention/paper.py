"""Softmax as on paper: with powers of 2 and whole exponents its numbers are fractions, and are written as such."""

import math
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from attnstudio.core.attention import AttentionStages

Array = npt.NDArray[Any]
Flags = npt.NDArray[np.bool_]
Written = tuple[tuple[str, ...], ...]

MOST = 256  # cells of a matrix; nobody works out more on paper
LARGEST_DENOMINATOR = 999
LARGEST_EXPONENT = 40  # powers of 2 up to it, times hundredths of values, fit into 64 bits
WIDEST = 10  # between the exponents of a row: from there on its weights have larger denominators
SAME = 1e-12  # a fraction and the number of the core differ by no more


def exactly_written(stages: AttentionStages, temperature: float, hidden: Flags | None) -> dict[str, Written]:
    """Return how the numbers of a softmax of base 2 are written as fractions.

    Parameters
    ----------
    stages : AttentionStages
        Of one head.
    temperature : float
        In base 2: the exponents are the masked logits, less the shift, over it.
    hidden : (T_q, T_k) bool array, optional
        Where the weights were set to 0 after softmax.

    Returns
    -------
    dict of str to tuple of tuples of str
        For those of exp, weights and output that hold fractions, all with small denominators and equal to the numbers
        of the core; nothing where an exponent is not whole.
    """
    powers = _whole_exponents(stages, temperature)
    if powers is None:
        return {}
    least = np.min(powers, axis=1, where=powers > -np.inf, initial=LARGEST_EXPONENT)[:, None]  # (T_q, 1)
    if np.max(powers - least) >= WIDEST:
        return {}
    counts = (2.0 ** (powers - least)).astype(np.int64)  # (T_q, T_k), in units of 2^least; 0 for 2^−∞
    totals = np.maximum(1, counts.sum(axis=1, keepdims=True))  # (T_q, 1)
    shares = counts if hidden is None else np.where(hidden, 0, counts)
    unit = 2 ** np.abs(least).astype(np.int64)  # (T_q, 1)
    found = {
        "exp": _written(np.where(least > 0, counts * unit, counts), np.where(least < 0, unit, 1), stages.exp),
        "weights": _written(shares, totals, stages.weights),
    }
    hundredths = np.rint(stages.value * 100)  # (T_k, d_v)
    if np.abs(stages.value * 100 - hundredths).max(initial=0.0) <= SAME * 100:
        found["output"] = _written(shares @ hundredths.astype(np.int64), totals * 100, stages.output)
    return {name: written for name, written in found.items() if written}


def _whole_exponents(stages: AttentionStages, temperature: float) -> Array | None:
    """Return the exponents, (T_q, T_k), −∞ for masked ones, or None where one of the others is not whole."""
    if stages.weights.size > MOST:
        return None
    exponents = (stages.masked_logits.astype(np.float64) - stages.shift[:, None]) / temperature
    known = exponents[np.isfinite(exponents)]
    if np.abs(known).max(initial=0.0) > LARGEST_EXPONENT or np.abs(known - np.rint(known)).max(initial=0.0) > 1e-9:
        return None
    whole: Array = np.rint(exponents)
    return whole


def _written(numerators: Array, denominators: Array, values: Array) -> Written | None:
    """Return fractions in lowest terms, or None where all are whole, one is too long or is not its number."""
    if values.size > MOST or np.abs(numerators / denominators - values).max(initial=0.0) > SAME:
        return None
    below = np.broadcast_to(denominators, numerators.shape)
    texts = tuple(tuple(map(_fraction, *row)) for row in zip(numerators.tolist(), below.tolist(), strict=True))
    return texts if any("/" in text for row in texts for text in row) and all(map(all, texts)) else None


@lru_cache(maxsize=4096)
def _fraction(numerator: int, denominator: int) -> str:
    """Write a fraction in lowest terms; "" with too large a denominator."""
    text = _lowest_terms(numerator, denominator)
    return text if denominator // math.gcd(numerator, denominator) <= LARGEST_DENOMINATOR else ""


def _lowest_terms(numerator: int, denominator: int) -> str:
    common = math.gcd(numerator, denominator)
    above, below = numerator // common, denominator // common
    return f"{above}/{below}".removesuffix("/1").replace("-", "−")


@lru_cache(maxsize=256)
def total_written(row: tuple[str, ...]) -> str:
    """Write the sum of a row of fractions, none of them below 0."""
    pairs = [(int(above), int(below or 1)) for above, _, below in (text.partition("/") for text in row)]
    common = math.lcm(*(below for _, below in pairs))
    return _lowest_terms(sum(above * common // below for above, below in pairs), common)
