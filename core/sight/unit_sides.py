"""The sides of a unit toward other hexes: the side attacked, the front, the sides a shield covers (rule C-13)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from fairground.core.errors import UsageError
from fairground.core.grid.hexes import DIRECTIONS, distance
from fairground.core.grid.hexsides import corner
from fairground.core.rules.attack import Arc, AttackKind, MeleeSides, Modifies
from fairground.core.rules.facing import SIDE_KEYS, SideRow, TieBetweenSides
from fairground.core.scenario.hex_arguments import hex_on_board
from fairground.core.scenario.parts import Shield, ZoneKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.hexsides import Corner
    from fairground.core.grid.layout import Layout
    from fairground.core.rules.ruleset import Ruleset
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario

#: One whole number, or an array of them.
_Whole = TypeVar("_Whole", int, "NDArray[np.int64]")

#: The row of a side in rulesets without side tables.
_NO_EFFECT = SideRow()


def facing_direction(layout: Layout, facing: int) -> int:
    """Return the direction, 0-5, of a facing, 1-6; raises UsageError for other numbers."""
    if not 1 <= facing <= 6:
        raise UsageError(f"a facing must be 1 to 6, clockwise from {layout.direction_names[0]}, not {facing}")
    return layout.facing_direction(facing)


def facing_toward_enemy(scenario: Scenario, side: str, at: Hex) -> int | None:
    """Return the facing, 1-6, from a hex toward the nearest deployment zone of another side; None if there is none.

    Of several hexes at the same distance, the direction between them counts; of two facings as near, the lower one.

    >>> from fairground.core import load
    >>> arena = load("scenarios/standard-arena.yaml")
    >>> [facing_toward_enemy(arena, side.id, arena.board.parse("D4")) for side in arena.sides]
    [3, 1]
    """
    board = scenario.board
    enemies = (it for it in scenario.zones if it.kind is ZoneKind.DEPLOYMENT and it.side not in ("", side))
    hexes = {it for zone in enemies for it in board.hexes_of(zone.shape.mask(board) & ~board.void)} - {at}
    if not hexes:
        return None
    nearest = min(distance(at, it) for it in hexes)
    steps = [it - at for it in hexes if distance(at, it) == nearest]
    q, r = sum(it.q for it in steps), sum(it.r for it in steps)

    def along(facing: int) -> int:
        way = DIRECTIONS[board.layout.facing_direction(facing)]
        return q * way.q + r * way.r + (q + r) * (way.q + way.r)

    return max(range(1, 7), key=lambda facing: (along(facing), -facing))


def has_sides(rules: Ruleset) -> bool:
    """Return whether units of a ruleset have sides: it names them, has tables for them, or requires an arc."""
    arcs_required = (rules.attack.ranged_arc, rules.attack.melee_arc)
    return bool(rules.facing.names or rules.shields or Arc.FRONT in arcs_required)


def sides_toward(layout: Layout, at: Hex, facing: int, other: Hex) -> tuple[int, ...]:
    """Return the sides of a unit, 1-6, toward another hex (rules P2-11, P2-12, C-13).

    One side, or two in clockwise order if the line between the centres runs exactly along their border; none for the unit's
    own hex. Raises UsageError if the facing is not 1-6.

    >>> from fairground.core.grid.hexes import Hex
    >>> from fairground.core.grid.layout import Layout
    >>> sides_toward(Layout.ODD_Q, Hex(0, 0), 1, Hex(0, -3)), sides_toward(Layout.ODD_Q, Hex(0, 0), 1, Hex(1, -2))
    ((1,), (1, 2))
    """
    front = facing_direction(layout, facing)
    if at == other:
        return ()
    along = _along(other.q - at.q, other.r - at.r)
    most = max(along)
    first, *second = (direction for direction in range(6) if along[direction] == most)
    if second and second[0] != first + 1:  # directions 0 and 5
        first, second = second[0], [first]
    return tuple((direction - front) % 6 + 1 for direction in (first, *second))


def side_attacked(
    rules: Ruleset, shield: Shield | str, sides: Sequence[int], kind: AttackKind | None = None
) -> int | None:
    """Return the side attacked, of those toward the attacker; None if there is none (rule C-2).

    Of two, ``facing.tie`` says if it is the better one for the defender or for the attacker. Sides are compared by their
    rows in the shield's side table: modifier to hit, defence, damage (for melee that of ``attack.melee_sides``), shield
    cover, reactive card; if all are equal, the side nearer the front is better for the defender.

    Raises KeyError if the ruleset has side tables, but none for that shield.
    """
    if not sides:
        return None
    ranked = sorted(sides, key=lambda side: _for_defender(rules, shield, side, kind))
    return ranked[-1] if rules.facing.tie is TieBetweenSides.DEFENDER else ranked[0]


def in_front(rules: Ruleset, sides: Sequence[int]) -> bool:
    """Return whether a hex toward those sides of a unit is in its front arc (rule P2-15).

    ``facing.front_border`` decides for lines along the border of the arc. The unit's own hex is always in front.
    """
    inside = [side in rules.facing.front for side in sides]
    return all(inside) or (any(inside) and rules.facing.front_border)


@dataclass(frozen=True, slots=True)
class UnitSide:
    """A side of a unit in its hex.

    ``direction`` is 0-5; ``corners`` are the ends of its hexside, clockwise; its borders run from the centre of the hex
    through them. ``row`` is that of the side table.
    """

    number: int
    name: str
    direction: int
    corners: tuple[Corner, Corner]
    front: bool
    covered: bool
    row: SideRow


@dataclass(frozen=True, eq=False)
class Arcs:
    """The sides of a unit (``sides``, from 1), and those toward each hex of the board, ``[rows, columns]``."""

    _board: Board
    _rules: Ruleset
    hex: Hex
    facing: int
    shield: Shield
    sides: tuple[UnitSide, ...]

    @property
    def layout(self) -> Layout:
        """The layout of the board."""
        return self._board.layout

    @property
    def borders(self) -> tuple[Corner, ...]:
        """The corners through which the borders of the front arc run, clockwise; none if it is all or nothing."""
        after = self.sides[1:] + self.sides[:1]
        return tuple(
            one.corners[1] for one, other in zip(self.sides, after, strict=True) if one.front != other.front
        )

    @property
    def border_is_in_front(self) -> bool:
        """Whether hexes exactly on those borders are in the front arc."""
        return self._rules.facing.front_border

    @cached_property
    def toward(self) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        """The first and the second side toward each hex; 0 for none, void hexes and the unit's own."""
        board = self._board
        q, r = board.layout.axial_arrays(board.columns, board.rows)
        along = np.stack(_along(q - self.hex.q, r - self.hex.r))
        # By side instead of direction, so that the first of two is the lower number, but for 1 and 6.
        along = np.roll(along, -self.sides[0].direction, axis=0)
        best = along == along.max(axis=0)
        low = np.argmax(best, axis=0) + 1
        high = 6 - np.argmax(best[::-1], axis=0)
        swapped = (low == 1) & (high == 6)
        first, second = np.where(swapped, high, low), np.where(swapped, low, high)
        no_side = board.void | ((q == self.hex.q) & (r == self.hex.r))
        second = np.where(no_side | (first == second), 0, second)
        return np.where(no_side, 0, first).astype(np.int8), second.astype(np.int8)

    @cached_property
    def attacked(self) -> NDArray[np.int8]:
        """The side attacked from each hex; 0 for none."""
        first, second = self.toward
        pairs = [(side, side % 6 + 1) for side in range(1, 7)]
        decided = np.array([0, *(side_attacked(self._rules, self.shield, pair) for pair in pairs)], np.int8)
        return np.where(second == 0, first, decided[first])

    @cached_property
    def front(self) -> NDArray[np.bool_]:
        """The hexes in the front arc with the unit's own, without void ones."""
        first, second = self.toward
        fronts = np.array([False, *(side.front for side in self.sides)])
        either, both = fronts[first] | fronts[second], fronts[first] & fronts[second]
        mixed = either if self._rules.facing.front_border else both
        in_arc = np.where(second == 0, fronts[first], mixed)
        in_arc[self._board.cell(self.hex)] = True
        return in_arc

    @cached_property
    def covered(self) -> NDArray[np.bool_]:
        """The hexes from which an attack hits a side that the shield covers."""
        return np.array([False, *(side.covered for side in self.sides)])[self.attacked]


def arcs(scenario: Scenario, at: Hex | str, facing: int, shield: Shield | str = Shield.NONE) -> Arcs:
    """Return the sides of a unit in a hex, or its label, with a facing.

    Examples
    --------
    >>> from fairground.core import arcs, load
    >>> of_unit = arcs(load("scenarios/sight-lines.yaml"), "D4", 1)
    >>> [side.name for side in of_unit.sides if side.front]
    ['Front', 'Front right', 'Front left']

    Raises
    ------
    UsageError
        When the facing is not 1-6.
    ScenarioError
        When the hex is off the board, or void.
    KeyError
        When the ruleset has side tables, but none for that shield.
    """
    board, rules = scenario.board, scenario.rules
    place = hex_on_board(board, at)
    front = facing_direction(board.layout, facing)
    sides = (_unit_side(rules, shield, place, number, (front + number - 1) % 6) for number in range(1, 7))
    return Arcs(board, rules, place, facing, Shield(shield), tuple(sides))


def _unit_side(rules: Ruleset, shield: Shield | str, at: Hex, number: int, direction: int) -> UnitSide:
    row = _row(rules, shield, number)
    return UnitSide(
        number,
        rules.facing.names.get(SIDE_KEYS[number - 1], ""),
        direction,
        (corner(at, direction - 1), corner(at, direction)),
        number in rules.facing.front,
        row.blocks,
        row,
    )


def _row(rules: Ruleset, shield: Shield | str, side: int) -> SideRow:
    return rules.shield_table(str(shield)).side(side) if rules.shields else _NO_EFFECT


def _for_defender(
    rules: Ruleset, shield: Shield | str, side: int, kind: AttackKind | None
) -> tuple[int, ...]:
    """Return the sort key of a side, greater if better for the defender."""
    row, attack = _row(rules, shield, side), rules.attack
    harder = -row.to_hit if attack.modifies is Modifies.ROLL else row.to_hit
    listed = kind is AttackKind.MELEE and attack.melee_sides is MeleeSides.LISTED
    damage = attack.melee_damage.get(SIDE_KEYS[side - 1], 0) if listed else row.damage
    from_front = min(side - 1, 7 - side)
    return harder, row.defence, -damage, row.blocks, row.reactive, -from_front


def _along(q: _Whole, r: _Whole) -> tuple[_Whole, ...]:
    """Return the length of an axial offset along each direction, 0-5, in half hexes; the longest is its own."""
    s = -q - r
    return s - r, q - r, q - s, r - s, r - q, s - q
