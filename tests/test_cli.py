"""The commands: what they print, make and refuse; every mistake of a person is one message and exit status 1."""

import json
import os
import re
import signal
import struct
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

import attnstudio
from attnstudio import catalog
from attnstudio.cli import COMMANDS, main
from attnstudio.commands.render import PICTURES
from attnstudio.ui import theme
from attnstudio.ui.theme import Look

LOOK = ("--size", "1024x640", "--theme", "projector", "--zoom", "90")
ROOT = Path(__file__).parent.parent
SCENE = {"format": "attnstudio scene", "version": 1, "open_panel": "attention", "panels": {}}


def run(*arguments: str, without: tuple[str, ...] = (), **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own, with some variables missing and some set."""
    variables = {name: value for name, value in os.environ.items() if name not in without} | environment
    command = [sys.executable, "-m", "attnstudio", *arguments]
    return subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True, check=False, timeout=60)


def refused(done: subprocess.CompletedProcess[str]) -> str:
    """Return the one message of a command that was refused."""
    assert (done.returncode, done.stdout) == (1, ""), done.stderr
    assert done.stderr.startswith("attnstudio: ")
    assert "Traceback" not in done.stderr
    return done.stderr.removeprefix("attnstudio: ").rstrip("\n")


def complaint(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return the one message of a command that is refused, run in this process."""
    assert main(arguments) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("attnstudio: ")
    assert said.err.count("attnstudio: ") == 1
    assert "Traceback" not in said.err
    return said.err


def draw(*arguments: str) -> None:
    """Make a picture in this process, which starts no second Qt for it."""
    try:
        assert main(["render", *arguments]) == 0
    finally:
        theme.apply(_app(), Look())


def _app() -> QApplication:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    return app


@pytest.fixture(scope="module")
def drawn_apart(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return the folders with a picture of each kind that processes of their own made, one for each scale."""
    code = (
        "import sys; from attnstudio.cli import main; sys.exit(any([main(given.split('|')) for given in sys.argv[1:]]))"
    )
    folders = {}
    for scale in ("1", "2"):
        folders[scale] = folder = tmp_path_factory.mktemp("scale")
        (folder / "scene.attn.json").write_text(json.dumps(SCENE))
        commands = ["|".join(("render", str(folder / "scene.attn.json"), "-o", str(folder / f"x{kind}"), *LOOK))
                    for kind in PICTURES]  # fmt: skip
        done = subprocess.run([sys.executable, "-c", code, *commands], cwd=ROOT, capture_output=True, text=True,
                              env=os.environ | {"QT_SCALE_FACTOR": scale}, check=False, timeout=60)  # fmt: skip
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    return folders


@pytest.fixture
def scene(tmp_path: Path) -> Path:
    path = tmp_path / "a scene.attn.json"
    path.write_text(json.dumps(SCENE))
    return path


def png_size(path: Path) -> tuple[int, int]:
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def test_the_version_is_printed_without_importing_qt_or_numpy() -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "attnstudio", "--version"],
        cwd=ROOT, capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    assert done.stdout == f"attnstudio {attnstudio.__version__}\n"
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert {name for name in imported if re.match(r"PySide6|shiboken6|numpy|pyqtgraph", name)} == set()


def test_help_names_every_command_with_examples(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    text = capsys.readouterr().out
    for command in COMMANDS:
        assert f"attnstudio {command}" in text
        assert main([command, "--help"]) == 0
        assert capsys.readouterr().out.startswith(f"usage: attnstudio {command}")
    assert "examples:" in text


def test_help_can_be_printed_in_an_old_encoding() -> None:
    done = run("--help", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")


def test_examples_prints_names_one_a_line_and_every_name_opens(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["examples"]) == 0
    names = capsys.readouterr().out.splitlines()
    assert len(names) == len(set(names))
    for name in names:
        assert re.fullmatch(r"[a-z0-9-]+", name)
        assert catalog.open_example(name).scene.title


def test_q02_examples_need_no_qt() -> None:
    code = "import sys; sys.modules['PySide6'] = None; from attnstudio.cli import main; sys.exit(main(['examples']))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_what_needs_no_qt_is_imported_before_qt() -> None:
    code = """
import sys
from attnstudio import preflight
from attnstudio.cli import main
names = ("numpy", "attnstudio.panels.attention.compute", "PySide6")
preflight.check_display = lambda: str([name in sys.modules for name in names])
sys.exit(main([]))
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "attnstudio: [True, True, False]\n")


def test_output_that_nobody_reads_ends_quietly() -> None:
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-m", "attnstudio", "--help"],
        cwd=ROOT, stdout=write, stderr=subprocess.PIPE, text=True, check=False, timeout=60,
    )  # fmt: skip
    os.close(write)
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--theme", "pink"], "light, dark, projector"),
        (["--panel", "nothing"], "attention"),
        (["--seed", "-1"], "from 0 to 999999"),
        (["--seed", "7.5"], "from 0 to 999999"),
        (["--seed"], "--seed"),
        (["--nothing"], "--nothing"),
        (["a", "b"], "b"),
        (["no-such-example"], "attnstudio examples"),
        (["/no/such/scene.attn.json"], "/no/such/scene.attn.json"),
        (["/no/such/head.npz"], "/no/such/head.npz"),
        (["render"], "FILE|EXAMPLE"),
        (["render", "x"], "-o"),
        (["render", "no-such-example", "-o", "x.png"], "attnstudio examples"),
        (["render", "x", "-o", "x.gif"], "x.gif: expected a name that ends in .png, .svg or .pdf"),
        (["render", "x", "-o", "picture"], "picture: expected a name that ends in .png, .svg or .pdf"),
        (["render", "x", "-o", "x.png", "--size", "10x10"], "320x240"),
        (["render", "x", "-o", "x.png", "--size", "1920"], "WIDTHxHEIGHT"),
        (["render", "x", "-o", "x.png", "--size", "99999x99999"], "16384x16384"),
        (["render", "x", "-o", "x.png", "--zoom", "500"], "from 80 to 250"),
        (["export"], "FILE|EXAMPLE"),
        (["export", "x"], "-o"),
        (["export", "x", "-o", "x.xlsx"], "x.xlsx: expected a name that ends in .csv, .py or .json"),
        (["export", "x", "-o", "table"], "table: expected a name that ends in .csv, .py or .json"),
        (["export", "x", "-o", "x.csv", "--torch"], "x.csv: --torch is for a script"),
        (["export", "no-such-example", "-o", "x.csv"], "attnstudio examples"),
        (["check"], "FILE"),
        (["examples", "more"], "more"),
    ],
)
def test_a_wrong_command_is_one_message_that_says_what_is_possible(
    capsys: pytest.CaptureFixture[str], arguments: list[str], told: str
) -> None:
    assert told in complaint(capsys, *arguments)


def qkv(path: Path, T_q: int, T_k: int, d_k: int) -> Path:
    """Save zeros of these sizes as a tensor file."""
    np.savez(path, q=np.zeros((T_q, d_k)), k=np.zeros((T_k, d_k)), v=np.zeros((T_k, 2)))
    return path


@pytest.mark.parametrize(
    ("sizes", "said"),
    [
        ((513, 513, 8), "Attention: expected at most 256 tokens, got 513 queries and 513 keys; "
                        "Heads: expected at most 512 tokens, got 513 queries and 513 keys"),
        ((1, 513, 8), "Attention: expected at most 256 tokens, got 1 query and 513 keys; "
                      "Heads: expected at most 512 tokens, got 1 query and 513 keys"),
        ((2, 2, 257), "expected at most 256 components, got 257 in a query or key and 2 in a value"),
    ],
)  # fmt: skip
def test_a_file_of_more_than_the_screen_shows_is_one_message_with_the_limit(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, sizes: tuple[int, int, int], said: str
) -> None:
    path = qkv(tmp_path / "large.npz", *sizes)
    picture = tmp_path / "x.png"
    for command in ([str(path)], ["render", str(path), "-o", str(picture)], [str(path), "--seed", "1"]):
        assert complaint(capsys, *command) == f"attnstudio: {path}: {said}\n"
    assert not picture.exists()


@pytest.mark.parametrize(
    ("panel", "size", "said"),
    [
        ("attention", 257, "expected at most 256 tokens, got 257 queries and 257 keys"),
        ("heads", 513, "expected at most 512 tokens, got 513 queries and 513 keys"),
        ("scaling", 2, "expected a panel that shows numbers of files, Attention or Heads, got Scaling"),
    ],
)
def test_a_panel_that_is_asked_for_and_cannot_show_a_file_says_why(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, panel: str, size: int, said: str
) -> None:
    path, picture = qkv(tmp_path / "a.npz", size, size, 2), tmp_path / "x.png"
    assert complaint(capsys, "render", str(path), "-o", str(picture), "--panel", panel).endswith(f"{path}: {said}\n")
    assert not picture.exists()


def test_a_scene_that_leads_to_such_a_file_is_refused_at_the_place_of_its_tensors(
    capsys: pytest.CaptureFixture[str], scene: Path
) -> None:
    qkv(scene.parent / "large.npz", 300, 300, 8)
    linked = {"scenario": {"tensors": {"file": "large.npz"}}}
    scene.write_text(json.dumps(SCENE | {"panels": {"attention": linked}}))
    said = "panels.attention.scenario.tensors: expected at most 256 tokens, got 300 queries and 300 keys"
    assert complaint(capsys, str(scene)) == f"attnstudio: {scene}: {said}\n"


def test_a_document_keeps_its_state_where_tensors_are_larger_than_their_field_allows(tmp_path: Path) -> None:
    opened = catalog.open_file(qkv(tmp_path / "fits.npz", 256, 256, 256)).scene
    scenario = opened.panels["attention"].scenario
    tensors = scenario.tensors  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="tensors: expected at most 256 tokens, got 257 queries and 256 keys"):
        scenario.with_changes(tensors=tensors.resized(T_q=257, T_k=256, d_k=256, d_v=2))
    assert scenario.tensors is tensors  # type: ignore[attr-defined]


def test_every_fault_of_a_file_is_told_with_its_place(capsys: pytest.CaptureFixture[str], scene: Path) -> None:
    wrong = {"scenario": {"temperature": -1, "causal": "up"}}
    scene.write_text(json.dumps(SCENE | {"panels": {"attention": wrong}}))
    text = complaint(capsys, str(scene))
    assert str(scene) in text
    assert "panels.attention.scenario.temperature" in text
    assert "panels.attention.scenario.causal" in text


def test_a_file_called_like_a_command_is_opened_by_its_path(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "render").write_text("nothing of ours")
    assert "expected a scene" in complaint(capsys, "./render")


def test_q03_without_a_display_the_window_is_refused_in_a_sentence() -> None:
    without = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "XDG_SESSION_TYPE")
    assert "no screen" in refused(run(without=without))


def test_q03_a_picture_needs_no_display(scene: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.png"
    without = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    done = run("render", str(scene), "-o", str(out), "--size", "801x603", without=without)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert png_size(out) == (801, 603)


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("kind", PICTURES)
def test_a_picture_is_the_same_bytes_twice_and_whatever_the_scale_of_the_screen(
    scene: Path, tmp_path: Path, drawn_apart: dict[str, Path], kind: str
) -> None:
    out = tmp_path / f"x{kind}"
    draw(str(scene), "-o", str(out), *LOOK)
    apart = {scale: (folder / f"x{kind}").read_bytes() for scale, folder in drawn_apart.items()}
    assert out.read_bytes() == apart["1"] == apart["2"]


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize(
    ("name", "begin"), [("A.PNG", b"\x89PNG"), ("a.b.svg", b"<?xml version"), ("a b.Pdf", b"%PDF-1.")]
)
def test_the_end_of_the_name_decides_what_is_written(
    capsys: pytest.CaptureFixture[str], scene: Path, tmp_path: Path, name: str, begin: bytes
) -> None:
    draw(str(scene), "-o", str(tmp_path / name), "--size", "640x400")
    assert capsys.readouterr() == ("", "")
    assert (tmp_path / name).read_bytes().startswith(begin)


@pytest.mark.usefixtures("qapp")
def test_a_picture_says_what_the_scene_is_called_and_what_its_numbers_are(tmp_path: Path) -> None:
    out = tmp_path / "out.svg"
    draw("toy-sentence", "-o", str(out))
    root = ET.parse(out).getroot()
    title, description = (root.findtext(f"{{http://www.w3.org/2000/svg}}{name}") for name in ("title", "desc"))
    assert title == catalog.open_example("toy-sentence").scene.title
    assert description is not None
    assert description.startswith("toy, made by hand · ")
    assert "T_q 6" in description


@pytest.mark.usefixtures("qapp")
def test_theme_zoom_and_seed_change_the_picture(scene: Path, tmp_path: Path) -> None:
    pictures = set()
    for options in ((), ("--theme", "dark"), ("--zoom", "150"), ("--seed", "3"), ("--seed", "4")):
        out = tmp_path / "out.png"
        draw(str(scene), "-o", str(out), "--size", "640x400", *options)
        pictures.add(out.read_bytes())
    assert len(pictures) == 5


@pytest.mark.usefixtures("qapp")
def test_a_stage_or_a_figure_alone_fills_the_picture(tmp_path: Path) -> None:
    texts = {}
    for name in ("scores", "weights", "bars"):
        out = tmp_path / f"{name}.svg"
        draw("toy-sentence", "-o", str(out), "--stage", name)
        root = ET.parse(out).getroot()
        texts[name] = {element.text for element in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {name: {"Q", "masked logits", "exp"} & found for name, found in texts.items()} == {
        "scores": {"Q"}, "weights": {"masked logits"}, "bars": {"exp"}
    }  # fmt: skip


def test_a_stage_that_there_is_not_is_refused_with_those_there_are(tmp_path: Path) -> None:
    out = tmp_path / "x.png"
    said = refused(run("render", "worked-example", "-o", str(out), "--stage", "waits"))
    assert said.startswith("--stage: expected one of scores, logits, masked_logits, weights, output")
    assert not out.exists()


@pytest.mark.parametrize("command", ["render", "export", "grade", "check", "examples"])
def test_a_command_imports_no_other_command(command: str) -> None:
    code = f"import sys; from attnstudio.cli import main; main(['{command}', '--help']); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = {name for name in done.stdout.splitlines()[-1].split() if name.startswith("attnstudio.commands.")}
    assert loaded == {f"attnstudio.commands.{name}" for name in ("arguments", command)}
    assert not {"numpy", "PySide6"} & set(done.stdout.splitlines()[-1].split())


def test_e13_a_picture_that_is_too_large_is_refused_before_anything_is_written(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "x.png"
    out.write_text("old")
    assert "16384x16384" in complaint(capsys, "render", "worked-example", "-o", str(out), "--size", "40000x900")
    assert out.read_text() == "old"


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("kind", PICTURES)
@pytest.mark.parametrize(
    ("out", "why"),
    [
        ("no/such/folder/out", "there is no folder {tmp}/no/such/folder to write it in"),
        ("folder", "it is a folder, not a file"),
    ],
)
def test_a_picture_that_cannot_be_written_is_told_with_its_path(
    capsys: pytest.CaptureFixture[str], scene: Path, tmp_path: Path, out: str, why: str, kind: str
) -> None:
    (tmp_path / f"folder{kind}").mkdir()
    path = tmp_path / f"{out}{kind}"
    why = why.format(tmp=tmp_path)
    assert complaint(capsys, "render", str(scene), "-o", str(path)) == f"attnstudio: {path}: {why}\n"


@pytest.mark.parametrize("folder", ["José 김 dossiê é", "My Apps (x86)"])
def test_q07_q08_any_name_of_a_folder_will_do(tmp_path: Path, folder: str) -> None:
    home = tmp_path / folder
    home.mkdir()
    scene, out = home / "scène 1.attn.json", home / "bild ü.png"
    scene.write_text(json.dumps(SCENE))
    done = run("render", str(scene), "-o", str(out), HOME=str(home), XDG_CONFIG_HOME=str(home))
    assert (done.returncode, done.stderr) == (0, "")
    assert png_size(out) == (1440, 900)


@pytest.mark.skipif(sys.platform == "win32", reason="a console sends Ctrl+C to all of its processes there")
@pytest.mark.parametrize("kind", [signal.SIGINT, signal.SIGTERM])
def test_q23_a_signal_closes_the_window_at_once_and_keeps_the_settings(tmp_path: Path, kind: signal.Signals) -> None:
    variables = os.environ | {"XDG_CONFIG_HOME": str(tmp_path)}
    marker = tmp_path / "started"
    code = f"""
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from attnstudio import window
start = window.MainWindow.start
def started(self, **options):
    start(self, **options)
    QTimer.singleShot(0, lambda: Path({str(marker)!r}).touch())
window.MainWindow.start = started
from attnstudio.cli import main
sys.exit(main([]))
"""
    process = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, env=variables, stderr=subprocess.PIPE, text=True)
    until = time.monotonic() + 30
    while not marker.exists() and process.poll() is None and time.monotonic() < until:
        time.sleep(0.05)
    process.send_signal(kind)
    _, error = process.communicate(timeout=10)
    assert (process.returncode, "Traceback" in error) == (0, False), error
    assert (tmp_path / "attnstudio" / "settings.json").exists()
