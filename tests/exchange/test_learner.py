"""What is said of keeping progress: each file put aside, and that nothing is kept as long as that is so."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from PySide6.QtWidgets import QWidget

from attnstudio.exchange.learner import Learner
from attnstudio.files.progress_files import NAME, read_progress
from attnstudio.state.progress import Progress
from attnstudio.ui.notices import NoticeBar

pytestmark = pytest.mark.usefixtures("qapp")


class Desk(NamedTuple):
    """What a Learner asks of the desk of the window."""

    notices: NoticeBar

    def show_notices(self, *group: Any) -> None:
        self.notices.show_group(*group)


@pytest.fixture
def window() -> Iterator[QWidget]:
    window = QWidget()
    yield window
    window.deleteLater()


@pytest.fixture
def notices(window: QWidget) -> NoticeBar:
    return NoticeBar(window)


@pytest.fixture
def learner(window: QWidget, notices: NoticeBar, tmp_path: Path) -> Learner:
    learner = Learner(Desk(notices), window)  # type: ignore[arg-type]
    learner.keep_in(tmp_path)
    return learner


def put_away(notices: NoticeBar) -> None:
    for row in list(notices._rows.values()):
        row.close_button.click()


def full(*_: object) -> None:
    raise OSError(28, "No space left on device")


def test_every_file_that_is_put_aside_is_named_until_that_is_put_away(
    learner: Learner, notices: NoticeBar, tmp_path: Path
) -> None:
    for i, words in enumerate((".broken", ".broken1", ".broken2")):
        (tmp_path / NAME).write_text("{")
        learner.keep(learner.progress.at("lookup", f"step-{i}"))
        assert len(notices.texts) == (1 if i == 0 else i), "all that were not put away"
        assert notices.texts[-1].endswith(words)
        if i == 0:
            put_away(notices)
    assert read_progress(tmp_path) == (learner.progress, ())


def test_what_is_not_kept_is_said_until_it_is_and_said_again_where_that_fails_again(
    learner: Learner, notices: NoticeBar, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for step in ("a", "b"):
        with monkeypatch.context() as patched:
            patched.setattr(os, "replace", full)
            learner.keep(learner.progress.at("lookup", step))
            (said,) = notices.texts
            assert said.startswith("Progress is not kept now; the next page or answer tries again.")
            assert said.endswith("the disk is full")
            put_away(notices)
            learner.keep(learner.progress.at("masks", step))
            assert notices.texts == (), "it was read, and still holds"
        learner.keep(learner.progress.at("heads", step))
        assert notices.texts == ()
        assert set(read_progress(tmp_path).progress.lessons) == {"lookup", "masks", "heads"}, "nothing is lost by that"
        assert learner.progress == read_progress(tmp_path).progress


def test_with_no_folder_a_learner_begins_anew_all_the_same(window: QWidget, notices: NoticeBar) -> None:
    learner = Learner(Desk(notices), window)  # type: ignore[arg-type]
    learner.keep(Progress(1).at("lookup", "a"))
    learner.ask_to_forget()
    assert learner.box is not None
    learner.box.button(learner.box.StandardButton.Reset).click()
    assert learner.progress.lessons == {}
