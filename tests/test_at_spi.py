"""What a screen reader hears of the app on Linux: the real process, over AT-SPI, on a screen and a bus of its own."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from attnstudio.catalog import PANELS

CLIENT = Path(__file__).with_name("at_spi_client.py")
SEES = (
    "import ctypes, gi; gi.require_version('Atspi', '2.0'); from gi.repository import Atspi; ctypes.CDLL('libX11.so.6')"
)
PYTHONS = (sys.executable, "/usr/bin/python3")  # a system has gi for its own Python alone
BUS = Path("/usr/share/dbus-1/services/org.a11y.Bus.service")

Heard = dict[str, Any]

KEYS = ((1, 0, 1, 0), (0, 1, 0, 1), (1, 1, 0, 0))
STAGES = {
    "Q": ["query q, component 1: 1", "query q, component 2: 0", "query q, component 3: 1", "query q, component 4: 0"],
    "Kᵀ": [f"key k{'₁₂₃'[i]}, component {j + 1}: {key[j]}" for j in range(4) for i, key in enumerate(KEYS)],
    "scores": ["query q, key k₁: 2", "query q, key k₂: 0", "query q, key k₃: 1"],
    "logits": ["query q, key k₁: 1.0", "query q, key k₂: 0.0", "query q, key k₃: 0.5"],
    "masked logits": ["query q, key k₁: 1.0", "query q, key k₂: 0.0", "query q, key k₃: 0.5"],
    "weights α": ["query q, key k₁: 0.506", "query q, key k₂: 0.186", "query q, key k₃: 0.307"],
    "V": ["value v₁, component 1: 2", "value v₁, component 2: 0", "value v₂, component 1: 0",
          "value v₂, component 2: 2", "value v₃, component 1: 1", "value v₃, component 2: 1"],
    "output z": ["query q, component 1: 1.32", "query q, component 2: 0.68"],
}  # fmt: skip
FIGURES = {
    "Key dial": ["k₁ 0°, q·k₁ = 2", "k₂ 90°, q·k₂ = 0", "k₃ 60°, q·k₃ = 1"],
    "Bars of the selected query": ["logits: k₁ 1.0", "exp: k₁ 2.718", "weights: k₁ 0.506, k₂ 0.186, k₃ 0.307"],
    "Plane of values": ["v₁ 0.506 [2.000, 0.000]", "z = [1.32, 0.68]"],
}
TAB_ORDER = [
    "Examples", "Predict: cover all", "Pin A|B", "Export…", "Projector, full screen", *(spec.title for spec in PANELS),
    "1 × 3 · d_k 4 · d_v 2", "k₁", "key", *(f"key k₁, component {j}" for j in (1, 2, 3, 4)), "All numbers", "√d_k",
    "Mask: none", "Temperature", "Randomise", "Reset", "1 Compare",
    "Q", "Kᵀ", "scores", "logits", "masked logits", "weights α", "V", "output z",
    "Key dial", "Bars of the selected query", "Plane of values",
    "New here? 2 minutes",
]  # fmt: skip


def missing() -> str:
    """Return what the tests would need and this system lacks."""
    for program in ("Xvfb", "dbus-run-session"):
        if shutil.which(program) is None:
            return f"needs {program}"
    return "" if BUS.exists() else "needs AT-SPI (at-spi2-core)"


def client_python() -> str | None:
    tries = ((python, subprocess.run([python, "-c", SEES], capture_output=True, check=False)) for python in PYTHONS)
    return next((python for python, done in tries if done.returncode == 0), None)


@contextmanager
def screen() -> Iterator[str]:
    """Start an X server on a display that is free, and return its name."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1440x900x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL) as server:
        os.close(writing)
        with os.fdopen(reading) as answer:
            number = answer.readline().strip()  # which comes when it is ready
        try:
            assert number, "Xvfb does not start"
            yield f":{number}"
        finally:
            server.terminate()


@pytest.fixture(scope="module")
def heard(tmp_path_factory: pytest.TempPathFactory) -> Heard:
    """Return all that the client has heard."""
    if sys.platform != "linux" or (lacking := missing()):
        pytest.skip(lacking if sys.platform == "linux" else "AT-SPI is of Linux")
    python = client_python()
    if python is None:
        pytest.skip("needs gi with Atspi 2.0 (python3-gi, gir1.2-atspi-2.0) and libX11")
    path = tmp_path_factory.mktemp("at-spi") / "heard.json"
    app = [sys.executable, "-m", "attnstudio", "--fresh"]
    with screen() as display:
        done = subprocess.run(
            ["dbus-run-session", "--", python, "-W", "ignore", str(CLIENT), str(path), *app],
            env=os.environ
            | {"DISPLAY": display, "QT_QPA_PLATFORM": "xcb", "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1"}
            | {"PYTHONFAULTHANDLER": "1", "LC_ALL": "C.UTF-8"},
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=60, check=False,
        )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(path.read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def all_of(node: Heard, role: str = "") -> Iterator[Heard]:
    """Yield a node and all in it, or those of a role."""
    if role in ("", node["role"]):
        yield node
    for child in node["children"]:
        yield from all_of(child, role)


def cells(table: Heard) -> list[str]:
    return [cell["name"] for cell in table["children"]]


def named(node: Heard, name: str) -> Heard:
    return next(each for each in all_of(node) if each["name"] == name)


def test_everything_in_the_window_may_be_asked_what_it_can_do() -> None:
    command = [sys.executable, "-X", "faulthandler", str(CLIENT.with_name("asked_window.py"))]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 1000


@pytest.mark.parametrize("stage", STAGES)
def test_every_stage_is_read_cell_by_cell_with_row_column_and_value(heard: Heard, stage: str) -> None:
    table = named(heard["opened"], stage)
    assert table["role"] == "table"
    assert cells(table) == STAGES[stage]
    assert {cell["role"] for cell in table["children"]} == {"table cell"}


def test_a_table_says_what_its_rows_and_columns_are(heard: Heard) -> None:
    said = named(heard["opened"], "weights α")["description"]
    assert said == "rows sum to 1; 1 row (query), 3 columns (key)"


@pytest.mark.parametrize("figure", FIGURES)
def test_a_figure_is_a_picture_described_in_numbers(heard: Heard, figure: str) -> None:
    said = named(heard["opened"], figure)
    assert [part for part in FIGURES[figure] if part not in said["description"]] == []
    assert said["role"] in ("image", "chart")  # screen readers pass over what has no role


def test_a_slider_has_its_value_and_takes_one(heard: Heard) -> None:
    values = {slider["name"]: slider["value"] for slider in all_of(heard["opened"], "slider")}
    assert values == {"Temperature": 1.0, **{f"key k₁, component {j}": float(j % 2) for j in (1, 2, 3, 4)}}
    slider, weights = heard["warmer"]
    assert slider["value"] == 2.0
    assert cells(weights) == ["query q, key k₁: 0.419", "query q, key k₂: 0.254", "query q, key k₃: 0.326"]


def test_tab_goes_through_the_names_in_reading_order(heard: Heard) -> None:
    names = [[said["name"] for said in stop] for stop in heard["stops"]]
    assert len(names) == len(TAB_ORDER), names
    assert [name for name, stop in zip(TAB_ORDER, names, strict=True) if name not in stop] == []


def test_what_holds_others_is_heard_before_the_one_of_them_that_has_the_keyboard(heard: Heard) -> None:
    several = [[said["role"] for said in stop] for stop in heard["stops"] if len(stop) > 1]
    assert several == [["panel", "push button"], *[["table", "table cell"]] * 8]


def test_an_arrow_key_is_answered_by_the_next_cell(heard: Heard) -> None:
    assert [said["name"] for said in heard["right"]] == ["query q, key k₂: 0.186"]


def test_covered_stages_are_told_as_covered_and_nothing_gives_them_away(heard: Heard) -> None:
    covered = heard["covered"]
    assert cells(named(covered, "weights α")) == [f"query q, key k{i}: covered" for i in "₁₂₃"]
    assert cells(named(covered, "Q")) == STAGES["Q"]
    said = json.dumps(covered, ensure_ascii=False)
    assert [number for number in ("0.419", "0.254", "0.326", "1.16", "2.718", "0.83") if number in said] == []


def test_a_button_does_by_its_first_action_what_a_click_does(heard: Heard) -> None:
    assert heard["covered_by"] != "Press"  # that is what screen readers try last


@pytest.mark.parametrize("state", ["opened", "covered"])
def test_everything_that_takes_the_keyboard_has_a_name(heard: Heard, state: str) -> None:
    focusable = [node for node in all_of(heard[state]) if "focusable" in node["states"]]
    assert len(focusable) > 60
    assert [node for node in focusable if not node["name"].strip()] == []
