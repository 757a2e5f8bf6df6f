"""What the reading line says while nothing is pointed at, and how it names the axes."""

from typing import TYPE_CHECKING

from attnstudio.panels.attention.stages import NAMES
from attnstudio.panels.attention.view.chooser import TITLES
from attnstudio.state.figures import NO_TEXT
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message

if TYPE_CHECKING:
    from attnstudio.panels.attention.view.panel import AttentionPanel

HINT = Message(
    QT_TRANSLATE_NOOP("attention", "Point at a cell to see the arithmetic that made it; a click keeps it here.")
)
ALONE = QT_TRANSLATE_NOOP("attention", "{number} {stage}; N and the numbers 1–5 show the other stages.")
AXES = {
    "rows": Message(QT_TRANSLATE_NOOP("attention", "rows ask: queries ↓   columns are asked: keys →")),
    "columns": Message(QT_TRANSLATE_NOOP("attention", "columns ask: queries →   rows are asked: keys ↓")),
}


def usual_sentence(panel: "AttentionPanel") -> Message:
    """Say what is compared, which stage is alone in the formula, or else what pointing does."""
    if panel.pinned_result is not None:
        return panel.comparison.text()
    if (one := panel.equation.one) is not None:
        return Message(ALONE, {"number": NAMES.index(one) + 1, "stage": Message(TITLES[one])})
    return HINT if panel.controls else NO_TEXT  # nobody can point at a picture
