"""The worker, and how a Document goes on with Results that are not final."""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication
from pytestqt.qtbot import QtBot

from attnstudio.state.fields import Scenario, Whole, declared
from attnstudio.state.plots import PlottedResult
from attnstudio.state.scene import PanelState, Scene
from attnstudio.ui.document import Document
from attnstudio.ui.worker import Worker

pytestmark = pytest.mark.usefixtures("qapp")
LONG = 10  # seconds that a test waits at the most, where something is broken


class Steps:
    """An iterator that yields one value each time that it is let."""

    def __init__(self, *values: object) -> None:
        self.values = list(values)
        self.threads: list[str] = []
        self.begun = threading.Event()
        self._let = threading.Semaphore(0)

    def let(self, times: int = 1) -> None:
        self._let.release(times)

    def __iter__(self) -> Iterator[object]:
        self.begun.set()
        for value in self.values:
            assert self._let.acquire(timeout=LONG)
            self.threads.append(threading.current_thread().name)
            if isinstance(value, Exception):
                raise value
            yield value
        assert self._let.acquire(timeout=LONG)


@pytest.fixture
def worker() -> Iterator[Worker]:
    worker = Worker()
    yield worker
    worker.close()


def heard(worker: Worker) -> list[object]:
    values: list[object] = []
    worker.came.connect(values.append)
    worker.ended.connect(lambda: values.append("ended"))
    return values


def test_what_is_yielded_comes_one_after_the_other_and_then_the_end(worker: Worker, qtbot: QtBot) -> None:
    values, steps = heard(worker), Steps(1, 2)
    worker.start(iter(steps))
    for count in (1, 2, 3):
        steps.let()
        qtbot.waitUntil(lambda count=count: len(values) == count, timeout=1000 * LONG)  # type: ignore[misc]
    assert values == [1, 2, "ended"]
    assert not worker.busy
    assert steps.threads == ["attnstudio worker"] * 2


def test_of_values_that_come_fast_the_newest_alone_is_handed_on(worker: Worker, qtbot: QtBot) -> None:
    values, drawn = heard(worker), threading.Event()

    def steps() -> Iterator[int]:
        yield from range(100)
        drawn.set()

    worker.start(steps())
    assert drawn.wait(LONG)
    qtbot.waitUntil(lambda: values[-1:] == ["ended"], timeout=1000 * LONG)
    assert values == [99, "ended"]


def test_newer_work_takes_the_place_of_older_in_the_same_thread(worker: Worker, qtbot: QtBot) -> None:
    values, old, new = heard(worker), Steps("old", "never"), Steps("new")
    worker.start(iter(old))
    assert old.begun.wait(LONG)
    worker.start(iter(new))
    assert [thread.name for thread in threading.enumerate()].count("attnstudio worker") == 1
    old.let()  # the step that was under way ends, what it gives is not wanted
    new.let(2)
    qtbot.waitUntil(lambda: values == ["new", "ended"], timeout=1000 * LONG)
    assert len(old.threads) == 1


def test_of_work_that_was_let_go_of_nothing_comes_any_more(worker: Worker) -> None:
    values, steps = heard(worker), Steps(1, 2)
    worker.start(iter(steps))
    steps.let()
    worker.stop()
    assert not worker.busy
    steps.let()
    worker.close()
    QCoreApplication.processEvents()
    assert values == []


def test_an_error_goes_to_the_exception_hook_and_ends_the_work(worker: Worker, qtbot: QtBot) -> None:
    values, steps = heard(worker), Steps(ArithmeticError("no number"))
    with qtbot.captureExceptions() as raised:
        worker.start(iter(steps))
        steps.let()
        qtbot.waitUntil(lambda: len(raised) == 1, timeout=1000 * LONG)
    assert str(raised[0][1]) == "no number"
    assert values == ["ended"]
    assert not worker.busy
    again = Steps("again")
    again.let(2)
    worker.start(iter(again))
    qtbot.waitUntil(lambda: values[-1] == "ended" and len(values) == 3, timeout=1000 * LONG)


def test_a_worker_that_is_gone_ends_its_thread() -> None:
    worker, steps = Worker(), Steps(1, 2)
    worker.start(iter(steps))
    thread = next(each for each in threading.enumerate() if each.name == "attnstudio worker")
    worker.deleteLater()
    del worker
    QCoreApplication.sendPostedEvents(None, 52)  # DeferredDelete
    steps.let()
    thread.join(LONG)
    assert not thread.is_alive()


QUIT = """
import itertools, sys, time
from PySide6.QtCore import QCoreApplication, QTimer
from attnstudio.ui.worker import Worker
app, worker = QCoreApplication([]), Worker()
def steps():
    for i in itertools.count():
        time.sleep(0.01)  # as a step does
        yield i
worker.came.connect(lambda _value: app.quit())
worker.start(steps())
status = app.exec()
print("working" if worker._bench.working else "quiet")
sys.exit(status)
"""


def test_quitting_while_it_works_ends_cleanly() -> None:
    run = subprocess.run([sys.executable, "-c", QUIT], capture_output=True, text=True, timeout=60, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (0, "quiet\n", "")


@dataclass(frozen=True)
class Kettle(Scenario):
    stages = ("heat",)
    heat: int = declared(Whole(label="Heat", help="", low=0, high=9), 1)
    cups: int = declared(Whole(label="Cups", help="", low=0, high=9), 1)


def result(heat: int, progress: float) -> PlottedResult:
    return PlottedResult(matrices={}, quantities={"heat": heat * progress}, captions={}, progress=progress)


def compute(_panel: str, scenario: Any) -> PlottedResult:
    """Return a Result that is not final where there is any heat."""
    return result(scenario.heat, 0.25 if scenario.heat else 1.0)


def cover(_panel: str, whole: Any, _names: frozenset[str]) -> Any:
    return replace(whole, quantities={})


class Kitchen:
    """A Document whose panel takes long, and the Scenarios that the worker was given."""

    def __init__(self) -> None:
        self.asked: list[Any] = []
        self.steps = threading.Semaphore(0)
        scene = Scene("kettle", {"kettle": PanelState(Kettle(heat=0))})
        self.document = Document(scene, compute, cover, refine=self.refine)
        self.told = 0
        self.document.changed.connect(self._tell)

    def _tell(self) -> None:
        self.told += 1

    def refine(self, _panel: str, scenario: Any) -> Iterator[PlottedResult]:
        self.asked.append(scenario)
        for progress in (0.5, 1.0):
            assert self.steps.acquire(timeout=LONG)
            if scenario.heat == 9:
                raise ArithmeticError("boiled dry")
            yield result(scenario.heat, progress)

    @property
    def heat(self) -> float:
        return self.document.result.quantities["heat"]


@pytest.fixture
def kitchen() -> Iterator[Kitchen]:
    kitchen = Kitchen()
    yield kitchen
    kitchen.document._refinement._worker.stop()
    kitchen.steps.release(10)
    kitchen.document._refinement._worker.close()


def test_a_result_that_is_not_final_is_refined_without_an_undo_step(kitchen: Kitchen, qtbot: QtBot) -> None:
    document = kitchen.document
    assert not document.computing
    document.edit("kettle", heat=4)
    scene = document.scene
    assert (kitchen.heat, document.computing) == (1.0, True)
    kitchen.steps.release()
    qtbot.waitUntil(lambda: kitchen.heat == 2.0, timeout=1000 * LONG)
    kitchen.steps.release()
    qtbot.waitUntil(lambda: not document.computing, timeout=1000 * LONG)
    assert (kitchen.heat, kitchen.told, document.scene) == (4.0, 3, scene)
    document.undo()
    assert not document.can_undo


@pytest.mark.parametrize("deed", ["edit", "undo", "reset", "load"])
def test_a_newer_scene_lets_go_of_the_work_on_the_older_one(kitchen: Kitchen, deed: str) -> None:
    document = kitchen.document
    document.edit("kettle", heat=4)
    deeds: dict[str, Callable[[], None]] = {
        "edit": lambda: document.edit("kettle", heat=0), "undo": document.undo, "reset": document.reset,
        "load": lambda: document.load(Scene("kettle", {"kettle": PanelState(Kettle(heat=0))})),
    }  # fmt: skip
    deeds[deed]()
    assert (kitchen.heat, document.computing) == (0, False)
    told = kitchen.told
    kitchen.steps.release(2)
    document._refinement._worker.close()
    QCoreApplication.processEvents()
    assert (kitchen.heat, kitchen.told) == (0, told)


def test_covering_what_is_being_refined_neither_starts_again_nor_shows_it(kitchen: Kitchen, qtbot: QtBot) -> None:
    document = kitchen.document
    document.edit("kettle", heat=4)
    document.edit_state("kettle", covered=frozenset({"heat"}))
    kitchen.steps.release(2)
    qtbot.waitUntil(lambda: not document.computing, timeout=1000 * LONG)
    assert len(kitchen.asked) == 1
    assert kitchen.heat == 4.0
    assert document.shown.quantities == {}


def test_what_is_pinned_is_refined_after_what_is_live(kitchen: Kitchen, qtbot: QtBot) -> None:
    document = kitchen.document
    pinned = Kettle(heat=2)
    document.load(Scene("kettle", {"kettle": PanelState(Kettle(heat=4), pinned=pinned)}))
    kitchen.steps.release(4)
    qtbot.waitUntil(lambda: not document.computing, timeout=1000 * LONG)
    assert [scenario.heat for scenario in kitchen.asked] == [4, 2]
    assert document.pinned_result is not None
    assert (kitchen.heat, document.pinned_result.quantities["heat"]) == (4.0, 2.0)


def test_an_error_of_the_work_is_raised_and_leaves_the_first_result(kitchen: Kitchen, qtbot: QtBot) -> None:
    document = kitchen.document
    with qtbot.captureExceptions() as raised:
        document.edit("kettle", heat=9)
        kitchen.steps.release()
        qtbot.waitUntil(lambda: len(raised) == 1, timeout=1000 * LONG)
    assert str(raised[0][1]) == "boiled dry"
    assert (kitchen.heat, document.computing, kitchen.told) == (2.25, False, 2)


def test_a_document_without_refining_never_works() -> None:
    document = Document(Scene("kettle", {"kettle": PanelState(Kettle(heat=4))}), compute, cover)
    assert not document.computing
    assert "attnstudio worker" not in [thread.name for thread in threading.enumerate()]
