"""What is shown while stages are covered: a Result in which their numbers are nowhere to be found."""

import math
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Any

from attnstudio.core.attention import AttentionStages
from attnstudio.panels.attention.compute import AttentionResult
from attnstudio.panels.attention.explain import explain
from attnstudio.panels.attention.scenario import AttentionScenario
from attnstudio.state.fields import exchanged
from attnstudio.state.figures import NO_TEXT, Bars, Dial, Explanation, Figure, Matrix, Points, no_numbers
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, format_number, kept

STAGES = AttentionScenario.stages
COVERED = Message(QT_TRANSLATE_NOOP("attention", "covered: make your guess first"))
ARRAYS = {
    "scores": ("scores",),
    "logits": ("logits",),
    "masked_logits": ("masked_logits", "shift"),
    "weights": ("exp", "row_sums", "weights"),
    "output": ("output",),
}  # of AttentionStages, that go with a stage
BARS = {"score": "masked_logits", "exp": "weights", "weight": "weights"}  # the stage that a kind of bars goes with
RESULTS = {"masked_logits", "weights", "output"}  # notices speak of these


def covered(result: AttentionResult, names: AbstractSet[str]) -> AttentionResult:
    """Return a Result without the numbers of some stages.

    Parameters
    ----------
    result : AttentionResult
    names : set of str
        Of STAGES; those that the Result does not have are no matter.

    Returns
    -------
    AttentionResult
        In which no array, text or quantity has a number of these stages. Which cells are masked goes with the masked
        logits: where those are seen, the covers of later stages keep it.
    """
    hidden = {*names, "exp"} if "weights" in names else names
    pattern = "masked_logits" not in names
    matrices = {name: _matrix(m, pattern) if name in hidden else m for name, m in result.matrices.items()}
    weights_covered = "weights" in names
    return exchanged(result, {
        "matrices": matrices,
        "figures": {name: _figure(result, figure, names) for name, figure in result.figures.items()},
        "quantities": {} if weights_covered else result.quantities,
        "captions": {n: text for n, text in result.captions.items() if not (weights_covered and n == "row_sums")},
        "notices": () if RESULTS & names else result.notices,
        "scenario": _without_weights(result.scenario) if weights_covered else result.scenario,
        "stages": None if result.stages is None else _stages(result.stages, names),
    })  # fmt: skip


def explain_shown(result: AttentionResult, stage: str, i: int, j: int) -> Explanation:
    """Return how a cell of a Result under covers was made, or that it, or what it was made from, is covered."""
    return result.uncovered(stage, explain(result, stage, i, j), COVERED)


def _matrix(matrix: Matrix, pattern: bool) -> Matrix:
    """Cover a matrix; its pattern of masked cells stays where it is seen elsewhere."""
    limits = (0.0, 1.0) if matrix.kind in ("exp", "weight") else matrix.limits  # the others are coarse and common
    changes: dict[str, Any] = {
        "values": no_numbers(matrix.shape), "limits": limits, "row_notes": (), "written": None, "covered": True
    }  # fmt: skip
    if matrix.kind == "weight":  # what is said of their sums
        changes |= {"subtitle": NO_TEXT, "turned_subtitle": NO_TEXT}
    if not pattern:
        changes |= {"blocked": None, "void_rows": frozenset()}
    return exchanged(matrix, changes)


def _figure(result: AttentionResult, figure: Figure, names: AbstractSet[str]) -> Figure:
    if isinstance(figure, Dial):
        return _dial(figure) if "scores" in names else figure
    if isinstance(figure, Points):
        return _plane(result, figure, names)
    return tuple(_bars(bars, names) for bars in figure)


def _dial(dial: Dial) -> Dial:
    """Leave angles and lengths, which belong to the vectors, and take the scores away."""
    readings = [_angle(*of) for of in zip(dial.labels, dial.angles.tolist(), strict=True)]
    return exchanged(dial, {"readings": tuple(readings), "caption": NO_TEXT})


def _angle(key: str, angle: float) -> Message:
    return (
        kept("{key}", key=key) if math.isnan(angle) else kept("{key} {angle}°", key=key, angle=format_number(angle, 0))
    )


def _bars(bars: Bars, names: AbstractSet[str]) -> Bars:
    changes: dict[str, Any] = {}
    if BARS[bars.kind] in names:
        changes |= {"values": no_numbers(bars.values.shape), "limits": (0.0, 1.0), "written": None, "covered": True}
        changes |= {"blocked": None} if "masked_logits" in names else {}
    if changes or (bars.kind == "exp" and "masked_logits" in names):  # their sum names the logit that was subtracted
        changes |= {"caption": NO_TEXT}
    return exchanged(bars, changes)


def _plane(result: AttentionResult, plane: Points, names: AbstractSet[str]) -> Points:
    """Cover weights and output; the caption says where the output is, and the hull which keys are masked."""
    changes: dict[str, Any] = {}
    if "weights" in names:
        changes |= {"weights": no_numbers(plane.weights.shape), "weights_covered": True, "caption": NO_TEXT}
        changes |= {"written": None}
    if "output" in names:
        changes |= {"output": (math.nan, math.nan), "output_label": NO_TEXT, "output_covered": True, "caption": NO_TEXT}
    if "masked_logits" in names and result.matrices["masked_logits"].blocked is not None:
        changes |= {"hull": (), "blocked": None, "caption": NO_TEXT}
    return exchanged(plane, changes)


def _without_weights(scenario: AttentionScenario) -> AttentionScenario:
    """Take the weights away from a Scenario that has nothing else; vectors are no stage and stay."""
    pack = scenario.tensors
    if pack.weights is None:
        return scenario
    return exchanged(scenario, {"tensors": exchanged(pack, {"weights": no_numbers(pack.weights.shape), "source": ""})})


def _stages(stages: AttentionStages, names: AbstractSet[str]) -> AttentionStages:
    arrays = [array for stage in STAGES if stage in names for array in ARRAYS[stage]]
    changes: dict[str, Any] = {array: no_numbers(getattr(stages, array).shape) for array in arrays}
    return replace(stages, **changes)
