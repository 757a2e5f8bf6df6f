"""Controls as a person operates them: shown, typed into, and listened to."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from attnstudio.state.fields import Number

COMPONENT = Number(label="k₁,₁", help="One number.", low=-3, high=3, typed_low=-100, typed_high=100)
KEY = Qt.Key
LEFT = Qt.MouseButton.LeftButton
PLAIN = Qt.KeyboardModifier.NoModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def shown(qtbot, control):
    qtbot.addWidget(control)
    control.resize(control.sizeHint())
    control.show()
    QApplication.processEvents()
    control.said, control.ends = [], []
    control.edited.connect(control.said.append)
    control.finished.connect(lambda: control.ends.append(len(control.said)))
    return control


def keys(widget, text):
    """Type any characters; QTest knows ASCII alone."""
    for character in text:
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            QApplication.sendEvent(widget, QKeyEvent(kind, 0, PLAIN, character))


def told(control):
    """Return a list that grows with every edit and, as "end", with every end of a gesture."""
    said = []
    control.edited.connect(said.append)
    control.finished.connect(lambda: said.append("end"))
    return said
