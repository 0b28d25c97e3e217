"""Small sketches to make variants of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.grid.layout import Layout
from fairground.core.scenario.parts import Unit, Zone
from fairground.core.scenario.shapes import Columns
from tests.core.metrics.plans import plan

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario

FIELD = (
    "........",
    "...#.f..",
    ".ff.....",
    "....#...",
    ".#...f..",
    "........",
)


def strip(*rows: str, layout: Layout = Layout.ODD_Q) -> Scenario:
    """Return a plan with a zone in the first column and another in the last."""
    scenario = plan(*rows, layout=layout)
    last = scenario.board.columns
    scenario.zones = [Zone("one-start", "one", Columns(1, 1)), Zone("two-start", "two", Columns(last, last))]
    return scenario


def field() -> Scenario:
    """Return a sketch with walls, woods, a hill and a unit a side, symmetric by nothing."""
    scenario = strip(*FIELD)
    at = scenario.board.parse
    scenario.board.elevation[2, 2:4] = 1
    scenario.units = [Unit("a", "one", "scout", at("A2")), Unit("b", "two", "scout", at("H5"))]
    return scenario
