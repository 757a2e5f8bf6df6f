"""What the numbers say in sentences: of everything, or of the stage that is seen; and what must not be forgotten."""

from collections.abc import Iterator

from attnstudio.panels.heads.compute import HeadsResult
from attnstudio.panels.heads.scenario import HeadsScenario
from attnstudio.panels.heads.stages import NAMES
from attnstudio.state.comparison import differences
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, listed
from attnstudio.state.scene import PanelState

FROM_A = QT_TRANSLATE_NOOP("heads", "From A to B: {changes}.")
SENTENCE = "{text}."
FEW = ("label", "measured")  # captions that say most, where everything is seen
OF_STAGE = {
    "statistics": ("label", "measured"),
    "weights": ("weight", "label", "measured", "row_sums", "hidden"),
    "map": ("ranking", "trials", "warning"),
    "effects": ("effects", "explains"),
    "concat": ("split", "attend", "concat", "join", "bill"),
}
JOINED = OF_STAGE["concat"]
PHRASES = ("weight", "row_sums")  # captions that are no sentences
ALWAYS = ("toggle", "positions")  # of the whole, after all stages


def readings(result: HeadsResult, state: PanelState, stage: str | None, *, whole: bool = False) -> list[Message]:
    """Return what is to be read now, most important first; nothing of what is covered.

    Parameters
    ----------
    result : HeadsResult
        As it is shown.
    state : PanelState
    stage : str or None
        The one that is seen alone.
    whole : bool
        True for everything there is to say, also where something is pinned.
    """
    told = list(_told(result, stage, whole))
    if isinstance(state.pinned, HeadsScenario):
        changed = Message(FROM_A, {"changes": differences(state.pinned, result.scenario)})
        told = [changed, *told] if whole else [changed]
    must = [result.captions["toggle"]] if result.scenario.touched else []
    return [*must, *(text for text in told if text not in must)]


def _told(result: HeadsResult, stage: str | None, whole: bool) -> Iterator[Message]:
    if stage is None and not whole:
        names: tuple[str, ...] = FEW
    else:
        names = tuple(name for each in ((stage,) if stage else NAMES) for name in OF_STAGE[each])
    names += ALWAYS if whole else ()
    captions = result.captions
    for name in dict.fromkeys(names):
        if name == JOINED[0]:
            yield Message(SENTENCE, {"text": listed([captions[each] for each in JOINED if each in captions], "; ")})
        elif name in captions and name not in JOINED:
            yield Message(SENTENCE, {"text": captions[name]}) if name in PHRASES else captions[name]
