"""What must be known of a state of the Heads panel: controls without effect, and states that models never saw."""

import math
from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from attnstudio.panels.heads.findings import Findings
from attnstudio.panels.heads.scenario import HeadsScenario
from attnstudio.panels.heads.words import KEY_HEADS, divisor_text
from attnstudio.state.arrays import Held
from attnstudio.state.counted import Words, counted
from attnstudio.state.figures import Array
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, format_number, kept

T = QT_TRANSLATE_NOOP
WEIGHTS_ALONE = T("heads", "Weights without Q, K and V: they are shown as stored. Mask, divisor, temperature and "
                           "rotary positions need Q and K and change nothing; output and effects need V.")  # fmt: skip
MISSING = T("heads", "{count} weights of this head are missing; what needs them is not measured.")
ONE_MISSING = T("heads", "1 weight of this head is missing; what needs it is not measured.")
NO_ROTARY = T("heads", "These queries and keys hold no rotary positions: there is nothing to undo.")
ODD = T("heads", "Rotary positions need an even number of components, and these have {d_k}.")
AHEAD = T("heads", "This model was trained under a causal mask: no head of it ever saw a later word.")
BOTH_WAYS = T("heads", "This model was trained to look both ways: no head of it was ever under a causal mask.")
FLAT = T("heads", "÷ {by} is the root of d_model, all heads together; one head's q·k has {terms}. It "
                  "over-flattens, as if the temperature were {temperature} after ÷ √{d_k}.")  # fmt: skip
TERMS: Words = T("heads", "{count} term"), T("heads", "{count} terms")
VOID = T("heads", "Every key is masked for {rows}: zero weights and zero output.")
NO_KEYS_LEFT = T("heads", "Without the first token {rows} has no key left.")
PART = T("heads", "All heads are being measured: {share} so far. The map and the ranking fill up meanwhile.")
SHARED = T("heads", "{heads} query heads share {key_heads}: head {head} uses key and value head "
                    "{key_head}.")  # fmt: skip


def notices(scenario: HeadsScenario, weights: Array, found: Findings) -> tuple[Message, ...]:
    """Return what must be known of this state, most important first."""
    return tuple(_notices(scenario, weights, found))


def _notices(scenario: HeadsScenario, weights: Array, found: Findings) -> Iterator[Message]:
    data, pack = scenario.data, scenario.data.pack
    if not pack.has_vectors:
        yield kept(WEIGHTS_ALONE)
        missing = int(np.isnan(weights).sum())
        if missing:
            yield kept(ONE_MISSING if missing == 1 else MISSING, count=missing)
    else:
        yield from _changed(scenario)
        yield from _void(scenario)
        if (shared := pack.shared_head(scenario.head_index)) is not None:
            sizes = {"heads": pack.n_heads, "key_heads": counted(data.n_key_heads, KEY_HEADS)}
            yield kept(SHARED, **sizes, head=scenario.head_index, key_head=shared)
    if found.done < 1:
        yield kept(PART, share=f"{100 * found.done:.0f} %")


def _changed(scenario: HeadsScenario) -> Iterator[Message]:
    """Say which changes have no effect, and which bring a head where it never was."""
    data = scenario.data
    if data.shipped and scenario.mask == "off" and data.own_causal != "off":
        yield kept(AHEAD)
    if data.shipped and scenario.mask == "causal" and data.own_causal == "off":
        yield kept(BOTH_WAYS)
    if scenario.undo_positions and not data.can_undo_positions:
        odd = data.pack.rope_theta and data.pack.d_k % 2
        yield kept(ODD, d_k=data.pack.d_k) if odd else kept(NO_ROTARY)
    if scenario.divide_by == "sqrt_d_model" and data.pack.n_heads > 1:
        temperature, d_k = format_number(math.sqrt(data.pack.n_heads), 2), data.pack.d_k
        terms = counted(d_k, TERMS)
        yield kept(FLAT, by=divisor_text(scenario), d_k=d_k, terms=terms, temperature=temperature)


@lru_cache(maxsize=16)
def _rows_without_keys(allowed: Held) -> tuple[int, ...]:
    return tuple(np.flatnonzero(~allowed.array.any(axis=1)).tolist())


def _void(scenario: HeadsScenario) -> Iterator[Message]:
    """Name the rows that have no key: at all, or without the first token."""
    labels = scenario.data.query_labels
    rows: dict[str, list[str]] = {}
    for template, allowed in ((VOID, scenario.allowed), (NO_KEYS_LEFT, scenario.shown_allowed)):
        if allowed is not None:
            named = [labels[i] for i in _rows_without_keys(Held(allowed))]
            rows[template] = [name for name in named if name not in rows.get(VOID, [])]
    for template, names in rows.items():
        if names:
            yield kept(template, rows=", ".join(names))
