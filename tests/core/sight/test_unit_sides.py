"""Which sides of a unit other hexes lie toward, against angles worked out in floats, and what rulesets make of it."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core import arcs
from fairground.core.errors import ScenarioError, UsageError
from fairground.core.grid.hexes import DIRECTIONS, Hex, neighbours, ring
from fairground.core.grid.hexsides import corner
from fairground.core.grid.layout import Layout
from fairground.core.grid.symmetry import POINT_SYMMETRIES, Symmetry
from fairground.core.rules import load_ruleset
from fairground.core.rules.attack import Arc, AttackKind, Modifies
from fairground.core.scenario.parts import Shield
from fairground.core.sight.unit_sides import (
    Arcs,
    has_sides,
    in_front,
    side_attacked,
    sides_toward,
)

if TYPE_CHECKING:
    from fairground.core.rules import Ruleset
    from fairground.core.scenario.document import Scenario
    from tests.core.sight.conftest import MakeField

FACINGS = st.integers(1, 6)
LAYOUTS = st.sampled_from(Layout)
HEXES = st.builds(Hex, st.integers(-12, 12), st.integers(-12, 12))
#: Pairs of sides that a line can run between.
BORDERS = [(side, side % 6 + 1) for side in range(1, 7)]
OTHER_HAND = {"left": "right", "right": "left", "none": "none"}
#: Sides in a mirror.
MIRRORED = {1: 1, 2: 6, 3: 5, 4: 4, 5: 3, 6: 2}


def by_angle(layout: Layout, at: Hex, facing: int, other: Hex) -> set[int]:
    """Return the sides within 30 degrees of whose middle a hex lies, by angles on the drawn board."""

    def angle(toward: Hex) -> float:
        (x, y), (there_x, there_y) = layout.centre(at), layout.centre(toward)
        return math.degrees(math.atan2(there_y - y, there_x - x))

    front = angle(at + DIRECTIONS[layout.facing_direction(facing)])
    # Clockwise on screen is the way of growing angles, since y grows downwards.
    off = {side: (angle(other) - front - 60 * (side - 1) + 180) % 360 - 180 for side in range(1, 7)}
    return {side for side, degrees in off.items() if abs(degrees) <= 30 + 1e-6}


def covered(scenario: Scenario, shield: Shield) -> list[int]:
    """Return the sides that a shield covers of a unit that carries it there."""
    return [side.number for side in arcs(scenario, "E5", 1, shield).sides if side.covered]


@given(LAYOUTS, HEXES, FACINGS, HEXES)
def test_p2_12_and_c_13_a_side_is_30_degrees_either_way_of_its_middle(
    layout: Layout, at: Hex, facing: int, other: Hex
) -> None:
    found = sides_toward(layout, at, facing, other)
    if at == other:
        assert found == ()
        return
    assert set(found) == by_angle(layout, at, facing, other)
    assert len(found) == 1 or found in BORDERS


@pytest.mark.parametrize("layout", Layout)
def test_p2_11_sides_are_numbered_clockwise_from_the_front(layout: Layout) -> None:
    at = layout.from_offset(4, 4)
    for facing in range(1, 7):
        front = layout.facing_direction(facing)
        clockwise = [neighbours(at)[(front + turn) % 6] for turn in range(6)]
        assert [sides_toward(layout, at, facing, other) for other in clockwise] == [
            (side,) for side in range(1, 7)
        ]


def test_p2_11_side_1_is_up_on_flat_top_boards_for_a_unit_that_looks_up() -> None:
    assert sides_toward(Layout.ODD_Q, Hex(3, 3), 1, Hex(3, 0)) == (1,)


@pytest.mark.parametrize("layout", Layout)
def test_c_13_lines_through_corners_lie_toward_two_sides(layout: Layout) -> None:
    at = layout.from_offset(5, 5)
    beyond = [DIRECTIONS[index] + DIRECTIONS[(index + 1) % 6] for index in range(6)]
    front = layout.facing_direction(1)
    found = [
        sides_toward(layout, at, 1, at + beyond[(front + turn) % 6] * far)
        for turn in range(6)
        for far in (1, 4)
    ]
    assert found == [pair for pair in BORDERS for _ in range(2)]
    # Of every ring of an even radius six hexes lie between two sides, of the others none.
    assert [
        sum(len(sides_toward(layout, at, 3, other)) == 2 for other in ring(at, radius))
        for radius in (1, 2, 3)
    ] == [0, 6, 0]


@given(LAYOUTS, HEXES, FACINGS, HEXES, st.sampled_from(POINT_SYMMETRIES), HEXES)
def test_p2_12_sides_turn_with_the_unit_and_swap_in_a_mirror(
    layout: Layout, at: Hex, facing: int, other: Hex, linear: Symmetry, move: Hex
) -> None:
    way = replace(linear, translation=move)
    before = sides_toward(layout, at, facing, other)
    after = sides_toward(layout, way(at), way.facing(facing, layout), way(other))
    # The two of a border are named clockwise, and a mirror turns that about.
    assert after == (tuple(MIRRORED[side] for side in reversed(before)) if way.mirrored else before)


@given(
    st.sampled_from(("penance-1.0", "penance-2.0", "hexside-ww2")),
    st.sampled_from(("defender", "attacker")),
    st.sampled_from(("table", "listed")),
    st.sampled_from(Shield),
    st.sampled_from(BORDERS),
)
def test_c_02_and_p2_14_a_mirror_swaps_the_shield_and_the_side_attacked(
    ruleset: str, tie: str, listed: str, shield: Shield, border: tuple[int, int]
) -> None:
    rules = ruleset_with(ruleset, tie, listed)
    first, second = border
    mirror = (MIRRORED[second], MIRRORED[first])
    attacked = side_attacked(rules, shield, border)
    assert attacked in border
    assert side_attacked(rules, OTHER_HAND[shield], mirror) == MIRRORED[attacked or 0]


def ruleset_with(name: str, tie: str = "defender", listed: str = "table") -> Ruleset:
    rules = load_ruleset(name)
    facing = rules.facing.model_copy(update={"tie": type(rules.facing.tie)(tie)})
    facing = facing.model_copy(update={"shield_sides": type(facing.shield_sides)(listed)})
    return rules.model_copy(update={"facing": facing})


@pytest.mark.parametrize(
    ("ruleset", "shield", "better"),
    [
        # 2.0: side 6 is the hardest to hit, and sides 3 and 5 are harder than the rear.
        ("penance-2.0", "left", [1, 2, 3, 5, 6, 6]),
        ("penance-2.0", "right", [2, 2, 3, 5, 6, 1]),
        ("penance-2.0", "none", [1, 2, 3, 5, 6, 1]),
        # 1.0: only the rear is easier to hit; what the shield covers is better, and the front is better than its flanks.
        ("penance-1.0", "left", [1, 2, 3, 5, 6, 1]),
        # No side table: the one nearer the front.
        ("hexside-ww2", "none", [1, 2, 3, 5, 6, 1]),
    ],
)
def test_c_02_of_two_sides_the_better_one_for_the_defender_or_the_attacker(
    ruleset: str, shield: str, better: list[int]
) -> None:
    worse = [first + second - best for (first, second), best in zip(BORDERS, better, strict=True)]
    assert [side_attacked(ruleset_with(ruleset), shield, border) for border in BORDERS] == better
    assert [side_attacked(ruleset_with(ruleset, "attacker"), shield, border) for border in BORDERS] == worse


def test_c_02_the_order_in_which_sides_are_compared() -> None:
    rules = load_ruleset("penance-2.0")
    table = rules.shields["none"]
    alike = dict.fromkeys(("to_hit", "defence", "damage", "blocks", "reactive"), 0)
    # Each thing outweighs all that follow; on target numbers plus is harder.
    better: list[dict[str, int]] = [
        {"to_hit": 1},
        {"defence": 1},
        {"damage": -1},
        {"blocks": True},
        {"reactive": True},
    ]
    for rank, one in enumerate(better):
        against = {name: value for later in better[rank + 1 :] for name, value in later.items()}
        rows = dict(table.sides) | {
            "3": table.sides["3"].model_copy(update={**alike, **one}),
            "2": table.sides["2"].model_copy(update={**alike, **against}),
        }
        tried = rules.model_copy(update={"shields": {"none": table.model_copy(update={"sides": rows})}})
        assert side_attacked(tried, "none", (2, 3)) == 3, one
        # Where plus is added to the roll, it is easier.
        on_the_roll = tried.attack.model_copy(update={"modifies": Modifies.ROLL})
        rolled = tried.model_copy(update={"attack": on_the_roll})
        assert side_attacked(rolled, "none", (2, 3)) == (2 if "to_hit" in one else 3), one


def test_c_02_one_side_is_attacked_whatever_it_is_worth_and_none_in_the_own_hex() -> None:
    rules = load_ruleset("penance-2.0")
    assert [side_attacked(rules, "left", (side,)) for side in range(1, 7)] == [1, 2, 3, 4, 5, 6]
    assert side_attacked(rules, "left", ()) is None


def test_c_12_melee_by_the_list_compares_its_damage() -> None:
    rules = load_ruleset("penance-2.0")
    listed = rules.attack.model_copy(
        update={"melee_sides": type(rules.attack.melee_sides)("listed"), "melee_damage": {"1": 0, "2": -5}}
    )
    even = {
        key: row.model_copy(update={"to_hit": 0, "defence": 0})
        for key, row in rules.shields["none"].sides.items()
    }
    table = rules.shields["none"].model_copy(update={"sides": even})
    rules = rules.model_copy(update={"attack": listed, "shields": {"none": table}})
    assert side_attacked(rules, "none", (1, 2)) == 1
    assert side_attacked(rules, "none", (1, 2), AttackKind.RANGED) == 1
    assert side_attacked(rules, "none", (1, 2), AttackKind.MELEE) == 2


def test_p2_13_the_row_of_the_side_that_an_attack_comes_toward(field: MakeField) -> None:
    found = arcs(field("penance-2.0", layout=Layout.ODD_Q).scenario, "E5", 1, "left")
    rows = [(side.number, side.row.to_hit, side.row.damage, side.row.defence) for side in found.sides]
    assert rows == [
        (1, 0, 0, 0), (2, 0, 1, -1), (3, -1, 2, -2), (4, -2, 3, -3), (5, -1, 2, -2), (6, 1, 0, 1),
    ]  # fmt: skip
    assert [side.number for side in found.sides if side.covered] == [1, 6]


def test_p2_14_shields_cover_the_sides_of_the_hand_that_carries_them(field: MakeField) -> None:
    scenario = field("penance-2.0").scenario
    assert {shield: covered(scenario, shield) for shield in Shield} == {
        Shield.LEFT: [1, 6],
        Shield.RIGHT: [1, 2],
        Shield.NONE: [],
    }


def test_c_07_the_other_list_of_sides_that_shields_cover(field: MakeField) -> None:
    scenario = field("penance-2.0", overrides={"facing.shield_sides": "listed"}).scenario
    assert {shield: covered(scenario, shield) for shield in Shield} == {
        Shield.LEFT: [1, 5, 6],
        Shield.RIGHT: [1, 2, 3],
        Shield.NONE: [],
    }


def test_p1_20_shields_cover_1_2_and_6_and_the_rear_loses_two_points_of_defence(field: MakeField) -> None:
    found = arcs(field("penance-1.0").scenario, "E5", 2, "right")
    assert [side.number for side in found.sides if side.covered] == [1, 2, 6]
    assert [side.row.defence for side in found.sides] == [0, 0, 0, -2, 0, 0]


def test_c_07_rulesets_without_shields_cover_nothing(field: MakeField) -> None:
    found = arcs(field("hexside-ww2").scenario, "E5", 2, "left")
    assert not any(side.covered for side in found.sides)
    assert not found.covered.any()
    assert found.front.any()


def test_p2_15_the_front_is_180_degrees_with_its_border(field: MakeField) -> None:
    made = field("penance-2.0", layout=Layout.ODD_Q)
    found = arcs(made.scenario, "E5", 1)
    # Facing up, the border of the front is the row line through the unit: E5's columns E, C, G ... at row 5 exactly.
    rows = {
        label: found.front[made.board.cell(made.board.parse(label))] for label in ("C5", "G5", "A5", "I5")
    }
    assert rows == dict.fromkeys(rows, True)
    assert not found.front[made.board.cell(made.board.parse("G6"))]
    narrow = field("penance-2.0", layout=Layout.ODD_Q, overrides={"facing.front_border": False})
    strict = arcs(narrow.scenario, "E5", 1).front
    lost = {
        narrow.board.label(narrow.board.layout.from_offset(column, row))
        for row, column in np.argwhere(found.front & ~strict)
    }
    assert lost == set(rows)
    assert not (strict & ~found.front).any()


@given(LAYOUTS, FACINGS, HEXES)
def test_p2_15_of_a_hex_and_that_across_the_unit_one_is_in_front_or_both_are_on_the_border(
    layout: Layout, facing: int, off: Hex
) -> None:
    rules = load_ruleset("penance-2.0")
    there, across = (sides_toward(layout, Hex(0, 0), facing, it) for it in (off, -off))
    border = there in ((2, 3), (5, 6))
    assert in_front(rules, there) + in_front(rules, across) == (2 if border or off == Hex(0, 0) else 1)


def test_p2_25_the_front_attack_as_drawn() -> None:
    assert sides_toward(Layout.ODD_Q, Hex(4, 4), 1, Hex(4, 3)) == (1,)


@pytest.mark.parametrize(
    ("facing", "drawn", "by_number", "side"),
    [
        # The rear attack on a unit that looks down: drawn at its lower left, which is its side 2; side 4 is above it.
        (4, "SW", "N", 4),
        # The weapon side, 2, of a unit that looks to the left, and the shield side, 6, of one that looks to the right: both
        # drawn right behind them. Flat-top hexes have no left; NW and SE are the nearest to it and to the right.
        (6, "SE", "N", 2),
        (3, "NW", "NE", 6),
    ],
)
def test_p2_25_and_c_14_the_other_diagrams_give_way_to_the_numbering(
    facing: int, drawn: str, by_number: str, side: int
) -> None:
    layout, at = Layout.ODD_Q, Hex(4, 4)

    def toward(name: str) -> tuple[int, ...]:
        return sides_toward(layout, at, facing, at + DIRECTIONS[layout.direction(name)])

    assert toward(by_number) == (side,)
    assert toward(drawn) != (side,)


@pytest.mark.parametrize("facing", [0, 7, -1])
def test_facings_are_1_to_6(field: MakeField, facing: int) -> None:
    with pytest.raises(UsageError, match=f"a facing must be 1 to 6, clockwise from NE, not {facing}"):
        sides_toward(Layout.ODD_R, Hex(0, 0), facing, Hex(1, 0))
    with pytest.raises(UsageError, match="a facing must be 1 to 6"):
        arcs(field("penance-2.0").scenario, "A1", facing)


def test_arcs_are_of_hexes_of_the_board(field: MakeField) -> None:
    made = field("penance-2.0").put("void", "C3")
    with pytest.raises(ScenarioError, match="C3 is void"):
        arcs(made.scenario, "C3", 1)
    with pytest.raises(ScenarioError, match="Z40"):
        arcs(made.scenario, "Z40", 1)


@pytest.mark.parametrize("layout", Layout)
@pytest.mark.parametrize("border", [True, False])
def test_p2_12_arrays_say_of_every_hex_what_is_said_of_one(
    field: MakeField, layout: Layout, *, border: bool
) -> None:
    made = field("penance-2.0", (8, 7), layout, {"facing.front_border": border}).put("void", "B2", "H7")
    for number, label in enumerate(("A1", "D4", "G3", "E7", "C6", "F1"), start=1):
        found = arcs(made.scenario, label, number, "left")
        for at in made.board.hexes():
            told = _of_one(found, made.scenario.rules, layout, at)
            cell = made.board.cell(at)
            if made.board.void[cell]:
                told = ((), None, False, False)
            first, second = (int(array[cell]) for array in found.toward)
            arrays = (
                tuple(side for side in (first, second) if side),
                int(found.attacked[cell]) or None,
                bool(found.front[cell]),
                bool(found.covered[cell]),
            )
            assert arrays == told, at


def _of_one(
    found: Arcs, rules: Ruleset, layout: Layout, at: Hex
) -> tuple[tuple[int, ...], int | None, bool, bool]:
    sides = sides_toward(layout, found.hex, found.facing, at)
    attacked = side_attacked(rules, found.shield, sides)
    covered = attacked is not None and rules.shield_table(found.shield).side(attacked).blocks
    return sides, attacked, in_front(rules, sides), covered


@pytest.mark.parametrize("layout", Layout)
@pytest.mark.parametrize("facing", range(1, 7))
def test_p2_15_the_borders_of_the_front_run_through_two_corners_across_from_each_other(
    field: MakeField, layout: Layout, facing: int
) -> None:
    found = arcs(field("penance-2.0", layout=layout).scenario, "E5", facing)
    front = layout.facing_direction(facing)
    assert found.borders == (corner(found.hex, front + 1), corner(found.hex, front - 2))
    first, second = found.borders
    assert (first.q3 + second.q3, first.r3 + second.r3) == (6 * found.hex.q, 6 * found.hex.r)
    assert [side.corners[1] for side in found.sides] == [
        side.corners[0] for side in (*found.sides[1:], found.sides[0])
    ]
    assert [side.name for side in found.sides][:2] == ["Front", "Front right"]


def test_p2_15_a_front_all_around_has_no_border(field: MakeField) -> None:
    made = field("penance-2.0", overrides={"facing.front": [1, 2, 3, 4, 5, 6]})
    assert arcs(made.scenario, "E5", 1).borders == ()


@pytest.mark.parametrize(
    ("ruleset", "has"),
    [("penance-1.0", True), ("hexside-ww2", True), ("megamek", True), ("base-visibility", False)],
)
def test_p2_11_units_have_sides_where_the_ruleset_has_a_use_for_them(ruleset: str, *, has: bool) -> None:
    rules = load_ruleset(ruleset)
    assert has_sides(rules) is has
    front = rules.attack.model_copy(update={"melee_arc": Arc.FRONT})
    assert has_sides(rules.model_copy(update={"attack": front}))
