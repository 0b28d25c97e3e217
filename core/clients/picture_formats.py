"""Pictures of a scenario as SVG and PNG, and the options that all pictures share."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from fairground.core.clients.format import Export, Format, Option
from fairground.core.clients.scenario_parts import DRAWN, ScenarioPart
from fairground.core.errors import ScenarioError, UsageError
from fairground.core.grid.labels import LabelStyle
from fairground.core.grid.layout import SQRT3
from fairground.core.pictures import PictureOptions, draw_board, to_png, to_svg
from fairground.core.pictures.display_list import Group, Text, Window
from fairground.core.pictures.pdf import letters_lacking
from fairground.core.pictures.png import MAX_DPI, MAX_PIXELS_A_SIDE, MIN_DPI, MM_PER_INCH
from fairground.core.scenario.players_copy import players_copy
from fairground.core.text.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fairground.core.clients.format import ExportSettings
    from fairground.core.pictures import Picture
    from fairground.core.pictures.display_list import Item
    from fairground.core.scenario.document import Scenario

#: The parts shown in a picture.
PICTURED: Final = DRAWN | {
    ScenarioPart.TITLE,
    ScenarioPart.AUTHOR,
    ScenarioPart.RULESET,
    ScenarioPart.WEATHER,
    ScenarioPart.TURNS,
    ScenarioPart.SIDES,
    ScenarioPart.UNITS,
    ScenarioPart.ARRIVALS,
}

_COPIES: Final = ("full", "players")
_AS_SCENARIO: Final = "scenario"
_NO_LABELS: Final = "none"
#: Whether secrets are drawn, and for whom.
COPY: Final = (
    Option(
        "copy",
        "full: everything; players: without the other sides' units, reinforcements and objectives",
        _COPIES[0],
        choices=_COPIES,
    ),
    Option(
        "side",
        "side that the players' copy is for; without one, everything that belongs to a side is hidden",
        "",
        "side",
    ),
)
#: The options of all pictures.
COMMON: Final = (
    Option(
        "hexes",
        ("hexes to draw, as an expression such as rows 1-3 & columns 1-3; if empty, all hexes"),
        "",
        "text",
    ),
    Option("grid", "draw the outlines of the hexes", "yes", "flag"),
    Option(
        "labels",
        "hex labels: the scenario's style, C4, 0304, D3, (2,2) or none",
        _AS_SCENARIO,
        choices=(_AS_SCENARIO, *(it.value for it in LabelStyle), _NO_LABELS),
    ),
    Option("grey", "draw in grey, for printers without colour", "no", "flag"),
    *COPY,
)
#: The options of a picture on one page.
ONE_PAGE: Final = (
    *COMMON,
    Option("legend", "draw the legend", "yes", "flag"),
    Option(
        "hex-width",
        "hex width across the flats in mm",
        "19.05",
        "number",
        lowest=Fraction(2),
        highest=Fraction(150),
    ),
)

_DPI = Option("dpi", "pixels per inch", "150", "number", lowest=Fraction(MIN_DPI), highest=Fraction(MAX_DPI))
#: The size of a PNG in pixels, instead of ``dpi``.
_IN_PIXELS = (
    Option(
        "hex-pixels",
        "hex width across the flats in pixels, for virtual tabletops; 0: derived from hex width and dpi",
        "0",
        "number",
        highest=Fraction(2000),
    ),
    Option(
        "width-pixels",
        "width of the picture in pixels; 0: derived from hex width and dpi",
        "0",
        "number",
        highest=Fraction(MAX_PIXELS_A_SIDE),
        whole=True,
    ),
)


def copied(scenario: Scenario, settings: ExportSettings) -> Scenario:
    """Return the full or players' copy of the scenario; raise UsageError for an unknown side, or a side of a full copy."""
    side = settings.text("side")
    if settings.text("copy") != "players":
        if side:
            raise UsageError("a side needs the players' copy: set 'copy' to players, or leave out 'side'")
        return scenario
    try:
        return players_copy(scenario, side)
    except ScenarioError as error:
        raise UsageError(str(error)) from error


def picture_options(settings: ExportSettings, **others: Any) -> PictureOptions:  # noqa: ANN401  # what PictureOptions takes
    """Return the settings that all pictures share as picture options, with others added."""
    labels = settings.text("labels")
    return PictureOptions(
        hexes=settings.text("hexes"),
        grid=settings.flag("grid"),
        labels=labels != _NO_LABELS,
        label_style=None if labels in (_AS_SCENARIO, _NO_LABELS) else LabelStyle(labels),
        grey=settings.flag("grey"),
        **others,
    )


def hex_size(settings: ExportSettings) -> float:
    """Return the distance from centre to corner, in mm."""
    return float(settings.number("hex-width")) / SQRT3


def draw_ordered(scenario: Scenario, settings: ExportSettings) -> Picture:
    """Return the picture on one page by the settings; errors as ``draw_board`` and ``copied``."""
    options = picture_options(settings, hex_size=hex_size(settings), legend=settings.flag("legend"))
    return draw_board(copied(scenario, settings), options)


def letters_lost(pictures: Iterable[Picture]) -> tuple[str, ...]:
    """Return the loss of letters that the font of PDF and PNG lacks, as a sentence; empty if it has all."""
    lacking = letters_lacking(text for it in pictures for layer in it.layers for text in _texts(layer.items))
    if not lacking:
        return ()
    some = " ".join(lacking[:8]) + (" …" if len(lacking) > 8 else "")
    return (f"{counted(len(lacking), 'character')} missing from the font ({some}) are drawn as boxes",)


def _texts(items: Iterable[Item]) -> Iterator[str]:
    for item in items:
        if isinstance(item, Text):
            yield item.text
        elif isinstance(item, Group | Window):
            yield from _texts(item.items)


def _write_svg(scenario: Scenario, settings: ExportSettings) -> Export:
    return Export(to_svg(draw_ordered(scenario, settings)).encode())


def _write_png(scenario: Scenario, settings: ExportSettings) -> Export:
    picture = draw_ordered(scenario, settings)
    return Export(to_png(picture, dpi=_resolution(settings, picture)), letters_lost((picture,)))


def _resolution(settings: ExportSettings, picture: Picture) -> float:
    """Return the pixels per inch; raise UsageError if both sizes in pixels are set."""
    hex_pixels, width = (settings.number(it.name) for it in _IN_PIXELS)
    if hex_pixels and width:
        raise UsageError("set either 'hex-pixels' or 'width-pixels', not both")
    if hex_pixels:
        return float(hex_pixels / settings.number("hex-width")) * MM_PER_INCH
    # To the middle of the last pixel, since the width is rounded up.
    return (float(width) - 0.5) / picture.width_mm * MM_PER_INCH if width else float(settings.number("dpi"))


SVG = Format(
    "svg",
    "SVG picture",
    ".svg",
    _write_svg,
    carries=PICTURED,
    options=ONE_PAGE,
    purpose="a drawing for web pages and drawing programs",
)
PNG = Format(
    "png",
    "PNG picture",
    ".png",
    _write_png,
    carries=PICTURED,
    options=(_DPI, *_IN_PIXELS, *ONE_PAGE),
    purpose="a picture for players, posts or virtual tabletops",
)
