"""What pictures of a scenario show of it, and what can be chosen about them."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from fairground.core.clients.export_options import Option
from fairground.core.clients.scenario_parts import DRAWN, ScenarioPart
from fairground.core.errors import ScenarioError, UsageError
from fairground.core.grid.labels import LabelStyle
from fairground.core.grid.layout import SQRT3
from fairground.core.pictures import PictureOptions, draw_board
from fairground.core.scenario.players_copy import players_copy

if TYPE_CHECKING:
    from fairground.core.clients.export_options import ExportSettings
    from fairground.core.pictures import Picture
    from fairground.core.scenario.document import Scenario

#: The parts that are drawn or written on the picture.
PICTURED: Final = DRAWN | {
    ScenarioPart.TITLE,
    ScenarioPart.AUTHOR,
    ScenarioPart.RULESET,
    ScenarioPart.WEATHER,
    ScenarioPart.TURNS,
    ScenarioPart.SIDES,
    ScenarioPart.UNITS,
}

_COPIES: Final = ("full", "players")
_NO_LABELS: Final = "none"
#: What can be chosen about all pictures.
COMMON: Final = (
    Option(
        "hexes", "the hexes to draw, written like a zone (rows 1-3 & columns 1-3); empty: all", "", "text"
    ),
    Option("grid", "draw the outlines of the hexes", "yes", "flag"),
    Option(
        "labels",
        "hex labels: C4, 0304, D3 or none",
        LabelStyle.COLUMN_LETTER.value,
        choices=(*(it.value for it in LabelStyle), _NO_LABELS),
    ),
    Option("grey", "draw in grey, for printers without colour", "no", "flag"),
    Option(
        "copy",
        "full, or players: without units, reinforcements and objectives of the other sides",
        _COPIES[0],
        choices=_COPIES,
    ),
    Option(
        "side", "the side whose players' copy to draw, by id; empty: without those of every side", "", "text"
    ),
)
#: What can be chosen about a picture on one page.
ONE_PAGE: Final = (
    *COMMON,
    Option("legend", "draw the legend", "yes", "flag"),
    Option(
        "hex-width",
        "mm across the flats of a hex",
        "19.05",
        "number",
        lowest=Fraction(2),
        highest=Fraction(150),
    ),
)


def copied(scenario: Scenario, order: ExportSettings) -> Scenario:
    """Return the scenario as the copy that is asked for shows it.

    Raises
    ------
    UsageError
        When the copy is for a side that there is not, or a side is named for a copy that shows all.
    """
    side = order.text("side")
    if order.text("copy") != "players":
        if side:
            raise UsageError(f"side needs a players' copy: set copy=players with side={side}")
        return scenario
    try:
        return players_copy(scenario, side)
    except ScenarioError as error:
        raise UsageError(str(error)) from error


def picture_options(order: ExportSettings, **others: Any) -> PictureOptions:  # noqa: ANN401  # what PictureOptions takes
    """Return what an order says about all pictures, with others of the choices."""
    labels = order.text("labels")
    return PictureOptions(
        hexes=order.text("hexes"),
        grid=order.flag("grid"),
        labels=labels != _NO_LABELS,
        label_style=LabelStyle.COLUMN_LETTER if labels == _NO_LABELS else LabelStyle(labels),
        grey=order.flag("grey"),
        **others,
    )


def hex_size(order: ExportSettings) -> float:
    """Return the distance from centre to corner of the hexes that are asked for, mm."""
    return float(order.number("hex-width")) / SQRT3


def draw_ordered(scenario: Scenario, order: ExportSettings) -> Picture:
    """Return the picture on one page that an order asks for; errors as ``draw_board`` and ``copied``."""
    options = picture_options(order, hex_size=hex_size(order), legend=order.flag("legend"))
    return draw_board(copied(scenario, order), options)
