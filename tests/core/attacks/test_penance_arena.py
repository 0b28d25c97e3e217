"""Attacks on the published arenas: heights and cover as their legends have them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fairground.core import Weapon, attack
from fairground.core.grid.layout import Layout
from fairground.core.rules.attack import AttackKind, AttackStep

if TYPE_CHECKING:
    from tests.core.sight.conftest import Field, MakeField


@pytest.fixture
def arena(field: MakeField) -> Field:
    return field("penance-arena", (12, 12), Layout.ODD_Q)


@pytest.mark.parametrize(
    ("levels", "to_hit", "damage"),
    [((0, 0), 0, 0), ((1, 0), -1, 1), ((2, 0), -1, 2), ((2, 1), -1, 2), ((2, 2), 0, 0)],
)
def test_ar_02_damage_by_the_attacker_s_level(
    arena: Field, levels: tuple[int, int], to_hit: int, damage: int
) -> None:
    found = attack(arena.raise_to(levels[0], "D9").raise_to(levels[1], "D7").scenario, "D9", "D7")
    assert (found.to_hit_total, found.damage_total) == (to_hit, damage)
    told = [(f"attack from level {levels[0]}", "AR-02")] * bool(damage)
    assert [(it.text, it.rule) for it in found.damage] == told
    assert [it.rule for it in found.to_hit if it.kind == "elevation"] == ["P2-08"] * bool(to_hit)


def test_ar_02_from_below_it_is_as_in_2_0(arena: Field) -> None:
    found = attack(arena.raise_to(2, "D7").scenario, "D9", "D7")
    assert (found.to_hit_total, found.damage_total) == (1, -1)


@pytest.mark.parametrize(
    ("levels", "reaches"), [((0, 0), 3), ((1, 0), 3), ((2, 0), 4), ((2, 1), 4), ((2, 2), 3)]
)
def test_ar_02_level_2_reaches_a_hex_further_at_lower_targets(
    arena: Field, levels: tuple[int, int], reaches: int
) -> None:
    targets = [f"D{11 - hexes}" for hexes in range(1, 7)]
    arena.raise_to(levels[1], *targets).raise_to(levels[0], "D11")
    found = [attack(arena.scenario, "D11", end, weapon=Weapon(reach=3)) for end in targets]
    assert [it.possible for it in found] == [True] * reaches + [False] * (6 - reaches)
    assert found[reaches].stopped_by is AttackStep.RANGE


def test_ar_02_blows_stay_with_neighbours(arena: Field) -> None:
    found = attack(arena.raise_to(2, "D9").scenario, "D9", "D7", weapon=Weapon(AttackKind.MELEE))
    assert found.stopped_by is AttackStep.RANGE


@pytest.mark.parametrize(("kind", "defence"), [("forest", 1), ("rubble", 1), ("pillar", 2), ("spire", 0)])
def test_ar_07_cover_adds_to_the_defence(arena: Field, kind: str, defence: int) -> None:
    found = attack(arena.put(kind, "D7").scenario, "D9", "D7")
    assert (found.defence_total, found.to_hit_total) == (defence, 0)
    assert [it.rule for it in found.defence] == ["AR-07"] * bool(defence)


def test_ar_01_two_hexes_of_forest_stop_it(arena: Field) -> None:
    assert attack(arena.put("forest", "D8").scenario, "D9", "D6").possible
    assert attack(arena.put("forest", "D7").scenario, "D9", "D6").stopped_by is AttackStep.SIGHT
