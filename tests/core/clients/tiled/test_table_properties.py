"""Lists of units on tables in inches, as texts of properties and back."""

from __future__ import annotations

import pytest

from fairground.core.clients.tiled.model import flat, listed

PARTS = [
    {"name": "tank", "at": [0.0, 0.0], "base": 2.5},
    {"name": "gun + crew", "at": [-1.5, 3.0], "base": 1.0},
]


@pytest.mark.parametrize(
    ("key", "value"), [("at", [3.25, -1.0]), ("traits", ["slow", "a+b\\c"]), ("parts", PARTS)]
)
def test_lists_read_back_as_they_were(key: str, value: list[object]) -> None:
    assert listed({key: flat(key, value), "name": "x"}) == {key: value}


@pytest.mark.parametrize(
    ("key", "text"), [("at", "here"), ("parts", "tank+0+0"), ("parts", "tank+a+b+1"), ("at", "")]
)
def test_what_is_no_list_stays_a_text(key: str, text: str) -> None:
    assert listed({key: text}) == {key: text}
