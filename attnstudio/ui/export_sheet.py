"""The export sheet: what of the screen leaves as which kind of file, and how large a picture is."""

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QWidget

from attnstudio.state.fields import Choice, Whole
from attnstudio.state.message import QT_TRANSLATE_NOOP
from attnstudio.ui.choice import ChoiceControl
from attnstudio.ui.control_row import align_labels
from attnstudio.ui.picture_sizes import LARGEST, SIZES, SMALLEST
from attnstudio.ui.reasons import set_reason
from attnstudio.ui.sheet import Sheet
from attnstudio.ui.theme import NAMES, ZOOMS, Look
from attnstudio.ui.whole import WholeControl
from attnstudio.ui.words import said

WHOLE = "whole"
T = QT_TRANSLATE_NOOP
KINDS = (
    ("png", T("attnstudio", "PNG: a picture of pixels")),
    ("svg", T("attnstudio", "SVG: a picture that stays sharp")),
    ("pdf", T("attnstudio", "PDF: a page to print")),
    ("csv", T("attnstudio", "CSV: all numbers, for a spreadsheet")),
    ("numpy", T("attnstudio", "NumPy script that computes the numbers again")),
    ("torch", T("attnstudio", "PyTorch script that computes the numbers again")),
    ("scene", T("attnstudio", "Scene, to come back to this screen")),
)
PICTURES = ("png", "svg", "pdf")
THEME_NAMES = {"light": T("attnstudio", "Light"), "dark": T("attnstudio", "Dark"),
               "projector": T("attnstudio", "Projector")}  # fmt: skip
PANEL_ALONE = T("attnstudio", "Such a file holds the whole panel")
NO_NUMBERS = T("attnstudio", "A figure has no table of its own: its numbers are those of the stages")
PICTURE_ALONE = T("attnstudio", "Only a picture has this")
TITLE = T("attnstudio", "Export")
OF_WINDOW, TYPED = "window", "typed"
NO_LOOK = Look()


@dataclass(frozen=True)
class Wanted:
    """What is to be exported.

    Parameters
    ----------
    kind : str
        One of KINDS.
    part : str, optional
        A stage or figure; the whole panel without it.
    size : (int, int)
        Of a picture, in pixels.
    look : Look
        Of a picture.
    """

    kind: str
    part: str | None = None
    size: tuple[int, int] = (1280, 720)
    look: Look = NO_LOOK


class ExportSheet(Sheet):
    """Lets a person say what is to be exported.

    Parameters
    ----------
    parts : mapping of str to str
        Title of each stage and figure that can fill the panel, by its name.
    tables : collection of str
        Those of them that have numbers.
    size : QSize
        Of the panel in the window.
    look : Look
        Of the window.
    parent : QWidget
    """

    chosen = Signal(object)  # Wanted

    def __init__(
        self, parts: Mapping[str, str], tables: frozenset[str], size: QSize, look: Look, parent: QWidget
    ) -> None:
        super().__init__(said(TITLE), said("&Choose a file…"), parent)
        self._tables, self._parts, self._look = tables, tuple(parts), look
        self._wanted = {"what": WHOLE, "kind": "png", "size": OF_WINDOW, "theme": look.name}
        window = tuple(
            min(max(side, low), high)
            for side, low, high in zip((size.width(), size.height()), SMALLEST, LARGEST, strict=True)
        )
        self._sizes = {OF_WINDOW: window, **{name: size for name, (_, size) in SIZES.items()}}
        whole = (WHOLE, T("attnstudio", "The whole panel"))
        self.what = self._choice("what", T("attnstudio", "What"), (whole, *parts.items()))
        self.kind = self._choice("kind", T("attnstudio", "As"), KINDS)
        named = ((name, title) for name, (title, _) in SIZES.items())
        as_window, typed = T("attnstudio", "As in the window"), T("attnstudio", "As typed here")
        self.size_list = self._choice("size", T("attnstudio", "Size"), ((OF_WINDOW, as_window), *named, (TYPED, typed)))
        self.width_field = self._number(T("attnstudio", "Width, pixels"), SMALLEST[0], LARGEST[0])
        self.height_field = self._number(T("attnstudio", "Height, pixels"), SMALLEST[1], LARGEST[1])
        self.theme = self._choice("theme", T("attnstudio", "Theme"), tuple((n, THEME_NAMES[n]) for n in NAMES))
        self.zoom = self._number(T("attnstudio", "Text size, %"), ZOOMS[0], ZOOMS[-1])
        self.zoom.show_value(look.zoom)
        for field in (self.width_field, self.height_field):
            field.edited.connect(lambda _value: self._take("size", TYPED))
        self._of_pictures: tuple[ChoiceControl | WholeControl, ...] = (
            self.size_list,
            self.width_field,
            self.height_field,
            self.theme,
            self.zoom,
        )
        align_labels((self.what, self.kind, *self._of_pictures))
        self.column.addStretch(1)
        self.accepted.connect(lambda: self.chosen.emit(self.wanted))
        self._show()
        self.what.setFocus()

    @property
    def wanted(self) -> Wanted:
        """What is chosen now."""
        part = None if self._wanted["what"] == WHOLE else self._wanted["what"]
        size = (self.width_field.value(), self.height_field.value())
        return Wanted(
            self._wanted["kind"], part, size, Look(self._wanted["theme"], self.zoom.value(), self._look.digits)
        )

    def _choice(self, name: str, label: str, options: tuple[tuple[str, str], ...]) -> ChoiceControl:
        control = ChoiceControl(Choice(label=label, help="", options=tuple(options)), combo=True)
        control.edited.connect(lambda word: self._take(name, word))
        self.column.addWidget(control)
        return control

    def _number(self, label: str, low: int, high: int) -> WholeControl:
        unit = T("attnstudio", "In percent") if high == ZOOMS[-1] else T("attnstudio", "In pixels; 96 are an inch")
        control = WholeControl(Whole(label=label, help=unit, low=low, high=high))
        self.column.addWidget(control)
        return control

    def _take(self, name: str, word: str) -> None:
        self._wanted[name] = word
        self._show()

    def _show(self) -> None:
        """Show what is chosen, and offer what goes with it."""
        kind, size = self._wanted["kind"], self._wanted["size"]
        reasons = {part: self._reason(part, kind) for part in self._parts}
        for part, reason in reasons.items():
            self.what.set_enabled_reason(part, None if reason is None else said(reason))
        if reasons.get(self._wanted["what"]) is not None:
            self._wanted["what"] = WHOLE
        for control, name in (
            (self.what, "what"),
            (self.kind, "kind"),
            (self.size_list, "size"),
            (self.theme, "theme"),
        ):
            control.show_value(self._wanted[name])
        for part_of_picture in self._of_pictures:
            set_reason(part_of_picture, None if kind in PICTURES else said(PICTURE_ALONE))
        if size in self._sizes:
            width, height = self._sizes[size]
            self.width_field.show_value(width)
            self.height_field.show_value(height)

    def _reason(self, part: str, kind: str) -> str | None:
        """Say why a part cannot be such a file."""
        if kind in PICTURES or (kind == "csv" and part in self._tables):
            return None
        return NO_NUMBERS if kind == "csv" else PANEL_ALONE
