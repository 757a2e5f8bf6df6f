"""Text stands out 4.5:1 and graphics 3:1 from what they are painted on, in every theme.

Ratios are those of WCAG 2.2 (1.4.3 and 1.4.11). What is judged is not a list of colours but all that the window paints,
each text and shape against the pixels that were there before it.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pytest
from colour_vision import contrast, luminance
from faint import GRAPHICS, KINDS, TEXT, faint
from grounds import over
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu, QToolTip, QWidget
from real_window import settle
from recording import recorded
from shown_scenes import SCENES, window_of
from text_faults import attention

from attnstudio.panels.scaling.view.panel import ScalingPanel
from attnstudio.state.message import Message
from attnstudio.ui import theme
from attnstudio.ui.matrix_image import veiled
from attnstudio.ui.plot import PlotView
from attnstudio.ui.plot_strokes import BAND, BARS, wash
from attnstudio.ui.theme import NAMES, STEPS, Look, text_on
from attnstudio.window import MainWindow

pytestmark = pytest.mark.usefixtures("qapp")

quiet = pytest.mark.qt_log_ignore("^This plugin does not support (raise|grabbing the keyboard)", extend=True)
# The projector's colours are those of light but for a few.
FEW = ("worked example", "padding, and a row without a key", "covered", "pinned", "scaling", "scaling, textbook row",
       "heads")  # fmt: skip
SHOWN = [(name, scene) for name in NAMES for scene in (FEW if name == "projector" else SCENES)]
each_theme = pytest.mark.parametrize("name", NAMES)


def windows() -> list[QWidget]:
    """Return what is open beside the main window: menus, dialogs, tooltips."""
    return [w for w in QApplication.topLevelWidgets() if w.isVisible() and not isinstance(w, MainWindow)]


def usable(window: QWidget) -> list[QWidget]:
    return [
        widget for widget in window.findChildren(QWidget)
        if widget.isVisible() and widget.isEnabled() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and widget.focusProxy() is None
    ]  # fmt: skip


class Seen(NamedTuple):
    """What is judged of a window: what does not stand out, how many texts there are, and the colours that show."""

    faint: list[str]
    texts: int
    colours: set[str]
    of_plots: set[tuple[str, str]]  # each with the shape that has it


@cache
def seen_in(name: str, scene: str) -> Seen:
    """Look at a window once for all that is asked of it."""
    with window_of(name, scene) as window:
        recording = recorded(window)
        shapes = recording.of("text", "fill", "line")
        return Seen(
            faint(recording),
            len(recording.of("text")),
            {mark.colour.name() for mark in shapes if mark.grounds},
            {(mark.shape, mark.colour.name()) for mark in shapes if isinstance(mark.widget, PlotView)},
        )


@pytest.mark.parametrize(("name", "scene"), SHOWN)
def test_all_texts_and_shapes_of_the_window_stand_out(name: str, scene: str) -> None:
    seen = seen_in(name, scene)
    assert not seen.faint
    assert seen.texts > 60


@each_theme
@pytest.mark.parametrize("part", ["weights", "bars"])
def test_what_fills_the_panel_and_the_thumbnails_beside_it_stand_out(name: str, part: str) -> None:
    with window_of(name, "causal toy sentence") as window:
        attention(window).enlarge(part)
        settle()
        assert attention(window).thumbnails.isVisible()
        assert not faint(recorded(window))


@each_theme
@pytest.mark.parametrize("part", ["histogram", "gradient_by_d_k", "raw_jacobian"])
def test_a_plot_that_fills_the_panel_and_the_thumbnails_beside_it_stand_out(name: str, part: str) -> None:
    with window_of(name, "scaling, textbook row") as window:
        panel = window._views["scaling"]
        assert isinstance(panel, ScalingPanel)
        panel.enlarge(part)
        settle()
        assert panel.thumbnails.isVisible()
        assert not faint(recorded(window))


@each_theme
def test_what_is_judged_of_a_plot_has_its_lines_its_fills_and_what_is_pinned(name: str) -> None:
    of_plots = seen_in(name, "scaling, another law, pinned").of_plots
    style = Look(name)
    assert {("line", style.colour(part).name()) for part in ("muted", "weight", "text", "outline")} <= of_plots
    card = style.colour("card")
    assert {("fill", over(wash(style, part, BARS).color(), card).name()) for part in ("muted", "weight")} <= of_plots
    assert {("fill", over(wash(style, part, BAND).color(), card).name()) for part in ("muted", "weight")} <= of_plots


@each_theme
def test_what_is_judged_has_the_colours_of_all_kinds_and_marks(name: str) -> None:
    scenes = "negative numbers", "padding, and a row without a key"
    seen = set[str]().union(*(seen_in(name, scene).colours for scene in scenes))
    parts = ("text", "muted", "query", "key", "value", "weight", "score", "negative", "outline", "hatch", "cell_border")
    assert not {part for part in parts if Look(name).colour(part).name() not in seen}


@each_theme
def test_a_focus_ring_stands_out_and_what_is_focused_does(name: str) -> None:
    with window_of(name) as window:
        check_focus(window, usable(window))


@each_theme
def test_a_focus_ring_around_a_plot_stands_out_and_what_is_in_it_does(name: str) -> None:
    with window_of(name, "scaling") as window:
        plots = window.findChildren(PlotView)
        assert len(plots) == 7
        check_focus(window, plots)


def check_focus(window: MainWindow, widgets: Sequence[QWidget]) -> None:
    """Give one after the other the keyboard; fail where that is not seen."""
    window.setFocus()
    settle()
    for widget in widgets:
        before = pixels(recorded(window, widget).image, widget)
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        settle()
        recording = recorded(window, widget)
        assert not faint(recording)
        after = pixels(recording.image, widget)
        changed = (before != after) & (contrasts(before, after) >= GRAPHICS)
        assert changed.sum() >= 24, f"{type(widget).__name__} {widget.accessibleName()!r}: {changed.sum()} pixels"


@each_theme
def test_a_button_stands_out_under_the_pointer_pressed_chosen_and_off(name: str) -> None:
    with window_of(name) as window:
        for button in window.findChildren(QAbstractButton):
            if not button.isVisible():
                continue
            for state in (hovered, pressed, chosen, disabled):
                with state(button):
                    assert not faint(recorded(window, button)), state.__name__


@quiet
@each_theme
def test_every_entry_of_the_menus_stands_out(name: str) -> None:
    with window_of(name) as window:
        for menu in window.menuBar().findChildren(QMenu) + window.findChildren(QMenu):
            menu.popup(QPoint(0, 0))
            if menu.actions():
                menu.setActiveAction(menu.actions()[0])
            settle()
            recording = recorded(menu)
            menu.close()
            assert not faint(recording), menu.title()
        settle()


@quiet
@each_theme
def test_a_tooltip_stands_out(name: str) -> None:
    with window_of(name) as window:
        QToolTip.showText(window.mapToGlobal(QPoint(50, 50)), "k₁ = [1, 0, 1, 0]", window)
        settle()
        tips = [tip for tip in windows() if tip.inherits("QTipLabel")]
        assert tips
        for tip in tips:
            recording = recorded(tip)
            assert recording.of("text")
            assert not faint(recording)
            tip.hide()


@each_theme
@pytest.mark.parametrize("action", ["keys", "about"])
def test_a_page_of_the_help_menu_stands_out(name: str, action: str) -> None:
    with window_of(name) as window:
        window.actions_by_name[action].trigger()
        settle()
        for page in windows():
            recording = recorded(page)
            assert recording.of("text")
            assert not faint(recording)
            page.close()
        settle()


@each_theme
@pytest.mark.parametrize("error", [False, True])
def test_a_notice_stands_out(name: str, error: bool) -> None:
    with window_of(name) as window:
        window.tell("a test", Message("The file ends after 12 of 40 bytes."), error=error)
        settle()
        recording = recorded(window, window.notices)
        assert [mark for mark in recording.of("text") if "12 of 40" in mark.text]
        assert not faint(recording)


@each_theme
@pytest.mark.parametrize("kind", KINDS)
def test_a_number_can_be_read_on_every_step_of_every_map(name: str, kind: str) -> None:
    style = Look(name)
    for step in range(-STEPS, STEPS + 1):
        plain = style.cell(kind, step / STEPS, (-1.0, 1.0))
        for fill in (plain, veiled(plain, style.colour("blocked"))):
            assert contrast(text_on(fill), fill) >= TEXT, (step, fill.name())


@each_theme
def test_cells_that_are_hardly_coloured_have_a_border(name: str) -> None:
    style = Look(name)
    for ground in ("card", "note", "window", "pressed", "blocked"):
        assert contrast(style.colour("cell_border"), style.colour(ground)) >= GRAPHICS


@each_theme
@pytest.mark.parametrize("kind", [*KINDS, "negative"])
def test_a_bar_and_a_cut_through_it_stand_out(name: str, kind: str) -> None:
    style = Look(name)
    for ground in ("card", "note"):
        assert contrast(style.colour(kind), style.colour(ground)) >= TEXT  # its border, and labels
        least = GRAPHICS if ground == "card" or kind in ("score", "exp", "weight", "negative") else 0.0  # lit columns
        assert contrast(style.strong(kind), style.colour(ground)) >= least


@contextmanager
def hovered(button: QAbstractButton) -> Iterator[None]:
    button.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, True)
    yield
    button.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, False)


@contextmanager
def pressed(button: QAbstractButton) -> Iterator[None]:
    button.setDown(True)
    yield
    button.setDown(False)


@contextmanager
def chosen(button: QAbstractButton) -> Iterator[None]:
    """Check a button without telling anyone."""
    was, exclusive = button.isChecked(), button.autoExclusive()
    button.blockSignals(True)
    button.setAutoExclusive(False)
    button.setChecked(True)
    yield
    button.setChecked(was)
    button.setAutoExclusive(exclusive)
    button.blockSignals(False)


@contextmanager
def disabled(button: QAbstractButton) -> Iterator[None]:
    was = button.isEnabled()
    button.setEnabled(False)
    yield
    button.setEnabled(was)


def pixels(image: QImage, widget: QWidget) -> npt.NDArray[np.uint32]:
    """Return the pixels of a widget in the picture of its window."""
    part = image.copy(QRect(widget.mapTo(widget.window(), QPoint()), widget.size()) & image.rect())
    return np.frombuffer(part.constBits(), np.uint32).reshape(part.height(), part.bytesPerLine() // 4).copy()


def contrasts(before: npt.NDArray[np.uint32], after: npt.NDArray[np.uint32]) -> npt.NDArray[np.float64]:
    """Return the contrast of each pixel with what it was before."""
    changed = before != after
    ratios = np.ones(before.shape)
    pairs = zip(_luminances(before[changed]), _luminances(after[changed]), strict=True)
    ratios[changed] = [(max(pair) + 0.05) / (min(pair) + 0.05) for pair in pairs]
    return ratios


def _luminances(colours: npt.NDArray[np.uint32]) -> Iterable[float]:
    return [luminance(QColor(rgb)) for rgb in colours.tolist()]


def test_the_contrast_of_the_theme_is_that_of_wcag() -> None:
    assert contrast(QColor("#000"), QColor("#fff")) == pytest.approx(21)
    assert contrast(QColor("#777777"), QColor("#ffffff")) == pytest.approx(4.48, abs=0.005)  # fails by a hair
    for a, b in (("#767676", "#fff"), ("#123456", "#fedcba")):
        assert theme.contrast(QColor(a), QColor(b)) == pytest.approx(contrast(QColor(a), QColor(b)))
