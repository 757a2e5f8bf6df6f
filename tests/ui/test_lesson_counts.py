"""How many tasks there are, and how they went: one of a thing is no plural."""

import pytest

from attnstudio.state.progress import Outcome
from attnstudio.ui.lesson_end import _answered, _solved
from attnstudio.ui.lesson_list import Listed


@pytest.mark.parametrize(
    ("done", "tasks", "begun", "said"),
    [
        (0, 0, False, ""), (0, 0, True, "opened"),
        (0, 1, False, "1 task"), (0, 1, True, "1 task"), (1, 1, True, "1 task, done"),
        (0, 3, False, "3 tasks"), (1, 3, True, "1 of 3 tasks done"), (3, 3, True, "all 3 tasks done"),
    ],
)  # fmt: skip
def test_the_list_says_how_far_one_has_come(done: int, tasks: int, begun: bool, said: str) -> None:
    assert Listed("a", "A", done=done, tasks=tasks, begun=begun).progress() == said


def test_the_end_of_a_lesson_says_of_how_many_questions_and_challenges_it_speaks() -> None:
    assert str(_answered(Outcome(1, 1, 0, 0))).startswith("Of 1 question: 1 right at the first try, 0 right later,")
    assert str(_answered(Outcome(20, 19, 0, 1))).startswith("Of 20 questions: 19 right")
    assert str(_solved(Outcome(1, 0, 1, 0))) == "Of 1 challenge: 1 solved."
    assert str(_solved(Outcome(3, 2, 0, 0))) == "Of 3 challenges: 2 solved."
