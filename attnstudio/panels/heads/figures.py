"""What is drawn: the grid of heads, the lines of one, and the bars."""

from collections.abc import Iterable
from functools import lru_cache, partial

import numpy as np

from attnstudio.core.head_findings import Distances, distances, mean_weight_by_distance
from attnstudio.panels.heads.findings import MEASURES, Findings, first_position
from attnstudio.panels.heads.labels import short_label
from attnstudio.panels.heads.scenario import HeadsScenario
from attnstudio.panels.heads.sources import HeadData
from attnstudio.panels.heads.weights import KEPT
from attnstudio.panels.heads.words import share
from attnstudio.state.arrays import Held
from attnstudio.state.figures import NO_TEXT, Array, Bars, Flags, frozen_float
from attnstudio.state.head_figures import HeadGrid, HeadMap, WordLines
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, kept

T = QT_TRANSLATE_NOOP
LAYER = T("heads", "Layer {layer}: {count} heads")
LAYER_OF_ONE = T("heads", "Layer {layer}: 1 head")
LAYER_PART = T("heads", "Layer {layer}: heads {first} to {last} of {count}")
HEAD = T("heads", "head {head}")
ENTROPY = T("heads", "entropy {share}")
LOOKS = T("heads", "Head {name}: where each word looks")
DARKENED = T("heads", "darkened by row maximum")
FIRST_HIDDEN = T("heads", "{token} hidden, the rest rescaled")
FARTHEST = 10  # places: weight on farther keys is left to the map


def grid_of(scenario: HeadsScenario, weights: Array | list[Array], findings: Findings) -> HeadGrid:
    """Return the heads in sight of the layer."""
    data, layer, heads = scenario.data, scenario.layer_index, scenario.in_sight
    count = data.pack.n_heads
    part = {"layer": scenario.layer_number, "count": count, "first": heads.start, "last": heads.stop - 1}
    measured = findings.of_heads(layer)[heads.start : heads.stop]
    maps = map(partial(_map, data, layer), heads, _shades(weights, scenario.darken), measured)
    return HeadGrid(
        title=kept(LAYER_OF_ONE if count == 1 else LAYER if len(heads) == count else LAYER_PART, **part),
        heads=tuple(maps),
        first=heads.start,
        n_heads=count,
        selected=scenario.head_index,
        blocked=blocked_of(scenario),
        caption=kept(DARKENED) if scenario.darken else NO_TEXT,
    )


def _map(data: HeadData, layer: int, head: int, shades: Array, measured: dict[str, float]) -> HeadMap:
    entropy = measured.get("entropy_share")
    return HeadMap(
        head=head,
        title=kept(HEAD, head=head),
        shades=shades,
        label=kept(short_label(data.source, data.head_name(layer, head), measured)),
        reading=NO_TEXT if entropy is None else kept(ENTROPY, share=share(entropy)),
    )


def _shades(weights: Array | list[Array], darken: bool) -> Iterable[Array]:
    """Return the weights of some heads as they are drawn; of large data those that were drawn before are kept."""
    if isinstance(weights, list):
        return [_kept_shades(Held(one), darken) for one in weights]
    return shades_of(weights, darken)


@lru_cache(maxsize=KEPT)
def _kept_shades(held: Held, darken: bool) -> Array:
    return shades_of(held.array, darken)


def shades_of(weights: Array, darken: bool) -> Array:
    """Return weights as they are drawn, 0 to 1; a row of its own scale where it is darkened by its maximum."""
    shades: Array = weights.astype(np.float64)
    if darken:
        top = np.fmax.reduce(shades, axis=-1, keepdims=True)  # (..., T_q, 1)
        shades = np.divide(shades, top, out=shades.copy(), where=top > 0)
    return frozen_float(shades.clip(0.0, 1.0, out=shades))


def blocked_of(scenario: HeadsScenario) -> Flags | None:
    """Return the pairs that are forbidden as it is shown; none of stored weights, which are shown as they are."""
    allowed = scenario.shown_allowed
    if allowed is None or not scenario.data.pack.has_vectors:
        return None
    return _opposite(Held(allowed))


@lru_cache(maxsize=16)
def _opposite(held: Held) -> Flags:
    blocked: Flags = ~held.array
    blocked.setflags(write=False)
    return blocked


def lines_of(scenario: HeadsScenario, weights: Array) -> WordLines:
    """Return where the words of the large head look."""
    data = scenario.data
    name = data.head_name(scenario.layer_index, scenario.head_index)
    hidden = frozenset({0}) if scenario.hide_first else frozenset()
    return WordLines(
        title=kept(LOOKS, name=name),
        weights=weights,
        query_labels=data.query_labels,
        key_labels=data.key_labels,
        selected=scenario.query_index,
        selected_key=scenario.key_index,
        every=scenario.every_word,
        blocked=blocked_of(scenario),
        hidden_keys=hidden,
        caption=kept(FIRST_HIDDEN, token=data.key_labels[0]) if hidden else NO_TEXT,
    )


def _entropies(scenario: HeadsScenario, findings: Findings) -> tuple[range, Array]:
    heads = range(scenario.data.pack.n_heads) if findings.done == 1 else scenario.in_sight
    return heads, findings.of_layer(scenario.layer_index)[heads.start : heads.stop, MEASURES.index("entropy_share")]


def has_entropy(scenario: HeadsScenario, findings: Findings) -> bool:
    """Return whether any head of the layer has an entropy share."""
    return not np.isnan(_entropies(scenario, findings)[1]).all()


def entropy_bars(scenario: HeadsScenario, findings: Findings) -> tuple[Bars, ...]:
    """Return the entropy share of each head of the layer that has one: where few, all, else those in sight."""
    heads, values = _entropies(scenario, findings)
    known = ~np.isnan(values)
    return (
        Bars(
            title=kept(T("heads", "share of the largest possible")),
            kind="exp",
            values=frozen_float(values[known]),
            labels=tuple(str(head) for head in heads if known[head - heads.start]),
            limits=weight_limits(values),
            digits=2,
        ),
    )


@lru_cache(maxsize=16)
def _distances(T_q: int, T_k: int, start: int, has_start: bool, allowed: Held | None) -> Distances:
    """Return the cells of each distance; keys that are forbidden, or no words, do not count."""
    mask = None if allowed is None else allowed.array
    counted = np.ones((T_q, T_k), bool) if mask is None else mask.copy()
    if has_start:
        counted[:, 0] = False
    return distances(counted, FARTHEST, mask, start)


def cells_by_distance(scenario: HeadsScenario) -> Distances:
    """Return the cells of each distance from query to key that counts."""
    data, allowed = scenario.data, scenario.shown_allowed
    held = None if allowed is None else Held(allowed)
    return _distances(data.pack.T_q, data.pack.T_k, first_position(data), data.has_start, held)


def weight_by_distance(scenario: HeadsScenario, weights: Array) -> tuple[tuple[str, ...], Array]:
    """Return the distances from query to key as they are written, and the mean weight of the large head at each."""
    where = cells_by_distance(scenario)
    means = mean_weight_by_distance(weights, where)
    known = ~np.isnan(means)
    return tuple(signed(value) for value, is_known in zip(where.values, known, strict=True) if is_known), frozen_float(
        means[known]
    )


def signed(distance: int) -> str:
    """Write a distance, −1 for the token before."""
    return f"+{distance}" if distance > 0 else str(distance).replace("-", "−")


def distance_bars(labels: tuple[str, ...], values: Array) -> tuple[Bars, ...]:
    """Return the mean weight at each distance as bars."""
    title = Message(T("heads", "mean weight by distance"))
    return (Bars(title=title, kind="weight", values=values, labels=labels, limits=weight_limits(values), digits=2),)


def weight_limits(values: Array) -> tuple[float, float]:
    """Return 0 to 1; stored numbers that are no weights may lie beyond."""
    return float(np.fmin.reduce(values, axis=None, initial=0.0)), float(np.fmax.reduce(values, axis=None, initial=1.0))
