from __future__ import annotations

from fractions import Fraction

import pytest

from fairground.core.clients.format import Option, export_settings
from fairground.core.errors import UsageError

OPTIONS = (
    Option("paper", "size of the paper", "a4", choices=("a4", "letter")),
    Option("grid", "draw the grid", "yes", "flag"),
    Option(
        "dpi", "pixels per inch", "150", "number", lowest=Fraction(10), highest=Fraction(2400), whole=True
    ),
    Option("width", "mm across flats", "31.75", "number", lowest=Fraction(1), highest=Fraction(100)),
    Option("hexes", "the hexes to show", "", "text"),
)


def test_what_is_not_said_has_its_default() -> None:
    asked = export_settings(OPTIONS, {"dpi": "300", "grid": "no"}, "arena")
    assert asked.stem == "arena"
    assert (asked.text("paper"), asked.flag("grid"), asked.number("dpi")) == ("a4", False, Fraction(300))
    assert asked.number("width") == Fraction(127, 4)
    assert asked.text("hexes") == ""


def test_fractions_are_numbers() -> None:
    assert export_settings(OPTIONS, {"width": "63/2"}, "x").number("width") == Fraction(63, 2)


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"paper": "a5"}, "paper must be a4, letter, not 'a5'"),
        ({"grid": "maybe"}, "grid must be yes or no, not 'maybe'"),
        ({"dpi": "9"}, "dpi must be a whole number from 10 to 2400, not '9'"),
        ({"dpi": "300.5"}, "dpi must be a whole number from 10 to 2400, not '300.5'"),
        ({"dpi": "1/0"}, "not '1/0'"),
        ({"dpi": "9" * 100_000}, "dpi must be a whole number"),
        ({"width": "1e999999999"}, "width must be a number from 1 to 100, not '1e999999999'"),
        ({"width": "1_0"}, "width must be a number"),
        ({"width": "wide"}, "width must be a number from 1 to 100, not 'wide'"),
        ({"pdi": "300"}, "there is no option 'pdi'. Did you mean 'dpi'?"),
    ],
)
def test_what_cannot_be_said_is_refused(said: dict[str, str], message: str) -> None:
    with pytest.raises(UsageError) as caught:
        export_settings(OPTIONS, said, "x")
    assert message in str(caught.value)


def test_all_that_is_wrong_is_said_at_once() -> None:
    with pytest.raises(UsageError, match=r"paper must be .*; there is no option 'colour'"):
        export_settings(OPTIONS, {"paper": "a3", "colour": "red"}, "x")


def test_a_format_without_options_says_so() -> None:
    with pytest.raises(UsageError, match="the format has no options"):
        export_settings((), {"dpi": "300"}, "x")
