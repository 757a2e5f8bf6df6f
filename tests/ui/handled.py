"""Figures with handles as a person moves them: pointer, keys, and what the figure told."""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication

from attnstudio.core.geometry import seen_from_query, stretched, turned_to
from attnstudio.state.figures import Dial, Points, frozen_float
from attnstudio.state.message import Message
from attnstudio.ui.dial import DialView
from attnstudio.ui.dial_plan import QUERY
from attnstudio.ui.handle_view import HandleView
from attnstudio.ui.plane import PlaneView

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
PLAIN, SHIFT, CONTROL = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
)


def shown(qtbot, view, *, size=(430, 300)):
    """Show a figure with the keyboard, and note what it tells."""
    qtbot.addWidget(view)
    view.resize(*size)
    with qtbot.waitExposed(view):
        view.show()
    view.activateWindow()
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)
    view.said = []
    for moved in (view.tip_moved, view.tip_placed) if isinstance(view, DialView) else (view.point_moved,):
        moved.connect(lambda *numbers: view.said.append(numbers))
    view.moved_finished.connect(lambda: view.said.append("end"))
    view.handle_chosen.connect(lambda handle: view.said.append(("chosen", handle)))
    view.opened.connect(lambda: view.said.append("opened"))
    return view


def mouse(view, kind, x, y, modifiers=PLAIN):
    button = NONE if kind == QEvent.Type.MouseMove else LEFT
    held = NONE if kind == QEvent.Type.MouseButtonRelease else LEFT
    place = QPointF(x, y)
    QApplication.sendEvent(view, QMouseEvent(kind, place, view.mapToGlobal(place), button, held, modifiers))


def press(view, x, y):
    mouse(view, QEvent.Type.MouseButtonPress, x, y)


def move(view, x, y, modifiers=PLAIN):
    mouse(view, QEvent.Type.MouseMove, x, y, modifiers)


def release(view, x, y):
    mouse(view, QEvent.Type.MouseButtonRelease, x, y)


def double_click(view, x, y):
    mouse(view, QEvent.Type.MouseButtonDblClick, x, y)


def drag(view, handle, right, down, *, modifiers=PLAIN):
    """Drag a handle so many pixels in two moves; return where it was."""
    x, y = view.plan().tips[handle]
    press(view, x, y)
    move(view, x + right / 2, y + down / 2, modifiers)
    move(view, x + right, y + down, modifiers)
    release(view, x + right, y + down)
    return x, y


def key(view, code, modifiers=PLAIN, *, times=1, text=""):
    """Hold a key for some repeats, and let it go."""
    for i in range(times):
        QApplication.sendEvent(view, QKeyEvent(QEvent.Type.KeyPress, code, modifiers, text, i > 0))
    QApplication.sendEvent(view, QKeyEvent(QEvent.Type.KeyRelease, code, modifiers, text))


def moves(view: HandleView) -> list[tuple]:
    """Return what was told of moves alone."""
    return [told for told in view.said if told != "end" and told[0] != "chosen"]


def live_dial(view: DialView, query: list[float], keys: list[list[float]], selected: int = 0) -> Callable[[], Dial]:
    """Have a dial follow its handles, as the panel does."""
    vectors = [frozen_float(query), *map(frozen_float, keys)]  # the query is before the keys

    def dial() -> Dial:
        length, lengths, angles, shadows = seen_from_query(vectors[0], frozen_float(vectors[1:]))
        names = tuple(f"k{i + 1}" for i in range(len(keys)))
        parts = (frozen_float(lengths), frozen_float(angles), frozen_float(shadows))
        return Dial(length, *parts, names, tuple(map(Message, names)), "q", selected, on_a_line=len(query) == 1)

    def follow(handle: int, angle: float, length: float) -> None:
        at = handle + 1
        vectors[at] = (
            stretched(vectors[0], length) if handle == QUERY else turned_to(vectors[0], vectors[at], angle, length)
        )
        view.show_dial(dial())

    view.tip_moved.connect(follow)
    view.tip_placed.connect(follow)
    view.show_dial(dial())
    return dial


def live_plane(view: PlaneView, points: Points) -> None:
    """Have a plane follow its handles, as the panel does."""

    def follow(handle: int, x: float, y: float) -> None:
        values = view.shown.points.copy()
        values[handle] = x, y
        view.show_points(replace(view.shown, points=frozen_float(values)))

    view.point_moved.connect(follow)
    view.show_points(points)
