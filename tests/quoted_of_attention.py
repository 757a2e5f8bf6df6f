"""What the lessons on the Attention and Scaling panels quote, and how each figure is computed from its step's start."""

import math
from collections.abc import Callable

from taught import At, Measure

BOTH = {"causal": "top-left", "padding": frozenset({4, 5})}

# What is said of a step's start, or of a change that its text names. A figure of a goal itself is read from the goal.
OF_ATTENTION: dict[At, dict[str, Callable[[Measure], float]]] = {
    ("lookup", "why"): {"0.616": lambda m: m("weight[it,cat]")},
    ("lookup", "exact"): {
        "1.000": lambda m: m("weight[q,dog]"), "value: 1": lambda m: m("value[2,1]"),
        "cat → 2": lambda m: m("value[1,1]"), "dog → 1": lambda m: m("value[2,1]"), "−1": lambda m: m("value[3,1]"),
    },
    ("lookup", "soft"): {
        "0.212": lambda m: m("weight[q,cat]"), "0.576": lambda m: m("weight[q,dog]"),
        "and 0.212": lambda m: m("weight[q,fish]"), "0.788": lambda m: m("output[q,1]"),
    },
    ("step-by-step", "compare"): {
        "[2": lambda m: m("score[q,1]"), "2, 0": lambda m: m("score[q,2]"), "0, 1]": lambda m: m("score[q,3]"),
    },
    ("step-by-step", "scale"): {
        "[1": lambda m: m("logit[q,1]"), "1, 0": lambda m: m("logit[q,2]"), "0.5": lambda m: m("logit[q,3]"),
        "= 2": lambda m: m("score[q,1]") / m("logit[q,1]"),
    },
    ("step-by-step", "third-weight"): {
        "0.307": lambda m: m("weight[q,3]"), "0.5": lambda m: m("logit[q,3]"), "2.718": lambda m: m("exp[q,1]"),
        "1.000": lambda m: m("exp[q,2]"), "1.649": lambda m: m("exp[q,3]"),
        "5.367": lambda m: sum(m(f"exp[q,{j}]") for j in (1, 2, 3)),
    },
    ("step-by-step", "softmax"): {
        "2.718": lambda m: m("exp[q,1]"), "1.000": lambda m: m("exp[q,2]"), "1.649": lambda m: m("exp[q,3]"),
        "5.367": lambda m: sum(m(f"exp[q,{j}]") for j in (1, 2, 3)), "0.506": lambda m: m("weight[q,1]"),
        "0.186": lambda m: m("weight[q,2]"), "0.307": lambda m: m("weight[q,3]"),
        "0.999": lambda m: sum(round(m(f"weight[q,{j}]"), 3) for j in (1, 2, 3)), "sum to 1": lambda m: m("row_sum[q]"),
    },
    ("step-by-step", "mix"): {
        "0.506": lambda m: m("weight[q,1]"), "0.186": lambda m: m("weight[q,2]"), "0.307": lambda m: m("weight[q,3]"),
        "1.32": lambda m: m("output[q,1]"), "0.68": lambda m: m("output[q,2]"),
        "1.319": lambda m: 2 * round(m("weight[q,1]"), 3) + round(m("weight[q,3]"), 3),
        "0.679": lambda m: 2 * round(m("weight[q,2]"), 3) + round(m("weight[q,3]"), 3),
    },
    ("step-by-step", "a-row-a-question"): {"0.609": lambda m: m("weight[q,cat]")},
    ("step-by-step", "a-second-question"): {
        "0.403": lambda m: m("weight[q,cat]"), "0.298": lambda m: m("weight[q,sat]"),
    },
    ("similarity", "three-friends"): {
        "score is 1": lambda m: m("score[q,1]"), "score is 0": lambda m: m("score[q,2]"),
        "score is −1": lambda m: m("score[q,3]"), "90": lambda m: m("angle[q,2]"), "135": lambda m: m("angle[q,3]"),
    },
    ("similarity", "weights-of-them"): {
        "0.576": lambda m: m("weight[q,1]"), "0.284": lambda m: m("weight[q,2]"), "0.140": lambda m: m("weight[q,3]"),
    },
    ("similarity", "turned-against"): {
        "0.248": lambda m: m("weight[q,1]", key={1: [-1, 0]}), "−1": lambda m: m("score[q,1]", key={1: [-1, 0]}),
    },
    ("softmax", "each-key-a-logit"): {
        "2.718": lambda m: m("exp[q,1]"), "1.000": lambda m: m("exp[q,2]"), "1.649": lambda m: m("exp[q,3]"),
        "0.506": lambda m: m("weight[q,1]"), "0.186": lambda m: m("weight[q,2]"), "0.307": lambda m: m("weight[q,3]"),
    },
    ("softmax", "ten-to-one"): {"2.3": lambda _: math.log(10)},
    ("softmax", "ratio"): {"7.389": lambda m: m("weight[q,1]") / m("weight[q,2]")},
    ("softmax", "how-much-moves"): {"0.451": lambda m: m("jacobian_norm[q]")},
    ("softmax", "thaw"): {
        "0.013": lambda m: m("jacobian_norm[q]"), "0.471": lambda m: m("jacobian_norm[q]", key={1: [0], 3: [0]}),
        "0.5": lambda m: m("jacobian_norm[q]", key={1: [9], 2: [9], 3: [-99]}),
    },
    ("softmax", "when-largest"): {
        "0.25": lambda _: 0.5 * 0.5, "0.5": lambda _: 1 / 2, "0.059": lambda _: 1 / 16 * 15 / 16,
    },
    ("scaling", "a-sum"): {
        "spread of 8": lambda m: m("raw_law_spread"), "d_k = 64": lambda m: m("raw_law_spread") ** 2,
    },
    ("scaling", "spread-of-256"): {"16": lambda m: m("raw_law_spread", d_k=256)},
    ("scaling", "read-the-law"): {"spread of 32": lambda m: m("raw_law_spread", d_k=1024)},
    ("scaling", "textbook"): {
        "0.982": lambda m: m("raw_row_weight"), "0.506": lambda m: m("row_weight"),
        "0.035": lambda m: m("raw_row_norm"), "0.451": lambda m: m("row_norm"),
        "[1": lambda m: m("logit[q,1]"), "0.5": lambda m: m("logit[q,2]"),
        "[8": lambda m: m("score[q,1]"), "8, 4": lambda m: m("score[q,2]"), "4, 0": lambda m: m("score[q,3]"),
    },
    ("scaling", "gradient-of-scores"): {"12.7": lambda m: m("logit_gain"), "1.6": lambda m: m("score_gain")},
    ("scaling", "too-flat"): {"a spread of 1": lambda m: m("law_spread")},
    ("scaling", "hidden"): {
        "0.665": lambda m: m("weight[q,1]"), "0.506": lambda m: m("weight[q,1]", divide_by="sqrt_d_k"),
    },
    ("scaling", "d-k-one"): {
        "scores is 1": lambda m: m("raw_law_spread"), "spread is 4": lambda m: m("raw_law_spread", d_k=16),
    },
    ("scaling", "per-head"): {"22.6": lambda _: math.sqrt(512), "By 8": lambda m: m("raw_law_spread")},
    ("masks", "no-peeking"): {
        "0.104": lambda m: m("weight[q,1]"), "0.769": lambda m: m("weight[q,cat]"),
        "0.127": lambda m: m("weight[q,sat]"),
    },
    ("masks", "cat-with-mask"): {
        "0.403": lambda m: m("weight[q,cat]"), "0.250": lambda m: sum(m(f"weight[q,{j}]") for j in (4, 5, 6)),
        "0.750": lambda m: sum(m(f"weight[q,{j}]") for j in (1, 2, 3)),
        "0.537": lambda m: m("weight[q,cat]", causal="top-left"),
    },
    ("masks", "zero-before"): {"0.892": lambda m: m("leak[the1]")},
    ("masks", "zero-after"): {
        "0.077": lambda m: m("row_sum[1]"), "0.421": lambda m: m("row_sum[2]"), "0.792": lambda m: m("row_sum[3]"),
    },
    ("masks", "two-masks"): {
        "0.188": lambda m: m("weight[mat,1]", **BOTH), "0.188, 0.188": lambda m: m("weight[mat,2]", **BOTH),
        "0.114": lambda m: m("weight[mat,3]", **BOTH), "0.510": lambda m: m("weight[mat,4]", **BOTH),
        "twice 0": lambda m: m("weight[mat,5]", **BOTH) + m("weight[mat,6]", **BOTH),
    },
}  # fmt: skip
