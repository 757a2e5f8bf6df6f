"""Where the fonts, formulas, examples and head data that ship with attnstudio lie."""

from pathlib import Path

import attnstudio

PACKAGE = Path(attnstudio.__file__).resolve().parent


def resource_path(*parts: str) -> Path:
    """Return the path of a shipped file or folder.

    Parameters
    ----------
    *parts : str
        Names below the resource folder, for example ``"fonts", "DejaVuSans.ttf"``.

    Returns
    -------
    Path
        Absolute. Below the installed package, or below the checkout where attnstudio runs from one.

    Raises
    ------
    FileNotFoundError
        If neither place has a resource folder, or the folder has no such entry.
    """
    installed, checkout = PACKAGE / "resources", PACKAGE.parent / "resources"
    folder = installed if installed.is_dir() else checkout
    if not folder.is_dir():
        raise FileNotFoundError(f"attnstudio is incomplete: expected its resources in {installed} or {checkout}")
    path = folder.joinpath(*parts)
    if not path.exists():
        raise FileNotFoundError(f"attnstudio is incomplete: expected {path}")
    return path
