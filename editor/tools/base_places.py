"""Places of units on round bases, on tables without a grid."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from fairground.core.scenario.inches import diameter, inches_a_size, unit_point
from fairground.editor.document.readable_ruleset import known_rules, on_bases

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.inches import Point
    from fairground.core.scenario.parts import Unit
    from fairground.editor.tools.tool import Pointer

#: The grid of places that the pointer chooses, in inches.
GRAIN = 0.05
#: Touching bases may overlap this much, in inches, since places are rounded.
_TOUCHING = 1e-3


def pointed_at(scenario: Scenario, p: Pointer) -> Point | None:
    """Return the point of the table under a pointer, in inches; None where it points only at hexes."""
    if p.point is None or not on_bases(scenario):
        return None
    size = inches_a_size(scenario.board)
    return p.point[0] * size, p.point[1] * size


def rounded(point: Point) -> Point:
    """Round a point to the grid of places."""
    return round(round(point[0] / GRAIN) * GRAIN, 2), round(round(point[1] / GRAIN) * GRAIN, 2)


def bases_at(scenario: Scenario, point: Point) -> list[Unit]:
    """Return the units whose base covers a point, the lowest first."""
    rules, board = known_rules(scenario), scenario.board
    return [
        unit
        for unit in scenario.units
        if math.dist(unit_point(board, unit), point) <= diameter(rules, unit) / 2
    ]


def overlapping(scenario: Scenario, unit: Unit) -> list[Unit]:
    """Return the units whose bases overlap that of a unit."""
    rules, board = known_rules(scenario), scenario.board
    at, radius = unit_point(board, unit), diameter(rules, unit) / 2
    return [
        other
        for other in scenario.units
        if other is not unit
        and math.dist(unit_point(board, other), at) < radius + diameter(rules, other) / 2 - _TOUCHING
    ]
