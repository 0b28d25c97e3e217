"""A scenario as an SVG picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.clients.format import PICTURE_LOSSES, Export, Format
from fairground.core.pictures import draw_board, to_svg

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario


def _write(scenario: Scenario) -> Export:
    return Export(to_svg(draw_board(scenario)).encode(), PICTURE_LOSSES)


FORMAT = Format("svg", "SVG picture", ".svg", _write)
