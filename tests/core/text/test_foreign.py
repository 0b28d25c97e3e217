"""The gate for foreign content: what it lets through, and what it refuses with the limit."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.text.foreign import (
    MAX_DEPTH,
    OutOfBoundsError,
    finite_number,
    first_control,
    json_value,
    matched_whole,
    parse_decimal,
    parse_json,
    parse_whole,
    to_utf8,
    whole_number,
    without_controls,
)


@pytest.mark.parametrize(
    ("text", "number"),
    [("0", 0), ("-12", -12), ("+3", 3), ("9" * 18, 10**18 - 1), ("9" * 19, None), ("1.0", None), ("", None), ("1_0", None),
     ("\u0663", None), ("\u00b2", None), (" 1", None), ("inf", None), ("9" * 5_000, None)],
)  # fmt: skip
def test_whole_numbers_have_ascii_digits_and_not_too_many(text: str, number: int | None) -> None:
    assert parse_whole(text) == number


@pytest.mark.parametrize(
    ("text", "number"),
    [("1", 1.0), ("-1.5", -1.5), (".5", 0.5), ("2.", 2.0), ("1e3", 1000.0), (" 1 ", 1.0), ("1e400", None), ("inf", None),
     ("nan", None), ("1e13", None), ("1_0", None), ("9" * 5_000, None), ("0x1", None), ("", None), ("1,5", None)],
)  # fmt: skip
def test_decimals_are_finite_and_can_be_coordinates(text: str, number: float | None) -> None:
    assert parse_decimal(text) == number


@pytest.mark.parametrize("value", [True, None, "1", float("inf"), float("nan"), 1e300, 10**400, [1]])
def test_other_values_are_no_numbers(value: object) -> None:
    assert whole_number(value) is None
    assert finite_number(value) is None


@given(st.integers(-(10**18) + 1, 10**18 - 1))
def test_whole_numbers_are_exact(number: int) -> None:
    assert parse_whole(str(number)) == whole_number(number) == matched_whole(str(number)) == number


def test_a_pattern_that_lets_through_too_much_is_noticed() -> None:
    with pytest.raises(OutOfBoundsError, match="at most 18 digits"):
        matched_whole("9" * 5_000)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"a": Infinity}', "Infinity is not a number"),
        ('{"a": NaN}', "NaN is not a number"),
        ('{"a": 1e999}', "out of range"),
        ('{"a": ' + "9" * 5_000 + "}", "at most 18 digits"),
        ("9223372036854775808", "at most 18 digits"),
        ("-9223372036854775808", "at most 18 digits"),
        ('{"a": 0.' + "1" * 50 + "}", "at most 40 characters"),
        ("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1), f"more than {MAX_DEPTH} levels"),
        ("[" * 100_000, f"more than {MAX_DEPTH} levels"),
        ('{"a": 1, "a": 2}', "'a' appears twice"),
    ],
)
def test_json_beyond_a_limit_is_refused_with_the_limit(text: str, says: str) -> None:
    with pytest.raises(OutOfBoundsError, match=says):
        parse_json(text)
    assert json_value(text) == text


@given(st.text(st.characters()))
def test_all_text_from_json_can_be_encoded(text: str) -> None:
    found = parse_json(json.dumps({text: [text]}))
    for it in (*found, *next(iter(found.values()))):
        it.encode()
    assert to_utf8(text)[:0] == b""


def test_a_pair_of_surrogates_is_a_character() -> None:
    assert parse_json('["\\ud83d\\ude00", "\\ud83d", "\\ude00\\ud83d"]') == [
        "\U0001f600",
        "\ufffd",
        "\ufffd\ufffd",
    ]
    assert parse_json('["\\\\ud800"]') == ["\\ud800"]


@given(st.text(st.characters()))
def test_no_control_is_left(text: str) -> None:
    found = without_controls(text)
    assert first_control(found) is None
    assert len(found) == len(text)
    assert (first_control(text) is None) == (found == text)


def test_tabs_and_ends_of_lines_are_no_controls() -> None:
    assert without_controls("a\tb\nc\rd\x1b\x85\ud800", by=" ") == "a\tb\nc\rd   "
