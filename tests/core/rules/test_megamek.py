"""Ruleset megamek, rule by rule: what is pure data."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.movement.mover import climb_cost
from fairground.core.rules import load_ruleset, shipped_rulesets
from fairground.core.rules.attack import Resolution
from fairground.core.rules.ground import Haze
from fairground.core.rules.sight import CornerPolicy, ElevationPolicy, HexsidePolicy, InsidePolicy, SightModel
from fairground.core.rules.terrain import Tag

RULES = load_ruleset("megamek")
WALKER, VEHICLE = RULES.classes["walker"], RULES.classes["vehicle"]
FOLIAGE = [f"{kind}-{level}" for kind in ("woods", "jungle") for level in (1, 2, 3)]
BUILDINGS = ["building", "building-2", "building-3", "building-4", "building-5"]
TANKS = ["fuel_tank", "fuel_tank-2", "fuel_tank-3", "fuel_tank-4"]
WATERS = [f"water-{depth}" for depth in range(16)]


def test_mm_01_levels_and_the_height_test() -> None:
    assert (RULES.levels.min, RULES.levels.max) == (-20, 100)
    assert RULES.sight.elevation is ElevationPolicy.ADJACENT
    assert RULES.sight.model is SightModel.CENTRES


def test_mm_01_a_walker_looks_from_a_level_up_and_a_vehicle_from_the_ground() -> None:
    assert (WALKER.height, VEHICLE.height) == (1, 0)


@given(st.sampled_from(BUILDINGS), st.integers(1, 30))
def test_mm_01_a_building_is_as_high_as_its_detail_says(building: str, height: int) -> None:
    ground = RULES.ground(["pavement", building, f"bldg_elev-{height}"])
    assert (ground.obstacle, ground.blocks_sight) == (height, False)


@given(st.sampled_from(TANKS), st.integers(0, 10))
def test_mm_01_a_fuel_tank_is_as_high_as_its_detail_says(tank: str, height: int) -> None:
    assert RULES.ground([tank, f"fuel_tank_elev-{height}"]).obstacle == height


@pytest.mark.parametrize("kind", [*BUILDINGS, *TANKS])
def test_mm_01_a_building_of_unknown_height_has_one_level(kind: str) -> None:
    assert RULES.ground([kind]).obstacle == 1


def test_mm_01_nothing_solid_stands_on_other_ground() -> None:
    solid = {name for name, it in RULES.terrain.items() if it.blocks_sight}
    assert solid == {*BUILDINGS, *TANKS}
    assert not any(it.blocks_sight for it in RULES.effects.values())


def test_mm_01_heights_of_one_family_leave_the_other_alone() -> None:
    assert RULES.ground(["building", "fuel_tank_elev-4"]).obstacle == 1
    assert RULES.ground(["fuel_tank", "bldg_elev-4"]).obstacle == 1


@pytest.mark.parametrize("depth", range(16))
def test_mm_01_the_floor_of_water_lies_by_its_depth_below(depth: int) -> None:
    assert RULES.ground([f"water-{depth}"]).depth == depth


def height_of(*kinds: str) -> int | None:
    """Return how high the woods of a hex stand above its ground."""
    (haze,) = RULES.ground(kinds).haze
    return haze.height


def test_mm_02_woods_and_jungle_are_2_high_and_ultra_ones_3() -> None:
    assert [height_of(kind) for kind in FOLIAGE] == [2, 2, 3, 2, 2, 3]


@pytest.mark.parametrize("kind", FOLIAGE)
def test_mm_02_low_foliage_is_1_high(kind: str) -> None:
    assert height_of(kind, "foliage_elev-1") == 1


@pytest.mark.parametrize("kind", FOLIAGE)
@pytest.mark.parametrize("detail", ["foliage_elev-2", "foliage_elev-3"])
def test_mm_02_taller_foliage_is_as_high_as_its_kind(kind: str, detail: str) -> None:
    assert height_of(kind, detail) == height_of(kind)


def test_mm_02_smoke_is_2_high() -> None:
    assert {name: it.height for name, it in RULES.effects.items() if it.opacity} == {
        f"smoke-{level}": 2 for level in range(1, 6)
    }


def test_mm_03_limits() -> None:
    limits = {name: it.limit for name, it in RULES.sight.opacities.items()}
    assert limits == {"woods": 3, "planted_fields": 6, "heavy_industrial": 3, "screen": 1}


def test_mm_03_woods_jungle_and_smoke_add_up() -> None:
    assert [RULES.terrain[kind].opacity for kind in FOLIAGE] == [{"woods": n} for n in (1, 2, 3, 1, 2, 3)]
    assert [RULES.effects[f"smoke-{n}"].opacity for n in (1, 2)] == [{"woods": 1}, {"woods": 2}]


def test_mm_03_fields_industrial_zones_and_screens() -> None:
    assert RULES.ground(["planted_fields"]).haze == (Haze("planted_fields", 1, 1),)
    assert RULES.ground(["heavy_industrial"]).haze == (Haze("heavy_industrial", 1, 1),)
    assert RULES.ground(["water-1", "screen"]).haze == (Haze("screen", 1, None),)


@pytest.mark.parametrize("height", range(2, 11))
def test_mm_03_an_industrial_zone_is_as_high_as_its_level(height: int) -> None:
    assert RULES.ground([f"heavy_industrial-{height}"]).haze == (Haze("heavy_industrial", 1, height),)


def test_mm_03_fire_hides_nothing() -> None:
    assert [RULES.effects[name].opacity for name in ("fire-1", "fire-2")] == [{}, {}]


def test_mm_04_a_corner_touched_is_crossed() -> None:
    assert RULES.sight.corner is CornerPolicy.CROSSED


def test_mm_05_the_worse_side_counts() -> None:
    assert RULES.sight.hexside is HexsidePolicy.WORSE_SIDE


def test_mm_06_a_building_does_not_hide_those_inside_it_from_one_another() -> None:
    assert RULES.sight.inside is InsidePolicy.FREE
    others = [name for name in shipped_rulesets() if name != RULES.id]
    assert {load_ruleset(name).sight.inside for name in others} == {InsidePolicy.BLOCKS}


@pytest.mark.parametrize(
    ("kinds", "cost"),
    [
        ("clear", 1),
        ("road", 1),
        ("pavement", 1),
        ("woods-1", 2),
        ("jungle-1", 2),
        ("rough", 2),
        ("rubble", 2),
        ("sand", 2),
        ("mud", 2),
        ("swamp", 2),
        ("planted_fields", 2),
        ("woods-2", 3),
        ("jungle-2", 3),
        ("woods-3", 4),
        ("jungle-3", 4),
        ("building", 2),
        ("building-2", 3),
        ("building-3", 4),
        ("building-4", 5),
        ("water-0", 1),
        ("water-1", 2),
        ("water-2", 4),
        ("water-10", 4),
        ("water-1 ice", 3),
        ("water-4 ice", 3),
    ],
)
def test_mm_07_terrain(kinds: str, cost: int) -> None:
    ground = RULES.ground(kinds.split())
    assert ground.passable
    assert ground.cost == cost


@pytest.mark.parametrize(
    ("kinds", "cost"),
    [
        ("rough woods-1", 3),
        ("snow woods-2 foliage_elev-2", 3),
        ("swamp water-1", 3),
        ("pavement rubble", 2),
        ("woods-2 foliage_elev-2 road", 1),
        ("water-3 bridge", 1),
        ("pavement building-2 bldg_elev-4", 3),
        ("pavement road building-3 bldg_elev-2", 4),
        ("water-2 rapids", 5),
        ("snow ice", 3),
    ],
)
def test_mm_07_what_lies_in_a_hex_adds_up_but_for_what_carries(kinds: str, cost: int) -> None:
    assert RULES.ground(kinds.split()).cost == cost


@given(st.lists(st.sampled_from(sorted(RULES.terrain)), max_size=4), st.sampled_from(["road", "bridge"]))
def test_mm_07_roads_and_bridges_lead_over_anything(under: list[str], carrier: str) -> None:
    ground = RULES.ground([*under, carrier])
    assert ground.passable
    assert ground.cost == 1
    assert ground.admits(VEHICLE)


@pytest.mark.parametrize("kinds", [["impassable"], ["pavement", "impassable"], ["rough", "impassable"]])
def test_mm_07_impassable_is_not_entered(kinds: list[str]) -> None:
    ground = RULES.ground(kinds)
    assert not ground.admits(WALKER)
    assert ground.tags >= {Tag.IMPASSABLE}
    assert (ground.blocks_sight, ground.obstacle) == (False, None)


@pytest.mark.parametrize(("left", "entered"), [(0, 1), (3, 1), (-2, 0), (99, 100), (-20, -19), (5, 5)])
def test_mm_07_a_level_up_or_down_is_a_point(left: int, entered: int) -> None:
    assert climb_cost(RULES, left, entered) == abs(left - entered)


@pytest.mark.parametrize(("left", "entered"), [(0, 3), (3, 0), (-20, 100)])
def test_mm_07_no_step_takes_three_levels(left: int, entered: int) -> None:
    assert climb_cost(RULES, left, entered) is None


def test_mm_07_a_vehicle_takes_one_level_and_a_walker_two() -> None:
    assert (VEHICLE.most_levels, WALKER.most_levels, RULES.movement.climb.most) == (1, None, 2)


def test_mm_07_where_vehicles_do_not_go() -> None:
    barred = {
        name for name, it in RULES.terrain.items() if it.passable and not RULES.ground([name]).admits(VEHICLE)
    }
    assert barred == {"woods-2", "woods-3", "jungle-2", "jungle-3", *WATERS[1:], *BUILDINGS, *TANKS}
    assert all(RULES.ground([name]).admits(WALKER) for name in barred)


@pytest.mark.parametrize("kinds", ["water-2 ice", "water-2 bridge", "woods-2 road", "woods-1", "water-0"])
def test_mm_07_where_vehicles_do_go(kinds: str) -> None:
    assert RULES.ground(kinds.split()).admits(VEHICLE)


def test_mm_07_a_building_keeps_vehicles_off_the_road_within_it() -> None:
    assert not RULES.ground(["road", "building", "bldg_elev-1"]).admits(VEHICLE)


def test_mm_07_costs_are_marked_as_a_reading() -> None:
    stated = [name for name, it in RULES.terrain.items() if it.cost != 1 and "cost" not in it.readings]
    assert stated == []


def test_mm_07_attacks_are_not_part_of_it() -> None:
    assert RULES.attack.resolution is Resolution.MODIFIERS
    assert (RULES.range_bands, RULES.cover.grades, RULES.attack.situations) == ({}, {}, {})
    assert not any(it.cover for it in RULES.terrain.values())


def test_void_cannot_be_entered() -> None:
    assert not RULES.ground(["void"]).passable


def test_terrain_runs_from_the_bottom_of_a_hex_to_its_top() -> None:
    at = list(RULES.terrain).index
    bottom_up = [
        "clear",
        "pavement",
        "water-1",
        "ice",
        "rough",
        "rapids",
        "woods-1",
        "road",
        "bridge",
        "building",
    ]
    assert sorted(bottom_up, key=at) == bottom_up
    *_, last = (name for name, it in RULES.terrain.items() if not it.detail and name != "void")
    details = [name for name, it in RULES.terrain.items() if it.heights]
    assert min(map(at, details)) > at(last)
