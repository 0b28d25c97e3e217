"""Attacks of Penance 2.0, row by row, with every number that the document works out."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core import Stance, Weapon, attack
from fairground.core.attacks.checklist import StepState
from fairground.core.grid.hexes import Hex, disc, distance, neighbour
from fairground.core.grid.layout import Layout
from fairground.core.rules.attack import AttackKind, AttackStep
from tests.core.sight.conftest import Field

if TYPE_CHECKING:
    from fairground.core.attacks.preview import Attack
    from tests.core.sight.conftest import MakeField

#: Flat-top hexes, as the facing diagrams are drawn: facing 1 is up.
UP = Layout.ODD_Q
NORTH = Stance(facing=1)
MELEE = Weapon(AttackKind.MELEE)


@pytest.fixture
def second(field: MakeField) -> Field:
    return field("penance-2.0", (21, 21), UP)


def shot(it: Field, start: str = "D9", end: str = "D6", **more: Any) -> Attack:
    return attack(it.scenario, start, end, **more)


def at_side(it: Field, side: int, shield: str = "left", **more: Any) -> Attack:
    """Attack the unit in E5, which looks up, from the neighbour at one of its sides."""
    board = it.board
    target = board.parse("E5")
    attacker = neighbour(target, board.layout.facing_direction(side))
    return attack(it.scenario, attacker, target, target_state=Stance(facing=1, shield=shield), **more)


def amounts(found: Attack, *kinds: str) -> list[int]:
    """Return the modifiers to hit of some kinds."""
    return [it.amount for it in found.to_hit if it.kind in kinds]


def steps(found: Attack) -> dict[str, str]:
    return {it.step.value: it.state.value for it in found.steps}


# -- range ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("end", "modifier", "needed"),
    [("D6", 0, 5), ("D5", 1, 6), ("D4", 1, 6), ("D2", 2, 7), ("D1", 2, 7)],
)
def test_p2_01_the_band_of_the_distance_is_added_to_the_number(
    second: Field, end: str, modifier: int, needed: int
) -> None:
    found = shot(second, end=end)
    assert amounts(found, "range") == [modifier]
    assert (found.number, found.to_hit[0].rule) == (needed, "P2-01")


def test_p2_01_the_document_s_example_of_five_hexes_needs_6(second: Field) -> None:
    found = shot(second, "D9", "D4")
    assert (found.distance, found.number, found.chance) == (5, 6, Fraction(26, 36))


def test_p2_01_eleven_hexes_are_extreme(second: Field) -> None:
    assert shot(second, "D20", "D9").number == 8


@pytest.mark.parametrize(
    ("card", "near", "far", "modifiers"),
    [
        (MELEE, 1, 2, (0,)),
        (Weapon(reach=3), 3, 4, (0, 0, 0)),
        (Weapon(reach=8), 8, 9, (0, 0, 0, 1, 1, 1, 2, 2)),
        (Weapon(reach=12), 12, 13, (0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 3, 3)),
    ],
    ids=["Faithful Thrust", "Quick Shot", "Rifle Shot", "Sniper Shot"],
)
def test_p2_02_the_cards_of_the_document(
    second: Field, card: Weapon, near: int, far: int, modifiers: tuple[int, ...]
) -> None:
    found = [shot(second, "D20", f"D{20 - hexes}", weapon=card) for hexes in range(1, far + 1)]
    assert [it.possible for it in found] == [*[True] * near, False]
    assert tuple(amounts(it, "range")[0] for it in found[:near]) == modifiers
    assert found[-1].stopped_by is AttackStep.RANGE
    assert found[-1].steps[0].text == f"{far} hexes; the weapon reaches {near}"


def test_p2_02_self_reaches_the_own_hex_alone(second: Field) -> None:
    own = Weapon(AttackKind.MAGIC, reach=0)
    assert shot(second, "D9", "D9", weapon=own).possible
    assert shot(second, "D9", "D8", weapon=own).stopped_by is AttackStep.RANGE


def test_p2_02_out_of_range_the_rest_is_told_all_the_same(second: Field) -> None:
    found = shot(second.put("rubble", "D4"), "D9", "D4", weapon=Weapon(reach=4))
    assert (found.possible, found.number, found.chance) == (False, 7, Fraction(21, 36))
    assert steps(found)["sight"] == "yes"


@pytest.mark.parametrize(("radius", "count"), [(0, 1), (1, 7), (2, 19)])
def test_p2_03_an_aura_takes_all_within_whatever_stands_between(
    second: Field, radius: int, count: int
) -> None:
    middle = second.board.parse("J10")
    around = list(disc(middle, 3))
    second.put("wall", *(second.board.label(at) for at in around if distance(at, middle) == 1))
    aura = Weapon(AttackKind.MAGIC, reach=radius, aura=True)
    taken = [at for at in around if attack(second.scenario, middle, at, weapon=aura).possible]
    assert len(taken) == count
    assert all(distance(at, middle) <= radius for at in taken)


def test_p2_03_nothing_covers_against_an_aura(field: MakeField) -> None:
    made = field("penance-2.0", (9, 9), UP, {"cover.effect": "defence"}).put("fortress-wall", "D7")
    aura = Weapon(AttackKind.MAGIC, reach=3, aura=True)
    assert shot(made, end="D7", weapon=aura).defence_total == 0
    assert shot(made, end="D7", weapon=Weapon(AttackKind.MAGIC)).defence_total == 2


# -- arc and sides ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "inside"), [(1, True), (2, True), (6, True), (3, False), (4, False), (5, False)]
)
def test_p2_15_shots_go_to_the_front(second: Field, side: int, *, inside: bool) -> None:
    start = second.board.parse("J10")
    way = second.board.layout.facing_direction(side)
    far = neighbour(neighbour(start, way), way)
    found = attack(second.scenario, start, far, attacker_state=NORTH)
    assert found.possible == inside
    assert found.stopped_by == (None if inside else AttackStep.ARC)
    assert next(it.rule for it in found.steps if it.step is AttackStep.ARC) == "P2-15"


def test_p2_15_the_border_of_the_front_is_in_it(second: Field) -> None:
    start = second.board.parse("J10")
    borders = [(2, -1), (-2, 1), (1, 1), (-1, 2)]
    found = [
        attack(second.scenario, start, Hex(start.q + q, start.r + r), attacker_state=NORTH)
        for q, r in borders
    ]
    assert [it.possible for it in found] == [True, True, False, False]
    told = "the target is between side 2 (front right) and side 3 (rear right) of the attacker, inside its front arc"
    assert found[0].steps[1].text == told


def test_p2_15_nobody_shoots_behind_without_turning(second: Field) -> None:
    assert not shot(second, "D6", "D9", attacker_state=NORTH).possible
    assert shot(second, "D6", "D9", attacker_state=Stance(facing=4)).possible


@pytest.mark.parametrize("side", range(1, 7))
def test_p2_20_melee_reaches_every_neighbour(second: Field, side: int) -> None:
    start = second.board.parse("J10")
    found = attack(
        second.scenario,
        start,
        neighbour(start, second.board.layout.facing_direction(side)),
        weapon=MELEE,
        attacker_state=NORTH,
    )
    assert found.possible


def test_p2_12_the_side_is_the_neighbour_or_what_the_attacker_lies_toward(second: Field) -> None:
    assert [at_side(second, side).side for side in range(1, 7)] == [1, 2, 3, 4, 5, 6]
    far = [shot(second, start, "E5", target_state=NORTH).side for start in ("E1", "H5", "E11", "A10")]
    assert far == [1, 3, 4, 5]


#: To hit, damage, defence, whether the shield blocks, whether reactive cards answer: the document's table.
LEFT = {
    1: (0, 0, 0, True, True),
    2: (0, 1, -1, False, True),
    3: (-1, 2, -2, False, False),
    4: (-2, 3, -3, False, False),
    5: (-1, 2, -2, False, False),
    6: (1, 0, 1, True, True),
}
RIGHT = {1: LEFT[1], 2: LEFT[6], 3: LEFT[5], 4: LEFT[4], 5: LEFT[3], 6: LEFT[2]}
NONE = {
    **{side: (*row[:3], False, row[4]) for side, row in LEFT.items()},
    6: (0, 0, 0, False, True),
}


def row_of(found: Attack) -> tuple[int, int, int, bool, bool | None]:
    assert found.shield is not None
    return (
        sum(amounts(found, "side")),
        sum(it.amount for it in found.damage if it.kind == "side"),
        sum(it.amount for it in found.defence if it.kind == "side"),
        found.shield.blocks,
        found.reactive,
    )


@pytest.mark.parametrize("side", range(1, 7))
def test_p2_13_the_left_shield_side_by_side(second: Field, side: int) -> None:
    found = at_side(second, side)
    assert row_of(found) == LEFT[side]
    assert {it.rule for it in (*found.to_hit, *found.damage, *found.defence) if it.kind == "side"} == {
        "P2-13"
    }


@pytest.mark.parametrize("side", range(1, 7))
def test_p2_14_the_right_shield_and_no_shield(second: Field, side: int) -> None:
    assert row_of(at_side(second, side, "right")) == RIGHT[side]
    assert row_of(at_side(second, side, "none")) == NONE[side]


def test_p2_13_the_shield_is_told_with_its_make(second: Field) -> None:
    stance = Stance(facing=1, shield="left", shield_kind="tower")
    found = attack(second.scenario, "E4", "E5", target_state=stance, attacker_state=Stance(shield="right"))
    assert found.shield is not None
    assert (found.shield.carried, found.shield.make, found.shield.rule) == ("left", "tower", "P2-13")
    assert found.shield.text == "the tower shield on the left blocks on that side"
    bare = at_side(second, 4).shield
    assert bare is not None
    assert bare.text == "the shield on the left does not block on that side"
    assert getattr(at_side(second, 1, "none").shield, "text", "") == "no shield"


def test_p2_13_the_document_s_examples_of_the_rear_and_the_shield_side(second: Field) -> None:
    assert at_side(second, 4).number == 3
    assert at_side(second, 6).number == 6


def test_p2_13_the_shield_wall_of_the_document(second: Field) -> None:
    dangerous, weak = at_side(second, 6), at_side(second, 2)
    assert (dangerous.damage_total, weak.damage_total) == (0, 1)
    assert dangerous.shield is not None
    assert weak.shield is not None
    assert (dangerous.shield.blocks, weak.shield.blocks) == (True, False)


def test_p2_14_a_right_shield_is_gone_around_on_the_left(second: Field) -> None:
    blocks = {side: part.blocks for side in range(1, 7) if (part := at_side(second, side, "right").shield)}
    assert not blocks[5]
    assert not blocks[6]


def test_p2_25_the_front_attack_as_drawn(second: Field) -> None:
    found = attack(second.scenario, "E4", "E5", target_state=Stance(facing=1, shield="left"))
    assert (found.side, found.damage_total, found.defence_total, found.reactive) == (1, 0, 0, True)


def test_p2_25_the_captions_of_the_other_diagrams_by_their_sides(second: Field) -> None:
    told = {side: at_side(second, side) for side in (2, 4, 6)}
    assert {side: (it.damage_total, it.defence_total) for side, it in told.items()} == {
        2: (1, -1),
        4: (3, -3),
        6: (0, 1),
    }
    assert [told[side].reactive for side in (2, 4, 6)] == [True, False, True]


def test_p2_23_melee_takes_the_table_too(second: Field) -> None:
    found = {side: at_side(second, side, weapon=MELEE).damage_total for side in (1, 3, 4)}
    assert found == {1: 0, 3: 2, 4: 3}


# -- sight and cover --------------------------------------------------------------------------------------------


def test_p2_05_the_three_diagrams(field: MakeField) -> None:
    blocked = shot(field("penance-2.0", (9, 9), UP).put("wall", "D8"), "D9", "D7")
    assert (blocked.possible, blocked.stopped_by) == (False, AttackStep.SIGHT)
    assert "Wall blocks" in next(it.text for it in blocked.steps if it.step is AttackStep.SIGHT)
    behind = shot(field("penance-2.0", (9, 9), UP).put("rubble", "D8"), "D9", "D7")
    assert (behind.possible, amounts(behind, "cover")) == (True, [1])
    assert shot(field("penance-2.0", (9, 9), UP).post("two", "D8"), "D9", "D7").possible


@pytest.mark.parametrize(("kind", "needed"), [("rubble", 6), ("forest", 6), ("fortress-wall", 7)])
def test_p2_06_the_document_s_examples_of_cover(second: Field, kind: str, needed: int) -> None:
    found = shot(second.put(kind, "D6"))
    assert found.number == needed
    assert [it.rule for it in found.to_hit if it.kind == "cover"] == ["P2-06"]


def test_p2_06_a_unit_between_gives_1(second: Field) -> None:
    found = shot(second.post("two", "D8"))
    assert (amounts(found, "cover"), found.number) == ([1], 6)
    assert "is in the way" in next(it.text for it in found.to_hit if it.kind == "cover")


def test_p2_07_forest_behind_a_fortress_wall_is_2(second: Field) -> None:
    found = shot(second.put("forest", "D6").put("fortress-wall", "D7"))
    assert (amounts(found, "cover"), found.number) == ([2], 7)


# -- elevation --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", [1, 2])
def test_p2_08_from_above_4_and_1_damage(field: MakeField, level: int) -> None:
    found = shot(
        field("penance-2.0", (9, 9), UP).raise_to(level, "D9").put("fortress-wall", "D6").post("one", "D8")
    )
    assert (found.number, found.damage_total) == (4, 1)
    assert amounts(found, "cover") == []
    assert [(it.amount, it.rule) for it in found.to_hit if it.kind == "elevation"] == [(-1, "P2-08")]


@pytest.mark.parametrize("level", [1, 2])
def test_p2_08_from_below_6_and_1_damage_less(second: Field, level: int) -> None:
    found = shot(second.raise_to(level, "D6"))
    assert (found.number, found.damage_total) == (6, -1)


# -- movement, dice, results ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("moved", "modifier"), [(0, 0), (1, 1), (3, 1), (4, 2), (6, 2), (7, 3), (20, 3)])
def test_p2_17_movement_of_either_counts(second: Field, moved: int, modifier: int) -> None:
    own = shot(second, attacker_state=Stance(moved=moved))
    other = shot(second, target_state=Stance(moved=moved))
    assert (amounts(own, "attacker_moved"), amounts(own, "defender_moved")) == ([modifier], [0])
    assert (amounts(other, "attacker_moved"), amounts(other, "defender_moved")) == ([0], [modifier])
    assert {it.rule for it in own.to_hit if "moved" in it.kind} == {"P2-17"}


def test_p2_21_the_whole_checklist_in_order(second: Field) -> None:
    second.put("rubble", "D5").raise_to(1, "D9", "D5").scenario.weather = "rain"
    found = shot(
        second,
        "D9",
        "D5",
        weapon=Weapon(reach=8),
        attacker_state=Stance(moved=2, facing=1),
        target_state=Stance(moved=5, facing=1, shield="left", states={"heat": 6}),
        situations=["called-shot"],
    )
    assert [it.step.value for it in found.steps] == ["range", "arc", "sight", "to_hit", "roll", "damage"]
    assert {it.state for it in found.steps} == {StepState.YES}
    assert [(it.kind.value, it.amount, it.rule) for it in found.to_hit] == [
        ("range", 1, "P2-01"),
        ("attacker_moved", 1, "P2-17"),
        ("defender_moved", 2, "P2-17"),
        ("side", -2, "P2-13"),
        ("cover", 1, "P2-06"),
        ("weather", 1, "P1-10"),
        ("state", -1, "P1-17"),
        ("situation", 1, "P1-17"),
    ]
    assert (found.to_hit_total, found.number, found.chance) == (4, 9, Fraction(10, 36))


@pytest.mark.parametrize(
    ("moved", "level", "needed", "ways"),
    [
        ((0, 0), 1, 4, 33),
        ((0, 0), 0, 5, 30),
        ((1, 0), 0, 6, 26),
        ((4, 0), 0, 7, 21),
        ((7, 0), 0, 8, 15),
        ((7, 3), 0, 9, 10),
        ((7, 6), 0, 10, 6),
        ((7, 7), 0, 11, 3),
    ],
)
def test_p2_22_two_dice_against_the_number(
    second: Field, moved: tuple[int, int], level: int, needed: int, ways: int
) -> None:
    own, other = (Stance(moved=it) for it in moved)
    found = shot(second.raise_to(level, "D9"), attacker_state=own, target_state=other)
    assert (found.number, found.chance) == (needed, Fraction(ways, 36))


def test_p2_22_a_number_past_twelve_stops_the_attack(second: Field) -> None:
    fast = Stance(moved=9)
    found = shot(second.put("fortress-wall", "D6"), "D17", "D6", attacker_state=fast, target_state=fast)
    assert (found.number, found.chance, found.possible) == (16, Fraction(0), False)
    assert found.stopped_by is AttackStep.ROLL
    assert "16 is more than 2d6 can roll" in found.steps[4].text


def test_p2_24_named_results_and_their_chances(second: Field) -> None:
    found = {it.id: it for it in shot(second).results}
    assert {name: it.chance for name, it in found.items()} == {
        "strong": Fraction(11, 36),
        "critical": Fraction(4, 36),
        "execution": Fraction(6, 36),
    }
    assert {name: (it.damage, it.bypasses, it.bypasses_all) for name, it in found.items()} == {
        "strong": (1, 0, False),
        "critical": (2, 1, False),
        "execution": (0, 0, True),
    }
    assert [it.destroys_component for it in found.values()] == [False, False, True]
    assert {it.rule for it in found.values()} == {"P2-24"}


def test_p2_24_only_hits_have_results(second: Field) -> None:
    """Of the sums 7 and 8 only the 8 hits where 8 is needed."""
    found = {it.id: it.chance for it in shot(second, attacker_state=Stance(moved=7)).results}
    assert found == {"strong": Fraction(5, 36), "critical": Fraction(4, 36), "execution": Fraction(6, 36)}


def test_p2_24_the_damage_done_with_each_result(second: Field) -> None:
    found = at_side(second, 6, weapon=Weapon(damage=5))
    assert found.done == 4
    assert {it.id: it.done for it in found.results} == {"strong": 5, "critical": 7, "execution": 5}


def test_p2_26_smoke_weather_and_heat_come_from_1_0_turned_round(second: Field) -> None:
    assert amounts(shot(second.lay("smoke", "D6")), "effect") == [2]
    second.scenario.weather = "sandstorm"
    stormy = shot(second, target_state=Stance(states={"heat": 7}))
    assert amounts(stormy, "effect", "weather", "state") == [2, -1]


def test_p2_26_magic_hits_without_a_roll_and_needs_the_arc(second: Field) -> None:
    magic = Weapon(AttackKind.MAGIC, reach=6)
    found = shot(second, weapon=magic, attacker_state=NORTH)
    assert (found.is_automatic, found.number, found.chance, found.results) == (True, None, Fraction(1), ())
    assert shot(second, weapon=magic, attacker_state=Stance(facing=4)).stopped_by is AttackStep.ARC


# -- all of it at once ------------------------------------------------------------------------------------------


def needed(hexes: int, moved: tuple[int, int], side: int, cover: int, higher: int) -> int:
    """Return the number to reach by the document's checklist, written out once more."""
    band = 0 if hexes <= 3 else 1 if hexes <= 6 else 2 if hexes <= 10 else 3
    moves = sum(0 if it == 0 else 1 if it <= 3 else 2 if it <= 6 else 3 for it in moved)
    of_side = {1: 0, 2: 0, 3: -1, 4: -2, 5: -1, 6: 1}[side]
    return 5 + band + moves + of_side + (0 if higher > 0 else cover) + (-1 if higher > 0 else higher < 0)


@given(
    hexes=st.integers(1, 13),
    moved=st.tuples(st.integers(0, 9), st.integers(0, 9)),
    side=st.integers(1, 6),
    cover=st.sampled_from(["clear", "rubble", "fortress-wall"]),
    levels=st.tuples(st.integers(0, 2), st.integers(0, 2)),
)
def test_p2_21_the_number_and_its_chance_whatever_the_case(
    hexes: int, moved: tuple[int, int], side: int, cover: str, levels: tuple[int, int]
) -> None:
    made = Field("penance-2.0", (3, 16), UP, {})
    start, end = "B15", f"B{15 - hexes}"
    made.put(cover, end).raise_to(levels[0], start).raise_to(levels[1], end)
    # The attacker is south of the target, which is direction 4 of 6: turned so, it is attacked on that side.
    facing = (4 - side) % 6 + 1
    found = shot(
        made,
        start,
        end,
        attacker_state=Stance(moved=moved[0], facing=1),
        target_state=Stance(moved=moved[1], facing=facing, shield="left"),
    )
    worth = {"clear": 0, "rubble": 1, "fortress-wall": 2}[cover]
    number = needed(hexes, moved, side, worth, levels[0] - levels[1])
    rolls = [one + other for one in range(1, 7) for other in range(1, 7)]
    assert (found.side, found.number) == (side, number)
    assert found.chance == Fraction(sum(it >= number for it in rolls), 36)
    assert {it.id: it.chance for it in found.results} == {
        "strong": Fraction(sum(it >= number and it in (7, 8) for it in rolls), 36),
        "critical": Fraction(sum(it >= number and it == 9 for it in rolls), 36),
        "execution": Fraction(sum(it >= number and it >= 10 for it in rolls), 36),
    }
