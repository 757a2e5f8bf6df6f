"""Break it: ten broken attentions, each with its own picture, and what is said of them."""

import re
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scenario_strategies import scenarios

from attnstudio import catalog
from attnstudio.panels.attention.broken import active, broken_stages, has_hold, missing
from attnstudio.panels.attention.compute import AttentionResult, compute
from attnstudio.panels.attention.explain import explain
from attnstudio.panels.attention.faults import FAULTS, NONE, RATE
from attnstudio.panels.attention.finding import another, verdict
from attnstudio.panels.attention.scenario import AttentionScenario
from attnstudio.state.message import Message
from attnstudio.state.scene import PanelState
from attnstudio.state.tensors import TensorPack

TEN = [fault for fault in FAULTS if fault != NONE]
STAGES = ("scores", "logits", "masked_logits", "weights", "output")
WEIGHTS_ALONE = AttentionScenario(tensors=TensorPack(weights=np.eye(2)))
ALIKE_HEADS = AttentionScenario(  # whose mean is each of them, to the rounding of float32
    tensors=TensorPack(
        query=np.tile(np.linspace(-1, 2, 12, dtype=np.float32).reshape(4, 3), (7, 1, 1)),
        key=np.tile(np.linspace(2, -1, 12, dtype=np.float32).reshape(4, 3) ** 2, (7, 1, 1)),
        value=np.tile(np.linspace(0, 1, 12, dtype=np.float32).reshape(4, 3), (7, 1, 1)),
    ),
)
each_fault = pytest.mark.parametrize("fault", TEN)


def example(**changes: object) -> AttentionScenario:
    """Return the example that has two heads, a causal mask and padding, right unless it is changed."""
    scenario = catalog.open_example("break-it").scene.panels["attention"].scenario
    assert isinstance(scenario, AttentionScenario)
    return scenario.with_changes(**{"fault": NONE, "hide_fault": False} | changes)


def broken(fault: str, **changes: object) -> AttentionResult:
    return compute(example(fault=fault, **changes))


def values(result: AttentionResult, stage: str) -> np.ndarray:
    return result.matrices[stage].values


def first_that_differs(fault: str) -> str:
    """Return the stage that a fault changes first."""
    result, right = broken(fault), compute(example())
    return next(name for name in STAGES if not np.allclose(values(result, name), values(right, name)))


def texts(value: object) -> list[str]:
    """Return every text inside of what a panel says."""
    match value:
        case Message():
            return [str(value)]
        case str():
            return [value]
        case dict():
            return [text for each in value.values() for text in texts(each)]
        case tuple() | list():
            return [text for each in value for text in texts(each)]
    return texts(list(vars(value).values())) if hasattr(value, "__dataclass_fields__") else []


def all_texts(scenario: AttentionScenario) -> str:
    """Return all that the Result, the description, the arithmetic of every cell and the script say."""
    result, state = compute(scenario), PanelState(scenario)
    described = catalog.describe("attention", result, state)
    said = texts([result.captions, list(result.notices), dict(result.figures), described])
    for name, matrix in result.matrices.items():
        said += texts([matrix.title, matrix.subtitle, matrix.turned_subtitle, matrix.row_notes])
        rows, columns = matrix.shape
        said += [str(explain(result, name, i, j).text) for i in range(rows) for j in range(columns)]
    return "\n".join([*said, *(catalog.script("attention", state, library) for library in ("numpy", "torch"))])


def test_in_the_example_every_fault_shows_and_no_two_give_the_same_picture() -> None:
    results = {fault: compute(example(fault=fault)) for fault in FAULTS}
    for a, b in combinations(FAULTS, 2):
        apart = max(np.abs(values(results[a], name) - values(results[b], name)).max() for name in ("weights", "output"))
        assert apart >= 0.02, (a, b)


@pytest.mark.parametrize(
    ("fault", "stage"),
    [("split", "scores"), ("no_scale", "logits"), ("d_model", "logits"), ("zero", "masked_logits"),
     ("after", "masked_logits"), ("transposed", "masked_logits"), ("padding", "masked_logits"), ("axis", "weights"),
     ("averaged", "weights"), ("dropout", "weights")],
)  # fmt: skip
def test_a_fault_leaves_every_stage_before_its_own_as_it_is(fault: str, stage: str) -> None:
    assert first_that_differs(fault) == stage


def test_what_shows_a_fault_is_so() -> None:
    right = compute(example())
    allowed = np.isfinite(values(right, "masked_logits"))
    weights = {fault: values(broken(fault), "weights") for fault in TEN}
    logits = {fault: values(broken(fault), "logits") for fault in TEN}
    masked = {fault: values(broken(fault), "masked_logits") for fault in TEN}
    columns = weights["axis"].sum(axis=0)
    np.testing.assert_allclose(columns[allowed.any(axis=0)], 1)
    assert np.abs(weights["axis"].sum(axis=1) - 1).max() > 0.1
    np.testing.assert_array_equal(logits["no_scale"], values(right, "scores"))
    np.testing.assert_allclose(logits["d_model"], values(right, "scores") / 8**0.5)
    assert (masked["zero"][~allowed] == 0).all()
    assert (weights["zero"][~allowed] > 0).all()
    np.testing.assert_array_equal(masked["after"], values(right, "logits"))
    assert (weights["after"][~allowed] == 0).all()
    assert (weights["after"].sum(axis=1) < 1).all()
    np.testing.assert_array_equal(np.isfinite(masked["transposed"]), allowed.T)
    assert np.isneginf(masked["padding"][5]).all()
    assert np.isfinite(masked["padding"][:5]).sum() == 15
    np.testing.assert_allclose(weights["averaged"], values(broken("averaged", head=1), "weights"))
    kept = weights["dropout"] > 0
    np.testing.assert_allclose(weights["dropout"][kept], values(right, "weights")[kept] / 0.7)
    assert (allowed & ~kept).any()


def test_heads_split_without_transpose_hold_half_of_the_tokens_each_twice() -> None:
    scores = values(broken("split"), "scores")
    np.testing.assert_array_equal(scores[:, 0::2], scores[:, 1::2])


@pytest.mark.parametrize("fault", ["split", "averaged", "d_model"])
def test_faults_of_heads_use_shared_keys_and_values_as_the_model_does(fault: str) -> None:
    generator = np.random.default_rng(3)
    query, key, value = (generator.normal(size=(2, heads, 5, 3)) for heads in (4, 2, 2))
    of_layers = TensorPack(query=query, key=key, value=value, layers=(0, 1))
    repeated = TensorPack(query=query[1], key=key[1].repeat(2, axis=0), value=value[1].repeat(2, axis=0))
    shared = AttentionScenario(tensors=of_layers, fault=fault, layer=1, head=2)
    alone = AttentionScenario(tensors=repeated, fault=fault, head=2)
    assert active(shared) == fault
    if fault != "split":  # which cuts shared heads out of a narrower array
        np.testing.assert_allclose(values(compute(shared), "output"), values(compute(alone), "output"))
    else:
        mixed = key[1].swapaxes(0, 1).reshape(5, 6).reshape(2, 5, 3)[1]
        stages = compute(shared).stages
        assert stages is not None
        np.testing.assert_array_equal(stages.key, mixed)


@pytest.mark.parametrize(
    ("fault", "changes", "sentence"),
    [
        ("zero", {}, "It needs a mask that hides something."),
        ("after", {}, "It needs a mask that hides something."),
        ("transposed", {"window": 1}, FAULTS["transposed"].needs),
        ("padding", {"causal": "top-left"}, "It needs a padded key."),
        ("d_model", {}, "It needs several heads (of one alone d_model is d_k), and another divisor than √d_model."),
        ("split", {}, "It needs several heads of several tokens."),
        ("averaged", {}, "It needs several heads."),
        ("no_scale", {"divide_by": "one"}, "It needs a divisor: here the scores are divided by 1 anyway."),
    ],
)
def test_a_fault_that_has_nothing_to_bite_on_changes_nothing_and_says_what_it_needs(
    fault: str, changes: dict[str, object], sentence: str
) -> None:
    right = AttentionScenario(**changes)  # type: ignore[arg-type]
    result = compute(right.with_changes(fault=fault))
    np.testing.assert_array_equal(values(result, "output"), values(compute(right), "output"))
    (notice,) = result.notices
    assert str(notice) == f"Nothing is broken yet by “{FAULTS[fault].name}”. {sentence}"


def test_weights_alone_cannot_be_broken_and_say_so() -> None:
    result = compute(AttentionScenario(tensors=TensorPack(weights=np.eye(2)), fault="axis"))
    assert str(result.notices[-1]).endswith("It needs Q and K: of weights alone nothing is computed.")
    assert result.scenario.beside is None


@each_fault
def test_a_broken_result_names_its_fault_and_stands_beside_the_right_one(fault: str) -> None:
    result = broken(fault)
    (notice,) = result.notices
    assert str(notice) == f"Broken on purpose: {FAULTS[fault].name}. {FAULTS[fault].does}"
    assert result.scenario.beside == example()


def test_a_fault_takes_the_place_of_a_mask_that_is_applied_wrongly_and_says_so() -> None:
    result = broken("no_scale", mask_as="zero_after")
    np.testing.assert_array_equal(values(result, "weights"), values(broken("no_scale"), "weights"))
    assert str(result.notices[0]).endswith("“How it is applied” does not count meanwhile.")
    assert result.scenario.beside == example()


@each_fault
def test_nothing_that_is_said_of_a_hidden_fault_names_it(fault: str) -> None:
    said = all_texts(example(fault=fault, hide_fault=True)).lower()
    assert FAULTS[fault].does.lower() not in said
    for words in FAULTS.values():
        assert words.name.lower() not in said, words.name
    for giveaway in ("mistake", "dropout", "mean over", "÷ 1 ", "√8", "0 is not", "softmax came first", "later", "ᵀ ="):
        assert giveaway not in said.split("import ")[0], giveaway


def test_the_script_of_a_hidden_fault_is_that_of_the_right_side_and_the_same_for_all() -> None:
    states = [PanelState(example(fault=fault, hide_fault=True)) for fault in FAULTS]
    scripts = {catalog.script("attention", state, "numpy") for state in states}
    assert len(scripts) == 1


@pytest.mark.parametrize(
    ("fault", "stage", "cell", "arithmetic"),
    [
        ("no_scale", "logits", (2, 1), "4 ÷ 1 = 4"),
        ("d_model", "logits", (2, 1), "4 ÷ √8 = 4 ÷ 2.82843 = 1.4142"),
        ("zero", "masked_logits", (0, 1), "0 in place of 1: the may not look at cat (mask: causal), but 0 is not −∞"),
        ("transposed", "masked_logits", (0, 1), "1 + 0 = 1, though the may not look at cat"),
        ("transposed", "masked_logits", (1, 0), "−0.25 + (−∞) = −∞, though cat may look at the"),
        ("padding", "masked_logits", (5, 0), "0 + (−∞) = −∞, though mat may look at the"),
        ("axis", "weights", (4, 4), "e^(−0.5) ÷ (e^(−0.5) + e^(−0.3)) = 0.45017: a sum over the queries that look at "
                                    "the, not over keys"),
        ("averaged", "weights", (2, 1), "0.76886 in this head; the mean over all 2 heads is 0.65277"),
    ],
)  # fmt: skip
def test_the_arithmetic_of_a_broken_cell_is_the_one_that_was_done(
    fault: str, stage: str, cell: tuple[int, int], arithmetic: str
) -> None:
    said = str(explain(broken(fault), stage, *cell).text)
    assert said.replace("₁", "").replace("₅", "") == arithmetic


def test_the_rate_of_dropout_is_told_from_one_place() -> None:
    words = FAULTS["dropout"]
    assert re.findall(r"\d\.\d+", words.code) == [f"{RATE}"]
    assert set(re.findall(r"[0-9.]*[0-9]", words.does + words.shows)) == {"0"}


def test_dropout_says_of_each_cell_whether_it_kept_it() -> None:
    result = broken("dropout")
    said = [str(explain(result, "weights", i, j).text) for i, j in ((4, j) for j in range(5))]
    for text, weight in zip(said, values(result, "weights")[4], strict=False):
        assert text.endswith("dropout dropped it" if weight == 0 else "dropout kept it, and divided it by 0.7"), text


@each_fault
def test_the_right_answer_is_right_and_every_other_one_is_wrong_and_says_what_it_would_show(fault: str) -> None:
    scenario = example(fault=fault, hide_fault=True)
    for answer, words in FAULTS.items():
        judged = verdict(scenario, answer)
        assert judged.right == (answer == fault)
        assert str(judged.text).startswith("Right: " if answer == fault else "No. ")
        assert words.shows in str(judged.text)


def test_where_nothing_is_wrong_that_is_the_answer() -> None:
    said = str(verdict(example(hide_fault=True), NONE).text)
    assert said == "Right: nothing is wrong. The difference is 0 in every cell."
    assert not verdict(example(hide_fault=True), "axis").right


def one_head(**changes: object) -> AttentionScenario:
    """Return the toy sentence, which has one head, under a causal mask and padding."""
    scenario = catalog.open_example("toy-sentence").scene.panels["attention"].scenario
    assert isinstance(scenario, AttentionScenario)
    masks: dict[str, object] = {"causal": "top-left", "padding": frozenset({5})}
    return scenario.with_changes(**masks | {"hide_fault": True} | changes)


def zero_scores(**changes: object) -> AttentionScenario:
    """Return an attention whose scores are all 0, of as many queries as keys."""
    pack = TensorPack(query=np.zeros((2, 2)), key=np.ones((2, 2)), value=np.eye(2))
    return AttentionScenario(tensors=pack).with_changes(hide_fault=True, **changes)


@pytest.mark.parametrize("scenario", [one_head(), zero_scores(), example(hide_fault=True)], ids=["one", "zero", "two"])
def test_where_nothing_is_wrong_every_other_answer_is_wrong(scenario: AttentionScenario) -> None:
    assert [answer for answer in FAULTS if verdict(scenario, answer).right] == [NONE]
    for answer in TEN:
        assert str(verdict(scenario, answer).text).startswith("No. ")


@pytest.mark.parametrize(
    ("scenario", "answer", "needs"),
    [
        (one_head(), "averaged", "It needs several heads."),
        (one_head(), "split", "It needs several heads of several tokens."),
        (one_head(), "d_model", FAULTS["d_model"].needs),
        (zero_scores(), "zero", "It needs a mask that hides something."),
        (zero_scores(), "no_scale", "It needs other numbers."),
    ],
)
def test_where_nothing_is_wrong_an_answer_that_could_not_be_seen_is_told_what_it_needs(
    scenario: AttentionScenario, answer: str, needs: str
) -> None:
    said = str(verdict(scenario, answer).text)
    assert said == f"No. Nothing differs here, and “{FAULTS[answer].name}” could not make it differ. {needs}"


@pytest.mark.parametrize("scenario", [one_head(fault="averaged"), zero_scores(fault="axis")], ids=["hold", "numbers"])
def test_a_fault_that_changes_no_number_may_be_called_none_or_by_its_name(scenario: AttentionScenario) -> None:
    unseen = verdict(scenario, NONE)
    assert unseen.right
    assert str(unseen.text).startswith("Right as far as one can see: nothing differs here. A fault is on all the same;")
    named = verdict(scenario, scenario.fault)
    assert named.right
    words = FAULTS[scenario.fault]
    assert (
        str(named.text)
        == f"Right: {words.name}. {words.does} Nothing differs here, so “nothing is wrong” is right too."
    )


def test_beside_a_fault_without_a_hold_no_other_fault_is_right() -> None:
    scenario = one_head(fault="averaged")
    assert [answer for answer in FAULTS if verdict(scenario, answer).right] == [NONE, "averaged"]


def test_an_answer_that_gives_the_same_picture_counts_as_right() -> None:
    judged = verdict(zero_scores(fault="axis"), "no_scale")
    assert judged.right
    assert str(judged.text).startswith("Right as far as one can see")


@pytest.mark.parametrize("fault", ["transposed", "padding"])
def test_of_two_faults_that_give_the_same_numbers_either_is_right(fault: str) -> None:
    scenario = example(causal="off", fault=fault, hide_fault=True)  # padding alone, transposed, hides queries
    assert {answer for answer in FAULTS if verdict(scenario, answer).right} == {"transposed", "padding"}


def test_an_answer_that_could_change_nothing_here_is_told_what_it_needs() -> None:
    judged = verdict(AttentionScenario(fault="no_scale", hide_fault=True), "averaged")
    assert not judged.right
    assert str(judged.text).endswith("It needs several heads.")


def test_another_fault_never_is_the_last_one_and_all_of_them_come_before_any_comes_again() -> None:
    scenario, drawn = example(), []
    for _ in FAULTS:
        scenario = another(scenario)
        assert scenario.hide_fault
        drawn.append(scenario.fault)
    assert sorted(drawn) == sorted(FAULTS)


def test_another_seed_draws_the_faults_in_another_order() -> None:
    firsts = {another(example(seed=seed)).fault for seed in range(20)}
    assert len(firsts) > 3


@pytest.mark.parametrize("scenario", [one_head(), zero_scores(causal="top-left"), WEIGHTS_ALONE, ALIKE_HEADS])
def test_another_fault_is_one_that_changes_a_number_or_none(scenario: AttentionScenario) -> None:
    drawn = set()
    for _ in FAULTS:
        scenario = another(scenario)
        drawn.add(scenario.fault)
    right = compute(scenario.with_changes(fault=NONE))
    for fault in drawn - {NONE}:
        result = compute(scenario.with_changes(fault=fault))
        masked = [np.nan_to_num(values(each, "masked_logits"), neginf=-99) for each in (result, right)]
        differs = [np.abs(values(result, name) - values(right, name)).max() for name in ("logits", "weights", "output")]
        assert max(*differs, np.abs(masked[0] - masked[1]).max()) > 1e-3, fault
    assert NONE in drawn
    assert (len(drawn) > 3) == scenario.tensors.has_vectors


def test_another_fault_is_drawn_from_those_that_have_a_hold() -> None:
    scenario = AttentionScenario()
    for _ in range(12):
        scenario = another(scenario)
        assert scenario.fault == NONE or not missing(scenario, scenario.fault)


@settings(max_examples=60, deadline=None)
@given(scenario=scenarios(AttentionScenario), fault=st.sampled_from(TEN))
def test_any_scenario_with_any_fault_computes_is_explained_and_judged(scenario: AttentionScenario, fault: str) -> None:
    scenario = scenario.with_changes(fault=fault)
    result = compute(scenario)
    right = scenario.beside
    for name, matrix in result.matrices.items():
        assert not np.isnan(matrix.values).any() or name == "weights"
        assert str(explain(result, name, matrix.shape[0] - 1, matrix.shape[1] - 1).text)
    if right is not None and not has_hold(scenario, fault):
        np.testing.assert_array_equal(values(result, "output"), values(compute(right), "output"))
    assert verdict(scenario, active(scenario)).right
    assert compute(another(scenario)).scenario.hide_fault


def test_the_stages_of_a_fault_without_a_hold_are_the_right_ones() -> None:
    scenario = AttentionScenario()
    np.testing.assert_array_equal(broken_stages(scenario, "averaged").weights, broken_stages(scenario, NONE).weights)
