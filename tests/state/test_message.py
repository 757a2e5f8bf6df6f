"""Messages and the one way of writing numbers."""

import math
from decimal import ROUND_HALF_UP, Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.state.message import Message, decimals_needed, format_number, kept


@given(st.floats(-1e6, 1e6), st.integers(0, 6))
def test_a_number_reads_back_to_its_digits_and_is_never_minus_zero(value, digits):
    text = format_number(value, digits)
    assert "-" not in text
    read = float(text.replace("−", "-"))
    assert abs(read - value) <= 0.5 * 10.0**-digits + 1e-9
    assert not (text.startswith("−") and read == 0)


def test_what_is_no_number_has_its_own_sign():
    assert [format_number(x) for x in (math.inf, -math.inf, math.nan)] == ["∞", "−∞", "no value"]


@given(st.integers(-10_000, 10_000), st.integers(0, 4))
def test_decimals_needed_are_enough_to_show_the_value(whole, digits):
    value = whole / 10**digits
    needed = decimals_needed(value, 6)
    assert needed <= digits
    assert math.isclose(round(value, needed), value, abs_tol=1e-9)


def test_a_message_fills_its_placeholders_and_formats_messages_inside():
    inner = Message("seed {seed}", {"seed": 7})
    assert str(Message("random, {inner}", {"inner": inner})) == "random, seed 7"


def test_a_message_is_translated_template_by_template():
    german = {"random, {inner}": "zufällig, {inner}", "seed {seed}": "Startzahl {seed}"}
    message = Message("random, {inner}", {"inner": Message("seed {seed}", {"seed": 7})})
    assert message.text(german.__getitem__) == "zufällig, Startzahl 7"


def test_braces_in_values_and_in_a_message_without_values_are_left_alone():
    assert str(Message("{word}", {"word": "{x}"})) == "{x}"
    assert str(Message("{x}")) == "{x}"


def test_messages_of_the_same_words_are_equal():
    assert Message("{n}", {"n": 1}) == Message("{n}", {"n": 1}) != Message("{n}", {"n": 2})


def test_a_kept_message_is_made_once_for_values_of_the_same_type():
    assert kept("{n}", n=1) is kept("{n}", n=1) == Message("{n}", {"n": 1})
    assert [str(kept("{n}", n=n)) for n in (1, 1.0, True)] == ["1", "1.0", "True"]
    assert kept("{inner}", inner=Message("{n}", {"n": 1})) is kept("{inner}", inner=Message("{n}", {"n": 1}))


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (0.125, 2, "0.13"), (0.375, 2, "0.38"), (-0.125, 2, "−0.13"), (-0.25, 1, "−0.3"), (0.25, 1, "0.3"),
        (2.675, 2, "2.68"), (1.005, 2, "1.01"), (0.5, 0, "1"), (1.5, 0, "2"), (2.5, 0, "3"), (-0.5, 0, "−1"),
        (0.00005, 4, "0.0001"), (0.000015, 5, "0.00002"), (1e-7, 2, "0.00"), (-0.004, 2, "0.00"), (0.9995, 3, "1.000"),
        (2.6749999999, 2, "2.67"), (0.12499999999999999, 2, "0.12"), (123456789.125, 2, "123456789.13"),
        (1e300, 0, f"{1e300:.0f}"), (5e-324, 3, "0.000"), (12345678901.25, 1, "12345678901.3"), (7, 1, "7.0"),
    ],
)  # fmt: skip
def test_a_half_is_rounded_away_from_zero_on_the_shortest_decimal(value, digits, text):
    assert format_number(value, digits) == text
    assert format_number(np.float64(value), digits) == text


@given(st.floats(-1e5, 1e5), st.integers(0, 6))
def test_every_number_is_rounded_as_its_shortest_decimal_is_by_hand(value, digits):
    by_hand = Decimal(repr(value)).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)
    assert Decimal(format_number(value, digits).replace("−", "-")) == by_hand
