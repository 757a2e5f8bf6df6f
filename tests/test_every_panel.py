"""What holds for every panel of the catalog: it draws any Scenario, and everything on it can be operated and undone."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLineEdit, QWidget
from random_events import ASKING, KEYS, LEFT, PLAIN, SHIFT, move, type_text, watched
from real_window import opened, scene_of, settle
from scenario_strategies import scenarios

from attnstudio import catalog
from attnstudio.catalog import PANELS
from attnstudio.files.examples import examples
from attnstudio.panel_spec import PanelSpec
from attnstudio.state.fields import Scenario
from attnstudio.state.figures import Result, alike
from attnstudio.state.history import same_work
from attnstudio.state.scene import Scene
from attnstudio.ui.document import Document
from attnstudio.ui.figure import FigureView
from attnstudio.ui.fold import FoldButton
from attnstudio.ui.matrix import MatrixView
from attnstudio.ui.render import laid_out, picture
from attnstudio.ui.slider import NumberSlider
from attnstudio.window import MainWindow

pytestmark = pytest.mark.usefixtures("qapp")

each_panel = pytest.mark.parametrize("spec", PANELS, ids=lambda spec: spec.name)


def press(key: str, times: int = 1) -> Callable[[QWidget], None]:
    def act(widget: QWidget) -> None:
        for _ in range(times):
            QTest.keyClick(widget, getattr(Qt.Key, f"Key_{key}"))

    return act


def typed(text: str) -> Callable[[QWidget], None]:
    def act(widget: QWidget) -> None:
        widget.setFocus()
        type_text(text)
        QTest.keyClick(QApplication.focusWidget() or widget, Qt.Key.Key_Return)

    return act


def click(widget: QWidget) -> None:
    QTest.mouseClick(widget, LEFT, PLAIN, widget.rect().center())


@dataclass(frozen=True)
class Way:
    """A control, found by its kind and accessible name, what is done to it, and the fields that this changes."""

    kind: str
    name: str
    act: Callable[[QWidget], None]
    fields: frozenset[str]


def way(kind: str, name: str, act: Callable[[QWidget], None], *fields: str) -> Way:
    return Way(kind, name, act, frozenset(fields))


# A new panel adds its controls here; the test of its fields fails until every one of them has a way.
WAYS = {
    "attention": (
        way("NumberSlider", "key k₁, component 1", press("Right"), "tensors"),
        way("NumberSlider", "key k₁, component 4", typed("0,37"), "tensors"),
        way("NumberField", "key k₁, component 2", press("Up"), "tensors"),
        way("NumberSlider", "Temperature", press("PageUp"), "temperature"),
        way("Chip", "Entry: k₂", click, "selected_key"),
        way("Chip", "Vector: query", click, "role"),
        way("Chip", "Vector: value", press("Space"), "role"),
        way("Chip", "Divide by: 1", click, "divide_by"),
        way("Chip", "Divide by: d_k", click, "divide_by"),
        way("Chip", "Causal: top-left", click, "causal"),
        way("Chip", "Padding: k₃", press("Space"), "padding"),
        way("NumberField", "Window", press("Up"), "window"),
        way("_StepButton", "Window: one more", click, "window"),
        way("NumberField", "T_q", press("Up"), "tensors"),
        way("NumberField", "T_k", press("Down"), "tensors"),
        way("NumberField", "d_k", press("Up"), "tensors"),
        way("NumberField", "d_v", press("Up"), "tensors"),
        way("NumberField", "Seed", typed("12"), "seed"),
        way("QPushButton", "Randomise", click, "tensors"),
        way("MatrixView", "Q", press("PageUp"), "tensors"),
        way("MatrixView", "V", typed("2.5"), "tensors"),
        way("MatrixView", "masked logits", press("Space"), "custom"),
        way("MatrixView", "weights α", press("Right"), *()),
        way("QPushButton", "All numbers", click, *()),
        way("StageStrip", "1 Compare, 2 Scale, 3 Mask, 4 Softmax, 5 Mix", press("Right"), *()),
    ),
    "scaling": (
        way("NumberSlider", "d_k", press("Right"), "d_k"),
        way("NumberSlider", "d_k", typed("100"), "d_k"),
        way("NumberSlider", "d_k", typed("0"), *()),  # refused
        way("NumberField", "d_k", press("Down"), "d_k"),
        way("Chip", "Divide by: 1", click, "divide_by"),
        way("Chip", "Divide by: √d_model", press("Space"), "divide_by"),
        way("QPushButton", "Traps: d_k = 1", click, "d_k"),
        way("QPushButton", "Traps: ÷ d_k", click, "divide_by"),
        way("QPushButton", "Traps: ÷ √d_model", press("Space"), "divide_by"),
        way("NumberField", "Heads h", press("Up"), "n_heads"),
        way("_StepButton", "Keys per query: one more", click, "n_keys"),
        way("SwitchControl", "Textbook row", press("Space"), "textbook"),
        way("NumberField", "Row", press("Up"), "selected_row"),
        way("ListBox", "by the query", press("Down"), "gradient"),
        way("Chip", "Components: ±1", click, "distribution"),
        way("NumberSlider", "Correlation", press("PageUp"), "correlation"),
        way("NumberSlider", "Mean", typed("0,5"), "mean"),
        way("ListBox", "from the law", press("Down"), "way"),
        way("NumberSlider", "Random pairs", press("Left"), "pairs"),
        way("NumberField", "Seed", typed("12"), "seed"),
        way("QPushButton", "Draw again", click, "seed"),
        way("StageStrip", "1 Spread, 2 One row, 3 All rows, 4 Gradient", press("Right"), *()),
    ),
    "heads": (
        way("Chip", "Source: toy model", click, "source"),
        way("Chip", "Source: SmolLM2", press("Space"), "source"),
        way("ListBox", "The cat sat on the mat because it was tired", press("Down"), "sentence"),
        way("ListBox", "3", press("Down"), "layer"),
        way("ListBox", "1", press("Up"), "head"),
        way("Chip", "Divide by: 1", click, "divide_by"),
        way("Chip", "Divide by: √d_model", press("Space"), "divide_by"),
        way("NumberSlider", "Temperature", press("PageUp"), "temperature"),
        way("NumberSlider", "Temperature", typed("0,354"), "temperature"),
        way("Chip", "Mask: causal", click, "mask"),
        way("SwitchControl", "Hide the first token", press("Space"), "hide_first"),
        way("SwitchControl", "Darken by row maximum", click, "darken"),
        way("SwitchControl", "Lines of all words", press("Space"), "every_word"),
        way("HeadGridView", "Layer 3: 12 heads", press("Right"), "head"),
        way("WordLinesView", "Head 3.1: where each word looks", press("Down"), "selected_query"),
        way("WordLinesView", "Head 3.1: where each word looks", press("Left"), "selected_key"),
        way("ListBox", "the previous word", press("Down"), "find"),
        way("RowListView", "best heads", press("Down"), "layer", "head"),
        way("MatrixView", "all heads", press("Right"), "head"),
        way("QPushButton", "Try on the other sentences", click, "try_all"),
        way("StageStrip", "1 Layer, 2 One head, 3 Find a head, 4 Explanation?, 5 Split and join", press("Right"), *()),
    ),
}
TOY_WAYS = (  # of controls that are there for the toy model alone
    way("NumberField", "Batch B", press("Up"), "B"),
    way("_StepButton", "Tokens T: one more", click, "T"),
    way("NumberField", "Heads h", typed("16"), "n_heads"),
    way("NumberField", "d_k", press("Down"), "d_k"),
    way("ListBox", "each its own", press("Down"), "sharing"),
    way("NumberField", "Sequence", press("Up"), "batch_item"),
    way("NumberField", "Seed", typed("12"), "seed"),
    way("QPushButton", "Draw again", click, "seed"),
    way("NumberSlider", "Tokens of the bill", typed("5793"), "bill_tokens"),
)
IN_OTHER_WAYS = {  # fields changed by an action, by data with layers, by files, or by what another field brings up
    "attention": {"base", "mask_as", "fault", "hide_fault", "layer", "head", "selected_query", "value_x", "value_y"},
    "scaling": {"score_1", "score_2", "score_3"},
    "heads": {
        "tensors",
        "rope_pairs",
        "own_causal",
        "blocked",
        "first_head",
        "undo_positions",
        *(field for each in TOY_WAYS for field in each.fields),
    },
}
TAB_ORDER = {
    "attention": (
        "1 × 3 · d_k 4 · d_v 2", "T_q", "T_k", "d_k", "d_v", "Seed", "Entry: k₁", "Vector: key",
        *(f"key k₁, component {j}" for j in (1, 2, 3, 4)), "All numbers", "Divide by: √d_k", "Mask: none",
        "Causal: off", "Padding: k₁", "Window", "Temperature", "Randomise", "Reset",
        "1 Compare, 2 Scale, 3 Mask, 4 Softmax, 5 Mix",
        "Q", "Kᵀ", "scores", "logits", "masked logits", "weights α", "V", "output z",
        "Key dial", "Bars of the selected query", "Plane of values",
    ),
    "scaling": (
        "d_k", "Divide by: √d_k", "Traps: d_k = 1", "Traps: ÷ d_k", "Traps: ÷ √d_model", "Heads h", "Keys per query",
        "Textbook row", "Row", "by the query", "Vectors: normal", "Components: normal", "Correlation", "Mean",
        "from the law", "20,000 pairs · seed 7", "Random pairs", "Seed", "Draw again", "Reset",
        "1 Spread, 2 One row, 3 All rows, 4 Gradient",
        "q·k, as it comes", "q·k ÷ √64", "Spread of the logits",
        "Softmax of one row, undivided", "Softmax of the same row, divided",
        "Largest weight", "Entropy ÷ log n", "Frozen rows", "Gradient by the query",
    ),
    "heads": (
        "Source: MiniLM", "The cat sat on the mat because it was tired", "3", "1", "Divide by: √d_k", "Temperature",
        "Mask: its own", "Hide the first token", "Darken by row maximum", "Lines of all words", "Reset",
        "1 Layer, 2 One head, 3 Find a head, 4 Explanation?, 5 Split and join",
        "Layer 3: 12 heads", "Head 3.1: where each word looks", "the previous word", "best heads",
        "Try on the other sentences", "all heads", "Is it an explanation?",
    ),
}  # fmt: skip


@contextmanager
def shown(spec: PanelSpec, scene: Scene | None = None) -> Iterator[tuple[MainWindow, QWidget]]:
    """Open the window with a panel in front, all that folds unfolded."""
    with opened(scene or scene_of(spec.name, spec.scenario()), size=(1440, 1000)) as window:
        panel = window._views[spec.name]
        for button in panel.findChildren(QAbstractButton):
            if isinstance(button, FoldButton):
                button.click()
        settle()
        yield window, panel


def name_of(widget: QWidget) -> str:
    """Return what a screen reader calls a widget."""
    interface = QAccessible.queryAccessibleInterface(widget)
    return interface.text(QAccessible.Text.Name) if interface is not None else ""


def full_name(widget: QWidget) -> str:
    """Return the name of a widget, a chip's with what it is an entry of."""
    row = widget.parentWidget()
    return f"{row.accessibleName()}: {name_of(widget)}" if type(widget).__name__ == "Chip" and row else name_of(widget)


def operable(panel: QWidget) -> list[QWidget]:
    """Return what shows, is on and takes the keyboard; the line edit inside a field is part of it."""
    return [
        widget for widget in panel.findChildren(QWidget)
        if widget.isVisible() and widget.isEnabled() and widget.focusPolicy() != Qt.FocusPolicy.NoFocus
        and not isinstance(widget, QLineEdit)
    ]  # fmt: skip


def found(panel: QWidget, kind: str, name: str) -> QWidget:
    return next(
        w for w in panel.findChildren(QWidget) if type(w).__name__ == kind and name in (name_of(w), full_name(w))
    )


@each_panel
def test_any_scenario_computes_and_draws_twice_the_same_pixels(spec: PanelSpec) -> None:
    document = Document(scene_of(spec.name, spec.scenario()), catalog.compute, catalog.cover)
    panel, other = (spec.view(document, controls=False) for _ in range(2))
    for view in (panel, other):
        laid_out(view, QSize(900, 620))

    @settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
    @given(scenarios(spec.scenario))
    def holds(scenario: Any) -> None:
        with watched() as said:
            document.load(scene_of(spec.name, scenario))
            settle()
            first = picture(panel)
            assert first == picture(panel) == picture(other)
            document.edit(spec.name, **{name: getattr(spec.scenario(), name) for name in scenario.specs()})
            document.load(scene_of(spec.name, scenario))
            settle()
            assert picture(panel) == first
        assert not said

    holds()
    for view in (panel, other):
        view.deleteLater()


@each_panel
def test_the_table_of_controls_has_a_way_to_every_field(spec: PanelSpec) -> None:
    changed = set().union(*(way.fields for way in WAYS[spec.name]))
    assert changed | IN_OTHER_WAYS[spec.name] == set(spec.scenario.specs())
    assert not changed & IN_OTHER_WAYS[spec.name]


@each_panel
def test_each_control_edits_its_field_alone_in_one_undo_step(spec: PanelSpec) -> None:
    with shown(spec) as (window, panel):
        _operate(spec, window, panel, WAYS[spec.name])


def test_each_control_of_a_toy_model_edits_its_field_alone_in_one_undo_step() -> None:
    spec = catalog.panel_named("heads")
    with shown(spec, scene_of(spec.name, spec.scenario(source="toy"))) as (window, panel):
        _operate(spec, window, panel, TOY_WAYS)


def _operate(spec: PanelSpec, window: MainWindow, panel: QWidget, ways: Sequence[Way]) -> None:
    document, start = window.document, window.document.scene
    for each in ways:
        control = found(panel, each.kind, each.name)
        before = document.scenario(spec.name)
        each.act(control)
        settle()
        after = document.scenario(spec.name)
        assert set(before.differences(after)) == each.fields, each
        steps = int(any(after.specs()[field].undoable for field in each.fields))
        assert document.can_undo == bool(steps), each
        document.undo()
        document.load(start)
        document.reset()
        settle()
        assert document.scenario(spec.name) == start.panels[spec.name].scenario, each
        if isinstance(control, QAbstractButton) and control.isCheckable() and control.text() == "All numbers":
            control.click()


@each_panel
def test_a_drag_of_a_slider_is_one_undo_step_and_undo_redo_reset_are_exact(spec: PanelSpec) -> None:
    with shown(spec) as (window, panel):
        document, start = window.document, window.document.scene
        for slider in [widget for widget in operable(panel) if isinstance(widget, NumberSlider)]:
            middle = slider.height() // 2
            QTest.mousePress(slider, LEFT, PLAIN, QPoint(slider.width() // 3, middle))
            for share in (0.5, 0.9, 0.2, 0.7):
                move(slider, QPoint(round(slider.width() * share), middle), LEFT)
            QTest.mouseRelease(slider, LEFT, PLAIN, QPoint(round(slider.width() * 0.7), middle))
            dragged = document.scene
            assert dragged != start, name_of(slider)
            document.undo()
            assert (document.scene, document.can_undo) == (start, False), name_of(slider)
            document.redo()
            assert (document.scene, document.can_redo) == (dragged, False), name_of(slider)
            document.reset()
            assert document.scene == start
            document.undo()
            assert document.scene == dragged
            document.load(start)
            settle()


@each_panel
def test_everything_that_takes_the_keyboard_has_a_name_and_says_what_it_does(spec: PanelSpec) -> None:
    with shown(spec) as (_, panel):
        for widget in operable(panel):
            assert name_of(widget).strip(), widget
            tip = widget.tip_at(widget.cell_rect(0, 0).center()) if isinstance(widget, MatrixView) else widget.toolTip()
            assert tip.strip(), name_of(widget)


@each_panel
def test_tab_goes_through_the_panel_in_reading_order_and_back(spec: PanelSpec) -> None:
    with shown(spec) as (window, panel):
        stops = [widget for widget in operable(panel) if widget.focusPolicy() & Qt.FocusPolicy.TabFocus]
        forth = _walk(window, panel, Qt.Key.Key_Tab)
        assert [full_name(widget) for widget in forth] == list(TAB_ORDER[spec.name])
        assert set(forth) == set(stops)
        back = _walk(window, panel, Qt.Key.Key_Backtab)
        assert back == forth[::-1]
        first, last = next(button for button in window.top_bar.buttons if button.isEnabled()), window.teaching.tab
        ends = [(forth[-1], Qt.Key.Key_Tab, last), (last, Qt.Key.Key_Tab, first), (first, Qt.Key.Key_Backtab, last)]
        for here, key, there in ends:
            here.setFocus()
            QTest.keyClick(here, key)
            assert QApplication.focusWidget() is there, full_name(here)


def _walk(window: MainWindow, panel: QWidget, key: Qt.Key) -> list[QWidget]:
    """Return the widgets of the panel in the order in which a key gives them the keyboard, from outside to outside."""
    outside = window.top_bar.buttons[0]
    outside.setFocus()
    visited: list[QWidget] = []
    for _ in range(200):
        QTest.keyClick(QApplication.focusWidget() or window, key)
        here = QApplication.focusWidget()
        if here is None or here is outside or here in visited:
            break
        if panel.isAncestorOf(here):
            visited.append(here)
    return visited


EXAMPLES = {name: [each.name for each in examples() if catalog.open_example(each.name).scene.open_panel == name]
            for name in catalog.NAMES}  # fmt: skip
DRAGGED: list[type[QWidget]] = [MatrixView, NumberSlider, FigureView]
KEY_PRESSES = st.sampled_from(sorted(set(KEYS) - {Qt.Key.Key_Escape}))
SHARES = st.floats(0.02, 0.98)
NUMBERS = st.sampled_from(["0,37", "1.5", "−2", "-0.25", "7", "200", "x"])


class Operated(RuleBasedStateMachine):
    """Whatever is done on a panel, each deed is at most one undo step, and the screen shows what the Document holds."""

    spec: PanelSpec

    def __init__(self) -> None:
        super().__init__()
        self.stack = ExitStack()
        self.window, self.panel = self.stack.enter_context(shown(self.spec))
        for name in ASKING:  # a button of a panel may ask for a file
            self.window.actions_by_name[name].setEnabled(False)
        self.document = self.window.document
        self.history: list[Scene] = [self.document.scene]
        self.at = 0
        self.computed: tuple[Scenario, Result] | None = None

    @initialize(data=st.data())
    def begin(self, data: st.DataObject) -> None:
        """Start from any Scenario or from the default."""
        if data.draw(st.booleans()):
            self.document.load(scene_of(self.spec.name, data.draw(scenarios(self.spec.scenario))))
            self.history = [self.document.scene]

    def _do(self, deed: Callable[[], object], *, edits: bool = True) -> None:
        with watched() as said:
            deed()
            self._end_typing()
            settle()
        assert not said
        if edits:
            self._record()

    def _end_typing(self) -> None:
        """Close popups and lists, and take what stands in an open field."""
        popup = QApplication.activePopupWidget()
        if popup is not None:
            popup.close()
        here = QApplication.focusWidget()
        if isinstance(here, QLineEdit) or type(here).__name__ == "NumberField":
            QTest.keyClick(here, Qt.Key.Key_Return)
            QTest.keyClick(here, Qt.Key.Key_Escape)

    def _record(self) -> None:
        now = self.document.scene
        before = self.history[self.at]
        worked = not all(same_work(now.panels[name], before.panels[name]) for name in now.panels)
        if worked or now.title != before.title:
            self._push()
        else:
            self.history[self.at] = now
            if not self.document.can_redo:  # a stroke there and back
                del self.history[self.at + 1 :]

    def _push(self) -> None:
        self.history[self.at + 1 :] = [self.document.scene]
        self.at += 1

    def _widget(self, share: float, kind: type[QWidget] = QWidget) -> QWidget | None:
        widgets = [widget for widget in operable(self.panel) if isinstance(widget, kind)]
        return widgets[int(share * len(widgets))] if widgets else None

    @rule(share=SHARES, key=KEY_PRESSES, shift=st.booleans())
    def press_a_key(self, share: float, key: Qt.Key, shift: bool) -> None:
        if (widget := self._widget(share)) is not None:
            self._do(lambda: (widget.setFocus(), QTest.keyClick(widget, key, SHIFT if shift else PLAIN)))

    @rule(share=SHARES, text=NUMBERS)
    def type_a_number(self, share: float, text: str) -> None:
        if (widget := self._widget(share)) is not None and not isinstance(widget, QComboBox):
            self._do(partial(typed(text), widget))

    @rule(share=SHARES, x=SHARES, y=SHARES)
    def click(self, share: float, x: float, y: float) -> None:
        if (widget := self._widget(share)) is not None:
            place = QPoint(round(x * widget.width()), round(y * widget.height()))
            self._do(lambda: QTest.mouseClick(widget, LEFT, PLAIN, place))

    @rule(share=SHARES, kind=st.sampled_from(DRAGGED), x=st.tuples(SHARES, SHARES, SHARES), y=SHARES)
    def drag(self, share: float, kind: type[QWidget], x: tuple[float, float, float], y: float) -> None:
        if (widget := self._widget(share, kind)) is not None:
            places = [QPoint(round(each * widget.width()), round(y * widget.height())) for each in x]
            self._do(lambda: self._drag(widget, places))

    def _drag(self, widget: QWidget, places: list[QPoint]) -> None:
        QTest.mousePress(widget, LEFT, PLAIN, places[0])
        for place in places:
            move(widget, place, LEFT)
        QTest.mouseRelease(widget, LEFT, PLAIN, places[-1])

    @rule()
    def undo(self) -> None:
        self._do(self.window.actions_by_name["undo"].trigger, edits=False)
        self.at = max(0, self.at - 1)

    @rule()
    def redo(self) -> None:
        self._do(self.window.actions_by_name["redo"].trigger, edits=False)
        self.at = min(len(self.history) - 1, self.at + 1)

    @rule()
    def reset(self) -> None:
        self._do(self.window.actions_by_name["reset"].trigger)

    @rule(name=st.sampled_from(["predict", "next", "previous", "pin"]))
    def cover_reveal_or_pin(self, name: str) -> None:
        actions = {action.objectName(): action for action in self.panel.actions()}
        self._do(actions[name].trigger)

    @rule(data=st.data())
    def cover_any(self, data: st.DataObject) -> None:
        names = data.draw(st.frozensets(st.sampled_from(self.spec.scenario.stages)))
        self._do(lambda: self.document.edit_state(self.spec.name, covered=names))

    @rule()
    def turn(self) -> None:
        self._do(self.window.actions_by_name["columns"].trigger)

    @rule(share=SHARES)
    def open_an_example(self, share: float) -> None:
        names = EXAMPLES[self.spec.name]
        if names:
            self._do(partial(self.window.desk.open_example, names[int(share * len(names))]), edits=False)
            self._push()  # a step even where the example is open

    @invariant()
    def the_document_is_the_history(self) -> None:
        assert self.document.scene == self.history[self.at]
        assert self.document.can_undo == (self.at > 0)
        assert self.document.can_redo == (self.at < len(self.history) - 1)

    @invariant()
    def the_screen_shows_what_the_scenario_gives(self) -> None:
        result, state = self.document.result, self.document.state(self.spec.name)
        expected = self._expected(state.scenario)
        assert result.matrices.keys() == expected.matrices.keys()
        assert all(alike(matrix, expected.matrices[name]) for name, matrix in result.matrices.items())
        assert all(alike(figure, expected.figures[name]) for name, figure in result.figures.items())
        shown = self.document.shown.matrices
        for name in shown.keys() & set(self.spec.scenario.stages):
            assert shown[name].covered == (name in state.covered)
        views = [view for view in self.panel.findChildren(MatrixView) if view.isVisible()]
        if self.document.pinned_result is None:  # else matrices of two Results stand side by side
            assert all(view.matrix is shown[view.matrix.name] for view in views)
        for view in views:
            assert view.covered == shown[view.matrix.name].covered
            assert not view.covered or np.isnan(view.matrix.values).all()

    def _expected(self, scenario: Scenario) -> Result:
        """Compute a Scenario, once for all deeds that leave it as it is."""
        if self.computed is None or self.computed[0] != scenario:
            self.computed = scenario, self.spec.compute(scenario)
        return self.computed[1]

    def teardown(self) -> None:
        self.stack.close()


@each_panel
def test_any_sequence_of_deeds_can_be_undone_and_shows_what_is(spec: PanelSpec) -> None:
    machine = type(f"Operated_{spec.name}", (Operated,), {"spec": spec})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=8, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )
