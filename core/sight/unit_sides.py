"""The sides of a unit that other hexes lie toward: the side attacked, the front, what a shield covers (rule C-13)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from fairground.core.errors import UsageError
from fairground.core.grid.hexsides import corner
from fairground.core.rules.attack import Arc, AttackKind, MeleeSides, Modifies
from fairground.core.rules.facing import SIDE_KEYS, SideRow, TieBetweenSides
from fairground.core.scenario.hex_arguments import hex_on_board
from fairground.core.scenario.parts import Shield

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

#: What a side comes to in rulesets without side tables.
_NO_EFFECT = SideRow()


def facing_direction(layout: Layout, facing: int) -> int:
    """Return the direction, 0-5, of a facing, 1-6.

    Raises
    ------
    UsageError
        When it is another number.
    """
    if not 1 <= facing <= 6:
        raise UsageError(f"a facing is 1 to 6, clockwise from {layout.direction_names[0]}, not {facing}")
    return layout.facing_direction(facing)


def has_sides(rules: Ruleset) -> bool:
    """Return whether units of a ruleset have sides: it names them, has tables for them, or asks for an arc."""
    arcs_asked_for = (rules.attack.ranged_arc, rules.attack.melee_arc)
    return bool(rules.facing.names or rules.shields or Arc.FRONT in arcs_asked_for)


def sides_toward(layout: Layout, at: Hex, facing: int, other: Hex) -> tuple[int, ...]:
    """Return the sides of a unit, 1-6, that another hex lies toward (rules P2-11, P2-12, C-13).

    One side, or two where the line between the centres runs exactly along their border: then the second is the next
    clockwise, after 6 comes 1. None at all for the unit's own hex.

    >>> from fairground.core.grid.hexes import Hex
    >>> from fairground.core.grid.layout import Layout
    >>> sides_toward(Layout.ODD_Q, Hex(0, 0), 1, Hex(0, -3)), sides_toward(Layout.ODD_Q, Hex(0, 0), 1, Hex(1, -2))
    ((1,), (1, 2))

    Raises
    ------
    UsageError
        When the facing is none of 1 to 6.
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
    """Return which of the sides that an attack comes toward is attacked; None where there is none (rule C-2).

    Of two, ``facing.tie`` says whether it is that better for the defender or that better for the attacker. Sides are
    compared by their rows in the side table of the shield: how hard they are to hit, then by defence, then by damage (for
    melee that of ``attack.melee_sides``), then by whether the shield covers them and whether a reactive card may be
    played; of sides alike in all of these, the one nearer the front is better for the defender.

    Raises
    ------
    KeyError
        When the ruleset has side tables, and none for that shield.
    """
    if not sides:
        return None
    ranked = sorted(sides, key=lambda side: _for_defender(rules, shield, side, kind))
    return ranked[-1] if rules.facing.tie is TieBetweenSides.DEFENDER else ranked[0]


def in_front(rules: Ruleset, sides: Sequence[int]) -> bool:
    """Return whether what lies toward those sides of a unit is in its front arc (rule P2-15).

    Where the line runs along the border of the arc, ``facing.front_border`` says so. What is in the unit's own hex is in
    front whichever way it looks.
    """
    inside = [side in rules.facing.front for side in sides]
    return all(inside) or (any(inside) and rules.facing.front_border)


@dataclass(frozen=True, slots=True)
class UnitSide:
    """A side of a unit where it stands.

    ``direction`` is 0-5; ``corners`` are the ends of its hexside, clockwise, and the lines from the middle of the hex
    through them are its borders. ``row`` is what attacks on it do.
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
    """The sides of a unit (``sides``, from 1), and those that each hex of the board lies toward, ``[rows, columns]``."""

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
        """The corners of the hex through which the borders of the front arc run, clockwise; none where it is all or nothing."""
        after = self.sides[1:] + self.sides[:1]
        return tuple(
            one.corners[1] for one, other in zip(self.sides, after, strict=True) if one.front != other.front
        )

    @property
    def border_is_in_front(self) -> bool:
        """Whether what lies exactly on those borders is in the front arc."""
        return self._rules.facing.front_border

    @cached_property
    def toward(self) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        """The sides that hexes lie toward, the first and the second; 0 for none, void hexes and the unit's own."""
        board = self._board
        q, r = board.layout.axial_arrays(board.columns, board.rows)
        along = np.stack(_along(q - self.hex.q, r - self.hex.r))
        # By side instead of direction, so that the first of two is the lower number: 1 and 6 are the other way about.
        along = np.roll(along, -self.sides[0].direction, axis=0)
        best = along == along.max(axis=0)
        low = np.argmax(best, axis=0) + 1
        high = 6 - np.argmax(best[::-1], axis=0)
        swapped = (low == 1) & (high == 6)
        first, second = np.where(swapped, high, low), np.where(swapped, low, high)
        nothing = board.void | ((q == self.hex.q) & (r == self.hex.r))
        return (
            np.where(nothing, 0, first).astype(np.int8),
            np.where(nothing | (first == second), 0, second).astype(np.int8),
        )

    @cached_property
    def attacked(self) -> NDArray[np.int8]:
        """The side that an attack from each hex is on; 0 where there is none."""
        first, second = self.toward
        pairs = [(side, side % 6 + 1) for side in range(1, 7)]
        decided = np.array([0, *(side_attacked(self._rules, self.shield, pair) for pair in pairs)], np.int8)
        return np.where(second == 0, first, decided[first])

    @cached_property
    def front(self) -> NDArray[np.bool_]:
        """The hexes in the front arc, the unit's own among them; void ones are not."""
        first, second = self.toward
        fronts = np.array([False, *(side.front for side in self.sides)])
        either, both = fronts[first] | fronts[second], fronts[first] & fronts[second]
        mixed = either if self._rules.facing.front_border else both
        found = np.where(second == 0, fronts[first], mixed)
        found[self._board.cell(self.hex)] = True
        return found

    @cached_property
    def covered(self) -> NDArray[np.bool_]:
        """The hexes from which an attack is on a side that the shield covers."""
        return np.array([False, *(side.covered for side in self.sides)])[self.attacked]


def arcs(scenario: Scenario, at: Hex | str, facing: int, shield: Shield | str = Shield.NONE) -> Arcs:
    """Return the sides of a unit that stands in a hex, given as such or by its label, and looks that way.

    Examples
    --------
    >>> from fairground.core import arcs, load
    >>> found = arcs(load("scenarios/sight-lines.yaml"), "D4", 1)
    >>> [side.name for side in found.sides if side.front]
    ['Front', 'Front right', 'Front left']

    Raises
    ------
    UsageError
        When the facing is none of 1 to 6.
    ScenarioError
        When the hex lies outside the board, or is void.
    KeyError
        When the ruleset has side tables, and none for that shield.
    """
    board, rules = scenario.board, scenario.rules
    place = hex_on_board(board, at)
    front = facing_direction(board.layout, facing)
    return Arcs(
        board,
        rules,
        place,
        facing,
        Shield(shield),
        tuple(_unit_side(rules, shield, place, number, (front + number - 1) % 6) for number in range(1, 7)),
    )


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
    """Return what sides are compared by, better for the defender being more."""
    row, attack = _row(rules, shield, side), rules.attack
    harder = -row.to_hit if attack.modifies is Modifies.ROLL else row.to_hit
    listed = kind is AttackKind.MELEE and attack.melee_sides is MeleeSides.LISTED
    damage = attack.melee_damage.get(SIDE_KEYS[side - 1], 0) if listed else row.damage
    from_front = min(side - 1, 7 - side)
    return harder, row.defence, -damage, row.blocks, row.reactive, -from_front


def _along(q: _Whole, r: _Whole) -> tuple[_Whole, ...]:
    """Return how far an axial offset leads along each direction, 0-5, in halves of a hex; the furthest are where it lies."""
    s = -q - r
    return s - r, q - r, q - s, r - s, r - q, s - q
