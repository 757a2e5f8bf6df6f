"""A machine that does anything in any order to a Document, beside a model of lists."""

from dataclasses import dataclass, replace

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from test_document import SCENE, Kettle, Lamp

from attnstudio.state.history import same_work
from attnstudio.state.scene import PanelState, Scene
from attnstudio.ui.document import Document

COVERS = st.frozensets(st.sampled_from(Kettle.stages))
PANELS = st.sampled_from(["kettle", "lamp"])
KETTLES = st.builds(Kettle, cups=st.integers(1, 3))


@dataclass(frozen=True)
class Step:
    """A scene, the panel that the step to it changed, and the scene that Reset goes back to."""

    scene: Scene
    panel: str | None
    start: Scene


class Shown(tuple):
    """Whatever a panel shows, with all its work done."""

    progress = 1.0


def compute(panel, scenario):
    return Shown((panel, scenario))


def cover(panel, result, names):
    assert names, "nothing to cover"
    return Shown((panel, result, names))


class DocumentLaws(RuleBasedStateMachine):
    """Whatever is done, undo and redo walk the very scenes that were on the screen, and what was shown with them."""

    @initialize()
    def start(self):
        self.document = Document(SCENE, compute, cover)
        self.past, self.now, self.future, self.gesture = [], Step(SCENE, None, SCENE), [], None

    @property
    def kettle(self):
        return self.now.scene.panels["kettle"]

    def push(self, scene, panel, gesture=None, start=None):
        self.past.append(self.now)
        self.undone = self.future  # it can be done again if the gesture comes back to where it began
        self.now, self.future, self.gesture = Step(scene, panel, start or self.now.start), [], gesture

    def amend(self, scene):
        self.now, self.gesture = replace(self.now, scene=scene), None

    @rule(heat=st.sampled_from([0.0, 0.5, 1.0, 2.0]), cups=st.sampled_from([None, 1, 2]))
    def edit(self, heat, cups):
        changes = {"heat": heat} | ({} if cups is None else {"cups": cups})
        self.document.edit("kettle", **changes)
        scenario = replace(self.kettle.scenario, **changes)
        self.edited("kettle", replace(self.kettle, scenario=scenario), tuple(changes))

    @rule(colour=st.sampled_from(["red", "blue"]))
    def edit_the_other(self, colour):
        self.document.edit("lamp", colour=colour)
        self.edited("lamp", replace(self.now.scene.panels["lamp"], scenario=Lamp(colour)), ("colour",))

    def edited(self, panel, state, fields):
        scene = self.now.scene.with_panel(panel, state)
        if scene == self.now.scene:
            return
        if (panel, fields) != self.gesture:
            self.push(scene, panel, (panel, fields))
        elif same_work(state, self.past[-1].scene.panels[panel]):  # it came back: the step is gone
            self.now = replace(self.past.pop(), scene=scene)
            self.future, self.gesture = self.undone, None
        else:
            self.now = replace(self.now, scene=scene)

    @rule(where=st.integers(0, 3))
    def select(self, where):
        self.document.edit("kettle", looked_at=where)
        if self.kettle.scenario.looked_at != where:
            scenario = replace(self.kettle.scenario, looked_at=where)
            self.amend(self.now.scene.with_panel("kettle", replace(self.kettle, scenario=scenario)))

    @rule(covered=COVERS)
    def cover(self, covered):
        self.edit_state("kettle", covered=covered)

    @rule(orientation=st.sampled_from(["rows", "columns"]), panel=PANELS)
    def turn(self, orientation, panel):
        self.edit_state(panel, orientation=orientation)

    @rule(pinned=st.none() | KETTLES)
    def pin(self, pinned):
        self.edit_state("kettle", pinned=pinned)

    @rule()
    def pin_what_is_shown(self):
        self.edit_state("kettle", pinned=self.document.scenario("kettle"))

    @rule(covered=COVERS, orientation=st.sampled_from(["rows", "columns"]), pinned=st.none() | KETTLES)
    def change_all_of_the_state(self, covered, orientation, pinned):
        self.edit_state("kettle", covered=covered, orientation=orientation, pinned=pinned)

    def edit_state(self, panel, **changes):
        self.document.edit_state(panel, **changes)
        state = self.now.scene.panels[panel]
        if replace(state, **changes) != state:
            self.push(self.now.scene.with_panel(panel, replace(state, **changes)), panel)

    @rule()
    def end_gesture(self):
        self.document.end_gesture()
        self.gesture = None

    @rule()
    def undo(self):
        self.document.undo()
        if self.past:
            self.future.append(self.now)
            panel = self.now.panel
            self.now = self.past.pop()
            self.amend(replace(self.now.scene, open_panel=panel or self.now.scene.open_panel))

    @rule()
    def redo(self):
        self.document.redo()
        if self.future:
            self.past.append(self.now)
            self.now = self.future.pop()
            self.amend(replace(self.now.scene, open_panel=self.now.panel or self.now.scene.open_panel))

    @rule()
    def reset(self):
        self.document.reset()
        panel = self.now.scene.open_panel
        start, state = self.now.start.panels[panel], self.now.scene.panels[panel]
        if same_work(start, state) and start != state:
            self.amend(self.now.scene.with_panel(panel, start))
        elif start != state:
            self.push(self.now.scene.with_panel(panel, start), panel)

    @rule(kettle=KETTLES, open_panel=PANELS, covered=COVERS)
    def load(self, kettle, open_panel, covered):
        scene = Scene(open_panel, {"kettle": PanelState(kettle, covered), "lamp": PanelState(Lamp())})
        self.document.load(scene)
        self.past, self.now, self.future, self.gesture = [], Step(scene, None, scene), [], None

    @rule(kettle=KETTLES, open_panel=PANELS, pinned=st.none() | KETTLES)
    def open_example(self, kettle, open_panel, pinned):
        scene = Scene(open_panel, {"kettle": PanelState(kettle, pinned=pinned), "lamp": PanelState(Lamp("blue"))})
        self.document.load_as_edit(scene)
        self.push(scene, None, start=scene)

    @rule(name=PANELS)
    def open_panel(self, name):
        self.document.open_panel(name)
        if name != self.now.scene.open_panel:
            self.amend(replace(self.now.scene, open_panel=name))

    @invariant()
    def the_document_is_where_the_model_is(self):
        document = self.document
        assert document.scene == self.now.scene
        assert (document.can_undo, document.can_redo) == (bool(self.past), bool(self.future))

    @invariant()
    def what_is_shown_is_what_the_scene_says(self):
        panel = self.now.scene.open_panel
        state = self.now.scene.panels[panel]
        live = (panel, state.scenario)
        pinned = state.pinned and (panel, state.pinned)
        assert self.document.result == live
        assert self.document.shown == ((panel, live, state.covered) if state.covered else live)
        assert self.document.pinned_result == ((panel, pinned, state.covered) if pinned and state.covered else pinned)


TestDocumentLaws = DocumentLaws.TestCase
