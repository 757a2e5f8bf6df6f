"""What the next start comes back to: the window, theme, zoom, digits, recent files; a damaged file is never obeyed."""

import dataclasses
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from PySide6.QtCore import QStandardPaths

from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.ui.theme import NAMES, ZOOMS

THEMES = ("system", *NAMES)
MOST_DIGITS = 6
MOST_RECENT = 10
_LONGEST_PATH = 32_767  # characters; no system has longer ones
_FARTHEST = 100_000  # pixels; no desktop is larger


def _whole(low: int, high: int) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _place(value: Any) -> bool:
    inside = _whole(-_FARTHEST, _FARTHEST)
    return isinstance(value, list | tuple) and len(value) == 4 and all(inside(v) for v in value) and min(value[2:]) > 0


def _paths(value: Any) -> bool:
    def possible(path: Any) -> bool:
        return isinstance(path, str) and 0 < len(path) <= _LONGEST_PATH and "\0" not in path

    return isinstance(value, list | tuple) and len(value) <= MOST_RECENT and all(map(possible, value))


def _kept(default: Any, valid: Callable[[Any], bool]) -> Any:
    return field(default=default, metadata={"valid": valid})


@dataclass(frozen=True)
class Settings:
    """What one run leaves to the next.

    Parameters
    ----------
    place : (int, int, int, int), optional
        Left, top, width and height of the window when neither maximised nor full screen.
    maximised : bool
    theme : {"system", "light", "dark", "projector"}
    zoom : int
        Text zoom in percent.
    digits : int, optional
        After the point, in every number; as each needs without it.
    recent : tuple of str
        Paths of files that were opened or saved, newest first.
    side : int
        Width of the pane beside the panel, in pixels at 100 %.
    """

    place: tuple[int, int, int, int] | None = _kept(None, lambda value: value is None or _place(value))
    maximised: bool = _kept(False, lambda value: isinstance(value, bool))
    theme: str = _kept("system", lambda value: isinstance(value, str) and value in THEMES)
    zoom: int = _kept(100, lambda value: _whole(ZOOMS[0], ZOOMS[-1])(value) and value in ZOOMS)
    digits: int | None = _kept(None, lambda value: value is None or _whole(0, MOST_DIGITS)(value))
    recent: tuple[str, ...] = _kept((), _paths)
    side: int = _kept(340, _whole(0, _FARTHEST))


class SettingsFile:
    """The file in the user's configuration folder; without a folder nothing is read or kept.

    Parameters
    ----------
    folder : Path, optional
    """

    def __init__(self, folder: Path | None) -> None:
        self.path = folder / "settings.json" if folder else None

    def load(self) -> tuple[Settings, tuple[Message, ...]]:
        """Return the settings, and what the user must be told: that they were damaged, or cannot be kept."""
        if self.path is None:
            return Settings(), ()
        settings, notice = Settings(), None
        try:
            settings = _read(self.path.read_bytes())
        except FileNotFoundError:
            pass
        except (ValueError, RecursionError):
            notice = _put_aside(self.path)
        except OSError as error:
            notice = _unkept(self.path, error)
        fault = _write_fault(self.path.parent)
        if fault and not notice:
            notice = _unkept(self.path, fault)
        return settings, (notice,) if notice else ()

    def save(self, settings: Settings) -> None:
        """Write the settings in one piece; where that is impossible, load() has said so."""
        if self.path is None or _write_fault(self.path.parent):
            return
        import json

        from PySide6.QtCore import QSaveFile  # at the end of a run

        file = QSaveFile(str(self.path))
        if file.open(QSaveFile.OpenModeFlag.WriteOnly):
            file.write(json.dumps(dataclasses.asdict(settings), indent=1).encode())
            file.commit()


def config_folder() -> Path:
    """Return where this system keeps the settings of attnstudio."""
    return Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppConfigLocation))


def _read(content: bytes) -> Settings:
    """Return the settings in a file; ValueError if it is not one of ours. Names unknown here are ignored."""
    import json  # only where a run has left something

    raw = json.loads(content)
    if not isinstance(raw, dict):
        raise ValueError(f"expected an object, got {type(raw).__name__}")
    known = {f.name: f for f in dataclasses.fields(Settings) if f.name in raw}
    for name, spec in known.items():
        if not spec.metadata["valid"](raw[name]):
            raise ValueError(f"{name}: got {raw[name]!r}")
    values: dict[str, Any] = {n: tuple(raw[n]) if isinstance(raw[n], list) else raw[n] for n in known}
    return Settings(**values)


def _write_fault(folder: Path) -> OSError | None:
    """Return why no file can be made in a folder, None if one can."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return None
    except OSError as error:
        return error


def _put_aside(path: Path) -> Message:
    aside = path.with_name("settings.damaged.json")
    try:
        path.replace(aside)
    except OSError as error:
        return _unkept(path, error)
    template = QT_TRANSLATE_NOOP(
        "attnstudio", "The settings of the last run were damaged: attnstudio starts with its own. The damaged file "
                      "is kept as {path}.")  # fmt: skip
    return Message(template, {"path": aside})


def _unkept(path: Path, error: OSError) -> Message:
    template = QT_TRANSLATE_NOOP("attnstudio", "Settings will not be kept: {path} cannot be used ({reason}).")
    return Message(template, {"path": path, "reason": error.strerror or error})
