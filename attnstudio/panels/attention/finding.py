"""Finding the fault: another one to be found, and what is said of an answer."""

from dataclasses import dataclass

import numpy as np

from attnstudio.panels.attention.broken import Array, active, broken_stages, has_hold, missing
from attnstudio.panels.attention.faults import FAULTS, NONE
from attnstudio.panels.attention.scenario import AttentionScenario
from attnstudio.panels.attention.stages import NAMES
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message

CLOSE = 1e-9  # numbers so close are the same in every cell that shows them
NAMED = QT_TRANSLATE_NOOP("attention", "Right: {name}. {does} {shows}")
RIGHT = QT_TRANSLATE_NOOP("attention", "Right: {name}. {shows}")
UNSHOWN = QT_TRANSLATE_NOOP("attention", "Right: {name}. {does} Nothing differs here, so “{nothing}” is right too.")
UNSEEN = QT_TRANSLATE_NOOP("attention", "Right as far as one can see: nothing differs here. A fault is on all the "
                                        "same; other numbers, another mask or another head could tell.")  # fmt: skip
ALIKE = QT_TRANSLATE_NOOP("attention", "Right as far as one can see: “{name}” gives the very same numbers here. Other "
                                       "numbers, another mask or another head could tell.")  # fmt: skip
WRONG = QT_TRANSLATE_NOOP("attention", "No. “{name}” would show this, which is not so here. {shows}")
IMPOSSIBLE = QT_TRANSLATE_NOOP("attention", "No. “{name}” would change nothing here, yet cells differ. {needs}")
NOTHING = QT_TRANSLATE_NOOP("attention", "No. Nothing differs here, and “{name}” could not make it differ. {needs}")
NEEDS_NUMBERS = QT_TRANSLATE_NOOP("attention", "It needs other numbers.")


@dataclass(frozen=True)
class Verdict:
    """Whether an answer is right, and the sentence why."""

    right: bool
    text: Message


def verdict(scenario: AttentionScenario, answer: str) -> Verdict:
    """Judge an answer by what is on the screen.

    Parameters
    ----------
    scenario : AttentionScenario
    answer : str
        A name of FAULTS.

    Returns
    -------
    Verdict
        Right is what is so; where a fault is on, also what gives the same numbers at every stage.
    """
    right, template, needs = _judged(scenario, answer)
    words = FAULTS[answer]
    said = {"name": words.name, "does": words.does, "shows": words.shows, "needs": needs, "nothing": FAULTS[NONE].name}
    return Verdict(right, Message(template, {name: Message(text) for name, text in said.items()}))


def _judged(scenario: AttentionScenario, answer: str) -> tuple[bool, str, str]:
    """Return whether an answer is right, the sentence that says why, and what the answer would need."""
    fault, needs = scenario.fault, missing(scenario, answer)
    differs = changes_numbers(scenario, fault)
    if answer == fault:
        return True, RIGHT if fault == NONE else NAMED if differs else UNSHOWN, ""
    if answer == NONE and not differs:
        return True, UNSEEN, ""
    if needs:
        return False, IMPOSSIBLE if differs else NOTHING, needs
    if not _alike(scenario, answer, fault):
        return False, WRONG, ""
    return (False, NOTHING, NEEDS_NUMBERS) if active(scenario) == NONE else (True, ALIKE, "")


def changes_numbers(scenario: AttentionScenario, fault: str) -> bool:
    """Return whether anything on the screen differs by a fault from what is right."""
    return has_hold(scenario, fault) and not _alike(scenario, fault, NONE)


def _alike(scenario: AttentionScenario, *faults: str) -> bool:
    """Return whether two faults give the same numbers at every stage, to rounding."""
    pairs = [[getattr(broken_stages(scenario, fault), name) for name in NAMES] for fault in faults]
    return all(np.allclose(a, b, rtol=_near(a), atol=_near(a), equal_nan=True) for a, b in zip(*pairs, strict=True))


def _near(values: Array) -> float:
    """Return how far apart numbers may be that are the same but for the order of their arithmetic."""
    return max(CLOSE, 64 * float(np.finfo(values.dtype).eps))


def another(scenario: AttentionScenario, learner: int = 0) -> AttentionScenario:
    """Return the Scenario with another fault to be found, drawn by its seed from those that change a number, and none.

    Every one comes once before any comes again, for every `learner`, by the seed, in an order of their own.
    """
    names = list(FAULTS)
    order = [names[i] for i in np.random.default_rng(scenario.seed + learner).permutation(len(names))]
    at = order.index(scenario.fault)
    following = [*order[at + 1 :], *order[:at]]
    fault = next((name for name in following if name == NONE or changes_numbers(scenario, name)), NONE)
    return scenario.with_changes(fault=fault, hide_fault=True)
