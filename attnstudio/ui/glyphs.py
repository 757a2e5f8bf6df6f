"""Characters that no font of this computer can draw: they are named, never left as silent boxes."""

from collections.abc import Iterable
from functools import lru_cache

from PySide6.QtGui import QFontMetrics

from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.ui.theme import look

MOST_NAMED = 12
_HINT = QT_TRANSLATE_NOOP(
    "attnstudio", "This computer has no font for {characters}: they show as boxes. Files keep the right text."
)


def glyph_notices(texts: Iterable[str]) -> tuple[Message, ...]:
    """Return the hint on characters of these texts that cannot be drawn, if there are any."""
    missing = sorted({letter for text in texts if not text.isascii() for letter in text if not _drawable(letter)})
    if not missing:
        return ()
    named = ", ".join(f"U+{ord(letter):04X}" for letter in missing[:MOST_NAMED])
    return (Message(_HINT, {"characters": named + (" …" if len(missing) > MOST_NAMED else "")}),)


@lru_cache(maxsize=4096)
def _drawable(letter: str) -> bool:
    return not letter.isprintable() or QFontMetrics(look().font()).inFontUcs4(ord(letter))
