"""Terrain that is damaged and destroyed (rule P1-11)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fairground.core import path, what_if
from fairground.core.errors import GridError, ScenarioError, UsageError
from fairground.core.sight.line.verdict import sight
from fairground.core.whatif.changes import ConsequenceKind
from fairground.core.whatif.destruction import destroy, destructible, hit
from tests.core.whatif.drawing import burning

RULESETS = ("penance-1.0", "penance-2.0")


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(
    ("terrain", "points", "left"), [("barricade", 5, "rubble"), ("wall", 10, "rubble-pile")]
)
def test_p2_26_and_p1_11_what_barricades_and_walls_take_and_leave(
    ruleset: str, terrain: str, points: int, left: str
) -> None:
    scenario = burning(f"clear {terrain} clear", ruleset=ruleset)
    almost = hit(scenario, "B1", points - 1)
    assert (almost.destroyed, almost.left, almost.scenario) == (False, 1, scenario)
    gone = hit(almost.scenario, "B1", 1, state=almost.state)
    assert (gone.destroyed, gone.left) == (True, 0)
    assert gone.scenario.board.terrain_at(scenario.board.parse("B1")) == (left,)
    assert scenario.board.terrain_at(scenario.board.parse("B1")) == (terrain,)
    assert gone.state.damage == {}


def test_p1_11_damage_adds_up_hex_by_hex() -> None:
    scenario = burning("barricade barricade")
    state = hit(scenario, "A1", 2).state
    state = hit(scenario, "B1", 4, state=state).state
    third = hit(scenario, "A1", 2, state=state)
    assert third.left == 1
    assert third.happened[0].text == "Barricade on A1 takes 2 damage; 1 of 5 hit points is left."
    assert third.happened[0].kind is ConsequenceKind.DAMAGED
    fourth = hit(scenario, "A1", 9, state=third.state)
    assert fourth.destroyed
    assert list(fourth.state.damage.values()) == [4]


def test_p1_11_a_destroyed_wall_opens_sight_and_way() -> None:
    scenario = burning("clear wall clear")
    after = destroy(scenario, "B1").scenario
    assert not sight(scenario, "A1", "C1").clear
    assert sight(after, "A1", "C1").clear
    assert not path(scenario, "A1", "C1").found
    assert path(after, "A1", "C1").found
    # What is left gives partial cover, as the barricade's rubble does not.
    assert after.rules.ground(after.board.terrain_at(after.board.parse("B1"))).covers == ("partial",)


@pytest.mark.parametrize("by", ["scout", "support", "heavy", "aberrant"])
def test_p1_11_walls_are_for_the_assault_class_alone(by: str) -> None:
    scenario = burning("wall barricade")
    with pytest.raises(ScenarioError, match=f"wall on A1 can only be damaged by assault units, not {by}"):
        hit(scenario, "A1", 3, by=by, weapon="siege")
    assert hit(scenario, "A1", 3, by="assault", weapon="siege").left == 7
    assert hit(scenario, "B1", 3, by=by, weapon="light").left == 2


def test_p1_11_walls_are_for_siege_weapons_alone_and_all_faults_are_told() -> None:
    scenario = burning("wall")
    with pytest.raises(ScenarioError, match="only be damaged by siege weapons, not light"):
        destroy(scenario, "A1", by="assault", weapon="light")
    with pytest.raises(ScenarioError, match="assault units, not scout; siege weapons, not light"):
        destroy(scenario, "A1", by="scout", weapon="light")


def test_p1_11_who_it_takes_is_told_unless_it_was_said() -> None:
    scenario = burning("wall barricade")
    assert destroy(scenario, "A1").happened[0].text == (
        "Wall on A1 is destroyed and leaves rubble pile; this takes assault units with siege weapons."
    )
    assert destroy(scenario, "A1", by="assault").happened[0].text.endswith("leaves rubble pile.")
    told = destroy(scenario, "B1").happened[0]
    assert told.text == "Barricade on B1 is destroyed and leaves rubble."
    assert "P1-11" in told.rules


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("A1", "A1 is clear, which cannot be destroyed: it has no hit points"),
        ("B1", "B1 is rubble pile, which cannot be destroyed: it has no hit points"),
        ("C1", "C1 is void"),
        ("Z9", "Z9 is off the board. The board has columns A to D"),
    ],
)
def test_p1_11_what_cannot_be_destroyed_says_why(place: str, words: str) -> None:
    with pytest.raises(ScenarioError, match=words):
        destroy(burning("clear rubble-pile void wall"), place)


def test_p1_11_and_c_17_a_rubble_pile_is_slow_and_gives_cover() -> None:
    after = destroy(burning("clear wall clear"), "B1").scenario
    assert path(after, "A1", "B1", "scout", facing=2).cost == 2
    assert sight(after, "A1", "B1").cover.to == -1


def test_a_hit_has_points_a_hex_and_a_known_class() -> None:
    scenario = burning("wall")
    with pytest.raises(UsageError, match="at least 1 point of damage, not 0"):
        hit(scenario, "A1", 0)
    with pytest.raises(GridError):
        hit(scenario, "here", 1)
    with pytest.raises(ScenarioError, match=r"no class 'asault'\. Did you mean 'assault'"):
        hit(scenario, "A1", 1, by="asault")


def test_p1_11_of_a_stack_the_topmost_with_hit_points_goes() -> None:
    scenario = burning("ice+barricade barricade+wall water")
    assert destructible(scenario).tolist() == [[True, True, False]]
    board = destroy(scenario, "A1").scenario.board
    assert board.terrain_at(board.parse("A1")) == ("ice", "rubble")
    board = destroy(scenario, "B1").scenario.board
    assert board.terrain_at(board.parse("B1")) == ("barricade", "rubble-pile")


def test_what_an_import_found_on_a_hex_stays_with_it() -> None:
    scenario = burning("barricade*smoke")
    board = scenario.board
    board.palette[0] = replace(board.palette[0], source="fence:1")
    board.effects_palette[1] = replace(board.effects_palette[1], source="smoke:1")
    after = what_if(scenario, ["destroy A1", "fire at A1", "no smoke at A1"]).scenario.board
    assert after.palette[after.terrain[0, 0]].source == "fence:1"
    assert after.effects_palette[after.effects[0, 0]].source == "smoke:1"
    bare = what_if(scenario, ["no smoke at A1"]).scenario.board
    assert bare.effects_palette[bare.effects[0, 0]].source is None


def test_p1_11_what_leaves_nothing_leaves_open_ground() -> None:
    scenario = burning("barricade ice+barricade", overrides={"terrain.barricade.becomes": None})
    board = destroy(destroy(scenario, "A1").scenario, "B1").scenario.board
    assert [board.terrain_at(board.parse(it)) for it in ("A1", "B1")] == [("clear",), ("ice",)]
    assert destroy(scenario, "A1").happened[0].text == "Barricade on A1 is destroyed and leaves nothing."
