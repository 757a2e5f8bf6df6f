"""A client of assistive technology: starts the app, reads all that it says there, and works it with the keyboard.

Runs in a D-Bus session and on an X display of its own, in a Python that has gi, which need not be that of the app.
What it finds goes into a file as JSON: at_spi_client.py FILE COMMAND…
"""

import ctypes
import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

Said = dict[str, Any]

LIMIT = 25.0  # seconds for everything
TAB, RIGHT = 0xFF09, 0xFF53
MOST_STOPS = 60


class Watch:
    """Hears what gets the focus, and waits for conditions until the time is over."""

    def __init__(self) -> None:
        self._end = time.monotonic() + LIMIT
        self._focused: list[Said] = []
        self._context = GLib.MainContext.default()
        self._listener = Atspi.EventListener.new(self._hear)
        self._listener.register("object:state-changed:focused")

    def _hear(self, event: Any) -> None:
        if event.detail1:
            self._focused.append(said(event.source))

    def until(self, what: str, found: Callable[[], Any]) -> Any:
        """Return what `found` gives as soon as that is something."""
        value = self.within(self._end - time.monotonic(), found)
        return value or sys.exit(f"no {what} in {LIMIT:.0f} s")

    def within(self, seconds: float, found: Callable[[], Any]) -> Any:
        """Return what `found` gives as soon as that is something, at the latest after so many seconds."""
        end = time.monotonic() + seconds
        while not (value := found()) and time.monotonic() < end:
            GLib.timeout_add(20, lambda: False)  # or the next line could wait for ever
            self._context.iteration(True)
        return value

    def heard_after(self, key: int, window: Any) -> list[Said]:
        """Press a key and return all that gets the focus by it, in order."""
        self._focused.clear()
        Atspi.generate_keyboard_event(key, None, Atspi.KeySynthType.SYM)
        self.until(f"focus after the key {key:#x}", lambda: self._focused)
        for _ in range(3):  # what the app has said before it answers is here then
            window.get_extents(Atspi.CoordType.SCREEN)
            while self._context.pending():
                self._context.iteration(False)
        return self._focused.copy()


def children(node: Any) -> list[Any]:
    return [child for i in range(node.get_child_count()) if (child := node.get_child_at_index(i)) is not None]


def said(node: Any) -> Said:
    """Return a node in words."""
    number = Atspi.Value.get_current_value(node) if "Value" in node.get_interfaces() else None
    return {
        "role": node.get_role_name(),
        "name": node.get_name(),
        "description": node.get_description(),
        "value": number,
        "states": [state.value_nick for state in node.get_state_set().get_states()],
    }


def tree(node: Any) -> Said:
    """Return what shows of a node and of all in it."""
    return {**said(node), "children": [tree(child) for child in children(node) if shows(child)]}


def shows(node: Any) -> bool:
    states = node.get_state_set()
    return bool(states.contains(Atspi.StateType.SHOWING) or node.get_role() == Atspi.Role.TABLE_CELL)


def found(node: Any, role: str, name: str) -> Any:
    """Return the node of a role and name, None where there is none."""
    if (node.get_role_name(), node.get_name()) == (role, name):
        return node
    return next((hit for child in children(node) if shows(child) and (hit := found(child, role, name))), None)


def window_of(process: subprocess.Popen[bytes]) -> Any:
    """Return the window of the app, once it is there."""
    for app in children(Atspi.get_desktop(0)):
        if app.get_process_id() == process.pid:
            app.set_cache_mask(Atspi.Cache.NONE)  # what it says now, not what it has said before
            return next((child for child in children(app) if child.get_name() and shows(child)), None)
    return None


def give_keyboard() -> None:
    """Give the largest window the keyboard, as a window manager would."""
    x11 = ctypes.CDLL("libX11.so.6")
    ids, number = ctypes.POINTER(ctypes.c_ulong)(), ctypes.c_uint()
    some, corner, sides = ctypes.c_ulong(), ctypes.c_int(), [ctypes.c_uint() for _ in range(4)]
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XDefaultRootWindow.restype = ctypes.c_ulong
    display = ctypes.c_void_p(x11.XOpenDisplay(None))
    root = ctypes.c_ulong(x11.XDefaultRootWindow(display))
    x11.XQueryTree(display, root, *map(ctypes.byref, (some, some, ids, number)))

    def area(window: int) -> int:
        x11.XGetGeometry(display, ctypes.c_ulong(window), *map(ctypes.byref, (some, corner, corner, *sides)))
        return sides[0].value * sides[1].value

    largest = max(ids[: number.value], key=area)
    x11.XSetInputFocus(display, ctypes.c_ulong(largest), 2, ctypes.c_ulong(0))  # 2: back to its parent; 0: now
    x11.XCloseDisplay(display)


def walked(watch: Watch, window: Any) -> list[list[Said]]:
    """Press Tab until it comes back to where it was first, and return what is heard at each stop."""
    stops = list[list[Said]]()
    while len(stops) < MOST_STOPS:
        heard = watch.heard_after(TAB, window)
        if stops and heard[-1]["name"] == stops[0][-1]["name"]:
            break
        stops.append(heard)
    return stops


def read_all(watch: Watch, window: Any) -> Said:
    """Return what the app says as it opens, to the Tab key, to an arrow key, to a set value, and covered."""
    opened, stops = tree(window), walked(watch, window)
    table, slider = found(window, "table", "weights α"), found(window, "slider", "Temperature")
    table.grab_focus()
    watch.until("focus", lambda: "focused" in said(table)["states"])
    right = watch.heard_after(RIGHT, window)
    first = children(table)[0]
    before = said(first)["name"]
    Atspi.Value.set_current_value(slider, 2.0)
    watch.until("other weights", lambda: said(first)["name"] != before)
    warmer = [tree(slider), tree(table)]
    covered_by = used(watch, found(window, "check box", "Predict: cover all"), lambda: said(first)["name"])
    return {
        "opened": opened, "stops": stops, "right": right, "warmer": warmer, "covered": tree(window),
        "covered_by": covered_by,
    }  # fmt: skip


def used(watch: Watch, button: Any, result: Callable[[], object]) -> Any:
    """Use a button as screen readers do, by its first action, else by its next ones; return the one that did it."""
    before, action = result(), button.get_action_iface()
    for i in range(action.get_n_actions()):
        action.do_action(i)
        if watch.within(3.0, lambda: result() != before):
            return Atspi.Action.get_action_name(action, i)
    return sys.exit("no covers, whatever is done to the button")


def main(path: str, *command: str) -> None:
    Atspi.init()
    watch = Watch()
    with subprocess.Popen(command) as process:
        try:
            window = watch.until("window", lambda: window_of(process))
            give_keyboard()
            watch.until("active window", lambda: "active" in said(window)["states"])
            heard = read_all(watch, window)
        except GLib.Error as error:
            sys.exit(f"{error.message}: it has ended with {process.wait(5)}")
        finally:
            process.terminate()
    Path(path).write_text(json.dumps(heard), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
