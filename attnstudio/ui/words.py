"""Text on the screen: the one way a sentence is translated."""

from functools import lru_cache

from PySide6.QtCore import QCoreApplication

from attnstudio.state.message import Message

CONTEXT = "attnstudio"


@lru_cache(maxsize=4096)
def _translated(text: str) -> str:
    """Return a template in the language of the application, which does not change while it runs."""
    return QCoreApplication.translate(CONTEXT, text)


def said(text: Message | str) -> str:
    """Return a sentence in the language of the application."""
    return text.text(_translated) if isinstance(text, Message) else _translated(text)
