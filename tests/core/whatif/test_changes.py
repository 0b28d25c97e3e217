"""Changes as texts: what they say, how they can be written, and what is refused."""

from __future__ import annotations

import pytest

from fairground.core.errors import UsageError
from fairground.core.scenario.shapes import Everything, Listed, Painted, Rows, Within
from fairground.core.whatif.changes import (
    AddEffect,
    Change,
    Destroy,
    Hit,
    PassRounds,
    RemoveEffect,
    SetWeather,
    parse_change,
    parse_changes,
)


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ("weather rain", SetWeather("rain")),
        ("rain", SetWeather("rain")),
        ("Weather Extreme-Heat", SetWeather("extreme-heat")),
        ("smoke at C4", AddEffect("smoke", Listed(("C4",)))),
        ("  Smoke at C4, D5 ", AddEffect("smoke", Listed(("C4", "D5")))),
        ("fire at within 1 of C4", AddEffect("fire", Within(1, "C4"))),
        ("no fire at B2", RemoveEffect("fire", Listed(("B2",)))),
        ("no fire at all", RemoveEffect("fire", Everything())),
        ("no fire", RemoveEffect("fire", Everything())),
        ("destroy D3", Destroy(Listed(("D3",)))),
        ("destroy rows 1-2", Destroy(Rows(1, 2))),
        ("hit D3 for 5", Hit("D3", 5)),
        ("hit D3 for 5 by assault with siege", Hit("D3", 5, "assault", "siege")),
        ("hit D3 for 5 with siege", Hit("D3", 5, weapon="siege")),
        ("2 rounds seed 7", PassRounds(2, 7)),
        ("1 round", PassRounds(1, 0)),
        ("3 rounds seed -4", PassRounds(3, -4)),
    ],
)
def test_changes_are_read(text: str, change: Change) -> None:
    assert parse_change(text) == change


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (SetWeather("rain"), "weather rain"),
        (PassRounds(1), "1 round seed 0"),
        (PassRounds(2, 7), "2 rounds seed 7"),
        (Hit("D3", 5, "assault", "siege"), "hit D3 for 5 by assault with siege"),
        (RemoveEffect("fire", Everything()), "no fire at all"),
        (AddEffect("smoke", Painted(("..#", "#.."))), "smoke at C1, A2"),
        (Destroy(Painted(("#",))), "destroy A1"),
        (RemoveEffect("fire", Painted((".#",))), "no fire at B1"),
    ],
)
def test_changes_are_written(change: Change, text: str) -> None:
    assert str(change) == text
    assert parse_change(text) == change


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("destory D3", "'destory D3' is not a change. Did you mean 'destroy'?"),
        ("hit D3 for -5", "'hit D3 for -5' is not a change; write, for example, weather rain, smoke at C4"),
        ("", "is not a change; write, for example, weather rain, smoke at C4"),
        ("smoke on C4", "is not a change"),
        ("smoke at 4C", "'smoke at 4C': '4' isn't valid here (character 1)"),
        ("destroy", "has no weather"),
        ("destroy (A1", "Expected ')'"),
        ("hit c3 for 5", "hit c3 for 5"),
        ("hit D3 for 99999999999", "has too many digits"),
        ("0 rounds", "the number of rounds must be 1 to 100, not 0"),
        ("101 rounds seed 3", "not 101"),
    ],
)
def test_what_is_no_change_says_what_to_write(text: str, words: str) -> None:
    if words == "has no weather":
        # One word alone is a weather; that there is none of that name, a ruleset says.
        assert parse_change(text) == SetWeather("destroy")
        return
    with pytest.raises(UsageError) as caught:
        parse_change(text)
    assert words in str(caught.value)


def test_all_faults_of_several_texts_are_told_at_once() -> None:
    assert parse_changes(["rain", "destroy D3"]) == (SetWeather("rain"), Destroy(Listed(("D3",))))
    with pytest.raises(UsageError) as caught:
        parse_changes(["destory D3", "rain", "smoke on C4"])
    assert [line.split(" is ")[0] for line in str(caught.value).splitlines()] == [
        "'destory D3'",
        "'smoke on C4'",
    ]
