"""The formulas that ship: their pictures are made of their source, drawn whole by Qt, and known to the reader."""

import re
import warnings
from functools import partial
from pathlib import Path
from timeit import repeat
from types import ModuleType

import pytest
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage

from attnstudio import catalog
from attnstudio.files.faults import FileFault
from attnstudio.files.formulas import check_images, formulas, in_words
from attnstudio.files.lesson_files import lessons
from attnstudio.files.resources import resource_path
from attnstudio.ui.formula_images import DRAWN_AT, formula_image

NAMES = list(formulas())
BLACK = QColor("black")
LESSON = """
format = "attnstudio lesson"
version = 1
title = "Own"
[[steps]]
panel = "attention"
text = '''
{text}
'''
"""


@pytest.fixture(scope="module")
def ziamath() -> ModuleType:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # importlib.resources.path, which it uses
        import ziamath

    ziamath.config.svg2 = False  # Qt draws no <symbol>
    return ziamath


def ink(image: QImage, left: float = 0.0, right: float = 1.0) -> int:
    """Count the pixels that are drawn in a part of the width."""
    columns = range(int(left * image.width()), int(right * image.width()))
    return sum(image.pixelColor(x, y).alpha() > 100 for x in columns for y in range(image.height()))


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_is_what_its_source_gives_today(name: str, ziamath: ModuleType, pytestconfig: pytest.Config) -> None:
    formula = formulas()[name]
    made = ziamath.Latex(formula.latex, size=DRAWN_AT).svg() + "\n"
    if pytestconfig.getoption("--refresh-formulas"):
        formula.path.write_text(made, "utf-8", newline="\n")
    assert formula.path.read_text("utf-8") == made


def test_no_picture_is_without_its_formula() -> None:
    assert {path.stem for path in resource_path("formulas").glob("*.svg")} == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_qt_draws_all_of_a_picture(name: str, qapp: object) -> None:
    del qapp
    image = formula_image(formulas()[name].path, 32, BLACK)
    parts = [ink(image, i / 4, (i + 1) / 4) for i in range(4)]
    assert min(parts) > 25, parts  # fraction bars and specks alone are what Qt makes of <symbol>
    assert 0.04 < ink(image) / (image.width() * image.height()) < 0.4


def test_a_formula_is_drawn_in_the_colour_and_size_that_are_asked_for(qapp: object) -> None:
    del qapp
    colour = QColor(230, 240, 250)
    small, large = (formula_image(formulas()["softmax"].path, size, colour) for size in (12, 24))
    assert abs(large.width() - 2 * small.width()) <= 2
    solid = [pixel for x in range(large.width()) if (pixel := large.pixelColor(x, large.height() // 2)).alpha() == 255]
    assert {pixel.rgb() for pixel in solid} == {colour.rgb()}


def test_letters_of_a_formula_are_as_tall_as_those_around_it(qapp: object) -> None:
    del qapp
    image = formula_image(formulas()["output"].path, 60, BLACK)
    drawn = [[image.pixelColor(x, y).alpha() > 100 for y in range(image.height())] for x in range(image.width())]
    begin = next(x for x, column in enumerate(drawn) if any(column))
    letter = drawn[begin : next(x for x in range(begin, image.width()) if not any(drawn[x]))]  # the z
    tall = sum(any(row) for row in zip(*letter, strict=True))
    font = QFont("DejaVu Sans")
    font.setPixelSize(60)
    assert abs(tall / QFontMetricsF(font).xHeight() - 1) < 0.06


def test_a_sharp_screen_gets_more_pixels_for_the_same_size(qapp: object) -> None:
    del qapp
    plain, sharp = (formula_image(formulas()["attention"].path, 16, BLACK, ratio) for ratio in (1.0, 2.0))
    assert abs(sharp.deviceIndependentSize().width() - plain.width()) <= 1
    assert sharp.width() > 1.9 * plain.width()


def test_a_formula_never_gets_wider_than_its_place(qapp: object) -> None:
    del qapp
    wide, narrow = (
        formula_image(formulas()["projections"].path, 40, BLACK),
        formula_image(formulas()["projections"].path, 40, BLACK, widest=300),
    )
    assert wide.width() > 500
    assert narrow.width() == 300
    assert abs(narrow.height() / narrow.width() - wide.height() / wide.width()) < 0.01


def test_a_formula_that_was_drawn_is_not_drawn_again(qapp: object) -> None:
    del qapp
    assert formula_image(formulas()["logits"].path, 17, BLACK) is formula_image(
        formulas()["logits"].path, 17, QColor(0, 0, 0)
    )


@pytest.mark.parametrize("name", NAMES)
def test_the_words_of_a_formula_can_be_read_aloud(name: str) -> None:
    assert not re.search(r"[\\{}^\[\]]", formulas()[name].alt)
    assert 15 < len(formulas()[name].alt) < 200


def test_words_stand_in_for_an_image_and_an_author_may_give_others() -> None:
    alt = formulas()["logits"].alt
    text = "So ![](formula:logits) and ![the score]( formula:scores )."
    assert in_words(text) == f"So {alt} and the score."
    assert in_words(f"![{'x' * 301}](formula:logits)") == "x" * 301
    for text in (
        "wow![1] and [a link](here)",
        "wow![1] and [2][2]\n\n[2]: here",
        "![no end",
        "![no end](formula:logits",
    ):
        assert in_words(text) == text
        check_images(text)


@pytest.mark.parametrize(
    "image",
    [
        "![](cat.png)",
        "![](https://example.org/a.svg)",
        "![x](formula:)",
        "![](formula:a b)",
        f"![{'x' * 301}](cat.png)",
        f"![](https://example.org/{'x' * 301}.svg)",
        "![](formula:scores) ![](cat.png)",
        "![no image] and ![](cat.png)",
        "![a cat][cat]\n\n[cat]: cat.png",
        "![a cat][]\n\n[A Cat]: cat.png",
        "![a cat]\n\n[a cat]: <cat.png>",
        "![softmax][one]\n\n[one]: formula:softmax",
        "![a cat][cat]",
    ],
)
def test_no_other_image_is_in_a_text(image: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        check_images(f"Look: {image}")


@pytest.mark.parametrize("text", ["![" * 5_000, "![](" * 2_500, "[\n" * 5_000])
def test_many_brackets_are_looked_through_once_and_what_is_wrong_behind_them_is_found(text: str) -> None:
    assert in_words(text) == text
    once, eight_times = (min(repeat(partial(check_images, text * n), number=1)) for n in (1, 8))
    assert eight_times < 30 * once, "64 times as long, if each bracket had all others looked through"
    with pytest.raises(ValueError, match="expected an image of a formula"):
        check_images(text + ")![](wrong.png)")


def test_a_lesson_that_names_no_formula_there_is_says_line_field_and_names(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(LESSON.format(text="![](formula:softmix)"), "utf-8")
    with pytest.raises(
        FileFault, match=r"line 7, steps\[0\].text: expected one of the formulas attention, .*'softmix'"
    ):
        catalog.open_lesson(path)
    path.write_text(LESSON.format(text="![](formula:softmax)"), "utf-8")
    assert catalog.open_lesson(path).steps[0].text == "![](formula:softmax)"


def test_every_formula_is_in_a_lesson() -> None:
    shown = {name for one in lessons() for name in re.findall(r"!\[\]\(formula:([^)]*)\)", one.path.read_text("utf-8"))}
    assert shown == set(NAMES)


def test_the_font_of_the_formulas_is_named_with_its_licence() -> None:
    folder = resource_path("licences")
    notice = (folder / "THIRD_PARTY.md").read_text("utf-8")
    assert "STIX Two Math" in notice
    assert "OFL-1.1.txt" in notice
    assert "SIL OPEN FONT LICENSE" in (folder / "OFL-1.1.txt").read_text("utf-8")
