"""Any lesson that the reader takes can be opened and done, in whatever order, on the panels that ship."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, event, given, settings
from hypothesis import strategies as st
from scenario_strategies import values_of

from attnstudio import catalog
from attnstudio.files.faults import FileFault
from attnstudio.state.challenges import COMPARISONS
from attnstudio.state.lesson import Lesson
from attnstudio.state.locks import locked_changes
from attnstudio.state.progress import Progress
from attnstudio.state.tensor_field import Tensors
from attnstudio.ui.document import Document
from attnstudio.ui.lesson_run import LessonRun

PANELS = ("attention", "heads")
TYPES = catalog.scenario_types()
EXAMPLES = ("worked-example", "toy-sentence", "cross-attention", "heads-toy", "textbook-row")
QUANTITIES = (
    "weight[q,k]", "weight[q,1]", "score[q,k]", "output[q,1]", "row_sum[q]", "max_weight[q]", "leak[q]", "touched",
    "touched(temperature)", "changed(weights)", "least_changed(logits)", "void_rows", "entropy_share[q]", "length[q]",
    "angle[q,k]", "row_sum_error", "asymmetry", "raw_spread", "d_k",
)  # fmt: skip
HEAD = 'format = "attnstudio lesson"\nversion = 1\ntitle = "Any"\n'
MAY_BE_SLOW = settings(
    deadline=None, max_examples=30,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.function_scoped_fixture],
)  # fmt: skip
CHOICES = [{"text": "a", "right": True}, {"text": "b", "feedback": "No."}, {"text": "c", "feedback": "Nor this."}]
DEEDS = st.lists(
    st.tuples(
        st.sampled_from([
            "forward", "back", "again", "hint", "choose", "answer", "give up", "impossible", "undo", "redo", "reset",
            "edit", "uncover", "other panel", "elsewhere", "close", "open",
        ]),
        st.integers(0, 10**6),
    ),
    min_size=4, max_size=24,
)  # fmt: skip


def conditions() -> st.SearchStrategy[dict[str, Any]]:
    targets = st.sampled_from(COMPARISONS).flatmap(lambda name: st.fixed_dictionaries({name: st.floats(-2, 2)}))
    more = st.sampled_from([{}, {"minus": "weight[q,1]"}, {"over": "touched"}])
    return st.builds(lambda of, *rest: {"quantity": of} | rest[0] | rest[1], st.sampled_from(QUANTITIES), targets, more)


def challenge(found: list[dict[str, Any]], impossible: bool) -> dict[str, Any]:
    return {"challenge": {"text": "!", "insight": "So.", "conditions": found, "impossible": impossible}}


def tasks() -> st.SearchStrategy[dict[str, Any]]:
    """Return a strategy for the task of a step, or none."""
    choose = {"text": "?", "reason": "So.", "choices": CHOICES}
    number = {"text": "?", "reason": "So.", "otherwise": "No.", "within": 0.01}
    return st.one_of(
        st.just({}),
        st.just({"question": choose}),
        st.sampled_from(QUANTITIES).map(lambda of: {"question": number | {"answer": of}}),
        st.builds(challenge, st.lists(conditions(), min_size=1, max_size=2), st.booleans()),
    )  # fmt: skip


@st.composite
def steps(draw: st.DrawFn, first: bool = False) -> dict[str, Any]:
    """Draw a step as it stands in a file; most are such that the reader takes them."""
    step: dict[str, Any] = {"text": draw(st.sampled_from(["", "So ![](formula:softmax) it is."]))} | draw(tasks())
    begins = draw(st.sampled_from(["panel", "example"] if first else ["panel", "example", "before"]))
    panel = draw(st.sampled_from(PANELS)) if begins == "panel" else PANELS[0]
    step |= (
        {"panel": panel}
        if begins == "panel"
        else {"example": draw(st.sampled_from(EXAMPLES))}
        if begins == "example"
        else {}
    )
    specs = {name: spec for name, spec in TYPES[panel].specs().items() if not isinstance(spec, Tensors)}
    if begins == "panel":
        changed = draw(st.lists(st.sampled_from(sorted(specs)), max_size=3, unique=True))
        step["set"] = {name: specs[name].to_json(draw(values_of(specs[name]))) for name in changed}
        step["free"] = draw(st.lists(st.sampled_from(sorted(specs)), max_size=4, unique=True))
        step["cover"] = draw(st.lists(st.sampled_from(TYPES[panel].stages), max_size=2, unique=True))
    if draw(st.booleans()) and ("question" in step or "challenge" in step):
        step["vary"] = True
    return step


def toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name} = {toml(item)}" for name, item in value.items()) + "}"
    return "[" + ", ".join(map(toml, value)) + "]" if isinstance(value, list) else json.dumps(value)


@st.composite
def files(draw: st.DrawFn) -> str:
    found = [draw(steps(first=True)), *draw(st.lists(steps(), max_size=3))]
    asked = sum("question" in step for step in found)
    written = ["\n".join(["[[steps]]", *(f"{name} = {toml(value)}" for name, value in step.items())]) for step in found]
    return "\n".join([f"{HEAD}draw = {draw(st.integers(0, asked))}", *written])


def do(run: LessonRun, document: Document, lesson: Lesson, deed: str, which: int) -> None:
    """Do what a learner can do, whether it makes sense now or not."""
    panel = document.scene.open_panel
    match deed:
        case "forward" | "back" | "again" | "close":
            getattr(run, deed)()
        case "hint":
            run.show_hint()
        case "choose" if run.choices:
            run.choose(run.choices[which % len(run.choices)])
        case "answer":
            run.answer(which / 1000 - 500)
        case "give up":
            run.give_up()
        case "impossible":
            run.say_impossible()
        case "undo" | "redo" | "reset":
            getattr(document, deed)()
        case "edit":
            specs = document.scenario(panel).specs()
            other = catalog.randomised(panel, document.scenario(panel), which % 1000)
            name = sorted(specs)[which % len(specs)]
            document.edit(panel, **{name: getattr(other, name), "seed": other.seed})  # type: ignore[attr-defined]
        case "uncover":
            document.edit_state(panel, covered=frozenset())
        case "other panel":
            document.open_panel(catalog.NAMES[which % len(catalog.NAMES)])
        case "elsewhere":
            document.load_as_edit(catalog.start_scene())
        case "open":
            run.open(lesson, lesson.steps[which % len(lesson.steps)].name if which % 2 else "nowhere")


@MAY_BE_SLOW
@given(text=files(), deeds=DEEDS, seed=st.integers(0, 10**6))
def test_a_lesson_that_the_reader_takes_never_raises_whatever_the_learner_does(
    text: str, deeds: list[tuple[str, int]], seed: int, qapp: object, tmp_path_factory: pytest.TempPathFactory
) -> None:
    del qapp
    path = tmp_path_factory.getbasetemp() / "any.toml"
    path.write_text(text, "utf-8")
    try:
        lesson = catalog.open_lesson(path)
    except FileFault as fault:
        event(f"refused: {str(fault.faults[0].problem)[:40]}")
        assume(False)
    document = Document(catalog.start_scene(), catalog.compute, catalog.cover, refine=catalog.refine)
    began = document.scene
    run = LessonRun(document, catalog.randomised, progress=Progress(seed))
    run.open(lesson)
    for deed, which in deeds:
        do(run, document, lesson, deed, which)
        check(run, document)
    assert run.progress.share(lesson)[0] <= run.progress.share(lesson)[1]
    while document.can_undo:
        document.undo()
        check(run, document)
    for name, state in document.scene.panels.items():  # what is only selected is in no history
        changed = state.scenario.differences(began.panels[name].scenario)
        assert not [field for field in changed if state.scenario.specs()[field].undoable]
    document.deleteLater()


def check(run: LessonRun, document: Document) -> None:
    """Check what holds at every moment: a page there is, locked fields as they began, all said in words."""
    if run.lesson is None:
        return
    assert run.step is run.lesson.steps[run.index]
    if run.standing is not None:
        assert all(str(reading.words()) and str(reading.condition.words()) for reading in run.standing.readings)
        assert run.standing.furthest.distance >= 0
    if not run.away:
        start, now = (scene.panels[run.step.panel].scenario for scene in (document.start, document.scene))
        assert locked_changes(run.step.free, start, now) == ()
