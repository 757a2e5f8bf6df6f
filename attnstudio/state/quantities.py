"""Named quantities of a Result: the vocabulary in which lessons state goals and ask for numbers; never evaluated code.

A quantity is written as its name, with what it is taken of behind it:

========================================  ==============================================================================
``weight[q,k]``                           a cell, by query and key; so ``score``, ``logit``, ``masked_logit``, ``exp``
``output[q,c]``                           a component c of the output of a query; so ``query[q,c]``, ``key[k,c]``,
                                          ``value[k,c]``
``row_sum[q]``, ``max_weight[q]``         sum and largest of the weights of a query
``entropy_share[q]``                      entropy of its weights, as a share of the largest over its allowed keys
``jacobian_norm[q]``                      Frobenius norm of its softmax Jacobian
``leak[q]``                               its weight on keys that the mask forbids
``cos[q,k]``, ``angle[q,k]``              between a query and a key; the angle in degrees
``length[x]``                             of a vector: ``q``, ``k``, ``v`` or ``z`` for the selected query, key, value
                                          and output, ``k2`` for the second key
``asymmetry``                             of the scores: ‖S − Sᵀ‖ / ‖S‖
``void_rows``                             how many queries have every key masked
``row_sum_error``                         how far the sum of any other row is from 1, at most
``largest_leak``                          the largest ``leak`` of all queries
``changed(x)``, ``least_changed(x)``      largest and smallest change of a number of the matrix x since the step began
``touched``, ``touched(x)``               how many fields have changed since the step began; 1 if field x has
``spread``, ``later``, …                  what the panel itself measures, by its name in `Result.quantities`: see below
========================================  ==============================================================================

What panels measure by themselves:

Attention, of the selected query
    ``max_weight``, ``row_sum``, ``leak``
Scaling, of divided scores; of undivided ones with ``raw_`` in front
    ``spread``, ``spread_error``, ``mean``, ``kurtosis`` (excess) of what was drawn; ``law_spread``, what the law says.
    Over all rows: means ``max_weight``, ``entropy_share``; ``frozen_share``, of rows whose largest weight exceeds 0.99;
    ``median_gradient``, ``mean_gradient`` of the chosen gradient, ``median_query_gradient``, ``median_logit_gradient``.
    Of the row shown: ``row_weight``, its largest; of its Jacobian the ``row_norm`` and, for that weight, the
    ``row_slope``, by scores ``row_score_norm``, ``row_score_slope``; ``logit_gain``, ``score_gain`` of dividing
Heads
    Of the selected pair ``weight``; of its row ``max_weight``, ``row_sum``, ``entropy_share``; of its key
    ``value_length`` ‖v‖, ``weight_times_value``, and how far the output moves if v is 0 (``zeroed``) or the key masked
    (``forbidden``). Means of the head: weight on ``previous``, ``next``, ``same`` (before), ``first``, ``itself``,
    ``later`` (all that follow); ``head_entropy_share``. Of the ranking ``found``, ``found_layer``, ``found_head``,
    ``runner_up``. Of all heads ``near_zero_share``, of weights below 0.05; ``disagreeing_rows``, where the largest
    weight and the largest α ‖v‖ lie on different keys. Of the bill ``scores_count``, ``score_bytes`` (float32). Sizes
    ``d_model``, ``d_k``, ``n_heads``, ``n_key_heads``, and the ``divisor`` of the scores

An index is the label on the screen (``sat``, ``the₅`` or ``the5``), ``q`` or ``k`` for the selected query or key, or a
position. Positions count from 1, as labels on the screen do (k₁ is the first key); layers and heads, which count from
0, are no indices here. A label that is a whole number, or that holds a comma, is reached by its position.
"""

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass

from attnstudio.state.fields import expected
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.state.quantity_measures import INDEXED, OF_NAMED, WHOLE, Missing, Moment, indexed, touched
from attnstudio.state.quantity_words import quantity_words

Measured = float | Message  # a Message says why there is no number
LONGEST = 200  # characters
T = QT_TRANSLATE_NOOP
NO_QUANTITY = T("lessons", "no quantity {name} is shown here; there are {names}")
NO_NUMBER = T("lessons", "{name} has no number now")
_FORM = re.compile(r"([A-Za-z][A-Za-z_0-9]*)(?:\[(.+)\]|\((.+)\))?")


@dataclass(frozen=True)
class Quantity:
    """A quantity by its name, the indices in brackets behind it, or what it is taken of in parentheses."""

    name: str
    indices: tuple[str, ...] = ()
    of: str = ""

    def __str__(self) -> str:
        return self.name + (f"[{','.join(self.indices)}]" if self.indices else f"({self.of})" if self.of else "")

    def words(self, now: Moment | None = None) -> Message:
        """Say what it is, as learners read it; with what is shown, its labels stand in the words."""
        return quantity_words(self.name, self.indices, self.of, now)


def quantity_from_text(text: object) -> Quantity:
    """Return the quantity that is written; ValueError says what there is, where no panel can have such a one."""
    form = _FORM.fullmatch(text.strip()) if isinstance(text, str) and len(text) <= LONGEST else None
    if form is None:
        raise expected("a quantity such as weight[q,k], row_sum[q], changed(weights) or spread", text)
    name, inner, of = form.groups()
    if of is not None:
        _known(name, OF_NAMED)
        return Quantity(name, of=of.strip())
    if inner is None:
        return Quantity(name)
    _known(name, INDEXED)
    indices = tuple(part.strip() for part in inner.split(","))
    if len(indices) != len(INDEXED[name]) or not all(indices):
        raise expected(_usage(name), text)
    return Quantity(name, indices)


def _known(name: str, names: Iterable[str]) -> None:
    if name not in names:
        raise expected(f"one of the quantities {', '.join(map(_usage, names))}", name)


def _usage(name: str) -> str:
    return f"{name}[{','.join(INDEXED[name])}]" if name in INDEXED else f"{name}(x)"


def measured(quantity: Quantity, now: Moment, start: Moment) -> Measured:
    """Return a quantity as it is now, of a step that began at `start`; a Message says why there is no number.

    Infinities are numbers (a masked logit is −∞); NaN is none.
    """
    try:
        value = _value(quantity, now, start)
    except Missing as missing:
        return missing.reason
    return Message(NO_NUMBER, {"name": quantity.words(now)}) if math.isnan(value) else value


def _value(quantity: Quantity, now: Moment, start: Moment) -> float:
    name = quantity.name
    if quantity.of:
        return OF_NAMED[name](quantity.of, now, start)
    if quantity.indices:
        return indexed(name, quantity.indices, now)
    if name in now.result.quantities:
        return float(now.result.quantities[name])
    if name == "touched":
        return float(len(touched(now, start)))
    if name not in WHOLE:
        ours = map(_usage, (*INDEXED, *OF_NAMED))
        raise Missing(NO_QUANTITY, name=name, names=", ".join((*now.result.quantities, *WHOLE, "touched", *ours)))
    return WHOLE[name](now)
