"""The pages of a print, in order, and the PDF that holds them."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final, NamedTuple

from fairground.core.clients.format import Export, Format, Option
from fairground.core.clients.pdf.assembly import assembly_sheets
from fairground.core.clients.pdf.map_sheet import PrintedBoard, map_sheet, vertices_of
from fairground.core.clients.pdf.paper_sheets import BLEED, PAPERS, Paper, lay_out
from fairground.core.clients.picture_formats import (
    COMMON,
    PICTURED,
    copied,
    hex_size,
    letters_lost,
    picture_options,
)
from fairground.core.clients.scenario_parts import ScenarioPart
from fairground.core.clients.scenario_parts import losses as dropped
from fairground.core.errors import LimitError
from fairground.core.pictures.board_picture import board_layers
from fairground.core.pictures.clipping import ClippedItems
from fairground.core.pictures.looks import Looks
from fairground.core.pictures.options import parts_shown, shown_hexes
from fairground.core.pictures.pdf import to_pdf
from fairground.core.pictures.plan import BoardPlan, shown_extent
from fairground.core.pictures.png import in_grey
from fairground.core.pictures.scene import Scene

if TYPE_CHECKING:
    from fairground.core.clients.format import ExportSettings
    from fairground.core.pictures import Picture
    from fairground.core.pictures.display_list import Item
    from fairground.core.scenario.document import Scenario

_AUTO, _UPRIGHT, _LYING = "auto", "portrait", "landscape"
OPTIONS: Final = (
    Option("paper", "paper size", "a4", choices=tuple(PAPERS)),
    Option(
        "orientation",
        "page orientation; auto: whichever needs fewer sheets",
        _AUTO,
        choices=(_AUTO, _UPRIGHT, _LYING),
    ),
    Option(
        "hex-width",
        "hex width across the flats in mm, such as 31.75 (1.25 in), 19.05 (0.75 in) or 16",
        "31.75",
        "number",
        lowest=Fraction(2),
        highest=Fraction(150),
    ),
    Option(
        "overlap", "overlap between sheets in mm", "12.7", "number", lowest=Fraction(0), highest=Fraction(50)
    ),
    Option(
        "margin",
        "page margin in mm",
        "10",
        "number",
        lowest=Fraction(5),
        highest=Fraction(40),
    ),
    Option("assembly", "start with assembly instructions, a legend and the mission", "yes", "flag"),
    *COMMON,
)


#: The parts on the sheet with the mission.
_MISSION: Final = frozenset({ScenarioPart.WINS, ScenarioPart.HOUSE_RULES, ScenarioPart.VICTORY})

#: The most hexes printed; more would take minutes and gigabytes.
MAX_PRINTED: Final = 40_000


class PrintPage(NamedTuple):
    """A page of a print, by what it is called in the file's outline."""

    name: str
    picture: Picture


def print_pages(scenario: Scenario, settings: ExportSettings) -> list[PrintPage]:
    """Return the pages of a scenario on paper: assembly sheet, legend, mission, then the sheets row by row.

    Raise UsageError for unknown hexes or sides or a hex larger than the paper, and LimitError for too many sheets or over
    ``MAX_PRINTED`` hexes.
    """
    options = picture_options(settings, hex_size=hex_size(settings), legend=False, title=False)
    scenario = copied(scenario, settings)
    looks = Looks(scenario)
    chosen = shown_hexes(scenario.board, options.hexes)
    if (count := int(chosen.sum())) > MAX_PRINTED:
        raise LimitError(
            f"at most {MAX_PRINTED:,} hexes can be printed, not {count:,}. Choose part of the board"
        )
    scenario = parts_shown(scenario, chosen)
    plan = BoardPlan(scenario.board, size=options.hex_size, left=BLEED, top=BLEED, shown=chosen)
    across, down = shown_extent(scenario.board, chosen, options.hex_size)
    extent = across + 2 * BLEED, down + 2 * BLEED
    sheets = lay_out(plan, extent, _papers(settings), overlap=float(settings.number("overlap")))
    scene = Scene(scenario, plan, looks, options)
    items: list[Item] = [item for layer in board_layers(scene) for item in layer.items]
    pages = []
    if settings.flag("assembly"):
        found = assembly_sheets(scene, chosen, extent, sheets)
        pages += [PrintPage(it.description, it) for it in found]
    board = PrintedBoard(ClippedItems(items), scene, vertices_of(plan))
    for sheet in sheets.there:
        pages.append(PrintPage(f"Sheet {sheet.label}", map_sheet(board, sheets, sheet, scenario.name)))
    if options.grey:
        pages = [PrintPage(name, in_grey(picture)) for name, picture in pages]
    return pages


def _papers(settings: ExportSettings) -> list[Paper]:
    name = settings.text("paper")
    upright = Paper(name, *PAPERS[name], margin=float(settings.number("margin")))
    turns = {_UPRIGHT: [upright], _LYING: [upright.turned], _AUTO: [upright, upright.turned]}
    return turns[settings.text("orientation")]


def _write(scenario: Scenario, settings: ExportSettings) -> Export:
    pages = print_pages(scenario, settings)
    # The mission is beside the assembly instructions; usual victory conditions alone are no mission.
    lost = () if any(page.name.startswith("Mission") for page in pages) else _MISSION
    losses = dropped(scenario, frozenset(ScenarioPart) - frozenset(lost))
    content = to_pdf(
        [page.picture for page in pages],
        bookmarks=[page.name for page in pages],
        author=scenario.author[:500],
    )
    return Export(content, (*losses, *letters_lost(page.picture for page in pages)))


FORMAT = Format(
    "pdf",
    "PDF to print at true scale",
    ".pdf",
    _write,
    carries=PICTURED | _MISSION,
    options=OPTIONS,
    purpose="sheets to print, cut and tape together, with assembly instructions",
)
