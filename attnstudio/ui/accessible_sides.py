"""Accessible sides of our own widgets: made whenever Qt asks for one, and kept until Qt deletes it."""

from collections.abc import Callable
from typing import Any

import shiboken6
from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleInterface

Make = Callable[[Any], QAccessibleInterface]
MANY = 500  # so many new ones are worth looking for those that are gone
_makers: dict[str, tuple[type, Make]] = {}
_kept: list[QAccessibleInterface] = []


def offer(kind: type, make: Make) -> None:
    """Have Qt take the accessible side of widgets of a class, and of classes made from it, from here.

    Parameters
    ----------
    kind : type
        A subclass of QWidget; its name is that of no other.
    make : callable
        Widget to a new side of it, each time: Qt asks again once signals were connected to methods of the widget, which
        give its class another meta-object, and deletes every side that it was given with the widget.
    """
    if not _makers:
        QAccessible.installFactory(_side_of)
    _makers[kind.__name__] = kind, make


def keep(side: QAccessibleInterface) -> None:
    """Keep what is handed to Qt, which has no reference of its own, until Qt deletes it: Python must not do so earlier.

    What belongs to no widget, as the cell of a table, is kept for good: Qt may have written down where it is.
    """
    _kept.append(side)
    if len(_kept) % MANY == 0:
        _kept[:] = filter(shiboken6.isValid, _kept)


def _side_of(class_name: str, thing: QObject) -> QAccessibleInterface | None:
    """Return a new side; Qt asks with the name of a widget's class, then with those of its bases."""
    kind, make = _makers.get(class_name, (None, None))
    if kind is None or make is None or not isinstance(thing, kind):
        return None
    side = make(thing)
    keep(side)
    return side
