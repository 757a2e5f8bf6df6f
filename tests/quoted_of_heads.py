"""What the lessons on the Heads panel and the review quote, and how each figure is computed from its step's start."""

import math
from collections.abc import Callable, Mapping
from typing import Any

from taught import At, Measure

from attnstudio.panels.heads.bill import WIDTHS
from attnstudio.panels.heads.declarations import SENTENCES
from attnstudio.panels.heads.scenario import HeadsScenario

Figure = Callable[[Measure], float]
SMOLLM2 = {13: 7, 16: 9, 17: 10}  # where a layer lies among those that ship


def named(layer: int, head: int, source: str = "minilm") -> tuple[float, dict[str, int]]:
    """Return a head's name, layer.head, as the panel writes it, and the fields that show it."""
    at = {"layer": SMOLLM2[layer] if source == "smollm2" else layer, "head": head}
    scenario = HeadsScenario(source=source, **at)
    return float(f"{scenario.layer_number}.{scenario.head_index}"), at


def heads_of(*heads: tuple[int, int], source: str = "minilm") -> dict[str, Figure]:
    """Return the names of heads as figures."""
    names = [named(*head, source)[0] for head in heads]
    return {str(name): lambda _, name=name: name for name in names}  # type: ignore[misc]


def of(text: str, layer: int, head: int, source: str = "minilm", **more: Any) -> Figure:
    """Return what measures a quantity on another head."""
    return lambda m: m(text, **named(layer, head, source)[1], **more)


def sizes(model: str) -> int:
    return math.prod(WIDTHS[model])


CLS = {"selected_query": 8, "selected_key": 0}  # of the cat sentence in MiniLM: from it to [CLS]
TO_CLS, SHARE = "weight[it,[CLS]]", "weight_times_value"
OF_HEADS: Mapping[At, Mapping[str, Figure]] = {
    ("heads", "one-row-one-average"): {
        "layer 2": lambda _: named(2, 9)[1]["layer"], "0.710": lambda m: m("weight[ball13,ball6]"),
        "0.466": of("weight[ball13,dropped]", 2, 0), "0.725": of("weight[ball13,[CLS]]", 2, 8),
    },
    ("heads", "split"): {
        "d_model = 64": lambda m: m("d_model"), "into 8": lambda m: m("n_heads"),
        "64 / 8 = 8": lambda m: m("d_model") / m("n_heads"), "d_k = 64 / 8": lambda m: m("d_k"),
    },
    ("heads", "attend"): {
        "8 · 6 · 6 = 288": lambda m: m("scores_count"), "adds up 8": lambda m: m("d_k"),
        "2.83": lambda m: m("divisor"),
    },
    ("heads", "join"): {"made of all 64": lambda m: m("d_model")},
    ("heads", "size-of-a-head"): {"960 / 20 = 48": lambda _: 960 / 20},
    ("heads", "wrong-scale"): {
        "√64 = 8": lambda m: m("divisor", divide_by="sqrt_d_model"), "should divide by √8": lambda m: m("divisor") ** 2,
        "0.354": lambda m: m("divisor") / m("divisor", divide_by="sqrt_d_model"),
    },
    ("heads", "which-divisor"): {
        "22.6": lambda _: math.sqrt(512), "512 / 8 = 64": lambda m: m("d_k", n_heads=8, d_k=64),
        "√64 = 8": lambda m: m("divisor", n_heads=8, d_k=64),
    },
    ("heads", "same-width"): {
        "6 · 6 = 36": lambda m: m("scores_count") / m("n_heads"), "16 heads": lambda _: 16,
        "16 heads of 4": lambda m: m("d_model") / 16,
    },
    ("heads", "bill"): {
        "8 · 512² = 2,097,152": lambda m: m("scores_count", bill_tokens=512),
        "takes 4": lambda m: m("score_bytes") / m("scores_count"), "1,073,741,824": lambda _: 2**30,
        "by 32": lambda m: m("score_bytes", bill_tokens=1), "5,793": lambda _: round(math.sqrt(2**30 / 32)),
    },
    ("heads", "real-sizes"): {"768": lambda _: sizes("GPT-2 small"), "12,288": lambda _: sizes("GPT-3")},
    ("real-heads", "two-models"): {
        **heads_of((3, 1)), "0.487": lambda m: m("weight[it,cat]"), "has 6": lambda _: shape("minilm")[0],
        "6 layers of 12": lambda _: shape("minilm")[1], "are 12": lambda _: shape("smollm2")[0],
        "layers, 9": lambda _: shape("smollm2")[1],
    },
    ("real-heads", "clockwork"): {
        **heads_of((0, 2), (2, 11)), "0.342": of("previous", 2, 11),
        "gives only 0.342": of("runner_up", 0, 2, find="previous"),
    },
    ("real-heads", "does-it-care"): {
        **heads_of((0, 2)), "1.000": lambda m: min(m("previous", sentence=name) for name in SENTENCES),
    },
    ("real-heads", "who-is-it"): {
        **heads_of((13, 8), (16, 5), source="smollm2"), "0.616": of("weight[it,cat]", 13, 8, "smollm2"),
        "0.032": of("weight[it,mat]", 13, 8, "smollm2"), "0.478": of("weight[it,cat]", 16, 5, "smollm2"),
        "with 0.478": of("runner_up", 13, 8, "smollm2", find="pair", selected_query=8, selected_key=2),
    },
    ("real-heads", "half-sure"): {
        "0.616": lambda m: m("weight[it,cat]"), "0.192": lambda m: m("weight[it,cat]", temperature=5.0),
        "about 1.3": lambda m: warmest(m, 0.5),
    },
    ("real-heads", "is-it-the-one"): {
        **heads_of((5, 11), (3, 1)), "0.683": of("weight[it,cat]", 5, 11, sentence="cat_tired"),
        "0.487": of("weight[it,cat]", 3, 1, sentence="cat_tired"), "0.545": lambda m: m("weight[it,horse]"),
        "0.082": lambda m: m("weight[it,hill]"), "0.193": of("weight[it,horse]", 3, 1),
        "0.522": of("weight[it,hill]", 3, 1),
    },
    ("real-heads", "same-row"): {
        **heads_of((13, 8), source="smollm2"), "0.680": lambda m: m("weight[it,animal]"),
        "*animal* 0.680": lambda m: m("weight[it,animal]", sentence="street_tired"),
        "exactly 0": lambda m: max(abs(m(f"weight[it,{j}]") - m(f"weight[it,{j}]", sentence="street_tired"))
                                   for j in range(1, 14)),
    },
    ("real-heads", "peek"): {
        **heads_of((17, 5), source="smollm2"), "0.512": of("later", 17, 5, "smollm2", mask="off"),
    },
    ("real-heads", "sink"): {
        **heads_of((4, 5)), "0.788": lambda m: m(TO_CLS), "0.135": lambda m: m("length[v1]"),
        "0.106": lambda m: m(SHARE, **CLS), "about 4": lambda m: round(sum(m(f"length[v{j}]") for j in LATER) / 11),
    },
    ("real-heads", "large-and-small"): {
        **heads_of((4, 5), (2, 7), (2, 9)), "0.788": of(TO_CLS, 4, 5), "0.106": of(SHARE, 4, 5),
        "0.765": of(TO_CLS, 2, 7), "0.042": of(SHARE, 2, 7), "0.802": of(TO_CLS, 2, 9), "0.326": of(SHARE, 2, 9),
    },
    ("real-heads", "forced-up"): {
        **heads_of((4, 5)), "0.788": lambda m: m(TO_CLS), "0.212": lambda m: 1 - m(TO_CLS),
        "4.72": lambda m: 1 / (1 - m(TO_CLS)),
    },
    ("real-heads", "both-true"): {
        "0.11": lambda m: m("zeroed"), "2.64": lambda m: m("forbidden"), "4.7": lambda m: 1 / (1 - m(TO_CLS)),
        "0.788": lambda m: m(TO_CLS),
    },
    ("real-heads", "no-proof"): {
        "561": lambda m: m("disagreeing_rows"), "864": lambda _: math.prod(shape("minilm")) * 12,
    },
}  # fmt: skip
LATER = range(2, 13)  # the tokens of the cat sentence in MiniLM behind [CLS], by their positions


def shape(source: str) -> tuple[int, int]:
    """Return how many layers a model has here, and how many heads a layer has."""
    pack = HeadsScenario(source=source).data.pack
    return pack.n_layers, pack.n_heads


def warmest(m: Measure, weight: float, of: str = "weight[it,cat]", **more: Any) -> float:
    """Return the temperature at which a cell is a weight: the warmer, the less."""
    low, high = 1.0, 5.0
    for _ in range(20):
        middle = (low + high) / 2
        low, high = (middle, high) if m(of, temperature=middle, **more) > weight else (low, middle)
    return low


WARM, THICK = {"causal": "top-left", "temperature": 1.67}, {"n_heads": 4, "d_k": 16}

OF_REVIEW: Mapping[At, Mapping[str, Figure]] = {
    ("review", "value-doubled"): {"0.506": lambda m: m("weight[q,1]")},
    ("review", "shapes"): {
        "5 × 7 times 7 × 3 is 5 × 3": lambda _: 3, "d_k = 4": lambda _: 4,
    },
    ("review", "who-wins"): {
        "scores are 2": lambda m: m("score[q,1]"), "2, 3": lambda m: m("score[q,2]"),
        "3 and 0": lambda m: m("score[q,3]"), "1.5": lambda m: m("key[2,1]"),
    },
    ("review", "out-of-range"): {"0.5": lambda _: (0 + 1) / 2, "3.9": lambda _: 0.975 * 4 + 0.025 * 0},
    ("review", "one-third-or-half"): {
        "0.693": lambda m: m("logit[q,3]"), "0 and 0.693": lambda _: math.log(2), "0.693 is 2": lambda _: 2,
        "2 / 4 = 0.5": lambda m: m("weight[q,3]"),
    },
    ("review", "ratio-squared"): {"3² = 9": lambda _: math.exp(2 * math.log(3)), "1.5": lambda _: 3 / 2},
    ("review", "which-row-moves"): {
        "[0.5": lambda m: m("weight[q,1]"), "0.5, 0.5": lambda m: m("weight[q,2]"), "0.0": lambda m: m("weight[q,3]"),
        "0.98": lambda _: 1 - 0.01 - 0.01, "0.01": lambda _: (1 - 0.98) / 2, "[1.0": lambda _: 1,
        "0.02": lambda _: 0.98 * (1 - 0.98),
    },
    ("review", "four-times-d-k"): {
        "spread of 4": lambda m: m("raw_law_spread"), "from 4 to 8": lambda m: m("raw_law_spread", d_k=64),
        "from 16": lambda m: m("raw_law_spread") ** 2, "16 to 64": lambda m: m("raw_law_spread", d_k=64) ** 2,
    },
    ("review", "magic-64"): {
        "spread is 4": lambda m: m("raw_law_spread", d_k=16), "at 16, 8": lambda m: m("raw_law_spread"),
        "at 64, 16": lambda m: m("raw_law_spread", d_k=256),
    },
    ("review", "divided-by-d-k"): {
        "√d_k / d_k = 1/8": lambda m: 1 / m("law_spread"), "makes it 1/64": lambda m: 1 / m("law_spread") ** 2,
    },
    ("review", "scores-of-heads"): {
        "4 × 12": lambda m: m("n_heads"), "4 × 12 × 10": lambda m: math.sqrt(m("scores_count") / m("n_heads")),
        "d_k = 16": lambda m: m("d_k"),
    },
    ("review", "what-w-o-does"): {
        "side by side are 64": lambda m: m("d_model"), "Eight heads of 8": lambda m: m("d_k"),
    },
    ("review", "one-sentence"): {
        "0.683": lambda m: m("weight[it,cat]"), "72": lambda _: math.prod(shape("minilm")),
    },
    ("review", "why-a-sink"): {"0.788": lambda m: m(TO_CLS)},
    ("review", "second-row"): {
        "2": lambda m: sum(m(f"weight[The,{j}]") > 0 for j in range(1, 12)), "11": lambda m: m("scores_count") / 99,
    },
    ("review", "small-weight"): {
        "0.02": lambda _: 1 / 50, "561": lambda m: m("disagreeing_rows"),
        "864": lambda _: math.prod(shape("minilm")) * 12,
    },
    ("review", "understood"): {"0.616": lambda m: m("weight[it,cat]")},
    ("review", "mask-and-heat"): {
        "0.609": lambda m: m("weight[sat,cat]"), "0.769": lambda m: m("weight[sat,cat]", causal="top-left"),
        "6.05": lambda m: m("weight[sat,cat]") / m("weight[sat,sat]"),
        "has 6.05": lambda m: m("weight[sat,cat]", causal="top-left") / m("weight[sat,sat]", causal="top-left"),
        "about 1.67": lambda m: warmest(m, m("weight[sat,cat]"), "weight[sat,cat]", causal="top-left"),
        "only 2.9": lambda m: m("weight[sat,cat]", **WARM) / m("weight[sat,sat]", **WARM),
    },
    ("review", "sharp-at-any-size"): {
        "0.596": lambda m: m("max_weight"), "0.926": lambda m: m("raw_max_weight"),
        "spread is 1": lambda m: m("law_spread"),
        "0.597": lambda m: m("max_weight", d_k=1024), "0.529": lambda m: m("max_weight", d_k=1),
    },
    ("review", "heads-of-a-spread"): {
        "64 wide": lambda m: m("d_model"), "in 8": lambda m: m("n_heads"), "heads of 8": lambda m: m("d_k"),
        "2.83": lambda m: m("divisor"), "√16 = 4": lambda m: m("divisor", **THICK),
        "4 · 16 = 64": lambda m: m("d_model", **THICK), "√64 = 8": lambda m: m("divisor", divide_by="sqrt_d_model"),
    },
}  # fmt: skip
