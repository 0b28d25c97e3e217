"""A scenario as a PNG picture: the SVG one, rasterised."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.clients.format import Export, Format
from fairground.core.clients.pictured import PICTURED
from fairground.core.pictures import draw_board, to_png

if TYPE_CHECKING:
    from fairground.core.clients.option import Order
    from fairground.core.scenario.document import Scenario


def _write(scenario: Scenario, _order: Order) -> Export:
    return Export(to_png(draw_board(scenario)))


FORMAT = Format("png", "PNG picture", ".png", _write, carries=PICTURED)
