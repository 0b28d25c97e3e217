"""Ruleset penance-arena, rule by rule: what is pure data."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.movement.mover import climb_cost
from fairground.core.rules import load_ruleset
from fairground.core.rules.attack import LevelBonus
from fairground.core.rules.ground import Haze
from fairground.core.rules.sight import CoverEffect

RULES = load_ruleset("penance-arena")
BASE = load_ruleset("penance-2.0")


def entering(kind: str, left: int, entered: int) -> Fraction:
    """Return what a step into a terrain costs, from one level to another."""
    climb = climb_cost(RULES, left, entered)
    assert climb is not None
    return RULES.ground([kind]).cost + climb


def test_ar_01_two_forest_hexes_hide() -> None:
    assert RULES.ground(["forest"]).haze == (Haze("forest", 1, None),)
    assert not RULES.ground(["forest"]).blocks_sight
    assert {name: it.limit for name, it in RULES.sight.opacities.items()} == {"forest": 2}


def test_ar_01_nothing_else_adds_to_forest() -> None:
    assert [name for name, it in RULES.terrain.items() if it.opacity] == ["forest"]


@pytest.mark.parametrize(("left", "entered", "cost"), [(0, 1, 2), (1, 2, 3), (0, 2, 5)])
def test_ar_02_climbing_onto_clear_ground(left: int, entered: int, cost: int) -> None:
    assert entering("clear", left, entered) == cost


@pytest.mark.parametrize(("left", "entered"), [(0, 0), (1, 1), (2, 2), (2, 1), (2, 0), (1, 0)])
def test_ar_02_level_ground_and_the_way_down_cost_nothing_more(left: int, entered: int) -> None:
    assert entering("clear", left, entered) == 1


@given(st.sampled_from(sorted(RULES.terrain)), st.integers(0, 2), st.integers(0, 2))
def test_ar_02_climbing_comes_on_top_of_any_terrain(kind: str, left: int, entered: int) -> None:
    surcharge = entering("clear", left, entered) - 1
    assert entering(kind, left, entered) == RULES.terrain[kind].cost + surcharge


def test_ar_02_what_a_level_gives_against_lower_targets() -> None:
    higher = RULES.attack.heights.higher
    assert higher.by_level == {"1": LevelBonus(damage=1), "2": LevelBonus(damage=2, range=1)}


def test_ar_02_the_damage_by_level_replaces_that_of_2_0() -> None:
    higher, old = RULES.attack.heights.higher, BASE.attack.heights.higher
    assert (higher.ranged.damage, higher.melee.damage) == (0, 0)
    assert (higher.ranged.to_hit, higher.melee.to_hit) == (old.ranged.to_hit, old.melee.to_hit)
    assert higher.ignores_cover
    assert RULES.attack.heights.lower == BASE.attack.heights.lower


def test_ar_03_two_road_hexes_for_a_point() -> None:
    assert 2 * RULES.ground(["road"]).cost == 1
    assert isinstance(RULES.ground(["road"]).cost, Fraction)


@given(st.lists(st.sampled_from(sorted(set(RULES.terrain) - {"void"})), max_size=3))
def test_ar_03_a_road_leads_through_anything(under: list[str]) -> None:
    ground = RULES.ground([*under, "road"])
    assert (ground.passable, ground.cost) == (True, Fraction(1, 2))


@pytest.mark.parametrize(
    ("terrain", "cost", "cover", "heat", "blocks"),
    [
        ("clear", 1, None, 0, False),
        ("forest", 1, "light", 0, False),
        ("rubble", 2, "light", 0, False),
        ("water", 2, None, -1, False),
        ("deep-water", None, None, 0, False),
        ("pillar", 1, "heavy", 0, True),
        ("road", Fraction(1, 2), None, 0, False),
        ("spire", 3, None, 0, False),
        ("wall", None, None, 0, True),
    ],
)
def test_ar_07_terrain(
    terrain: str, cost: Fraction | None, cover: str | None, heat: int, *, blocks: bool
) -> None:
    ground = RULES.ground([terrain])
    assert ground.passable == (cost is not None)
    assert cost is None or ground.cost == cost
    assert ground.covers == (() if cover is None else (cover,))
    assert (ground.heat, ground.blocks_sight) == (heat, blocks)


def test_ar_07_forest_and_rubble_add_1_to_defence_and_pillars_2() -> None:
    grades = RULES.cover.grades
    gained = {name: grades[it.cover].defence for name, it in RULES.terrain.items() if it.cover}
    assert (gained["forest"], gained["rubble"], gained["pillar"]) == (1, 1, 2)
    assert RULES.cover.effect is CoverEffect.DEFENCE


def test_ar_07_the_water_of_scenario_2_is_an_override() -> None:
    rules = load_ruleset("penance-arena", overrides={"terrain.water.heat": -2})
    assert rules.ground(["water"]).heat == -2
    assert rules.ground(["water"]).cost == 2
    assert rules.content_hash != RULES.content_hash


def test_ar_07_the_rest_is_that_of_2_0() -> None:
    assert set(BASE.terrain) < set(RULES.terrain)
    for section in ("classes", "effects", "facing", "shields", "range_bands", "levels", "victory"):
        assert getattr(RULES, section) == getattr(BASE, section)


def test_c_06_water_cools_by_1_in_the_arenas() -> None:
    assert RULES.terrain["water"].heat == -1


def test_c_10_cover_in_the_arenas_changes_the_defence() -> None:
    assert RULES.conflicts["C-10"].default == RULES.cover.effect.value == "defence"
    other = load_ruleset("penance-arena", overrides={"cover.effect": "to_hit"})
    assert {name: it.to_hit for name, it in other.cover.grades.items()} == {"light": 1, "heavy": 2}


def test_c_18_level_2_gives_2_damage_in_the_arenas() -> None:
    assert RULES.attack.heights.higher.by_level["2"].damage == 2
    assert "2" in RULES.conflicts["C-18"].taken
