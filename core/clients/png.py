"""A scenario as a PNG picture: the SVG one, rasterised."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.clients.format import PICTURE_LOSSES, Export, Format
from fairground.core.pictures import draw_board, to_png

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario


def _write(scenario: Scenario) -> Export:
    return Export(to_png(draw_board(scenario)), PICTURE_LOSSES)


FORMAT = Format("png", "PNG picture", ".png", _write)
