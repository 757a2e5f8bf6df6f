"""The numbers that lessons ask for: how each is computed, and how each mistake that is foreseen comes about."""

import math

from quoted_of_heads import TO_CLS, Figure
from taught import At, Measure

EXP, LOGIT = "exp[q,1]", "logit[q,1]"


def of(text: str) -> Figure:
    return lambda m: m(text)


def weight(m: Measure, row: str, key: int, seen: int) -> float:
    """Return a weight as it is worked out on paper: softmax of the masked logits that are seen."""
    exps = [math.exp(m(f"masked_logit[{row},{j}]")) for j in range(1, seen + 1)]
    return exps[key - 1] / math.fsum(exps)


def mixed(m: Measure, component: int) -> float:
    return math.fsum(m(f"weight[q,{j}]") * m(f"value[{j},{component}]") for j in (1, 2, 3))


def dotted(m: Measure, key: int) -> float:
    return math.fsum(m(f"query[q,{c}]") * m(f"key[{key},{c}]") for c in (1, 2))


NUMBERS: dict[At, tuple[Figure, list[Figure]]] = {
    ("lookup", "mix-it"): (
        lambda m: mixed(m, 1), [of("value[dog,1]"), of("value[cat,1]"), of("value[fish,1]"), lambda _: 1],
    ),
    ("step-by-step", "third-weight"): (
        lambda m: m("weight[q,3]"),
        [lambda _: 1 / 3, lambda m: m("logit[q,3]"), lambda m: m("weight[q,3]", divide_by="one"),
         lambda m: m("exp[q,3]")],
    ),
    ("step-by-step", "other-numbers"): (
        lambda m: weight(m, "q", 1, 3), [of(EXP), of(LOGIT), of("weight[q,2]"), of("weight[q,3]")],
    ),
    ("step-by-step", "your-own-query"): (
        lambda m: 2 * m("weight[q,1]") + m("weight[q,3]"), [lambda m: m("output[q,2]"), lambda m: m("weight[q,1]")],
    ),
    ("similarity", "your-own-arrows"): (
        lambda m: dotted(m, 2),
        [lambda m: dotted(m, 2) / math.sqrt(2), of("cos[q,2]"), lambda m: dotted(m, 1), lambda m: dotted(m, 3)],
    ),
    ("softmax", "ratio"): (
        lambda m: m("weight[q,1]") / m("weight[q,2]"),
        [lambda m: m("logit[q,1]") - m("logit[q,2]"), lambda m: m("weight[q,1]"), lambda _: 2**2],
    ),
    ("scaling", "spread-of-256"): (
        lambda m: m("raw_law_spread", d_k=256),
        [lambda m: m("raw_law_spread", d_k=256) ** 2, lambda m: m("law_spread", d_k=256, divide_by="sqrt_d_k"),
         lambda _: 256 / 2],
    ),
    ("masks", "cat-with-mask"): (
        lambda m: m("weight[q,cat]", causal="top-left"),
        [lambda m: m("weight[q,cat]"), lambda m: 1 - m("weight[q,1]") - m("weight[q,3]"),
         lambda m: m("weight[q,cat]") + (1 - sum(m(f"weight[q,{j}]") for j in (1, 2, 3))) / 3],
    ),
    ("masks", "your-own-row"): (
        lambda m: weight(m, "sat", 2, 3),
        [of("exp[sat,cat]"), of("logit[sat,cat]"), of("weight[sat,the1]"), of("weight[sat,sat]"),
         lambda m: weight(m, "cat", 2, 2)],
    ),
    ("heads", "size-of-a-head"): (
        lambda _: 960 / 20, [lambda _: 960, lambda _: 20, lambda _: 960 * 20, lambda _: math.sqrt(960)],
    ),
    ("real-heads", "forced-up"): (
        lambda m: 1 / (1 - m(TO_CLS)),
        [of(TO_CLS), lambda m: 1 - m(TO_CLS), lambda m: 1 / m(TO_CLS), lambda m: m(TO_CLS) / (1 - m(TO_CLS))],
    ),
    ("review", "your-weight"): (
        lambda m: weight(m, "q", 1, 3), [of(EXP), of(LOGIT), of("weight[q,2]"), of("weight[q,3]")],
    ),
    ("review", "your-output"): (
        lambda m: mixed(m, 2),
        [lambda m: mixed(m, 1), of("value[1,2]"), of("value[2,2]"), of("value[3,2]")],
    ),
    ("review", "your-score"): (
        lambda m: dotted(m, 3),
        [lambda m: dotted(m, 3) / math.sqrt(2), of("cos[q,3]"), lambda m: dotted(m, 1), lambda m: dotted(m, 2)],
    ),
    ("review", "one-third-or-half"): (
        lambda m: m("weight[q,3]"), [lambda _: 2 / (2 + 0 + 0), of("logit[q,3]"), lambda _: 1 / 3, lambda _: 2 / 3],
    ),
    ("review", "four-times-d-k"): (
        lambda m: m("raw_law_spread", d_k=64),
        [lambda m: 4 * m("raw_law_spread"), lambda m: m("raw_law_spread", d_k=64) ** 2, lambda m: m("raw_law_spread")],
    ),
    ("review", "bill-of-length"): (
        lambda m: m("scores_count", bill_tokens=1536) / m("scores_count"), [lambda _: 3, lambda _: 3 + 3, lambda _: 1],
    ),
}  # fmt: skip
