"""What hinders Qt is said in one sentence, before Qt would abort: no check ends by a signal or leaves a core file."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from attnstudio import preflight

ROOT = Path(__file__).parent.parent
linux = pytest.mark.skipif(sys.platform != "linux", reason="displays and system libraries are checked on Linux")


def told(folder: Path, check: str = "check_display", **variables: str) -> str:
    """Return what a check says in a Python of its own that has these variables and no screen; "None" if all is well."""
    dropped = ("DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "XDG_SESSION_TYPE", "QT_QPA_PLATFORM")
    kept = {name: value for name, value in os.environ.items() if name not in dropped}
    path = os.pathsep.join([variables.pop("PYTHONPATH", ""), str(ROOT)]).lstrip(os.pathsep)
    done = subprocess.run(
        [sys.executable, "-c", f"from attnstudio.preflight import {check}; print({check}())"],
        env={**kept, "PYTHONPATH": path, **variables},
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert not list(folder.glob("core*")), "a core file was left"
    return done.stdout.strip()


def stub_binding(folder: Path, version: str, widgets: str = "") -> str:
    """Make a package that calls itself PySide6; return the folder for PYTHONPATH."""
    package = folder / "stub" / "PySide6"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(f"__version__ = {version!r}\n")
    (package / "QtWidgets.py").write_text(widgets)
    return str(package.parent)


def stub_library(folder: Path, name: str) -> str:
    """Make a library that does not load; return the folder for LD_LIBRARY_PATH."""
    (folder / "libraries").mkdir()
    (folder / "libraries" / name).touch()
    return str(folder / "libraries")


@linux
def test_no_screen(tmp_path: Path) -> None:
    assert told(tmp_path).startswith("There is no screen: neither DISPLAY nor WAYLAND_DISPLAY is set; start ")


@linux
def test_dead_x_display(tmp_path: Path) -> None:
    assert told(tmp_path, DISPLAY=":77").startswith('No X server answers at DISPLAY=":77"; start ')


@linux
def test_chosen_x_platform_without_display(tmp_path: Path) -> None:
    assert told(tmp_path, QT_QPA_PLATFORM="xcb").startswith('No X server answers at DISPLAY=""; ')


@linux
@pytest.mark.parametrize("variables", [{"WAYLAND_DISPLAY": "wayland-7"}, {"XDG_SESSION_TYPE": "wayland"}])
def test_dead_wayland_desktop(tmp_path: Path, variables: dict[str, str]) -> None:
    address = tmp_path / variables.get("WAYLAND_DISPLAY", "wayland-0")
    said = told(tmp_path, XDG_RUNTIME_DIR=str(tmp_path), **variables)
    assert said.startswith(f"No Wayland desktop answers at {address} (No such file or directory); start ")


@linux
def test_dead_wayland_desktop_leaves_x_to_be_tried(tmp_path: Path) -> None:
    assert 'DISPLAY=":77"' in told(tmp_path, WAYLAND_DISPLAY="wayland-7", DISPLAY=":77")


@linux
def test_living_wayland_desktop_suffices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # the address of a socket must be short
    with socket.socket(socket.AF_UNIX) as desktop:
        desktop.bind("wayland-7")
        desktop.listen()
        variables = {"WAYLAND_DISPLAY": "wayland-7", "XDG_RUNTIME_DIR": ".", "DISPLAY": ":77"}
        assert told(tmp_path, **variables) == "None"


@linux
def test_a_later_choice_that_works_suffices(tmp_path: Path) -> None:
    assert told(tmp_path, QT_QPA_PLATFORM="xcb;offscreen:size=800x600", DISPLAY=":77") == "None"


@linux
def test_unknown_platform(tmp_path: Path) -> None:
    assert told(tmp_path, QT_QPA_PLATFORM="foo") == (
        'Qt has no platform "foo", for which the variable QT_QPA_PLATFORM asks; unset that variable.'
    )


@linux
@pytest.mark.parametrize("check", ["check_display", "check_offscreen"])
def test_missing_library_is_named_with_its_package(tmp_path: Path, check: str) -> None:
    said = told(tmp_path, check, LD_LIBRARY_PATH=stub_library(tmp_path, "libEGL.so.1"))
    assert said.startswith("The system library libEGL.so.1, which Qt needs, is missing; ")
    assert "libegl1" in said.partition("sudo apt-get install ")[2].split()


@linux
def test_missing_library_of_the_window_alone_does_not_hinder_drawing(tmp_path: Path) -> None:
    libraries = stub_library(tmp_path, "libxcb-cursor.so.0")
    said = told(tmp_path, DISPLAY=":77", LD_LIBRARY_PATH=libraries)
    assert said.startswith("The system library libxcb-cursor.so.0, ")
    assert "libxcb-cursor0" in said.partition("sudo apt-get install ")[2].split()
    assert told(tmp_path, "check_offscreen", LD_LIBRARY_PATH=libraries) == "None"


def test_drawing_needs_no_screen(tmp_path: Path) -> None:
    assert told(tmp_path, "check_offscreen") == "None"
    assert told(tmp_path, QT_QPA_PLATFORM="offscreen") == "None"


def test_missing_binding(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.modules['PySide6'] = None\n")
    said = told(tmp_path, PYTHONPATH=str(tmp_path))
    assert said.startswith("PySide6, which draws the window, is not installed (")
    assert '-m pip install "PySide6-Essentials>=6.8.3' in said


def test_binding_of_another_build(tmp_path: Path) -> None:
    folder = stub_binding(tmp_path, "6.11.3", "raise ImportError('DLL load failed while importing QtWidgets')")
    said = told(tmp_path, PYTHONPATH=folder)
    assert said.startswith(
        "PySide6, which draws the window, cannot be loaded (DLL load failed while importing QtWidgets)"
    )


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None is immortal from Python 3.12 on")
def test_binding_that_aborts_on_this_python(tmp_path: Path) -> None:
    said = told(tmp_path, PYTHONPATH=stub_binding(tmp_path, "6.12.0"))
    assert said.startswith("PySide6 6.12.0 crashes on Python 3.11; run: ")
    assert said.endswith('-m pip install "PySide6-Essentials>=6.8.3,<6.12"')


def test_old_binding(tmp_path: Path) -> None:
    said = told(tmp_path, PYTHONPATH=stub_binding(tmp_path, "6.4.2"))
    assert said.startswith("PySide6 6.4.2 is too old, expected 6.8.3 or newer; run: ")


@linux
def test_each_missing_package_is_listed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        preflight, "_load_fault", lambda library: "missing" if "lib-2.0" in library or "gthread" in library else ""
    )
    assert preflight.missing_packages() == ["libglib2.0-0"]
    monkeypatch.setattr(preflight, "_load_fault", lambda _: "missing")
    packages = preflight.missing_packages()
    assert packages == sorted(set(preflight.SYSTEM_LIBRARIES.values()))
