"""What someone new to the Scaling panel reads at first sight: whole captions, bin widths, digits, the stage shown."""

from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from random_events import PLAIN, SHIFT
from real_window import opened, settle
from recording import texts
from test_scaling_view import panel_of, scenario_of, shown

from attnstudio import catalog
from attnstudio.panels.scaling.compute import compute
from attnstudio.panels.scaling.scenario import ScalingScenario
from attnstudio.panels.scaling.words import of_row
from attnstudio.state.plots import Histogram
from attnstudio.ui.plot import PlotView
from attnstudio.ui.theme import Look

pytestmark = pytest.mark.usefixtures("qapp")
SMALL_ROOM = {"size": (1280, 720), "look": Look("projector")}


def words(view: PlotView) -> list[str]:
    plan = view.plan()
    assert plan is not None
    return [label.text for _, labels in plan.texts for label in labels]


@pytest.mark.parametrize("size", [(1440, 900), (1920, 1080)])
def test_the_caption_of_the_gradient_is_whole(size: tuple[int, int]) -> None:
    with shown(size) as (_, panel):
        assert "Below 10⁻⁹: at the edge." in words(panel.displays.plots["gradient_by_d_k"])


@pytest.mark.parametrize(("divide_by", "width", "share"), [("sqrt_d_k", "0.25", 32), ("d_k", "0.0078", 1024)])
def test_histograms_say_how_wide_their_bins_are_and_why_they_are_equally_high(
    divide_by: str, width: str, share: int
) -> None:
    plots = compute(ScalingScenario(d_k=1024, divide_by=divide_by)).plots
    raw, divided = plots["raw_histogram"], plots["histogram"]
    assert isinstance(raw, Histogram)
    assert isinstance(divided, Histogram)
    assert str(raw.caption).startswith("Bins 8 wide")
    assert str(divided.caption).startswith(f"Bins {width} wide, 8 undivided: same heights")
    assert np.diff(raw.edges) == pytest.approx(share * np.diff(divided.edges))


@pytest.mark.parametrize("divide_by", ["sqrt_d_k", "d_k", "one"])
def test_the_width_of_bins_is_seen_in_the_window_too(divide_by: str) -> None:
    with shown((1440, 900), d_k=1024, divide_by=divide_by) as (_, panel):
        assert any(text.startswith("Bins ") for text in words(panel.displays.plots["histogram"]))


@pytest.mark.parametrize(("value", "text"), [
    (0.035472, "0.03547"), (0.45112, "0.451"), (0.01797, "0.0180"), (0.03553, "0.0355"), (0.0, "0"),
])  # fmt: skip
def test_a_norm_is_written_so_that_rounding_it_again_gives_what_rounding_it_once_does(value: float, text: str) -> None:
    assert of_row(value) == text


def test_the_norm_of_the_textbook_row_rounds_to_that_of_the_class_wherever_it_is_written() -> None:
    result = compute(ScalingScenario(textbook=True))
    written = result.matrices["row_gradient"].written
    assert written is not None
    told = [str(result.captions[name]) for name in ("raw_norm", "slopes")]
    assert written[0][2] == "0.03547"
    assert all("0.03547" in text and "0.0355" not in text for text in told)
    assert f"{float(written[0][2]):.3f}" == f"{result.quantities['raw_row_norm']:.3f}" == "0.035"


def test_shift_and_an_arrow_go_to_the_next_whole_d_k() -> None:
    with shown() as (window, panel):
        panel.side.d_k.slider.setFocus()
        went = []
        for key, modifier in [(Qt.Key.Key_Right, SHIFT), (Qt.Key.Key_Left, SHIFT), (Qt.Key.Key_Right, PLAIN)]:
            QTest.keyClick(panel.side.d_k.slider, key, modifier)
            settle()
            went.append(scenario_of(window).d_k)
        assert went == [65, 64, 70]


@pytest.mark.parametrize(("example", "panel", "stage"), [
    ("textbook-row", "scaling", "weights"), ("scaling", "scaling", "spread"),
    ("heads-tired-wide", "heads", "weights"), ("heads-smollm2", "heads", "statistics"),
])  # fmt: skip
def test_where_one_stage_has_room_an_example_opens_on_the_one_it_is_about(example: str, panel: str, stage: str) -> None:
    with opened(catalog.open_example(example).scene, **SMALL_ROOM) as window:
        view: Any = window._views[panel]
        assert view.shows(stage)
        assert view.strip._enlarged == view._stages.index(stage)


def test_an_example_opened_later_opens_on_its_stage_too_and_leaves_a_later_choice_alone() -> None:
    with opened(catalog.open_example("scaling").scene, **SMALL_ROOM) as window:
        window.document.load_as_edit(catalog.open_example("textbook-row").scene)
        settle()
        panel = panel_of(window)
        assert panel.shows("weights")
        shown_scores = [mark.text for mark in texts(window) if mark.widget is panel.displays.bars["raw_row"]]
        assert {"8", "4", "0"} <= set(shown_scores)
        QTest.keyClick(window, Qt.Key.Key_4)
        window.document.edit("scaling", score_1=7.0)
        settle()
        assert panel.shows("gradient")


def test_where_no_law_is_known_the_control_shows_how_components_are_drawn_not_what_was_chosen() -> None:
    with shown() as (window, panel):
        panel.side.vectors.button.click()
        chooser = panel.side.vectors.way.chooser
        seen = []
        for distribution in ("normal", "uniform", "signs"):
            window.document.edit("scaling", distribution=distribution)
            settle()
            seen.append((chooser.currentText(), chooser.isEnabled()))  # type: ignore[union-attr]
        assert seen == [("from the law", True), ("component by component", False), ("from the law", True)]
        assert scenario_of(window).way == "law"
