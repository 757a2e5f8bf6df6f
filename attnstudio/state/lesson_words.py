"""What is heard at once of the task of a step."""

import re

from attnstudio.state.lesson_questions import Question, Verdict
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message

T = QT_TRANSLATE_NOOP
SOLVED = Message(T("lessons", "Solved."))
CANNOT = Message(T("lessons", "Right: it cannot be done."))
CAN = Message(T("lessons", "It can be done. Try again."))
RIGHT = Message(T("lessons", "Right."))
RIGHT_SINCE = T("lessons", "Right. {feedback}")
WRONG = T("lessons", "Not right. {feedback}")
REASON = T("lessons", "The reason: {reason}")
_SEEN_ONLY = re.compile(r"(?<![ \t])[*`]+|[*`]+(?![ \t])")  # of Markdown: what cannot be heard; not the * of a * b


def of_verdict(verdict: Verdict) -> Message:
    """Return what is heard of an answer."""
    if isinstance(verdict.feedback, Message):
        return verdict.feedback
    if not verdict.right:
        return Message(WRONG, {"feedback": heard(verdict.feedback)})
    return Message(RIGHT_SINCE, {"feedback": heard(verdict.feedback)}) if verdict.feedback else RIGHT


def of_reason(question: Question) -> Message:
    """Return what is heard once the reason was asked for."""
    return Message(REASON, {"reason": heard(question.reason)})


def heard(markdown: str) -> str:
    """Return a text without what of Markdown cannot be heard, in one line."""
    return " ".join(_SEEN_ONLY.sub("", markdown).split())
