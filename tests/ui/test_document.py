from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

import pytest
from PySide6.QtWidgets import QLabel

from attnstudio.state.fields import Choice, Number, Scenario, Whole, declared
from attnstudio.state.figures import Result
from attnstudio.state.history import DEEPEST
from attnstudio.state.scene import PanelState, Scene
from attnstudio.ui.document import Document
from attnstudio.ui.panel import Panel


@dataclass(frozen=True)
class Kettle(Scenario):
    stages: ClassVar = ("weights", "output")
    heat: float = declared(Number(label="Heat", help="", low=0, high=10), 1.0)
    cups: int = declared(Whole(label="Cups", help="", low=1, high=9), 2)
    looked_at: int = declared(Whole(label="Looked at", help="", low=0, high=9, undoable=False), 0)


@dataclass(frozen=True)
class Lamp(Scenario):
    colour: str = declared(Choice(label="Colour", help="", options=(("red", "Red"), ("blue", "Blue"))), "red")


SCENE = Scene("kettle", {"kettle": PanelState(Kettle()), "lamp": PanelState(Lamp())})


def compute(panel, scenario):
    if panel == "kettle" and scenario.heat == 10:
        raise ArithmeticError("boiled dry")
    numbers = {"heat": scenario.heat, "cups": scenario.cups} if panel == "kettle" else {}
    return Result(matrices={}, quantities=numbers, captions={})


def cover(_panel, result, names):
    return replace(result, quantities={}, captions={"covered": names})


@pytest.fixture
def document():
    return Document(SCENE, compute, cover)


def kettle(document):
    return document.scenario("kettle")


def drag(document, *values):
    for value in values:
        document.edit("kettle", heat=value)
    document.end_gesture()


def test_an_edit_is_computed_before_it_is_told_and_told_once(document):
    seen = []
    document.changed.connect(lambda: seen.append((kettle(document).heat, document.result.quantities["heat"])))
    document.edit("kettle", heat=2.5)
    assert seen == [(2.5, 2.5)]


def test_equal_values_are_no_change(document):
    seen = []
    document.changed.connect(lambda: seen.append(1))
    document.edit("kettle", heat=1.0, cups=2)
    assert not seen
    assert not document.can_undo


@pytest.mark.parametrize("bad", [{"heat": 11}, {"heat": float("nan")}, {"cups": 1.5}, {"cup": 1}])
def test_a_refused_value_leaves_everything_as_it_was(document, bad):
    drag(document, 2)
    before, result = document.scene, document.result
    with pytest.raises(ValueError, match=next(iter(bad))):
        document.edit("kettle", **bad)
    assert document.scene is before
    assert document.result is result


def test_a_compute_that_raises_leaves_state_result_and_history(document):
    drag(document, 2)
    document.undo()
    before, result = document.scene, document.result
    with pytest.raises(ArithmeticError, match="boiled dry"):
        document.edit("kettle", heat=10)
    assert document.scene is before
    assert document.result is result
    assert document.can_redo
    document.redo()
    assert kettle(document).heat == 2


def test_a_drag_is_one_undo_step(document):
    drag(document, 1.1, 1.2, 1.3)
    drag(document, 1.4)
    document.undo()
    assert kettle(document).heat == 1.3
    document.undo()
    assert document.scene == SCENE
    assert not document.can_undo
    document.redo()
    document.redo()
    assert kettle(document).heat == 1.4
    assert not document.can_redo


def test_an_edit_of_other_fields_is_a_step_of_its_own(document):
    document.edit("kettle", heat=2)
    document.edit("kettle", cups=3)
    document.edit("kettle", heat=3)
    document.edit("lamp", colour="blue")
    for left in (3, 2, 1, 0):
        document.undo()
        assert document.can_undo == (left > 0)
    assert document.scene == SCENE


def test_a_drag_that_comes_back_leaves_no_step(document):
    drag(document, 1.1, 1.2, 1.0)
    assert not document.can_undo
    assert document.scene == SCENE
    drag(document, 1.1, 1.0, 1.5)
    document.undo()
    assert document.scene == SCENE


def test_a_drag_that_comes_back_and_a_step_taken_back_keep_what_can_be_done_again(document):
    drag(document, 5)
    drag(document, 6)
    document.undo()
    before = document.scene
    drag(document, 7, 8, 5)
    assert document.scene == before
    assert document.can_redo
    drag(document, 7)
    assert not document.can_redo
    document.take_back()
    assert document.scene == before
    document.take_back()  # nothing is left to take back
    assert document.scene == before
    document.redo()
    assert kettle(document).heat == 6
    document.take_back()
    assert kettle(document).heat == 6
    document.undo()
    document.undo()
    assert not document.can_undo


def test_a_selection_makes_no_step_and_keeps_redo(document):
    drag(document, 2)
    document.undo()
    document.edit("kettle", looked_at=4)
    assert not document.can_undo
    assert document.can_redo
    document.redo()
    assert kettle(document) == Kettle(heat=2)
    document.undo()
    assert kettle(document) == Kettle(looked_at=4)


def test_undo_and_redo_open_the_panel_that_they_change(document):
    drag(document, 2)
    document.open_panel("lamp")
    document.edit("lamp", colour="blue")
    document.open_panel("kettle")
    document.undo()
    assert (document.scene.open_panel, document.scenario("lamp").colour) == ("lamp", "red")
    document.undo()
    assert (document.scene.open_panel, document.result.quantities["heat"]) == ("kettle", 1)
    document.open_panel("lamp")
    document.redo()
    assert (document.scene.open_panel, document.result.quantities["heat"]) == ("kettle", 2)


def test_a_panel_that_is_not_open_is_edited_without_computing():
    computed = []
    document = Document(SCENE, lambda panel, scenario: computed.append(panel) or compute(panel, scenario), cover)
    document.edit("lamp", colour="blue")
    document.edit_state("kettle", covered=frozenset({"weights"}))
    assert computed == ["kettle"]
    document.open_panel("lamp")
    assert computed == ["kettle", "lamp"]


WEIGHTS = frozenset({"weights"})


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ({"covered": WEIGHTS}, {"covered": WEIGHTS | {"output"}}),
        ({"orientation": "columns"}, {"orientation": "rows"}),
        ({"pinned": Kettle(cups=3)}, {"pinned": None}),
        ({"covered": WEIGHTS, "orientation": "columns", "pinned": Kettle()}, {"covered": frozenset()}),
    ],
    ids=["covers", "orientation", "pin", "all"],
)
def test_every_cover_turn_and_pin_is_a_step_that_comes_back_exactly(document, first, then):
    screens = []
    for changes in (first, then):
        screens.append((document.scene, document.shown.captions, document.pinned_result is None))
        document.edit_state("kettle", **changes)
    last = document.scene
    for screen in reversed(screens):
        document.undo()
        assert (document.scene, document.shown.captions, document.pinned_result is None) == screen
    assert not document.can_undo
    document.redo()
    document.redo()
    assert document.scene == last


def test_what_is_so_already_is_no_step(document):
    document.edit_state("kettle", covered=frozenset(), orientation="rows", pinned=None)
    assert not document.can_undo


def test_an_edit_after_a_cover_is_not_part_of_the_gesture_before_it(document):
    document.edit("kettle", heat=2)
    document.edit_state("kettle", covered=WEIGHTS)
    document.edit("kettle", heat=3)
    document.undo()
    assert (kettle(document).heat, document.state("kettle").covered) == (2, WEIGHTS)


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        ({"covered": frozenset({"steam", "weights"})}, "covered: expected stages of weights, output, got steam"),
        ({"covered": "weights"}, "covered: expected a set of stages, got 'weights'"),
        ({"orientation": "diagonal"}, "orientation: expected rows or columns, got 'diagonal'"),
        ({"pinned": Lamp()}, r"pinned: expected a Scenario of this panel \(Kettle\), got Lamp"),
        ({"pinned": 3, "orientation": None}, "orientation: .*; pinned: .* got int"),
    ],
)
def test_a_refused_cover_turn_or_pin_leaves_everything_as_it_was(document, bad, said):
    document.edit_state("kettle", covered=WEIGHTS)
    before, shown = document.scene, document.shown
    with pytest.raises(ValueError, match=said):
        document.edit_state("kettle", **bad)
    assert document.scene is before
    assert document.shown is shown


def test_a_panel_without_stages_has_nothing_to_cover(document):
    with pytest.raises(ValueError, match="covered: expected stages of none, got weights"):
        document.edit_state("lamp", covered=WEIGHTS)


def test_a_cover_that_raises_leaves_everything_as_it_was():
    def fails(_panel, _result, names):
        if "output" in names:
            raise ArithmeticError("no lid")
        return Result(matrices={}, quantities={}, captions={})

    document = Document(SCENE, compute, fails)
    document.edit_state("kettle", covered=WEIGHTS)
    before, shown = document.scene, document.shown
    with pytest.raises(ArithmeticError, match="no lid"):
        document.edit_state("kettle", covered=WEIGHTS | {"output"})
    assert document.scene is before
    assert document.shown is shown


def test_without_covers_the_result_itself_is_shown(document):
    assert document.shown is document.result
    document.edit_state("kettle", covered=WEIGHTS)
    assert document.shown.captions == {"covered": WEIGHTS}
    assert document.result.quantities["heat"] == 1
    document.edit_state("kettle", covered=frozenset())
    assert document.shown is document.result


def test_a_change_computes_and_covers_what_it_changes_once_and_no_more():
    done = []

    def counted(panel, scenario):
        done.append(f"compute {scenario.heat}")
        return compute(panel, scenario)

    def counted_cover(panel, result, names):
        done.append(f"cover {result.quantities['heat']}")
        return cover(panel, result, names)

    document = Document(SCENE, counted, counted_cover)

    def does(change):
        done.clear()
        change()
        return done.copy()

    assert does(lambda: document.edit_state("kettle", orientation="columns")) == []
    assert does(lambda: document.edit_state("kettle", pinned=Kettle(heat=5))) == ["compute 5.0"]
    assert does(lambda: document.edit("kettle", heat=2)) == ["compute 2.0"]
    assert does(lambda: document.edit_state("kettle", covered=WEIGHTS)) == ["cover 2.0", "cover 5.0"]
    assert does(lambda: document.edit("kettle", heat=3)) == ["compute 3.0", "cover 3.0"]
    assert does(lambda: document.edit_state("kettle", pinned=kettle(document))) == []
    assert document.pinned_result is document.shown
    assert does(lambda: document.edit("kettle", heat=4)) == ["compute 4.0", "cover 4.0"]
    assert does(lambda: document.edit_state("kettle", covered=frozenset())) == []


def test_what_is_pinned_belongs_to_the_open_panel(document):
    document.edit_state("kettle", pinned=Kettle(heat=7))
    assert document.pinned_result.quantities["heat"] == 7
    document.open_panel("lamp")
    assert document.pinned_result is None
    document.open_panel("kettle")
    assert document.pinned_result.quantities["heat"] == 7
    document.edit_state("kettle", covered=WEIGHTS)
    assert document.pinned_result.captions == {"covered": WEIGHTS}
    document.edit_state("kettle", pinned=None)
    assert document.pinned_result is None


def test_reset_restores_the_open_panel_alone_and_can_be_undone(document):
    drag(document, 2, 3)
    document.edit("lamp", colour="blue")
    document.edit_state("kettle", orientation="columns")
    document.reset()
    assert document.state("kettle") == SCENE.panels["kettle"]
    assert document.scenario("lamp").colour == "blue"
    document.undo()
    assert (kettle(document).heat, document.state("kettle").orientation) == (3, "columns")


def test_history_is_500_deep(document):
    for i in range(DEEPEST + 20):
        drag(document, (i % 90) / 10 + 0.05)
    steps = 0
    while document.can_undo:
        document.undo()
        steps += 1
    assert steps == 500


def test_loading_forgets_history_and_is_unmodified(document):
    drag(document, 2)
    document.load(SCENE.with_panel("kettle", PanelState(Kettle(cups=5))), Path("five.attn.json"))
    assert (document.can_undo, document.can_redo, document.modified) == (False, False, False)
    assert document.path == Path("five.attn.json")
    drag(document, 3)
    document.reset()
    assert kettle(document) == Kettle(cups=5)


def test_modified_means_work_that_is_not_on_disk(document):
    assert not document.modified
    document.edit("kettle", looked_at=5)
    document.open_panel("lamp")
    assert not document.modified
    document.edit("lamp", colour="blue")
    assert document.modified
    document.undo()
    assert not document.modified
    document.redo()
    document.mark_saved(Path("blue.attn.json"))
    assert (document.modified, document.path) == (False, Path("blue.attn.json"))
    document.undo()
    assert document.modified


def test_an_example_can_be_undone_with_its_file_and_its_start(document):
    document.load(SCENE, Path("mine.attn.json"))
    example = Scene("lamp", {"kettle": PanelState(Kettle(heat=5)), "lamp": PanelState(Lamp("blue"))}, title="Blue")
    document.load_as_edit(example)
    assert (document.scene, document.path, document.modified) == (example, None, False)
    document.open_panel("kettle")
    drag(document, 6)
    document.reset()
    assert kettle(document).heat == 5
    for _ in range(3):
        document.undo()
    assert (document.scene, document.path, document.modified) == (SCENE, Path("mine.attn.json"), False)


def test_an_example_does_not_make_unsaved_work_forgotten(document):
    drag(document, 2)
    document.load_as_edit(SCENE)
    assert document.modified


@pytest.mark.parametrize(
    "change",
    [
        lambda d: d.edit("kettle", cups=7),
        lambda d: d.undo(),
        lambda d: d.reset(),
        lambda d: d.open_panel("lamp"),
        lambda d: d.load(SCENE),
        lambda d: d.mark_saved(Path("x")),
    ],
    ids=["edit", "undo", "reset", "open", "load", "save"],
)
def test_nothing_may_change_while_a_change_is_told(document, change):
    refusals = []

    def listener():
        try:
            change(document)
        except RuntimeError as error:
            refusals.append(str(error))

    document.changed.connect(listener)
    document.edit("kettle", heat=4)
    assert refusals == ["A Document cannot be changed while it tells of a change."]
    assert (kettle(document), document.path) == (Kettle(heat=4), None)
    document.changed.disconnect(listener)
    document.undo()
    assert document.scene == SCENE


class KettlePanel(Panel):
    def __init__(self, document, **options):
        super().__init__(document, "kettle", **options)
        self.reading = QLabel(self)
        self.drawn = 0
        self.refresh()

    def draw(self, result):
        self.drawn += 1
        self.reading.setText(str(result.quantities.get("heat", "covered")))


def test_a_panel_draws_while_it_is_open(qtbot, document):
    panel = KettlePanel(document)
    qtbot.addWidget(panel)
    drag(document, 2)
    assert (panel.drawn, panel.reading.text()) == (2, "2.0")
    document.open_panel("lamp")
    document.edit("kettle", heat=3)
    assert panel.drawn == 2
    document.open_panel("kettle")
    assert panel.reading.text() == "3.0"


def test_a_panel_shows_covers_and_the_presenter_sees_under_them(qtbot, document):
    panels = [KettlePanel(document), KettlePanel(document, show_covers=False)]
    for panel in panels:
        qtbot.addWidget(panel)
    document.edit_state("kettle", covered=WEIGHTS)
    assert [panel.reading.text() for panel in panels] == ["covered", "1.0"]
    document.undo()
    assert [panel.reading.text() for panel in panels] == ["1.0", "1.0"]
