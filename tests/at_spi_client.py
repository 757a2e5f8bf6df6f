"""A client of assistive technology: starts the app, reads all that it says there, walks with the Tab key, prints JSON.

Runs in a D-Bus session and on an X display of its own, in a Python that has gi, which need not be that of the app.
"""

import ctypes
import json
import subprocess
import sys
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

LIMIT = 20.0  # seconds for everything
TAB = 0xFF09
MOST_STOPS = 60


class Watch:
    """Waits for conditions while events come in, until the time is over."""

    def __init__(self):
        self.end = time.monotonic() + LIMIT
        self.focused = []
        self._context = GLib.MainContext.default()
        self._listener = Atspi.EventListener.new(self._hear)
        self._listener.register("object:state-changed:focused")

    def _hear(self, event):
        if event.detail1:
            self.focused.append(said(event.source))

    def until(self, what, found):
        """Return what `found` gives as soon as that is something."""
        while not (value := found()):
            if time.monotonic() > self.end:
                sys.exit(f"no {what} in {LIMIT:.0f} s")
            GLib.timeout_add(20, lambda: False)  # or the next line could wait for ever
            self._context.iteration(True)
        return value


def children(node):
    return [child for i in range(node.get_child_count()) if (child := node.get_child_at_index(i)) is not None]


def said(node):
    """Return a node in words."""
    value = node.get_value_iface()
    states = node.get_state_set()
    return {
        "role": node.get_role_name(),
        "name": node.get_name(),
        "description": node.get_description(),
        "value": None if value is None else value.get_current_value(),
        "states": [state.value_nick for state in states.get_states()],
    }


def tree(node):
    return {**said(node), "children": [tree(child) for child in children(node)]}


def showing(node):
    return node.get_state_set().contains(Atspi.StateType.SHOWING)


def window_of(process):
    """Return the window of the app, once it is there."""
    for app in children(Atspi.get_desktop(0)):
        if app.get_process_id() == process.pid:
            return next((child for child in children(app) if child.get_name() and showing(child)), None)
    return None


def give_keyboard():
    """Give the largest window the keyboard, as a window manager would."""
    x11 = ctypes.CDLL("libX11.so.6")
    ids, number = ctypes.POINTER(ctypes.c_ulong)(), ctypes.c_uint()
    some, sides = ctypes.c_ulong(), [ctypes.c_uint() for _ in range(4)]
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XDefaultRootWindow.restype = ctypes.c_ulong
    display = ctypes.c_void_p(x11.XOpenDisplay(None))
    root = ctypes.c_ulong(x11.XDefaultRootWindow(display))
    x11.XQueryTree(display, root, *map(ctypes.byref, (some, some, ids, number)))

    def area(window):
        corner = ctypes.c_int()
        x11.XGetGeometry(display, ctypes.c_ulong(window), *map(ctypes.byref, (some, corner, corner, *sides)))
        return sides[0].value * sides[1].value

    largest = max(ids[: number.value], key=area)
    x11.XSetInputFocus(display, ctypes.c_ulong(largest), 2, ctypes.c_ulong(0))  # back to its parent, now
    x11.XCloseDisplay(display)


def walked(watch):
    """Press Tab until it comes back to where it was first, and return what each stop says."""
    stops = []
    while len(stops) < MOST_STOPS:
        heard = len(watch.focused)
        Atspi.generate_keyboard_event(TAB, None, Atspi.KeySynthType.SYM)
        watch.until(f"focus after {stops[-1:]}", lambda heard=heard: len(watch.focused) > heard)
        here = watch.focused[-1]
        if stops and here["name"] == stops[0]["name"]:
            break
        stops.append(here)
    return stops


def main(command):
    Atspi.init()
    watch = Watch()
    with subprocess.Popen(command) as process:
        try:
            window = watch.until("window", lambda: window_of(process))
            give_keyboard()
            watch.until("active window", lambda: window.get_state_set().contains(Atspi.StateType.ACTIVE))
            json.dump({"window": tree(window), "stops": walked(watch)}, sys.stdout)
        finally:
            process.terminate()


if __name__ == "__main__":
    main(sys.argv[1:])
