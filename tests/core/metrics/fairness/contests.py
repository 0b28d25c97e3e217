"""Small boards with deployment zones, to measure by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fairground.core import fairness
from fairground.core.grid.layout import Layout
from fairground.core.scenario.parts import Side, Unit, Zone
from fairground.core.scenario.zone_text import parse_shape
from tests.core.movement.drawing import drawn

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fairground.core.metrics.fairness.report import Measure
    from fairground.core.scenario.document import Scenario

_MARKS = {
    "#": "wall",
    ".": "clear",
    "o": "cover",
    "~": "rubble",
    "^": "lava",
    "w": "water",
    " ": "void",
    **{str(level): f"clear@{level}" for level in range(4)},
}


def arena(
    *rows: str,
    zones: Mapping[str, str],
    ruleset: str = "penance-1.0",
    layout: Layout = Layout.ODD_Q,
    units: Mapping[str, str] | None = None,
) -> Scenario:
    """Return a board with a mark a hex, and a side with a zone each; a digit is clear ground of that level.

    ``units`` holds the side of a unit by the label of its hex; all of them are heavy.
    """
    scenario = drawn(ruleset, *(" ".join(_MARKS[mark] for mark in row) for row in rows), layout=layout)
    scenario.sides = [Side(name) for name in zones]
    scenario.zones = [Zone(name, name, parse_shape(text)) for name, text in zones.items()]
    scenario.units = [
        Unit(f"unit-{at}", side, "heavy", scenario.board.parse(at)) for at, side in (units or {}).items()
    ]
    return scenario


def measured(
    scenario: Scenario, name: str, unit_class: str = "heavy", range_band: str | None = None
) -> Measure:
    """Return what one measure says for a class."""
    found = [
        it
        for it in fairness(scenario, unit_class=unit_class, despite_errors=True).measures
        if (it.id, it.range_band) == (name, range_band)
    ]
    assert len(found) == 1
    return found[0]


def labels(scenario: Scenario, measure: Measure) -> list[str]:
    """Return the labels of the hexes that are responsible for the result, row by row."""
    return [scenario.board.label(at) for at in sorted(measure.hexes, key=scenario.board.cell)]


def values(measure: Measure) -> dict[str, Any]:
    """Return the value of each party: a number, or None."""
    return dict(measure.values)
