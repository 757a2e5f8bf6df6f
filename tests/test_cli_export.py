"""export and check: what they write and say; every mistake of a person is one message and exit status 1."""

import csv
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from attnstudio import catalog
from attnstudio.cli import main
from attnstudio.files.scenes import scene_text, write_scene

OUTPUTS = ("out.csv", "out.py", "out.json")


def export(*arguments: str) -> None:
    assert main(["export", *arguments]) == 0


def table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def test_a_table_has_the_numbers_of_the_open_panel(tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    export("worked-example", "-o", str(out))
    weights = [float(row["value"]) for row in table(out) if row["stage"] == "weights"]
    scene = catalog.open_example("worked-example").scene
    shown = catalog.compute("attention", scene.panels["attention"].scenario).matrices["weights"]
    assert weights == shown.values.ravel().tolist()


def test_another_panel_can_be_asked_for_and_a_seed(tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    export("worked-example", "-o", str(out), "--panel", "scaling")
    first = table(out)
    assert "spread_by_d_k" in {row["stage"] for row in first}
    export("worked-example", "-o", str(out), "--panel", "scaling", "--seed", "8")
    assert table(out) != first


def test_orientation_turns_no_data_of_an_export(tmp_path: Path) -> None:
    scene = catalog.open_example("cross-attention").scene
    state = scene.panels["attention"]
    written = []
    for orientation in ("rows", "columns"):
        path, out = tmp_path / f"{orientation}.attn.json", tmp_path / f"{orientation}.csv"
        write_scene(scene.with_panel("attention", replace(state, orientation=orientation)), path)  # type: ignore[arg-type]
        export(str(path), "-o", str(out))
        script = out.with_suffix(".py")
        export(str(path), "-o", str(script))
        written.append((out.read_bytes(), script.read_bytes()))
    assert written[0] == written[1]


def test_what_a_scene_covers_is_in_no_table(tmp_path: Path) -> None:
    scene = catalog.open_example("worked-example").scene
    state = replace(scene.panels["attention"], covered=frozenset({"weights", "output"}))
    path, out = tmp_path / "covered.attn.json", tmp_path / "out.csv"
    write_scene(scene.with_panel("attention", state), path)
    export(str(path), "-o", str(out))
    covered = {row["stage"]: row["value"] for row in table(out) if row["note"] == "covered"}
    assert covered == {"exp": "", "weights": "", "output": ""}


def test_a_scene_that_was_exported_opens_as_the_same_scene(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    export("toy-sentence-causal", "-o", str(out))
    scene = catalog.open_example("toy-sentence-causal").scene
    assert out.read_text("utf-8") == scene_text(scene)
    assert catalog.open_file(out).scene == scene
    json.loads(out.read_text("utf-8"), parse_constant=pytest.fail)  # e15: no NaN, no Infinity


@pytest.mark.parametrize("library", ["numpy", "torch"])
def test_a_script_is_for_numpy_or_where_asked_for_pytorch(tmp_path: Path, library: str) -> None:
    out = tmp_path / "out.py"
    export("paper", "-o", str(out), *(["--torch"] if library == "torch" else []))
    assert f"import {library}" in out.read_text("utf-8")


def test_q02_an_export_needs_no_qt(tmp_path: Path) -> None:
    code = "import sys; sys.modules['PySide6'] = None; from attnstudio.cli import main; sys.exit(main(sys.argv[1:]))"
    for name in OUTPUTS:
        command = [sys.executable, "-c", code, "export", "scaling", "-o", str(tmp_path / name)]
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ, timeout=60)
        assert (done.returncode, done.stderr, done.stdout) == (0, "", "")


@pytest.mark.parametrize("name", OUTPUTS)
@pytest.mark.parametrize(
    ("folder", "why"),
    [("no/such/folder", "there is no folder {folder} to write it in"), ("taken", "it is a folder, not a file")],
)
def test_e10_what_cannot_be_written_is_told_with_its_path(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str, folder: str, why: str
) -> None:
    out = tmp_path / folder / name
    if folder == "taken":
        out.mkdir(parents=True)
    assert main(["export", "paper", "-o", str(out)]) == 1
    assert capsys.readouterr().err == f"attnstudio: {out}: {why.format(folder=out.parent)}\n"


def test_e14_an_export_that_fails_leaves_the_old_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    zeros, out = np.zeros((256, 256)), tmp_path / "out.py"
    np.savez(tmp_path / "large.npz", q=zeros, k=zeros, v=zeros)
    out.write_text("old")
    assert main(["export", str(tmp_path / "large.npz"), "-o", str(out)]) == 1
    assert "more than the 150,000 numbers" in capsys.readouterr().err
    assert out.read_text() == "old"


def test_check_names_every_fault_of_every_file_and_says_which_are_good(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    good, bad, missing = tmp_path / "good.attn.json", tmp_path / "bad.attn.json", tmp_path / "missing.npz"
    write_scene(catalog.start_scene(), good)
    wrong = {"attention": {"scenario": {"temperature": -1, "causal": "up"}}}
    bad.write_text(json.dumps({"format": "attnstudio scene", "version": 1, "open_panel": "attention", "panels": wrong}))
    assert main(["check", str(good)]) == 0
    assert capsys.readouterr().out == f"{good}: good\n"
    assert main(["check", str(bad), str(good), str(missing)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert sum(line.startswith(f"{bad}: ") for line in lines) == 2
    assert any("panels.attention.scenario.temperature" in line for line in lines)
    assert f"{good}: good" in lines
    assert any(line.startswith(f"{missing}: ") and "good" not in line for line in lines)


@pytest.mark.parametrize(("count", "status"), [(256, 0), (257, 0), (512, 0), (513, 1)])
def test_check_knows_how_many_tokens_the_app_can_show(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, count: int, status: int
) -> None:
    path = tmp_path / "long.npz"
    np.savez(path, **dict.fromkeys("qkv", np.ones((count, 2), np.float32)))
    assert main(["check", str(path)]) == status
    lines = capsys.readouterr().out.splitlines()
    attention, heads = (f"expected at most {most} tokens, got {count} queries and {count} keys" for most in (256, 512))
    told = {
        256: ["good"],
        257: ["good", f"note: The panel Attention does not show these numbers: {attention}."],
        513: [f"Attention: {attention}; Heads: {heads}"],
    }
    assert lines == [f"{path}: {said}" for said in told[257 if count == 512 else count]]


@pytest.mark.parametrize("count", [257, 513])
def test_what_check_calls_good_can_be_exported_and_what_it_does_not_cannot(tmp_path: Path, count: int) -> None:
    path, out = tmp_path / "long.npz", tmp_path / "long.json"
    np.savez(path, **dict.fromkeys("qkv", np.ones((count, 2), np.float32)))
    assert main(["check", str(path)]) == main(["export", str(path), "-o", str(out)]) == (count > 512)
    assert out.exists() == (count <= 512)


def test_check_notes_what_a_good_file_leaves_open(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "open.npz"
    np.savez(path, q=np.eye(2), k=np.eye(2), v=np.eye(2), mask=np.eye(2, dtype=bool))
    assert main(["check", str(path)]) == 0
    first, *notes = capsys.readouterr().out.splitlines()
    assert first == f"{path}: good"
    assert any(note.startswith(f"{path}: note: ") and "mask" in note for note in notes)
