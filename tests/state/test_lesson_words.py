"""What is heard of the text of a task."""

import pytest

from attnstudio.state.lesson_words import heard


@pytest.mark.parametrize(
    ("markdown", "said"),
    [
        ("It is the **heat**, *not* `cups`.", "It is the heat, not cups."),
        ("* one\n* two", "one two"),
        ("So 3 * 4 = 12, in code `a * b`.", "So 3 * 4 = 12, in code a * b."),
    ],
)
def test_marks_of_markdown_are_not_heard_and_a_product_is(markdown: str, said: str) -> None:
    assert heard(markdown) == said
