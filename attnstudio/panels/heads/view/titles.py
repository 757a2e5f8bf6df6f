"""The displays of the panel: their titles, and where they stand."""

from attnstudio.panels.heads.compute import HeadsResult
from attnstudio.state.message import QT_TRANSLATE_NOOP
from attnstudio.ui.display_rows import Rows

T = QT_TRANSLATE_NOOP
TITLES = {
    "grid": T("heads", "Heads of the layer"),
    "lines": T("heads", "Where words look"),
    "numbers": T("heads", "Weights in numbers"),
    "distance": T("heads", "Weight by distance"),
    "measures": T("heads", "What the heads look at"),
    "entropy": T("heads", "Entropy of each head"),
    "ranking": T("heads", "Find a head"),
    "all_heads": T("heads", "Map of all heads"),
    "trials": T("heads", "All sentences"),
    "bars": T("heads", "Is it an explanation?"),
    "split": T("heads", "Split and join"),
    "bill": T("heads", "The bill"),
}
SHORT = {
    "grid": T("heads", "Layer"),
    "lines": T("heads", "Lines"),
    "numbers": T("heads", "Weights"),
    "distance": T("heads", "Distance"),
    "measures": T("heads", "Measures"),
    "entropy": T("heads", "Entropy"),
    "ranking": T("heads", "Find"),
    "all_heads": T("heads", "Map"),
    "trials": T("heads", "Sentences"),
    "bars": T("heads", "Effects"),
    "split": T("heads", "Join"),
    "bill": T("heads", "Bill"),
}
HOLDING = {  # the display that another matrix or field is seen in
    "logits": "numbers", "masked_logits": "numbers", "selected_query": "lines", "selected_key": "lines",
    "find": "ranking", "try_all": "ranking", "bill_tokens": "bill",
    "projected_query": "split", "projected_key": "split",
    "projected_value": "split", "joined": "split",
}  # fmt: skip
PILLS = {  # of stages whose titles are too long
    "statistics": T("heads", "Layer"),
    "effects": T("heads", "Explanation?"),
}
STAGE_ROWS: dict[str, Rows] = {  # what each stage shows where it has the panel to itself
    "statistics": (("grid",), ("measures", "entropy")),
    "weights": (("lines", "numbers"), ("distance",)),
    "map": (("ranking", "all_heads", "trials"),),
    "effects": (("bars",),),
    "concat": (("split", "bill"),),
}
WIDTHS = {"grid": 11, "lines": 9, "ranking": 7, "all_heads": 12, "trials": 12, "bars": 15, "split": 19, "bill": 12}
HEIGHTS = {"grid": 16, "lines": 18, "ranking": 11, "split": 13, "distance": 7, "measures": 12}
SOURCES = {  # the matrix or figure without which a display has nothing to show
    "distance": "distance", "trials": "trials", "bars": "effects", "entropy": "entropy", "split": "concat",
}  # fmt: skip


def all_rows(result: HeadsResult, *, pinned: bool) -> Rows:
    """Return where the displays stand while all are seen: of a toy, how heads are split and joined; or A and B."""
    if pinned:
        return ("lines",), ("grid", "numbers")
    if result.scenario.source == "toy":
        return ("grid", "lines"), ("split", "bill")
    if "trials" in result.matrices:
        return ("grid", "lines"), ("ranking", "trials", "all_heads")
    return ("grid", "lines"), ("ranking", "all_heads", "bars" if "effects" in result.matrices else "distance")


def there_is(name: str, result: HeadsResult) -> bool:
    """Return whether a Result has something to show in a display."""
    needed = SOURCES.get(name)
    return needed is None or needed in result.matrices or needed in result.figures
