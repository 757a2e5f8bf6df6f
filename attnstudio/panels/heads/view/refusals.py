"""What cannot be done with the heads that are shown, and why."""

from attnstudio.panels.heads.captions import TOO_MANY
from attnstudio.panels.heads.compute import HeadsResult
from attnstudio.panels.heads.sources import HeadData
from attnstudio.panels.heads.view.titles import STAGE_ROWS, TITLES, there_is
from attnstudio.state.message import QT_TRANSLATE_NOOP

T = QT_TRANSLATE_NOOP
NO_VECTORS = T("heads", "Weights alone: without Q and K nothing can be recomputed.")
NO_VALUES = T("heads", "Weights alone: without V there are no effects, no output and nothing to join.")
NO_POSITIONS = T("heads", "No rotary positions are stored in these queries and keys.")
NO_OTHERS = T("heads", "There are other sentences for MiniLM and SmolLM2 alone.")
NOT_TRIED = T("heads", "Try this head on the other sentences first: key T.")
NOTHING_MEASURED = T("heads", "There is nothing to measure in these heads.")


def refusals(result: HeadsResult) -> dict[str, str | None]:
    """Return for every action that cannot be done with all heads why it cannot now, None where it can."""
    data = result.scenario.data
    others: str | None = None if data.shipped else NO_OTHERS
    refused: dict[str, str | None] = dict.fromkeys(("next_sentence", "previous_sentence", "try_all"), others)
    refused["undo_positions"] = no_positions(data)
    displays = {name: None if there_is(name, result) else _missing(name, data) for name in TITLES}
    for stage, rows in STAGE_ROWS.items():
        reasons = [displays[name] for row in rows for name in row]
        refused[stage] = None if None in reasons else reasons[0]
    return refused | displays


def no_positions(data: HeadData) -> str | None:
    """Return why positions cannot be undone."""
    if data.can_undo_positions:
        return None
    return NO_POSITIONS if data.pack.has_vectors else NO_VECTORS


def _missing(name: str, data: HeadData) -> str:
    if name == "trials":
        return NOT_TRIED if data.shipped else NO_OTHERS
    if name in ("bars", "split"):
        return TOO_MANY if data.pack.has_vectors else NO_VALUES
    return NOTHING_MEASURED
