"""The window with a lesson in it, and what a person does there."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from real_window import opened, settle

from attnstudio import catalog
from attnstudio.files.lesson_files import lessons
from attnstudio.state.lesson import Lesson
from attnstudio.ui import theme
from attnstudio.ui.lesson_page import LessonPage
from attnstudio.window import MainWindow

HEAD = 'format = "attnstudio lesson"\nversion = 1\ntitle = "A lesson of my own"\n'
NUMBER_STEP = """
[[steps]]
panel = "attention"
[steps.question]
text = "How much is 2 + 2?"
answer = 4
within = 0.01
otherwise = "Count again."
reason = "Two and two are four."
"""


@cache
def shipped(name: str) -> Lesson:
    return catalog.open_lesson(next(lesson.path for lesson in lessons() if lesson.name == name))


def written(folder: Path, steps: str, name: str = "mine.toml") -> Path:
    """Write a lesson; return its file."""
    path = folder / name
    path.write_text(HEAD + steps, encoding="utf-8")
    return path


@contextmanager
def lesson_window(
    lesson: Lesson | None = None, step: str = "", *, size: tuple[int, int] = (1440, 900),
    look: theme.Look = theme.Look(),  # noqa: B008
) -> Iterator[MainWindow]:  # fmt: skip
    """Show the window with a lesson open at a step."""
    with opened(size=size, look=look) as window:
        if lesson is not None:
            window.teaching.open(lesson, step)
            settle()
        yield window


def page(window: MainWindow) -> LessonPage:
    return window.teaching.lessons.page


def press(window: MainWindow, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> QWidget:
    """Press a key where the keyboard is; return what has it then."""
    QTest.keyClick(QApplication.focusWidget() or window, key, modifier)
    settle()
    return QApplication.focusWidget() or window


def tab_to(window: MainWindow, wanted: QWidget) -> None:
    """Press Tab until a widget has the keyboard."""
    for _ in range(80):
        if press(window, Qt.Key.Key_Tab) is wanted:
            return
    raise AssertionError(f"the Tab key never reaches {wanted.accessibleName()!r}")
