"""Where units stand on tables without a grid: anywhere, on round bases."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from fairground.core.scenario.table import diameter, inches_a_size, unit_point
from fairground.editor.document.readable_ruleset import known_rules, on_bases

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Unit
    from fairground.core.scenario.table import Point
    from fairground.editor.tools.tool import Pointer

#: Pointed at, places are whole multiples of this many inches.
GRAIN = 0.05
#: Bases that touch may be this far into one another, in inches, for places are rounded.
_TOUCHING = 1e-3


def pointed_at(scenario: Scenario, p: Pointer) -> Point | None:
    """Return the point of the table that a pointer is at, in inches; None where it points at hexes alone."""
    if p.point is None or not on_bases(scenario):
        return None
    size = inches_a_size(scenario.board)
    return p.point[0] * size, p.point[1] * size


def rounded(point: Point) -> Point:
    """Return the place next to a point where units are put."""
    return round(round(point[0] / GRAIN) * GRAIN, 2), round(round(point[1] / GRAIN) * GRAIN, 2)


def bases_at(scenario: Scenario, point: Point) -> list[Unit]:
    """Return the units whose base has a point, the lowest first."""
    rules, board = known_rules(scenario), scenario.board
    return [
        unit
        for unit in scenario.units
        if math.dist(unit_point(board, unit), point) <= diameter(rules, unit) / 2
    ]


def overlapping(scenario: Scenario, unit: Unit) -> list[Unit]:
    """Return the units whose bases overlap that of another."""
    rules, board = known_rules(scenario), scenario.board
    at, radius = unit_point(board, unit), diameter(rules, unit) / 2
    return [
        other
        for other in scenario.units
        if other is not unit
        and math.dist(unit_point(board, other), at) < radius + diameter(rules, other) / 2 - _TOUCHING
    ]
