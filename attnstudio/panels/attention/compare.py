"""What is said of two attentions side by side: the names of the sides, and what differs, never a fault to be found."""

from attnstudio.panels.attention.faults import NONE
from attnstudio.panels.attention.scenario import AttentionScenario
from attnstudio.state.fields import Scenario, exchanged
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message

RIGHT = QT_TRANSLATE_NOOP("attention", "right: {title}")
BROKEN = QT_TRANSLATE_NOOP("attention", "broken: {title}")
SUSPECT = QT_TRANSLATE_NOOP("attention", "suspect: {title}")
DIFFERENCE = QT_TRANSLATE_NOOP("attention", "diff: {title}")


def sides(a: Scenario, b: Scenario) -> tuple[str, str, str] | None:
    """Return the titles of a right attention, of one that is broken or suspected of it, and of their difference.

    None where the two are no such pair: then they are A and B.
    """
    if b.beside is None or b.beside != a:
        return None
    return RIGHT, SUSPECT if _is_hidden(b) else BROKEN, DIFFERENCE


def told_differences(a: Scenario, b: Scenario) -> Message:
    """Say what was changed from A to B; a fault that is to be found on either side is left out."""
    from attnstudio.state.comparison import differences  # seldom wanted

    if _is_hidden(a) or _is_hidden(b):
        a, b = (exchanged(side, {"fault": NONE}) for side in (a, b))
    return differences(a, b)


def _is_hidden(scenario: Scenario) -> bool:
    return isinstance(scenario, AttentionScenario) and scenario.hide_fault
