"""What comes from a file or a keyboard is shown letter for letter, whatever tags are in it."""

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QLabel, QMenu, QMessageBox, QWidget
from real_window import opened, settle

from attnstudio import catalog
from attnstudio.state.message import Message
from attnstudio.ui.recent import RecentFiles

TAGS = "a <b>b</b><br>c <img src='picture.png'> if d<k then"
pytestmark = pytest.mark.usefixtures("qapp")


def test_no_tag_of_a_file_is_taken_for_markup_anywhere_in_the_window_and_none_makes_it_grow():
    with opened(catalog.start_scene()) as window:
        height = window.top_bar.sizeHint().height(), window.statusBar().sizeHint().height()
        window.resize(960, 540)
        window.teaching.open_named("lookup")
        window.document.load(replace(catalog.start_scene(), title=TAGS), None, unsaved=True)
        for panel in catalog.PANELS:
            window.document.open_panel(panel.name)
            settle()
        window._say(Message("{text}", {"text": TAGS * 9}))
        window.files.unless_unsaved(lambda: None)
        labels = window.findChildren(QLabel)
        box = window.findChild(QMessageBox)
        assert box is not None
        assert TAGS in box.text()
        assert {label.textFormat().name for label in labels if TAGS[:9] in label.text()} == {"PlainText"}
        own = [label for label in labels if not box.isAncestorOf(label) and label.objectName() != "qt_msgbox_label"]
        assert [label.text() for label in own if label.textFormat().name != "PlainText"] == []
        tips = [widget.toolTip() for widget in window.findChildren(QWidget)]
        assert [tip for tip in tips if "&lt;b&gt;" in tip]
        assert [tip for tip in tips if "<b>" in tip] == []
        assert (window.top_bar.sizeHint().height(), window.statusBar().sizeHint().height()) == height
        box.close()


def test_the_tip_of_a_recent_file_shows_its_path_letter_for_letter(qapp):
    menu = QMenu()
    RecentFiles(["/x/a <b>b<b>.attn.json"], lambda _path: None, qapp).fill(menu)
    assert "&lt;b&gt;" in menu.actions()[0].toolTip()
    assert "<b>" not in menu.actions()[0].toolTip()
