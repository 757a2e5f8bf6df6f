"""Scripts of the Heads panel compute every stage again and find what is shown."""

import re
import subprocess
import sys

import numpy as np
import pytest
from head_scenarios import OTHERS, WEIGHTS_ALONE, head, own
from hypothesis import HealthCheck, given, settings
from scenario_strategies import scenarios

from attnstudio import catalog
from attnstudio.panels.heads.scenario import HeadsScenario, from_tensors
from attnstudio.panels.heads.script import script
from attnstudio.panels.heads.stages import NAMES
from attnstudio.state.tensors import TensorPack

REFUSED = r"more than the 150,000 numbers .* \.npz"
RNG = np.random.default_rng(3)


def run(text, folder):
    """Run a script where attnstudio cannot be imported, and return what it prints."""
    path = folder / "proof.py"
    path.write_text(text, "utf-8")
    done = subprocess.run([sys.executable, "-I", "-W", "error", str(path)],
                          cwd=folder, capture_output=True, encoding="utf-8", check=False, timeout=120)  # fmt: skip
    assert done.returncode == 0, f"{done.stderr}\n{text[:3000]}"
    return done.stdout


def checked(text):
    return re.findall(r'^check\w*\("(\w+)"', text, re.MULTILINE)


@pytest.mark.parametrize("changes", OTHERS.values(), ids=OTHERS.keys())
def test_the_script_of_every_kind_of_scenario_finds_what_is_shown(changes, tmp_path):
    scenario = HeadsScenario(**changes)
    text = script(scenario, "numpy")
    said = run(text, tmp_path)
    assert said.count("as on the screen") == len(checked(text)) >= 5
    if scenario.data.pack.has_vectors:
        assert {"logits", "masked_logits", "weights", "output", "effects", "concat"} <= set(checked(text))
    assert ("joined" in checked(text)) == (scenario.source == "toy")


@pytest.mark.parametrize("changes", [
    {}, {"temperature": 0.05}, {"temperature": 20.0, "divide_by": "one"}, {"undo_positions": True, "hide_first": True},
    {"mask": "off", "find": "pair"}, {"divide_by": "sqrt_d_model", "find": "first"},
])  # fmt: skip
@pytest.mark.parametrize("name", ["minilm", "smollm2"])
def test_real_heads_agree_under_every_change(name, changes, tmp_path):
    run(script(HeadsScenario(source=name, sentence="trophy", layer=4, head=5, **changes), "numpy"), tmp_path)


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(scenario=scenarios(HeadsScenario))
def test_the_script_of_any_scenario_agrees(scenario, tmp_path):
    run(script(scenario, "numpy"), tmp_path)


@pytest.mark.parametrize("changes", OTHERS.values(), ids=OTHERS.keys())
def test_a_script_for_pytorch_is_python_that_imports_it_alone_or_is_refused_in_words(changes):
    scenario = HeadsScenario(**changes)
    if scenario.source == "toy" and scenario.data.d_model == 1024:
        with pytest.raises(ValueError, match=REFUSED):
            script(scenario, "torch")
        return
    text = script(scenario, "torch")
    compile(text, "proof.py", "exec")
    assert set(re.findall(r"^import (\w+)", text, re.MULTILINE)) - {"base64"} == {"torch"}
    assert "np." not in text
    assert checked(text) == checked(script(scenario, "numpy"))


@pytest.mark.parametrize(("line", "wrong", "name"), [
    ("theta", "", "logits"), ("/ d_k**0.5", "/ d_k**0.5 + 1e-2", "logits"), ("T_q)[:, None]  #", "T_q)[:, None] + 1  #",
    "masked_logits"), ("heads // key_heads, axis=0", "heads // key_heads, axis=0)[::-1", "logits"),
    ("softmax(row)", "softmax(row) * 1.01", "effects"), ("at(-1)", "at(-2)", "on_previous"),
])  # fmt: skip
def test_a_number_that_is_not_the_one_on_the_screen_fails_the_script(line, wrong, name, tmp_path):
    text = script(head("smollm2", "13.8", undo_positions=True), "numpy")
    if not wrong:
        line, wrong = "query, key = turned_back(query), turned_back(key)", "query = turned_back(query)"
    if wrong.endswith("[::-1"):
        line, wrong = "np.repeat(key, heads // key_heads, axis=0)", "np.repeat(key[::-1], heads // key_heads, axis=0)"
    assert line in text
    with pytest.raises(AssertionError, match=f"{name}: computed"):
        run(text.replace(line, wrong), tmp_path)


def test_a_toy_is_drawn_again_by_its_seed_and_checked_to_the_joined_output(tmp_path):
    text = script(HeadsScenario(source="toy", sharing="2", seed=42, batch_item=1), "numpy")
    assert "seed = 42" in text
    assert "packed" not in text.split("projected_query, projected_key")[0].split("def normal")[1]
    assert {"projected_query", "projected_key", "projected_value", "concat", "joined"} <= set(checked(text))
    run(text, tmp_path)


def test_of_a_layer_with_too_many_numbers_the_large_head_stands_alone(tmp_path):
    arrays = (RNG.normal(size=(20, 40, 64)).astype(np.float32) for _ in range(3))
    scenario = own(*arrays).with_changes(head=17, first_head=8)
    text = script(scenario, "numpy")
    assert "this head stands alone" in text
    assert "concat" not in checked(text)
    run(text, tmp_path)


def test_a_head_with_too_many_numbers_is_refused_in_words():
    scenario = own(*(np.zeros((512, 64), np.float32) for _ in range(3)))
    with pytest.raises(ValueError, match=REFUSED):
        script(scenario, "numpy")


@pytest.mark.parametrize("library", ["numpy", "torch"])
@pytest.mark.parametrize("source", ["toy", "minilm"])
def test_covered_stages_are_computed_but_not_compared(source, library):
    scenario = HeadsScenario(source=source)
    assert checked(script(scenario, library, frozenset(NAMES))) == ["scores"]
    text = script(scenario, library, frozenset({"weights"}))
    assert "weights: covered on the screen" in text
    assert not {"logits", "weights", "output", "distance", "weight"} & set(checked(text))
    assert {"effects", "concat", "found"} <= set(checked(text))


@pytest.mark.parametrize("stage", ["statistics", "weights"])
def test_stored_weights_that_are_covered_are_not_written_into_a_script(stage):
    scenario = from_tensors(WEIGHTS_ALONE)
    with pytest.raises(ValueError, match="the weights are covered"):
        script(scenario, "numpy", frozenset({stage}))


def test_stored_weights_are_looked_at_with_their_missing_numbers(tmp_path):
    stored = RNG.uniform(0, 1, (2, 3, 4, 4))
    stored[0, 1, 2, 1] = np.nan
    stored[0, 2] = np.nan
    pack = TensorPack(weights=stored, layers=(0, 1), query_tokens=tuple("abab"), key_tokens=tuple("abab"))
    for changes in ({}, {"hide_first": True}, {"head": 1, "find": "pair", "selected_query": 2, "selected_key": 1}):
        said = run(script(from_tensors(pack).with_changes(**changes), "numpy"), tmp_path)
        assert "row_sums (4,): as on the screen" in said
        assert "on_same" in said


def test_the_catalog_knows_the_script():
    assert catalog.panel_named("heads").script_at == "script:script"
