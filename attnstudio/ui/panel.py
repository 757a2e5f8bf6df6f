"""Panel: a widget that draws the Result of one panel of the Document."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from attnstudio.state.figures import Result
from attnstudio.ui.document import Document


class Panel(QWidget):
    """Draws while it is the open panel; several may show one Document.

    Parameters
    ----------
    document : Document
    name : str
        The panel's name in the Scene.
    show_covers : bool
        False for the presenter, who sees what is covered.
    controls : bool
        False for pictures.
    parent : QWidget, optional

    Notes
    -----
    A subclass builds its widgets and ends its constructor with `refresh`.
    """

    status = Signal(object)  # Message for the window's status area: the arithmetic pointed at, or a refusal

    def __init__(
        self,
        document: Document,
        name: str,
        *,
        show_covers: bool = True,
        controls: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.document = document
        self.name = name
        self.show_covers = show_covers
        self.controls = controls
        document.changed.connect(self.refresh)

    def refresh(self) -> None:
        """Draw what the Document shows if this panel is the open one."""
        if self.document.scene.open_panel == self.name:
            self.draw(self.document.shown if self.show_covers else self.document.result)

    def leave(self) -> bool:
        """Go one step back to the usual view, as Esc asks for; False where it is shown."""
        return False

    def draw(self, result: Result) -> None:
        """Show a Result; the only place that puts numbers on the screen."""
        raise NotImplementedError
