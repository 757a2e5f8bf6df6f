"""Asking: what is known from answers, and what is still to be asked about a file."""

from collections.abc import Mapping

from attnstudio.state.faults import Fault
from attnstudio.state.fields import SHORT
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.state.questions import Answers, Choice, Question

NAMES = (
    "query",
    "key",
    "value",
    "weights",
    "mask_true",
    "bias_or_mask",
    "first_axis",
    "batch",
    "axes",
    "heads",
    "causal",
)
MOST_NAMED = 20
TEXTS = {
    "mask_true": QT_TRANSLATE_NOOP("files", "What does True (or 1) in the mask mean?"),
    "bias_or_mask": QT_TRANSLATE_NOOP("files", "The mask holds only 0 and 1. How are they meant?"),
    "first_axis": QT_TRANSLATE_NOOP("files", "The first axis has size {size}. What does it hold?"),
    "batch": QT_TRANSLATE_NOOP("files", "Which item of the batch?"),
    "heads": QT_TRANSLATE_NOOP("files", "Only the axis before fits the tokens. What do the axes hold?"),
    "axes": QT_TRANSLATE_NOOP("files", "The tokens fit the other way round. Which axis of the weights comes first?"),
    "causal": QT_TRANSLATE_NOOP("files", "Causal with {sizes}: in which corner does the diagonal start?"),
}
CHOICES: Mapping[str, Mapping[str, str]] = {
    "mask_true": {
        "may attend": QT_TRANSLATE_NOOP("files", "The query may attend to the key"),
        "blocked": QT_TRANSLATE_NOOP("files", "The key is blocked"),
    },
    "bias_or_mask": {
        "Boolean": QT_TRANSLATE_NOOP("files", "Yes or no: who may attend"),
        "additive": QT_TRANSLATE_NOOP("files", "Numbers that are added to the logits, where neither 0 nor 1 blocks"),
    },
    "first_axis": {
        "batch": QT_TRANSLATE_NOOP("files", "Items of a batch"),
        "layers": QT_TRANSLATE_NOOP("files", "Layers"),
    },
    "axes": {
        "key first": QT_TRANSLATE_NOOP("files", "Keys first: transpose it"),
        "query first": QT_TRANSLATE_NOOP("files", "Queries first: leave it"),
    },
    "heads": {
        "tokens first": QT_TRANSLATE_NOOP("files", "Tokens, then heads: swap them"),
        "heads first": QT_TRANSLATE_NOOP("files", "Heads, then tokens: leave them"),
    },
    "causal": {
        "top-left": QT_TRANSLATE_NOOP("files", "Top left: query 0 sees key 0"),
        "bottom-right": QT_TRANSLATE_NOOP("files", "Bottom right: the last query sees the last key"),
        "no": QT_TRANSLATE_NOOP("files", "Not causal after all"),
    },
}


class Asking:
    """The answers that were given, the questions that are open, and the answers that do not fit."""

    def __init__(self, answers: Answers) -> None:
        self.answers = answers
        self.questions: list[Question] = []
        self.used: dict[str, str] = {}  # of the answers, those that were asked for
        self.faults = [
            Fault("", f"there is no question {SHORT.repr(name)}; the questions are {', '.join(NAMES)}")
            for name in answers
            if name not in NAMES
        ]

    def answer(self, question: Question) -> str | None:
        """Return the key of the choice that was made, or None where there is none yet or no such choice."""
        allowed = [choice.key for choice in question.choices]
        given = self.answers.get(question.name)
        if given is None:
            self.questions.append(question)
        elif given not in allowed:
            shown = ", ".join(f"“{key}”" for key in allowed[:MOST_NAMED]) + ", …" * (len(allowed) > MOST_NAMED)
            problem = f"expected one of {shown}, got {SHORT.repr(given)}"
            self.faults.append(Fault(f"answer to “{question.name}”", problem))
            given = None
        else:
            self.used[question.name] = given
        return given

    def known(self, name: str, fault: Fault, default: str | None = None, **values: object) -> str | None:
        """Return the answer to one of the questions whose choices are always the same; `default` if the file tells."""
        choices = tuple(Choice(key, Message(text)) for key, text in CHOICES[name].items())
        return self.answer(Question(name, Message(TEXTS[name], values), choices, default, fault))
