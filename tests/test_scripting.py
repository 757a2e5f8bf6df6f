"""attnstudio from scripts and notebooks."""

import re
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from transformers_like import TOKENS, Model, Tensor, transformers

import attnstudio
from attnstudio import catalog, preflight, scripting
from attnstudio.files.faults import FileFault
from attnstudio.panels.attention.scenario import AttentionScenario

ROOT = Path(__file__).parent.parent
NUMBERS = np.random.default_rng(3)
Q, K, V = NUMBERS.normal(size=(2, 3, 4)), NUMBERS.normal(size=(2, 5, 4)), NUMBERS.normal(size=(2, 5, 2))


def saved(path: Path, *tensors: Any, **options: Any) -> AttentionScenario:
    """Return the Scenario of the scene file that is saved."""
    target = path / "saved.attn.json"
    attnstudio.save_scene(target, *tensors, **options)  # type: ignore[operator]
    scenario = catalog.open_file(target).scene.panels["attention"].scenario
    assert isinstance(scenario, AttentionScenario)
    return scenario


def refused(*tensors: Any, **options: Any) -> str:
    with pytest.raises(ValueError, match=r"expected|nothing says") as caught:
        scripting.save_scene("never.attn.json", *tensors, **options)
    assert not Path("never.attn.json").exists()
    return str(caught.value)


def test_the_package_has_both_functions_and_nothing_else_that_is_unknown() -> None:
    assert attnstudio.save_scene is scripting.save_scene
    assert attnstudio.open_window is scripting.open_window
    with pytest.raises(AttributeError, match="no attribute 'close_window'"):
        attnstudio.close_window  # noqa: B018


def test_a_saved_scene_has_the_numbers_and_tokens_that_were_given(tmp_path: Path) -> None:
    scenario = saved(tmp_path, Q, K, V, query_tokens=["a", "b", "c"], key_tokens=list("uvwxy"), causal="bottom-right")
    pack = scenario.tensors
    for role, array in (("query", Q), ("key", K), ("value", V)):
        assert pack.whole(role).tobytes() == array.tobytes()
    assert (pack.query_tokens, pack.key_tokens) == (tuple("abc"), tuple("uvwxy"))
    assert scenario.causal == "bottom-right"


@pytest.mark.parametrize("dtype", ["torch.float32", "torch.bfloat16"])
def test_tensors_with_gradients_on_a_device_or_in_bfloat16_are_taken(tmp_path: Path, dtype: str) -> None:
    pack = saved(tmp_path, *(Tensor(array, dtype) for array in (Q, K, V))).tensors
    assert pack.whole("value").tobytes() == V.tobytes()


def test_what_numpy_takes_is_taken(tmp_path: Path) -> None:
    assert saved(tmp_path, [[1, 2]], [[3, 4]], [[5]]).tensors.whole("query").tolist() == [[1, 2]]


def test_one_item_of_a_batch_is_taken_where_it_is_said_which(tmp_path: Path) -> None:
    batch = [np.stack([array, array + 1]) for array in (Q, K, V)]
    pack = saved(tmp_path, *batch, batch=1).tensors
    assert pack.whole("query").tobytes() == (Q + 1).tobytes()
    assert "batch=0 to take the first item of a batch, or layers=range(2)" in refused(*batch)
    assert "from 0 to 1, an item of query, got 2" in refused(*batch, batch=2)
    assert saved(tmp_path, *batch, layers=[3, 7]).tensors.layers == (3, 7)


def test_a_list_is_one_tensor_a_layer(tmp_path: Path) -> None:
    weights = [Tensor(np.full((1, 2, 3, 3), 1 / 3)) for _ in range(4)]
    pack = saved(tmp_path, weights=weights, tokens=["a", "b", "c"], batch=0).tensors
    assert (pack.lead, pack.layers, pack.T_q) == ((4, 2), (0, 1, 2, 3), 3)


def test_a_mask_says_who_may_attend(tmp_path: Path) -> None:
    mask = np.ones((3, 5), bool)
    mask[1, 4] = False
    assert saved(tmp_path, Q, K, V, mask=mask).custom == {(1, 4)}


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"tokens": ["a"]}, "query_tokens: expected 3, one for each query, got 1"),
        ({"tokens": "abc"}, "expected a list of tokens, got one text, 'abc'"),
        ({"query_tokens": [1, 2, 3]}, "query_tokens[0]"),
        ({"causal": "left"}, "causal: expected True, False, 'top-left' or 'bottom-right', got 'left'"),
        ({"mask": np.ones((3, 5))}, "mask: expected a Boolean array of shape (3, 5)"),
        (
            {"mask": [[True], [True, False]]},
            "mask: expected a Boolean array of shape (3, 5), True = may attend, got list",
        ),
        ({"weights": np.ones((3, 5))}, "weights alone"),
        ({"query": None}, "expected query, key and value, or weights alone, got key, value"),
        ({"query": "words"}, "query: expected an array of real numbers, got str"),
        ({"query": [[1, 2], [3]]}, "query: expected an array of numbers, got list"),
        ({"query": Q[:, :, :3]}, "key: expected 3 components"),
        ({"query": Q * np.nan}, "query[0, 0, 0]: expected a finite number"),
        (
            {"query": np.zeros((513, 4)), "key": K[0], "value": V[0]},
            "Heads: expected at most 512 tokens, got 513 queries",
        ),
        ({"query": np.zeros((300, 4)), "key": K[0], "value": V[0], "panel": "attention"}, "at most 256 tokens"),
        ({"panel": "scaling"}, "expected a panel that shows numbers of files, Attention or Heads, got Scaling"),
        ({"panel": "head"}, "panel: expected one of the panels attention, scaling, heads, got 'head'"),
        ({"title": 7}, "title: expected text, got 7"),
        ({"model": b"m"}, "model: expected text, got b'm'"),
        ({"title": "\ud800"}, "title: expected whole characters"),
        (
            {"causal": True},
            "causal: expected 'top-left' or 'bottom-right': with 3 queries and 5 keys True does not say",
        ),
        (
            {"causal": np.eye(4)},
            "causal: expected True, False, 'top-left' or 'bottom-right', got ndarray of shape (4, 4)",
        ),
        ({"causal": 1}, "causal: expected True, False, 'top-left' or 'bottom-right', got 1"),
        ({"layers": 5}, "layers: expected a list of whole numbers, one for each layer, got 5"),
        ({"layers": ["a"]}, "layers: expected a list of whole numbers, one for each layer, got ['a']"),
        ({"tokens": 5}, "query_tokens: expected a list of tokens, got 5"),
        ({"scale": "x"}, "scale: expected a number above 0, got 'x'"),
        ({"scale": np.ones(3)}, "scale: expected a number above 0, got ndarray of shape (3,)"),
        ({"scale": -1}, "scale: expected a number above 0, got -1"),
        (
            {"query": None, "key": None, "value": None, "weights": (None, None)},
            "weights: expected an array for each layer, got 2 times None: fused attention gives no weights",
        ),
    ],
)
def test_what_is_wrong_is_named_with_what_was_expected_and_what_came(options: dict[str, Any], told: str) -> None:
    assert told in refused(**{"query": Q, "key": K, "value": V, **options})


def test_a_scene_needs_its_ending_and_a_folder(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"ends in .attn.json, got 'head.npz'"):
        scripting.save_scene(tmp_path / "head.npz", Q, K, V)
    with pytest.raises(FileFault, match=r"there is no folder .*none to write it in"):
        scripting.save_scene(tmp_path / "none" / "x.attn.json", Q, K, V)


def test_without_a_screen_the_window_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preflight, "check_display", lambda: "There is no screen.")
    with pytest.raises(RuntimeError, match=r"^There is no screen\.$"):
        scripting.open_window(Q, K, V)


def test_a_script_waits_until_the_window_is_closed_and_may_open_another() -> None:
    code = """
import numpy as np, attnstudio
from PySide6.QtCore import QTimer
from attnstudio import window
start, shown = window.MainWindow.start, []
def started(self, **options):
    start(self, **options)
    shown.append(self.document.scene.panels["attention"].scenario.tensors.whole("query").tolist())
    QTimer.singleShot(0, self.close)
window.MainWindow.start = started
for number in (1.0, 2.0):
    assert attnstudio.open_window([[number]], [[1.0]], [[1.0]]) is None
print(shown)
"""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout) == (0, "[[[1.0]], [[2.0]]]\n"), done.stderr


def test_where_ipython_runs_the_loop_of_qt_the_window_is_returned_at_once() -> None:
    code = """
import sys, types
shell = types.SimpleNamespace(active_eventloop="qt6")
sys.modules["IPython"] = types.SimpleNamespace(get_ipython=lambda: shell)
from PySide6.QtWidgets import QApplication
app = QApplication([])
import attnstudio
window = attnstudio.open_window([[1.0]], [[1.0]], [[1.0]])
print(type(window).__name__, window.isVisible())
window.close()
"""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout) == (0, "MainWindow True\n"), done.stderr


def test_the_lines_of_the_readme_take_weights_and_vectors_out_of_a_model(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    blocks = [b for b in re.findall(r"```python\n(.*?)```", readme, re.DOTALL) if "attnstudio.open_window" in b]
    assert len(blocks) == 2
    model, shown = Model(), []
    monkeypatch.setitem(sys.modules, "transformers", transformers(model))
    monkeypatch.setattr(scripting, "open_window", lambda **options: shown.append(saved(tmp_path, **options).tensors))
    exec(compile("\n".join(blocks), "README.md", "exec"), {})
    weights, vectors = shown
    assert weights.key_tokens == vectors.query_tokens == tuple(TOKENS)
    assert np.array_equal(weights.whole("weights"), np.stack([layer[0] for layer in model.attentions]))
    for role in ("query", "key", "value"):
        output = model.modules[f"encoder.layer.1.attention.self.{role}"].output[0]
        assert np.array_equal(vectors.whole(role)[1, 2], output[:, 4:6])  # layer 1, the last of 3 heads


@pytest.mark.parametrize("kind", [float, np.float16, np.float32, np.float64, np.int64])
def test_a_scale_is_a_number_of_any_type(tmp_path: Path, kind: type) -> None:
    assert saved(tmp_path, Q, K, V, scale=kind(2)).tensors.scale == 2


def test_true_is_a_causal_mask_where_both_corners_are_the_same(tmp_path: Path) -> None:
    assert saved(tmp_path, K, K, V, causal=True).causal == "top-left"
    assert saved(tmp_path, K, K, V, causal=np.True_).causal == "top-left"
    assert saved(tmp_path, Q, K, V, causal="bottom-right").causal == "bottom-right"


@pytest.mark.parametrize("show", [partial(scripting.save_scene, "never.attn.json"), scripting.open_window])
def test_an_option_that_there_is_not_is_named_with_those_there_are(show: Callable[..., object]) -> None:
    with pytest.raises(TypeError, match=r"^tokes: there is no such option; the options are weights, tokens, "):
        show(Q, K, V, tokes=["a"])


@pytest.mark.parametrize("theme", ["pink", 3, ["light"]])
def test_a_theme_that_there_is_not_is_named_with_those_there_are(monkeypatch: pytest.MonkeyPatch, theme: Any) -> None:
    monkeypatch.setattr(preflight, "check_display", lambda: None)
    with pytest.raises(ValueError, match=r"^theme: expected one of light, dark, projector, got "):
        scripting.open_window(Q, K, V, theme=theme)
