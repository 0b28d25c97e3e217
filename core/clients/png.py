"""A scenario as a PNG picture: the SVG one, rasterised."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from fairground.core.clients.export_options import Option
from fairground.core.clients.format import Export, Format
from fairground.core.clients.picture_contents import ONE_PAGE, PICTURED, draw_ordered
from fairground.core.pictures import to_png
from fairground.core.pictures.png import MAX_DPI, MIN_DPI

if TYPE_CHECKING:
    from fairground.core.clients.export_options import ExportSettings
    from fairground.core.scenario.document import Scenario

_DPI = Option("dpi", "pixels per inch", "150", "number", lowest=Fraction(MIN_DPI), highest=Fraction(MAX_DPI))


def _write(scenario: Scenario, settings: ExportSettings) -> Export:
    return Export(to_png(draw_ordered(scenario, settings), dpi=float(settings.number("dpi"))))


FORMAT = Format(
    "png",
    "PNG picture",
    ".png",
    _write,
    carries=PICTURED,
    options=(_DPI, *ONE_PAGE),
    purpose="a picture for players, a post or a virtual table",
)
