"""What Python keeps known and Qt deletes without its notice."""

import shiboken6
from PySide6.QtCore import QMetaObject, QObject


def deleted_unseen() -> list[str]:
    """Describe the wrappers that Shiboken keeps with a parent for what Qt made, and deletes by itself: layout items.

    Such a wrapper stays registered at its address, and passes for the wrapper of what is made there later. What Python
    made tells of its end, and so does each QObject. Fill a layout after it was added to another, and take no items.
    """
    wrappers = (
        wrapper
        for wrapper in shiboken6.getAllValidWrappers()
        if not isinstance(wrapper, QObject | QMetaObject)
        and not shiboken6.ownedByPython(wrapper)
        and not shiboken6.createdByPython(wrapper)
    )
    return [told for told in map(shiboken6.dump, wrappers) if "parent." in told]
