"""What is shown while stages are covered: a Result in which their numbers are nowhere to be found."""

from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Any

from attnstudio.core.attention import AttentionStages
from attnstudio.panels.heads.compute import HeadsResult
from attnstudio.panels.heads.explain import explain
from attnstudio.panels.heads.scenario import HeadsScenario
from attnstudio.panels.heads.stages import STAGES
from attnstudio.state.fields import exchanged
from attnstudio.state.figures import NO_TEXT, Bars, Explanation, Figure, Matrix, no_numbers
from attnstudio.state.head_figures import HeadGrid, HeadMap
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message

COVERED = Message(QT_TRANSLATE_NOOP("heads", "Covered: make your guess first."))
OF_WEIGHTS = {"statistics", "weights", "map"}  # stages with numbers that stored weights tell at once
EVIDENCE = "label"  # the caption that names weights of any stage
OF_STAGES = ("scores", "logits", "masked_logits", "shift", "exp", "row_sums", "weights", "output")  # with the head
UNSIGNED = ("weight", "exp")


def covered(result: HeadsResult, names: AbstractSet[str]) -> HeadsResult:
    """Return a Result without the numbers of some stages.

    Parameters
    ----------
    result : HeadsResult
    names : set of str
        Of the stages.

    Returns
    -------
    HeadsResult
        In which no array, text or quantity has a number of these stages. What is known of a head, and notices, speak of
        what a guess should find, and go with any cover. Masks are set, not guessed, and stay.
    """
    hidden = [stage for stage in STAGES if stage.name in names]
    if not hidden:
        return result
    matrices, figures, captions, quantities = (
        {name for stage in hidden for name in getattr(stage, part)}
        for part in ("matrices", "figures", "captions", "quantities")
    )
    head = "weights" in names
    return exchanged(result, {
        "matrices": {n: _matrix(m) if n in matrices else m for n, m in result.matrices.items()},
        "figures": {n: _figure(f) if n in figures else f for n, f in result.figures.items()},
        "captions": {n: text for n, text in result.captions.items() if n not in captions and n != EVIDENCE},
        "quantities": {n: number for n, number in result.quantities.items() if n not in quantities},
        "notices": (),
        "grid": _grid(result.grid, names),
        "lines": exchanged(result.lines, {"weights": no_numbers(result.lines.weights.shape), "covered": True})
        if head else result.lines,
        "ranked": () if "map" in names else result.ranked,
        "made": {name: _stages(stages) for name, stages in result.made.items()} if head else result.made,
        "scenario": _without_weights(result.scenario) if OF_WEIGHTS & names else result.scenario,
    })  # fmt: skip


def explain_shown(result: HeadsResult, stage: str, i: int, j: int) -> Explanation:
    """Return how a cell of a Result under covers was made, or that it, or what it was made from, is covered."""
    return result.uncovered(stage, explain(result, stage, i, j), COVERED)


def _matrix(matrix: Matrix) -> Matrix:
    changes: dict[str, Any] = {"values": no_numbers(matrix.shape), "row_notes": (), "written": None, "covered": True}
    changes["limits"] = (0.0, 1.0) if matrix.kind in UNSIGNED else (-1.0, 1.0)
    if matrix.name == "ranking":  # which head is first is what is asked
        changes["row_labels"] = _numbered(matrix.shape[0])
    return exchanged(matrix, changes)


def _numbered(count: int) -> tuple[str, ...]:
    return tuple(str(i + 1) for i in range(count))


def _figure(figure: Figure) -> Figure:
    if not isinstance(figure, tuple):
        return figure
    return tuple(_bars(bars, part=bool(bars.caption.template)) for bars in figure)


def _bars(bars: Bars, *, part: bool) -> Bars:
    """Cover bars; of a part of the keys, the strongest, not even their names are told."""
    changes: dict[str, Any] = {
        "values": no_numbers(bars.values.shape), "limits": (0.0, 1.0), "caption": NO_TEXT, "covered": True
    }  # fmt: skip
    if part:
        changes |= {"labels": _numbered(len(bars.labels)), "blocked": None}
    return exchanged(bars, changes)


def _grid(grid: HeadGrid, names: AbstractSet[str]) -> HeadGrid:
    """Cover all heads, or where the large one is to be guessed that one alone."""
    if "statistics" in names:
        bare = {"label": NO_TEXT, "reading": NO_TEXT}
        return exchanged(grid, {"heads": tuple(_map(head, bare) for head in grid.heads), "covered": True})
    if "weights" not in names:
        return grid
    hidden = {"label": NO_TEXT, "covered": True}  # the label says what it looks at
    return exchanged(grid, {"heads": tuple(_map(h, hidden) if h.head == grid.selected else h for h in grid.heads)})


def _map(head: HeadMap, changes: dict[str, Any]) -> HeadMap:
    return exchanged(head, {"shades": no_numbers(head.shades.shape), **changes})


def _stages(stages: AttentionStages) -> AttentionStages:
    changes: dict[str, Any] = {name: no_numbers(getattr(stages, name).shape) for name in OF_STAGES}
    return replace(stages, **changes)


def _without_weights(scenario: HeadsScenario) -> HeadsScenario:
    """Take the weights away from a Scenario that has nothing else; vectors are no stage and stay."""
    pack = scenario.tensors
    if scenario.source != "own" or pack.weights is None:
        return scenario
    return exchanged(scenario, {"tensors": exchanged(pack, {"weights": no_numbers(pack.weights.shape), "source": ""})})
