"""The lessons that there are, and how far the learner has come in each."""

from collections.abc import Iterable
from pathlib import Path

from attnstudio.files.lesson_files import lessons
from attnstudio.files.toml_lines import SUFFIX
from attnstudio.state.lesson import Lesson
from attnstudio.state.progress import Progress
from attnstudio.ui.lesson_list import Listed

FIRST = "lookup"  # what someone new begins with


def path_of(key: str) -> Path:
    """Return the file of a lesson that ships, by its name, or of another one, by its path."""
    return next((lesson.path for lesson in lessons() if lesson.name == key), Path(key))


def titles() -> dict[str, Listed]:
    """Return the lessons that ship by their names, with nothing but number and title."""
    return {lesson.name: Listed(lesson.name, lesson.title, number=lesson.number) for lesson in lessons()}


def shelf(progress: Progress, opened: Lesson | None, own: Iterable[str] = ()) -> list[Listed]:
    """Return the lessons that ship, then those of a person's own files."""
    listed = [
        Listed(
            lesson.name, lesson.title, lesson.goal, lesson.number, sum(progress.step(lesson.name, step).done
            for step in lesson.tasks), lesson.count, lesson.name in progress.lessons,
            opened is not None and opened.key == lesson.name,
        )
        for lesson in lessons()
    ]  # fmt: skip
    files = [Path(path) for path in own if path.lower().endswith(SUFFIX)]
    now = None if opened is None or not opened.file else Path(opened.file).absolute()
    return [
        *listed, *(Listed(str(path), path.name, str(path.parent), current=path.absolute() == now) for path in files),
    ]  # fmt: skip
