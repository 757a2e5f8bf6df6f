"""What is covered is told nowhere: a screen reader finds no number on a panel that was seen there before."""

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QWidget
from real_window import opened, scene_of, settle

from attnstudio.catalog import PANELS
from attnstudio.panel_spec import PanelSpec
from attnstudio.ui.document import Document
from attnstudio.ui.staged_panel import StagedPanel

pytestmark = pytest.mark.usefixtures("qapp")
TEXT = QAccessible.Text
ROUNDS, ACTS = 2, 8
PRESSED = ("pin", "pin", "break_it", "randomise", "predict", "next")  # those that a panel has
OTHER_SIZES: dict[str, Callable[[random.Random, Any], dict[str, object]]] = {
    "attention": lambda hand, now: {
        "tensors": now.tensors.resized(T_q=hand.randint(1, 3), T_k=hand.randint(2, 5), d_k=4, d_v=2)
    },
    "scaling": lambda hand, _: {"d_k": hand.choice((4, 16, 100)), "n_keys": hand.randint(3, 12)},
    "heads": lambda hand, _: {
        "layer": hand.randint(0, 5),
        "head": hand.randint(0, 9),
        "temperature": hand.random() + 1,
    },
}


def told(side: QAccessibleInterface) -> Iterator[str]:
    """Yield all that is told of a node and of all in it, whether it is in sight or not."""
    yield from (side.text(kind) for kind in (TEXT.Name, TEXT.Description, TEXT.Value, TEXT.Help))
    for i in range(side.childCount()):
        if (child := side.child(i)) is not None:
            yield from told(child)


def numbers(widget: QWidget) -> set[str]:
    """Return what is told in digits, at least two after the point: with one, 3.1 may be a head of a layer."""
    texts = told(QAccessible.queryAccessibleInterface(widget))
    return {number for text in texts for number in re.findall(r"\d+\.\d\d+", text)}


def act(hand: random.Random, panel: StagedPanel, document: Document) -> str:
    """Do something at random, and return what."""
    name = hand.choice([*(name for name in PRESSED if name in panel._actions), "sizes", "sizes", "enlarge"])
    if name == "sizes":
        document.edit(panel.name, **OTHER_SIZES[panel.name](hand, document.scenario(panel.name)))
        document.end_gesture()
    elif name == "enlarge":
        panel.enlarge(hand.choice([*panel.parts()]))
    else:
        panel._actions[name].trigger()
    return name


@pytest.mark.parametrize("spec", PANELS, ids=lambda spec: spec.name)
def test_once_all_is_covered_a_panel_tells_no_number_that_one_opened_under_covers_does_not(spec: PanelSpec) -> None:
    hand, done = random.Random(3), list[str]()
    with opened(scene_of(spec.name, spec.scenario())) as window:
        panel, document = window._views[spec.name], window.document
        assert isinstance(panel, StagedPanel)
        for _ in range(ROUNDS):
            done += [act(hand, panel, document) for _ in range(ACTS)]
            document.edit_state(spec.name, covered=frozenset(panel._stages))
            fresh = spec.view(document)
            fresh.resize(panel.size())
            fresh.show()
            if panel.enlarged is not None:
                fresh.enlarge(panel.enlarged)
            settle()
            assert not numbers(panel) - numbers(fresh), done
            fresh.hide()
            fresh.deleteLater()
            QCoreApplication.sendPostedEvents(fresh, QEvent.Type.DeferredDelete)
            document.edit_state(spec.name, covered=frozenset())
