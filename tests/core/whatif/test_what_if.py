"""What-if: changes one after another on a copy, what they came to, and what cannot be."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING

import pytest

from fairground.core import load, sight, what_if
from fairground.core.scenario.parts import MAX_TITLE, Unit
from fairground.core.scenario.shapes import Everything, Listed, listed
from fairground.core.whatif.answer import ConsequenceAnswer
from fairground.core.whatif.changes import (
    AddEffect,
    ConsequenceKind,
    Destroy,
    Hit,
    PassRounds,
    RemoveEffect,
    SetWeather,
)
from fairground.core.whatif.what_if import marked_name
from tests.core.whatif.drawing import burning, lies

if TYPE_CHECKING:
    from fairground.core.whatif.what_if import Applied


def texts(applied: Applied) -> list[str]:
    return [it.text for it in applied.happened]


def refusals(applied: Applied) -> list[str]:
    return [it.text for it in applied.refused]


def test_p1_11_what_if_toggles_a_wall_and_sight_follows() -> None:
    scenario = load("scenarios/standard-arena.yaml")
    applied = what_if(scenario, ["destroy C1"])
    assert not sight(scenario, "B1", "D1").clear
    assert sight(applied.scenario, "B1", "D1").clear
    assert applied.hexes == {scenario.board.parse("C1")}
    assert not applied.done[0].idle
    assert not applied.refused


def test_changes_are_made_in_order() -> None:
    scenario = burning("clear clear clear")
    there = Listed(("B1",))
    assert lies(what_if(scenario, [AddEffect("fire", there), SetWeather("rain")]).scenario, "fire") == ""
    assert lies(what_if(scenario, [SetWeather("rain"), AddEffect("fire", there)]).scenario, "fire") == "B1"


def test_p1_10_a_weather_plays_its_start() -> None:
    applied = what_if(burning("clear*fire water"), ["rain"])
    assert applied.scenario.weather == "rain"
    assert texts(applied)[:2] == ["The weather is now rain.", "Rain puts out fire on A1."]
    assert ConsequenceKind.ADVICE in {it.kind for it in applied.happened}


def test_a_weather_that_is_there_does_nothing_but_put_out() -> None:
    again = what_if(burning("clear", weather="rain"), ["rain"])
    assert (again.done[0].idle, texts(again)) == (True, ["The weather is already rain."])
    put_out = what_if(burning("clear*fire", weather="rain"), ["rain"])
    assert (put_out.done[0].idle, lies(put_out.scenario, "fire")) == (False, "")


def test_effects_come_and_go_on_hexes() -> None:
    scenario = burning("clear clear*smoke clear")
    applied = what_if(
        scenario, ["smoke at A1, B1", "no smoke at B1, C1", "no smoke at all", "no smoke at all"]
    )
    assert texts(applied) == [
        "There is already smoke on B1.",
        "Smoke is placed on A1.",
        "Smoke is removed from B1.",
        "There is no smoke on C1.",
        "Smoke is removed from A1.",
        "There is no smoke on any of these hexes.",
    ]
    assert [it.idle for it in applied.done] == [False, False, False, True]
    assert applied.hexes == {scenario.board.parse("B1")}


def test_p1_06_fire_is_never_put_where_it_cannot_be() -> None:
    applied = what_if(burning("clear wall void clear"), ["fire at A1, B1, C1, Z9"])
    assert lies(applied.scenario, "fire") == "A1"
    assert refusals(applied) == [
        "Z9 is off the board. The board has columns A to D and rows 1 to 1.",
        "B1 is wall, where fire cannot be placed.",
        "C1 is void, so there is no hex.",
    ]
    assert [it.hex for it in applied.refused] == ["Z9", "B1", "C1"]
    assert not applied.done[0].idle
    # Of hexes that nobody named it takes those where it can be.
    everywhere = what_if(burning("clear wall void clear"), ["fire at all"])
    assert (lies(everywhere.scenario, "fire"), refusals(everywhere)) == ("A1 D1", [])
    assert (
        "fire cannot be placed on any hex of 'all'" in refusals(what_if(burning("wall"), ["fire at all"]))[0]
    )


def test_p1_08_fire_put_on_water_is_steam() -> None:
    applied = what_if(burning("water clear"), ["fire at A1, B1", "1 round"])
    assert texts(applied)[:2] == ["Fire on water turns into steam on A1.", "Fire is placed on B1."]
    assert lies(applied.scenario, "steam") in ("", "A1")


def test_p1_11_what_cannot_be_destroyed_is_refused_hex_by_hex() -> None:
    applied = what_if(
        burning("clear wall barricade void"), ["destroy A1, B1, D1", "destroy rows 1", "destroy all"]
    )
    assert refusals(applied) == [
        "A1 is clear, which cannot be destroyed: it has no hit points.",
        "D1 is void, so there is no hex.",
        "nothing can be destroyed in all: none of its hexes has terrain with hit points.",
    ]
    board = applied.scenario.board
    assert [board.terrain_at(board.parse(it)) for it in ("B1", "C1")] == [("rubble-pile",), ("rubble",)]


def test_p1_11_hits_add_up_over_changes_and_calls() -> None:
    scenario = burning("barricade")
    first = what_if(scenario, [Hit("A1", 3)])
    assert first.scenario is scenario
    assert not first.done[0].idle
    second = what_if(first.scenario, [Hit("A1", 3, by="scout")], first.state)
    assert second.scenario.board.terrain_at(scenario.board.parse("A1")) == ("rubble",)
    assert (
        "can only be damaged by assault units"
        in refusals(what_if(burning("wall"), ["hit A1 for 5 by scout"]))[0]
    )


def test_p1_06_rounds_go_on_with_their_dice_and_their_number() -> None:
    scenario = burning("lava clear*smoke")
    scenario.units = [Unit("one-1", "one", "scout", scenario.board.parse("A1"))]
    together = what_if(scenario, [PassRounds(3, 7)])
    assert together.state.rounds == 3
    assert [it.round for it in together.happened if it.kind is ConsequenceKind.HARMS] == [1, 2, 3]
    further = what_if(together.scenario, [PassRounds(1, 7)], together.state)
    assert [it.round for it in further.happened if it.kind is ConsequenceKind.HARMS] == [4]


def test_rounds_in_which_nothing_happens_say_so() -> None:
    applied = what_if(burning("clear"), ["2 rounds seed 3", "1 round"])
    assert texts(applied) == [
        "2 rounds pass; the board does not change.",
        "A round passes; the board does not change.",
    ]
    assert all(it.idle for it in applied.done)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("smok at A1", "there is no effect 'smok'. Did you mean 'smoke'?"),
        ("glue at A1", "there is no effect 'glue'. Known: smoke, steam, fire."),
        ("no smok", "there is no effect 'smok'. Did you mean 'smoke'?"),
        ("snow", "Penance 1.0 has no weather 'snow'; known: none, rain, sandstorm, extreme-heat."),
        ("destory A1", "'destory A1' is not a change. Did you mean 'destroy'?"),
        ("smoke at Z1", "Z1 is off the board"),
        ("smoke at rows 7", "smoke cannot be placed on any hex of 'rows 7'."),
        ("hit Z1 for 3", "Z1 is off the board"),
    ],
)
def test_a_change_that_cannot_be_says_why_and_others_are_made(change: str, words: str) -> None:
    applied = what_if(burning("clear clear"), [change, "smoke at B1"])
    assert words in refusals(applied)[0]
    assert applied.done[0].idle
    assert lies(applied.scenario, "smoke") == "B1"


def test_a_ruleset_without_effects_refuses_them() -> None:
    applied = what_if(burning("clear", ruleset="base-visibility"), ["smoke at A1"])
    assert refusals(applied) == ["there is no effect 'smoke'. There are none."]


def test_smoke_that_is_taken_away_and_put_back_is_new() -> None:
    scenario = burning("clear*steam", overrides={"effects.steam.lasts": 2})
    older = what_if(
        scenario, [PassRounds(1), RemoveEffect("steam", Everything()), "steam at A1", PassRounds(1)]
    )
    assert lies(older.scenario, "steam") == "A1"
    assert lies(what_if(scenario, [PassRounds(2)]).scenario, "steam") == ""


def test_what_came_of_it_goes_to_another_process_and_into_a_file() -> None:
    scenario = load("scenarios/standard-arena.yaml")
    where = listed(scenario.board.layout, [scenario.board.parse("D4")])
    applied = what_if(scenario, [AddEffect("smoke", where), Destroy(Listed(("C1",)))])
    sent = pickle.loads(pickle.dumps(applied))  # noqa: S301  # our own
    assert texts(sent) == texts(applied)
    assert sent.hexes == applied.hexes
    answer = ConsequenceAnswer.model_validate(applied.happened[0], context=scenario.board)
    assert answer.model_dump(mode="json") == {
        "kind": "added",
        "text": "Smoke is placed on D4.",
        "rules": ["P1-09"],
        "hexes": ["D4"],
        "unit": None,
        "round": None,
    }


def test_the_name_says_what_was_changed_and_keeps_its_bound() -> None:
    assert (
        marked_name("Yard", ["destroy D3", SetWeather("rain")]) == "Yard (what if: destroy D3; weather rain)"
    )
    assert marked_name("Y" * MAX_TITLE, ["rain"]).endswith("Y (what if: rain)")
    long = marked_name("Yard" * 20, ["smoke at " + ", ".join(["C4"] * 200)])
    assert len(long) <= MAX_TITLE
    assert long.startswith("YardYard")
    assert long.endswith("...)")
