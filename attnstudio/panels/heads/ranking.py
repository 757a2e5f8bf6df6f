"""Find a head: a map of all layers and heads, the best of them in order, and the measures of those in sight."""

from dataclasses import dataclass

import numpy as np

from attnstudio.panels.heads.figures import weight_limits
from attnstudio.panels.heads.findings import MEASURES, Findings
from attnstudio.panels.heads.scenario import HeadsScenario
from attnstudio.panels.heads.words import found_words, share
from attnstudio.state.figures import Array, Matrix, frozen_float
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, kept

T = QT_TRANSLATE_NOOP
MOST_RANKED = 20
LAYER, HEAD = T("heads", "layer"), T("heads", "head")
MEASURE, WHAT = T("heads", "measure"), T("heads", "what")
FOUND = T("heads", "{found}: head {best} is first with {weight}.")
THEN = T("heads", "{text} Next is {second} with {value}.")
NONE = T("heads", "{found}: no head of this sentence has such a pair.")
SO_FAR = T("heads", "{text} So far {share} of all heads are measured.")
COLUMNS = dict(zip(MEASURES, (
    T("heads", "previous"), T("heads", "next"), T("heads", "same word"), T("heads", "first"), T("heads", "itself"),
    T("heads", "entropy"),
), strict=True))  # fmt: skip


@dataclass(frozen=True, eq=False)
class Ranking:
    """All heads by one measure.

    Parameters
    ----------
    values : (layers, heads) ndarray
        NaN where there is nothing to measure, or not yet.
    places : tuple of (int, int)
        Place of the layer, and head, the best first; those without a value last.
    done : float
    """

    values: Array
    places: tuple[tuple[int, int], ...]
    done: float

    @property
    def best(self) -> tuple[int, int] | None:
        """The first place, if it has a value."""
        return self.places[0] if not np.isnan(self.values[self.places[0]]) else None

    @property
    def runner_up(self) -> float | None:
        """The value of the second, if it has one."""
        second = [float(self.values[place]) for place in self.places[1:2] if not np.isnan(self.values[place])]
        return second[0] if second else None


def ranking_of(scenario: HeadsScenario, findings: Findings) -> Ranking:
    """Return the heads in the order of what is looked for; equal ones in the order of the model."""
    values = findings.of(scenario.find)
    order = np.argsort(np.where(np.isnan(values), np.inf, -values), axis=None, kind="stable")[:MOST_RANKED]
    layers, heads = np.unravel_index(order, values.shape)
    return Ranking(values, tuple(zip(layers.tolist(), heads.tolist(), strict=True)), findings.done)


def map_matrix(scenario: HeadsScenario, ranking: Ranking) -> Matrix:
    """Return the map of all layers × heads."""
    data = scenario.data
    return Matrix(
        name="map", title=kept(T("heads", "all heads")), kind="weight", values=frozen_float(ranking.values),
        row_labels=data.layer_labels, column_labels=data.head_labels, row_title=kept(LAYER), column_title=kept(HEAD),
        limits=weight_limits(ranking.values), digits=2, subtitle=found_words(scenario),
    )  # fmt: skip


def ranking_matrix(scenario: HeadsScenario, ranking: Ranking) -> Matrix:
    """Return the best heads in one column."""
    data, values = scenario.data, frozen_float(ranking.values[tuple(zip(*ranking.places, strict=True))][:, None])
    return Matrix(
        name="ranking", title=kept(T("heads", "best heads")), kind="weight", values=values,
        row_labels=tuple(data.head_name(*place) for place in ranking.places), column_labels=("α",),
        row_title=kept(HEAD), column_title=kept(MEASURE), limits=weight_limits(values), digits=2,
        subtitle=found_words(scenario),
    )  # fmt: skip


def statistics_matrix(scenario: HeadsScenario, findings: Findings) -> Matrix:
    """Return all measures of the heads in sight."""
    heads = scenario.in_sight
    values = frozen_float(findings.of_layer(scenario.layer_index)[heads.start : heads.stop])
    return Matrix(
        name="statistics", title=kept(T("heads", "what the heads look at")), kind="weight", values=values,
        row_labels=tuple(map(str, heads)), column_labels=tuple(COLUMNS.values()), row_title=kept(HEAD),
        column_title=kept(WHAT), limits=weight_limits(values), digits=2,
        ranked=False,  # columns of two kinds, which nobody puts in order
    )  # fmt: skip


def ranking_said(scenario: HeadsScenario, ranking: Ranking) -> Message:
    """Say which head is first, and which is next."""
    found, data, best = found_words(scenario), scenario.data, ranking.best
    if best is None:
        text = Message(NONE, {"found": found})
    else:
        weight = share(float(ranking.values[best]))
        text = Message(FOUND, {"found": found, "best": data.head_name(*best), "weight": weight})
        if ranking.runner_up is not None:
            second = {"second": data.head_name(*ranking.places[1]), "value": share(ranking.runner_up)}
            text = Message(THEN, {"text": text, **second})
    if ranking.done < 1:
        return Message(SO_FAR, {"text": text, "share": f"{100 * ranking.done:.0f} %"})
    return text
