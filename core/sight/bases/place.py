"""Bases on the table: those of units, and the usual one in the middle of a hex."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from fairground.core.errors import GridError
from fairground.core.scenario.parts import Unit
from fairground.core.scenario.place import hex_on_board
from fairground.core.scenario.table import diameter, hex_point, unit_point
from fairground.core.sight.bases.discs import Disc
from fairground.core.text.suggest import did_you_mean

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario


class Base(NamedTuple):
    """A disc on the table, in inches from the centre of A1; ``hex`` says on which ground it stands."""

    x: float
    y: float
    radius: float
    hex: Hex

    @property
    def disc(self) -> Disc:
        """The disc alone."""
        return Disc(self.x, self.y, self.radius)


@dataclass(frozen=True)
class Placed:
    """Who looks or is looked at: a base, and the parts that it is seen by, by name.

    ``name`` is the id of a unit or the label of a hex; ``unit`` is None for a hex, which stands for a usual base.
    """

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
        raise GridError(f"{error}; nor is there a unit of that id{near}") from None
    usual = next((it.base for it in scenario.rules.classes.values() if it.base is not None), 0.0)
    return Placed(scenario.board.label(at), Base(*hex_point(scenario.board, at), usual / 2, at))


def _of_unit(scenario: Scenario, unit: Unit) -> Placed:
    at = hex_on_board(scenario.board, unit.hex)
    x, y = unit_point(scenario.board, unit)
    parts = tuple((it.name, Base(x + it.at[0], y + it.at[1], it.base / 2, at)) for it in unit.parts)
    base = Base(x, y, diameter(scenario.rules, unit) / 2, at)
    return Placed(unit.id, base, parts, unit.traits, unit)


def edge_to_edge(one: Base, other: Base) -> float:
    """Return the distance between two bases, from edge to edge; 0 where they touch or overlap."""
    return max(math.hypot(one.x - other.x, one.y - other.y) - one.radius - other.radius, 0.0)
