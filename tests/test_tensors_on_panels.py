"""Numbers of one's own reach every panel that can show them: from the window, the command line and scripts."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication, QFileDialog
from real_window import opened, scene_of, settle

import attnstudio
from attnstudio import catalog
from attnstudio.cli import main
from attnstudio.files.faults import FileFault
from attnstudio.files.scenes import write_scene
from attnstudio.panels.heads import findings, weights
from attnstudio.panels.heads.scenario import IN_SIGHT, HeadsScenario
from attnstudio.window import MainWindow

NUMBERS = np.random.default_rng(5)
QKV = {name: NUMBERS.normal(size=(3, 4, 6)) for name in "qkv"}
ROTARY = {**QKV, "tokens": np.array(list("abcd")), "rope_theta": np.array(1e4)}
LONG = {name: NUMBERS.normal(size=(2, 300, 4)).astype(np.float32) for name in "qkv"}
STORED = NUMBERS.dirichlet(np.ones(5), (2, 3, 5))
LAYERS, HEADS, TOKENS = 48, 32, 512


def file(folder: Path, **arrays: Any) -> Path:
    path = folder / "own.npz"
    np.savez(path, **arrays)
    return path


def heads_of(path: Path, **options: Any) -> HeadsScenario:
    scenario = catalog.open_file(path, **options).scene.panels["heads"].scenario
    assert isinstance(scenario, HeadsScenario)
    return scenario


@pytest.fixture
def window(qapp: QApplication) -> Iterator[MainWindow]:
    assert qapp is not None
    with opened(scene_of("heads", HeadsScenario())) as window:
        yield window
        window.desk.opening.close()


def test_a_file_is_put_into_every_panel_that_shows_tensors_and_they_share_it(tmp_path: Path) -> None:
    scene = catalog.open_file(file(tmp_path, **QKV)).scene
    attention, heads = (scene.panels[name].scenario for name in ("attention", "heads"))
    assert scene.open_panel == "attention"
    assert heads.source == "own"
    assert heads.tensors is attention.tensors
    np.testing.assert_array_equal(heads.tensors.query, QKV["q"])


@pytest.mark.parametrize(("front", "panel"), [("heads", "heads"), ("attention", "attention"), ("scaling", "attention")])
def test_the_open_panel_stays_in_front_where_it_can_show_a_file(tmp_path: Path, front: str, panel: str) -> None:
    assert catalog.open_file(file(tmp_path, **QKV), front=front).scene.open_panel == panel


def test_a_file_that_attention_cannot_show_is_in_front_on_heads_and_it_is_said(tmp_path: Path) -> None:
    opening = catalog.open_file(file(tmp_path, **LONG), front="attention")
    assert opening.scene.open_panel == "heads"
    start = catalog.start_scene()
    assert opening.scene.panels["attention"] == start.panels["attention"]
    assert "The panel Attention does not show these numbers: expected at most 256" in str(opening.notices[0])


@pytest.mark.parametrize("arrays", [QKV, {"weights": STORED[0]}], ids=["q, k and v", "weights alone"])
def test_a_file_opened_on_the_heads_panel_is_shown_there(
    window: MainWindow, tmp_path: Path, arrays: dict[str, Any]
) -> None:
    window.files.open_path(file(tmp_path, **arrays))
    settle()
    document = window.document
    assert document.scene.open_panel == "heads"
    assert str(document.shown.captions["title"]) == "Own data: own.npz"
    assert document.shown.grid.n_heads == len(next(iter(arrays.values())))  # type: ignore[attr-defined]


def test_weights_alone_disable_what_needs_queries_and_keys_and_say_why(window: MainWindow, tmp_path: Path) -> None:
    window.files.open_path(file(tmp_path, weights=STORED[0]))
    settle()
    side = window._views["heads"].side  # type: ignore[attr-defined]
    for control in (side.divide, side.temperature, side.masking, side.switches["undo_positions"]):
        assert not control.isEnabled()
        assert "Q and K" in control.toolTip()
    window.files.open_path(file(tmp_path, **QKV))
    settle()
    assert side.temperature.isEnabled()


def test_a_button_beside_own_data_asks_for_a_file(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    assert qapp is not None
    asked: list[bool] = []
    monkeypatch.setattr(QFileDialog, "open", lambda *_: asked.append(True))
    with opened(scene_of("heads", HeadsScenario(source="own"))) as window:
        button = window._views["heads"].side.open  # type: ignore[attr-defined]
        assert button.isVisible()
        button.click()
        assert asked == [True]
        window.document.edit("heads", source="toy")
        settle()
        assert not button.isVisible()


def test_own_data_before_a_file_is_opened_is_named_as_an_example(tmp_path: Path) -> None:
    title = catalog.compute("heads", HeadsScenario(source="own")).captions["title"]
    assert str(title) == "Own data: no file is opened yet; two small heads made by hand"
    assert str(catalog.compute("heads", heads_of(file(tmp_path, **QKV))).captions["title"]) == "Own data: own.npz"


def test_export_of_the_heads_panel_writes_the_numbers_of_the_file(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    assert main(["export", str(file(tmp_path, **QKV)), "-o", str(out), "--panel", "heads"]) == 0
    scene = json.loads(out.read_text())
    assert scene["open_panel"] == "heads"
    heads = scene["panels"]["heads"]["scenario"]
    assert heads["source"] == "own"
    np.testing.assert_array_equal(heads["tensors"]["query"], QKV["q"])
    table = tmp_path / "out.csv"
    assert main(["export", str(tmp_path / "own.npz"), "-o", str(table), "--panel", "heads"]) == 0
    assert repr(float(QKV["q"][0, 0, 0])) in table.read_text()


def test_a_script_chooses_the_panel_that_shows_its_tensors(tmp_path: Path) -> None:
    target = tmp_path / "own.attn.json"
    mask = np.ones((4, 4), bool)
    mask[2, 0] = False
    attnstudio.save_scene(target, *QKV.values(), panel="heads", causal=True, mask=mask)  # type: ignore[operator]
    scene = catalog.open_file(target).scene
    heads = scene.panels["heads"].scenario
    assert scene.open_panel == "heads"
    assert (heads.source, heads.own_causal, heads.blocked) == ("own", "top-left", {(2, 0)})
    assert scene.panels["attention"].scenario.tensors == heads.tensors
    long = tmp_path / "long.attn.json"
    attnstudio.save_scene(long, *LONG.values())  # type: ignore[operator]
    assert catalog.open_file(long).scene.open_panel == "heads"


@pytest.mark.parametrize("at", ["", "link"], ids=["numbers of a script", "numbers of a file"])
def test_large_numbers_of_two_panels_are_written_and_read_once(tmp_path: Path, at: str) -> None:
    large = {name: NUMBERS.normal(size=(2, 200, 8)) for name in "qkv"}
    target = tmp_path / "large.attn.json"
    if at:
        write_scene(catalog.open_file(file(tmp_path, **large)).scene, target)
    else:
        attnstudio.save_scene(target, *large.values())  # type: ignore[operator]
    links = [state["scenario"]["tensors"] for name, state in json.loads(target.read_text())["panels"].items()
             if name != "scaling"]  # fmt: skip
    assert links[0] == links[1]
    assert len(list(tmp_path.glob("*.npz"))) == 1
    scene = catalog.open_file(target).scene
    assert scene.panels["heads"].scenario.tensors is scene.panels["attention"].scenario.tensors


def test_large_numbers_of_two_panels_stand_once_in_a_scene_of_one_file(tmp_path: Path) -> None:
    source, out = (
        file(tmp_path, **LONG | {"k": LONG["k"][:, :200], "q": LONG["q"][:, :200], "v": LONG["v"][:, :200]}),
        (tmp_path / "whole.json"),
    )
    assert main(["export", str(source), "-o", str(out)]) == 0
    raw = json.loads(out.read_text())
    assert raw["panels"]["heads"]["scenario"]["tensors"] == {"same": "panels.attention.scenario.tensors"}
    scene = catalog.open_file(out).scene
    tensors = scene.panels["heads"].scenario.tensors
    assert tensors is scene.panels["attention"].scenario.tensors
    np.testing.assert_array_equal(tensors.query, LONG["q"][:, :200])
    for wrong in ("panels.heads.scenario.tensors", "panels.attention", "nowhere", 3):
        raw["panels"]["heads"]["scenario"]["tensors"] = {"same": wrong}
        out.write_text(json.dumps(raw))
        with pytest.raises(FileFault, match=r"panels\.heads\.scenario\.tensors"):
            catalog.open_file(out)


@pytest.mark.parametrize("stated", ["adjacent", "halves"])
def test_rotary_pairs_that_a_file_states_reach_the_heads_panel(tmp_path: Path, stated: str) -> None:
    path = file(tmp_path, **ROTARY, rope_pairs=np.array(stated))
    assert heads_of(path).rope_pairs == stated
    assert catalog.open_file(path).notices == ()


def test_rotary_positions_without_their_pairs_are_told_as_assumed(tmp_path: Path) -> None:
    path = file(tmp_path, **ROTARY)
    assert heads_of(path).rope_pairs == "adjacent"
    (told,) = map(str, catalog.open_file(path).notices)
    assert "neighbours (0, 1), (2, 3), … are taken for turned together" in told
    assert catalog.open_file(file(tmp_path, weights=STORED[0], rope_theta=1e4)).notices == ()


def test_rotary_pairs_of_another_word_are_a_fault_with_what_is_allowed(tmp_path: Path) -> None:
    with pytest.raises(FileFault, match="rope_pairs: expected `adjacent` or `halves`, got 'both'"):
        catalog.open_file(file(tmp_path, **ROTARY, rope_pairs=np.array("both")))


@pytest.mark.parametrize("first_axis", ["batch", "layers"])
def test_the_first_of_four_axes_is_asked_about_and_reaches_the_heads_panel(tmp_path: Path, first_axis: str) -> None:
    arrays = {name: NUMBERS.normal(size=(2, 3, 4, 6)) for name in "qkv"}
    answers = {"first_axis": first_axis, **({"batch": "1"} if first_axis == "batch" else {})}
    pack = heads_of(file(tmp_path, **arrays), answers=answers).data.pack
    assert (pack.n_layers, pack.n_heads) == ((1, 3) if first_axis == "batch" else (2, 3))
    np.testing.assert_array_equal(pack.query, arrays["q"][1] if first_axis == "batch" else arrays["q"])


def test_layers_that_a_file_states_have_their_own_numbers_on_the_heads_panel(tmp_path: Path) -> None:
    scenario = heads_of(file(tmp_path, weights=STORED, layers=np.array([5, 9])))
    assert scenario.with_changes(layer=1).layer_number == 9
    result = catalog.compute("heads", scenario.with_changes(layer=1, head=2))
    np.testing.assert_array_equal(result.matrices["weights"].values, STORED[1, 2])


def test_a_file_of_48_layers_of_32_heads_of_512_tokens_is_mapped_and_only_heads_in_sight_are_computed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int] = []
    plain = weights.attention_weights

    def counting(query: Any, key: Any, **how: Any) -> Any:
        found = plain(query, key, **how)
        made.append(found.size)
        return found

    monkeypatch.setattr(weights, "attention_weights", counting)
    monkeypatch.setattr(findings, "_TABLES", findings._Tables())
    weights._kept_weights.cache_clear()
    weights.all_weights.cache_clear()
    rows = NUMBERS.standard_normal((1, 1, TOKENS, 16)).astype(np.float16)
    arrays = {name: np.broadcast_to(rows, (LAYERS, HEADS, TOKENS, 16)) for name in "qkv"}
    opening = catalog.open_file(
        file(tmp_path, **arrays, layers=np.arange(LAYERS), causal=np.array(True)), front="attention"
    )
    scenario = opening.scene.panels["heads"].scenario
    assert opening.scene.open_panel == "heads"
    assert not any(scenario.tensors.whole(role).flags.owndata for role in ("query", "key", "value"))
    assert made == []
    result = catalog.compute("heads", scenario)
    assert sum(made) / TOKENS**2 == IN_SIGHT
    assert result.progress < 1
    catalog.compute("heads", scenario.with_changes(first_head=1))
    assert sum(made) / TOKENS**2 == IN_SIGHT + 1
