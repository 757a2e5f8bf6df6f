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
    template = said(text.template)
    if not text.values:
        return template
    return template.format(
        **{
            name: token(value) if isinstance(value, str) else told(value) if isinstance(value, Message) else value
            for name, value in text.values.items()
        }
    )
