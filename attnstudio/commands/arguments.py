"""What the arguments of several commands have in common."""

import argparse
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from attnstudio import catalog

if TYPE_CHECKING:
    from attnstudio.state.lesson import Lesson

THEMES = ("light", "dark", "projector")
LARGEST_SEED = 999_999


class UserFault(Exception):  # noqa: N818 (what it is called everywhere)
    """What a person asked for cannot be done; the text says why."""


class Parser(argparse.ArgumentParser):
    """Reports wrong arguments as UserFault.

    Parameters
    ----------
    prog, description : str
    epilog : str
        Kept as it is written.
    """

    def __init__(self, prog: str, description: str, epilog: str = "") -> None:
        super().__init__(prog=prog, description=description, epilog=epilog, allow_abbrev=False,
                         formatter_class=argparse.RawDescriptionHelpFormatter)  # fmt: skip

    def error(self, message: str) -> NoReturn:
        raise UserFault(f"{message}; `{self.prog} --help` shows what is possible")

    def add_scene(self) -> None:
        """Take a scene, and which of its panels and what random numbers are meant."""
        self.add_argument("scene", metavar="FILE|EXAMPLE", help="a scene, tensors, or the name of an example")
        self.add_shared()

    def add_shared(self) -> None:
        """Take the panel and the seed, which `with_options` puts into what was opened."""
        self.add_argument("--panel", type=_panel, metavar="NAME", help=f"panel to show: {', '.join(catalog.NAMES)}")
        self.add_argument("--seed", type=whole(0, LARGEST_SEED), metavar="N", help="random numbers from this seed")


def opened(wanted: str, panel: str | None) -> catalog.Opening:
    """Return what a file or an example opens as; the panel that was asked for must show the tensors of a file."""
    if not _is_name(wanted):
        return catalog.open_file(Path(wanted), panel=panel)
    if wanted not in example_names():
        raise UserFault(f"{wanted}: there is no such file, and no such example; `attnstudio examples` lists those")
    return catalog.open_example(wanted)


def opened_lesson(wanted: str) -> "Lesson":
    """Return the lesson of a file, or one that ships."""
    from attnstudio.files.lesson_files import lessons

    if not _is_name(wanted):
        return catalog.open_lesson(Path(wanted))
    shipped = {lesson.name: lesson.path for lesson in lessons()}
    if wanted not in shipped:
        raise UserFault(f"{wanted}: there is no such file, and no such lesson; those that ship: {', '.join(shipped)}")
    return catalog.open_lesson(shipped[wanted])


def _is_name(wanted: str) -> bool:
    """Whether what is wanted can only be the name of something that ships."""
    path = Path(wanted)
    return path.name == wanted and not path.suffix and not path.exists()


def example_names() -> list[str]:
    """Return the names of the examples that ship."""
    from attnstudio.files.examples import examples

    return [example.name for example in examples()]


def with_options(opening: catalog.Opening, options: argparse.Namespace) -> catalog.Opening:
    """Return what was opened with the panel and the random numbers that were asked for."""
    scene = opening.scene
    if options.panel and options.panel != scene.open_panel:
        title = scene.title if opening.path else ""  # of an example or the start, it tells what another panel shows
        scene = replace(scene, open_panel=options.panel, title=title)
    if options.seed is None:
        return opening._replace(scene=scene)
    spec, state = catalog.panel_named(scene.open_panel), scene.panels[scene.open_panel]
    random = replace(state, scenario=spec.randomised(state.scenario, options.seed))
    return catalog.Opening(replace(scene.with_panel(spec.name, random), title="", note=""))


def output(*endings: str) -> Callable[[str], Path]:
    """Return the reader of a file name whose end says what is written."""
    allowed = " or ".join(filter(None, (", ".join(endings[:-1]), endings[-1])))

    def path(text: str) -> Path:
        if Path(text).suffix.lower() not in endings:
            raise argparse.ArgumentTypeError(f"{text}: expected a name that ends in {allowed}")
        return Path(text)

    return path


def theme(text: str) -> str:
    """Read the name of a theme."""
    if text not in THEMES:
        raise argparse.ArgumentTypeError(f"expected one of {', '.join(THEMES)}, got {text!r}")
    return text


def whole(low: int, high: int) -> Callable[[str], int]:
    """Return the reader of a whole number in a range."""

    def number(text: str) -> int:
        if not re.fullmatch(r"\d{1,9}", text, re.ASCII) or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"expected a whole number from {low} to {high}, got {text!r}")
        return int(text)

    return number


def _panel(text: str) -> str:
    try:
        return catalog.panel_named(text).name
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
