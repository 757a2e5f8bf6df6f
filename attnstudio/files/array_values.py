"""What small arrays of a tensor file say: texts, single numbers, masks. Each refuses another kind of array in words."""

from typing import Literal, get_args

import numpy as np

from attnstudio.state.arrays import Array
from attnstudio.state.fields import expected

Polarity = Literal["may attend", "blocked"]
MOST_ENTRIES, MOST_BYTES = 65_536, 65_536  # of a list of words, and of one text
STATE_POLARITY = (
    "which look of it blocks is not stated: add a text array `mask_true` that says `may attend` or `blocked`"
)
BOTH_READINGS = (
    "expected a Boolean mask, got numbers, which can be read in two ways: 1 = may attend, or added to the logits. "
    "Save it as Booleans with `mask_true`, or as an additive `bias` of 0 and −inf"
)

ADDITIVE = "expected only 0 (may attend) and −inf (blocked)"


def type_name(array: Array) -> str:
    """Return the type of an array's values in words for people."""
    kinds = {"b": "true or false", "c": "complex number", "U": "text", "S": "text", "M": "date", "m": "duration"}
    return kinds.get(array.dtype.kind, str(array.dtype))


def texts(array: Array) -> tuple[str, ...]:
    """Return a row of texts, each exactly as it is stored."""
    if array.dtype.kind not in "US" or array.ndim != 1:
        raise ValueError(f"expected a row of texts, got shape {array.shape} of {type_name(array)}")
    if array.size > MOST_ENTRIES:
        raise ValueError(f"expected at most {MOST_ENTRIES:,} texts, got {array.size:,}")
    try:
        return tuple(item.decode("utf-8") if isinstance(item, bytes) else item for item in array.tolist())
    except ValueError:
        raise ValueError("expected texts, got bytes that are not text") from None


def one_text(array: Array) -> str:
    """Return a single text."""
    if array.ndim:
        raise ValueError(f"expected one text, got shape {array.shape}")
    if array.dtype.itemsize > MOST_BYTES:
        raise ValueError(f"expected a text of at most {MOST_BYTES:,} bytes, got {array.dtype.itemsize:,}")
    (text,) = texts(array.reshape(1))
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValueError(f"expected whole characters, got {text!a}") from None
    return text


def real(array: Array) -> float:
    """Return a single finite number."""
    if array.dtype.kind not in "fiu" or array.size != 1 or not np.isfinite(array).all():
        shown = array.item() if array.size == 1 else f"shape {array.shape} of {type_name(array)}"
        raise ValueError(f"expected one finite number, got {shown}")
    return float(array.item())


def positive(array: Array) -> float:
    """Return a single number above 0."""
    number = real(array)
    if number <= 0:
        raise expected("a number above 0", number)
    return number


def flag(array: Array) -> bool:
    """Return a single true or false."""
    if array.dtype.kind != "b" or array.size != 1:
        raise ValueError(f"expected true or false, got shape {array.shape} of {type_name(array)}")
    return bool(array.item())


def corner(array: Array) -> str:
    """Return where a causal mask starts: "top-left" or "bottom-right", "somewhere" where only true is said, or ""."""
    if array.dtype.kind not in "US":
        return "somewhere" if flag(array) else ""
    text = one_text(array)
    if text not in ("top-left", "bottom-right"):
        raise expected("true, false, `top-left` or `bottom-right`", text)
    return text


def whole_numbers(array: Array) -> tuple[int, ...]:
    """Return a row of whole numbers."""
    if array.dtype.kind not in "iu" or array.ndim != 1:
        raise ValueError(f"expected a row of whole numbers, got shape {array.shape} of {type_name(array)}")
    if array.size > MOST_ENTRIES:
        raise ValueError(f"expected at most {MOST_ENTRIES:,} whole numbers, got {array.size:,}")
    return tuple(array.tolist())


def polarity(array: Array) -> Polarity:
    """Return which of the two looks of a Boolean mask its True means."""
    text = one_text(array)
    for known in get_args(Polarity):
        if text == known:
            said: Polarity = known
            return said
    raise expected("`may attend` or `blocked`", text)


def rotary_pairs(array: Array) -> str:
    """Return which components rotary positions turn together: "adjacent" or "halves"."""
    text = one_text(array)
    if text not in ("adjacent", "halves"):
        raise expected("`adjacent` or `halves`", text)
    return text


def blocked_by_mask(mask: Array, true_means: Polarity) -> Array:
    """Return which pairs a Boolean mask forbids."""
    return mask if true_means == "blocked" else ~mask


def blocked_by_bias(bias: Array) -> Array:
    """Return which pairs an additive mask of 0 and −inf forbids."""
    if bias.dtype.kind not in "fiu":
        raise ValueError(f"{ADDITIVE}, got values of type {type_name(bias)}")
    forbidden: Array = bias == -np.inf
    others = np.argwhere((bias != 0) & ~forbidden)
    if len(others):
        number = bias[tuple(others[0])]
        why = ": added to the logits, a 1 blocks nothing" if number == 1 else ""
        raise ValueError(f"{ADDITIVE}, got {number} at {others[0].tolist()}{why}")
    return forbidden
