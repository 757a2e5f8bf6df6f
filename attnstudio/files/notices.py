"""What must be said about tensors that were opened: nothing in them is changed in silence."""

import math
from collections.abc import Collection, Mapping

import numpy as np

from attnstudio.state.arrays import BLOCK, Array, let_go
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, format_number
from attnstudio.state.tensors import TensorPack

BFLOAT16 = "bfloat16"  # as a file has it; there is none in NumPy
ROW_SUM_TOLERANCE = 1e-3  # float16 weights are off by less
MOST_NAMED = 20
PAIRS_ASSUMED = QT_TRANSLATE_NOOP("files", "Rotary positions without `rope_pairs`: neighbours (0, 1), (2, 3), … are taken for turned together. Where it was the halves (0, d/2), …, choose that on the panel Heads or write the text `halves` into the file.")  # fmt: skip # noqa: E501


def pack_notices(pack: TensorPack) -> list[Message]:
    """Return what must be known about a pack, most important first."""
    notices = [] if pack.weights is None else _weight_notices(pack.weights)
    usual = pack.d_k**-0.5 if pack.d_k else 0.0
    if pack.scale is not None and usual and abs(pack.scale / usual - 1) > 1e-3:
        template = QT_TRANSLATE_NOOP("files", "The model multiplies scores by {scale}, not by 1/√d_k = {usual}.")
        values = {"scale": format_number(pack.scale, 4), "usual": format_number(usual, 4)}
        notices.append(Message(template, values))
    return notices


def rotary_notices(pack: TensorPack, stated: str) -> list[Message]:
    """Say which components are taken for turned together where a file has rotary positions and does not say it."""
    if stated or not (pack.has_vectors and pack.rope_theta):
        return []
    return [Message(PAIRS_ASSUMED)]


def stored_notices(dtypes: Collection[str]) -> list[Message]:
    """Say which numbers are shown in another type than the file has them in."""
    if BFLOAT16 not in dtypes:
        return []
    return [Message(QT_TRANSLATE_NOOP("files", "Stored as bfloat16 and shown as float32, which is exact."))]


def unused_notices(others: Mapping[str, str]) -> list[Message]:
    """Name the arrays of a file that are not used, and why they could not be."""
    if not others:
        return []
    named = [f"{name} ({why})" if why else name for name, why in others.items()][:MOST_NAMED]
    rest = len(others) - len(named)
    template = QT_TRANSLATE_NOOP("files", "Not used: {names}.")
    return [Message(template, {"names": ", ".join(named) + (f" and {rest} more" if rest else "")})]


def _weight_notices(weights: Array) -> list[Message]:
    """Say which weights are missing, lie outside 0…1, or do not sum to 1; they are shown as stored."""
    notices = []
    missing, (low, high), (least, most) = _weight_ranges(weights)
    if missing:
        template = QT_TRANSLATE_NOOP("files", "Weights that are missing (NaN) and shown without a value: {count}.")
        notices.append(Message(template, {"count": missing}))
    if max(1 - least, most - 1) > ROW_SUM_TOLERANCE:
        template = QT_TRANSLATE_NOOP("files", "Rows do not sum to 1: the smallest sum is {low}, the largest {high}. The weights are shown as stored.")  # fmt: skip # noqa: E501
        notices.append(_range_message(template, least, most))
    if low < 0 or high > 1 + ROW_SUM_TOLERANCE:
        template = QT_TRANSLATE_NOOP("files", "Weights lie between 0 and 1; these go from {low} to {high}.")
        notices.append(_range_message(template, low, high))
    return notices


def _weight_ranges(weights: Array) -> tuple[int, tuple[float, float], tuple[float, float]]:
    """Return how many weights are missing, the range of the others, and the range of the sums of whole rows."""
    rows, count = weights.reshape(-1, weights.shape[-1]), 0
    low, high, least, most = math.inf, -math.inf, math.inf, -math.inf
    step = max(1, BLOCK // rows.shape[1])
    for start in range(0, len(rows), step):
        part = rows[start : start + step]
        missing = np.isnan(part)
        count += int(np.count_nonzero(missing))
        with np.errstate(invalid="ignore"):  # of what is missing, some may signal
            low, high = np.fmin(low, np.fmin.reduce(part, axis=None)), np.fmax(high, np.fmax.reduce(part, axis=None))
            sums = part.sum(axis=-1, dtype=np.float64)[~missing.any(axis=-1)]
        if sums.size:
            least, most = min(least, float(sums.min())), max(most, float(sums.max()))
        let_go(weights)
    return count, (low, high), (least, most)


def _range_message(template: str, low: float, high: float) -> Message:
    return Message(template, {"low": format_number(float(low)), "high": format_number(float(high))})
