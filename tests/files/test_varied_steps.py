"""Steps that vary: which tasks can, and what is wrong with the others."""

from pathlib import Path

import pytest

from attnstudio import catalog
from attnstudio.files.faults import FileFault

HEAD = 'format = "attnstudio lesson"\nversion = 1\ntitle = "T"\n[[steps]]\nexample = "worked-example"\nvary = {vary}\n'
MEASURED = 'question = {{ text = "?", answer = {answer}, within = 0.1, reason = "!", otherwise = "no" }}\n'
CHOICES = '[{ text = "a", right = true }, { text = "b", feedback = "no" }]'
CHOICE = f'question = {{ text = "?", reason = "!", choices = {CHOICES} }}\n'
CHALLENGE = 'challenge = { text = "Go", conditions = [{ quantity = "weight[q,2]", at_least = 0.9 }] }\n'


def read(tmp_path: Path, task: str, vary: str = "true") -> bool:
    path = tmp_path / "mine.toml"
    path.write_text(HEAD.format(vary=vary) + task, "utf-8")
    return catalog.open_lesson(path).steps[0].vary


@pytest.mark.parametrize("task", [MEASURED.format(answer='"weight[q,1]"'), CHOICE, CHALLENGE])
def test_a_step_whose_task_is_measured_or_chosen_can_vary(tmp_path: Path, task: str) -> None:
    assert read(tmp_path, task)
    assert not read(tmp_path, task, "false")


@pytest.mark.parametrize(
    ("task", "vary", "told"),
    [
        ("", "true", "line 6, steps[0].vary: only a step with a challenge or a question can vary"),
        (MEASURED.format(answer=0.5), "true", "line 6, steps[0].vary: the answer of a question that varies must be a"),
        (CHOICE, '"yes"', "line 6, steps[0].vary: expected true or false, got 'yes'"),
    ],
)
def test_a_fixed_answer_and_no_task_cannot_vary(tmp_path: Path, task: str, vary: str, told: str) -> None:
    with pytest.raises(FileFault) as raised:
        read(tmp_path, task, vary)
    assert str(raised.value.faults[0]).startswith(told)
