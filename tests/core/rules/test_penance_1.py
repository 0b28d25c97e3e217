"""Ruleset penance-1.0, rule by rule: what is pure data."""

from __future__ import annotations

from fractions import Fraction

import pytest

from fairground.core.attacks.results import chance_of_result
from fairground.core.movement.mover import climb_cost
from fairground.core.rules import load_ruleset
from fairground.core.rules.attack import Arc, AttackKind, AttackStep, Modifies
from fairground.core.rules.movement import TerrainCost
from fairground.core.rules.sight import (
    CornerPolicy,
    CoverEffect,
    CoverReach,
    CoverUnits,
    ElevationPolicy,
    HexsidePolicy,
)
from fairground.core.rules.terrain import HazardWhen, Spread, Tag

RULES = load_ruleset("penance-1.0")


def test_p1_01_clear_difficult_and_impassable_ground() -> None:
    clear, difficult, wall = (RULES.terrain[name] for name in ("clear", "difficult", "wall"))
    assert (clear.cost, difficult.cost) == (Fraction(1), Fraction(2))
    assert (clear.passable, clear.blocks_sight, clear.tags) == (True, False, ())
    assert (difficult.passable, difficult.blocks_sight) == (True, False)
    assert (wall.passable, wall.blocks_sight) == (False, True)
    assert {name for name, it in RULES.terrain.items() if Tag.DIFFICULT in it.tags} == {
        "difficult",
        "rubble",
        "ice",
        "rubble-pile",
    }
    assert all(RULES.terrain[name].cost == 2 for name in ("difficult", "rubble", "ice", "rubble-pile"))


def test_p1_01_terrain_is_that_of_the_documents() -> None:
    names = "clear difficult rubble wall barricade cover lava water ice rubble-pile void"
    assert list(RULES.terrain) == names.split()
    assert list(RULES.effects) == ["smoke", "steam", "fire"]
    assert RULES.hexsides == {}


def test_p1_02_modes_of_movement() -> None:
    modes = RULES.movement.modes
    assert list(modes) == ["walk", "fly", "teleport", "surefooted"]
    assert [it.terrain for it in modes.values()] == [
        TerrainCost.PAID,
        TerrainCost.IGNORED,
        TerrainCost.IGNORED,
        TerrainCost.DIFFICULT_IGNORED,
    ]
    assert [it.passes_impassable for it in modes.values()] == [False, True, True, False]
    assert [it.climbs for it in modes.values()] == [True, False, False, True]
    assert not any(it.passes_enemies for it in modes.values())


@pytest.mark.parametrize(("levels", "cost"), [(1, 1), (2, 2), (3, 3), (0, 0), (-1, 0), (-3, 0)])
def test_p1_03_a_level_up_costs_1_and_down_nothing(levels: int, cost: int) -> None:
    assert climb_cost(RULES, 0, levels) == cost


def test_p1_03_levels_go_up_to_3() -> None:
    assert (RULES.levels.min, RULES.levels.max) == (0, 3)
    assert 3 in RULES.levels
    assert 4 not in RULES.levels


def test_p1_04_high_ground() -> None:
    higher, lower = RULES.attack.heights.higher, RULES.attack.heights.lower
    assert (higher.ranged.to_hit, higher.ranged.damage) == (1, 0)
    assert (higher.melee.to_hit, higher.melee.damage, higher.charge.damage) == (0, 0, 1)
    assert (higher.defence, higher.ignores_cover) == (0, False)
    assert (lower.defence, lower.ranged.to_hit, lower.ranged.damage) == (1, 0, 0)


def test_p1_05_partial_cover() -> None:
    grade = RULES.cover.grades["partial"]
    assert (grade.to_hit, grade.defence) == (-1, 1)
    assert RULES.cover.effect is CoverEffect.BOTH
    assert RULES.cover.reach is CoverReach.IN
    assert RULES.cover.units is CoverUnits.NONE
    assert RULES.cover.melee_ignores
    assert RULES.cover.with_shields
    covered = {name for name, it in RULES.terrain.items() if it.cover}
    assert covered == {name for name, it in RULES.terrain.items() if Tag.COVER in it.tags}
    assert covered == {"barricade", "cover", "rubble-pile"}


def test_p1_06_fire_and_lava() -> None:
    fire, lava = RULES.effects["fire"], RULES.terrain["lava"]
    assert (fire.damage, fire.heat) == (lava.damage, lava.heat) == (1, 2)
    assert (fire.spreads, fire.spares, fire.quenched_beside) == (
        Spread.RANDOM_NEIGHBOUR,
        (Tag.IMPASSABLE,),
        (Tag.WATER,),
    )
    assert lava.passable
    assert (fire.tags, lava.tags) == ((Tag.HAZARD,), (Tag.HAZARD,))


def test_p1_07_water_and_ice() -> None:
    water, ice = RULES.terrain["water"], RULES.terrain["ice"]
    assert (water.cost, ice.cost) == (Fraction(1), Fraction(2))
    assert (water.heat, water.stability) == (-1, None)
    assert ice.heat == -1
    assert ice.stability is not None
    assert (str(ice.stability.dice), ice.stability.target) == ("1d6", 4)


def test_p1_08_fire_on_water_makes_steam_for_a_round() -> None:
    assert RULES.effects["fire"].becomes == {Tag.WATER: "steam"}
    steam = RULES.effects["steam"]
    assert (steam.blocks_sight, steam.lasts, steam.clears) == (True, 1, None)
    assert [name for name, it in RULES.terrain.items() if Tag.WATER in it.tags] == ["water"]


def test_p1_09_smoke() -> None:
    smoke = RULES.effects["smoke"]
    assert (smoke.to_hit, smoke.blocks_sight, smoke.lasts) == (-2, True, None)
    assert smoke.clears is not None
    assert (str(smoke.clears.dice), smoke.clears.target) == ("1d6", 5)


def test_p1_10_weather() -> None:
    assert list(RULES.weather) == ["none", "rain", "sandstorm", "extreme-heat"]
    none, rain, sandstorm, heat = RULES.weather.values()
    assert (none.to_hit, none.puts_out, none.starting_heat, none.cooling) == (0, (), 0, True)
    assert (rain.to_hit, rain.puts_out, rain.may_spread, rain.obscuring) == (-1, ("fire",), ("water",), False)
    assert (sandstorm.to_hit, sandstorm.obscuring, sandstorm.initiative) == (-2, True, {"scout": -1})
    assert RULES.classes["scout"].initiative == 1
    assert (heat.starting_heat, heat.cooling, heat.to_hit) == (2, False, 0)


def test_p1_11_destructible_terrain() -> None:
    barricade, wall, pile = (RULES.terrain[name] for name in ("barricade", "wall", "rubble-pile"))
    assert (barricade.hit_points, barricade.becomes, barricade.damaged_by) == (5, "rubble", ())
    assert (wall.hit_points, wall.becomes) == (10, "rubble-pile")
    assert (wall.damaged_by, wall.damaged_with) == (("assault",), ("siege",))
    assert (pile.cost, pile.cover) == (Fraction(2), "partial")
    assert RULES.terrain["rubble"].cover is None
    assert {name for name, it in RULES.terrain.items() if it.hit_points} == {"barricade", "wall"}


@pytest.mark.parametrize(
    ("profile", "counts"),
    [
        ("simple", {"walls": (2, 2), "cover": (2, 2), "elevated": (1, 1)}),
        (
            "complex",
            {"walls": (4, 6), "cover": (3, 4), "elevated": (2, 3), "difficult": (2, 3), "hazard": (1, 2)},
        ),
    ],
)
def test_p1_13_recommended_mixes(profile: str, counts: dict[str, tuple[int, int]]) -> None:
    features = RULES.profiles[profile].features
    assert {name: (it.min, it.max) for name, it in features.items()} == counts


def test_p1_13_what_counts_in_a_mix() -> None:
    features = RULES.profiles["complex"].features
    assert (features["walls"].tags, features["cover"].tags) == ((Tag.IMPASSABLE,), (Tag.COVER,))
    assert (features["elevated"].level, features["elevated"].tags) == (1, ())
    assert features["difficult"].tags == (Tag.DIFFICULT,)
    assert (features["hazard"].tags, features["hazard"].terrain) == ((Tag.HAZARD,), ("ice",))
    assert (RULES.profiles["simple"].rest, RULES.profiles["complex"].rest) == ("clear", None)


def test_p1_14_occupied_hexes() -> None:
    occupied = RULES.movement.occupied
    assert (occupied.through_allies, occupied.through_enemies, occupied.ends) == (True, False, False)


def test_p1_15_hazards_hurt_who_ends_there() -> None:
    assert RULES.hazard.when is HazardWhen.END


@pytest.mark.parametrize(
    ("distance", "band", "to_hit"),
    [
        (1, "melee", 0),
        (2, "close", 1),
        (3, "close", 1),
        (4, "medium", 0),
        (6, "medium", 0),
        (7, "long", -1),
        (40, "long", -1),
    ],
)
def test_p1_16_range_bands(distance: int, band: str, to_hit: int) -> None:
    found = RULES.range_band(distance)
    assert found is RULES.range_bands[band]
    assert found.to_hit == to_hit


def test_p1_16_the_own_hex_is_in_no_band() -> None:
    assert RULES.range_band(0) is None


@pytest.mark.parametrize(
    ("modifier", "needed", "chance"), [(0, 4, "1/2"), (1, 3, "2/3"), (-1, 5, "1/3"), (-3, 7, "0")]
)
def test_p1_16_one_die_and_4_to_hit(modifier: int, needed: int, chance: str) -> None:
    assert (str(RULES.attack.dice), RULES.attack.target, RULES.attack.modifies) == ("1d6", 4, Modifies.ROLL)
    assert RULES.attack.number_to_reach(modifier) == needed
    assert RULES.attack.hit_chance(modifier) == Fraction(chance)


def test_p1_16_melee_and_magic_hit_without_a_roll() -> None:
    assert RULES.attack.automatic == (AttackKind.MELEE, AttackKind.MAGIC)
    assert (RULES.attack.melee_arc, RULES.attack.ranged_arc) == (Arc.ALL, Arc.ALL)
    assert AttackStep.ARC not in RULES.attack.steps


def test_p1_17_modifiers() -> None:
    assert RULES.cover.grades["partial"].to_hit == -1
    rear = RULES.shield_table("none").side(4)
    assert (rear.to_hit, rear.damage, rear.defence) == (1, 2, -2)
    called = RULES.attack.situations["called-shot"]
    assert (called.to_hit, called.attacks) == (-1, (AttackKind.RANGED,))
    heat = RULES.unit_state.tracks["heat"]
    assert [band.target_to_hit for n in (5, 6, 7, 8, 12) if (band := heat.band(n))] == [0, 1, 1, 1, 1]
    critical = RULES.attack.results["critical"]
    assert (critical.min, critical.max, critical.damage, critical.reactive) == (6, None, 2, False)
    assert chance_of_result(RULES.attack.dice, 1, critical) == Fraction(1, 6)
    assert RULES.cover.grades["partial"].damage == -1
    assert RULES.attack.minimum_damage == 1


@pytest.mark.parametrize(("side", "surcharge"), [(1, 0), (2, 1), (3, 1), (4, 0), (5, 1), (6, 1)])
def test_p1_18_steps_to_the_side_cost_one_more(side: int, surcharge: int) -> None:
    assert RULES.movement.sidestep_toward(side) == surcharge


@pytest.mark.parametrize(("hexsides", "cost"), [(0, 0), (1, 1), (2, 2), (3, 3)])
def test_p1_18_turning_costs_1_a_hexside(hexsides: int, cost: int) -> None:
    assert RULES.movement.rotation.cost_of(hexsides) == cost


@pytest.mark.parametrize(
    ("unit_class", "allowance", "danger"),
    [("scout", 5, 7), ("support", 4, 6), ("heavy", 3, 5), ("assault", 2, 4), ("aberrant", 3, 5)],
)
def test_p1_19_weight_classes(unit_class: str, allowance: int, danger: int) -> None:
    found = RULES.classes[unit_class]
    assert (found.allowance, found.allowance + found.danger) == (allowance, danger)


def test_p1_19_heat_and_legs_slow() -> None:
    heat = RULES.unit_state.tracks["heat"]
    assert [band.move_cost for n in (0, 3, 5, 6, 7) if (band := heat.band(n))] == [0, 0, 0, 1, 1]
    assert RULES.unit_state.degraded["legs"].move_cost == 1


@pytest.mark.parametrize("shield", ["left", "right"])
def test_p1_20_shields_cover_the_front_arc(shield: str) -> None:
    table = RULES.shield_table(shield)
    assert [side for side in range(1, 7) if table.side(side).blocks] == [1, 2, 6]
    assert [table.side(side).defence for side in range(1, 7)] == [0, 0, 0, -2, 0, 0]
    assert RULES.facing.rear == (4,)
    assert not any(RULES.shield_table("none").side(side).blocks for side in range(1, 7))


def test_p1_22_victory() -> None:
    victory = RULES.victory
    assert (victory.last_standing, victory.time_limit) == (True, True)
    assert (victory.points_min, victory.points_max) == (10, 15)
    assert (victory.objective, victory.hold, victory.kill, victory.component) == (3, 2, 5, 2)


@pytest.mark.parametrize("name", ["penance-1.0", "penance-2.0", "penance-arena"])
def test_p1_22_that_an_objective_pays_once_is_said_as_a_reading(name: str) -> None:
    readings = load_ruleset(name).victory.readings
    assert readings["objective"].startswith("Paid once to each side")
    assert "starts the count again" in readings["hold"]


def test_p1_23_shields() -> None:
    assert {name: it.defence for name, it in RULES.shield_kinds.items()} == {
        "buckler": 1,
        "tower": 2,
        "great": 3,
    }


def test_p1_24_attack_costs_and_the_state_of_a_unit() -> None:
    assert RULES.attack.weapon_costs == {"light": 1, "medium": 2, "heavy": 3}
    heat = RULES.unit_state.tracks["heat"]
    bands = [band for n in (3, 4, 5, 6, 8) if (band := heat.band(n))]
    assert [band.weapon_cost for band in bands] == [0, 1, 1, 1, 1]
    assert [band.defence for band in bands] == [0, -1, -1, 0, 0]
    assert RULES.unit_state.degraded["chassis"].allowance == -1
    assert RULES.unit_state.degraded["arm"].damage == -1


def test_p1_24_taint_gives_points() -> None:
    taint = RULES.unit_state.tracks["taint"]
    assert [band.allowance for n in (2, 3, 6, 7, 9) if (band := taint.band(n))] == [0, 1, 1, 2, 2]
    assert taint.band(-1) is None


@pytest.mark.parametrize(
    ("theme", "terrain", "effects"),
    [
        ("ruined-city", {"rubble", "barricade", "wall"}, set()),
        ("volcano", {"lava"}, {"smoke"}),
        ("frozen-wastes", {"ice", "cover", "wall"}, set()),
        ("overgrown-temple", {"difficult", "barricade", "wall"}, set()),
    ],
)
def test_p1_25_themes_start_with_what_they_ask_for(theme: str, terrain: set[str], effects: set[str]) -> None:
    found = RULES.themes[theme]
    assert {"clear", *terrain} <= set(found.palette)
    assert effects <= set(found.effects)
    for feature in found.features.values():
        kinds = [RULES.terrain[name] for name in found.palette]
        met = any(set(kind.tags) & set(feature.tags) for kind in kinds)
        met |= bool(set(feature.terrain) & set(found.palette) or set(feature.effects) & set(found.effects))
        assert met or feature.level == 1


def test_h_09_policies_where_the_source_is_silent() -> None:
    assert RULES.sight.hexside is HexsidePolicy.BOTH_SIDES
    assert RULES.sight.elevation is ElevationPolicy.IGNORE


def test_h_05_a_corner_is_no_crossing() -> None:
    assert RULES.sight.corner is CornerPolicy.IGNORED


def test_h_10_there_is_no_minimum_move() -> None:
    assert RULES.movement.minimum_move is False
