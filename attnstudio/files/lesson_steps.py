"""Steps, as they stand in lesson files: what each begins as, what is locked, covered and pointed at, and its task."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

from attnstudio.files.examples import read_example
from attnstudio.files.faults import FileFault
from attnstudio.files.lesson_checks import check_locks, check_task
from attnstudio.files.lesson_tables import Notes, Table, flag, line, lines, list_of, one_of, text
from attnstudio.files.lesson_tasks import challenge, question
from attnstudio.files.resources import resource_path
from attnstudio.files.scenes import read_scene
from attnstudio.files.toml_lines import SUFFIX, Place
from attnstudio.state.challenges import Challenge
from attnstudio.state.faults import Fault, Faults, faults_of
from attnstudio.state.fields import Field, Scenario, expected
from attnstudio.state.figures import Result
from attnstudio.state.lesson import NAME, Step, Task
from attnstudio.state.lesson_questions import NumberQuestion
from attnstudio.state.locks import Free, free_from_text
from attnstudio.state.plots import PlottedResult
from attnstudio.state.quantities import Quantity
from attnstudio.state.quantity_measures import Moment
from attnstudio.state.scene import PanelState, Scene
from attnstudio.state.tensor_field import Tensors
from attnstudio.state.tensor_json import pack_fields
from attnstudio.state.tensors import TensorPack

BEGINNINGS = ("example", "scene", "panel")
FIELDS = (
    "name", "title", "text", *BEGINNINGS, "set", "free", "cover", "point_at", "lesson", "vary", "challenge", "question",
)  # fmt: skip
MOST_FREE, LONGEST_NAME = 40, 60
Begun = tuple[str, PanelState]


class StepReader:
    """Reads the steps of one file one after the other; one that names no beginning begins as the one before it."""

    def __init__(
        self,
        notes: Notes,
        folder: Path,
        scenarios: Mapping[str, type[Scenario]],
        compute: Callable[[str, Scenario], Result],
    ) -> None:
        self._notes, self._folder, self._scenarios, self._compute = notes, folder, scenarios, compute
        self._last: Begun | None = None
        self._sound = True  # whether what a step begins as is what its author wrote
        self._scenes: dict[tuple[str, str], Scene] = {}

    def step(self, place: Place, raw: Any) -> Step | None:
        """Return the step of a table; None once its faults have been noted."""
        table = Table(self._notes, place, raw, FIELDS)
        if not table.is_table:
            return None
        name = table.take("name", _name, f"step-{int(place[-1]) + 1}")
        title, words = table.take("title", line, ""), table.take("text", text, "")
        task = self._task(table)
        begun = self._begun(table)
        if begun is None:
            return None
        panel = begun[0]
        before = len(self._notes.found)
        scenario = self._patched(table, begun[1].scenario)
        self._sound &= len(self._notes.found) == before  # else faults of what it shows are none of the author's
        unpatched = replace(begun[1], scenario=scenario)
        self._last = panel, replace(unpatched, covered=frozenset())
        state = table.take("cover", lambda raw: replace(unpatched, covered=_covered(raw, scenario)), unpatched)
        free = table.take("free", lambda raw: _free(raw, scenario), None)
        result = cache(lambda: self._compute(panel, scenario))  # where it is needed, and once
        vary = table.take("vary", lambda raw: _varied(raw, task), False)
        pointed = table.take("point_at", lambda raw: _pointed(raw, scenario, result), "")
        lesson = table.take("lesson", lambda raw: _lesson(raw, task), "")
        if task is not None and self._sound:
            at = (*place, "challenge" if isinstance(task, Challenge) else "question")
            table.tried(at, lambda: check_task(task, Moment(scenario, result()), varies=vary), None)
        if free == () and isinstance(task, Challenge) and self._sound and table.good:
            table.tried((*place, "free"), lambda: check_locks(task, Moment(scenario, result())), None)
        return table.made(lambda: Step(name, panel, state, title, words, free, pointed, task, vary, lesson))

    def _task(self, table: Table) -> Task | None:
        if "challenge" in table and "question" in table:
            self._notes.add((*table.place, "question"), "expected a challenge or a question, got both")
        readers: tuple[tuple[str, Callable[[Notes, Place, Any], Task | None]], ...]
        readers = (("challenge", challenge), ("question", question))
        made = [read(self._notes, (*table.place, name), table.raw[name]) for name, read in readers if name in table]
        return made[0] if made else None

    def _begun(self, table: Table) -> Begun | None:
        """Return what a step begins as, before its patch."""
        self._sound |= any(name in table for name in BEGINNINGS)
        panels = tuple(self._scenarios)
        panel = table.take("panel", one_of(panels), None)
        if "example" in table and "scene" in table:
            self._notes.add((*table.place, "scene"), "expected an example or a scene, got both")
        if "example" in table:
            return table.take("example", lambda raw: self._of_scene(panel, "example", line(raw)), None)
        if "scene" in table:
            return table.take("scene", lambda raw: self._of_scene(panel, "scene", line(raw)), None)
        if panel is not None:
            return panel, PanelState(self._scenarios[panel]())
        is_first = table.place[-1] == 0  # of the others, the fault is that of a step before them
        if self._last is None and "panel" not in table and is_first:
            self._notes.add(table.place, "expected an example, a scene or a panel that the first step begins with")
        return None if "panel" in table else self._last

    def _of_scene(self, panel: str | None, kind: str, name: str) -> Begun:
        try:
            if (kind, name) not in self._scenes:
                known, path = self._scenarios, self._folder / name
                self._scenes[kind, name] = read_example(name, known) if kind == "example" else read_scene(path, known)
        except FileFault as fault:
            raise ValueError("; ".join(str(one) for one in fault.faults[:3])) from None
        scene = self._scenes[kind, name]
        if panel is not None and panel not in scene.panels:
            raise ValueError(f"{name} holds nothing of the panel {panel}: name it or the panel, not both")
        panel = panel or scene.open_panel
        return panel, scene.panels.get(panel) or PanelState(self._scenarios[panel]())

    def _patched(self, table: Table, scenario: Scenario) -> Scenario:
        """Return the Scenario with the fields of a step's patch that are good."""
        specs = scenario.specs()
        if "set" not in table:
            return scenario
        patch = Table(self._notes, (*table.place, "set"), table.raw["set"], tuple(specs))
        changes = {
            name: patch.take(name, partial(_field_value, spec, getattr(scenario, name)), getattr(scenario, name))
            for name, spec in specs.items()
            if name in patch
        }
        return scenario.with_changes(**changes)


def _name(raw: Any) -> str:
    if not isinstance(raw, str) or not NAME.fullmatch(raw) or len(raw) > LONGEST_NAME:
        raise expected(f"lower-case words joined by -, at most {LONGEST_NAME} characters", raw)
    return raw


def _covered(raw: Any, scenario: Scenario) -> frozenset[str]:
    return frozenset(map(one_of(scenario.stages), lines(raw)))


def _field_value(spec: Field, before: Any, raw: Any) -> Any:
    if not isinstance(spec, Tensors) or not isinstance(before, TensorPack):
        return spec.from_json(raw)
    fields = pack_fields(raw)
    if "origin" in fields:  # of other numbers: nothing of the old ones is left
        return spec.from_json(raw)
    return spec.check(replace(before, **fields, origin=replace(before.origin, edited=True), source="", answers={}))


def _free(raw: Any, scenario: Scenario) -> tuple[Free, ...]:
    faults: list[Fault] = []
    free: list[Free] = []
    for i, one in enumerate(list_of(raw, "fields", MOST_FREE)):
        try:
            if (found := free_from_text(one, scenario)) in free:
                raise ValueError(f"{one} stands here twice")
            free.append(found)
        except ValueError as error:
            faults += faults_of(error, f"[{i}]")
    if faults:
        raise Faults(faults)
    return tuple(free)


def _pointed(raw: Any, scenario: Scenario, result: Callable[[], Result]) -> str:
    """Return the name of a field, stage, matrix, figure or plot."""
    known = (*scenario.specs(), *scenario.stages)
    if isinstance(raw, str) and raw in known:
        return raw
    shown = result()
    plots = shown.plots if isinstance(shown, PlottedResult) else {}
    return one_of(tuple(dict.fromkeys((*known, *shown.matrices, *shown.figures, *plots))))(raw)


def _varied(raw: Any, task: Task | None) -> bool:
    """Return whether a step varies; what is asked for then must be measured."""
    if not flag(raw):
        return False
    if task is None:
        raise ValueError("only a step with a challenge or a question can vary")
    if isinstance(task, NumberQuestion) and not isinstance(task.answer, Quantity):
        raise ValueError("the answer of a question that varies must be a quantity, not a number")
    return True


def _lesson(raw: Any, task: Task | None) -> str:
    """Return the name of a lesson that ships."""
    if task is None or isinstance(task, Challenge):
        raise ValueError("only a step with a question has a lesson to be read again")
    return one_of(tuple(sorted(path.stem for path in resource_path("lessons").glob(f"*{SUFFIX}"))))(raw)
