"""How the panel writes numbers and names."""

import math

from attnstudio.panels.scaling.scenario import ScalingScenario
from attnstudio.state.message import decimals_needed, format_number, format_significant

SYMBOLS = {"one": "1", "sqrt_d_k": "√d_k", "d_k": "d_k", "sqrt_d_model": "√d_model"}
TINIEST = 1e-308  # numbers below it have lost digits, or all of them
TOO_SMALL = "< 10⁻³⁰⁸"
ROUNDING = 1e-12  # of a number: an error below it is none
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def key_labels(count: int) -> tuple[str, ...]:
    """Return the names of keys: k₁, k₂ and so on."""
    return tuple("k" + str(i + 1).translate(_SUBSCRIPTS) for i in range(count))


def divisor_text(scenario: ScalingScenario, name: str | None = None) -> str:
    """Return what the scores are divided by with its numbers: 1, √64, 64 or √512."""
    d_k, name = scenario.d_k, name or scenario.divide_by
    width = scenario.n_heads * d_k
    return {"one": "1", "sqrt_d_k": f"√{d_k}", "d_k": str(d_k), "sqrt_d_model": f"√{width}"}[name]


def plain(value: float, most: int = 4) -> str:
    """Write a number that is exact, or with so many decimals."""
    return format_number(value, decimals_needed(value, most))


def grouped(count: int) -> str:
    """Write a large whole number."""
    return f"{count:,}"


def percent(share: float) -> str:
    """Write a share; one that is nearly nothing, or nearly all, with the digits that tell it from that."""
    value = 100 * share
    far = min(value, 100 - value)
    if far == 0 or far >= 1:
        return f"{format_number(value, 0)} %"
    decimals = min(9, 1 - math.floor(math.log10(far)))
    return f"{format_number(value, decimals)} %"


def with_error(value: float, error: float) -> str:
    """Write a measured number to the first digit that its standard error leaves open, and the error."""
    if error <= ROUNDING * abs(value):
        return significant(value, 4)
    decimals = min(9, max(0, -math.floor(math.log10(error))))
    return f"{format_number(value, decimals)} ± {format_number(error, decimals)}"


def significant(value: float, digits: int) -> str:
    """Write a number with so many digits: by a power of ten where a whole number would have two more than are meant.

    What is hardly a number any more is written as 0.
    """
    if abs(value) < TINIEST:
        return "0"
    return format_significant(value, digits, most=digits + 1)


def small(value: float) -> str:
    """Write a number that may be tiny."""
    return significant(value, 3)


def of_row(value: float) -> str:
    """Write a slope or a norm of one row, which others round once more: 0.03547, since 0.0355 would become 0.036."""
    shortened = f"{value:.2e}"
    rounded_up_to_5 = shortened[3] == "5" and float(shortened) > value
    return significant(value, 4 if rounded_up_to_5 else 3)


def positive(value: float) -> str:
    """Write a number that is above 0, however small it is."""
    return TOO_SMALL if value < TINIEST else of_row(value)
