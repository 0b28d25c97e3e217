"""The conflicts in the sources: each has its default, and its option where there is one."""

from __future__ import annotations

import pytest

from fairground.core.errors import RulesetError
from fairground.core.rules import Ruleset, load_ruleset, shipped_rulesets
from fairground.core.rules.references import value_at

V1, V2 = load_ruleset("penance-1.0"), load_ruleset("penance-2.0")


def option(ruleset: str, key: str, *choices: object) -> None:
    """Check that a key has the first of its choices, takes the others, and nothing else."""
    rules = load_ruleset(ruleset)
    assert value_at(rules, key.split(".")) == choices[0]
    for choice in choices:
        assert value_at(load_ruleset(ruleset, overrides={key: choice}), key.split(".")) == choice
    with pytest.raises(RulesetError) as caught:
        load_ruleset(ruleset, overrides={key: "neither"})
    assert {problem.place.path for problem in caught.value.problems} == {("rules", key)}
    (conflict,) = (it for it in rules.conflicts.values() if it.key == key)
    assert set(conflict.choices) == set(choices)
    assert conflict.default == choices[0]


def test_c_01_adjacent_cover_counts() -> None:
    option("penance-2.0", "cover.reach", "adjacent", "in")


def test_c_02_the_border_of_two_sides_is_the_defender_s() -> None:
    option("penance-2.0", "facing.tie", "defender", "attacker")


def test_c_03_melee_all_round() -> None:
    option("penance-2.0", "attack.melee_arc", "all", "front")


def test_c_05_hazards_hurt_who_ends_there() -> None:
    for name in ("penance-1.0", "penance-2.0"):
        option(name, "hazard.when", "end", "pass")


def test_c_06_water_cools_by_1_and_by_2() -> None:
    assert (V1.terrain["water"].heat, V2.terrain["water"].heat) == (-1, -2)


def test_c_07_the_table_says_what_a_shield_blocks() -> None:
    option("penance-2.0", "facing.shield_sides", "table", "listed")


@pytest.mark.parametrize(("shield", "sides"), [("left", [1, 5, 6]), ("right", [1, 2, 3]), ("none", [])])
def test_c_07_the_other_reading_takes_the_list(shield: str, sides: list[int]) -> None:
    table = load_ruleset("penance-2.0", overrides={"facing.shield_sides": "listed"}).shield_table(shield)
    assert [side for side in range(1, 7) if table.side(side).blocks] == sides
    assert [table.side(s).damage for s in range(1, 7)] == [
        V2.shield_table(shield).side(s).damage for s in range(1, 7)
    ]


def test_c_08_heavy_cover_is_2() -> None:
    assert V2.cover.grades["heavy"].to_hit == 2


def test_c_09_two_dice_are_added() -> None:
    assert (V2.attack.dice.lowest, V2.attack.dice.highest) == (2, 12)
    assert [(it.min, it.max) for it in V2.attack.results.values()] == [(9, 9), (7, 8), (10, None)]


def test_c_10_cover_changes_the_number_to_reach() -> None:
    option("penance-2.0", "cover.effect", "to_hit", "defence")
    assert [it.defence for it in V2.cover.grades.values()] == [1, 2]


def test_c_11_walls_fortress_walls_and_dense_forest() -> None:
    kinds = [V2.terrain[name] for name in ("wall", "fortress-wall", "dense-forest")]
    assert [it.blocks_sight for it in kinds] == [True, False, True]
    assert [it.passable for it in kinds] == [False, False, True]
    assert [it.cover for it in kinds] == [None, "heavy", "heavy"]


def test_c_12_melee_takes_the_table() -> None:
    option("penance-2.0", "attack.melee_sides", "table", "listed")
    assert V2.shield_table("left").side(4).damage == 3
    assert V2.attack.melee_damage["4"] == 2


def test_c_16_cover_leaves_damage_alone() -> None:
    for name in ("penance-1.0", "penance-2.0"):
        option(name, "cover.damage", False, True)  # noqa: FBT003  # the choices themselves


def test_c_17_terrain_of_two_kinds() -> None:
    water, drift, pile, ice = (V1.terrain[name] for name in ("water", "cover", "rubble-pile", "ice"))
    assert water.cost == 1
    assert (ice.heat, ice.damage) == (-1, 0)
    assert (drift.cover, drift.heat) == ("partial", 0)
    assert pile.cost == 2
    assert pile.cover == "partial"


def test_c_18_height_gives_1_damage_however_high() -> None:
    assert V2.attack.heights.higher.ranged.damage == 1


def test_c_19_any_unit_between_gives_cover() -> None:
    option("penance-2.0", "cover.units", "any", "enemy", "none")


@pytest.mark.parametrize("rules", [V1, V2], ids=["penance-1.0", "penance-2.0"])
def test_defaults_are_what_holds(rules: Ruleset) -> None:
    for name, conflict in rules.conflicts.items():
        if conflict.key is not None:
            assert value_at(rules, conflict.key.split(".")) == conflict.default, name
            assert len(conflict.choices) > 1


def test_every_conflict_is_in_a_ruleset() -> None:
    known = {name for ruleset in shipped_rulesets() for name in load_ruleset(ruleset).conflicts}
    #: HS-09 is no conflict: its document is silent, and both readings can be had.
    assert known == {f"C-{number}" for number in range(1, 21)} | {"HS-09"}
