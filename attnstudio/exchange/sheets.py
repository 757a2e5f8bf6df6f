"""What the Help menu shows in sheets: this screen in words, all keys, and what attnstudio is."""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from attnstudio import catalog
from attnstudio.files.resources import resource_path
from attnstudio.state.message import Message
from attnstudio.ui.document import Document


class Sheets:
    """Makes a sheet when it is wanted.

    Parameters
    ----------
    document : Document
    listed : callable () -> mapping of str to sequence of QAction
        Returns the actions of every menu, by its title.
    window : QWidget
    """

    def __init__(
        self, document: Document, listed: Callable[[], Mapping[str, Sequence[QAction]]], window: QWidget
    ) -> None:
        self._document, self._listed, self._window = document, listed, window
        self.slots: dict[str, Callable[[], object]] = {
            "describe": self._describe, "keys": self._show_keys, "about": self._show_about,
        }  # fmt: skip

    def description(self) -> tuple[Message, ...]:
        """Return the play area, the controls, the details and a hint in words."""
        document = self._document
        panel = document.scene.open_panel
        told = catalog.describe(panel, document.shown, document.state(panel), document.locks_on(panel))
        return told.play_area, told.controls, told.details, told.hint

    def _describe(self) -> None:
        from attnstudio.ui.description_sheet import DescriptionSheet

        document = self._document
        DescriptionSheet.of(self._window).follow(self.description, document.changed, document.held)

    def _show_keys(self) -> None:
        from attnstudio.ui.shortcuts import ShortcutSheet

        ShortcutSheet(self._listed(), self._window).show()

    def _show_about(self) -> None:
        from attnstudio.ui.about import AboutPage

        AboutPage(resource_path("licences", "THIRD_PARTY.md").read_text(encoding="utf-8"), self._window).show()
