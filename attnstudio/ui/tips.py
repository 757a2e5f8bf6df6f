"""Tooltips that follow what they speak of: none that is open says what no longer holds."""

from collections.abc import Callable

from PySide6.QtCore import QPointF
from PySide6.QtGui import QHelpEvent, Qt
from PySide6.QtWidgets import QApplication, QLabel, QToolTip, QWidget


class PlaceTip:
    """The tooltip of a place in a widget.

    Parameters
    ----------
    widget : QWidget
    text_at : callable (QPointF) -> str
        Returns what the tooltip says at a place now.
    """

    def __init__(self, widget: QWidget, text_at: Callable[[QPointF], str]) -> None:
        self._widget, self._text_at = widget, text_at
        self._place = QPointF()
        self._text = ""

    def show(self, event: QHelpEvent) -> bool:
        """Show the tooltip where there is something to say; return whether there is."""
        self._place = QPointF(event.pos())
        self._text = self._text_at(self._place)
        QToolTip.showText(event.globalPos(), self._text, self._widget)
        return bool(self._text)

    def follow(self) -> None:
        """Say what holds now, if the tooltip is open; a slider's frame costs one question."""
        if self._text and QToolTip.isVisible():
            before, self._text = self._text, self._text_at(self._place)
            exchange(before, self._text)


def exchange(before: str, now: str) -> None:
    """Let the tooltip that is open say something else, if it says `before`; without a text it goes at once."""
    if before == now or not before or not QToolTip.isVisible() or QToolTip.text() != before:
        return
    for label in QApplication.topLevelWidgets():
        if isinstance(label, QLabel) and label.inherits("QTipLabel"):
            label.setText(now)
            label.adjustSize()
            label.setVisible(bool(now))  # QToolTip.hideText waits


def letter_for_letter(text: str) -> str:
    """Return what a tooltip shows as this text, whatever tags were in a file: Qt would take them for markup."""
    return f"<span>{escaped(text)}</span>" if Qt.mightBeRichText(text) else text


def escaped(text: str) -> str:
    """Return a text as markup that shows it letter for letter; the module for it would load the names of HTML."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
