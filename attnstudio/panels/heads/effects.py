"""Is it an explanation? What each key does to the output of the selected query, as a table and as bars."""

import math
from collections.abc import Callable

import numpy as np

from attnstudio.core.attention import AttentionStages
from attnstudio.core.head_effects import KeyEffects, key_effects
from attnstudio.panels.heads.scenario import HeadsScenario
from attnstudio.panels.heads.weights import masked_row
from attnstudio.panels.heads.words import effect, share
from attnstudio.state.figures import Array, Bars, Flags, Kind, Matrix, frozen_float
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, format_significant, kept
from attnstudio.state.plots import rounded_up

T = QT_TRANSLATE_NOOP
COLUMNS: tuple[tuple[str, str, Kind], ...] = (
    ("weights", T("heads", "weight α"), "weight"),
    ("shares", T("heads", "α ‖v‖"), "output"),
    ("zeroed", T("heads", "v = 0: ‖Δz‖"), "output"),
    ("forbidden", T("heads", "masked: ‖Δz‖"), "output"),
)
MOST_BARS = 24
STRONGEST = T("heads", "the {count} keys with the largest weights")
SAID = T("heads", "{query} gives {key} the weight {weight}, and its value has the length {length}. Setting the value "
                  "to 0 moves the output z by {zeroed}: just its share α ‖v‖. Forbidding {key} and renormalising the "
                  "rest moves z by {forbidden}.")  # fmt: skip
FORCED = T("heads", "{text} The rest then counts {times} times as much: the weight did little itself, but it kept the "
                    "others small.")  # fmt: skip
ALONE = T("heads", "{text} It was the only key: nothing is left.")
FAR = 2  # times as far: what forbidding a key moves then is the work of the others


def effects_of(scenario: HeadsScenario, stages_of: Callable[[], AttentionStages]) -> KeyEffects:
    """Return what each key does to the output of the selected query, with the weights that the head really has.

    `stages_of` returns the stages of the head; of small data they are not wanted.
    """
    row = masked_row(scenario)
    if row is not None:
        place = scenario.layer_index, scenario.head_index
        return key_effects(row, scenario.data.pack.array("value", *place), scenario.temperature)
    stages = stages_of()
    return key_effects(stages.masked_logits[scenario.query_index], stages.value, stages.temperature)


def effects_matrix(scenario: HeadsScenario, effects: KeyEffects) -> Matrix:
    """Return the four measures of every key, side by side."""
    values = frozen_float(np.stack([getattr(effects, name) for name, _, _ in COLUMNS], axis=1))  # (T_k, 4)
    return Matrix(
        name="effects",
        title=kept(T("heads", "effects of each key")),
        kind="exp",
        values=values,
        row_labels=scenario.data.key_labels,
        column_labels=tuple(title for _, title, _ in COLUMNS),
        row_title=kept(T("heads", "key")),
        column_title=kept(T("heads", "measure")),
        limits=(0.0, rounded_up(float(values.max(initial=0.0)))),
        digits=2,
        ranked=False,  # columns of two kinds, which nobody puts in order
    )


def effects_bars(scenario: HeadsScenario, effects: KeyEffects) -> tuple[Bars, ...]:
    """Return the same as four groups of bars, the three lengths on one axis; of many keys the strongest."""
    weights = effects.weights
    shown = np.arange(len(weights))
    if len(weights) > MOST_BARS:
        shown = np.sort(np.argsort(-weights, kind="stable")[:MOST_BARS])
    longest = max(float(getattr(effects, name)[shown].max()) for name, _, _ in COLUMNS[1:])
    labels = tuple(map(scenario.data.key_labels.__getitem__, shown.tolist()))
    blocked = None if scenario.allowed is None else ~scenario.allowed[scenario.query_index, shown]
    caption = kept(STRONGEST, count=MOST_BARS) if len(shown) < len(weights) else Message("")
    return tuple(
        _group(
            title, kind, getattr(effects, name)[shown], labels, 1.0 if name == "weights" else longest, blocked, caption
        )
        for name, title, kind in COLUMNS
    )


def _group(
    title: str, kind: Kind, values: Array, labels: tuple[str, ...], top: float, blocked: Flags | None, caption: Message
) -> Bars:
    return Bars(
        title=kept(title), kind=kind, values=frozen_float(values), labels=labels, limits=(0.0, rounded_up(top)),
        digits=2, blocked=blocked, caption=caption,
    )  # fmt: skip


def effects_said(scenario: HeadsScenario, effects: KeyEffects) -> Message:
    """Say what the selected key does, and why the measures differ at a sink."""
    j = scenario.key_index
    data = scenario.data
    weight, forbidden = float(effects.weights[j]), float(effects.forbidden[j])
    text = Message(SAID, {
        "query": data.query_labels[scenario.query_index], "key": data.key_labels[j], "weight": share(weight),
        "length": effect(float(effects.value_lengths[j])), "zeroed": effect(float(effects.zeroed[j])),
        "forbidden": effect(forbidden),
    })  # fmt: skip
    rest = math.fsum(np.delete(effects.weights, j).tolist())
    if weight and not rest:
        return Message(ALONE, {"text": text})
    if forbidden <= FAR * float(effects.zeroed[j]):
        return text
    return Message(FORCED, {"text": text, "times": format_significant(1 / rest, 2)})
