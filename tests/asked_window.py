"""Asks everything in the window what it can do, as assistive technology does, and prints how often it has asked.

A process of its own: a wrong answer does not raise, it ends the process.
"""

from PySide6.QtGui import QAccessible, QAccessibleInterface
from real_window import opened

from attnstudio.app import create_app

KINDS = ("action", "attributes", "editableText", "hyperlink", "selection", "table", "tableCell", "text", "value")


def asked(side: QAccessibleInterface) -> int:
    """Ask a node and all in it for each kind of thing that a node may be."""
    getters = [getter for kind in KINDS if (getter := getattr(side, f"{kind}Interface", None)) is not None]
    for getter in getters:
        getter()
    return len(getters) + sum(asked(side.child(i)) for i in range(side.childCount()))


if __name__ == "__main__":
    app = create_app()
    with opened() as window:
        print(asked(QAccessible.queryAccessibleInterface(window)))
