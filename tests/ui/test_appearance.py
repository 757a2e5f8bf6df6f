"""Theme and text zoom: what is chosen is kept, what is borrowed is not."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from attnstudio.ui import theme
from attnstudio.ui.appearance import Appearance
from attnstudio.ui.theme import ZOOMS, Look


@pytest.fixture
def appearance(qapp: QApplication) -> Iterator[Appearance]:
    before = theme.look()
    made = Appearance(qapp, "light")
    yield made
    made.deleteLater()
    theme.apply(qapp, before)


def test_a_chosen_theme_is_shown_and_kept(appearance: Appearance) -> None:
    appearance.choose("dark")
    assert (appearance.chosen, appearance.shown, theme.look().name) == ("dark", "dark", "dark")


def test_a_borrowed_theme_is_shown_and_not_kept(appearance: Appearance) -> None:
    appearance.borrow("projector")
    assert (appearance.chosen, appearance.shown, theme.look().name) == ("light", "projector", "projector")
    appearance.borrow(None)
    assert theme.look().name == "light"


def test_choosing_ends_borrowing(appearance: Appearance) -> None:
    appearance.borrow("projector")
    appearance.choose("dark")
    assert (appearance.shown, appearance.borrowed) == ("dark", None)


def test_the_choice_of_the_system_is_followed(appearance: Appearance, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(theme, "preferred", lambda _app: "dark")
    appearance.choose("system")
    assert (appearance.shown, theme.look().name) == ("system", "dark")
    monkeypatch.setattr(theme, "preferred", lambda _app: "light")
    appearance.refresh()
    assert theme.look().name == "light"


def test_text_size_goes_through_its_steps_and_ends_at_its_limits(appearance: Appearance) -> None:
    for step, end in ((1, 250), (-1, 80)):
        seen = []
        for _ in ZOOMS:
            appearance.step_zoom(step)
            seen.append(theme.look().zoom)
        assert seen[-1] == end
        assert set(seen) <= set(ZOOMS)


def test_every_change_is_told_once(appearance: Appearance) -> None:
    told: list[Look] = []
    appearance.changed.connect(lambda: told.append(theme.look()))
    appearance.choose("dark")
    appearance.set_zoom(150)
    appearance.set_digits(3)
    assert told == [Look("dark", 100), Look("dark", 150), Look("dark", 150, 3)]


def test_digits_are_shown_in_every_theme_until_each_number_has_what_it_needs_again(appearance: Appearance) -> None:
    appearance.set_digits(0)
    appearance.choose("dark")
    assert theme.look() == Look("dark", 100, 0)
    appearance.set_digits(None)
    assert theme.look() == Look("dark", 100)


def test_the_actions_named_in_the_menus_do_what_they_say_and_are_checked(appearance: Appearance) -> None:
    for name, wanted in (
        ("dark", Look("dark")), ("digits 2", Look("dark", 100, 2)), ("zoom_in", Look("dark", 110, 2)),
        ("zoom_reset", Look("dark", 100, 2)), ("digits", Look("dark")), ("projector", Look("projector")),
    ):  # fmt: skip
        appearance.slots[name]()
        assert theme.look() == wanted
    assert appearance.checked == ("projector", "digits")
    appearance.set_digits(6)
    assert appearance.checked == ("projector", "digits 6")
