"""Tell in words why Qt could not start, before Qt is asked: it would abort the process.

Imports only the standard library, so that it runs where everything else is missing.
"""

import ctypes
import importlib
import os
import re
import sys
from pathlib import Path

SYSTEM_LIBRARIES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libX11.so.6": "libx11-6",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libxcb.so.1": "libxcb1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
"""What Qt needs from a Linux system, each with the package of Debian and Ubuntu that has it."""

INSTALL_QT = (
    f'{sys.executable} -m pip install "PySide6-Essentials>=6.8.3{",<6.12" if sys.version_info < (3, 12) else ""}"'
)

WITHOUT_SCREEN = "start attnstudio from a graphical desktop, or use the command `render`, which needs none."


def check_display() -> str | None:
    """Return one sentence with cause and cure if Qt cannot open a window here, otherwise None."""
    return _binding_fault() or (_display_fault() if sys.platform == "linux" else None)


def check_offscreen() -> str | None:
    """Return one sentence with cause and cure if Qt cannot even draw without a screen, otherwise None."""
    return _binding_fault() or (_plugin_fault("offscreen") if sys.platform == "linux" else None)


def missing_packages() -> list[str]:
    """Return the packages of Debian and Ubuntu whose libraries Qt needs and this system lacks, sorted, each once."""
    return sorted({package for library, package in SYSTEM_LIBRARIES.items() if _load_fault(library)})


def _load_fault(library: str | Path) -> str:
    """Return the loader's words on why it cannot load a library, empty if it can."""
    try:
        ctypes.CDLL(str(library))
    except OSError as error:
        return str(error)
    return ""


def _binding_fault() -> str | None:
    """Return why PySide6 cannot be used, None if it can."""
    try:
        binding = importlib.import_module("PySide6")
        fault = _version_fault(binding.__version__)
        if not fault:
            importlib.import_module("PySide6.QtWidgets")
    except ModuleNotFoundError as error:
        return f"PySide6, which draws the window, is not installed ({error}); run: {INSTALL_QT}"
    except Exception as error:  # a broken binding raises anything, from ImportError to SystemError
        return _library_sentence(str(error))
    return fault


def _version_fault(version: str) -> str | None:
    """Return why a version of PySide6 must not be used on this Python, None if it may."""
    numbers = tuple(int(number) for number in re.findall(r"\d+", version)[:3])
    if numbers < (6, 8):
        return f"PySide6 {version} is too old, expected 6.8.3 or newer; run: {INSTALL_QT}"
    if numbers[:2] == (6, 12) and sys.version_info < (3, 12):
        return (
            f"PySide6 {version} crashes on Python {sys.version_info.major}.{sys.version_info.minor}; run: {INSTALL_QT}"
        )
    return None


def _library_sentence(loader_words: str) -> str:
    """Return the sentence for a library that does not load, with the packages of all that are missing."""
    named = re.search(r"lib[\w.+-]+?\.so[.\d]*", loader_words)
    library = named[0] if named and sys.platform == "linux" else None
    packages = missing_packages() if library in SYSTEM_LIBRARIES else []
    if packages:
        return (
            f"The system library {library}, which Qt needs, is missing; on Debian or Ubuntu run: "
            f"sudo apt-get install {' '.join(packages)}"
        )
    return f"PySide6, which draws the window, cannot be loaded ({loader_words}); run: {INSTALL_QT} --force-reinstall"


def _plugin_fault(platform: str) -> str | None:
    """Return why Qt's plugin for a platform cannot be loaded, None if it can."""
    library_info = importlib.import_module("PySide6.QtCore").QLibraryInfo
    folder = Path(library_info.path(library_info.LibraryPath.PluginsPath)) / "platforms"
    plugins = sorted(folder.glob(f"libq{platform}.so")) or sorted(folder.glob(f"libq{platform}-*.so"))
    if not plugins:
        return f'Qt has no platform "{platform}", for which the variable QT_QPA_PLATFORM asks; unset that variable.'
    words = _load_fault(plugins[0])
    return _library_sentence(words) if words else None


def _display_fault() -> str | None:
    """Return why none of the platforms that Qt would try can open a window, None if one can."""
    platforms = _platforms()
    if not platforms:
        return f"There is no screen: neither DISPLAY nor WAYLAND_DISPLAY is set; {WITHOUT_SCREEN}"
    connect = {"wayland": _wayland_fault, "xcb": _x11_fault}
    faults = []
    for name in platforms:
        connection_fault = connect.get(name.split("-")[0])
        fault = _plugin_fault(name) or (connection_fault() if connection_fault else None)
        if not fault:
            return None
        faults.append(fault)
    return faults[-1]


def _platforms() -> list[str]:
    """Return the platforms that Qt tries on Linux, in its order."""
    chosen = os.environ.get("QT_QPA_PLATFORM")
    if chosen:
        return [name.split(":")[0] for name in chosen.split(";")]
    wayland = "WAYLAND_DISPLAY" in os.environ or os.environ.get("XDG_SESSION_TYPE") == "wayland"
    return ["wayland"] * wayland + ["xcb"] * ("DISPLAY" in os.environ)


def _wayland_fault() -> str | None:
    """Return why no Wayland compositor answers, None if one does."""
    if "WAYLAND_SOCKET" in os.environ:
        return None
    import socket

    address = Path(os.environ.get("XDG_RUNTIME_DIR", ""), os.environ.get("WAYLAND_DISPLAY") or "wayland-0")
    try:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(str(address))
    except OSError as error:
        return f"No Wayland desktop answers at {address} ({error.strerror or error}); {WITHOUT_SCREEN}"
    return None


def _x11_fault() -> str | None:
    """Return why no X server answers, None if one does."""
    xcb = ctypes.CDLL("libxcb.so.1")
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
    failed = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    if failed:
        return f'No X server answers at DISPLAY="{os.environ.get("DISPLAY", "")}"; {WITHOUT_SCREEN}'
    return None
