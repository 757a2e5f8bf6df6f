"""What is shown while stages are covered: a Result in which their numbers are nowhere to be found."""

import math
from collections.abc import Set as AbstractSet
from typing import Any

from attnstudio.panels.scaling.compute import ScalingResult
from attnstudio.panels.scaling.explain import explain
from attnstudio.panels.scaling.stages import STAGES
from attnstudio.state.fields import exchanged
from attnstudio.state.figures import NO_TEXT, Explanation, Figure, Matrix, no_numbers
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.state.plots import Axis, Curves, Histogram, Plot, Series

COVERED = Message(QT_TRANSLATE_NOOP("scaling", "Covered: make your guess first."))
ROW = {"weights", "gradient"}  # stages with numbers of the row that is shown
RAW = "raw_"


def covered(result: ScalingResult, names: AbstractSet[str]) -> ScalingResult:
    """Return a Result without the numbers of some stages.

    Parameters
    ----------
    result : ScalingResult
    names : set of str
        Of the stages.

    Returns
    -------
    ScalingResult
        In which no array, text or quantity has a number of these stages. Notices speak of what a guess should find,
        and go with any cover.
    """
    hidden = [stage for stage in STAGES if stage.name in names]
    matrices, figures, plots, captions, quantities = (
        {name for stage in hidden for name in getattr(stage, part)}
        for part in ("matrices", "figures", "plots", "captions", "quantities")
    )
    return exchanged(result, {
        "matrices": {n: _matrix(m) if n in matrices else m for n, m in result.matrices.items()},
        "figures": {n: _bars(figure) if n in figures else figure for n, figure in result.figures.items()},
        "plots": {n: _plot(plot) if n in plots else plot for n, plot in result.plots.items()},
        "captions": {n: text for n, text in result.captions.items() if n not in captions},
        "quantities": {n: q for n, q in result.quantities.items() if n.removeprefix(RAW) not in quantities},
        "notices": () if hidden else result.notices,
        "row": None if ROW & names else result.row,
    })  # fmt: skip


def explain_shown(result: ScalingResult, stage: str, i: int, j: int) -> Explanation:
    """Return how a cell of a Result under covers was made, or that it, or what it was made from, is covered."""
    return result.uncovered(stage, explain(result, stage, i, j), COVERED)


def _matrix(matrix: Matrix) -> Matrix:
    changes: dict[str, Any] = {
        "values": no_numbers(matrix.shape), "row_notes": (), "written": None, "covered": True
    }  # fmt: skip
    if matrix.kind != "score":
        changes["limits"] = (0.0, 1.0)
    if matrix.name.endswith("histogram"):  # where its bins are tells how far the scores are spread
        changes["row_labels"] = tuple(str(i + 1) for i in range(matrix.shape[0]))
    return exchanged(matrix, changes)


def _bars(figure: Figure) -> Figure:
    """Cover the weights; the logits beside them are given."""
    if not isinstance(figure, tuple):
        return figure
    return tuple(
        exchanged(bars, {"values": no_numbers(bars.values.shape), "caption": NO_TEXT, "covered": True})
        if bars.kind == "weight" else bars
        for bars in figure
    )  # fmt: skip


def _plot(plot: Plot) -> Plot:
    if isinstance(plot, Histogram):
        bins = plot.shares.shape[0]
        return exchanged(plot, {
            "edges": no_numbers((bins + 1,)), "shares": no_numbers((bins,)), "outside": (0.0, 0.0), "lines": (),
            "x_axis": Axis(plot.x_axis.title, (0.0, 1.0)), "y_axis": Axis(plot.y_axis.title, (0.0, 1.0)),
            "caption": NO_TEXT, "covered": True,
        })  # fmt: skip
    changes = {"series": tuple(map(_series, plot.series)), "y_axis": _coarse(plot), "caption": NO_TEXT, "covered": True}
    return exchanged(plot, changes)


def _series(series: Series) -> Series:
    return exchanged(series, {
        "values": no_numbers(series.values.shape), "at_cursor": math.nan, "reading": COVERED,
        "lower": None, "upper": None, "law": None,
    })  # fmt: skip


def _coarse(plot: Curves) -> Axis:
    """Return an axis that does not follow the numbers."""
    limits = (1e-9, 1e3) if plot.y_axis.scale == "log" else (0.0, 1.0)
    return Axis(plot.y_axis.title, limits, plot.y_axis.scale)
