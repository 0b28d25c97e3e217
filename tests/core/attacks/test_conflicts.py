"""Where the sources disagree: what each option makes of an attack."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

from fairground.core import Stance, Weapon, attack
from fairground.core.grid.hexes import Hex, neighbour
from fairground.core.grid.layout import Layout
from fairground.core.rules.attack import AttackKind, AttackStep

if TYPE_CHECKING:
    from fairground.core.attacks.preview import Attack
    from tests.core.sight.conftest import Field, MakeField

MELEE = Weapon(AttackKind.MELEE)


def made(field: MakeField, ruleset: str = "penance-2.0", **overrides: object) -> Field:
    """Make a flat-top field; overrides are written with ``__`` for the dots."""
    keys = {name.replace("__", "."): value for name, value in overrides.items()}
    return field(ruleset, (15, 15), Layout.ODD_Q, keys)


def shot(it: Field, start: str = "D9", end: str = "D7", **more: Any) -> Attack:
    return attack(it.scenario, start, end, **more)


def at_side(it: Field, side: int, **more: Any) -> Attack:
    target = it.board.parse("E5")
    attacker = neighbour(target, it.board.layout.facing_direction(side))
    return attack(it.scenario, attacker, target, target_state=Stance(facing=1, shield="left"), **more)


@pytest.mark.parametrize(("reach", "modifier"), [("adjacent", 1), ("in", 0)])
def test_c_01_cover_beside_the_target(field: MakeField, reach: str, modifier: int) -> None:
    assert shot(made(field, cover__reach=reach).put("rubble", "D8"), "D10").to_hit_total == modifier


def test_c_01_the_two_diagrams_of_cover(field: MakeField) -> None:
    inside, behind = made(field, cover__reach="in"), made(field, cover__reach="in")
    assert shot(inside.put("rubble", "D7")).to_hit_total == 1
    assert shot(behind.put("rubble", "D8")).to_hit_total == 0


@pytest.mark.parametrize(("tie", "side", "number"), [("defender", 1, 5), ("attacker", 2, 5)])
def test_c_02_the_border_of_front_and_weapon_side(field: MakeField, tie: str, side: int, number: int) -> None:
    it = made(field, facing__tie=tie)
    target = it.board.parse("H8")
    found = attack(
        it.scenario, Hex(target.q + 1, target.r - 2), target, target_state=Stance(facing=1, shield="left")
    )
    assert (found.side, found.number) == (side, number)


@pytest.mark.parametrize(("tie", "side", "number"), [("defender", 3, 4), ("attacker", 4, 3)])
def test_c_02_the_border_of_flank_and_rear(field: MakeField, tie: str, side: int, number: int) -> None:
    it = made(field, facing__tie=tie)
    target = it.board.parse("H8")
    found = attack(
        it.scenario, Hex(target.q + 1, target.r + 1), target, target_state=Stance(facing=1, shield="left")
    )
    assert (found.side, found.number) == (side, number)


@pytest.mark.parametrize(("arc", "possible"), [("all", True), ("front", False)])
def test_c_03_melee_behind(field: MakeField, arc: str, *, possible: bool) -> None:
    found = shot(
        made(field, attack__melee_arc=arc), "D9", "D10", weapon=MELEE, attacker_state=Stance(facing=1)
    )
    assert found.possible == possible
    assert found.stopped_by == (None if possible else AttackStep.ARC)


@pytest.mark.parametrize(("sides", "blocked"), [("table", [1, 6]), ("listed", [1, 5, 6])])
def test_c_07_sides_of_the_left_shield(field: MakeField, sides: str, blocked: list[int]) -> None:
    it = made(field, facing__shield_sides=sides)
    parts = {side: at_side(it, side).shield for side in range(1, 7)}
    assert [side for side, part in parts.items() if part and part.blocks] == blocked
    assert {part.rule for part in parts.values() if part} == {"P2-13" if sides == "table" else "C-7"}


def test_c_07_the_make_of_a_shield_counts_on_the_sides_it_blocks(field: MakeField) -> None:
    for sides, defence in (("table", -2), ("listed", 0)):
        it = made(field, facing__shield_sides=sides)
        target = it.board.parse("E5")
        attacker = neighbour(target, it.board.layout.facing_direction(5))
        stance = Stance(facing=1, shield="left", shield_kind="tower")
        assert attack(it.scenario, attacker, target, target_state=stance).defence_total == defence


def test_c_08_heavy_cover_is_2(field: MakeField) -> None:
    assert shot(made(field).put("fortress-wall", "D7")).to_hit_total == 2


def test_c_09_results_look_at_the_sum_of_two_dice(field: MakeField) -> None:
    found = {it.id: it.chance for it in shot(made(field)).results}
    assert found["execution"] == Fraction(6, 36)
    assert sum(found.values()) == Fraction(21, 36)


@pytest.mark.parametrize(("effect", "to_hit", "defence"), [("to_hit", 2, 0), ("defence", 0, 2)])
def test_c_10_what_cover_changes(field: MakeField, effect: str, to_hit: int, defence: int) -> None:
    found = shot(made(field, cover__effect=effect).put("fortress-wall", "D7"))
    assert (found.to_hit_total, found.defence_total) == (to_hit, defence)


@pytest.mark.parametrize(("effect", "to_hit", "defence"), [("to_hit", 2, 0), ("defence", 0, 2)])
def test_c_10_in_the_arenas(field: MakeField, effect: str, to_hit: int, defence: int) -> None:
    found = shot(made(field, "penance-arena", cover__effect=effect).put("pillar", "D7"))
    assert (found.to_hit_total, found.defence_total) == (to_hit, defence)


@pytest.mark.parametrize(
    ("sides", "damages"), [("table", [0, 1, 2, 3, 2, 0]), ("listed", [0, 1, 1, 2, 1, 1])]
)
def test_c_12_melee_by_side(field: MakeField, sides: str, damages: list[int]) -> None:
    it = made(field, attack__melee_sides=sides)
    assert [at_side(it, side, weapon=MELEE).damage_total for side in range(1, 7)] == damages
    assert [at_side(it, side).damage_total for side in range(1, 7)] == [0, 1, 2, 3, 2, 0]
    (rear,) = at_side(it, 4, weapon=MELEE).damage
    assert rear.rule == ("P2-13" if sides == "table" else "C-12")


@pytest.mark.parametrize("ruleset", ["penance-1.0", "penance-2.0"])
@pytest.mark.parametrize(("counts", "damage"), [(False, 0), (True, -1)])
def test_c_16_cover_and_damage(field: MakeField, ruleset: str, damage: int, *, counts: bool) -> None:
    found = shot(made(field, ruleset, cover__damage=counts).put("barricade", "D7"))
    assert found.damage_total == damage
    assert [it.rule for it in found.damage] == ["P1-17"] * counts


@pytest.mark.parametrize(("ruleset", "damage"), [("penance-2.0", 1), ("penance-arena", 2)])
def test_c_18_damage_from_level_2(field: MakeField, ruleset: str, damage: int) -> None:
    assert shot(made(field, ruleset).raise_to(2, "D9")).damage_total == damage


@pytest.mark.parametrize(("units", "friend", "enemy"), [("any", 1, 1), ("enemy", 0, 1), ("none", 0, 0)])
def test_c_19_units_between(field: MakeField, units: str, friend: int, enemy: int) -> None:
    for side, modifier in (("one", friend), ("two", enemy)):
        it = made(field, cover__units=units).post("one", "D9").post("two", "D7").post(side, "D8")
        assert [part.amount for part in shot(it).to_hit if part.kind == "cover"] == [modifier] * bool(
            modifier
        )
