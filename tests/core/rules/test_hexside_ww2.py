"""Ruleset hexside-ww2, rule by rule: what is pure data."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.movement.mover import climb_cost
from fairground.core.rules import load_ruleset
from fairground.core.rules.attack import ModifierKind, Modifies, Resolution
from fairground.core.rules.movement import RotationEach
from fairground.core.rules.sight import (
    CornerHexsidePolicy,
    CornerPolicy,
    CoverEffect,
    CoverReach,
    CoverUnits,
    ElevationPolicy,
    EndHexsidePolicy,
    HexsidePolicy,
    HindranceReach,
    OwnHexsidePolicy,
    SightModel,
)

RULES = load_ruleset("hexside-ww2")
WATER = {"canal", "pond", "marsh", "ocean"}
BLOCKING = {"building", "woods", "jungle"}
HINDERING = {"orchard", "hay-stack", "palm-grove", "crops"}


def test_hs_18_terrain_is_that_of_the_rules() -> None:
    names = (
        "clear road bridge building woods jungle stream gully orchard hay-stack palm-grove field crops canal pond "
        "marsh ocean beach void"
    )
    assert list(RULES.terrain) == names.split()
    assert list(RULES.effects) == ["smoke-1", "smoke-2"]
    assert list(RULES.hexsides) == ["hedge", "wall", "hedgerow"]


def test_hs_01_what_blocks_sight_does_so_whatever_the_levels() -> None:
    assert {name for name, it in RULES.terrain.items() if it.blocks_sight} == BLOCKING
    assert not any(it.blocks_sight for it in RULES.effects.values())
    assert all(RULES.ground([name]).blocks_sight for name in BLOCKING)
    assert all(RULES.terrain[name].height is None for name in RULES.terrain)


def test_hs_01_any_portion_of_a_hex_is_its_inside() -> None:
    assert RULES.sight.model is SightModel.CENTRES
    assert RULES.sight.corner is CornerPolicy.IGNORED


def test_hs_02_both_sides_of_a_hexside_line_must_block() -> None:
    assert RULES.sight.hexside is HexsidePolicy.BOTH_SIDES


def test_hs_05_hedges_and_walls_hinder_and_hedgerows_block() -> None:
    assert {name: it.blocks_sight for name, it in RULES.hexsides.items()} == {
        "hedge": False,
        "wall": False,
        "hedgerow": True,
    }
    assert [it.hindrance for it in RULES.hexsides.values()] == [1, 1, 1]


def test_hs_07_hindrances_and_how_much_they_are() -> None:
    hindering = {name: it.hindrance for name, it in RULES.terrain.items() if it.hindrance}
    assert hindering == dict.fromkeys(HINDERING, 1)
    assert {name: it.hindrance for name, it in RULES.effects.items()} == {"smoke-1": 1, "smoke-2": 2}
    assert not any(it.to_hit for it in RULES.effects.values())


def test_hs_07_the_target_s_own_hex_hinders() -> None:
    assert RULES.sight.hindrance_reach is HindranceReach.TO_TARGET


@given(st.lists(st.sampled_from(sorted(RULES.terrain)), min_size=1, max_size=4))
def test_hs_07_hindrances_add_up(kinds: list[str]) -> None:
    assert RULES.ground(kinds).hindrance == sum(kind in HINDERING for kind in kinds)


def test_hs_08_a_hedge_on_the_firer_s_own_hex_is_free() -> None:
    assert RULES.sight.own_hexside is OwnHexsidePolicy.FREE


def test_hs_09_a_corner_is_crossed_where_both_hexsides_carry_a_hedge() -> None:
    assert RULES.sight.corner_hexside is CornerHexsidePolicy.BOTH


def test_hs_09_the_other_reading_is_an_option() -> None:
    conflict = RULES.conflicts["HS-09"]
    assert (conflict.key, conflict.default, conflict.choices) == (
        "sight.corner_hexside",
        "both",
        ("both", "any"),
    )
    other = load_ruleset("hexside-ww2", overrides={"sight.corner_hexside": "any"})
    assert other.sight.corner_hexside is CornerHexsidePolicy.ANY
    assert other.content_hash != RULES.content_hash


def test_hs_10_cover_of_the_target_s_hex() -> None:
    grades = {
        name: RULES.cover.grades[it.cover].to_hit
        for name, it in RULES.terrain.items()
        if it.cover is not None
    }
    assert grades == {"building": 3, "woods": 2, "jungle": 2, "stream": 1, "gully": 1}
    assert (RULES.cover.reach, RULES.cover.effect) == (CoverReach.IN, CoverEffect.TO_HIT)
    assert RULES.cover.units is CoverUnits.NONE


def test_hs_10_orchards_and_the_like_give_no_cover_besides() -> None:
    assert all(RULES.ground([name]).covers == () for name in HINDERING)


def test_hs_10_there_is_no_cover_on_a_bridge_and_some_on_a_road() -> None:
    assert RULES.ground(["stream"]).covers == ("stream",)
    assert RULES.ground(["stream", "bridge"]).covers == ()
    assert RULES.ground(["woods", "road"]).covers == ("woods",)


def test_hs_10_modifiers_are_given_and_no_roll() -> None:
    assert RULES.attack.resolution is Resolution.MODIFIERS
    assert RULES.attack.modifies is Modifies.TARGET_NUMBER
    assert RULES.attack.to_hit_sum == (ModifierKind.HINDRANCE, ModifierKind.COVER)


def test_hs_11_hills_block_but_for_the_slope() -> None:
    assert RULES.sight.elevation is ElevationPolicy.SLOPE
    assert (RULES.levels.min, RULES.levels.max) == (0, 2)


def test_hs_15_hedgerows_of_the_end_hexes_are_seen_over() -> None:
    assert RULES.sight.end_hexside is EndHexsidePolicy.FREE
    assert [name for name, it in RULES.hexsides.items() if it.blocks_sight] == ["hedgerow"]


def test_hs_18_costs_of_terrain() -> None:
    slow = {"building", "woods", "jungle", "stream", "gully"}
    costs = {name: RULES.ground([name]).cost for name in RULES.terrain if RULES.ground([name]).passable}
    assert costs == {name: Fraction(1 + (name in slow)) for name in costs}
    assert {name for name in RULES.terrain if name not in costs} == WATER | {"void"}


def test_hs_18_hedges_and_walls_cost_a_point_to_cross() -> None:
    assert [(it.passable, it.cost) for it in RULES.hexsides.values()] == [(True, Fraction(1))] * 3


@pytest.mark.parametrize("water", sorted(WATER))
def test_hs_18_a_bridge_crosses_water(water: str) -> None:
    assert not RULES.ground([water]).passable
    bridge = RULES.ground([water, "bridge"])
    assert (bridge.passable, bridge.cost, bridge.moved_on) == (True, Fraction(1), ("bridge",))


@given(st.lists(st.sampled_from(sorted(RULES.terrain)), max_size=3), st.sampled_from(["road", "bridge"]))
def test_hs_18_roads_and_bridges_cost_1_whatever_they_lie_on(under: list[str], carrier: str) -> None:
    ground = RULES.ground([*under, carrier])
    assert (ground.passable, ground.cost) == (True, Fraction(1))
    assert all(ground.admits(it) for it in RULES.classes.values())


def test_hs_18_a_road_through_woods_is_still_woods_to_look_at() -> None:
    ground = RULES.ground(["woods", "road"])
    assert (ground.cost, ground.blocks_sight, ground.covers) == (Fraction(1), True, ("woods",))


@pytest.mark.parametrize(("left", "entered", "cost"), [(0, 1, 1), (1, 2, 1), (1, 1, 0), (1, 0, 0), (2, 1, 0)])
def test_hs_18_up_a_level_costs_a_point_more(left: int, entered: int, cost: int) -> None:
    assert climb_cost(RULES, left, entered) == cost


def test_hs_18_two_levels_at_once_take_infantry_all_its_points_and_vehicles_cannot() -> None:
    assert RULES.movement.climb.whole_turn == 2
    assert {name: it.most_levels for name, it in RULES.classes.items()} == {
        "leader": None,
        "squad": None,
        "vehicle": 1,
    }


def test_hs_18_two_levels_down_at_once_are_marked_as_a_reading() -> None:
    assert "two levels down" in RULES.movement.climb.readings["whole_turn"]
    assert "down" in RULES.classes["vehicle"].readings["most_levels"]


def test_hs_18_movement_points() -> None:
    leader, squad = RULES.classes["leader"], RULES.classes["squad"]
    assert (leader.allowance, leader.led_allowance) == (6, None)
    assert (squad.allowance, squad.led_allowance) == (4, 6)
    assert "allowance" in RULES.classes["vehicle"].readings
    assert RULES.movement.minimum_move


def test_hs_18_infantry_has_no_front_and_vehicles_do() -> None:
    assert {name: it.faces for name, it in RULES.classes.items()} == {
        "leader": False,
        "squad": False,
        "vehicle": True,
    }


def test_hs_18_vehicles_go_forward_or_at_double_cost_backwards() -> None:
    assert RULES.movement.step_sides == (1, 4)
    assert (RULES.movement.reverse_factor, RULES.facing.rear) == (Fraction(2), (4,))
    assert RULES.movement.sidesteps == ()


@pytest.mark.parametrize(("hexsides", "cost"), [(0, 0), (1, 0), (2, 1), (3, 2)])
def test_hs_18_vehicles_turn_one_hexside_free_in_each_hex(hexsides: int, cost: int) -> None:
    assert RULES.movement.rotation.each is RotationEach.HEX
    assert RULES.movement.rotation.cost_of(hexsides) == cost


def test_hs_18_vehicles_keep_out_of_buildings() -> None:
    kept_out = {
        name: {kind for kind in RULES.terrain if not RULES.ground([kind]).admits(it)}
        for name, it in RULES.classes.items()
    }
    shut = WATER | {"void"}
    assert kept_out == {"leader": shut, "squad": shut, "vehicle": shut | {"building"}}


def test_hs_18_units_of_a_side_share_hexes() -> None:
    occupied = RULES.movement.occupied
    assert (occupied.through_allies, occupied.through_enemies, occupied.ends) == (True, False, True)
