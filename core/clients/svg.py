"""A scenario as an SVG picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.clients.format import Export, Format
from fairground.core.pictures import draw_board, to_svg

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario

_LOSSES = ("a picture shows the scenario but cannot be read back: rules, notes and victory are not in it",)


def _write(scenario: Scenario) -> Export:
    return Export(to_svg(draw_board(scenario)).encode(), _LOSSES)


FORMAT = Format("svg", "SVG picture", ".svg", _write)
