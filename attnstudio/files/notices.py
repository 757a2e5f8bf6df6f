"""What must be said about tensors that were opened: nothing in them is changed in silence."""

from collections.abc import Mapping

import numpy as np

from attnstudio.state.arrays import Array
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, format_number
from attnstudio.state.tensors import TensorPack

ROW_SUM_TOLERANCE = 1e-3  # float16 weights are off by less
MOST_NAMED = 20


def pack_notices(pack: TensorPack, causal: bool) -> list[Message]:
    """Return what must be known about a pack, most important first."""
    notices = [] if pack.weights is None else _weight_notices(pack.weights)
    usual = pack.d_k**-0.5 if pack.d_k else 0.0
    if pack.scale is not None and usual and abs(pack.scale / usual - 1) > 1e-3:
        template = QT_TRANSLATE_NOOP("files", "The model multiplies scores by {scale}, not by 1/√d_k = {usual}.")
        values = {"scale": format_number(pack.scale, 4), "usual": format_number(usual, 4)}
        notices.append(Message(template, values))
    if causal and pack.T_q != pack.T_k:
        template = QT_TRANSLATE_NOOP("files", "The file says causal, but not from which corner: top-left is taken.")
        notices.append(Message(template))
    return notices


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
    missing = np.isnan(weights)
    if missing.any():
        template = QT_TRANSLATE_NOOP("files", "Weights that are missing (NaN) and shown without a value: {count}.")
        notices.append(Message(template, {"count": int(missing.sum())}))
    sums = weights.sum(axis=-1, dtype=np.float64)[~missing.any(axis=-1)]
    if sums.size and np.abs(sums - 1).max() > ROW_SUM_TOLERANCE:
        template = QT_TRANSLATE_NOOP("files", "Rows do not sum to 1: the smallest sum is {low}, the largest {high}. The weights are shown as stored.")  # fmt: skip # noqa: E501
        notices.append(_range_message(template, sums.min(), sums.max()))
    low, high = np.fmin.reduce(weights, axis=None), np.fmax.reduce(weights, axis=None)
    if low < 0 or high > 1 + ROW_SUM_TOLERANCE:
        template = QT_TRANSLATE_NOOP("files", "Weights lie between 0 and 1; these go from {low} to {high}.")
        notices.append(_range_message(template, low, high))
    return notices


def _range_message(template: str, low: float, high: float) -> Message:
    return Message(template, {"low": format_number(float(low)), "high": format_number(float(high))})
