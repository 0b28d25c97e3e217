"""A scenario as an SVG picture: in mm, a group per layer, each hex with its id (``h0304``) and data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.clients.format import Export, Format
from fairground.core.clients.picture_contents import ONE_PAGE, PICTURED, draw_ordered
from fairground.core.pictures import to_svg

if TYPE_CHECKING:
    from fairground.core.clients.export_options import ExportSettings
    from fairground.core.scenario.document import Scenario


def _write(scenario: Scenario, settings: ExportSettings) -> Export:
    return Export(to_svg(draw_ordered(scenario, settings)).encode())


FORMAT = Format(
    "svg",
    "SVG picture",
    ".svg",
    _write,
    carries=PICTURED,
    options=ONE_PAGE,
    purpose="a drawing for web pages and drawing programs",
)
