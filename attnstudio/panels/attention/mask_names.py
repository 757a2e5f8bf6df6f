"""The names of the masks that are on, in full and in short."""

from collections.abc import Mapping, Sequence

from attnstudio.panels.attention.scenario import AttentionScenario, may_attend
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, kept, listed

NAMES = {
    "causal": QT_TRANSLATE_NOOP("attention", "causal"),
    "padding": QT_TRANSLATE_NOOP("attention", "padding"),
    "window": QT_TRANSLATE_NOOP("attention", "window"),
    "custom": QT_TRANSLATE_NOOP("attention", "custom"),
}
CORNERS = {
    "top-left": QT_TRANSLATE_NOOP("attention", "{name}, top-left"),
    "bottom-right": QT_TRANSLATE_NOOP("attention", "{name}, bottom-right"),
}
ARROWS = {"top-left": "{name} ↖", "bottom-right": "{name} ↘"}
MORE = QT_TRANSLATE_NOOP("attention", "{first} +{count}")
TOGETHER = QT_TRANSLATE_NOOP("attention", "{count} at once")


def masks_named(scenario: AttentionScenario, on: Sequence[str]) -> Message:
    """Name masks that are on, and once the corner that counts where there are not as many queries as keys."""
    return listed(_names(scenario, on, CORNERS), " + ") if on else kept(QT_TRANSLATE_NOOP("attention", "no mask"))


def masks_on(scenario: AttentionScenario) -> Message:
    """Name the masks that are on."""
    return masks_named(scenario, list(may_attend(scenario)))


def masks_in_short(scenario: AttentionScenario) -> list[Message]:
    """Return shorter and shorter names of the masks that are on, at least one: arrows are corners, the rest counts."""
    on = list(may_attend(scenario))
    first, *more = _names(scenario, on, ARROWS)
    named = listed([first, *more], " + ")
    return [named, kept(MORE, first=first, count=len(more)), kept(TOGETHER, count=len(on))] if more else [named]


def _names(scenario: AttentionScenario, on: Sequence[str], corners: Mapping[str, str]) -> list[Message]:
    names = {name: kept(NAMES[name]) for name in on}
    aligned = next((name for name in ("causal", "window") if name in names), None)
    if aligned and scenario.tensors.T_q != scenario.tensors.T_k:
        corner = corners.get(scenario.causal, corners["top-left"])
        names[aligned] = kept(corner, name=names[aligned])
    return list(names.values())
