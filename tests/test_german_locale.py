"""What is exported under a German locale, where numbers have a decimal comma, is what is exported without one."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parent.parent
GERMAN = "de_DE.UTF-8"
TOKENS = ["a,b", 'say "hi"', "line\nbreak"]
CODE = """
import json, locale, sys
from pathlib import Path
locale.setlocale(locale.LC_ALL, "")
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication
app = QApplication([])
locale.setlocale(locale.LC_ALL, "")
from attnstudio import catalog
from attnstudio.exchange.copying import FORMS
from attnstudio.files.tables import csv_bytes
from attnstudio.files.scenes import scene_text
scene = catalog.open_file(Path(sys.argv[1])).scene
state = scene.panels["attention"]
result = catalog.compute("attention", state.scenario)
print(json.dumps({
    "comma": locale.localeconv()["decimal_point"] + locale.format_string("%.1f", 0.5)[1] + QLocale().decimalPoint(),
    "csv": csv_bytes(result).decode(), "scene": scene_text(scene),
    "scripts": [catalog.script("attention", state, library) for library in ("numpy", "torch")],
    "copies": [write(result.matrices["weights"], 3) for write, _ in FORMS.values()],
    "captions": [str(caption) for caption in result.captions.values()],
}))
"""


@pytest.fixture
def german(tmp_path: Path) -> dict[str, str]:
    """Return the variables of a German process; where the system has no such locale, it is made for the test."""
    variables = {"LC_ALL": GERMAN}
    there = (
        subprocess.run(["locale", "-a"], capture_output=True, text=True, check=False)
        if shutil.which("locale")
        else None
    )
    if there is not None and "de_de.utf8" in there.stdout.lower():
        return variables
    if shutil.which("localedef") is None:
        pytest.skip("there is no German locale here, and nothing to make one with")
    command = ["localedef", "-i", "de_DE", "-f", "UTF-8", str(tmp_path / GERMAN)]
    if subprocess.run(command, capture_output=True, check=False).returncode > 1:  # 1: with warnings
        pytest.skip("there is no German locale here, and it cannot be made")
    return variables | {"LOCPATH": str(tmp_path)}


def exported(path: Path, variables: dict[str, str]) -> dict[str, str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))}
    command = [sys.executable, "-c", CODE, str(path)]
    done = subprocess.run(
        command, cwd=ROOT, env=environment | {"PYTHONUTF8": "1"} | variables, capture_output=True, encoding="utf-8",
        check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found: dict[str, str] = json.loads(done.stdout)
    return found


@pytest.mark.skipif(sys.platform == "win32", reason="locales are chosen by other means there")
def test_e08_nothing_that_leaves_the_app_has_a_decimal_comma(tmp_path: Path, german: dict[str, str]) -> None:
    numbers = np.random.default_rng(0).standard_normal((3, 3, 2))
    np.savez(tmp_path / "a.npz", q=numbers[0], k=numbers[1], v=numbers[2], tokens=np.array(TOKENS))
    there, here = exported(tmp_path / "a.npz", german), exported(tmp_path / "a.npz", {"LC_ALL": "C"})
    assert (there.pop("comma"), here.pop("comma")) == (",,,", "...")
    assert there == here
