"""What a lesson says to be impossible: a way to do it that is found is a fault, and where none is that is no proof."""

from pathlib import Path

import pytest

from attnstudio.cli import main
from attnstudio.files import lesson_attempts

HEAD = 'format = "attnstudio lesson"\nversion = 1\ntitle = "T"\n[[steps]]\nexample = "worked-example"\n'
IMPOSSIBLE = 'challenge = { text = "Do it.", insight = "It cannot be done.", impossible = true, conditions = [%s] }\n'
MORE_THAN_HALF, OUTSIDE = '{ quantity = "weight[q,2]", above = 0.5 }', '{ quantity = "output[q,1]", above = 2.5 }'


def check(capsys: pytest.CaptureFixture[str], path: Path, text: str) -> tuple[int, list[str]]:
    path.write_text(text, "utf-8")
    status = main(["check", str(path)])
    return status, [line.removeprefix(f"{path}: ") for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize(
    ("free", "condition", "way"),
    [
        ("tensors.key[2]", MORE_THAN_HALF, "tensors.key[2][1] = "),
        ("temperature", '{ quantity = "max_weight", above = 0.9 }', "temperature = 0.05"),
        ("temperature", '{ quantity = "max_weight", at_most = 0.345 }', "temperature = 20.0"),
        ("causal", '{ quantity = "weight[q,2]", at_most = 0 }', "causal = top-left"),
        ("window", '{ quantity = "touched(window)", at_least = 1 }', "window = 1"),
        ("hide_fault", '{ quantity = "touched(hide_fault)", at_least = 1 }', "hide_fault = True"),
    ],
)
def test_a_challenge_that_can_be_done_is_no_impossible_one_and_the_way_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], free: str, condition: str, way: str
) -> None:
    status, (said,) = check(capsys, tmp_path / "a.toml", f'{HEAD}free = ["{free}"]\n{IMPOSSIBLE % condition}')
    assert status == 1
    assert said.startswith(f"line 7, steps[0].challenge.impossible: it can be done: with {way}")


@pytest.mark.parametrize(
    ("free", "condition"), [('["temperature"]', MORE_THAN_HALF), ('["tensors.query"]', OUTSIDE), ("[]", MORE_THAN_HALF)]
)
def test_where_no_way_is_found_the_lesson_is_good_and_a_note_says_that_nothing_is_proved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], free: str, condition: str
) -> None:
    status, said = check(capsys, tmp_path / "a.toml", f"{HEAD}free = {free}\n{IMPOSSIBLE % condition}")
    assert (status, said[0]) == (0, "good")
    assert said[1].startswith("note: line 7, steps[0].challenge.impossible: ")
    assert said[1].endswith(" tries found no way to do it; whether there is none is not known here")


def test_what_no_value_can_meet_is_known_and_nothing_is_tried(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    condition = '{ quantity = "weight[q,2]", above = 1 }'
    assert check(capsys, tmp_path / "a.toml", HEAD + IMPOSSIBLE % condition) == (0, ["good"])


def test_what_takes_two_moves_is_found_where_the_first_brings_it_nearer_and_both_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    both = '{ quantity = "touched", at_least = 2 }, { quantity = "max_weight", at_least = 0.9 }'
    status, (said,) = check(capsys, tmp_path / "a.toml", f'{HEAD}free = ["window", "temperature"]\n{IMPOSSIBLE % both}')
    assert status == 1
    assert sorted(part.split(" = ")[0] for part in said.partition(" with ")[2].split(", ")) == ["temperature", "window"]


def test_no_more_is_tried_than_takes_a_while(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lesson_attempts, "MOST_TRIES", 7)
    _, said = check(capsys, tmp_path / "a.toml", HEAD + IMPOSSIBLE % OUTSIDE.replace("2.5", "999"))
    assert said[1].startswith("note: line 6, steps[0].challenge.impossible: 7 tries found no way to do it")


def test_numbers_of_a_large_file_are_not_tried_one_by_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    head = HEAD.replace("worked-example", "real-cat-smollm2")
    _, said = check(
        capsys, tmp_path / "a.toml", f'{head}free = ["tensors"]\n{IMPOSSIBLE % OUTSIDE.replace("2.5", "999")}'
    )
    count = int(said[1].split(": ")[2].split()[0])
    assert count < lesson_attempts.MOST_TRIES, "what is selected, and nothing else"
