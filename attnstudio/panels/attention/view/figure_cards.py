"""The three figures of the selected query, each on a card that says what it shows."""

from collections.abc import Callable
from functools import partial
from typing import Any

from attnstudio.panels.attention.compare import sides
from attnstudio.panels.attention.compute import AttentionResult
from attnstudio.state.figures import NO_TEXT, Bars, Result
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, kept
from attnstudio.state.scene import Orientation
from attnstudio.ui.bars import PINNED, BarsView
from attnstudio.ui.bars_axis import comparable
from attnstudio.ui.card import NO_NOTE, Card
from attnstudio.ui.dial import DialView
from attnstudio.ui.plane import PlaneView

DIAL = QT_TRANSLATE_NOOP("attention", "Key dial: angle and length to {query}")
PLANE = Message(QT_TRANSLATE_NOOP("attention", "Output: a mix of the values"))
SOFTMAX = Message(QT_TRANSLATE_NOOP("attention", "Softmax"))
OF_QUERY = QT_TRANSLATE_NOOP("attention", "Softmax of {query}")
OF_ROW: dict[Orientation, tuple[str, str]] = {  # of the only query, and of one of several
    "rows": (
        QT_TRANSLATE_NOOP("attention", "Softmax of this row"),
        QT_TRANSLATE_NOOP("attention", "Softmax of the row of {query}"),
    ),
    "columns": (
        QT_TRANSLATE_NOOP("attention", "Softmax of this column"),
        QT_TRANSLATE_NOOP("attention", "Softmax of the column of {query}"),
    ),
}
DASHED = Message(QT_TRANSLATE_NOOP("attention", "dashed: A"))
DASHED_RIGHT = Message(QT_TRANSLATE_NOOP("attention", "dashed: right"))
RIGHT = Message(QT_TRANSLATE_NOOP("attention", "right"))


class FigureCards:
    """Dial, bars and plane by name, and the cards that they stand on."""

    def __init__(self) -> None:
        self.dial, self.bars, self.plane = DialView(), BarsView(), PlaneView()
        self.views: dict[str, Any] = {"dial": self.dial, "bars": self.bars, "plane": self.plane}
        self.cards = {name: Card(NO_TEXT) for name in self.views}
        for name, view in self.views.items():
            view.stand_on("card")
            self.cards[name].content.addWidget(view)

    def show_result(self, result: AttentionResult, pinned: Result | None) -> None:
        """Show the figures of a Result, a pinned one beside it where it can be compared."""
        selected = result.scenario.key_index
        beside = None if pinned is None else _bars_of(pinned)
        called = RIGHT if pinned is not None and _is_right(pinned, result) else PINNED
        draw: dict[str, Callable[[Any], None]] = {
            "dial": self.dial.show_dial,
            "bars": partial(self.bars.show_bars, selected=selected, beside=beside, called=called),
            "plane": self.plane.show_points,
        }
        for name, figure in result.figures.items():
            draw[name](figure)
        self.plane.current = selected

    def show_titles(self, result: AttentionResult, pinned: Result | None, orientation: Orientation) -> None:
        """Write over the figures what they show."""
        scenario = result.scenario
        query = result.query_labels[scenario.query_index]
        only, one_of_several = OF_ROW[orientation]
        several = scenario.tensors.T_q > 1
        self.cards["dial"].set_title(kept(DIAL, query=query))
        title = kept(one_of_several, query=query) if several else kept(only)
        self.cards["bars"].set_title(title, _note(result, pinned), (kept(OF_QUERY, query=query), SOFTMAX))
        self.cards["plane"].set_title(PLANE)

    def hide_titles(self) -> None:
        """Write nothing over the figures, where there is no room for it."""
        for card in self.cards.values():
            card.set_title(NO_TEXT)


def _note(result: AttentionResult, pinned: Result | None) -> Message:
    """Say what the dashed bars are, where those of the pinned result stand beside any of the present one."""
    if pinned is None or not any(map(comparable, _bars_of(result), _bars_of(pinned))):
        return NO_NOTE
    return DASHED_RIGHT if _is_right(pinned, result) else DASHED


def _is_right(beside: Result, result: AttentionResult) -> bool:
    """Return whether what stands beside a Result is not pinned, but the right attention beside a broken one."""
    assert isinstance(beside, AttentionResult)
    return sides(beside.scenario, result.scenario) is not None


def _bars_of(result: Result) -> tuple[Bars, ...]:
    bars = result.figures["bars"]
    assert isinstance(bars, tuple)
    return bars
