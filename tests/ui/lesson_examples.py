"""Two lessons on the panels of the tests of a Document, and a run of them."""

from dataclasses import replace

from test_document import SCENE, Kettle, Lamp, compute, cover

from attnstudio.state.challenges import Challenge, Condition
from attnstudio.state.lesson import Lesson, Step
from attnstudio.state.lesson_questions import Choice, ChoiceQuestion, NumberQuestion
from attnstudio.state.locks import Free
from attnstudio.state.quantities import Quantity
from attnstudio.state.scene import PanelState
from attnstudio.ui.document import Document
from attnstudio.ui.lesson_run import LessonRun

RIGHT, WRONG = Choice("Yes", right=True), Choice("No", feedback="Look at the *spout*.")
CHOICE = ChoiceQuestion("Does it boil?", (WRONG, RIGHT), "Because of the **heat**.")
NUMBER = NumberQuestion("How hot?", Quantity("heat"), 0.1, "It is the heat.", "Read it off.")
FIVE_CUPS = Challenge("Five cups", (Condition(Quantity("cups"), "at_least", 5),), hint="More", insight="Enough")
NO_WAY = Challenge(
    "Touch it", (Condition(Quantity("touched"), "at_least", 1),), insight="It is locked.", impossible=True
)


def kettle(*covered: str, **fields: float) -> PanelState:
    return PanelState(Kettle(**fields), frozenset(covered))


TEA = Lesson(
    "tea", "Tea",
    (
        Step("look", "kettle", kettle("weights"), title="Look"),
        Step("fill", "kettle", kettle(heat=3.0), free=(Free("cups"),), task=FIVE_CUPS),
        Step("ask", "kettle", kettle("weights", heat=4.0), free=(Free("heat"),), task=CHOICE),
        Step("never", "lamp", PanelState(Lamp("blue")), free=(), task=NO_WAY),
        Step("measure", "kettle", kettle("weights", "output", heat=5.0), free=(Free("heat"),), task=NUMBER),
        Step("yours", "kettle", kettle("output"), task=NUMBER, vary=True),
    ),
)  # fmt: skip
POOL = Lesson(
    "pool", "Pool",
    (
        Step("hello", "kettle", kettle()),
        *(Step(f"ask-{i}", "kettle", kettle(cups=i), task=replace(CHOICE, text=f"Is it {i}?")) for i in range(1, 7)),
        Step("end", "kettle", kettle()),
    ),
    draw=3,
)  # fmt: skip
SHOW = Lesson("show", "Show", (Step("one", "lamp", PanelState(Lamp())), Step("two", "kettle", kettle(cups=7))))


def randomised(_panel, scenario, seed):
    return scenario.with_changes(heat=float(seed % 9))


def made(**options):
    document = Document(SCENE, compute, cover)
    return document, LessonRun(document, randomised, **options)
