"""What a lesson file may not hold although each of its tables is right: what nobody would ever see or understand."""

import re
from pathlib import Path

import pytest

from attnstudio import catalog
from attnstudio.files.faults import FileFault
from attnstudio.files.lesson_tables import line, text
from attnstudio.files.toml_lines import read_toml

HEAD = 'format = "attnstudio lesson"\nversion = 1\ntitle = "T"\n'
STEP = '[[steps]]\npanel = "attention"\n'
QUESTION = (
    'question = { text = "How much?", reason = "So.", answer = 4, within = 0.1, otherwise = "No.", wrong = [\n'
    '{ value = %s, feedback = "One." },\n{ value = %s, feedback = "Two.", within = 0.2 }] }\n'
)


def faults(folder: Path, content: str | bytes) -> list[str]:
    path = folder / "lesson.toml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    try:
        catalog.open_lesson(path)
    except FileFault as fault:
        return [str(one) for one in fault.faults]
    return []


@pytest.mark.parametrize("values", [("5.0", "5.0"), ("5", "5.0"), ('"row_sum[1]"', '"row_sum[1]"')])
def test_two_wrong_answers_with_one_value_are_a_fault(tmp_path: Path, values: tuple[str, str]) -> None:
    found = faults(tmp_path, HEAD + STEP + QUESTION % values)
    assert found == [
        f"line 8, steps[0].question.wrong[1].value: another wrong answer has the value {values[1].strip(chr(34))}: "
        "one is never told"
    ]
    assert faults(tmp_path, HEAD + STEP + QUESTION % ("5", "5.3")) == []


def test_what_is_free_twice_is_a_fault(tmp_path: Path) -> None:
    found = faults(tmp_path, HEAD + STEP + 'free = ["temperature", "tensors.query",\n"temperature"]')
    assert found == ["line 7, steps[0].free[2]: temperature stands here twice"]


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ('lesson = "sums"\n' + QUESTION % ("5", "6"), "expected one of heads, lookup, masks, "),
        ("lesson = 3\n" + QUESTION % ("5", "6"), "expected one of heads, lookup, masks, "),
        ('lesson = "softmax"\n', "only a step with a question has a lesson to be read again"),
    ],
)
def test_a_lesson_to_be_read_again_is_one_that_ships_and_belongs_to_a_question(
    tmp_path: Path, written: str, told: str
) -> None:
    (found,) = faults(tmp_path, HEAD + STEP + written)
    assert found.startswith(f"line 6, steps[0].lesson: {told}")
    assert faults(tmp_path, HEAD + STEP + 'lesson = "softmax"\n' + QUESTION % ("5", "6")) == []


UNSEEN = ["\x00", "\x1b", "\x7f", "\x85", "\r", "\u2028", "\u2029"]
TURNING = ["\u202a", "\u202e", "\u2066", "\u2069"]


@pytest.mark.parametrize("character", UNSEEN + TURNING, ids=lambda one: f"{ord(one):04X}")
@pytest.mark.parametrize("field", ["title", "text"])
def test_a_character_that_nobody_sees_is_a_fault_of_every_text(tmp_path: Path, field: str, character: str) -> None:
    (found,) = faults(tmp_path, f'{HEAD}{STEP}{field} = "a\\u{ord(character):04X}b"\n')
    what = "change the direction of reading" if character in TURNING else "cannot be shown"
    assert found == f"line 6, steps[0].{field}: expected no characters that {what}, got U+{ord(character):04X}"


def test_lines_tabs_and_words_of_every_script_are_no_faults() -> None:
    words = "a\n\tb é 注意 שלום\u200f مرحبا 👩\u200d🏫"
    assert text(words) == words
    assert line("שלום\u200f (RTL)") == "שלום\u200f (RTL)"


@pytest.mark.parametrize(
    ("nested", "deep"),
    [(">" * 400 + " x", 400), ("> " * 5 + "x", 5), ("- " * 400 + "x", 400), ("1. " * 6 + "x", 6), ("> - > 1) + x", 5),
     ("        - x", 5), ("a\n\n" + "    " * 30 + "* x", 61), ("```\n> > > > > x\n```\n>>>>> x", 5)],
)  # fmt: skip
def test_quotes_and_lists_that_leave_no_room_for_words_are_a_fault(nested: str, deep: int) -> None:
    with pytest.raises(ValueError, match=f"at most 4 deep in one another, got {deep}$"):
        text(nested)


@pytest.mark.parametrize("good", [
    "> > > > x", "- a\n  - b\n    - c", "1. a\n   1. b", "- - - - - -", "***bold and slanted*** >>>>> no quote",
    "```\n> > > > > code\n        - 1\n```", "        code", "-----", "| a | b |\n|---|---|\n| - | > |",
])  # fmt: skip
def test_what_can_be_read_is_no_fault(good: str) -> None:
    assert text(good) == good.strip()


@pytest.mark.parametrize("found", [*sorted(Path("resources/lessons").glob("*.toml"))])
def test_no_fault_is_found_in_what_ships(found: Path) -> None:
    assert catalog.open_lesson(found).steps


def test_a_newer_version_and_another_format_are_told_with_their_line(tmp_path: Path) -> None:
    assert faults(tmp_path, 'title = "x"\nformat = "attnstudio lesson"\nversion = 2') == [
        "line 3, version: a newer attnstudio wrote this lesson (version 2); this one reads version 1"
    ]
    assert faults(tmp_path, '\nformat = "other"') == [
        'line 2, format: this is TOML, but no lesson: expected format = "attnstudio lesson"'
    ]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf_16_is_told_to_be_that(tmp_path: Path, encoding: str) -> None:
    assert faults(tmp_path, (HEAD + STEP).encode(encoding)) == [
        "expected text in UTF-8, got UTF-16 or another encoding; save it again as UTF-8"
    ]


def test_a_step_that_is_no_table_has_no_other_fault_and_neither_do_those_after_it(tmp_path: Path) -> None:
    assert faults(tmp_path, HEAD + "steps = [1, 2]\n") == [
        "line 4, steps[0]: expected a table, got 1",
        "line 4, steps[1]: expected a table, got 2",
    ]
    (found,) = faults(tmp_path, HEAD + '[[steps]]\npanel = "gone"\n[[steps]]\ntext = "x"\n')
    assert found.startswith("line 5, steps[0].panel: expected one of")


@pytest.mark.parametrize("broken", ['text = "never closed', "text = 'never closed", "text = '''\nnever closed"])
def test_a_missing_quote_is_told_in_words(tmp_path: Path, broken: str) -> None:
    (found,) = faults(tmp_path, HEAD + STEP + broken + '\ntitle = "x"\n')
    assert re.fullmatch(
        r"line 6(, column \d+)?: this is not TOML: a text that begins in this line has no quote that closes it", found
    )


@pytest.mark.parametrize("before", ["", "# " + "9" * 5_000, 'a = "' + "9" * 5_000 + '"', "a = 0x" + "9" * 5_000])
def test_a_number_with_too_many_digits_is_told_with_its_line(tmp_path: Path, before: str) -> None:
    path = tmp_path / "a.toml"
    path.write_text(f"{before}\n\nnumber = [1,\n{'7' * 6_000}]\n", "utf-8")
    with pytest.raises(FileFault, match="line 4: this number has more digits than anything here can use"):
        read_toml(path)


WORKED = '[[steps]]\nexample = "worked-example"\n'
GOAL = 'challenge = { text = "Go.", conditions = [\n%s\n] }\n'
MEASURED = (
    'question = { text = "z?", reason = "So.", answer = "output[q,1]", within = 0.1, otherwise = "No.", wrong = [\n'
    '{ value = %s, feedback = "One." }] }\n'
)
HALF = '{ quantity = "weight[q,2]", above = 0.5 }'


@pytest.mark.parametrize(
    ("written", "told"),
    [
        (GOAL % '{ quantity = "weight[q,2]", above = 1.5 }',
         "line 7, steps[0].challenge.conditions[0].above: expected a target that can be met, from 0 to 1, got 1.5"),
        (GOAL % '{ quantity = "cos[q,2]", at_most = -1.2, within = 0.1 }', "conditions[0].at_most: expected a target"),
        (GOAL % f'{HALF},\n{{ quantity = "weight[q,2]", below = 0.4 }}',
         "line 8, steps[0].challenge.conditions[1]: it is never met together with conditions[0]"),
        (GOAL % '{ quantity = "score[q,1]", minus = "score[q,2]", near = 3, within = 0.1 },\n'
                '{ quantity = "score[q,1]", minus = "score[q,2]", at_least = 3.2 }', "together with conditions[0]"),
        ("free = []\n" + GOAL % HALF, "line 6, steps[0].free: all is locked, so the challenge cannot be done"),
        (MEASURED % '"output[q,1]"', "line 7, steps[0].question.wrong[0].value: output[q,1] counts as right"),
    ],
)  # fmt: skip
def test_a_task_that_cannot_be_done_or_told_is_a_fault_with_its_line(tmp_path: Path, written: str, told: str) -> None:
    (found,) = faults(tmp_path, HEAD + WORKED + written)
    assert told in found


@pytest.mark.parametrize("written", [
    GOAL % HALF, GOAL % f'{HALF},\n{{ quantity = "weight[q,2]", below = 0.6 }}',
    'free = ["tensors.key[2]"]\n' + GOAL % HALF, MEASURED % '"output[q,2]"',
    GOAL % '{ quantity = "weight[q,2]", at_least = 1.001, within = 0.01 }',
    "free = []\n" + (GOAL % HALF).replace("text", 'impossible = true, insight = "Locked.", text'),
    (GOAL % '{ quantity = "weight[q,2]", above = 1.5 }').replace("text", 'impossible = true, insight = "No.", text'),
    "set.fault = 'dropout'\n" + GOAL % '{ quantity = "weight[q,2]", above = 1.5 }',
])  # fmt: skip
def test_a_task_that_can_be_done_or_says_that_it_cannot_is_no_fault(tmp_path: Path, written: str) -> None:
    assert faults(tmp_path, HEAD + WORKED + written) == []


def test_an_example_and_a_panel_that_it_does_not_hold_are_a_fault(tmp_path: Path) -> None:
    (found,) = faults(tmp_path, HEAD + WORKED + 'panel = "scaling"\n')
    assert found.startswith("line 5, steps[0].example: worked-example holds nothing of the panel scaling")


def test_what_follows_from_a_field_that_is_set_wrongly_is_no_fault_of_its_own(tmp_path: Path) -> None:
    goal = GOAL % '{ quantity = "spread", above = 0.5 }'
    first = f"[[steps]]\npanel = 'scaling'\nset.d_k = 100000\n{goal}"
    (found,) = faults(tmp_path, HEAD + first + f"[[steps]]\n{goal}")
    assert found.startswith("line 6, steps[0].set.d_k: expected a whole number")
    (_, later) = faults(tmp_path, HEAD + first + f"[[steps]]\npanel = 'scaling'\n{goal}")
    assert later.endswith("the step begins with all of them met")
