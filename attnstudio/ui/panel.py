"""Panel: a widget that draws the Result of one panel of the Document."""

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from attnstudio.state.figures import NO_TEXT, Result
from attnstudio.state.message import Message
from attnstudio.ui.binding import control_of
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

    turns = False  # whether "queries as columns" means something here
    pointing = Signal(str)  # the stage that is pointed at, else has the keyboard, else fills the panel; "" for none
    example_wanted = Signal(str)  # the name of an example that shows what this one cannot
    status = Signal(object)  # Message for the window's status area; `told` is the last one

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
        self.told = NO_TEXT
        self.pointed = ""  # the stage that `pointing` told last
        self.whole_height: Callable[[], int] = self.height  # without the notices over it
        document.changed.connect(self.refresh)
        document.refused.connect(self.refresh)  # what was turned on a control stands as it was

    def refresh(self) -> None:
        """Draw what the Document shows if this panel is the open one."""
        if self.document.scene.open_panel == self.name:
            self.draw(self.document.shown if self.show_covers else self.document.result)

    @property
    def pinned_result(self) -> Result | None:
        """What is pinned on this panel, under the same covers; None without a pin, and while another panel is open."""
        return self.document.pinned_result if self.document.scene.open_panel == self.name else None

    def tell(self, message: Message) -> None:
        """Have the window's status area say this from now on, as long as the panel is open."""
        if message != self.told:
            self.told = message
            self.status.emit(message)

    def point_to(self, stage: str) -> None:
        """Tell which stage the user is at; "" for none."""
        if stage != self.pointed:
            self.pointed = stage
            self.pointing.emit(stage)

    def copied(self) -> str | None:
        """Return the name of the matrix that Copy means: that of what fills the panel, unless a panel knows better."""
        return self.enlarged

    def leave(self) -> bool:
        """Go one step back to the usual view, as Esc asks for; False where it is shown."""
        return False

    def place_of(self, name: str) -> QWidget | None:
        """Return what shows a field, a stage, a matrix or a figure, in sight or not; None where nothing does."""
        return control_of(self, self.name, name)

    def part_of(self, name: str) -> str:
        """Return the part that a stage, a matrix or a figure is seen in; the name itself where it is one, or none."""
        return name

    def reveal(self, name: str) -> None:
        """Bring into sight what `place_of` returns: unfold it, turn to it, or let it fill the panel."""

    def parts(self) -> dict[str, str]:
        """Return the title of each stage and figure that can fill the panel, by its name."""
        return {}

    @property
    def enlarged(self) -> str | None:
        """The stage or figure that fills the panel."""
        return None

    @property
    def crowded(self) -> bool:
        """Whether what it shows has too little room to be read."""
        return False

    def enlarge(self, name: str) -> None:
        """Let a stage or a figure fill the panel; the one that fills it already gives way to the others."""
        raise NotImplementedError

    def draw(self, result: Result) -> None:
        """Show a Result; the only place that puts numbers on the screen."""
        raise NotImplementedError
