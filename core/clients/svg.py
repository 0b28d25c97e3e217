"""A scenario as an SVG picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.clients.format import Export, Format
from fairground.core.clients.pictured import PICTURED
from fairground.core.pictures import draw_board, to_svg

if TYPE_CHECKING:
    from fairground.core.clients.option import Order
    from fairground.core.scenario.document import Scenario


def _write(scenario: Scenario, _order: Order) -> Export:
    return Export(to_svg(draw_board(scenario)).encode())


FORMAT = Format("svg", "SVG picture", ".svg", _write, carries=PICTURED)
