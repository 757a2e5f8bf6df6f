"""Quantities in words, as learners read them: with the labels on the screen, and no name of code."""

import re

from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, format_significant, kept
from attnstudio.state.quantity_measures import INDEXED, Missing, Moment, label_at, plain

T = QT_TRANSLATE_NOOP
OF_TWO = {
    "score": T("lessons", "the score of {k} for {q}"), "logit": T("lessons", "the logit of {k} for {q}"),
    "masked_logit": T("lessons", "the masked logit of {k} for {q}"),
    "exp": T("lessons", "the exponential of {k} for {q}"), "weight": T("lessons", "the weight of {k} for {q}"),
    "query": T("lessons", "component {c} of the query of {q}"), "key": T("lessons", "component {c} of the key of {k}"),
    "value": T("lessons", "component {c} of the value of {k}"),
    "output": T("lessons", "component {c} of the output for {q}"),
    "cos": T("lessons", "the cosine between {q} and {k}"), "angle": T("lessons", "the angle between {q} and {k}"),
}  # fmt: skip
OF_ONE = {
    "score": T("lessons", "the score of {k}"), "logit": T("lessons", "the logit of {k}"),
    "masked_logit": T("lessons", "the masked logit of {k}"), "exp": T("lessons", "the exponential of {k}"),
    "weight": T("lessons", "the weight of {k}"), "query": T("lessons", "component {c} of the query"),
    "output": T("lessons", "component {c} of the output"),
}  # where there is one query, which need not be named  # fmt: skip
OF_ROW = {
    "row_sum": T("lessons", "the sum of the weights of {q}"), "max_weight": T("lessons", "the largest weight of {q}"),
    "entropy_share": T("lessons", "the entropy of the weights of {q}"),
    "jacobian_norm": T("lessons", "the norm of the Jacobian of {q}"), "leak": T("lessons", "the leak of {q}"),
}  # fmt: skip
OF_NAMED = {
    "changed": T("lessons", "the largest change of the {x}"),
    "least_changed": T("lessons", "the smallest change of the {x}"),
    "touched": T("lessons", "the number of changes to {x}"),
}  # fmt: skip
VECTORS = {"q": T("lessons", "query {number}"), "k": T("lessons", "key {number}"), "v": T("lessons", "value {number}"),
           "z": T("lessons", "output {number}")}  # fmt: skip
SELECTED = {"q": T("lessons", "the query"), "k": T("lessons", "the key"), "v": T("lessons", "the value"),
            "z": T("lessons", "the output")}  # fmt: skip
LENGTH = T("lessons", "the length of {x}")
UNDIVIDED = T("lessons", "{what} without dividing")
QUOTED = T("lessons", "“{label}”")
WHOLE = {
    "asymmetry": T("lessons", "the asymmetry of the scores"),
    "void_rows": T("lessons", "the number of rows without any key"),
    "row_sum_error": T("lessons", "the largest distance of a row sum from 1"),
    "largest_leak": T("lessons", "the largest leak"), "touched": T("lessons", "the number of changed controls"),
    "row_sum": T("lessons", "the sum of the weights"), "max_weight": T("lessons", "the largest weight"),
    "entropy_share": T("lessons", "the entropy of the weights"), "leak": T("lessons", "the leak"),
    "jacobian_norm": T("lessons", "the norm of the Jacobian"),
    "weight": T("lessons", "the weight of the selected pair"),
    "value_length": T("lessons", "the length of the value"),
    "weight_times_value": T("lessons", "the weight times the length of the value"),
    "zeroed": T("lessons", "the change of the output with the value at 0"),
    "forbidden": T("lessons", "the change of the output with the key forbidden"),
    "previous": T("lessons", "the mean weight on the previous word"),
    "next": T("lessons", "the mean weight on the next word"),
    "same": T("lessons", "the mean weight on the same word before"),
    "first": T("lessons", "the mean weight on the first token"),
    "itself": T("lessons", "the mean weight on the word itself"),
    "later": T("lessons", "the mean weight on later words"),
    "head_entropy_share": T("lessons", "the mean entropy of the rows of the head"),
    "found": T("lessons", "the value of the best head"), "found_layer": T("lessons", "the layer of the best head"),
    "found_head": T("lessons", "the place of the best head in its layer"),
    "runner_up": T("lessons", "the value of the second-best head"),
    "near_zero_share": T("lessons", "the share of weights near 0"),
    "disagreeing_rows": T("lessons", "the number of rows in which the largest weight and the largest α ‖v‖ differ"),
    "scores_count": T("lessons", "the number of scores"),
    "score_bytes": T("lessons", "the number of bytes of the scores"),
    "d_model": T("lessons", "d_model"), "d_k": T("lessons", "d_k"), "n_heads": T("lessons", "the number of heads"),
    "n_key_heads": T("lessons", "the number of key heads"), "divisor": T("lessons", "the divisor of the scores"),
}  # fmt: skip
OF_SCALING = {
    "spread": T("lessons", "the spread of the logits"), "raw_spread": T("lessons", "the spread of q·k"),
    "spread_error": T("lessons", "the error of the spread of the logits"),
    "raw_spread_error": T("lessons", "the error of the spread of q·k"),
    "mean": T("lessons", "the mean of the logits"), "raw_mean": T("lessons", "the mean of q·k"),
    "kurtosis": T("lessons", "the excess kurtosis of the logits"),
    "raw_kurtosis": T("lessons", "the excess kurtosis of q·k"),
    "law_spread": T("lessons", "the spread of the logits by the law"),
    "raw_law_spread": T("lessons", "the spread of q·k by the law"),
    "max_weight": T("lessons", "the mean largest weight"),
    "entropy_share": T("lessons", "the mean entropy of the rows"),
    "frozen_share": T("lessons", "the share of frozen rows"),
    "median_gradient": T("lessons", "the median gradient"), "mean_gradient": T("lessons", "the mean gradient"),
    "median_query_gradient": T("lessons", "the median gradient by the query"),
    "median_logit_gradient": T("lessons", "the median gradient by the logits"),
    "row_weight": T("lessons", "the largest weight of the row"),
    "row_slope": T("lessons", "the slope of the largest weight by its logit"),
    "row_score_slope": T("lessons", "the slope of the largest weight by its score"),
    "row_norm": T("lessons", "the norm of the Jacobian by the logits"),
    "row_score_norm": T("lessons", "the norm of the Jacobian by the scores"),
    "logit_gain": T("lessons", "the gain by the logits"),
    "score_gain": T("lessons", "the gain by the scores"),
}  # fmt: skip
RAW = "raw_"
_VECTOR_NAME = re.compile(r"[qk][₀-₉]*")
_VECTOR = re.compile(r"([qkvz])([0-9₀-₉]*)")
_PERCENT, _DEGREES = "{number}\N{NO-BREAK SPACE}%", "{number}°"


def quantity_words(name: str, indices: tuple[str, ...], of: str, now: Moment | None) -> Message:
    """Return what a quantity is called.

    Parameters
    ----------
    name : str
    indices : tuple of str
    of : str
        What it is taken of, in parentheses.
    now : Moment, optional
        What is shown: its labels stand in the words.
    """
    if of:
        return Message(OF_NAMED[name], {"x": _taken_of(name, of, now)}) if name in OF_NAMED else _plain(name)
    if name == "length" and indices:
        return Message(LENGTH, {"x": _vector(indices[0])})
    if indices:
        return _indexed(name, indices, now)
    if now is not None and name == "weight":
        return _indexed(name, ("q", "k"), now)
    return _whole(name, now)


def value_words(name: str, value: float, digits: int) -> str:
    """Write a value of a quantity: shares in percent, angles in degrees, large numbers in groups of three digits."""
    form = _PERCENT if name.endswith("_share") else _DEGREES if name == "angle" else "{number}"
    number = 100 * value if form is _PERCENT else value
    return form.format(number=grouped_significant(number, digits))


def grouped_significant(value: float, digits: int) -> str:
    """Write a number with so many significant digits; a whole part of four digits or more in groups, unrounded."""
    if 1000 <= abs(value) < 1e15:
        return f"{value:,.0f}".replace("-", "−")
    return format_significant(value, digits)


def _whole(name: str, now: Moment | None) -> Message:
    """Name a quantity without indices; some have another meaning where thousands of rows are drawn."""
    base = name.removeprefix(RAW)
    if name in OF_SCALING and (base not in WHOLE or (now is not None and RAW + base in now.result.quantities)):
        return kept(OF_SCALING[name])
    if name in WHOLE:
        return kept(WHOLE[name])
    if base != name and base in OF_SCALING:
        return kept(UNDIVIDED, what=kept(OF_SCALING[base]))
    return _plain(name)


def _indexed(name: str, indices: tuple[str, ...], now: Moment | None) -> Message:
    if name not in OF_TWO and name not in OF_ROW:
        return _plain(name)
    axes = INDEXED[name]
    found = [_label(index, axis, name, now) for index, axis in zip(indices, axes, strict=True)]
    labels, alone = dict(zip(axes, (label for label, _ in found), strict=True)), found[0][1]
    if axes == "q":
        return kept(WHOLE[name]) if alone else Message(OF_ROW[name], labels)
    return Message(OF_ONE[name] if alone and name in OF_ONE else OF_TWO[name], labels)


def _label(index: str, axis: str, name: str, now: Moment | None) -> tuple[Message | str, bool]:
    """Return an index as it stands on the screen, and whether it is the only one there."""
    if now is not None:
        try:
            label, count = label_at(name, index, axis, now)
        except Missing:
            pass
        else:
            written = label if axis == "c" or _VECTOR_NAME.fullmatch(label) else Message(QUOTED, {"label": label})
            return written, count == 1
    if axis == "c":
        return index, False
    if index == axis:
        return kept(SELECTED[axis]), False
    return (kept(VECTORS[axis], number=index) if index.isdecimal() else Message(QUOTED, {"label": index})), False


def _vector(index: str) -> Message:
    form = _VECTOR.fullmatch(index)
    if form is None:
        return _plain(index)
    return kept(VECTORS[form[1]], number=form[2]) if form[2] else kept(SELECTED[form[1]])


def _taken_of(name: str, of: str, now: Moment | None) -> Message:
    if name != "touched":
        return _plain(of)
    spec = None if now is None else now.scenario.specs().get(of)
    return _plain(of) if spec is None else Message(QUOTED, {"label": kept(spec.label)})


def _plain(name: str) -> Message:
    """Return a name that has no words here as one that can be read."""
    return kept("{name}", name=plain(name))
