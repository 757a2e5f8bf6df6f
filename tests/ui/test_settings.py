"""Settings come back as they were, and a damaged or unwritable file never stops a start."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.ui.settings import MOST_RECENT, THEMES, Settings, SettingsFile
from attnstudio.ui.theme import ZOOMS

EDGE = st.integers(-100_000, 100_000)
SIDE = st.integers(1, 100_000)
ANY = st.builds(
    Settings,
    st.none() | st.tuples(EDGE, EDGE, SIDE, SIDE),
    st.booleans(),
    st.sampled_from(THEMES),
    st.sampled_from(ZOOMS),
    st.none() | st.integers(0, 6),
    st.lists(st.text(min_size=1).filter(lambda path: "\0" not in path), max_size=MOST_RECENT).map(tuple),
)
WHOLE = json.dumps({"place": [10, 20, 900, 600], "maximised": True, "theme": "dark", "zoom": 125})
DAMAGED = {
    "empty": b"",
    "NULs": b"\0" * 200,
    "half": WHOLE[: len(WHOLE) // 2].encode(),
    "a list": b"[1, 2, 3]",
    "no UTF-8": b'{"theme": "\xff"}',
    "deeply nested": b"[" * 100_000,
    "endless number": b'{"zoom": 1' + b"0" * 5000 + b"}",
    "wrong types": json.dumps({"place": "left", "maximised": "false", "theme": 3, "zoom": "125"}).encode(),
    "text for a boolean": json.dumps({"maximised": "false"}).encode(),
    "boolean for a number": json.dumps({"zoom": True}).encode(),
    "three numbers for a place": json.dumps({"place": [1, 2, 3]}).encode(),
    "no size": json.dumps({"place": [0, 0, 0, 600]}).encode(),
    "unknown theme": json.dumps({"theme": "pink"}).encode(),
    "zoom out of range": json.dumps({"zoom": 1000}).encode(),
    "too many digits": json.dumps({"digits": 7}).encode(),
    "one text for recent files": json.dumps({"recent": "a.npz"}).encode(),
    "numbers for recent files": json.dumps({"recent": ["a.npz", 3]}).encode(),
    "too many recent files": json.dumps({"recent": ["a.npz"] * 11}).encode(),
    "a recent file that none can be": json.dumps({"recent": ["a\0b"]}).encode(),
    "boolean for digits": json.dumps({"digits": True}).encode(),
}


def file_in(folder: Path, content: bytes | None = None) -> SettingsFile:
    if content is not None:
        folder.mkdir(exist_ok=True)
        (folder / "settings.json").write_bytes(content)
    return SettingsFile(folder)


@given(settings=ANY)
def test_what_is_saved_is_loaded(tmp_path_factory: pytest.TempPathFactory, settings: Settings) -> None:
    file = file_in(tmp_path_factory.mktemp("settings"))
    file.save(settings)
    assert file.load() == (settings, ())


def test_a_first_start_has_defaults_and_nothing_to_say(tmp_path: Path) -> None:
    assert file_in(tmp_path / "none" / "yet").load() == (Settings(), ())


@pytest.mark.parametrize("content", DAMAGED.values(), ids=DAMAGED.keys())
def test_q12_damaged_settings_give_defaults_say_so_once_and_are_kept_aside(tmp_path: Path, content: bytes) -> None:
    file = file_in(tmp_path, content)
    settings, notices = file.load()
    assert settings == Settings()
    assert [("damaged" in str(notice), str(tmp_path) in str(notice)) for notice in notices] == [(True, True)]
    assert (tmp_path / "settings.damaged.json").read_bytes() == content
    assert file.load() == (Settings(), ())


@pytest.mark.parametrize("length", range(len(WHOLE)))
def test_q12_a_file_cut_anywhere_is_noticed(tmp_path: Path, length: int) -> None:
    assert len(file_in(tmp_path, WHOLE[:length].encode()).load()[1]) == 1


@pytest.mark.parametrize("maximised", [False, True])
def test_q13_a_boolean_comes_back_as_itself(tmp_path: Path, maximised: bool) -> None:
    file_in(tmp_path).save(Settings(maximised=maximised))
    assert file_in(tmp_path).load()[0].maximised is maximised


def test_names_that_a_newer_version_wrote_are_left_alone(tmp_path: Path) -> None:
    assert file_in(tmp_path, b'{"zoom": 150, "later": {}}').load() == (Settings(zoom=150), ())


def test_q10_an_unwritable_folder_is_said_and_saving_there_does_nothing(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    file = SettingsFile(blocked / "attnstudio")
    settings, notices = file.load()
    assert settings == Settings()
    assert ["will not be kept" in str(notice) for notice in notices] == [True]
    file.save(Settings(zoom=150))
    assert blocked.read_text() == "in the way"


def test_q10_a_settings_file_that_cannot_be_read_is_said_once(tmp_path: Path) -> None:
    (tmp_path / "settings.json").mkdir()
    assert ["will not be kept" in str(notice) for notice in SettingsFile(tmp_path).load()[1]] == [True]


def test_without_a_folder_nothing_is_read_or_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    file = SettingsFile(None)
    file.save(Settings(zoom=150))
    assert file.load() == (Settings(), ())
    assert list(tmp_path.iterdir()) == []
