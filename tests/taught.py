"""The lessons that ship, and what is measured on a step: as it begins, or with some fields changed."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from attnstudio import catalog
from attnstudio.files.lesson_files import lessons
from attnstudio.state.challenges import Challenge
from attnstudio.state.fields import Scenario
from attnstudio.state.lesson import Lesson, Step
from attnstudio.state.lesson_questions import Choice, ChoiceQuestion, NumberQuestion, WrongNumber
from attnstudio.state.message import Message
from attnstudio.state.quantities import Quantity, measured, quantity_from_text
from attnstudio.state.quantity_measures import Moment

At = tuple[str, str]
Measure = Callable[..., float]
LESSONS: dict[str, Lesson] = {lesson.name: catalog.open_lesson(lesson.path) for lesson in lessons()}
STEPS: dict[At, Step] = {(name, step.name): step for name, one in LESSONS.items() for step in one.steps}
CHALLENGES = {at: step for at, step in STEPS.items() if isinstance(step.task, Challenge)}
ASKED: dict[At, NumberQuestion] = {at: step.task for at, step in STEPS.items() if isinstance(step.task, NumberQuestion)}
TASKS: tuple[type, ...] = (Challenge, ChoiceQuestion, NumberQuestion, Choice, WrongNumber)
LEARNER = 7  # a seed, where numbers differ from learner to learner


def begun(step: Step, seed: int = LEARNER) -> Scenario:
    """Return what a step begins as for the learner of a seed."""
    scenario = step.state.scenario
    return catalog.panel_named(step.panel).randomised(scenario, seed) if step.vary else scenario


def changed(scenario: Scenario, changes: Mapping[str, Any]) -> Scenario:
    """Return a Scenario with other fields; `query`, `key` and `value` are rows of its tensors by their positions."""
    fields = dict(changes)
    for role in ("query", "key", "value"):
        for i, row in fields.pop(role, {}).items():
            pack = fields.get("tensors", getattr(scenario, "tensors", None))
            fields["tensors"] = pack.with_row(role, i - 1, row)
    return scenario.with_changes(**fields)


def moment(step: Step, seed: int = LEARNER, **changes: Any) -> Moment:
    scenario = changed(begun(step, seed), changes)
    return Moment(scenario, catalog.final(step.panel, scenario))


def measure(step: Step, seed: int = LEARNER) -> Measure:
    """Return what measures a quantity on the start of a step, or on what some changes make of it."""
    start = moment(step, seed)

    def of(text: str | Quantity, **changes: Any) -> float:
        quantity = text if isinstance(text, Quantity) else quantity_from_text(text)
        value = measured(quantity, moment(step, seed, **changes) if changes else start, start)
        assert not isinstance(value, Message), str(value)
        return value

    return of


def texts(part: object) -> Iterator[str]:
    """Yield all that is said in a task."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, tuple):
        for one in part:
            yield from texts(one)
    elif isinstance(part, TASKS):
        yield from texts(tuple(vars(part).values()))


def said(step: Step) -> str:
    return "\n".join([step.title, step.text, *texts(step.task)])
