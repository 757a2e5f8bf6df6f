"""What can be covered and guessed on the panel, in the order of reading, and what goes with each."""

from typing import NamedTuple

from attnstudio.state.message import QT_TRANSLATE_NOOP


class Stage(NamedTuple):
    """One stage, by the name of the matrix it ends in, and all that its cover takes away.

    Parameters
    ----------
    name, title : str
    matrices, figures, captions, quantities : tuple of str
        That show its numbers; those that a source does not have are missing in its Result.
    drawn : tuple of str
        Which of `grid` and `lines` show them.
    """

    name: str
    title: str
    matrices: tuple[str, ...]
    figures: tuple[str, ...] = ()
    captions: tuple[str, ...] = ()
    quantities: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()


OF_HEAD = ("previous", "next", "same", "first", "itself", "head_entropy_share", "later")
STAGES = (
    Stage(
        "statistics", QT_TRANSLATE_NOOP("heads", "Heads of the layer"),
        matrices=("statistics",),
        figures=("entropy",),
        captions=("label", "measured"),
        quantities=(*OF_HEAD, "near_zero_share"),
        drawn=("grid",),
    ),
    Stage(
        "weights", QT_TRANSLATE_NOOP("heads", "One head"),
        matrices=("logits", "masked_logits", "weights", "output", "distance"),
        figures=("distance",),
        captions=("weight", "row_sums"),
        quantities=("weight", "max_weight", "entropy_share", "row_sum", *OF_HEAD),
        drawn=("lines",),
    ),
    Stage(
        "map", QT_TRANSLATE_NOOP("heads", "Find a head"),
        matrices=("map", "ranking", "trials"),
        captions=("ranking", "trials"),
        quantities=("found", "found_layer", "found_head", "runner_up"),
    ),
    Stage(
        "effects", QT_TRANSLATE_NOOP("heads", "Is it an explanation?"),
        matrices=("effects",),
        figures=("effects",),
        captions=("effects",),
        quantities=("value_length", "weight_times_value", "zeroed", "forbidden", "disagreeing_rows"),
    ),
    Stage(
        "concat", QT_TRANSLATE_NOOP("heads", "Split and join"),
        matrices=("projected_query", "projected_key", "projected_value", "concat", "joined"),
    ),
)  # fmt: skip
NAMES = tuple(stage.name for stage in STAGES)
FIGURES = {
    "distance": QT_TRANSLATE_NOOP("heads", "Weight by distance"),
    "entropy": QT_TRANSLATE_NOOP("heads", "Entropy of each head"),
    "effects": QT_TRANSLATE_NOOP("heads", "Is it an explanation?"),
}
