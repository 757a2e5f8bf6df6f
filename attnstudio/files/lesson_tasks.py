"""Challenges and questions, as they stand in lesson files."""

from typing import Any

from attnstudio.files.lesson_tables import Notes, Table, flag, line, text
from attnstudio.files.toml_lines import Place
from attnstudio.state.challenges import COMPARISONS, Challenge, Comparison, Condition
from attnstudio.state.fields import plain_number
from attnstudio.state.lesson_questions import Choice, ChoiceQuestion, NumberQuestion, Question, WrongNumber
from attnstudio.state.quantities import Quantity, quantity_from_text

CHALLENGE = ("text", "hint", "insight", "impossible", "conditions")
CONDITION = ("quantity", "minus", "over", "within", *COMPARISONS)
CHOICES = ("text", "reason", "choices")
NUMBER = ("text", "reason", "answer", "within", "carried", "otherwise", "wrong")
MOST_CONDITIONS, MOST_ANSWERS = 12, 8


def challenge(notes: Notes, place: Place, raw: Any) -> Challenge | None:
    """Return the challenge of a table; None once its faults have been noted."""
    table = Table(notes, place, raw, CHALLENGE)
    wanted = table.take("text", text)
    more = {name: table.take(name, text, "") for name in ("hint", "insight")}
    impossible = table.take("impossible", flag, False)
    conditions = table.tables("conditions", MOST_CONDITIONS, lambda at, one: _condition(notes, at, one))
    return table.made(lambda: Challenge(wanted, conditions, **more, impossible=impossible))


def _condition(notes: Notes, place: Place, raw: Any) -> Condition | None:
    table = Table(notes, place, raw, CONDITION)
    quantity = table.take("quantity", quantity_from_text)
    minus, over = (table.take(name, quantity_from_text, None) for name in ("minus", "over"))
    within = table.take("within", plain_number, 0.0)
    compared: list[Comparison] = [name for name in COMPARISONS if name in table]
    targets = [table.take(name, plain_number) for name in compared]
    if len(compared) != 1:
        notes.add(place, f"expected one of {', '.join(COMPARISONS)}, got {' and '.join(compared) or 'none'}")
    return table.made(lambda: Condition(quantity, compared[0], targets[0], within, minus, over))


def question(notes: Notes, place: Place, raw: Any) -> Question | None:
    """Return the question of a table: of choices, or for a number."""
    if isinstance(raw, dict) and "choices" not in raw:
        return _number_question(notes, place, raw)
    table = Table(notes, place, raw, CHOICES)
    asked, reason = table.take("text", text), table.take("reason", text)
    choices = table.tables("choices", MOST_ANSWERS, lambda at, one: _choice(notes, at, one))
    return table.made(lambda: ChoiceQuestion(asked, choices, reason))


def _choice(notes: Notes, place: Place, raw: Any) -> Choice | None:
    table = Table(notes, place, raw, ("text", "feedback", "right"))
    answer, feedback = table.take("text", line), table.take("feedback", text, "")
    right = table.take("right", flag, False)
    return table.made(lambda: Choice(answer, feedback, right))


def _number_question(notes: Notes, place: Place, raw: Any) -> NumberQuestion | None:
    table = Table(notes, place, raw, NUMBER)
    if "answer" not in table:
        notes.add(place, "expected choices, or an answer that is a number or a quantity, got neither")
    asked, reason, otherwise = (table.take(name, text) for name in ("text", "reason", "otherwise"))
    none_given: float | Quantity = 0.0
    answer = table.take("answer", _number_or_quantity, none_given)
    within, carried = table.take("within", plain_number), table.take("carried", plain_number, 0.0)
    wrong = table.tables("wrong", MOST_ANSWERS, lambda at, one: _wrong(notes, at, one))
    return table.made(lambda: NumberQuestion(asked, answer, within, reason, otherwise, carried, wrong))


def _wrong(notes: Notes, place: Place, raw: Any) -> WrongNumber | None:
    table = Table(notes, place, raw, ("value", "within", "feedback"))
    value, feedback = table.take("value", _number_or_quantity), table.take("feedback", text)
    within = table.take("within", plain_number, None)
    return table.made(lambda: WrongNumber(value, feedback, within))


def _number_or_quantity(raw: Any) -> float | Quantity:
    return quantity_from_text(raw) if isinstance(raw, str) else plain_number(raw)
