"""Files that were opened or saved lately, newest first, and the menu of them."""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu

from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.ui.settings import MOST_RECENT
from attnstudio.ui.tips import letter_for_letter
from attnstudio.ui.words import said

_APART = QT_TRANSLATE_NOOP("attnstudio", "{name}  –  {folder}")


class RecentFiles(QObject):
    """The paths, and a menu that opens them.

    Parameters
    ----------
    paths : iterable of str
        Newest first.
    open_path : callable (Path)
    parent : QObject
    """

    def __init__(self, paths: Iterable[str], open_path: Callable[[Path], object], parent: QObject) -> None:
        super().__init__(parent)
        self._open_path = open_path
        self._paths = [Path(path) for path in paths]

    @property
    def paths(self) -> tuple[str, ...]:
        """What settings keep."""
        return tuple(map(str, self._paths))

    def add(self, path: Path) -> None:
        """Put a file in front."""
        whole = path.absolute()
        self._paths = [whole, *(each for each in self._paths if each != whole)][:MOST_RECENT]

    def remove(self, path: Path) -> None:
        """Leave a file out from now on."""
        self._paths = [each for each in self._paths if each != path]

    def clear(self) -> None:
        """Leave out all."""
        self._paths = []

    def fill(self, menu: QMenu) -> None:
        """Show them in a menu, which opens what is chosen."""
        menu.clear()
        menu.setToolTipsVisible(True)
        for i, (path, label) in enumerate(zip(self._paths, labels(self._paths), strict=True), 1):
            key = "1&0" if i == 10 else f"&{i}"
            action = menu.addAction(f"{key}  {label.replace('&', '&&')}")
            action.setToolTip(letter_for_letter(str(path)))
            action.setStatusTip(str(path))
            action.triggered.connect(partial(lambda path, _checked=False: self._open_path(path), path))
        if not self._paths:
            menu.addAction(said("No file has been opened yet")).setEnabled(False)
            return
        menu.addSeparator()
        menu.addAction(said("&Clear this list")).triggered.connect(self.clear)


def labels(paths: list[Path]) -> list[str]:
    """Return the names of files; equal ones with as much of their folders as tells them apart."""
    counts = Counter(path.name for path in paths)
    return [path.name if counts[path.name] == 1 else _apart(path, paths) for path in paths]


def _apart(path: Path, paths: list[Path]) -> str:
    rivals = [other.parent.parts for other in paths if other.name == path.name and other != path]
    parts = path.parent.parts
    depth = next((n for n in range(1, len(parts)) if all(parts[-n:] != other[-n:] for other in rivals)), len(parts))
    return said(Message(_APART, {"name": path.name, "folder": str(Path(*parts[-depth:]))}))
