"""Anything done to a Document of the Attention panel: the Scene says what is shown, and undo restores it exactly."""

import numpy as np
from attention_window import panel_of, press, scenario_of
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from real_window import opened, settle
from test_cover import inside

from attnstudio import catalog
from attnstudio.panels.attention.cover import STAGES
from attnstudio.state.figures import Result
from attnstudio.state.scene import PanelState, Scene
from attnstudio.ui.document import Document

PANELS = ("attention", "again")  # two that show the same kind of Scenario
EXAMPLES = ("worked-example", "paper", "toy-sentence-causal", "cross-attention")
NUMBERS = st.sampled_from([-1.0, 0.0, 0.37, 2.0])


def exactly(result: Result | None) -> tuple[object, ...]:
    """Return all that a Result holds, number for number and word for word."""
    return tuple((part.shape, part.tobytes()) if isinstance(part, np.ndarray) else part for part in inside(result))


class Undo(RuleBasedStateMachine):
    """Edits, undo, redo, reset, examples, panels, covers, pins and turns in any order."""

    @initialize()
    def start(self) -> None:
        state = catalog.start_scene().panels["attention"]
        self.document = Document(
            Scene("attention", dict.fromkeys(PANELS, state)),
            lambda _panel, scenario: catalog.compute("attention", scenario),
            lambda _panel, result, names: catalog.cover("attention", result, names),
        )
        self.screens: dict[Scene, tuple[object, ...]] = {}

    @property
    def panel(self) -> str:
        return self.document.scene.open_panel

    @rule(role=st.sampled_from(["query", "key", "value"]), number=NUMBERS)
    def edit_a_number(self, role: str, number: float) -> None:
        tensors = self.document.scenario(self.panel).tensors  # type: ignore[attr-defined]
        self.document.edit(self.panel, tensors=tensors.with_cell(role, 0, 0, number))

    @rule(
        changes=st.fixed_dictionaries(
            {},
            optional={
                "temperature": st.sampled_from([0.5, 1.0, 2.0]),
                "divide_by": st.sampled_from(["one", "sqrt_d_k"]),
                "base": st.sampled_from(["e", "2"]),
                "causal": st.sampled_from(["off", "top-left"]),
                "padding": st.frozensets(st.integers(0, 3)),
                "mask_as": st.sampled_from(["before", "zero_before", "zero_after"]),
                "selected_query": st.integers(0, 2),
                "selected_key": st.integers(0, 2),
            },
        )
    )
    def edit(self, changes: dict[str, object]) -> None:
        self.document.edit(self.panel, **changes)

    @rule()
    def end_gesture(self) -> None:
        self.document.end_gesture()

    @rule(covered=st.frozensets(st.sampled_from(STAGES)))
    def cover(self, covered: frozenset[str]) -> None:
        self.document.edit_state(self.panel, covered=covered)

    @rule(turned=st.booleans())
    def turn(self, turned: bool) -> None:
        self.document.edit_state(self.panel, orientation="columns" if turned else "rows")

    @rule(pinned=st.booleans())
    def pin(self, pinned: bool) -> None:
        self.document.edit_state(self.panel, pinned=self.document.scenario(self.panel) if pinned else None)

    @rule(name=st.sampled_from(EXAMPLES))
    def open_example(self, name: str) -> None:
        state: PanelState = catalog.open_example(name).scene.panels["attention"]
        self.document.load_as_edit(Scene("attention", dict.fromkeys(PANELS, state), title=name))

    @rule(name=st.sampled_from(PANELS))
    def open_panel(self, name: str) -> None:
        self.document.open_panel(name)

    @rule()
    def reset(self) -> None:
        self.document.reset()

    @precondition(lambda self: self.document.can_undo)
    @rule()
    def undo(self) -> None:
        self.document.undo()

    @precondition(lambda self: self.document.can_redo)
    @rule()
    def redo(self) -> None:
        self.document.redo()

    @precondition(lambda self: self.document.can_undo)
    @rule()
    def undo_and_redo(self) -> None:
        before = {name: self.document.state(name) for name in PANELS}
        self.document.undo()
        self.document.redo()
        assert {name: self.document.state(name) for name in PANELS} == before

    @invariant()
    def what_is_shown_is_what_was_shown_with_this_scene(self) -> None:
        document = self.document
        screen = (*exactly(document.shown), "pinned", *exactly(document.pinned_result))
        assert self.screens.setdefault(document.scene, screen) == screen

    @invariant()
    def covers_are_where_the_scene_has_them(self) -> None:
        covered = self.document.state(self.panel).covered
        for result in filter(None, (self.document.shown, self.document.pinned_result)):
            assert {name for name in STAGES if result.matrices[name].covered} == covered
        assert not any(matrix.covered for matrix in self.document.result.matrices.values())


Undo.TestCase.settings = settings(max_examples=30, stateful_step_count=40)
TestUndo = Undo.TestCase


def test_opening_the_masked_logits_by_double_click_changes_nothing_and_keeps_redo(qapp) -> None:
    del qapp
    for pinned in (False, True):
        with opened() as window:
            panel = panel_of(window)
            if pinned:
                press(window, Qt.Key.Key_A)
            window.document.edit("attention", temperature=2.0)
            window.document.end_gesture()
            window.document.undo()
            settle()
            before = scenario_of(window)
            view = panel.comparison.views["B", "masked_logits"] if pinned else panel.matrices["masked_logits"]
            place = view.cell_rect(0, 1).center().toPoint()
            QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=place)
            assert scenario_of(window).custom == {(0, 1)}
            QTest.mouseDClick(view, Qt.MouseButton.LeftButton, pos=place)
            settle()
            assert panel._enlarged == "masked_logits"
            assert not list(before.with_changes(selected_key=1).differences(scenario_of(window)))
            assert window.document.can_undo == pinned
            window.document.redo()
            assert scenario_of(window).temperature == 2.0
