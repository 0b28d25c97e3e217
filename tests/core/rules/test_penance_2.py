"""Ruleset penance-2.0, rule by rule: what is pure data."""

from __future__ import annotations

from fractions import Fraction

import pytest

from fairground.core.movement.mover import climb_cost
from fairground.core.rules import load_ruleset
from fairground.core.rules.attack import Arc, AttackKind, AttackStep, ModifierKind, Modifies
from fairground.core.rules.sight import (
    CornerPolicy,
    CoverEffect,
    CoverReach,
    CoverUnits,
    ElevationPolicy,
    HexsidePolicy,
)

RULES = load_ruleset("penance-2.0")
BASE = load_ruleset("penance-1.0")


@pytest.mark.parametrize(
    ("distance", "band", "needed"),
    [
        (0, "short", 5),
        (3, "short", 5),
        (4, "medium", 6),
        (5, "medium", 6),
        (6, "medium", 6),
        (7, "long", 7),
        (10, "long", 7),
        (11, "extreme", 8),
        (99, "extreme", 8),
    ],
)
def test_p2_01_range_bands(distance: int, band: str, needed: int) -> None:
    found = RULES.range_band(distance)
    assert found is RULES.range_bands[band]
    assert RULES.attack.number_to_reach(found.to_hit) == needed
    assert list(RULES.range_bands) == ["short", "medium", "long", "extreme"]


def test_p2_04_what_blocks_sight() -> None:
    blocking = {name for name, it in RULES.terrain.items() if it.blocks_sight}
    assert blocking == {"wall", "building", "cliff", "dense-forest"}


def test_p2_06_cover() -> None:
    cover = RULES.cover
    assert (cover.reach, cover.effect, cover.units) == (
        CoverReach.ADJACENT,
        CoverEffect.TO_HIT,
        CoverUnits.ANY,
    )
    assert {name: it.to_hit for name, it in cover.grades.items()} == {"light": 1, "heavy": 2}
    assert cover.unit_grade == "light"
    own = ("forest", "rubble", "fortress-wall", "dense-forest")
    assert [RULES.terrain[name].cover for name in own] == ["light", "light", "heavy", "heavy"]
    assert {name for name, it in RULES.terrain.items() if it.cover} == {
        *own,
        "barricade",
        "cover",
        "rubble-pile",
    }


def test_p2_07_cover_does_not_stack() -> None:
    assert RULES.cover.stacks is False


def test_p2_08_higher_and_lower() -> None:
    higher, lower = RULES.attack.heights.higher, RULES.attack.heights.lower
    for kind in (higher.ranged, higher.melee):
        assert (kind.to_hit, kind.damage) == (-1, 1)
        assert RULES.attack.number_to_reach(kind.to_hit) == 4
    for kind in (lower.ranged, lower.melee):
        assert (kind.to_hit, kind.damage) == (1, -1)
    assert higher.ignores_cover
    assert not lower.ignores_cover
    assert (higher.defence, lower.defence, higher.charge.damage) == (0, 0, 0)


def test_p2_09_levels_do_not_block() -> None:
    assert RULES.sight.elevation is ElevationPolicy.IGNORE


def test_p2_10_levels_and_climbing() -> None:
    assert (RULES.levels.min, RULES.levels.max) == (0, 2)
    assert [climb_cost(RULES, 0, levels) for levels in (1, 2, -1)] == [1, 2, 0]


def test_p2_11_sides_run_clockwise_from_the_front() -> None:
    names = [RULES.facing.names[key] for key in ("1", "2", "3", "4", "5", "6")]
    assert names == ["Front", "Front right", "Rear right", "Rear", "Rear left", "Front left"]


LEFT = {
    1: (0, 0, 0),
    2: (0, 1, -1),
    3: (-1, 2, -2),
    4: (-2, 3, -3),
    5: (-1, 2, -2),
    6: (1, 0, 1),
}
MIRROR = {1: 1, 2: 6, 3: 5, 4: 4, 5: 3, 6: 2}


@pytest.mark.parametrize("side", range(1, 7))
def test_p2_13_side_table_of_the_left_shield(side: int) -> None:
    row = RULES.shield_table("left").side(side)
    assert (row.to_hit, row.damage, row.defence) == LEFT[side]
    assert row.blocks == (side in (6, 1))
    assert row.reactive == (side in (1, 2, 6))


@pytest.mark.parametrize("side", range(1, 7))
def test_p2_14_the_right_shield_is_the_mirror_image(side: int) -> None:
    row = RULES.shield_table("right").side(side)
    assert row == RULES.shield_table("left").side(MIRROR[side])
    assert row.blocks == (side in (1, 2))


@pytest.mark.parametrize("side", range(1, 7))
def test_p2_14_without_a_shield_side_6_gives_nothing(side: int) -> None:
    row = RULES.shield_table("none").side(side)
    assert (row.to_hit, row.damage, row.defence) == ((0, 0, 0) if side == 6 else LEFT[side])
    assert not row.blocks
    assert row.reactive == (side in (1, 2, 6))


@pytest.mark.parametrize("side", [0, 7, -1])
def test_p2_13_there_are_six_sides(side: int) -> None:
    with pytest.raises(KeyError, match="1 to 6"):
        RULES.shield_table("left").side(side)


def test_p2_13_there_are_three_tables() -> None:
    assert list(RULES.shields) == ["left", "right", "none"]
    with pytest.raises(KeyError, match="'both'"):
        RULES.shield_table("both")


def test_p2_15_the_front_arc() -> None:
    assert set(RULES.facing.front) == {6, 1, 2}
    assert RULES.facing.front_border
    assert RULES.attack.ranged_arc is Arc.FRONT


@pytest.mark.parametrize(("hexsides", "cost"), [(0, 0), (1, 0), (2, 1), (3, 2)])
def test_p2_16_the_first_hexside_is_free(hexsides: int, cost: int) -> None:
    assert RULES.movement.rotation.cost_of(hexsides) == cost


@pytest.mark.parametrize(("hexes", "modifier"), [(0, 0), (1, 1), (3, 1), (4, 2), (6, 2), (7, 3), (20, 3)])
def test_p2_17_movement_modifiers(hexes: int, modifier: int) -> None:
    assert RULES.attack.moved_modifier(hexes) == modifier
    assert {ModifierKind.ATTACKER_MOVED, ModifierKind.DEFENDER_MOVED} < set(RULES.attack.to_hit_sum)


def test_p2_18_no_blind_movement() -> None:
    assert RULES.movement.no_blind_movement
    assert not BASE.movement.no_blind_movement


@pytest.mark.parametrize(
    ("terrain", "cost", "passable", "cover", "heat"),
    [
        ("clear", 1, True, None, 0),
        ("forest", 2, True, "light", 0),
        ("dense-forest", 2, True, "heavy", 0),
        ("rubble", 2, True, "light", 0),
        ("wall", 1, False, None, 0),
        ("fortress-wall", 1, False, "heavy", 0),
        ("building", 1, False, None, 0),
        ("cliff", 1, False, None, 0),
        ("water", 1, True, None, -2),
        ("ice", 2, True, None, -1),
    ],
)
def test_p2_19_terrain(terrain: str, cost: int, *, passable: bool, cover: str | None, heat: int) -> None:
    found = RULES.terrain[terrain]
    assert (found.passable, found.cover, found.heat) == (passable, cover, heat)
    assert not passable or found.cost == cost


def test_p2_20_melee_all_round() -> None:
    assert RULES.attack.melee_arc is Arc.ALL


def test_p2_21_the_checklist_in_order() -> None:
    steps = RULES.attack.steps
    assert steps == (
        AttackStep.RANGE,
        AttackStep.ARC,
        AttackStep.SIGHT,
        AttackStep.TO_HIT,
        AttackStep.ROLL,
        AttackStep.DAMAGE,
    )
    assert RULES.attack.to_hit_sum[:6] == (
        ModifierKind.RANGE,
        ModifierKind.ATTACKER_MOVED,
        ModifierKind.DEFENDER_MOVED,
        ModifierKind.SIDE,
        ModifierKind.COVER,
        ModifierKind.ELEVATION,
    )


@pytest.mark.parametrize(
    ("modifier", "ways"), [(0, 30), (1, 26), (2, 21), (-2, 35), (-3, 36), (7, 1), (8, 0)]
)
def test_p2_22_two_dice_against_the_number(modifier: int, ways: int) -> None:
    attack = RULES.attack
    assert (str(attack.dice), attack.target, attack.modifies) == ("2d6", 5, Modifies.TARGET_NUMBER)
    assert RULES.attack.hit_chance(modifier) == Fraction(ways, 36)


def test_p2_23_melee_by_side() -> None:
    assert RULES.attack.melee_damage == {"1": 0, "2": 1, "3": 1, "4": 2, "5": 1, "6": 1}
    assert AttackKind.MELEE not in RULES.attack.automatic


@pytest.mark.parametrize(
    ("result", "ways", "damage", "bypasses"),
    [("strong", 11, 1, 0), ("critical", 4, 2, 1), ("execution", 6, 0, 0)],
)
def test_p2_24_named_results(result: str, ways: int, damage: int, bypasses: int) -> None:
    found = RULES.attack.results[result]
    assert (found.damage, found.bypasses) == (damage, bypasses)
    assert RULES.attack.dice.chance_of_total(found.min, found.max) == Fraction(ways, 36)
    assert found.bypasses_all == found.destroys_component == (result == "execution")
    assert found.attacks == ()


def test_p2_26_what_is_not_restated_comes_from_1_0() -> None:
    assert RULES.classes == BASE.classes
    assert RULES.movement.modes == BASE.movement.modes
    assert RULES.movement.occupied == BASE.movement.occupied
    assert RULES.victory.points_max == BASE.victory.points_max
    assert list(RULES.weather) == list(BASE.weather)
    for name in ("fire", "steam"):
        assert RULES.effects[name] == BASE.effects[name]
    wall, old = RULES.terrain["wall"], BASE.terrain["wall"]
    assert (wall.hit_points, wall.becomes, wall.damaged_by) == (old.hit_points, old.becomes, old.damaged_by)
    assert set(BASE.terrain) < set(RULES.terrain)


def test_p2_26_modifiers_from_1_0_are_turned_round() -> None:
    def to_hits(name: str) -> list[int]:
        rules = load_ruleset(name)
        return [
            rules.effects["smoke"].to_hit,
            rules.weather["rain"].to_hit,
            rules.weather["sandstorm"].to_hit,
            rules.attack.situations["called-shot"].to_hit,
            *(band.target_to_hit for band in rules.unit_state.tracks["heat"].bands.values()),
        ]

    assert to_hits("penance-2.0") == [-it for it in to_hits("penance-1.0")]
    assert to_hits("penance-2.0")[:4] == [2, 1, 2, 1]


@pytest.mark.parametrize("side", range(1, 7))
def test_p2_26_a_step_costs_the_same_in_any_direction(side: int) -> None:
    assert RULES.movement.sidestep_toward(side) == 0


def test_h_09_policies_where_the_source_is_silent() -> None:
    assert (RULES.sight.hexside, RULES.sight.corner) == (HexsidePolicy.BOTH_SIDES, CornerPolicy.IGNORED)
