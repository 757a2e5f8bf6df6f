"""Colours, sizes and fonts: the only place that has any.

A `Look` is one theme at one text zoom, with the digits of numbers. `apply` makes it the application's; painters and
widgets ask `look()` each time they paint or lay out, and hear of a change through the ordinary palette, font and style
change events.
"""

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontMetricsF, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from attnstudio.ui.style_sheet import style_sheet

MONOSPACED = ("DejaVu Sans Mono",)
FAMILIES = ("DejaVu Sans", "Microsoft YaHei", "PingFang SC", "Noto Sans CJK SC", "WenQuanYi Micro Hei")
ZOOMS = (80, 90, 100, 110, 125, 150, 175, 200, 250)
PIXELS = {"small": 12.0, "body": 13.0, "title": 15.0, "cell": 15.0, "heading": 18.0}  # at 100 %
NAMES = ("light", "dark", "projector")
STEPS = 64  # of colour between an empty cell and a full one

_LIGHT = {
    "window": "#f4f5f7", "card": "#ffffff", "border": "#dfe2e7", "outline": "#757d8a", "text": "#14171c",
    "muted": "#565e6b", "field": "#ffffff", "pressed": "#e3eff7", "groove": "#8b93a0", "accent": "#00639c",
    "query": "#00639c", "key": "#a94a00", "value": "#00704f", "output": "#00704f", "weight": "#73389c",
    "score": "#4b5361", "exp": "#4b5361", "negative": "#a82a3c", "cell": "#ffffff", "cell_border": "#818995",
    "hatch": "#7d8591", "blocked": "#eceef1", "error": "#a8201f", "note": "#eaf3f9",
}  # fmt: skip
_STRONG_LIGHT = {
    "query": "#2f8cc4", "key": "#cf7837", "value": "#2f9d7a", "output": "#2f9d7a", "weight": "#8d55b3",
    "score": "#7b8494", "exp": "#7b8494", "negative": "#c43f52",
}  # fmt: skip
_DARK = {
    "window": "#14171b", "card": "#1d2127", "border": "#343a44", "outline": "#8a93a2", "text": "#f0f2f5",
    "muted": "#a9b1bd", "field": "#262b33", "pressed": "#1f4157", "groove": "#666e7b", "accent": "#5cb8ee",
    "query": "#5cb8ee", "key": "#f0a063", "value": "#4cc9a0", "output": "#4cc9a0", "weight": "#c79be6",
    "score": "#b4bcc9", "exp": "#b4bcc9", "negative": "#ea7682", "cell": "#23282f", "cell_border": "#808998",
    "hatch": "#808998", "blocked": "#2b3038", "error": "#ff9a94", "note": "#1d303d",
}  # fmt: skip
_STRONG_DARK = {
    "query": "#2b86bd", "key": "#b8672c", "value": "#22906d", "output": "#22906d", "weight": "#9660b9",
    "score": "#7a8391", "exp": "#7a8391", "negative": "#c85259",
}  # fmt: skip
_PROJECTOR = _LIGHT | {"window": "#ffffff", "border": "#c2c8d1", "text": "#000000", "muted": "#3f4652",
                       "cell_border": "#7d8591", "outline": "#5f6875"}  # fmt: skip


class _Theme(NamedTuple):
    name: str = "light"
    zoom: int = 100
    digits: int | None = None


class Look(_Theme):
    """One theme at one zoom, and the digits of numbers.

    A tuple, as much that is kept is kept under its look, and tuples are hashed quickest.

    Parameters
    ----------
    name : {"light", "dark", "projector"}
    zoom : int
        Text zoom in percent, 80 to 250.
    digits : int, optional
        Digits after the point that computed numbers show where they have room; otherwise as many as they ask for.
    """

    @property
    def projector(self) -> bool:
        return self.name == "projector"

    @cached_property
    def factor(self) -> float:
        """How much larger than the light theme at 100 % text and controls are."""
        return self.zoom / 100 * (1.5 if self.projector else 1.0)

    @cached_property
    def _thickness(self) -> float:
        return float(max(1.0, self.factor**0.5) * (1.4 if self.projector else 1.0))

    @cached_property
    def px(self) -> Callable[[float], int]:
        """Scale a distance given for the light theme at 100 %."""
        factor = self.factor
        return lru_cache(maxsize=1024)(lambda pixels: round(pixels * factor))

    @cached_property
    def colour(self) -> Callable[[str], QColor]:
        """Return the colour of a part (window, card, text, …) or the text and line colour of a kind."""
        return {name: QColor(colour) for name, colour in _palette(self.name).items()}.__getitem__

    def line(self, width: float = 1.0) -> float:
        """Width of a pen: thicker for the projector."""
        return width * self._thickness

    def font(self, role: str = "body", *, bold: bool = False, code: bool = False) -> QFont:
        """Return the font of a role: small, body, title, cell or heading; digits are of equal width, in code all."""
        return _font(bold, max(1, round(PIXELS[role] * self.factor)), MONOSPACED + FAMILIES if code else FAMILIES)

    def cell(self, kind: str, value: float, limits: tuple[float, float]) -> QColor:
        """Return the fill of a cell: pale at 0, full at the end of the limits, the colour of negatives below 0."""
        span = max(abs(limits[0]), abs(limits[1]))
        if not math.isfinite(value):
            return self.colour("blocked")
        share = min(1.0, abs(value) / span) if span > 0 else 0.0
        return _mixed(self.name, "negative" if value < 0 else kind, round(share * STEPS))

    def strong(self, kind: str) -> QColor:
        """Return the full fill of a kind, as bars and points have it."""
        return _mixed(self.name, kind, STEPS)


def _palette(name: str) -> dict[str, str]:
    return {"light": _LIGHT, "dark": _DARK, "projector": _PROJECTOR}[name]


@lru_cache(maxsize=64)
def _font(bold: bool, pixels: int, families: tuple[str, ...]) -> QFont:
    font = QFont()
    font.setFamilies(list(families))
    font.setPixelSize(pixels)
    font.setBold(bold)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font


@lru_cache(maxsize=2048)
def _mixed(name: str, kind: str, step: int) -> QColor:
    """Colour `step` / STEPS of the way from the empty cell to the full one."""
    pale = QColor(_palette(name)["cell"])
    full = QColor((_STRONG_DARK if name == "dark" else _STRONG_LIGHT)[kind])
    share = 0.0 if step == 0 else 0.08 + 0.92 * step / STEPS
    parts = [
        round(a + (b - a) * share)
        for a, b in zip(pale.getRgb()[:3], full.getRgb()[:3], strict=True)  # type: ignore[index]
    ]
    return QColor(*parts)


def luminance(colour: QColor) -> float:
    """Relative luminance of WCAG 2.2, 0 to 1."""
    parts = (colour.redF(), colour.greenF(), colour.blueF())
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: QColor, b: QColor) -> float:
    """Contrast ratio of WCAG 2.2, 1 to 21."""
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@lru_cache(maxsize=4096)
def _text_on(rgb: int) -> QColor:
    black, white = QColor("#000000"), QColor("#ffffff")
    fill = QColor(rgb)
    return black if contrast(fill, black) >= contrast(fill, white) else white


def text_on(fill: QColor) -> QColor:
    """Return black or white, whichever reads better on `fill`."""
    return _text_on(fill.rgb())


_look = Look()


def look() -> Look:
    """Return the look of the application."""
    return _look


@cache  # a font that is loaded twice is another font to Qt, and a PDF with it has other bytes
def load_fonts(folder: Path) -> None:
    """Make the shipped fonts known to Qt; OSError names a font that cannot be read."""
    for path in sorted(folder.glob("*.ttf")):
        if QFontDatabase.addApplicationFont(str(path)) < 0:
            raise OSError(f"The font {path} cannot be read.")


def apply(app: QApplication, wanted: Look) -> None:
    """Give the whole application a look."""
    global _look  # noqa: PLW0603  # the look is the application's, as its palette and font are
    _look = wanted
    _scale(app, wanted.factor)
    app.setPalette(_qt_palette(wanted))
    app.setFont(wanted.font())
    app.setStyleSheet(style_sheet(wanted))


@contextmanager
def dressed(wanted: Look) -> Iterator[Callable[[QWidget], None]]:
    """Have `look()` be another one for a while, and dress single widgets in it; the application keeps its own."""
    global _look  # noqa: PLW0603  # as in `apply`
    before, _look = _look, wanted

    def dress(widget: QWidget) -> None:
        widget.setPalette(_qt_palette(wanted))
        widget.setFont(wanted.font())
        widget.setStyleSheet(style_sheet(wanted))

    try:
        yield dress
    finally:
        _look = before


def _scale(app: QApplication, factor: float) -> None:
    """Give handles and scroll bars their size; the class for it takes time to load, and at 100 % there is no need."""
    if factor != 1.0 or app.property("scaled"):
        from attnstudio.ui.scaled_style import ScaledStyle

        app.setProperty("scaled", True)
        app.setStyle(ScaledStyle(factor))


def _qt_palette(wanted: Look) -> QPalette:
    palette = QPalette()
    role = QPalette.ColorRole
    parts = {
        role.Window: "window", role.WindowText: "text", role.Base: "field", role.AlternateBase: "card",
        role.Text: "text", role.Button: "field", role.ButtonText: "text", role.ToolTipBase: "card",
        role.ToolTipText: "text", role.PlaceholderText: "muted", role.Highlight: "accent", role.Link: "accent",
        role.LinkVisited: "accent", role.Light: "card", role.Midlight: "border", role.Mid: "outline",
        role.Dark: "outline", role.Shadow: "outline",
    }  # fmt: skip
    for where, name in parts.items():
        palette.setColor(where, wanted.colour(name))
    palette.setColor(role.HighlightedText, text_on(wanted.colour("accent")))
    for where in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, where, wanted.colour("muted"))
    return palette


def preferred(app: QApplication) -> str:
    """Return the theme that the system asks for."""
    return "dark" if app.styleHints().colorScheme() == Qt.ColorScheme.Dark else "light"


def text_width(font: QFont, text: str) -> float:
    """Width of one line of text in pixels."""
    return QFontMetricsF(font).horizontalAdvance(text)
