"""Scripts prove the numbers on the screen, and need nothing but NumPy or PyTorch."""

import importlib.util
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scenario_strategies import scenarios

from attnstudio import catalog
from attnstudio.files.examples import examples
from attnstudio.panels.attention.scenario import AttentionScenario
from attnstudio.panels.scaling.scenario import ScalingScenario
from attnstudio.state.scene import PanelState
from attnstudio.state.tensors import TensorPack

HAS_TORCH = importlib.util.find_spec("torch") is not None
LIBRARIES = [
    "numpy",
    pytest.param("torch", marks=pytest.mark.skipif(not HAS_TORCH, reason="PyTorch is not installed")),
]
NAMES = [example.name for example in examples()]
FEW = settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def run_alone(text: str, folder: Path) -> str:
    """Run a script where attnstudio cannot be imported, and return what it prints."""
    path = folder / "proof.py"
    path.write_text(text, "utf-8")
    done = subprocess.run(
        [sys.executable, "-I", "-W", "error", str(path)],
        cwd=folder, capture_output=True, encoding="utf-8", check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, f"{done.stderr}\n{text[:4000]}"
    return done.stdout


def proof(panel: str, scenario: object, library: str = "numpy") -> str:
    return catalog.script(panel, PanelState(scenario), library)  # type: ignore[arg-type]


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("name", NAMES)
def test_the_script_of_every_example_recomputes_and_finds_what_is_shown(
    name: str, library: str, tmp_path: Path
) -> None:
    scene = catalog.open_example(name).scene
    text = proof(scene.open_panel, scene.panels[scene.open_panel].scenario, library)
    said = run_alone(text, tmp_path)
    assert said.count("as on the screen") == len(re.findall(r"^check", text, re.MULTILINE)) >= 5
    if scene.open_panel == "attention":
        assert [line.split()[0] for line in said.splitlines()] == list(AttentionScenario.stages)


@FEW
@given(scenario=scenarios(AttentionScenario))
def test_the_script_of_any_attention_agrees(scenario: AttentionScenario, tmp_path: Path) -> None:
    run_alone(proof("attention", scenario), tmp_path)


@FEW
@given(scenario=scenarios(ScalingScenario), pairs=st.integers(100, 3000))
def test_the_script_of_any_scaling_agrees(scenario: ScalingScenario, pairs: int, tmp_path: Path) -> None:
    run_alone(proof("scaling", scenario.with_changes(pairs=pairs)), tmp_path)


@pytest.mark.parametrize(
    "changes",
    [
        {"causal": "bottom-right"},
        {"causal": "top-left", "mask_as": "zero_before"},
        {"causal": "top-left", "mask_as": "zero_after"},
        {"window": 2, "causal": "bottom-right", "padding": frozenset({0, 9})},
        {"custom": frozenset((0, j) for j in range(5)), "temperature": 0.05},
        {"custom": frozenset((0, j) for j in range(5)), "mask_as": "zero_after", "base": "2"},
        {"divide_by": "d_k", "base": "2", "temperature": 3.7},
    ],
)
def test_every_mask_and_each_wrong_way_of_applying_it_agrees(changes: dict[str, object], tmp_path: Path) -> None:
    generator = np.random.default_rng(1)
    pack = TensorPack(
        query=generator.normal(size=(3, 4)), key=generator.normal(size=(5, 4)), value=generator.normal(size=(5, 2))
    )
    for given_changes in (changes, {**changes, "tensors": pack}):
        start = AttentionScenario() if "tensors" in given_changes else catalog.open_example(
            "toy-sentence").scene.panels["attention"].scenario  # fmt: skip
        said = run_alone(proof("attention", start.with_changes(**given_changes)), tmp_path)
        assert said.count("as on the screen") == 5


def test_a_number_that_is_not_the_one_on_the_screen_fails_the_script(tmp_path: Path) -> None:
    text = proof("attention", AttentionScenario())
    wrong = text.replace("scores = query @ key.T", "scores = query @ key.T + 1e-9")
    assert wrong != text
    with pytest.raises(AssertionError, match="scores: computed"):
        run_alone(wrong, tmp_path)


def test_a_grouped_head_says_which_key_head_it_shares_and_agrees_in_float32(tmp_path: Path) -> None:
    scenario = catalog.open_example("real-cat-smollm2").scene.panels["attention"].scenario
    text = proof("attention", scenario.with_changes(layer=1, head=4))
    assert "head 4 of 9, counted from 0, which shares key and value head 1 with others" in text
    assert "Stored as float16, computed in float32" in text
    run_alone(text, tmp_path)


def test_weights_without_q_and_k_are_compared_by_their_sums(tmp_path: Path) -> None:
    pack = TensorPack(weights=np.array([[0.1, 0.7, np.nan], [1e-9, 0.2, 0.3]], np.float32), key_tokens=("a", "\0", '"'))
    said = run_alone(proof("attention", AttentionScenario().with_changes(tensors=pack)), tmp_path)
    assert "row_sums (2,): as on the screen" in said


@pytest.mark.parametrize("library", ["numpy", "torch"])
def test_covered_stages_are_computed_but_their_numbers_are_not_in_the_script(library: str) -> None:
    state = PanelState(AttentionScenario(), covered=frozenset({"weights"}))
    text = catalog.script("attention", state, library)
    assert 'check("weights"' not in text
    assert "weights: covered on the screen" in text
    assert "0.506" not in text
    bare = catalog.script("attention", replace(state, covered=frozenset(AttentionScenario.stages)), library)
    assert not re.search(r"^check", bare, re.MULTILINE)


@pytest.mark.parametrize("library", ["numpy", "torch"])
def test_covered_stages_of_scaling_are_not_compared(library: str) -> None:
    covered = frozenset(ScalingScenario.stages)
    text = catalog.script("scaling", PanelState(ScalingScenario(), covered=covered), library)
    assert set(re.findall(r'^check\w*\("(\w+)"', text, re.MULTILINE)) == {"scores"}


def test_a_script_of_too_many_numbers_is_refused_in_words_that_name_the_npz() -> None:
    zeros = np.zeros((256, 256))
    scenario = AttentionScenario().with_changes(tensors=TensorPack(query=zeros, key=zeros, value=zeros))
    with pytest.raises(ValueError, match=r"more than the 150,000 numbers .* \.npz"):
        proof("attention", scenario)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("library", ["numpy", "torch"])
def test_a_script_is_python_that_imports_the_library_alone(name: str, library: str) -> None:
    scene = catalog.open_example(name).scene
    text = proof(scene.open_panel, scene.panels[scene.open_panel].scenario, library)
    compile(text, "proof.py", "exec")
    imported = set(re.findall(r"^import (\w+)", text, re.MULTILINE))
    assert imported - {"base64"} == {library}
