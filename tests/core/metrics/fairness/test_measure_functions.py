"""Each measure on boards small enough to count by hand; the strip of the document has the rest."""

from __future__ import annotations

from fractions import Fraction

import pytest

from fairground.core import fairness
from fairground.core.errors import ScenarioError
from fairground.core.grid.layout import Layout
from fairground.core.scenario.board import PaletteEntry
from fairground.core.scenario.fairness_titles_and_limits import Verdict
from fairground.core.scenario.parts import Objective, Side, Zone, ZoneKind
from fairground.core.scenario.zone_text import parse_shape
from tests.core.metrics.fairness.contests import arena, labels, measured, values

ENDS = {"west": "A1", "east": "F1"}


def test_contact_goes_up_dearer_than_down() -> None:
    # West climbs two levels, east none: 4 and 2 points of 3.
    scenario = arena("1.3", zones={"west": "A1", "east": "C1"})
    scenario.board.elevation[0] = [0, 0, 2]
    found = measured(scenario, "contact")
    assert found.values == {"west": 2, "east": 1}
    assert found.pairs == {("west", "east"): 2, ("east", "west"): 1}
    assert (found.band, labels(scenario, found)) == (Verdict.AMBER, ["A1", "B1", "C1"])
    assert "east: 1 turn earlier" in found.text


def test_contact_that_never_comes() -> None:
    found = measured(arena("..#..", zones={"west": "A1", "east": "E1"}), "contact")
    assert found.values == {"west": None, "east": None}
    assert (found.band, found.imbalance) == (None, None)
    assert found.text == "No unit can reach an enemy zone, so the time to contact is not judged."


def test_harm_and_cooling_that_nobody_gets_to_are_not_judged() -> None:
    scenario = arena("..#^#w#..", zones={"west": "A1", "east": "I1"})
    for name in ("hazard", "cooling"):
        found = measured(scenario, name)
        assert found.values == {"west": None, "east": None}
        assert (found.band, found.imbalance) == (None, None)
        assert "not judged" in found.text


def test_an_average_that_nobody_has_is_not_judged() -> None:
    scenario = arena("..#..", zones={"west": "A1", "east": "E1"})
    scenario.objectives = [Objective(it, parse_shape(it)) for it in ("B1", "D1")]
    found = measured(scenario, "objectives")
    assert (found.band, found.imbalance) == (None, None)
    assert found.text.startswith("No side can reach all its objectives, so the average is not judged.")
    assert measured(scenario, "nearest-objective").band is Verdict.GREEN


@pytest.mark.parametrize("units", [None, {"B1": "west", "D1": "east"}])
def test_no_measure_is_green_where_nobody_can_stand_in_a_zone(units: dict[str, str] | None) -> None:
    found = fairness(
        arena("#...#", zones={"west": "A1", "east": "E1"}, units=units),
        unit_class="heavy",
        despite_errors=True,
    )
    assert {it.id for it in found.measures if it.band is not None} <= ({"capacity"} if units else set())
    assert not [it.id for it in found.measures if it.band is Verdict.GREEN]
    texts = {it.text for it in found.measures if it.id in ("territory", "contact", "cover")}
    assert texts == {"No unit can stand in any of the zones."}


def test_a_share_of_no_hexes_is_none_and_not_0() -> None:
    found = measured(
        arena("#....", zones={"west": "A1", "east": "E1"}), "exposure-after-move", range_band="melee"
    )
    assert (found.values, found.band) == ({"west": None, "east": 0}, Verdict.RED)


def test_the_first_shot_needs_sight() -> None:
    # Behind the wall nobody is seen from where the others get to.
    found = measured(arena("..#..", zones={"west": "A1", "east": "E1"}), "first-shot", range_band="medium")
    assert (found.band, found.values) == (None, {})
    # With a way around, each sees the other from its own third step on.
    scenario = arena("..#..", ".....", zones={"west": "A1", "east": "E1"}, layout=Layout.EVEN_Q)
    found = measured(scenario, "first-shot", range_band="close")
    assert found.values == {"west": 1, "east": 1}


def test_ar_05_objectives_count_for_those_who_can_win_them() -> None:
    scenario = arena("......", zones=ENDS)
    scenario.objectives = [
        Objective("near", parse_shape("B1")),
        Objective("own", parse_shape("D1"), side="west"),
        Objective("other", parse_shape("E1"), side="east"),
    ]
    found = measured(scenario, "objectives")
    assert found.values == {"west": Fraction(1 + 3, 2), "east": Fraction(4 + 1, 2)}
    assert found.pairs[("west", "near")] == 1
    assert ("west", "other") not in found.pairs
    assert labels(scenario, found) == ["B1"]
    assert "Near is 3 points nearer to west than to east" in found.text
    assert measured(scenario, "nearest-objective").values == {"west": 1, "east": 1}


def test_ar_05_an_objective_that_one_side_cannot_get_to_is_red() -> None:
    scenario = arena("..#...", zones=ENDS)
    scenario.objectives = [Objective("hill", parse_shape("E1"))]
    found = measured(scenario, "objectives")
    assert (values(found), found.band) == ({"west": None, "east": 1}, Verdict.RED)
    assert "Hill is out of reach of west" in found.text


def test_the_whole_zone_counts_for_objectives_and_not_its_nearest_hex() -> None:
    scenario = arena("........", zones={"west": "columns 1-3", "east": "F1,H1"})
    scenario.objectives = [Objective("well", parse_shape("D1"))]
    found = measured(scenario, "objectives")
    assert found.values == {"west": 2, "east": 3}
    assert "Well is 1 point nearer to west" in found.text
    assert measured(scenario, "nearest-objective").values == {"west": 1, "east": 2}


def test_territory_leaves_ties_to_nobody() -> None:
    scenario = arena("......", zones={"west": "A1", "east": "E1"})
    found = measured(scenario, "territory")
    assert (values(found), found.imbalance) == ({"west": 2, "east": 3}, Fraction(1, 3))
    assert "1 hex tied" in found.text
    assert labels(scenario, found) == ["D1", "E1", "F1"]


def test_safe_is_what_no_enemy_gets_to() -> None:
    assert measured(arena("..#...", zones=ENDS), "safe-area").values == {"west": 2, "east": 3}


def test_exploration_without_a_way_is_all_that_one_gets_to() -> None:
    found = measured(arena("..#...", zones=ENDS), "exploration")
    assert found.values == {"west": Fraction(2, 5), "east": Fraction(3, 5)}


def test_exposure_at_close_range_is_not_green_at_all() -> None:
    scenario = arena("....", zones={"west": "A1", "east": "columns 3-4"})
    found = measured(scenario, "exposure", range_band="close")
    assert found.values == {"west": 1, "east": 1}
    assert (found.band, labels(scenario, found)) == (Verdict.RED, ["A1", "C1", "D1"])


def test_cover_counts_against_fire_from_the_enemy_zone() -> None:
    rows = ("..o......",)
    zones = {"west": "B1", "east": "I1"}
    # In the hex alone: C1 of A1 to E1, which west reaches first.
    found = measured(arena(*rows, zones=zones), "cover")
    assert found.values == {"west": Fraction(1, 5), "east": 0}
    # Behind it too: B1, and not D1, which lies before it.
    scenario = arena(*rows, zones=zones, ruleset="penance-2.0")
    found = measured(scenario, "cover")
    assert found.values == {"west": Fraction(2, 5), "east": 0}
    assert (found.band, labels(scenario, found)) == (Verdict.RED, ["F1", "G1", "H1", "I1"])


def test_cover_beside_a_hex_counts_from_its_own_direction_alone() -> None:
    # East sees A1 past the forest from H1, and not past it from H3.
    scenario = arena(
        "........", "o.......", "........", zones={"west": "A1", "east": "H1,H3"}, ruleset="penance-2.0"
    )
    found = measured(scenario, "cover", "assault")
    own = {"A1", "A2", "A3", "B1", "B2", "B3", "C1", "C2", "C3", "D1", "D2", "D3"}
    assert found.values["east"] == 0
    share = found.values["west"]
    assert share is not None
    assert 0 < share < Fraction(4, len(own))


def test_p1_09_smoke_is_cover_in_its_own_hex() -> None:
    # In penance-2.0 cover reaches to neighbouring hexes, and smoke hides only who is in it.
    for ruleset in ("penance-1.0", "penance-2.0"):
        scenario = arena("........", zones={"west": "B1", "east": "H1"}, ruleset=ruleset)
        scenario.board.effects_palette.append(PaletteEntry("s", ("smoke",)))
        scenario.board.effects[0, 0] = 1
        assert measured(scenario, "cover").values == {"west": Fraction(1, 5), "east": 0}


def test_no_cover_and_no_harm_are_the_same_for_all() -> None:
    scenario = arena("......", zones=ENDS)
    for name, text in (
        ("cover", "There is no cover on the board."),
        ("hazard", "Nothing on the board causes damage or heat."),
    ):
        found = measured(scenario, name)
        assert (found.band, found.text) == (Verdict.GREEN, text)
        assert set(found.values.values()) == {0}


def test_high_ground_counts_above_the_ground_of_the_enemy() -> None:
    # West has A1 to C1, with levels 0, 1 and 2, and east D1 to F1.
    scenario = arena("012..0", zones={"west": "columns 1-2", "east": "F1"})
    found = measured(scenario, "high-ground", "assault")
    assert found.values == {"west": 1, "east": 0}
    assert labels(scenario, found) == ["B1", "C1"]
    assert found.text.startswith(
        "Levels above the enemy's ground, on average: 1 for west, 0 for east. west: 1 more"
    )
    found = measured(scenario, "high-ground-view", "assault")
    # Nobody in the east can take the step of two levels.
    assert found.values == {"west": 6, "east": 0}
    assert labels(scenario, found) == ["C1"]


def test_ground_as_near_to_both_is_no_advantage() -> None:
    found = measured(arena("..3..", zones={"west": "A1", "east": "E1"}), "high-ground", "scout")
    # C1 belongs to both, and is three above two of the other's three hexes.
    assert found.values == {"west": Fraction(2, 3), "east": Fraction(2, 3)}
    assert found.band is Verdict.GREEN


def test_choke_width_and_routes() -> None:
    scenario = arena("...", ".#.", "...", ".#.", "...", zones={"west": "column 1", "east": "column 3"})
    found = measured(scenario, "choke-width")
    assert (values(found), found.band) == ({"west": 3, "east": 3}, Verdict.GREEN)
    assert measured(scenario, "routes").values == {"west": 3, "east": 3}
    scenario = arena("...", "#.#", "...", zones={"north": "row 1", "south": "row 3"})
    found = measured(scenario, "choke-width")
    assert (values(found), found.band) == ({"north": 1, "south": 1}, Verdict.RED)
    assert labels(scenario, found) == ["B2"]


def test_a_long_way_round_is_no_route() -> None:
    # Through the gap it is 2 points; around the wall 8.
    rows = ("......", "#####.", "......")
    narrow = arena(*rows, zones={"north": "F1", "south": "F3"}, layout=Layout.ODD_R)
    assert measured(narrow, "routes").values == {"north": 1, "south": 1}
    both = arena("......", ".####.", "......", zones={"north": "F1", "south": "F3"}, layout=Layout.ODD_R)
    assert measured(both, "choke-width").values == {"north": 2, "south": 2}
    assert measured(both, "routes").values == {"north": 1, "south": 1}


def test_zones_that_touch_cannot_be_cut_off() -> None:
    found = measured(arena("..", zones={"west": "A1", "east": "B1"}), "choke-width")
    assert (values(found), found.band) == ({"west": None, "east": None}, None)
    assert (
        found.text
        == "Nothing can block the way between the zones because they touch. The width is not judged."
    )
    routes = measured(arena("..", zones={"west": "A1", "east": "B1"}), "routes")
    assert (routes.band, routes.text) == (
        None,
        "Routes cannot be counted because the zones touch. They are not judged.",
    )


def test_the_hazard_on_the_way_is_the_least_of_the_cheapest_ways() -> None:
    zones = {"west": "A1", "east": "E1"}
    # Around it costs a point more, and points come first. B1 is nearer to west.
    dearer = arena(".^...", ".....", zones=zones, layout=Layout.ODD_R)
    found = measured(dearer, "hazard")
    assert (values(found), labels(dearer, found)) == ({"west": 3, "east": 0}, ["B1"])
    assert found.text == (
        "Damage and heat on the way out of the side's zone: 3 for west, 0 for east. west: 3 more than east. That is red: "
        "the difference is 3 points of damage and heat, and amber goes up to 0.8 points of damage and heat."
    )
    # Here it costs as much.
    as_dear = arena(".^...", ".....", zones={"west": "A1", "east": "E1,D2"}, layout=Layout.ODD_R)
    assert measured(as_dear, "hazard").values == {"west": 0, "east": 0}


def test_harm_counts_for_the_side_whose_way_it_bars() -> None:
    # From two of three hexes of the zone the cheapest way leads through lava.
    scenario = arena(
        "..^......",
        "..^......",
        ".........",
        zones={"west": "column 1", "east": "column 9"},
        layout=Layout.ODD_Q,
    )
    found = measured(scenario, "hazard")
    assert found.values["east"] == 0
    harm = found.values["west"]
    assert harm is not None
    assert 0 < harm < 3
    # In the middle it is in the way of both.
    middle = arena("....^....", zones={"west": "A1", "east": "I1"})
    assert measured(middle, "hazard").values == {"west": 3, "east": 3}


def test_the_own_hex_of_a_zone_does_no_harm_until_it_is_entered() -> None:
    scenario = arena("^^..", zones={"west": "columns 1-2", "east": "D1"})
    found = measured(scenario, "hazard")
    # From A1 through B1, and from B1 through nothing.
    assert (values(found), labels(scenario, found)) == ({"west": Fraction(3, 2), "east": 0}, ["B1"])


def test_cooling_counts_turns_and_stops_in_the_heat() -> None:
    scenario = arena("w.....", zones={"west": "B1", "east": "F1"})
    found = measured(scenario, "cooling")
    assert (values(found), found.band) == ({"west": 1, "east": 2}, Verdict.AMBER)
    scenario.weather = "extreme-heat"
    assert measured(scenario, "cooling").text == "Nothing on the board cools units."


def test_capacity_counts_what_units_can_use() -> None:
    scenario = arena(
        "..#.....",
        zones={"west": "columns 1-4", "east": "columns 6-8"},
        units={"D1": "west", "F1": "east", "G1": "east"},
    )
    found = measured(scenario, "capacity")
    # A1 and B1 are cut off, C1 is a wall: one hex for one unit, and three for two.
    assert (values(found), found.band) == ({"west": 1, "east": Fraction(3, 2)}, Verdict.AMBER)
    assert labels(scenario, found) == ["A1", "B1", "C1"]
    assert "Unusable: 3 hexes of west." in found.text


def test_ar_04_zones_of_a_team_pool() -> None:
    scenario = arena(
        "........", "........", zones={"a": "A1", "b": "H1", "c": "A2", "d": "H2"}, layout=Layout.ODD_Q
    )
    scenario.sides = [
        Side("a", team="left"),
        Side("b", team="right"),
        Side("c", team="left"),
        Side("d", team="right"),
    ]
    found = fairness(scenario, unit_class="heavy", despite_errors=True)
    assert [(it.id, it.zones) for it in found.parties] == [("left", ("a", "c")), ("right", ("b", "d"))]
    assert measured(scenario, "capacity").values == {"left": 2, "right": 2}
    alone = fairness(scenario, ["a", "c", "d"], unit_class="heavy", despite_errors=True)
    assert [it.id for it in alone.parties] == ["a", "c", "d"]


@pytest.mark.parametrize("count", range(2, 7))
def test_ar_04_two_to_six_parties(count: int) -> None:
    zones = {f"side-{i}": f"{'ABCDEF'[i]}{1 if i % 2 else 4}" for i in range(count)}
    found = fairness(
        arena("......", "......", "......", "......", zones=zones), unit_class="heavy", despite_errors=True
    )
    assert len(found.parties) == count
    for it in found.measures:
        assert set(it.values) in (set(), set(zones))
        if it.id == "contact":
            assert len(it.pairs) == count * (count - 1)


def test_fewer_than_two_parties_are_refused() -> None:
    scenario = arena("......", zones={"west": "A1"})
    with pytest.raises(ScenarioError, match=r"only one has one\. Add a deployment zone"):
        fairness(scenario, despite_errors=True)
    with pytest.raises(ScenarioError, match="Did you mean 'west'"):
        fairness(scenario, ["wets", "west"], despite_errors=True)


def test_a_ruleset_from_base_to_base_has_no_sight_between_hexes() -> None:
    found = fairness(arena("......", zones=ENDS, ruleset="base-visibility"), despite_errors=True)
    shot = next(it for it in found.measures if it.id == "first-shot")
    assert shot.band is None
    assert "from base to base" in shot.text


def test_classes_that_get_the_same_share_a_measure() -> None:
    found = fairness(arena("......", zones=ENDS), despite_errors=True)
    contact = {it.classes: it.values["west"] for it in found.measures if it.id == "contact"}
    assert contact == {("scout",): 1, ("support", "heavy", "aberrant"): 2, ("assault",): 3}


def test_a_zone_may_have_no_hex_of_use() -> None:
    found = fairness(
        arena("#....", zones={"west": "A1", "east": "E1"}), unit_class="heavy", despite_errors=True
    )
    values = {it.id: it for it in found.measures}
    assert values["contact"].values == {"west": None, "east": None}
    assert values["territory"].values == {"west": 0, "east": 4}
    assert found.verdict is Verdict.RED


def test_zone_kinds_other_than_deployment_are_left_out() -> None:
    scenario = arena("......", zones=ENDS)
    scenario.zones.append(Zone("later", "west", parse_shape("E1"), kind=ZoneKind.REINFORCEMENT))
    assert [it.zones for it in fairness(scenario, despite_errors=True).parties] == [("west",), ("east",)]
