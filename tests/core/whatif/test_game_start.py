"""The start of a game in each weather (rule P1-10), in both versions of the rules."""

from __future__ import annotations

import pytest

from fairground.core import at_start, load_ruleset, sight, what_if
from fairground.core.errors import ScenarioError
from fairground.core.scenario.parts import Unit
from fairground.core.whatif.changes import ConsequenceKind
from tests.core.whatif.drawing import burning, lies

RULESETS = ("penance-1.0", "penance-2.0")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_p2_26_and_p1_10_rain_puts_out_every_fire_and_leaves_smoke(ruleset: str) -> None:
    scenario = burning("clear*fire clear*smoke*fire clear*smoke", ruleset=ruleset, weather="rain")
    start = at_start(scenario)
    assert (lies(start.scenario, "fire"), lies(start.scenario, "smoke")) == ("", "B1 C1")
    assert start.happened[0].text == "Rain puts out fire on A1 and B1."
    assert "P1-10" in start.happened[0].rules
    assert lies(scenario, "fire") == "A1 B1"


@pytest.mark.parametrize(
    ("ruleset", "weather", "to_hit", "words"),
    [
        ("penance-1.0", "rain", -1, "Rain: every ranged attack gets -1 to the roll."),
        ("penance-2.0", "rain", 1, "Rain: every ranged attack gets +1 to the number to roll."),
        (
            "penance-1.0",
            "sandstorm",
            -2,
            "Sandstorm: every ranged attack gets -2 to the roll, because every hex is obscured; smoke adds nothing.",
        ),
    ],
)
def test_p1_10_shots_are_harder_in_rain_and_sandstorm(
    ruleset: str, weather: str, to_hit: int, words: str
) -> None:
    start = at_start(burning("clear clear", ruleset=ruleset, weather=weather))
    assert start.to_hit == to_hit
    assert words in [it.text for it in start.happened]


def test_p1_10_a_sandstorm_is_the_modifier_alone_and_does_not_block() -> None:
    scenario = burning("clear clear clear", weather="sandstorm")
    assert at_start(scenario).scenario is scenario
    assert sight(scenario, "A1", "C1").clear


@pytest.mark.parametrize("ruleset", RULESETS)
def test_p2_26_and_p1_10_scouts_lose_their_initiative_in_a_sandstorm(ruleset: str) -> None:
    start = at_start(burning("clear", ruleset=ruleset, weather="sandstorm"))
    fair = at_start(burning("clear", ruleset=ruleset))
    assert (fair.initiative["scout"], start.initiative["scout"]) == (1, 0)
    assert {kind for kind in start.initiative if start.initiative[kind] != fair.initiative[kind]} == {"scout"}
    assert "Sandstorm: the initiative of scout units changes by -1." in [it.text for it in start.happened]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_p2_26_and_p1_10_extreme_heat_starts_with_2_heat_and_no_cooling(ruleset: str) -> None:
    scenario = burning("clear water", ruleset=ruleset, weather="extreme-heat")
    scenario.units = [Unit("one-1", "one", "scout", scenario.board.parse("A1"))]
    start = at_start(scenario)
    assert (dict(start.heat), start.cooling) == ({"one-1": 2}, False)
    assert [it.text for it in start.happened] == [
        "Extreme heat: every unit starts with 2 heat.",
        "Extreme heat: nothing cools.",
    ]


def test_p1_10_where_water_may_spread_in_rain_is_advice() -> None:
    scenario = burning("water water clear clear", "wall clear wall clear", weather="rain")
    start = at_start(scenario)
    (advice,) = [it for it in start.happened if it.kind is ConsequenceKind.ADVICE]
    assert advice.text == "Rain: water may spread; 2 hexes are next to it: C1 and B2."
    assert start.scenario is scenario
    assert not [it for it in at_start(burning("clear", weather="rain")).happened if it.kind is advice.kind]


def test_p1_10_fair_weather_says_nothing() -> None:
    scenario = burning("clear*fire")
    scenario.units = [Unit("one-1", "one", "scout", scenario.board.parse("A1"))]
    start = at_start(scenario)
    assert (start.scenario, start.happened, start.cooling, start.to_hit) == (scenario, (), True, 0)
    assert dict(start.heat) == {"one-1": 0}


def test_a_ruleset_without_weather_starts_as_it_is() -> None:
    scenario = burning("clear", ruleset="hexside-ww2")
    assert at_start(scenario).scenario is scenario
    assert what_if(scenario, ["weather none"]).done[0].idle


def test_weather_that_there_is_not_is_refused() -> None:
    with pytest.raises(ScenarioError, match=r"has no weather 'rian'. Did you mean 'rain'\?"):
        at_start(burning("clear", weather="rian"))


def test_every_weather_that_ships_starts() -> None:
    for ruleset in RULESETS:
        for weather in load_ruleset(ruleset).weather:
            assert at_start(burning("water clear*fire", ruleset=ruleset, weather=weather)).weather == weather
