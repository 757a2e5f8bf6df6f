"""Progress through lessons as a table for people."""

from collections.abc import Iterable
from itertools import chain

from attnstudio.files.tables import Row, harmless, rows_text
from attnstudio.state.challenges import Challenge
from attnstudio.state.lesson import Lesson, Task
from attnstudio.state.progress import Progress

COLUMNS = ("lesson", "step", "kind", "done", "first_try", "tries", "given_up")


def progress_csv(progress: Progress, lessons: Iterable[Lesson]) -> str:
    r"""Return progress as a table: a row for each task that the learner gets of lessons, then what is kept besides.

    Returns
    -------
    str
        RFC 4180: commas, quotes where needed, "\r\n" after every row; nothing in it is computed by a spreadsheet.
    """
    lessons = tuple(lessons)
    kinds = {(lesson.key, step): _kind(task) for lesson in lessons for step, task in lesson.tasks.items()}
    got = ((lesson.key, step) for lesson in lessons for step in progress.drawn(lesson).tasks)
    kept = ((name, step) for name, lesson in progress.lessons.items() for step in lesson.steps)
    rows = (_row(progress, *at, kinds.get(at, "")) for at in dict.fromkeys(chain(got, kept)))
    return rows_text(chain([COLUMNS], rows))


def _kind(task: Task) -> str:
    return "challenge" if isinstance(task, Challenge) else "question"


def _row(progress: Progress, lesson: str, step: str, kind: str) -> Row:
    one = progress.step(lesson, step)
    done, first_try, given_up = ("yes" if so else "no" for so in (one.done, one.first_try, one.given_up))
    return harmless(lesson), harmless(step), kind, done, first_try, one.tries, given_up
