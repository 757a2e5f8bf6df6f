"""Sizes of pictures in files: what is possible, and what is usual."""

from attnstudio.state.message import QT_TRANSLATE_NOOP

SMALLEST, LARGEST = (320, 240), (16_384, 16_384)  # pixels
SIZES = {
    "hd": (QT_TRANSLATE_NOOP("attnstudio", "1280 × 720: a slide"), (1280, 720)),
    "full hd": (QT_TRANSLATE_NOOP("attnstudio", "1920 × 1080: a large slide"), (1920, 1080)),
    "a4": (QT_TRANSLATE_NOOP("attnstudio", "A4 across: a handout"), (1123, 794)),
}
