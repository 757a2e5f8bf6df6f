"""A machine that does anything in any order to a Document, beside a model of lists."""

from dataclasses import replace

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from test_document import SCENE, Kettle, Lamp

from attnstudio.state.scene import PanelState, Scene
from attnstudio.ui.document import Document


class DocumentLaws(RuleBasedStateMachine):
    """Whatever is done, undo and redo walk the very scenes that were on the screen."""

    @initialize()
    def start(self):
        self.document = Document(SCENE, lambda panel, scenario: (panel, scenario))
        self.past, self.now, self.future = [], SCENE, []  # of (scene, panel of the step to it)
        self.step_panel, self.loaded, self.gesture = None, SCENE, None

    def push(self, scene, panel, gesture=None):
        self.past.append((self.now, self.step_panel))
        self.now, self.step_panel, self.future, self.gesture = scene, panel, [], gesture

    @rule(heat=st.sampled_from([0.0, 0.5, 1.0, 2.0]), cups=st.sampled_from([None, 1, 2]))
    def edit(self, heat, cups):
        changes = {"heat": heat} | ({} if cups is None else {"cups": cups})
        self.document.edit("kettle", **changes)
        scene = self.now.with_panel(
            "kettle",
            replace(self.now.panels["kettle"], scenario=replace(self.now.panels["kettle"].scenario, **changes)),
        )
        if scene == self.now:
            return
        gesture = ("kettle", tuple(changes))
        if gesture != self.gesture:
            self.push(scene, "kettle", gesture)
        else:
            self.now = scene
            if scene == self.past[-1][0]:
                _, self.step_panel = self.past.pop()
                self.gesture = None

    @rule(colour=st.sampled_from(["red", "blue"]))
    def edit_the_other(self, colour):
        self.document.edit("lamp", colour=colour)
        if colour != self.now.panels["lamp"].scenario.colour:
            gesture = ("lamp", ("colour",))
            scene = self.now.with_panel("lamp", PanelState(Lamp(colour)))
            if gesture == self.gesture:  # two colours only: it can but come back
                self.now, self.gesture = scene, None
                _, self.step_panel = self.past.pop()
            else:
                self.push(scene, "lamp", gesture)

    @rule(where=st.integers(0, 3))
    def select(self, where):
        self.document.edit("kettle", looked_at=where)
        state = self.now.panels["kettle"]
        if state.scenario.looked_at != where:
            self.now = self.now.with_panel("kettle", replace(state, scenario=replace(state.scenario, looked_at=where)))
            self.gesture = None

    @rule(covered=st.sampled_from([frozenset(), frozenset({"weights"})]))
    def cover(self, covered):
        self.document.edit_state("kettle", covered=covered)
        state = self.now.panels["kettle"]
        if state.covered != covered:
            self.push(self.now.with_panel("kettle", replace(state, covered=covered)), "kettle")

    @rule()
    def end_gesture(self):
        self.document.end_gesture()
        self.gesture = None

    @rule()
    def undo(self):
        self.document.undo()
        if self.past:
            self.future.append((self.now, self.step_panel))
            panel = self.step_panel
            self.now, self.step_panel = self.past.pop()
            self.now = replace(self.now, open_panel=panel or self.now.open_panel)
            self.gesture = None

    @rule()
    def redo(self):
        self.document.redo()
        if self.future:
            self.past.append((self.now, self.step_panel))
            self.now, self.step_panel = self.future.pop()
            self.now = replace(self.now, open_panel=self.step_panel or self.now.open_panel)
            self.gesture = None

    @rule()
    def reset(self):
        self.document.reset()
        panel = self.now.open_panel
        start, state = self.loaded.panels[panel], self.now.panels[panel]
        if start == state:
            return
        scene = self.now.with_panel(panel, start)
        if (
            panel == "kettle"
            and replace(state, scenario=replace(state.scenario, looked_at=start.scenario.looked_at)) == start
        ):
            self.now, self.gesture = scene, None
        else:
            self.push(scene, panel)

    @rule(cups=st.integers(1, 3), open_panel=st.sampled_from(["kettle", "lamp"]))
    def load(self, cups, open_panel):
        self.loaded = Scene(open_panel, {"kettle": PanelState(Kettle(cups=cups)), "lamp": PanelState(Lamp())})
        self.document.load(self.loaded)
        self.past, self.now, self.future = [], self.loaded, []
        self.step_panel = self.gesture = None

    @rule(name=st.sampled_from(["kettle", "lamp"]))
    def open_panel(self, name):
        self.document.open_panel(name)
        if name != self.now.open_panel:
            self.now, self.gesture = replace(self.now, open_panel=name), None

    @invariant()
    def the_document_is_where_the_model_is(self):
        document = self.document
        assert document.scene == self.now
        assert (document.can_undo, document.can_redo) == (bool(self.past), bool(self.future))
        assert document.result == (self.now.open_panel, self.now.panels[self.now.open_panel].scenario)


TestDocumentLaws = DocumentLaws.TestCase
