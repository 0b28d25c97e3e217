"""Suggestions for misspelt names."""

from __future__ import annotations

import pytest

from fairground.core.grid.layout import Layout
from fairground.core.text.suggest import did_you_mean, nearest


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("ruble", "rubble"),
        ("Clear", "clear"),
        ("light_woods", "light-woods"),
        ("xyz", None),
        ("", None),
        ("w" * 5000, None),
    ],
)
def test_nearest_name(name: str, meant: str | None) -> None:
    assert nearest(name, ["clear", "rubble", "light-woods", "wall"]) == meant


def test_equally_near_names_give_the_first_in_the_alphabet() -> None:
    assert nearest("wal", ["wax", "war"]) == nearest("wal", ["war", "wax"])
    assert nearest("A-b", ["a_b", "a-b"]) == "a-b"


def test_members_of_an_enumeration_are_called_by_their_values() -> None:
    assert did_you_mean("ODD-R", list(Layout)) == ". Did you mean 'odd-r'?"


def test_ending_of_a_message() -> None:
    assert did_you_mean("ruble", ["rubble"]) == ". Did you mean 'rubble'?"
    assert did_you_mean("lava", ["rubble"]) == ""
