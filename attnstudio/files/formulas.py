"""Formulas of texts: pictures that ship, each with the words that say it."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from attnstudio.files.resources import resource_path
from attnstudio.state.fields import expected

SCHEME = "formula:"
_BEGUN = re.compile(  # an image where all is there: so no text is searched twice
    r"!\[(?P<words>[^\]]*)(?:\](?:\((?P<source>[^)]*)(?P<end>\))?|(?P<label>\[[^\]]*\]))?)?"
)
_FORM = f"an image of a formula, ![]({SCHEME}NAME)"
_DEFINED = re.compile(r"^[ >\t]*\[([^\[\]]+)\]:", re.MULTILINE)


@dataclass(frozen=True)
class Formula:
    """One formula.

    Parameters
    ----------
    name : str
        By which a text shows it: `![](formula:NAME)`.
    latex, alt : str
        Its source, and what a screen reader says.
    path : Path
        Its picture, an SVG in black.
    """

    name: str
    latex: str
    alt: str
    path: Path


@cache
def formulas() -> Mapping[str, Formula]:
    """Return the formulas that ship, by their names."""
    folder = resource_path("formulas")
    raw = tomllib.loads((folder / "formulas.toml").read_text("utf-8"))
    made = {name: Formula(name, one["latex"], one["alt"], folder / f"{name}.svg") for name, one in raw.items()}
    return MappingProxyType(made)


def check_images(text: str) -> None:
    """Raise ValueError where a Markdown text shows an image that is none of the formulas, or one by reference."""
    defined = {label.casefold() for label in _DEFINED.findall(text)}
    for image in _BEGUN.finditer(text):
        if image["label"] is not None or (image[0].endswith("]") and image["words"].casefold() in defined):
            raise expected(_FORM, image[0])
        if not _is_whole(image):
            continue
        scheme, _, name = image["source"].strip().partition(SCHEME)
        if scheme or not name:
            raise expected(_FORM, image["source"])
        if name not in formulas():
            raise expected(f"one of the formulas {', '.join(formulas())}", name)


def in_words(text: str) -> str:
    """Return a Markdown text with words in place of the images: those of the author, else those of the formula."""
    return _BEGUN.sub(_words, text)


def _is_whole(image: re.Match[str]) -> bool:
    return image["end"] is not None


def _words(image: re.Match[str]) -> str:
    if not _is_whole(image):
        return image[0]
    formula = formulas().get(image["source"].strip().removeprefix(SCHEME))
    return image["words"] or (formula.alt if formula else "")
