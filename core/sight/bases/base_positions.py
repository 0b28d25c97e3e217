"""Bases on the table: those of units, and the default base in the centre of a hex."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from fairground.core.errors import GridError
from fairground.core.grid.layout import RootThree
from fairground.core.scenario.hex_arguments import hex_on_board
from fairground.core.scenario.inches import (
    diameter,
    exact_hex_point,
    exact_inches,
    exact_unit_point,
    hex_point,
    unit_point,
)
from fairground.core.scenario.parts import Unit
from fairground.core.sight.bases.discs import Disc
from fairground.core.text.suggest import did_you_mean

if TYPE_CHECKING:
    from fractions import Fraction

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario

#: Floats decide distances further than this from a limit, in inches: far more than their rounding error.
_NEAR: Final = 1e-6


class ExactDisc(NamedTuple):
    """A disc on the table without rounding, in inches from the centre of A1."""

    x: RootThree
    y: RootThree
    radius: Fraction


class Base(NamedTuple):
    """A disc on the table, in inches from the centre of A1; ``hex`` is its ground, ``exact`` the same disc unrounded."""

    x: float
    y: float
    radius: float
    hex: Hex
    exact: ExactDisc

    @property
    def disc(self) -> Disc:
        """The disc alone."""
        return Disc(self.x, self.y, self.radius)


@dataclass(frozen=True)
class Placed:
    """A unit (named by its id) or a default base in a hex (by its label), with the parts by which it is seen."""

    name: str
    base: Base
    parts: tuple[tuple[str, Base], ...] = ()
    traits: tuple[str, ...] = ()
    unit: Unit | None = None


def placed(scenario: Scenario, who: Unit | Hex | str) -> Placed:
    """Return the base of a unit or its id, or a default base in the centre of a hex or its label.

    The default base is that of the first class of the ruleset that has one.

    Raises
    ------
    GridError
        When a text is neither the id of a unit nor a label.
    ScenarioError
        When the unit or hex is not on the board.
    """
    units = {it.id: it for it in reversed(scenario.units)}
    if isinstance(who, Unit):
        return _of_unit(scenario, who)
    if isinstance(who, str) and who in units:
        return _of_unit(scenario, units[who])
    try:
        at = hex_on_board(scenario.board, who)
    except GridError as error:
        hint = did_you_mean(str(who), units)
        raise GridError(f"{error}; no unit has that id either{hint}") from None
    across = next((it.base for it in scenario.rules.classes.values() if it.base is not None), 0.0)
    exact = ExactDisc(*exact_hex_point(scenario.board, at), exact_inches(across) / 2)
    return Placed(scenario.board.label(at), Base(*hex_point(scenario.board, at), across / 2, at, exact))


def _of_unit(scenario: Scenario, unit: Unit) -> Placed:
    at = hex_on_board(scenario.board, unit.hex)
    x, y = unit_point(scenario.board, unit)
    exact_x, exact_y = exact_unit_point(scenario.board, unit)

    def base(across: float, dx: float = 0.0, dy: float = 0.0) -> Base:
        right, down = exact_x + RootThree(exact_inches(dx)), exact_y + RootThree(exact_inches(dy))
        return Base(x + dx, y + dy, across / 2, at, ExactDisc(right, down, exact_inches(across) / 2))

    parts = tuple((it.name, base(it.base, *it.at)) for it in unit.parts)
    return Placed(unit.id, base(diameter(scenario.rules, unit)), parts, unit.traits, unit)


def edge_to_edge(one: Base, other: Base) -> float:
    """Return the distance between two bases, from edge to edge; 0 where they touch or overlap."""
    # Subtract before rounding, so that 24 inches in a file are 24.0 here.
    across, down = float(one.exact.x - other.exact.x), float(one.exact.y - other.exact.y)
    return max(math.hypot(across, down) - one.radius - other.radius, 0.0)


def is_within(one: Base, other: Base, inches: int) -> bool:
    """Return whether two bases are at most so many inches (0 or more) apart, from edge to edge; exact."""
    off = edge_to_edge(one, other) - inches
    if abs(off) > _NEAR:
        return off < 0
    across, down = one.exact.x - other.exact.x, one.exact.y - other.exact.y
    reach = RootThree(inches + one.exact.radius + other.exact.radius)
    return across * across + down * down <= reach * reach
