"""Checking: all that is wrong with a file, and what it leaves open, without showing it."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from attnstudio.files.faults import FileFault
from attnstudio.files.opening import open_file
from attnstudio.files.tensors import Opened
from attnstudio.state.fields import Scenario
from attnstudio.state.scene import PanelState, Scene


@dataclass(frozen=True)
class Checked:
    """What is wrong with a file, and what is asked or told when it is opened; each is a sentence with its place."""

    faults: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def checked(path: str | Path, scenarios: Mapping[str, type[Scenario]]) -> Checked:
    """Return every fault of a scene or of a file of tensors, and every note on it.

    Parameters
    ----------
    path : str or Path
    scenarios : mapping of str to type
        The Scenario class of every panel that exists.
    """
    notes: list[str] = []

    def noted(opened: Opened) -> Scene:
        notes.extend(map(str, opened.notices))
        name, scenario = next(iter(scenarios.items()))
        return Scene(name, {name: PanelState(scenario())})

    try:
        open_file(path, scenarios, noted)
    except FileFault as fault:
        asked = {question.fault for question in fault.questions}
        faults = tuple(str(one) for one in fault.faults if one not in asked)
        return Checked(faults, tuple(str(one) for one in fault.faults if one in asked))
    return Checked(notes=tuple(notes))


def faults_of_file(path: str | Path, scenarios: Mapping[str, type[Scenario]]) -> tuple[str, ...]:
    """Return every fault of a file as a sentence with its place; none for a file that only leaves something open."""
    return checked(path, scenarios).faults
