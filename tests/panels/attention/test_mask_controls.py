"""The mask controls: what they offer for the sizes there are, and how a mask that is on is applied."""

from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from real_window import scene_of, settle

from attnstudio import catalog
from attnstudio.panels.attention.compute import AttentionResult, compute
from attnstudio.panels.attention.scenario import AttentionScenario, with_sizes
from attnstudio.panels.attention.view.masks import MaskControls
from attnstudio.panels.attention.view.side import AROUND, WIDTH
from attnstudio.state.tensors import TensorPack
from attnstudio.ui import theme
from attnstudio.ui.chips import Chip, ChipRow
from attnstudio.ui.choice import ChoiceControl, ListBox
from attnstudio.ui.document import Document

pytestmark = pytest.mark.usefixtures("qapp")
HIDDEN = frozenset({(0, 1)})


@pytest.fixture
def controls() -> Iterator[MaskControls]:
    """Return the opened fold over a document that shows the worked example."""
    document = Document(scene_of("attention", AttentionScenario()), catalog.compute, catalog.cover)
    controls = MaskControls(document, "attention")

    def show() -> None:
        assert isinstance(document.result, AttentionResult)
        controls.show_result(document.result)

    document.changed.connect(show)
    show()
    controls.show()
    controls.button.click()
    settle()
    yield controls
    controls.deleteLater()
    document.deleteLater()


def edit(controls: MaskControls, **changes: object) -> None:
    controls._document.edit("attention", **changes)
    settle()


def scenario(controls: MaskControls) -> AttentionScenario:
    found = controls._document.scenario("attention")
    assert isinstance(found, AttentionScenario)
    return found


def chips(control: ChoiceControl) -> dict[str, Chip]:
    assert isinstance(control.chooser, ChipRow)
    return {chip.words: chip for chip in control.chooser.chips}


def ways(controls: MaskControls) -> ListBox:
    assert isinstance(controls.way.chooser, ListBox)
    return controls.way.chooser


def text(controls: MaskControls) -> str:
    return controls.button.accessibleName()


def test_how_a_mask_is_applied_is_asked_only_once_a_mask_is_on(controls: MaskControls) -> None:
    assert not controls.way.isVisible()
    edit(controls, custom=HIDDEN)
    assert controls.way.isVisible()
    assert controls._way_label.text() == "How it is applied"
    edit(controls, custom=frozenset({(5, 5)}))  # of a size that is not there
    assert not controls.way.isVisible()


def test_the_two_wrong_ways_are_named_as_mistakes(controls: MaskControls) -> None:
    offered = ways(controls)
    assert [offered.itemText(i) for i in range(offered.count())] == [
        "−∞ before softmax", "0 before softmax (mistake)", "0 after softmax (mistake)",
    ]  # fmt: skip
    assert "mistakes" in offered.accessibleDescription()


def test_choosing_a_wrong_way_is_one_step_and_the_closed_fold_tells_of_it(controls: MaskControls) -> None:
    edit(controls, custom=HIDDEN)
    controls._document.end_gesture()
    assert text(controls) == "Mask: custom"
    QTest.keyClick(ways(controls), Qt.Key.Key_End)
    assert scenario(controls).mask_as == "zero_after"
    assert text(controls) == "Mask: custom (mistake)"
    controls._document.undo()
    assert scenario(controls).mask_as == "before"
    assert scenario(controls).custom == HIDDEN
    edit(controls, mask_as="zero_before", custom=frozenset())
    assert text(controls) == "Mask: none"


def test_with_as_many_queries_as_keys_one_corner_is_offered_and_the_other_says_why_not(controls: MaskControls) -> None:
    assert [chip.isEnabled() for chip in chips(controls.causal).values()] == [True] * 3
    edit(controls, tensors=with_sizes(scenario(controls), T_q=3))
    assert [chip.isEnabled() for chip in chips(controls.causal).values()] == [True, True, False]
    assert "both corners are the same" in chips(controls.causal)["bottom-right"].toolTip()
    edit(controls, causal="bottom-right")
    assert [chip.isEnabled() for chip in chips(controls.causal).values()] == [True, False, True]
    edit(controls, tensors=with_sizes(scenario(controls), T_q=2))
    assert [chip.isEnabled() for chip in chips(controls.causal).values()] == [True] * 3
    assert text(controls) == "Mask: causal, bottom-right"


def test_stored_weights_are_said_to_be_as_stored(controls: MaskControls) -> None:
    edit(controls, tensors=TensorPack(weights=np.array([[0.5, 0.5]])), custom=HIDDEN, mask_as="zero_before")
    assert text(controls) == "Mask: as stored"


@pytest.mark.parametrize("name", ["light", "dark", "projector"])
def test_whatever_masks_are_on_the_closed_fold_says_it_in_whole_words_and_one_mask_with_its_corner(
    controls: MaskControls, qapp: QApplication, name: str
) -> None:
    theme.apply(qapp, theme.Look(name))
    settle()
    controls.button.click()
    start = scenario(controls).with_changes(tensors=with_sizes(scenario(controls), T_q=3, T_k=5))
    switches = {"causal": ["off", "top-left", "bottom-right"], "padding": [frozenset(), frozenset({4})],
                "window": [0, 2], "custom": [frozenset(), HIDDEN], "mask_as": ["before", "zero_before"]}  # fmt: skip
    said = {}
    for values in product(*switches.values()):
        changed = start.with_changes(**dict(zip(switches, values, strict=True)))
        controls.show_result(compute(changed))
        controls.button.resize(theme.look().px(WIDTH - AROUND), controls.button.height())
        said[text(controls)] = controls.button.text().removesuffix(" ▾")
    theme.apply(qapp, theme.Look())
    assert not [words for words in said.values() if "…" in words]
    assert said["Mask: none"] == "Mask: none"
    assert said["Mask: causal, top-left"] in ("Mask: causal, top-left", "Mask: causal ↖")
    assert said["Mask: causal, bottom-right"] == "Mask: causal ↘"
    assert said["Mask: causal, bottom-right (mistake)"] == "Wrong mask: causal ↘"
    assert said["Mask: causal, bottom-right + padding"] in ("Mask: causal ↘ + padding", "Mask: causal ↘ +1")
    assert said["Mask: causal, top-left + padding + window + custom (mistake)"] == "Wrong mask: 4 at once"
