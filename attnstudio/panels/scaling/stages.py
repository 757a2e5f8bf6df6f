"""What can be covered and guessed on the panel, in the order of reading, and what goes with each."""

from typing import NamedTuple

from attnstudio.state.message import QT_TRANSLATE_NOOP


class Stage(NamedTuple):
    """One numbered stage: its matrix, which has its name, and what else its cover takes away.

    Parameters
    ----------
    name, title : str
    matrices, figures, plots : tuple of str
        That show its numbers.
    captions : tuple of str
        That tell them.
    quantities : tuple of str
        That are them, without the "raw_" of the undivided ones.
    """

    name: str
    title: str
    matrices: tuple[str, ...]
    figures: tuple[str, ...]
    plots: tuple[str, ...]
    captions: tuple[str, ...]
    quantities: tuple[str, ...]


OF_ROW = ("row_slope", "row_score_slope", "row_norm", "row_score_norm", "logit_gain", "score_gain")
TOLD_OF_ROW = ("gain", "slopes", "raw_slope", "slope", "raw_norm", "norm")
STAGES = (
    Stage(
        "spread", QT_TRANSLATE_NOOP("scaling", "Spread"),
        matrices=("spread", "raw_histogram", "histogram", "spread_by_d_k"),
        figures=(),
        plots=("raw_histogram", "histogram", "spread"),
        captions=("spread", "law"),
        quantities=("spread", "spread_error", "law_spread", "kurtosis", "mean"),
    ),
    Stage(
        "weights", QT_TRANSLATE_NOOP("scaling", "One row"),
        matrices=("weights", "raw_weights", "raw_jacobian", "jacobian", "row_gradient"),
        figures=("raw_row", "row"),
        plots=(),
        captions=("weights", *TOLD_OF_ROW, "row_sums"),
        quantities=("row_weight", *OF_ROW),
    ),
    Stage(
        "saturation", QT_TRANSLATE_NOOP("scaling", "All rows"),
        matrices=("saturation", "max_weight_by_d_k", "entropy_share_by_d_k", "frozen_share_by_d_k"),
        figures=(),
        plots=("max_weight", "entropy_share", "frozen_share"),
        captions=("saturation",),
        quantities=("max_weight", "entropy_share", "frozen_share"),
    ),
    Stage(
        "gradient", QT_TRANSLATE_NOOP("scaling", "Gradient"),
        matrices=("gradient", "gradient_by_d_k", "raw_jacobian", "jacobian", "row_gradient"),
        figures=(),
        plots=("gradient",),
        captions=("gradient", *TOLD_OF_ROW),
        quantities=("median_gradient", "mean_gradient", "median_query_gradient", "median_logit_gradient",
                    *OF_ROW),
    ),
)  # fmt: skip
NAMES = tuple(stage.name for stage in STAGES)
PLOTS = {
    "raw_histogram": QT_TRANSLATE_NOOP("scaling", "Histogram of q·k"),
    "histogram": QT_TRANSLATE_NOOP("scaling", "Histogram of the logits"),
    "spread": QT_TRANSLATE_NOOP("scaling", "Spread over d_k"),
    "max_weight": QT_TRANSLATE_NOOP("scaling", "Largest weight over d_k"),
    "entropy_share": QT_TRANSLATE_NOOP("scaling", "Entropy over d_k"),
    "gradient": QT_TRANSLATE_NOOP("scaling", "Gradient over d_k"),
    "frozen_share": QT_TRANSLATE_NOOP("scaling", "Frozen rows over d_k"),
}
FIGURES = {
    "raw_row": QT_TRANSLATE_NOOP("scaling", "Softmax of one row, undivided"),
    "row": QT_TRANSLATE_NOOP("scaling", "Softmax of the same row, divided"),
}
