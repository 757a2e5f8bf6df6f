"""Tokens in the texts of figures: with every character to be seen, and none that turns the words around it."""

from functools import lru_cache

from attnstudio.state.message import Message
from attnstudio.ui.matrix_words import isolated, visible
from attnstudio.ui.words import said


@lru_cache(maxsize=4096)
def token(label: str) -> str:
    """Return a label as it may stand among other words and numbers."""
    return isolated(visible(label))


def told(text: Message) -> str:
    """Return a sentence in which every word filled in may be a token."""
    if not text.values:
        return said(text)
    return said(Message(text.template, {name: _safe(value) for name, value in text.values.items()}))


def _safe(value: object) -> object:
    return told(value) if isinstance(value, Message) else token(value) if isinstance(value, str) else value
