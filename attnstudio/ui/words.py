"""Text on the screen: the one way a sentence is translated."""

from PySide6.QtCore import QCoreApplication

from attnstudio.state.message import Message

CONTEXT = "attnstudio"


def said(text: Message | str) -> str:
    """Return a sentence in the language of the application."""
    return text.text(said) if isinstance(text, Message) else QCoreApplication.translate(CONTEXT, text)
