"""A hand that presses keys and moves the mouse at random over the real window, and says what went wrong after what."""

import random
import re
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QEvent, QMessageLogContext, QPoint, QPointF, Qt, QTimer, QtMsgType, qInstallMessageHandler
from PySide6.QtGui import QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu, QMenuBar, QMessageBox, QToolButton, QWidget
from pytestqt.exceptions import capture_exceptions

from attnstudio.window import MainWindow

# What the offscreen platform says for every window and popup; nothing else may be said.
PLATFORM_NOISE = re.compile(r"This plugin does not support (propagateSizeHints\(\)|raise\(\)|grabbing the keyboard)")
ASKING = (
    "open",
    "save",
    "save_as",
    "new",
    "export",
    "open_lesson",
    "progress_csv",
    "quit",
)  # for a file; or end the run
_MOVES = ("Left", "Right", "Up", "Down")
_OTHERS = (
    "Home", "End", "PageUp", "PageDown", "Tab", "Tab", "Backtab", "Return", "Enter", "Escape", "Space", "Space",
    "Delete", "Backspace", "F2", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "Minus", "Comma", "Period", "E", "X",
    "P", "N", "A",
)  # fmt: skip
KEYS = [getattr(Qt.Key, f"Key_{name}") for name in (*_MOVES, *_MOVES, *_OTHERS)]
COMMANDS = [
    getattr(Qt.Key, f"Key_{name}") for name in ("Z", "Y", "R", "D", "B", "T", "I", "Home", "End", "Left", "Right")
]
PLAIN, SHIFT, CONTROL = (
    Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier,
)  # fmt: skip
LEFT, NONE = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton


@contextmanager
def watched() -> Iterator[list[str]]:
    """Collect what slots and event handlers raise and what Qt warns of."""
    said: list[str] = []

    def note(kind: QtMsgType, _context: QMessageLogContext, text: str) -> None:
        if kind != QtMsgType.QtDebugMsg and not PLATFORM_NOISE.match(text):
            said.append(text)

    before = qInstallMessageHandler(note)
    try:
        with capture_exceptions() as raised:
            yield said
    finally:
        qInstallMessageHandler(before)
    said.extend(f"{kind.__name__}: {error}" for kind, error, _ in raised)


class Hand:
    """Does one random thing after another; the same seed does the same things.

    70 % are keys on the widget that has the focus, 30 % clicks, drags and turns of the wheel on widgets that show.
    """

    def __init__(self, window: MainWindow, seed: int) -> None:
        self.window, self.random, self.last = window, random.Random(seed), ""
        for name in ASKING:
            window.actions_by_name[name].setEnabled(False)

    def do(self, events: int, *, settle_every: int = 5) -> None:
        """Do this many things; AssertionError names the one after which something was wrong."""
        for event in range(events):
            with watched() as said:
                self._key() if self.random.random() < 0.7 else self._pointer()
                if event % settle_every == 0:
                    QApplication.processEvents()
            assert not said, f"event {event}, {self.last}: {said}"
            modal = QApplication.activeModalWidget()
            if isinstance(modal, QMessageBox | QFileDialog):  # of a button; the actions that ask are off
                modal.reject()  # keep what would be lost, and take no file
            assert modal is None or isinstance(modal, QMessageBox | QFileDialog), (
                f"event {event}, {self.last}: {_named(modal)}"
            )
            assert not isinstance(QApplication.activeWindow(), QFileDialog), f"event {event}, {self.last}: a dialog"

    def _key(self) -> None:
        target = QApplication.activePopupWidget() or QApplication.focusWidget() or self.window
        key, modifier = self.random.choice(KEYS), self.random.choice([PLAIN, PLAIN, PLAIN, SHIFT])
        if self.random.random() < 0.05:
            key, modifier = self.random.choice(COMMANDS), CONTROL
        self.last = f"{modifier.name} {key.name} on {_named(target)}"
        self._await_menu(target)
        QTest.keyClick(target, key, modifier)

    def _pointer(self) -> None:
        popup = QApplication.activePopupWidget()
        if popup is not None and self.random.random() < 0.5:
            self.last = f"closing {_named(popup)}"
            popup.close()
            return
        target = popup or self.random.choice(self._reachable())
        start, end = self._place(target), self._place(target)
        act = self.random.choice([self._click, self._click, self._double_click, self._drag, self._wheel, self._hover])
        if _has_menu(target):
            act = self._click  # whatever else presses it would open its menu again
        self.last = f"{act.__name__} on {_named(target)} from {start.toTuple()} to {end.toTuple()}"
        self._await_menu(target)
        act(target, start, end)

    def _await_menu(self, target: QWidget) -> None:
        """A button's menu runs an event loop of its own until something is chosen: that is done from within."""
        if _has_menu(target):
            QTimer.singleShot(0, self._use_menu)

    def _use_menu(self) -> None:
        menu = QApplication.activePopupWidget()
        if isinstance(menu, QMenu):
            for _ in range(self.random.randrange(8)):
                QTest.keyClick(menu, Qt.Key.Key_Down)
            QTest.keyClick(menu, self.random.choice([Qt.Key.Key_Return, Qt.Key.Key_Escape]))
            menu.close()

    def _reachable(self) -> list[QWidget]:
        """Return what a pointer can reach: widgets that show and are on; menus only open from their buttons."""
        within = self.window.findChildren(QWidget)
        return [
            widget for widget in within
            if widget.isVisible() and widget.isEnabled() and not widget.visibleRegion().isEmpty()
            and widget.window() is self.window and not isinstance(widget, QMenuBar)
        ]  # fmt: skip

    def _place(self, target: QWidget) -> QPoint:
        return QPoint(self.random.randrange(max(1, target.width())), self.random.randrange(max(1, target.height())))

    def _click(self, target: QWidget, start: QPoint, _end: QPoint) -> None:
        QTest.mouseClick(target, LEFT, PLAIN, start)

    def _double_click(self, target: QWidget, start: QPoint, _end: QPoint) -> None:
        QTest.mouseClick(target, LEFT, PLAIN, start)
        QTest.mouseDClick(target, LEFT, PLAIN, start)

    def _drag(self, target: QWidget, start: QPoint, end: QPoint) -> None:
        QTest.mousePress(target, LEFT, PLAIN, start)
        for step in range(1, 5):
            move(target, start + (end - start) * step / 4, LEFT)
        QTest.mouseRelease(target, LEFT, PLAIN, end)

    def _hover(self, target: QWidget, start: QPoint, end: QPoint) -> None:
        move(target, start, NONE)
        move(target, end, NONE)

    def _wheel(self, target: QWidget, start: QPoint, _end: QPoint) -> None:
        turn = QPoint(0, self.random.choice([-120, 120]))
        at = QPointF(start)
        QApplication.sendEvent(
            target,
            QWheelEvent(at, target.mapToGlobal(at), QPoint(), turn, NONE, PLAIN, Qt.ScrollPhase.NoScrollPhase, False),
        )


def move(target: QWidget, to: QPoint, held: Qt.MouseButton) -> None:
    """Move the pointer over a widget; QTest's own moves say no buttons."""
    at = QPointF(to)
    QApplication.sendEvent(target, QMouseEvent(QEvent.Type.MouseMove, at, target.mapToGlobal(at), NONE, held, PLAIN))


def type_text(text: str) -> None:
    """Type any characters where the keyboard is; QTest knows ASCII alone."""
    for letter in text:
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            if (target := QApplication.focusWidget()) is not None:
                QApplication.sendEvent(target, QKeyEvent(kind, 0, PLAIN, letter))


def _has_menu(widget: QWidget) -> bool:
    return isinstance(widget, QToolButton) and widget.menu() is not None


def _named(widget: QWidget) -> str:
    return f"{type(widget).__name__} “{widget.accessibleName() or widget.objectName()}”"
