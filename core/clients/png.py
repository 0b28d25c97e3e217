"""A scenario as a PNG picture: the SVG one, rasterised."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.clients.format import Export, Format
from fairground.core.pictures import draw_board, to_png

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario

_LOSSES = ("a picture shows the scenario but cannot be read back: rules, notes and victory are not in it",)


def _write(scenario: Scenario) -> Export:
    return Export(to_png(draw_board(scenario)), _LOSSES)


FORMAT = Format("png", "PNG picture", ".png", _write)
