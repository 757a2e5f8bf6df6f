"""What Python knows and Qt may delete without its notice."""

from itertools import chain

import shiboken6
from PySide6.QtCore import QMetaObject, QObject

from attnstudio.ui.flow import FlowLayout


def deleted_unseen() -> list[object]:
    """Return wrappers of what Qt made and deletes by itself, without those that flow layouts keep until it does.

    A wrapper of this kind stays registered at its address, and passes for the wrapper of what is made there later. What
    Python made tells of its end, and so does each QObject; QMetaObject are of classes.
    """
    wrappers = shiboken6.getAllValidWrappers()
    kept = set(map(id, chain.from_iterable(flow._items for flow in wrappers if isinstance(flow, FlowLayout))))
    return [
        wrapper
        for wrapper in wrappers
        if not isinstance(wrapper, QObject | QMetaObject)
        and not shiboken6.ownedByPython(wrapper)
        and not shiboken6.createdByPython(wrapper)
        and id(wrapper) not in kept
    ]
