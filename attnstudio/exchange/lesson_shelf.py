"""The lessons that there are, and how far the learner has come in each."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from attnstudio.files.lesson_files import Outline, lessons, outline
from attnstudio.files.toml_lines import SUFFIX
from attnstudio.state.lesson import Lesson, apart_by, apart_of, own_key
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
    key = "" if opened is None else opened.file or opened.name
    shipped = [_listed(progress, lesson, lesson.name)._replace(current=lesson.name == key) for lesson in lessons()]
    return [*shipped, *(_own(progress, Path(path), key) for path in own if path.lower().endswith(SUFFIX))]


def placed(lesson: Lesson, progress: Progress) -> Lesson:
    """Return a lesson, kept apart from other own ones of its name and title that the learner has opened."""
    if not lesson.file:
        return lesson
    return replace(lesson, apart=_apart(progress, lesson.name, lesson.title, Path(lesson.file)))


def _listed(progress: Progress, lesson: Outline, key: str) -> Listed:
    done = sum(progress.step(key, step).done for step in lesson.tasks)
    return Listed(lesson.name, lesson.title, lesson.goal, lesson.number, done, lesson.count, key in progress.lessons)


def _own(progress: Progress, path: Path, opened: str) -> Listed:
    """Return the lesson of an own file: its title and goal, its path, and how far the learner has come."""
    lesson = outline(path)
    if lesson is None:
        listed = Listed(str(path), path.name)
    else:
        apart = _apart(progress, lesson.name, lesson.title, path.absolute())
        listed = _listed(progress, lesson, own_key(lesson.name, lesson.title, apart))
    about = "\n".join(filter(None, (listed.goal.strip(), str(path))))
    return listed._replace(
        key=str(path), title=listed.title or path.name, goal=about, number=0, current=str(path.absolute()) == opened
    )


def _apart(progress: Progress, name: str, title: str, path: Path) -> str:
    """Return what keeps the lesson of a file apart from others of its name and title.

    It is the one that was opened from there, or of which it is a copy, or else one whose file is gone: it was moved.
    Where all of them still lie elsewhere, it is another lesson.
    """
    known = {apart: kept.file for key, kept in progress.lessons.items()
             if (apart := apart_of(key, name, title)) is not None}  # fmt: skip
    for fits in (lambda file: file == str(path), lambda file: _alike(file, path), lambda file: not _is_there(file)):
        for apart, file in known.items():
            if fits(file):
                return apart
    return apart_by(str(path.parent)) if known else ""


def _is_there(file: str) -> bool:
    return bool(file) and Path(file).is_file()


def _alike(file: str, path: Path) -> bool:
    """Whether two files hold the same."""
    try:
        return _is_there(file) and path.is_file() and Path(file).read_bytes() == path.read_bytes()
    except OSError:
        return False
