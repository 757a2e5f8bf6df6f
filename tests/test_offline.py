"""Nothing opens a socket: the whole app is used in a process that listens to every one that Python would make."""

from pathlib import Path

import numpy as np
import pytest
from running_app import run

from attnstudio import catalog

USED = """
from pathlib import Path
from attnstudio.ui.export_sheet import Wanted
folder = Path({folder!r})
heard = []
sys.addaudithook(lambda event, _arguments: heard.append(event) if event.startswith("socket.") else None)
def act(shown):
    QApplication.processEvents()
    for name in catalog.NAMES:
        shown.document.open_panel(name)
        QApplication.processEvents()
        for kind in ("png", "svg", "pdf", "csv", "numpy", "scene"):
            shown.desk.exporting.export(folder / f"{{name}} {{kind}}", Wanted(kind, size=(640, 480)))
            while shown.desk.exporting.busy:
                QApplication.processEvents()
    shown.files.open_path(folder / "head.npz")
    shown.document.edit("attention", temperature=2.0)
    shown.files._save_chosen(folder / "saved", lambda: None)
    shown.files.open_path(folder / "saved.attn.json")
    for action in ("describe", "keys", "about"):
        shown.actions_by_name[action].trigger()
    QApplication.processEvents()
    network = sorted(name for name in sys.modules if "QtNetwork" in name)
    return [heard, network, len(list(folder.glob("*"))), shown.document.path is not None]
once_shown(act)
"""


@pytest.mark.parametrize("arguments", [(), ("--fresh",)])
def test_the_whole_app_opens_no_socket_and_loads_nothing_for_networks(tmp_path: Path, arguments: tuple[str]) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    np.savez(folder / "head.npz", q=np.eye(3), k=np.eye(3), v=np.eye(3))
    heard, network, files, saved = run(USED.format(folder=str(folder)), tmp_path, *arguments, patience=600)
    assert (heard, network, saved) == ([], [], True)
    assert files == 2 + 6 * len(catalog.NAMES)  # all of it was done
