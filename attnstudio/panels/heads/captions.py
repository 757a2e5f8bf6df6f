"""The words of the Heads panel: what the data is, what a head often does, what was changed, and what it costs."""

import math
from functools import lru_cache
from typing import Any

import numpy as np

from attnstudio.panels.heads.bill import bill_of
from attnstudio.panels.heads.declarations import SENTENCES
from attnstudio.panels.heads.findings import MEASURES, Findings
from attnstudio.panels.heads.labels import label_of
from attnstudio.panels.heads.ranking import COLUMNS
from attnstudio.panels.heads.scenario import SMALL_EXAMPLE, HeadsScenario
from attnstudio.panels.heads.weights import way_of
from attnstudio.panels.heads.words import SCORES, divisor_text, grouped, pair_words, share
from attnstudio.state.counted import HEADS, LAYERS, NUMBERS, counted
from attnstudio.state.fields import exchanged
from attnstudio.state.figures import Array, known_sum
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, format_number, kept, listed
from attnstudio.state.origin import Origin

T = QT_TRANSLATE_NOOP
MODELS = {"minilm": "all-MiniLM-L6-v2", "smollm2": T("heads", "SmolLM2-135M-Instruct, 4-bit copy")}
TITLE = T("heads", "{model}: “{sentence}”")
TOY_TITLE = T("heads", "Toy model: {heads} of random numbers")
OWN_TITLE = T("heads", "Own data")
NO_FILE_TITLE = T("heads", "Own data: no file is opened yet; two small heads made by hand")
FILE_TITLE = T("heads", "Own data: {name}")
STORED_AS = T("heads", "{stored}, computed in {computed}")
OFTEN = T("heads", "Head {name} often: {label}. {evidence}")
OFTEN_UNTOUCHED = T("heads", "Untouched, head {name} often: {label}. {evidence}")
FAILS = T("heads", "{text} Known to fail: {failure}")
UNLABELLED = T("heads", "Head {name} has no label: nothing that it does often was found.")
OF_TOY = T("heads", "Head {name} is made of random numbers: it has learned nothing.")
OF_FILE = T("heads", "Of head {name} nothing is known but what is measured here.")
MEASURED = T("heads", "On this input: {numbers}.")
UNMEASURED = T("heads", "On this input there is nothing to measure.")
WEIGHT = T("heads", "{query} → {key}: weight {weight}")
SUMS = T("heads", "weights of each query sum to 1, to {error}")
OTHER_SUMS = T("heads", "weights of a query sum to between {least} and {most}")
NO_SUMS = T("heads", "no query has a key to look at")
WARNING = T("heads", "One sentence proves nothing about a head: another one may lead elsewhere.")
EXPLAINS = T("heads", "Weights show where the head looked, not why the model decided.")
TOGGLE = T(
    "heads", "Mask, divisor, temperature and positions change these heads alone: later layers are not run again."
)
TOUCHED = T("heads", "These heads alone are changed: later layers are not run again.")
AHEAD = T("heads", "{text} The model was trained under a causal mask and never learned to look ahead.")
BOTH_WAYS = T("heads", "{text} The model was trained to look both ways and never under a causal mask.")
SPLIT = T("heads", "X W_q: {numbers} a token, cut into {heads} × {d_k}")
SPLIT_SHARED = T("heads", "{text}; X W_k and X W_v into {key_heads} × {d_k}, each shared by {group} heads")
ATTEND = T("heads", "{heads} attention maps, each divided by {by}")
ATTEND_ONE = T("heads", "one attention map, divided by {by}")
RIGHT = T("heads", "{text}, not √{width}")
CONCAT = T("heads", "side by side again: {heads} × {d_v} = {out}")
OUTPUT = T("heads", "times W_o, {out} × {width}: the heads are mixed, and the result may leave the hull of the values")
NO_OUTPUT = T("heads", "W_o is not stored with these heads: the way ends at the concat.")
TOO_MANY = T("heads", "Of so many tokens the heads are not joined: it would take the weights of all of them.")
NO_VECTORS = T("heads", "Weights alone have nothing to split or to join.")
BILL = "{line}: {scores}"
FIRST_HIDDEN = T("heads", "The first token is hidden and the rest rescaled, in weights, measures and ranking. The "
                          "output and the effects are those of the real weights.")  # fmt: skip
POSITIONS = {
    True: T("heads", "Rotary positions undone: the head no longer knows where words stand."),
    False: T("heads", "Queries and keys hold rotary positions, base {theta}."),
}
NO_POSITIONS = T("heads", "No rotary positions are stored in these queries and keys.")


def captions(scenario: HeadsScenario, weights: Array, found: Findings) -> dict[str, Message]:
    """Return the sentences that every source has."""
    still = _unmoved(exchanged(scenario, {"temperature": 1.0}))
    return still | {
        "label": _label(scenario),
        "measured": _measured(found.of_head(scenario.layer_index, scenario.head_index)),
        "weight": _weight(scenario, weights),
        "row_sums": _row_sums(weights),
        "toggle": _toggle(scenario),
    }


@lru_cache(maxsize=8)
def _unmoved(scenario: HeadsScenario) -> dict[str, Message]:
    """Return the sentences that a temperature does not move."""
    data, bill = scenario.data, bill_of(scenario)
    told = {
        "title": title(scenario),
        "origin": _badge(data.pack.origin),
        "shapes": _shapes(scenario),
        "warning": kept(WARNING),
        "explains": kept(EXPLAINS),
        "positions": _positions(scenario),
        "bill": Message(BILL, {"line": bill.line, "scores": counted(bill.count, SCORES)}),
    }
    if scenario.hide_first:
        told["hidden"] = kept(FIRST_HIDDEN)
    return told | join_captions(scenario)


@lru_cache(maxsize=64)
def _badge(origin: Origin) -> Message:
    return origin.badge()


def title(scenario: HeadsScenario) -> Message:
    """Say whose heads are shown."""
    data = scenario.data
    if data.shipped:
        return kept(TITLE, model=kept(MODELS[scenario.source]), sentence=SENTENCES[scenario.sentence])
    if data.toy is not None:
        return kept(TOY_TITLE, heads=counted(data.pack.n_heads, HEADS))
    name = data.pack.origin.name
    if name:
        return kept(FILE_TITLE, name=name)
    return kept(NO_FILE_TITLE if data.pack == SMALL_EXAMPLE else OWN_TITLE)


def _shapes(scenario: HeadsScenario) -> Message:
    data = scenario.data
    pack = data.pack
    stored = next(array.dtype for array in (pack.query, pack.weights) if array is not None)
    computed = "float64" if stored.kind != "f" or stored.itemsize == 8 or not pack.has_vectors else "float32"
    sizes: dict[str, Any] = {
        "T": pack.T_q if pack.T_q == pack.T_k else f"{pack.T_q} × {pack.T_k}",
        "layers": counted(pack.n_layers, LAYERS),
        "heads": counted(pack.n_heads, HEADS), "d_k": pack.d_k, "width": data.d_model, "count": pack.n_heads,
        "key_heads": data.n_key_heads, "B": scenario.B,
        "seed": scenario.seed, "dtype": str(stored) if str(stored) == computed else kept(
            STORED_AS, stored=str(stored), computed=computed),
    }  # fmt: skip
    parts = ["T {T}", "{layers} × {heads}"]
    if data.toy is not None:
        parts = ["B {B}", "T {T}", "{heads}"]
    if pack.has_vectors:
        parts.append("d_k {d_k}")
        parts.append("d_model {width} = {count} × {d_k}")
        if data.n_key_heads < pack.n_heads:
            parts.append(T("heads", "{key_heads} key heads") if data.n_key_heads > 1 else T("heads", "1 key head"))
    parts.append("{dtype}")
    if data.toy is not None:
        parts.append(T("heads", "seed {seed}"))
    return listed([Message(part, sizes) for part in parts], " · ")


def _label(scenario: HeadsScenario) -> Message:
    """Say what the large head often does, with the evidence and its failures."""
    data = scenario.data
    name = data.head_name(scenario.layer_index, scenario.head_index)
    known = label_of(data.source, name)
    if known is None:
        return kept(UNLABELLED if data.shipped else OF_FILE if data.toy is None else OF_TOY, name=name)
    often = OFTEN_UNTOUCHED if scenario.touched else OFTEN
    text = kept(often, name=name, label=kept(known.short), evidence=kept(known.evidence))
    return kept(FAILS, text=text, failure=kept(known.failure)) if known.failure else text


def _measured(numbers: dict[str, float]) -> Message:
    if not numbers:
        return kept(UNMEASURED)
    parts = [
        kept("{what} {value}", what=kept(COLUMNS[name]), value=share(numbers[name]))
        for name in MEASURES
        if name in numbers
    ]
    return Message(MEASURED, {"numbers": listed(parts, ", ")})


def _weight(scenario: HeadsScenario, weights: Array) -> Message:
    weight = float(weights[scenario.query_index, scenario.key_index])
    return Message(WEIGHT, {**pair_words(scenario), "weight": format_number(weight)})


def _row_sums(weights: Array) -> Message:
    """Say the exact row sums, because the digits in the cells are rounded."""
    sums = known_sum(weights.astype(np.float64))
    full = sums[sums != 0]
    if not full.size:
        return kept(NO_SUMS)
    error = float(np.abs(full - 1).max())
    if error <= 1e-5:
        power = math.ceil(math.log10(max(error, 2**-53)) - 0.1)  # the same while a slider moves the last bits
        return kept(SUMS, error=f"{10.0**power:.0e}")
    return kept(OTHER_SUMS, least=format_number(float(full.min()), 4), most=format_number(float(full.max()), 4))


def _toggle(scenario: HeadsScenario) -> Message:
    """Say what a change here does not do, and where the model never was."""
    text, data = kept(TOUCHED if scenario.touched else TOGGLE), scenario.data
    if not data.shipped:
        return text
    if scenario.mask == "off" and data.own_causal != "off":
        return kept(AHEAD, text=text)
    return kept(BOTH_WAYS, text=text) if scenario.mask == "causal" and data.own_causal == "off" else text


def _positions(scenario: HeadsScenario) -> Message:
    data = scenario.data
    if not data.can_undo_positions:
        return kept(NO_POSITIONS)
    theta = data.pack.rope_theta or 0.0
    return kept(POSITIONS[scenario.positions_undone], theta=grouped(round(theta)))


def join_captions(scenario: HeadsScenario) -> dict[str, Message]:
    """Return the lines of split and join, in their order."""
    data, pack = scenario.data, scenario.data.pack
    if not pack.has_vectors:
        return {"join": kept(NO_VECTORS)}
    sizes = {
        "heads": pack.n_heads,
        "d_k": pack.d_k,
        "d_v": pack.d_v,
        "width": data.d_model,
        "numbers": counted(data.d_model, NUMBERS),
        "out": pack.n_heads * pack.d_v,
    }
    split = kept(SPLIT, **sizes)
    if data.n_key_heads < pack.n_heads:
        group = pack.n_heads // data.n_key_heads
        split = kept(SPLIT_SHARED, text=split, key_heads=data.n_key_heads, d_k=pack.d_k, group=group)
    attend = kept(ATTEND if pack.n_heads > 1 else ATTEND_ONE, heads=pack.n_heads, by=divisor_text(scenario))
    if scenario.divide_by == "sqrt_d_k" and pack.n_heads > 1:
        attend = kept(RIGHT, text=attend, width=data.d_model)
    end = OUTPUT if data.toy is not None else NO_OUTPUT if way_of(scenario).whole else TOO_MANY
    return {"split": split, "attend": attend, "concat": kept(CONCAT, **sizes), "join": kept(end, **sizes)}
