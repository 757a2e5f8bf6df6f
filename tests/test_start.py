"""start.py sets up once, starts over where it must, and says in words what it cannot do."""

import ast
import contextlib
import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

SOURCE = Path(__file__).parent.parent / "start.py"


class ReplacedError(Exception):
    """Raised where execv would have become another program."""


class Machine:
    """A checkout in a folder of its own, where commands are noted instead of run and succeed unless told otherwise."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        spec = importlib.util.spec_from_file_location("start", SOURCE)
        assert spec is not None
        assert spec.loader is not None
        self.start: Any = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(self.start)
        self.commands: list[list[str]] = []
        self.failing = ""
        self.packages: list[str] = []
        self.modules = {"ensurepip", "pip"}
        self.move(folder)
        (folder / "pyproject.toml").write_text("[project]\n")
        preflight = ModuleType("attnstudio.preflight")
        preflight.missing_packages = lambda: list(self.packages)  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, "attnstudio.preflight", preflight)
        monkeypatch.setattr(self.start, "has_module", lambda name: name in self.modules)
        monkeypatch.setattr(self.start.subprocess, "run", self.run)
        monkeypatch.setattr(self.start.shutil, "which", lambda name: name)
        monkeypatch.setattr(os, "execv", self.become)
        monkeypatch.setattr(os, "chdir", lambda _: None)
        monkeypatch.setattr(sys, "platform", "linux")

    def move(self, folder: Path) -> None:
        self.start.ROOT, self.start.VENV = folder, folder / ".venv"
        self.start.PYTHON, self.start.STAMP = folder / ".venv/bin/python", folder / ".venv/attnstudio-ready"

    def run(self, command: list[str], **_: object) -> SimpleNamespace:
        self.commands.append(command)
        if "venv" in command:
            self.start.PYTHON.parent.mkdir(parents=True, exist_ok=True)
            self.start.PYTHON.touch()
        return SimpleNamespace(returncode=int(self.failing in command))

    def become(self, _: str, command: list[str]) -> None:
        self.commands.append(command)
        raise ReplacedError

    def __call__(self, *arguments: str) -> list[str]:
        """Run start.py; return one word for each command that it ran: apt-get, venv, pip, pytest, attnstudio."""
        self.commands.clear()
        with contextlib.suppress(ReplacedError):
            assert self.start.main(*arguments) == 0
        words = ("apt-get", "venv", "pip", "pytest", "attnstudio")
        return [next(word for word in words if word in command) for command in self.commands]


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(tmp_path, monkeypatch)


def test_first_start_sets_up_and_later_ones_only_start(machine: Machine) -> None:
    assert machine("a.attn.json") == ["venv", "pip", "attnstudio"]
    assert machine("a.attn.json") == ["attnstudio"]
    assert machine.commands[0][1:] == ["-m", "attnstudio", "a.attn.json"]


def test_tests_add_their_packages_to_those_of_the_app(machine: Machine) -> None:
    machine()
    assert machine("test", "-x") == ["pip", "pytest"]
    assert machine.commands[0][-1] == ".[dev]"
    assert machine.commands[1][1:] == ["-m", "pytest", "-x"]
    assert machine("test") == ["pytest"]
    whole_suite = ["-m", "pytest", "-n", "auto", "--dist", "worksteal"]  # on all cores
    assert machine.commands[-1][1:] == whole_suite
    assert machine() == ["attnstudio"]


def test_setup_runs_nothing(machine: Machine) -> None:
    assert machine("setup") == ["venv", "pip"]
    assert machine("setup") == []


def test_changed_dependencies_are_installed_and_the_tests_kept_ready(machine: Machine) -> None:
    machine("setup")
    (machine.start.ROOT / "pyproject.toml").write_text("[project]\nname = 'other'\n")
    assert machine() == ["pip", "attnstudio"]
    assert machine("setup") == []


def test_interrupted_set_up_starts_over(machine: Machine) -> None:
    machine.failing = "pip"
    with pytest.raises(SystemExit, match="Could not install the packages"):
        machine()
    machine.failing = ""
    assert machine() == ["venv", "pip", "attnstudio"]


def test_moved_folder_starts_over(machine: Machine, tmp_path: Path) -> None:
    machine()
    moved = tmp_path / "moved"
    moved.mkdir()
    (moved / "pyproject.toml").write_text("[project]\n")
    (tmp_path / ".venv").rename(moved / ".venv")
    machine.move(moved)
    assert machine() == ["venv", "pip", "attnstudio"]


def test_lost_interpreter_starts_over(machine: Machine) -> None:
    machine()
    machine.start.PYTHON.unlink()
    assert machine() == ["venv", "pip", "attnstudio"]


def test_other_python_starts_over(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    machine()
    monkeypatch.setattr(machine.start.sys, "implementation", SimpleNamespace(cache_tag="cpython-399"))
    assert machine() == ["venv", "pip", "attnstudio"]


def test_without_ensurepip_the_pip_of_the_system_fills_the_environment(machine: Machine) -> None:
    machine.modules = {"pip"}
    machine()
    venv, pip, _ = machine.commands
    assert "--without-pip" in venv
    assert pip[:5] == [sys.executable, "-m", "pip", "--python", str(machine.start.PYTHON)]


def test_root_gets_missing_packages_installed(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
    monkeypatch.setenv("DEBIAN_FRONTEND", "dialog")
    machine.packages, machine.modules = ["libegl1"], set()
    assert machine() == ["apt-get", "apt-get", "venv", "pip", "attnstudio"]
    assert machine.commands[1][-2:] == ["libegl1", f"python3.{sys.version_info.minor}-venv"]
    assert os.environ["DEBIAN_FRONTEND"] == "noninteractive"


def test_others_are_told_the_line_to_run(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000, raising=False)
    machine.packages = ["libegl1", "libgl1"]
    with pytest.raises(SystemExit) as told:
        machine()
    line = str(told.value.code).splitlines()[-1]
    assert line == "sudo apt-get update && sudo apt-get install -y --no-install-recommends libegl1 libgl1"
    assert machine.commands == []


def test_wheels_come_from_the_folder_alone(machine: Machine, tmp_path: Path) -> None:
    machine("--wheels", str(tmp_path), "test", "-x")
    assert machine.commands[1][-5:] == ["--no-index", "--find-links", str(tmp_path), "--editable", ".[dev]"]
    assert machine.commands[2][1:] == ["-m", "pytest", "-x"]
    for wrong in (["--wheels"], ["--wheels", str(tmp_path / "none")]):
        with pytest.raises(SystemExit, match="needs a folder"):
            machine(*wrong)


@pytest.mark.parametrize(("version", "largest"), [((3, 10, 13), 2**63 - 1), ((3, 11, 7), 2**31 - 1)])
def test_unsuitable_python_is_refused_in_words(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, version: tuple[int, ...], largest: int
) -> None:
    monkeypatch.setattr(sys, "maxsize", largest)
    monkeypatch.setattr(sys, "version_info", version)
    with pytest.raises(SystemExit, match=r"needs Python 3\.11 or newer with 64 bits"):
        machine.start.main()


def test_file_is_short_and_an_old_python_can_read_it() -> None:
    text = SOURCE.read_text("utf-8")
    ast.parse(text, feature_version=(3, 6))
    assert len(text.splitlines()) <= 120
