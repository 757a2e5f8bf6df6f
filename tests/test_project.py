"""What holds for the project as a whole: dependencies, layers, files, packaging."""

import ast
import re
import subprocess
import sys
import textwrap
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from PySide6.QtWidgets import QSlider
from pytestqt.qtbot import QtBot

from attnstudio.files import resources

ROOT = Path(__file__).parent.parent
TOP_LEVEL = {".ci", ".gitattributes", ".gitignore", ".python-version", "attnstudio", "resources", "tests"} | {
    "LICENSE", "README.md", "pyproject.toml", "start.py",
}  # fmt: skip
UNTRACKED = re.compile(r"\.git|\.venv|\..*cache|__pycache__|\.hypothesis|\.benchmarks|build|dist|got|diff|.*\.egg-info")
BINARY = {".npz", ".npy", ".onnx", ".pb", ".png", ".ttf", ".qm"}


def python(code: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Run code, or a module with its options, in a Python of its own."""
    command = [sys.executable, *(options or ["-c", textwrap.dedent(code)])]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)


def project_files() -> list[Path]:
    """Return the files of the checkout, relative to it: git's, or without git all that it would not ignore."""
    command = ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        names = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split("\0")
    except (OSError, subprocess.CalledProcessError):
        names = [str(path.relative_to(ROOT)) for path in ROOT.rglob("*") if path.is_file()]
    paths = [Path(name) for name in names if name and (ROOT / name).is_file()]
    return [path for path in paths if not any(UNTRACKED.fullmatch(part) for part in path.parts)]


def dependencies(version: str) -> dict[str, Requirement]:
    """Return the run-time dependencies that apply on a version of Python, by name."""
    table = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    found = [Requirement(line) for line in table["project"]["dependencies"]]
    applying = [one for one in found if one.marker is None or one.marker.evaluate({"python_version": version})]
    assert len({one.name for one in applying}) == len(applying), "a dependency is given twice"
    return {one.name: one for one in applying}


def test_calls_into_qt_do_not_consume_none(qtbot: QtBot) -> None:
    slider = QSlider()
    qtbot.addWidget(slider)
    before = sys.getrefcount(None)
    for step in range(1000):
        slider.setValue(step % 100)
    assert sys.getrefcount(None) >= before - 100


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13", "3.14"])
def test_dependencies_exclude_the_qt_that_aborts_and_nothing_that_works(version: str) -> None:
    found = dependencies(version)
    assert set(found) == {"PySide6-Essentials", "numpy", "pyqtgraph"}
    qt = found["PySide6-Essentials"].specifier
    assert qt.contains("6.12.0") == (version != "3.11")
    assert all(qt.contains(good) for good in ("6.8.3", "6.9.3", "6.10.3", "6.11.3"))
    assert not qt.contains("6.8.2")
    assert not qt.contains("7.0.0")


def test_core_state_files_and_scenarios_load_without_qt() -> None:
    loaded = python("""
        import importlib, pkgutil, sys
        for name in ("PySide6", "shiboken6", "pyqtgraph"):
            sys.modules[name] = None
        import attnstudio
        for module in pkgutil.walk_packages(attnstudio.__path__, "attnstudio."):
            parts = module.name.split(".")
            computing = ("scenario", "compute", "explain", "cover", "describe", "script")
            if parts[1] in ("core", "state", "files") or parts[-1] in computing:
                importlib.import_module(module.name)
                print(module.name)
    """)
    assert loaded.returncode == 0, loaded.stderr
    names = loaded.stdout.split()
    for expected in (
        "core.attention",
        "state.scene",
        "files.resources",
        "panels.attention.scenario",
        "panels.attention.compute",
    ):
        assert f"attnstudio.{expected}" in names


def test_each_module_of_a_panel_either_computes_or_draws() -> None:
    for path in (ROOT / "attnstudio" / "panels").rglob("*.py"):
        nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
        names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
        names |= {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
        draws = {name for name in names if re.match(r"(PySide6|pyqtgraph|attnstudio\.ui)\b", name)}
        computes = {name for name in names if re.match(r"(numpy|attnstudio\.core)\b", name)}
        assert not (draws and computes), f"{path.relative_to(ROOT)} imports {sorted(draws | computes)}"


def test_version_is_told_without_loading_qt_or_numpy() -> None:
    told = python("", "-X", "importtime", "-m", "attnstudio", "--version")
    assert told.returncode == 0, told.stderr[-2000:]
    assert re.search(r"\d+\.\d+\.\d+", told.stdout)
    loaded = {line.rpartition("|")[2].strip().partition(".")[0] for line in told.stderr.splitlines()}
    assert "attnstudio" in loaded
    assert not loaded & {"PySide6", "shiboken6", "pyqtgraph", "numpy"}


def test_the_package_itself_imports_nothing() -> None:
    listed = python("import sys; before = set(sys.modules); import attnstudio; print(*set(sys.modules) - before)")
    assert listed.stdout.split() == ["attnstudio"]


def test_top_level_holds_what_the_design_names() -> None:
    assert {path.parts[0] for path in project_files()} - TOP_LEVEL == set()


def test_files_name_no_registry_and_no_place_of_one_machine() -> None:
    hosts = [
        "pypi" + ".org",
        "pythonhosted" + ".org",
        "deb.debian" + ".org",
        "snapshot.debian" + ".org",
        "index" + "-url",
    ]
    places = [rf"(?<![\w.<-])/{place}/\w" for place in ("work", "root", "home", "Users", "tmp")]
    pattern = re.compile("|".join([*map(re.escape, hosts), *places]))
    texts = [path for path in project_files() if path.suffix not in BINARY]
    assert texts
    found = [
        f"{path}:{number}: {line.strip()}"
        for path in texts
        for number, line in enumerate((ROOT / path).read_text("utf-8").splitlines(), 1)
        if pattern.search(line)
    ]
    assert not found, "\n".join(found)


def test_wheel_contains_code_resources_and_licences(tmp_path: Path) -> None:
    built = python("", "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path))
    assert built.returncode == 0, built.stderr
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    shipped = {path for path in project_files() if path.parts[0] in ("attnstudio", "resources")}
    expected = {("attnstudio" / path if path.parts[0] == "resources" else path).as_posix() for path in shipped}
    assert expected <= names
    assert any(name.endswith("licenses/LICENSE") for name in names)


def test_every_third_party_file_has_its_notice() -> None:
    folder = resources.resource_path("licences")
    notice = (folder / "THIRD_PARTY.md").read_text("utf-8")
    for font in resources.resource_path("fonts").iterdir():
        assert font.name.startswith("DejaVu")
    for name in ("DejaVu.txt", "Apache-2.0.txt"):
        assert name in notice
        assert (folder / name).stat().st_size > 2000


def test_resources_are_those_of_the_package_where_it_has_any(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package, inside, beside = tmp_path / "attnstudio", tmp_path / "attnstudio/resources", tmp_path / "resources"
    monkeypatch.setattr(resources, "PACKAGE", package)
    with pytest.raises(FileNotFoundError, match=re.escape(f"{inside} or {beside}")):
        resources.resource_path("fonts")
    (beside / "fonts").mkdir(parents=True)
    assert resources.resource_path("fonts") == beside / "fonts"
    inside.mkdir(parents=True)
    with pytest.raises(FileNotFoundError, match=re.escape(f"expected {inside / 'fonts'}")):
        resources.resource_path("fonts")
