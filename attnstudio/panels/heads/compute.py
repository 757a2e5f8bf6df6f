"""From a Scenario of the Heads panel to all that its screen shows, at once or in steps."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from attnstudio.core.attention import AttentionStages
from attnstudio.panels.heads import effects, figures, ranking, trials
from attnstudio.panels.heads.bill import bill_lines
from attnstudio.panels.heads.captions import captions
from attnstudio.panels.heads.findings import Findings, findings, measure, measured_in_steps
from attnstudio.panels.heads.large_head import large_head
from attnstudio.panels.heads.notices import notices
from attnstudio.panels.heads.quantities import quantities
from attnstudio.panels.heads.scenario import HeadsScenario
from attnstudio.panels.heads.weights import weights_of
from attnstudio.state.deferred import Deferred, DeferredEach
from attnstudio.state.fields import exchanged
from attnstudio.state.figures import NO_TEXT, Figure, Matrix, Result
from attnstudio.state.head_figures import HeadGrid, WordLines
from attnstudio.state.message import Message

REDRAWN = 0.05  # share of the heads after which the map is filled up
NO_GRID = HeadGrid(NO_TEXT, (), 0, 0, 0)
NO_LINES = WordLines(NO_TEXT, np.zeros((0, 0)), (), (), 0)


@dataclass(frozen=True, eq=False)
class HeadsResult(Result):
    """Result of the Heads panel.

    Parameters
    ----------
    scenario : HeadsScenario
    grid : HeadGrid
        The heads in sight.
    lines : WordLines
        Of the large head.
    bill : tuple of (Message, Message)
        What is counted, and what it comes to.
    ranked : tuple of (int, int)
        Place of the layer, and head, of each row of the ranking.
    made : mapping of str to AttentionStages
        Holds `stages`; nothing where there are only weights.
    """

    scenario: HeadsScenario = field(default_factory=HeadsScenario)
    grid: HeadGrid = NO_GRID
    lines: WordLines = NO_LINES
    bill: tuple[tuple[Message, Message], ...] = ()
    ranked: tuple[tuple[int, int], ...] = ()
    made: Mapping[str, AttentionStages] = field(default_factory=dict)

    @property
    def stages(self) -> AttentionStages | None:
        """Those of the large head, with its real weights; None where there are only weights."""
        return self.made.get("stages")

    @property
    def labels(self) -> list[tuple[str, ...]]:
        """The words along the matrices, of which most are not made; all else that stands there are numbers."""
        return [self.scenario.data.query_labels, self.scenario.data.key_labels]


def compute(scenario: HeadsScenario) -> HeadsResult:
    """Return all that the panel shows, at once; every Scenario that can be built has a Result.

    Of large data only the heads in sight are computed. The map and the ranking hold what has been measured of the
    others before; while any is missing `progress` is below 1, and `refine` goes on.
    """
    layer, heads = scenario.layer_index, {*scenario.in_sight, scenario.head_index}
    measure(scenario, layer, heads)
    if scenario.find == "pair":
        measure(scenario, layer, heads, "pair")
    return _result(scenario)


def refine(scenario: HeadsScenario) -> Iterator[HeadsResult]:
    """Measure the heads that `compute` left out, in steps of some milliseconds.

    Parameters
    ----------
    scenario : HeadsScenario

    Yields
    ------
    HeadsResult
        Each with the share of the work that is done; the last is final. One alone, that of `compute`, where nothing
        was left out.
    """
    result = compute(scenario)
    yield result
    if result.progress >= 1:
        return
    drawn = result.progress
    for share in measured_in_steps(scenario, scenario.find):
        progress = max(result.progress, min(share, 0.999))
        if share - drawn >= REDRAWN and share < 1:
            result, drawn = exchanged(_result(scenario), {"progress": progress}), share
        else:
            result = exchanged(result, {"progress": progress})
        yield result
    yield _result(scenario)


def _result(scenario: HeadsScenario) -> HeadsResult:
    of_layer = findings(scenario)
    found = findings(scenario, "pair") if scenario.find == "pair" else of_layer
    large, ranked = large_head(scenario), ranking.ranking_of(scenario, found)
    tables, told, drawn = _looked_for(scenario, of_layer, ranked)
    of_keys = None if large.effects is None else large.effects()
    if of_keys is not None:
        told["effects"] = effects.effects_said(scenario, of_keys)
    return HeadsResult(
        matrices=DeferredEach({**large.matrices, **tables}),
        quantities=Deferred(partial(quantities, scenario, large.weights, of_layer, ranked, of_keys)),
        captions=captions(scenario, large.weights, of_layer) | told,
        figures=DeferredEach({**large.figures, **drawn}),
        notices=notices(scenario, large.weights, found),
        progress=found.done,
        scenario=scenario,
        grid=figures.grid_of(scenario, weights_of(scenario, scenario.layer_index, scenario.in_sight), of_layer),
        lines=figures.lines_of(scenario, large.weights),
        bill=bill_lines(scenario),
        ranked=ranked.places,
        made=DeferredEach(large.stages),
    )


def _looked_for(
    scenario: HeadsScenario, found: Findings, ranked: ranking.Ranking
) -> tuple[dict[str, Callable[[], Matrix]], dict[str, Message], dict[str, Callable[[], Figure]]]:
    """Return what makes the tables of many heads, what they say, and what makes the bars of the layer."""
    tables: dict[str, Callable[[], Matrix]] = {
        "statistics": partial(ranking.statistics_matrix, scenario, found),
        "map": partial(ranking.map_matrix, scenario, ranked),
        "ranking": partial(ranking.ranking_matrix, scenario, ranked),
    }
    told = {"ranking": ranking.ranking_said(scenario, ranked)}
    made = trials.tried(scenario) if scenario.try_all else None
    if made is not None:
        tables["trials"] = partial(trials.trials_matrix, made)
        told["trials"] = trials.trials_said(scenario, made)
    drawn: dict[str, Callable[[], Figure]] = {}
    if figures.has_entropy(scenario, found):
        drawn["entropy"] = partial(figures.entropy_bars, scenario, found)
    return tables, told, drawn


def final(scenario: HeadsScenario) -> HeadsResult:
    """Return the Result of all heads, however long it takes: for pictures, files and marks."""
    *_, last = refine(scenario)
    return last
