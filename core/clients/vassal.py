"""VASSAL: a board for a module's ``buildFile.xml``, with its image and a matching hex grid.

VASSAL's first hex is at ``x0``, ``y0``, and every other column half a hex lower; pointy-top boards swap x and y. Where
the first column is the lower one, every other column starts at row -1, which ``stagger`` counts as row 0.
"""

from __future__ import annotations

import math
from collections import defaultdict
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree as ET

from fairground.core.clients.board_image import board_image, pixel_frame, pixels_option
from fairground.core.clients.format import Export, Format, Option
from fairground.core.clients.scenario_parts import DRAWN, ScenarioPart
from fairground.core.files.companions import Companion
from fairground.core.grid.hexes import Hex
from fairground.core.grid.hexsides import hexes_enclosed, region_boundary
from fairground.core.grid.labels import LabelStyle
from fairground.core.grid.layout import SQRT3, Orientation
from fairground.core.pictures.lettering import clean
from fairground.core.pictures.options import PictureOptions
from fairground.core.text.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy import bool_
    from numpy.typing import NDArray

    from fairground.core.clients.board_image import PixelFrame
    from fairground.core.clients.format import ExportSettings
    from fairground.core.grid.hexsides import Corner
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Zone

_BOARD: Final = "VASSAL.build.module.map.boardPicker.Board"
_GRID: Final = "VASSAL.build.module.map.boardPicker.board.HexGrid"
_NUMBERING: Final = "VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering"
_ZONE: Final = "VASSAL.build.module.map.boardPicker.board.mapgrid.Zone"
#: After Z, VASSAL continues with AA, BB and so on.
_ALPHABET: Final = 26
_HUNDRED: Final = 100

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
    letters = settings.text("numbering") == "letters"
    image = Companion.of(
        settings.stem, "board", ".png", drawn_board(scenario, frame, settings, letters=letters)
    )
    root = board_element(scenario, image.name)
    root.append(grid_element(board, frame, letters=letters))
    return Export(as_xml(root), tuple(_losses(board, settings, letters=letters)), (image,))


def drawn_board(scenario: Scenario, frame: PixelFrame, settings: ExportSettings, *, letters: bool) -> bytes:
    """Return the board as a PNG with its grid, labelled as VASSAL calls the hexes."""
    zones = settings.flag("zones")
    style = LabelStyle.COLUMN_LETTER if letters else LabelStyle.NUMERIC
    shown = PictureOptions(
        labels=settings.flag("labels"), label_style=style, zones=zones, objectives=zones, units=False
    )
    return board_image(scenario, frame, shown, grid=True)


def board_element(scenario: Scenario, image: str) -> ET.Element:
    """Return a board without a grid, by the name of its image."""
    return ET.Element(_BOARD, {"image": image, "name": plain_name(scenario.name), "reversible": "false"})


def grid_element(board: Board, frame: PixelFrame, *, letters: bool) -> ET.Element:
    """Return the hex grid of a board with its numbering."""
    grid = ET.Element(_GRID, _grid(board, frame))
    ET.SubElement(grid, _NUMBERING, _numbering(board, letters=letters))
    return grid


def grid_point(board: Board, frame: PixelFrame, at: Hex) -> tuple[int, int]:
    """Return the pixel that VASSAL takes for the centre of a hex, where its pieces snap to."""
    column, row = board.layout.to_offset(at)
    turned = board.layout.orientation is Orientation.POINTY
    line, place = (row, column) if turned else (column, row)
    first = frame.centre(Hex(0, 0))
    x, y = map(_nearest, reversed(first) if turned else first)
    lower = line % 2 if board.layout.is_odd else -(line % 2)
    # VASSAL cuts off what is beyond a whole pixel.
    x, y = (
        x + int(line * frame.across * SQRT3 / 2),
        y + math.trunc(place * frame.across + lower * frame.across / 2),
    )
    return (y, x) if turned else (x, y)


def zone_elements(scenario: Scenario, frame: PixelFrame) -> Iterator[ET.Element]:
    """Yield zones for objectives and zones; VASSAL names a hex after the first that holds it, so the smaller come first."""
    parts = [(plain_name(it.title), it.shape.mask(scenario.board)) for it in scenario.objectives]
    parts += sorted(
        ((_zone_name(scenario, it), it.shape.mask(scenario.board)) for it in scenario.zones),
        key=lambda part: int(part[1].sum()),
    )
    taken: dict[str, int] = defaultdict(int)
    for name, mask in parts:
        for path in _outlines(scenario, mask, frame):
            taken[name] += 1
            number = f" ({taken[name]})" if taken[name] > 1 else ""
            yield ET.Element(
                _ZONE,
                {
                    "name": name + number,
                    "locationFormat": "$gridLocation$ ($name$)",
                    "path": path,
                    "useParentGrid": "true",
                    "useHighlight": "false",
                    "highlightProperty": "",
                },
            )


def _zone_name(scenario: Scenario, zone: Zone) -> str:
    side = scenario.side(zone.side)
    return plain_name(zone.name or f"{side.title if side else ''} {zone.kind.value}".strip())


def _outlines(scenario: Scenario, mask: NDArray[bool_], frame: PixelFrame) -> Iterator[str]:
    """Yield the outline of each connected piece of an area, in whole pixels.

    VASSAL's zones are one line each, and a point is inside where a ray crosses it an odd number of times; so the line goes
    into each hole and back on the same way.
    """
    rings = region_boundary(scenario.board.hexes_of(mask & ~scenario.board.void))
    outer = [ring for ring in rings if hexes_enclosed(ring) > 0]
    holes: dict[tuple[Corner, ...], list[tuple[Corner, ...]]] = defaultdict(list)
    for hole in (ring for ring in rings if hexes_enclosed(ring) < 0):
        # The smallest outline around a hole is its own.
        holes[min((ring for ring in outer if _is_in(ring, hole[0])), key=hexes_enclosed)].append(hole)
    for ring in outer:
        line = [*ring]
        for hole in holes[ring]:
            line += [ring[0], *hole, hole[0]]
        line += [ring[0]] if holes[ring] else []
        points = (map(_nearest, frame.corner(at)) for at in line)
        yield ";".join(f"{x},{y}" for x, y in points)


def _is_in(ring: Sequence[Corner], at: Corner) -> bool:
    """Return whether a corner that is not on a ring is inside it."""
    inside = False
    for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
        if (a.r3 > at.r3) != (b.r3 > at.r3):
            # Where the side crosses the line through the corner, left or right of it, without a division.
            along = (b.q3 - a.q3) * (at.r3 - a.r3) - (at.q3 - a.q3) * (b.r3 - a.r3)
            inside ^= (along > 0) == (b.r3 > a.r3)
    return inside


def as_xml(root: ET.Element) -> bytes:
    """Return an element as an indented file; text that no file can hold becomes question marks."""
    ET.indent(root)
    return (ET.tostring(root, encoding="unicode") + "\n").encode(errors="replace")


def plain_name(name: str) -> str:
    """Return a name that Java's labels show as it is."""
    name = clean(name[:500])
    # They take what begins like this for a page, and load the pictures in it.
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


def numbering_losses(board: Board, *, letters: bool) -> Iterator[str]:
    """Yield a sentence where VASSAL calls some hexes by other names."""
    if letters and board.columns > _ALPHABET:
        more = counted(board.columns - _ALPHABET, "column")
        yield (
            f"VASSAL continues columns after Z with AA, BB and so on, so hexes in {more} have different "
            "names there"
        )
    if not letters and max(board.columns, board.rows) > _HUNDRED - 1:
        yield "VASSAL writes every column and row with three digits, so hexes with numbers below 100 have different names there"


def _losses(board: Board, settings: ExportSettings, *, letters: bool) -> Iterator[str]:
    yield from numbering_losses(board, letters=letters)
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
