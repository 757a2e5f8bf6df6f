"""What keys do in a control: a table stands beside the code that handles them, and the shortcut sheet lists it."""

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

from attnstudio.state.message import QT_TRANSLATE_NOOP
from attnstudio.ui.words import said

if TYPE_CHECKING:
    from PySide6.QtWidgets import QLineEdit

DOUBLE_CLICK = QT_TRANSLATE_NOOP("attnstudio", "double click")
DIGITS = QT_TRANSLATE_NOOP("attnstudio", "a digit or sign")
OTHER_KEYS = (
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
)  # with these a key is another one
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


def goes_on(event: QKeyEvent) -> bool:
    """Let a key with Ctrl, Alt or Meta go on to the window; return whether it is one."""
    other = bool(event.modifiers() & OTHER_KEYS)
    if other:
        event.ignore()
    return other


def undoes_nothing(event: QKeyEvent, line: "QLineEdit") -> bool:
    """Let a key that undoes or redoes go on to the window, where there is no such typing; return whether it is one."""
    undo, redo = map(event.matches, (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo))
    nothing = (undo and not line.isUndoAvailable()) or (redo and not line.isRedoAvailable())
    if nothing:
        event.ignore()
    return nothing


class KeyUse(NamedTuple):
    """Keys that do one thing.

    Parameters
    ----------
    keys : tuple of Qt.Key
    does : str
        What they do, as a sentence without a full stop.
    modifier : Qt.KeyboardModifier
        Held with each of them.
    also : tuple of str
        What else does it, in words: "double click".
    """

    keys: tuple[Qt.Key, ...]
    does: str
    modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
    also: tuple[str, ...] = ()

    @property
    def names(self) -> str:
        """The keys as a person reads them, in the manner of the system."""
        native = QKeySequence.SequenceFormat.NativeText
        keys = [QKeySequence(QKeyCombination(self.modifier, key)).toString(native) for key in self.keys]
        return ", ".join((*keys, *map(said, self.also)))
