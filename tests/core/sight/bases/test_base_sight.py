"""How well targets are seen from base to base, rule by rule (BV-01 to BV-11)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

import fairground.core
from fairground.core import base_sight, load
from fairground.core.errors import GridError, ScenarioError, UsageError
from fairground.core.grid.hexes import Hex
from fairground.core.grid.layout import Layout
from fairground.core.rules.visibility import TargetState
from fairground.core.scenario.board import Board, PaletteEntry
from fairground.core.scenario.document import Scenario
from fairground.core.scenario.inches import hex_point
from fairground.core.scenario.parts import RulesetReference, Side, Unit, UnitPart
from fairground.core.sight.bases.base_positions import edge_to_edge, placed
from fairground.core.sight.bases.verdict import BaseSight, BaseVerdicts

if TYPE_CHECKING:
    from collections.abc import Sequence

SYMBOLS = {
    ".": "clear",
    "h": "hill",
    "B": "building",
    "r": "ruin",
    "-": "low-wall",
    "#": "high-wall",
    "o": "obscured",
    "c": "concealed",
    "e": "exposed",
}


class Table:
    """A table drawn in characters, with units put on it by label."""

    def __init__(self, *rows: str, inches: float | None = None, **overrides: Any) -> None:
        board = Board.blank(Layout.ODD_Q, len(rows[0]), len(rows))
        board.palette = [PaletteEntry(key, (kind,)) for key, kind in SYMBOLS.items()]
        places = {key: number for number, key in enumerate(SYMBOLS)}
        for row, line in enumerate(rows):
            board.terrain[row] = [places[it] for it in line]
        board.inches = inches
        rules = RulesetReference("base-visibility", overrides)
        self.scenario = Scenario("Table", rules, board, sides=[Side("a"), Side("b")])

    def put(self, name: str, label: str, **more: Any) -> Table:
        at = self.scenario.board.parse(label)
        self.scenario.units.append(Unit(name, "a", more.pop("unit_class", "guard"), at, **more))
        return self

    def sight(
        self,
        start: str,
        end: str,
        *,
        grounded: bool = False,
        weapon: Sequence[str] = (),
        observers: Sequence[str] = (),
    ) -> BaseSight:
        return base_sight(self.scenario, start, end, grounded=grounded, weapon=weapon, observers=observers)


def rules_told(found: BaseSight) -> set[str]:
    return {it.rule for it in found.reasons}


# -- BV-01: in sight or hidden ------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["h", "B"])
def test_bv_01_hills_and_buildings_hide(kind: str) -> None:
    found = Table("....", f".{kind * 2}.", f".{kind * 2}.", "....").sight("A2", "D3")
    assert found.state is TargetState.HIDDEN
    assert (found.clear, found.witness, found.grade, found.awareness) == (False, None, None, None)
    assert found.to_json()["visibility"] == "hidden"


@pytest.mark.parametrize("kind", ["r", "-", "#", "o", "c", "e"])
def test_bv_01_everything_else_is_seen_through(kind: str) -> None:
    rows = [f".{kind * 5}."] * 7
    found = Table(*rows).sight("A4", "G4")
    assert found.clear
    assert found.witness is not None
    assert found.witness.exact


def test_bv_01_a_part_of_the_base_that_shows_is_enough() -> None:
    table = Table(*"..h..")
    assert table.sight("A1", "A5").state is TargetState.HIDDEN
    # The hill is 2.31 inches across there.
    large = table.put("one", "A1", base=2.4).put("two", "A5", base=2.4)
    assert large.sight("one", "two").state is TargetState.EASY


def test_bv_01_both_see_each_other_and_by_the_same_line_or_another() -> None:
    scenario = load("scenarios/broken-abbey.yaml")
    verdicts = BaseVerdicts(scenario)
    guards = [it.id for it in scenario.units if not it.parts]
    for one in guards:
        for other in guards:
            assert verdicts.sight(one, other).clear == verdicts.sight(other, one).clear


def test_bv_01_the_public_sight_is_that_of_bases() -> None:
    scenario = load("scenarios/broken-abbey.yaml")
    found = fairground.core.sight(scenario, "west-guard-1", "C9")
    assert isinstance(found, BaseSight)
    assert found.to_json() == base_sight(scenario, "west-guard-1", "C9").to_json()


def test_bv_01_effects_that_block_are_obstacles() -> None:
    smoke = {"name": "Smoke", "blocks_sight": True}
    table = Table(*"...", effects={"smoke": smoke})
    assert table.sight("A1", "A3").clear
    board = table.scenario.board
    board.effects_palette.append(PaletteEntry("s", ("smoke",)))
    board.effects[1, 0] = 1
    assert not table.sight("A1", "A3").clear


# -- BV-02, BV-03: awareness and evasion --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "grade", "awareness", "evasion"),
    [(".", "exposed", 24, 1), ("e", "exposed", 24, 1), ("o", "obscured", 12, 2), ("c", "concealed", 6, 3)],
)
def test_bv_02_the_ground_of_the_target_gives_the_awareness(
    kind: str, grade: str, awareness: int, evasion: int
) -> None:
    # Rows are 2 inches apart; the usual base has 0.63 to its edge.
    table = Table(*[kind] * 20)
    last = (awareness + 1) // 2 + 1
    near, far = table.sight("A1", f"A{last}"), table.sight("A1", f"A{last + 1}")
    assert (near.grade, near.awareness, near.state, near.evasion) == (grade, awareness, TargetState.EASY, 0)
    assert near.distance == pytest.approx(2 * (last - 1) - 1.26)
    assert (far.grade, far.awareness, far.state) == (grade, awareness, TargetState.DIFFICULT)
    assert far.evasion == evasion


def test_bv_02_just_as_far_as_the_awareness_is_within_it() -> None:
    table = Table(*"." * 14).put("one", "A1", base=1).put("two", "A14", base=3)
    assert table.sight("one", "two").distance == pytest.approx(24)
    assert table.sight("one", "two").state is TargetState.EASY
    table.scenario.units[1] = replace(table.scenario.units[1], base=2.9998)
    assert table.sight("one", "two").state is TargetState.DIFFICULT


def test_bv_02_the_size_of_a_hex_counts() -> None:
    rows = ["....."] * 3
    assert Table(*rows).sight("A1", "A3").distance == pytest.approx(4 - 1.26)
    assert Table(*rows, inches=3.5).sight("A1", "A3").distance == pytest.approx(7 - 1.26)


def test_bv_02_bases_that_overlap_are_at_no_distance() -> None:
    table = Table("..", "..").put("one", "A1", base=3).put("two", "A2", base=3)
    one, two = (placed(table.scenario, it).base for it in ("one", "two"))
    assert edge_to_edge(one, two) == 0
    assert table.sight("one", "two").state is TargetState.EASY


@pytest.mark.parametrize(
    ("kind", "far", "needed"),
    [(".", 11, 4), (".", 15, 5), ("o", 6, 4), ("o", 9, 6), ("c", 3, 4), ("c", 5, 7)],
)
def test_bv_03_the_six_examples_of_the_document(kind: str, far: int, needed: int) -> None:
    table = Table(*[kind] * 16)
    rules = table.scenario.rules
    guard = rules.classes["guard"]
    assert guard.skill is not None
    assert guard.evasion is not None
    found = table.sight("A1", f"A{far + 1}")
    assert rules.attack.target + guard.evasion + found.evasion - guard.skill == needed


# -- BV-04, BV-05: going to ground and unit traits ----------------------------------------------------------


def test_bv_04_going_to_ground_makes_easy_difficult_and_difficult_hidden() -> None:
    table = Table(*"." * 16)
    near = table.sight("A1", "A5", grounded=True)
    assert (near.state, near.grade, near.evasion) == (TargetState.DIFFICULT, "exposed", 1)
    far = table.sight("A1", "A16", grounded=True)
    assert (far.state, far.grade, far.clear) == (TargetState.HIDDEN, None, True)
    assert "BV-04" in rules_told(near) & rules_told(far)


def test_bv_05_recon_may_get_others_up_from_the_ground() -> None:
    table = Table("....").put("scout", "A1", traits=("recon",)).put("other", "B1")
    assert table.sight("scout", "D1", grounded=True).can_lift
    assert not table.sight("scout", "D1").can_lift
    assert not table.sight("other", "D1", grounded=True).can_lift


def test_bv_05_acute_senses_double_awareness_of_units_on_the_ground_only() -> None:
    table = Table(*"." * 26).put("keen", "A1", traits=("acute-senses",)).put("dull", "A1")
    assert table.sight("keen", "A20").state is TargetState.DIFFICULT
    assert table.sight("keen", "A20").awareness == 24
    found = table.sight("keen", "A20", grounded=True)
    assert (found.state, found.awareness) == (TargetState.DIFFICULT, 48)
    assert table.sight("dull", "A20", grounded=True).state is TargetState.HIDDEN
    assert table.sight("keen", "A26", grounded=True).state is TargetState.HIDDEN


# -- BV-06, BV-07: hard cover and weapons -------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["r", "#"])
def test_bv_06_who_is_behind_ruins_and_high_walls_has_hard_cover(kind: str) -> None:
    found = Table(".", kind, ".").sight("A1", "A3")
    assert found.toughness == 1
    assert [(it.kind, it.contact) for it in found.hard_cover] == [(SYMBOLS[kind], False)]


def test_bv_06_a_hill_shelters_who_is_behind_it_and_still_seen() -> None:
    found = Table(*"..h..").put("one", "A1", base=2.4).put("two", "A5", base=2.4).sight("one", "two")
    assert (found.clear, found.toughness) == (True, 1)


def test_bv_06_buildings_give_none() -> None:
    found = Table(*"..B..").put("one", "A1", base=2.4).put("two", "A5", base=2.4).sight("one", "two")
    assert (found.clear, found.toughness, found.hard_cover) == (True, 0, ())


def test_bv_06_low_walls_shelter_only_who_touches_them() -> None:
    table = Table(*".-...").put("far", "A5", base=1).put("near", "A3", base=2).put("short", "A3", base=1.9998)
    assert table.sight("A1", "near").toughness == 1
    assert table.sight("A1", "short").toughness == 0
    assert table.sight("A1", "far").toughness == 0
    assert table.sight("A1", "near").hard_cover[0].contact


def test_bv_06_a_target_in_a_ruin_is_behind_it_and_the_ruin_of_the_attacker_shelters_nobody() -> None:
    table = Table(*".r.")
    assert table.sight("A1", "A2").toughness == 1
    assert table.sight("A2", "A3").toughness == 0


def test_bv_06_the_line_between_the_centres_must_cross() -> None:
    # The ruin beside the line is met by lines from edge to edge, and not by that between the centres.
    assert Table("...", "...", "..r", "...").sight("A1", "A3").toughness == 0


def test_bv_07_blast_ignores_soft_cover_and_flame_both() -> None:
    table = Table(*["."] * 7, "#", *["."] * 10)
    plain, blast, flame = (table.sight("A1", "A16", weapon=it) for it in ((), ("blast",), ("flame",)))
    assert (plain.evasion, plain.toughness) == (1, 1)
    assert (blast.evasion, blast.toughness) == (0, 1)
    assert (flame.evasion, flame.toughness) == (0, 0)
    assert {it.state for it in (plain, blast, flame)} == {TargetState.DIFFICULT}
    assert flame.hard_cover
    assert "BV-07" in rules_told(flame)


# -- BV-08: indirect fire -----------------------------------------------------------------------------------


@pytest.fixture
def over_the_hill() -> Table:
    table = Table(*["hhhhhhhhhhhhhhh" if row == 3 else "." * 15 for row in range(12)])
    table.put("mortar", "H1").put("spotter", "H8", traits=("observer",)).put("idler", "G8")
    return table.put("target", "H6")


def test_bv_08_indirect_fire_treats_the_hidden_as_concealed(over_the_hill: Table) -> None:
    assert over_the_hill.sight("mortar", "target").state is TargetState.HIDDEN
    found = over_the_hill.sight("mortar", "target", weapon=["indirect"])
    assert (found.grade, found.state, found.evasion, found.clear) == (
        "concealed",
        TargetState.DIFFICULT,
        3,
        False,
    )
    assert over_the_hill.sight("H3", "H5", weapon=["indirect"]).state is TargetState.EASY


def test_bv_08_an_observers_view_is_used_where_it_is_better(over_the_hill: Table) -> None:
    found = over_the_hill.sight("mortar", "target", weapon=["indirect"], observers=["spotter"])
    assert (found.observer, found.grade, found.state, found.evasion) == (
        "spotter",
        "exposed",
        TargetState.EASY,
        0,
    )
    own = over_the_hill.sight("mortar", "H2", weapon=["indirect"], observers=["spotter"])
    assert own.observer is None


def test_bv_08_who_cannot_observe_is_refused(over_the_hill: Table) -> None:
    with pytest.raises(UsageError, match="idler cannot observe"):
        over_the_hill.sight("mortar", "target", weapon=["indirect"], observers=["idler"])
    with pytest.raises(UsageError, match="only help indirect weapons"):
        over_the_hill.sight("mortar", "target", weapon=["blast"], observers=["spotter"])
    with pytest.raises(UsageError, match="Did you mean 'blast'"):
        over_the_hill.sight("mortar", "target", weapon=["blasst"])


# -- BV-09: parts of large targets --------------------------------------------------------------------------


def test_bv_09_a_large_target_is_seen_by_its_parts() -> None:
    table = Table(*["....", "....", "..B.", "..B.", "....", "...."])
    parts = tuple(UnitPart(name, (0.0, y), 0.4) for name, y in (("head", 4.2), ("hull", 0.0), ("arm", 4.6)))
    (x, y), (to_x, to_y) = (hex_point(table.scenario.board, Hex(*it)) for it in ((0, 2), (3, 1)))
    table.put("one", "A3", base=0, at=(x, y + 0.5))
    table.put("walker", "D3", base=4, at=(to_x, to_y + 0.5), parts=parts)
    found = table.sight("one", "walker")
    assert [(it.name, it.witness is not None) for it in found.parts] == [
        ("head", True),
        ("hull", False),
        ("arm", True),
    ]
    assert found.clear
    assert found.witness == found.parts[0].witness
    table.scenario.units[1] = replace(table.scenario.units[1], parts=parts[1:2])
    assert table.sight("one", "walker").state is TargetState.HIDDEN
    assert "no part of the target is in sight" in [it.text for it in table.sight("one", "walker").reasons]


def test_bv_09_parts_are_where_the_unit_is() -> None:
    table = Table("..", "..").put("one", "B1", at=(2.25, 0.75), parts=(UnitPart("head", (0.25, 1.0), 1.0),))
    one = placed(table.scenario, "one")
    (name, head), base = one.parts[0], one.base
    assert (name, head.x - base.x, head.y - base.y, head.radius) == ("head", 0.25, 1.0, 0.5)
    assert head.hex == base.hex


# -- BV-10, BV-11 -------------------------------------------------------------------------------------------


def test_bv_10_who_is_inside_sees_out_and_is_seen() -> None:
    table = Table("......", "..hh..", "..hh..", "......")
    assert table.sight("C2", "F3").clear
    assert table.sight("F3", "C2").clear
    assert table.sight("C2", "D3").clear
    assert not table.sight("A2", "F3").clear


def test_bv_10_another_piece_of_the_same_terrain_still_blocks() -> None:
    table = Table(*["h.h"] * 5).put("one", "A3", base=0).put("two", "C3", base=0).put("far", "C3", base=0)
    assert table.sight("one", "two").clear
    wide = Table(*["h.h."] * 9).put("one", "A5", base=0).put("two", "D5", base=0)
    assert not wide.sight("one", "two").clear


def test_bv_10_touching_terrain_of_another_kind_is_another_piece() -> None:
    table = Table(*["hB."] * 7).put("one", "A4", base=0).put("two", "C4", base=0)
    assert not table.sight("one", "two").clear
    same = Table(*["hh."] * 7).put("one", "A4", base=0).put("two", "C4", base=0)
    assert same.sight("one", "two").clear


def test_bv_11_levels_do_not_enter() -> None:
    table = Table("...", "...", "...")
    table.scenario.board.elevation[:, 1] = 3
    assert table.sight("A2", "C2").clear
    blocked = Table("...", ".h.", "...").put("one", "A2", base=0).put("two", "C1", base=0)
    before = blocked.sight("one", "two").clear
    blocked.scenario.board.elevation[0, 2] = 3
    assert blocked.sight("one", "two").clear == before


# -- who can be asked about ---------------------------------------------------------------------------------


def test_what_is_no_unit_and_no_hex_is_refused_with_a_suggestion() -> None:
    table = Table("...").put("scout", "A1")
    with pytest.raises(GridError, match=r"no unit has that id either\. Did you mean 'scout'"):
        table.sight("scot", "A1")
    with pytest.raises(ScenarioError, match="off the board"):
        table.sight("scout", "Z9")
    table.put("lost", "A1")
    table.scenario.units[-1] = replace(
        table.scenario.units[-1], hex=table.scenario.board.layout.from_offset(9, 9)
    )
    with pytest.raises(ScenarioError, match="3x1"):
        table.sight("scout", "lost")


def test_rulesets_that_measure_in_hexes_are_refused() -> None:
    with pytest.raises(ScenarioError, match="between hexes"):
        base_sight(load("scenarios/standard-arena.yaml"), "A1", "C4")
