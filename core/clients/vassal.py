"""VASSAL: a board for a module's ``buildFile.xml``, with its image and a matching hex grid.

VASSAL's first hex is at ``x0``, ``y0``, and every other column half a hex lower; pointy-top boards swap x and y. Where
the first column is the lower one, every other column starts at row -1, which ``stagger`` counts as row 0.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree as ET

from fairground.core.clients.board_image import board_image, pixel_frame, pixels_option
from fairground.core.clients.format import Export, Format, Option
from fairground.core.clients.scenario_parts import DRAWN, ScenarioPart
from fairground.core.files.companions import Companion
from fairground.core.grid.hexes import Hex
from fairground.core.grid.layout import SQRT3, Orientation
from fairground.core.pictures.lettering import clean
from fairground.core.pictures.options import PictureOptions
from fairground.core.text.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.clients.board_image import PixelFrame
    from fairground.core.clients.format import ExportSettings
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario

_BOARD: Final = "VASSAL.build.module.map.boardPicker.Board"
_GRID: Final = "VASSAL.build.module.map.boardPicker.board.HexGrid"
_NUMBERING: Final = "VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering"
#: After Z, VASSAL continues with AA, BB and so on.
_ALPHABET: Final = 26

_OPTIONS: Final = (
    # With 90, a hex is 103.92 pixels from corner to corner: all hexes lie within a tenth of a pixel of the grid.
    pixels_option(90, least=16),
    Option(
        "numbering",
        "hex names in VASSAL: A1 or 0101",
        "letters",
        "choice",
        choices=("letters", "numbers"),
    ),
    Option("labels", "draw labels on the image", "yes", "flag"),
    Option("zones", "draw zones and objectives on the image", "yes", "flag"),
)


def _write(scenario: Scenario, settings: ExportSettings) -> Export:
    board = scenario.board
    frame = pixel_frame(board, int(settings.number("pixels")))
    zones = settings.flag("zones")
    shown = PictureOptions(labels=settings.flag("labels"), zones=zones, objectives=zones, units=False)
    image = Companion.of(settings.stem, "board", ".png", board_image(scenario, frame, shown, grid=True))
    letters = settings.text("numbering") == "letters"
    name = _plain(clean(scenario.name[:500]))
    root = ET.Element(_BOARD, {"image": image.name, "name": name, "reversible": "false"})
    grid = ET.SubElement(root, _GRID, _grid(board, frame))
    ET.SubElement(grid, _NUMBERING, _numbering(board, letters=letters))
    ET.indent(root)
    text = ET.tostring(root, encoding="unicode") + "\n"
    return Export(text.encode(errors="replace"), tuple(_losses(board, settings, letters=letters)), (image,))


def _plain(name: str) -> str:
    # Java's labels take what begins like this for a page, and load the pictures in it.
    return f" {name}" if name[:6].lower() == "<html>" else name


def _grid(board: Board, frame: PixelFrame) -> dict[str, str]:
    x, y = map(_nearest, frame.centre(Hex(0, 0)))
    turned = board.layout.orientation is Orientation.POINTY
    first = (y, x) if turned else (x, y)
    return {
        "x0": str(first[0]),
        "y0": str(first[1]),
        "dx": repr(frame.across * SQRT3 / 2),
        "dy": repr(float(frame.across)),
        "sideways": _flag(turned),
        "snapTo": _flag(value=True),
        "edgesLegal": _flag(value=False),
        "cornersLegal": _flag(value=False),
        "visible": _flag(value=False),
        "dotsVisible": _flag(value=False),
        "color": "0,0,0",
    }


def _numbering(board: Board, *, letters: bool) -> dict[str, str]:
    digits = max(2, len(str(max(board.columns, board.rows)))) - 1
    # Leading zeros, beside the digits that there always are.
    column = {"Type": "A", "Off": "0", "Leading": "0"} if letters else {"Type": "N", "Off": "1"}
    row = {"Type": "N", "Off": "1"}
    zeros = "0" if letters else str(digits)
    column, row = {"Leading": zeros, **column}, {"Leading": zeros, **row}
    turned = board.layout.orientation is Orientation.POINTY
    # The columns of a turned grid are the rows of the board.
    across, down = (row, column) if turned else (column, row)
    return {
        "first": "V" if turned else "H",
        "sep": "",
        **{f"h{key}": value for key, value in across.items()},
        **{f"v{key}": value for key, value in down.items()},
        "hDescend": _flag(value=False),
        "vDescend": _flag(value=False),
        "stagger": _flag(not board.layout.is_odd),
        "visible": _flag(value=False),
        "locationFormat": "$gridLocation$",
    }


def _nearest(length: float) -> int:
    return math.floor(length + 0.5)


def _flag(value: bool) -> str:  # noqa: FBT001  # the value itself
    return "true" if value else "false"


def _losses(board: Board, settings: ExportSettings, *, letters: bool) -> Iterator[str]:
    if letters and board.columns > _ALPHABET:
        more = counted(board.columns - _ALPHABET, "column")
        yield (
            f"VASSAL continues columns after Z with AA, BB and so on, so hexes in {more} have different "
            "names there"
        )
    for part, name in (("labels", "labels"), ("zones", "zones and objectives")):
        if not settings.flag(part):
            yield f"{name} are not drawn, as requested"


FORMAT = Format(
    "vassal",
    "VASSAL board",
    ".xml",
    _write,
    carries=DRAWN | {ScenarioPart.TITLE},
    options=_OPTIONS,
    purpose="a board with its grid, for a VASSAL module",
)
