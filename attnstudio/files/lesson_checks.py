"""What is wrong with the task of a step although all that it says can be read: it is seen on the step's start."""

import math
from collections.abc import Iterator

from attnstudio.state.challenges import Challenge, Condition
from attnstudio.state.faults import Fault, Faults
from attnstudio.state.lesson import Task
from attnstudio.state.lesson_questions import NumberQuestion
from attnstudio.state.message import Message
from attnstudio.state.quantities import Measured, Quantity, measured
from attnstudio.state.quantity_measures import CELLS, Moment

SHARES = (
    "weight", "max_weight", "row_weight", "leak", "largest_leak", "entropy_share", "head_entropy_share",
    "frozen_share", "near_zero_share", "previous", "next", "same", "first", "itself", "later",
)  # fmt: skip
LIMITS = {**dict.fromkeys(SHARES, (0.0, 1.0)), "cos": (-1.0, 1.0), "angle": (0.0, 180.0), "length": (0.0, math.inf)}
Span = tuple[float, float, bool]  # from, to, and whether its ends belong to it


def check_task(task: Task, start: Moment, *, varies: bool) -> None:
    """Raise Faults where a task cannot be measured on its start, is done there at once, or can never be done."""
    faults = [
        Fault(place, str(value))
        for place, quantity in _quantities(task)
        if isinstance(value := measured(quantity, start, start), Message)
    ]
    if not faults and isinstance(task, Challenge):
        faults = [] if task.impossible else list(never_met(task, start))
        if task.standing(start, start).met:
            faults.append(Fault("conditions", "the step begins with all of them met"))
    elif not faults and isinstance(task, NumberQuestion):
        faults = list(_right_ones(task, start, varies=varies))
    if faults:
        raise Faults(faults)


def check_locks(task: Challenge, start: Moment) -> None:
    """Raise ValueError where nothing is free, and selecting does not change what is wanted either."""
    wanted = [quantity for _, quantity in _quantities(task)]
    if not task.impossible and all(_stays(quantity, start) for quantity in wanted):
        raise ValueError("all is locked, so the challenge cannot be done: name what is free, or say impossible = true")


def _stays(quantity: Quantity, start: Moment) -> bool:
    """Whether a quantity is a cell that is the same whatever is selected."""
    if quantity.name not in CELLS or (weights := start.result.matrices.get("weights")) is None:
        return False
    several = {name for name, count in zip("qk", weights.values.shape, strict=True) if count > 1}
    return not several.intersection(quantity.indices)


def never_met(task: Challenge, start: Moment) -> Iterator[Fault]:
    """Yield the conditions that no value meets, and those that no value meets with one before them."""
    right = not getattr(start.scenario, "breaking", False)  # else weights may be anything
    for i, condition in enumerate(task.conditions):
        wanted = _span(condition)
        alone = condition.minus is None and condition.over is None
        least, most = LIMITS.get(condition.quantity.name, (-math.inf, math.inf))
        if right and alone and not _meets((least, most, True), wanted):
            problem = f"expected a target that can be met, from {least:g} to {most:g}, got {condition.target:g}"
            yield Fault(f"conditions[{i}].{condition.comparison}", problem)
        for j, other in enumerate(task.conditions[:i]):
            if _compared(other) == _compared(condition) and not _meets(_span(other), wanted):
                yield Fault(f"conditions[{i}]", f"it is never met together with conditions[{j}]")


def _compared(condition: Condition) -> tuple[Quantity | None, ...]:
    return condition.quantity, condition.minus, condition.over


def _span(condition: Condition) -> Span:
    """Return the values that meet a condition."""
    low, high = condition.target - condition.within, condition.target + condition.within
    closed = condition.comparison not in ("above", "below")
    if condition.comparison in ("at_least", "above"):
        return low, math.inf, closed
    return (low if condition.comparison == "near" else -math.inf), high, closed


def _meets(one: Span, other: Span) -> bool:
    """Whether two spans have a value in common."""
    low, high = max(one[0], other[0]), min(one[1], other[1])
    return low < high or (low == high and one[2] and other[2])


def _right_ones(task: NumberQuestion, start: Moment, *, varies: bool) -> Iterator[Fault]:
    """Yield the wrong answers that count as right: always, or with the numbers of the step where these are given."""

    def measure(quantity: Quantity) -> Measured:
        return measured(quantity, start, start)

    for i, one in enumerate(task.wrong):
        value = measure(one.value) if isinstance(one.value, Quantity) else one.value
        assert not isinstance(value, Message)  # or that would have been told
        if one.value == task.answer or (not varies and task.verdict(value, measure).right):
            yield Fault(f"wrong[{i}].value", f"{one.value} counts as right: this feedback is never told")


def _quantities(task: Task) -> Iterator[tuple[str, Quantity]]:
    """Yield the quantities of a task, each with its place in it."""
    if isinstance(task, Challenge):
        for i, condition in enumerate(task.conditions):
            for name in ("quantity", "minus", "over"):
                if (quantity := getattr(condition, name)) is not None:
                    yield f"conditions[{i}].{name}", quantity
    elif isinstance(task, NumberQuestion):
        places = [("answer", task.answer), *((f"wrong[{i}].value", one.value) for i, one in enumerate(task.wrong))]
        yield from ((place, value) for place, value in places if isinstance(value, Quantity))
