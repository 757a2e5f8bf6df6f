"""The way of the Tab key: through the parts of a window as its layouts hold them, whenever they were made.

Qt goes by the order in which widgets were made, so that those made later would come last wherever they stand.
"""

from collections.abc import Iterator
from operator import itemgetter

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLayout, QScrollArea, QWidget


def move_on(root: QWidget, forward: bool) -> bool:
    """Give the keyboard to the next or previous part of a widget, round its ends; return whether it has any."""
    stops = _stops(root)
    if not stops:
        return False
    focus = QApplication.focusWidget()
    here = next((i for i, part in enumerate(stops) if focus and (part is focus or part.isAncestorOf(focus))), None)
    if here is None:
        here = _before(root, focus, stops) if forward else _before(root, focus, stops) + 1
    target = stops[(here + (1 if forward else -1)) % len(stops)]
    target.setFocus(Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason)
    _bring_into_sight(target)
    return True


def stop_in(widget: QWidget) -> QWidget:
    """Return what takes keys where a widget is given the keyboard: of a row of chips, say, the one that Tab goes to."""
    while (proxy := widget.focusProxy()) is not None:
        widget = proxy
    return next(iter(_stops(widget)), widget)


def _stops(root: QWidget) -> list[QWidget]:
    return [part for part in _parts(root) if part.focusPolicy() & Qt.FocusPolicy.TabFocus and part.isEnabled()]


def _bring_into_sight(part: QWidget) -> None:
    """Scroll to a part that got the keyboard from outside of the area that it lies in."""
    outer = part.parentWidget()
    while outer is not None:
        if isinstance(outer, QScrollArea):
            outer.ensureWidgetVisible(part)
        outer = outer.parentWidget()


def _before(root: QWidget, focus: QWidget | None, stops: list[QWidget]) -> int:
    """Return the last stop before a widget that the pointer alone reaches; -1 where there is none."""
    parts = list(_parts(root))
    if focus is None or not any(part is focus or part.isAncestorOf(focus) for part in parts):
        return -1
    place = next(i for i, part in enumerate(parts) if part is focus or part.isAncestorOf(focus))
    return sum(part in parts[:place] for part in stops) - 1


def _parts(widget: QWidget) -> Iterator[QWidget]:
    """Yield what shows and takes the keyboard, from the top left on."""
    if not widget.isVisible():
        return
    layout = widget.layout()
    inside = [child for child in widget.children() if isinstance(child, QWidget) and not child.isWindow()]
    if widget.focusPolicy() != Qt.FocusPolicy.NoFocus:
        yield widget
    elif isinstance(widget, QScrollArea):
        if (content := widget.widget()) is not None:
            yield from _parts(content)
    elif layout is not None:
        yield from _parts_in(layout, inside)
    else:
        for child in inside:
            yield from _parts(child)


def _parts_in(layout: QLayout, widgets: list[QWidget]) -> Iterator[QWidget]:
    """Yield those of the widgets that a layout holds, and the layouts in it, in its order.

    It is asked where each stands, never for its items: Python is not told that Qt deleted an item, whose wrapper would
    pass for that of what is made at its address later and end the process when that goes.
    """
    held: list[QWidget | QLayout] = [*widgets, *(c for c in layout.children() if isinstance(c, QLayout))]
    places = [(layout.indexOf(part), part) for part in held]
    for place, part in sorted(places, key=itemgetter(0)):
        if place >= 0:
            yield from _parts(part) if isinstance(part, QWidget) else _parts_in(part, widgets)
