"""Scenes that attnstudio keeps for itself: with what is known of them, or nothing, and never with that of another."""

from dataclasses import replace
from pathlib import Path

import pytest
from file_scenarios import SCENARIOS, SCENE
from killed_saving import scene

from attnstudio.files import kept_scenes
from attnstudio.files.faults import FileFault, whole_file_fault
from attnstudio.files.kept_scenes import ABOUT, About, about_kept, forget, keep, kept_in
from attnstudio.files.scenes import read_scene

FIRST, SECOND = About("a", Path("folder") / "a.attn.json", True), About("b", None, False, "lookup")


def test_a_scene_is_kept_with_its_name_its_file_and_whether_it_was_saved(tmp_path):
    folder = tmp_path / "of" / "its own"
    assert kept_in(folder) is None
    for about in (FIRST, SECOND):
        keep(SCENE, about, folder)
        assert read_scene(kept_in(folder), SCENARIOS) == SCENE
        assert about_kept(folder) == about


def test_what_is_known_of_a_scene_is_never_there_with_another_scene(tmp_path, monkeypatch):
    keep(SCENE, FIRST, tmp_path)

    def killed(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(kept_scenes, "write_scene", killed)
    with pytest.raises(KeyboardInterrupt):
        keep(replace(SCENE, title="another"), SECOND, tmp_path)
    assert about_kept(tmp_path) == About()
    assert read_scene(kept_in(tmp_path), SCENARIOS) == SCENE


@pytest.mark.parametrize("content", [b"", b"\0" * 50, b"[]", b"{}", b'{"name": 1, "path": null, "unsaved": true}'])
def test_a_damaged_note_says_nothing_and_the_scene_counts_as_unsaved(tmp_path, content):
    keep(SCENE, FIRST, tmp_path)
    (tmp_path / ABOUT).write_bytes(content)
    assert about_kept(tmp_path) == About("", None, True)


def test_a_scene_that_is_forgotten_leaves_nothing_of_its_own(tmp_path):
    (tmp_path / "lock").touch()
    keep(scene("with numbers beside it", 1), FIRST, tmp_path)
    assert len(list(tmp_path.iterdir())) == 4
    forget(tmp_path)
    forget(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["lock"]


def test_a_folder_that_cannot_be_made_is_said(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(FileFault, match=str(whole_file_fault(tmp_path / "file", ".*"))):
        keep(SCENE, FIRST, tmp_path / "file")
