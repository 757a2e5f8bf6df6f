"""What the numbers say in sentences: of everything, or of the stage that is seen."""

from collections.abc import Iterator

from attnstudio.panels.scaling.compute import ScalingResult
from attnstudio.panels.scaling.scenario import ScalingScenario
from attnstudio.panels.scaling.stages import NAMES
from attnstudio.state.comparison import differences
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.state.scene import PanelState

FROM_A = QT_TRANSLATE_NOOP("scaling", "From A to B: {changes}.")
FEW = ("spread", "saturation")  # captions that say most, where everything is seen
OF_STAGE = {
    "spread": ("spread", "law"),
    "weights": ("weights", "gain"),
    "saturation": ("saturation",),
    "gradient": ("gradient",),
}
TEXTBOOK = ("slopes",)  # what the gradient is for the row made by hand


def readings(result: ScalingResult, state: PanelState, stage: str | None, *, whole: bool = False) -> list[Message]:
    """Return what is to be read now, most important first; nothing of what is covered.

    Parameters
    ----------
    result : ScalingResult
        As it is shown.
    state : PanelState
    stage : str or None
        The one that is seen alone.
    whole : bool
        True for everything there is to say, also where something is pinned.
    """
    if isinstance(state.pinned, ScalingScenario):
        changed = Message(FROM_A, {"changes": differences(state.pinned, result.scenario)})
        return [changed, *_told(result, stage, whole)] if whole else [changed]
    return list(_told(result, stage, whole))


def _told(result: ScalingResult, stage: str | None, whole: bool) -> Iterator[Message]:
    if stage is None and not whole:
        names: tuple[str, ...] = FEW
    else:
        names = tuple(name for each in ((stage,) if stage else NAMES) for name in _of(each, result))
    return (result.captions[name] for name in names if name in result.captions)


def _of(stage: str, result: ScalingResult) -> tuple[str, ...]:
    return TEXTBOOK if stage == "gradient" and result.scenario.textbook else OF_STAGE[stage]
