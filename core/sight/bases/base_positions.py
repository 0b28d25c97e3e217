"""Bases on the table: those of units, and the usual one in the middle of a hex."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from fairground.core.errors import GridError
from fairground.core.grid.root_three import RootThree
from fairground.core.scenario.hex_arguments import hex_on_board
from fairground.core.scenario.parts import Unit
from fairground.core.scenario.table import (
    diameter,
    exact_hex_point,
    exact_inches,
    exact_unit_point,
    hex_point,
    unit_point,
)
from fairground.core.sight.bases.discs import Disc
from fairground.core.text.suggest import did_you_mean

if TYPE_CHECKING:
    from fractions import Fraction

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario

#: Floats decide distances that are further than this from a limit, in inches: far more than they are rounded by.
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
    """A unit by its id, or a usual base in a hex by its label: the base, and the parts that it is seen by."""

    name: str
    base: Base
    parts: tuple[tuple[str, Base], ...] = ()
    traits: tuple[str, ...] = ()
    unit: Unit | None = None


def placed(scenario: Scenario, who: Unit | Hex | str) -> Placed:
    """Return a unit, given as such or by its id, or a usual base in the middle of a hex, given so or by its label.

    The usual base is that of the first class of the ruleset that has one.

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
        near = did_you_mean(str(who), units)
        raise GridError(f"{error}; there is no unit of that id either{near}") from None
    usual = next((it.base for it in scenario.rules.classes.values() if it.base is not None), 0.0)
    exact = ExactDisc(*exact_hex_point(scenario.board, at), exact_inches(usual) / 2)
    return Placed(scenario.board.label(at), Base(*hex_point(scenario.board, at), usual / 2, at, exact))


def _of_unit(scenario: Scenario, unit: Unit) -> Placed:
    at = hex_on_board(scenario.board, unit.hex)
    x, y = unit_point(scenario.board, unit)
    exact_x, exact_y = exact_unit_point(scenario.board, unit)
    parts = tuple(
        (
            it.name,
            Base(
                x + it.at[0],
                y + it.at[1],
                it.base / 2,
                at,
                ExactDisc(
                    exact_x + RootThree(exact_inches(it.at[0])),
                    exact_y + RootThree(exact_inches(it.at[1])),
                    exact_inches(it.base) / 2,
                ),
            ),
        )
        for it in unit.parts
    )
    across = diameter(scenario.rules, unit)
    base = Base(x, y, across / 2, at, ExactDisc(exact_x, exact_y, exact_inches(across) / 2))
    return Placed(unit.id, base, parts, unit.traits, unit)


def edge_to_edge(one: Base, other: Base) -> float:
    """Return the distance between two bases, from edge to edge; 0 where they touch or overlap."""
    # The difference is taken before it is rounded, so that 24 inches in a file are 24.0 here.
    across, down = float(one.exact.x - other.exact.x), float(one.exact.y - other.exact.y)
    return max(math.hypot(across, down) - one.radius - other.radius, 0.0)


def is_within(one: Base, other: Base, inches: int) -> bool:
    """Return whether two bases are at most so many inches (0 or more) apart, from edge to edge; decided exactly."""
    off = edge_to_edge(one, other) - inches
    if abs(off) > _NEAR:
        return off < 0
    across, down = one.exact.x - other.exact.x, one.exact.y - other.exact.y
    reach = RootThree(inches + one.exact.radius + other.exact.radius)
    return across * across + down * down <= reach * reach
