"""How the components of queries and keys are drawn, and what is known of q·k without drawing any."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple, get_args

from attnstudio.core.arrays import real_number, whole_number

Distribution = Literal["normal", "uniform", "signs"]

ROUNDING = 1e-12  # of the size of one product: a variance below it is none
# The 2nd, 4th, 6th and 8th moment of one component without its mean; the odd ones are 0.
EVEN_MOMENTS = {"normal": (1.0, 3.0, 15.0, 105.0), "uniform": (1.0, 9 / 5, 27 / 7, 9.0), "signs": (1.0, 1.0, 1.0, 1.0)}


@dataclass(frozen=True)
class Components:
    """How the components of queries and keys are drawn: independently of each other, with variance 1.

    Parameters
    ----------
    distribution : {"normal", "uniform", "signs"}
        Of x in q = mean + x and of y in k = mean + y: standard normal, uniform on ±√3, or ±1 with equal chances.
    correlation : float, -1 to 1
        Of each component of a key with that of the query. Normal: y = ρ x + √(1 − ρ²) e. Others: y is x with
        probability |ρ| (−x for ρ < 0), else drawn anew, so that it keeps its distribution.
    mean : float
        Of every component.

    Raises
    ------
    ValueError
        If there is no such distribution or correlation, or the mean is not finite.
    """

    distribution: Distribution = "normal"
    correlation: float = 0.0
    mean: float = 0.0

    def __post_init__(self) -> None:
        if self.distribution not in get_args(Distribution):
            allowed = ", ".join(get_args(Distribution))
            raise ValueError(f"distribution must be one of {allowed}; got {self.distribution!r}")
        if not -1 <= real_number("correlation", self.correlation) <= 1:
            raise ValueError(f"correlation must be from -1 to 1; got {self.correlation!r}")
        real_number("mean", self.mean)

    @property
    def has_law(self) -> bool:
        """Whether scores can be drawn without their components: of uniform ones no such law is known."""
        return self.distribution != "uniform"

    @property
    def textbook(self) -> bool:
        """Whether the variance of q·k is d_k as the textbook has it: mean 0 and q independent of k."""
        return self.mean == 0 and self.correlation == 0


class ScoreLaw(NamedTuple):
    """Exact figures of q·k.

    Parameters
    ----------
    mean, variance : float
        What is no more than rounding errors of the components' size counts as no variance.
    row_variance : float
        Of the scores inside a row: what the keys of one query differ by. The rest of the variance is common to the
        keys of a row, and softmax does not see it.
    excess_kurtosis : float
        0 for a normal law; 0 too where there is no spread.
    """

    mean: float
    variance: float
    row_variance: float
    excess_kurtosis: float

    @property
    def spread(self) -> float:
        """Standard deviation."""
        return math.sqrt(self.variance)


@lru_cache(maxsize=64, typed=True)  # asked for by all that is shown of one d_k
def score_law(components: Components, d_k: int) -> ScoreLaw:
    """Return the exact mean, variance and kurtosis of q·k.

    Parameters
    ----------
    components : Components
    d_k : int, >= 1

    Returns
    -------
    ScoreLaw
        With mean 0 and independent q and k the variance is d_k, and so is the variance inside a row.

    Raises
    ------
    ValueError
        If d_k is not a whole number from 1.
    """
    d = whole_number("d_k", d_k, 1)
    mu, rho = components.mean, components.correlation
    fourth = EVEN_MOMENTS[components.distribution][1]
    normal = components.distribution == "normal"
    square = 2 * rho**2 if normal else abs(rho) * (fourth - 1)  # by which E[x²y²] exceeds 1
    least = ROUNDING * (1 + mu**2) ** 2
    variance = _or_nothing(1 + square - rho**2 + 2 * mu**2 * (1 + rho), least)
    common = mu**2 * (1 + rho) ** 2 + rho**2 * (fourth - 1)  # variance of what q alone gives every key
    cumulant = _normal_cumulant(mu, rho) if normal else _fourth_cumulant(components)
    kurtosis = cumulant / variance**2 / d if variance else 0.0
    return ScoreLaw(d * (mu**2 + rho), d * variance, d * _or_nothing(variance - common, least), kurtosis)


def _or_nothing(variance: float, least: float) -> float:
    return variance if variance > least else 0.0


def _normal_cumulant(mu: float, rho: float) -> float:
    """Return the fourth cumulant of q k: it is a² − b² with independent normal a = (q + k) / 2 and b = (q − k) / 2."""
    a, b = (1 + rho) / 2, (1 - rho) / 2  # their variances
    return 48 * (a**4 + b**4) + 192 * mu**2 * a**3


@lru_cache(maxsize=16)
def _fourth_cumulant(c: Components) -> float:
    """Return the fourth cumulant of the product of a component of q with that of k, which is it, ± it or drawn anew."""
    moments = _moments(c)
    copied = math.copysign(1.0, c.correlation)
    products = []
    for r in range(1, 5):
        # q^r (mean + s x)^r with q = mean + x, expanded in x
        both = sum(
            math.comb(r, i) * math.comb(r, j) * c.mean ** (2 * r - i - j) * copied**j * _central(c, i + j)
            for i in range(r + 1)
            for j in range(r + 1)
        )
        products.append((1 - abs(c.correlation)) * moments[r - 1] ** 2 + abs(c.correlation) * both)
    return _cumulant(products)


def _moments(c: Components) -> list[float]:
    """Return the first four moments of a component with its mean."""
    return [sum(math.comb(r, i) * c.mean ** (r - i) * _central(c, i) for i in range(r + 1)) for r in range(1, 5)]


def _central(c: Components, order: int) -> float:
    if order % 2:
        return 0.0
    return EVEN_MOMENTS[c.distribution][order // 2 - 1] if order else 1.0


def _cumulant(moments: Sequence[float]) -> float:
    """Return the fourth cumulant from the first four moments."""
    m1, m2, m3, m4 = moments
    return m4 - 4 * m3 * m1 - 3 * m2**2 + 12 * m2 * m1**2 - 6 * m1**4
