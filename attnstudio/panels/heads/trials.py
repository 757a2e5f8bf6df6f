"""Trials: the head that is shown, on all sentences that ship; one sentence proves nothing."""

from dataclasses import dataclass

import numpy as np

from attnstudio.panels.heads.declarations import SENTENCES
from attnstudio.panels.heads.findings import question_of
from attnstudio.panels.heads.same_words import places_of
from attnstudio.panels.heads.scenario import HeadsScenario
from attnstudio.panels.heads.weights import weights_of_one
from attnstudio.panels.heads.words import found_words, share
from attnstudio.state.figures import NO_TEXT, Array, Matrix, frozen_float
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, kept
from attnstudio.state.token_names import shown_token

T = QT_TRANSLATE_NOOP
MEAN = T("heads", "Head {name}, {found}: {mean} on average, from {low} to {high} on {count} of 12 sentences.")
NONE = T("heads", "Head {name}, {found}: no sentence has such a pair.")
STRONGEST = T("heads", "{query} → {key}")
ABSENT = T("heads", "no “{word}”")
TARGETS = T("heads", "Head {name}: where “{word}” looks most, apart from itself and what is no word, on {count} of 12 "
                     "sentences.")  # fmt: skip


@dataclass(frozen=True, eq=False)
class Trials:
    """What one head does on each sentence: `values` (sentences,), NaN where nothing can be measured, and `notes`."""

    values: Array
    notes: tuple[Message, ...]


def tried(scenario: HeadsScenario) -> Trials | None:
    """Return the measure of the large head on every sentence; None of data that is not a shipped model.

    For a pair of words it is the strongest key of the same word, wherever that occurs.
    """
    if not scenario.data.shipped:
        return None
    word = _word(scenario, scenario.query_index)
    others = [scenario.with_changes(sentence=name) for name in SENTENCES]
    if scenario.find == "pair":
        found = [_strongest(other, word) for other in others]
    else:
        found = [(_measured(other), NO_TEXT) for other in others]
    values, notes = zip(*found, strict=True)
    return Trials(frozen_float(values), notes if scenario.find == "pair" else ())


def _word(scenario: HeadsScenario, i: int) -> str:
    return shown_token(scenario.data.pack.query_tokens[i])


def _measured(scenario: HeadsScenario) -> float:
    question = question_of(scenario)
    answers = question.answers(weights_of_one(scenario, scenario.layer_index, scenario.head_index))
    return float(answers[question.names.index(scenario.find)])


def _strongest(scenario: HeadsScenario, word: str) -> tuple[float, Message]:
    """Return the largest weight of a word on another, and which that is."""
    data = scenario.data
    i = next(iter(places_of(word, data.pack.query_tokens)), None)
    if i is None:
        return np.nan, Message(ABSENT, {"word": word})
    weights = weights_of_one(scenario, scenario.layer_index, scenario.head_index)[i].astype(np.float64)
    weights[[i, *data.specials]] = -1.0
    j = int(weights.argmax())
    return float(weights[j]), Message(STRONGEST, {"query": data.query_labels[i], "key": data.key_labels[j]})


def trials_matrix(trials: Trials) -> Matrix:
    """Return the trials as one column, a row for each sentence."""
    return Matrix(
        name="trials", title=kept(T("heads", "the same head on all sentences")), kind="weight",
        values=frozen_float(trials.values[:, None]), row_labels=tuple(SENTENCES.values()), column_labels=("α",),
        row_title=kept(T("heads", "sentence")), column_title=kept(T("heads", "measure")), limits=(0.0, 1.0), digits=2,
        row_notes=trials.notes,
    )  # fmt: skip


def trials_said(scenario: HeadsScenario, trials: Trials) -> Message:
    """Say how the head did on average and at its ends."""
    name = scenario.data.head_name(scenario.layer_index, scenario.head_index)
    known = trials.values[~np.isnan(trials.values)]
    values = {"name": name, "found": found_words(scenario), "count": len(known)}
    if not len(known):
        return Message(NONE, values)
    if scenario.find == "pair":
        return Message(TARGETS, values | {"word": _word(scenario, scenario.query_index)})
    numbers = {"mean": known.mean(), "low": known.min(), "high": known.max()}
    return Message(MEAN, values | {key: share(float(value)) for key, value in numbers.items()})
