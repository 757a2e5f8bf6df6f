"""A picture of a panel, or of one stage or figure of it, as the bytes of a file."""

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QCoreApplication, QEvent, QSize

from attnstudio import catalog
from attnstudio.state.scene import Scene
from attnstudio.ui.computed import Compute
from attnstudio.ui.document import Document
from attnstudio.ui.panel import Panel
from attnstudio.ui.picture_sizes import LARGEST
from attnstudio.ui.render import FORMATS, Caption, laid_out
from attnstudio.ui.theme import Look, dressed
from attnstudio.ui.words import said

STEP = 10  # pixels in width between the sizes that are tried


class TooSmall(ValueError):  # noqa: N818 (what it is called everywhere)
    """A picture has too little room for what it shows; the text says how much would do."""


def picture_of(
    scene: Scene,
    suffix: str,
    size: tuple[int, int],
    look: Look,
    *,
    part: str | None = None,
    compute: Compute = catalog.final,
) -> bytes:
    """Return a file with a picture of the open panel.

    Parameters
    ----------
    scene : Scene
    suffix : {".png", ".svg", ".pdf"}
    size : (int, int)
        Width and height in pixels; in a PDF 96 of them are an inch.
    look : Look
        Of the picture alone: the application keeps its own.
    part : str, optional
        The stage or figure that fills the panel.
    compute : callable (panel name, Scenario) -> Result

    Raises
    ------
    ValueError
        If the panel has no such part; those it has are listed. TooSmall if what it shows has no room in the size.
    """
    document = Document(scene, compute, catalog.cover)
    title, captions = catalog.panel_named(scene.open_panel).title, document.shown.captions
    try:
        with _laid_out(document, QSize(*size), look, part) as panel:
            if not panel.crowded:
                title = said(captions["title"]) if "title" in captions else scene.title or title
                caption = Caption(title, " · ".join(said(captions[name]) for name in ("origin", "shapes")))
                return FORMATS[suffix](panel, caption)
        raise TooSmall(_too_small(document, size, look, part))
    finally:
        document.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@contextmanager
def _laid_out(document: Document, size: QSize, look: Look, part: str | None) -> Iterator[Panel]:
    """Lay the open panel out as a picture of it has it."""
    with dressed(look) as dress:
        panel = catalog.panel_named(document.scene.open_panel).view(document, controls=False)
        try:
            dress(panel)
            if part is not None and part not in panel.parts():
                raise ValueError(f"expected one of {', '.join(panel.parts())}, got {part!r}")
            laid_out(panel, size)
            if part is not None:
                panel.enlarge(part)  # in its room: what fills it depends on that
                laid_out(panel, size)
            yield panel
        finally:
            panel.hide()
            panel.deleteLater()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def _too_small(document: Document, size: tuple[int, int], look: Look, part: str | None) -> str:
    """Say which size is too small at which zoom, and the least of its shape that would do."""
    width, height = size
    most = min((LARGEST[0] - width) // STEP, (LARGEST[1] - height) * width // (height * STEP))

    def larger(steps: int) -> QSize:
        return QSize(width + steps * STEP, -(-height * (width + steps * STEP) // width))

    def crowded(steps: int) -> bool:
        with _laid_out(document, larger(steps), look, part) as panel:
            return panel.crowded

    said_of = f"{width}x{height} is too small at a zoom of {look.zoom} %"
    low, high = 0, min(1, most)
    while crowded(high):  # what has room is seldom far off, and panels as large as the largest picture take long
        if high == most:
            return f"{said_of}, and so is every larger size of its shape"
        low, high = high, min(2 * high, most)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if crowded(middle) else (low, middle)
    least = larger(high)
    return f"{said_of}; the least size of its shape with room is {least.width()}x{least.height()}"
