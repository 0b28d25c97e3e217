"""The tiles: what a kind of terrain or effect looks like, one SVG file each in ``resources/tiles``.

A tile file is plain SVG Tiny, so that resvg and Qt draw it alike: the view box is ``-11 -11 22 22`` with the hex's
centre in the middle and 11 from centre to corner, in either orientation. Groups ``v1`` to ``v4`` hold variants of the
symbol, of ``path`` and ``circle`` only, with absolute coordinates and presentation attributes; each begins with an
invisible ``rect`` of the view box, so that its bounds are known. Attributes of the root say the rest:

- ``data-fill`` and ``data-ink``: the colour of the ground and the main colour of the symbol;
- ``data-shore``: the colour of a line along the border of an area of this tile;
- ``data-joins``: hexes whose tiles join the same network are connected by a band (road, stream), which is
  ``data-band`` mm wide, coloured ``data-band-fill`` and edged with ``data-band-edge``; ``data-band-lines`` are drawn
  over it, lowest first, each ``width colour`` with the lengths of dashes and gaps when it is broken, with ``;`` between;
- ``data-axis``: the symbol lies along x, and is turned along the band (bridge);
- ``data-stands``: the symbol stands on the ground of other terrain in its hex (trees, buildings);
- ``data-detail``: the symbol is a mark on what else is in the hex, which it leaves in sight.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from fairground.core.pictures.display_list import Cap, Circle, Join, PathShape
from fairground.core.rules.ruleset_files import shipped_tiles

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable
    from xml.etree import ElementTree as ET

    from fairground.core.files.images import ScenarioImage
    from fairground.core.pictures.display_list import Command, Item

#: Centre to corner of the hex that tiles are drawn for, mm.
TILE_SIZE = 11.0
UNKNOWN = "unknown"

_SVG = "{http://www.w3.org/2000/svg}"
_STEP = re.compile(r"([MLHVQCZ])([^MLHVQCZ]*)")
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
_ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "C": 6}


class TileRole(StrEnum):
    """Where in the stack of a hex a tile is drawn, the lowest first."""

    GROUND = "ground"
    #: On the ground: trees, buildings.
    STANDING = "standing"
    #: A mark on other terrain.
    DETAIL = "detail"


class BandLine(NamedTuple):
    """A line along a band, in mm."""

    width: float
    colour: str
    dash: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class TileBand:
    """The line that connects hexes of one network."""

    network: str
    width: float
    fill: str
    edge: str
    lines: tuple[BandLine, ...] = ()

    @property
    def strokes(self) -> tuple[BandLine, ...]:
        """All that is drawn along it, the lowest first."""
        return (BandLine(self.width + 0.9, self.edge), BandLine(self.width, self.fill), *self.lines)


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile: its ground, and variants of its symbol as items around (0, 0)."""

    name: str
    fill: str
    ink: str
    variants: tuple[tuple[Item, ...], ...]
    shore: str | None = None
    band: TileBand | None = None
    has_axis: bool = False
    role: TileRole = TileRole.GROUND
    #: The image that its symbol consists of, in one's own terrain.
    image: ScenarioImage | None = None

    def variant_at(self, column: int, row: int) -> int:
        """Return the variant (from 1) for a hex, scattered but repeatable."""
        seed = (column * 0x9E3779B1 ^ row * 0x85EBCA77) & 0xFFFFFFFF
        seed = (seed ^ seed >> 15) * 0x2C1B3C6D & 0xFFFFFFFF
        return (seed ^ seed >> 13) % len(self.variants) + 1


def _folder() -> Traversable:
    return files("fairground.resources") / "tiles"


def tile_names() -> tuple[str, ...]:
    """Return the names of all shipped tiles, sorted."""
    return shipped_tiles()


@cache
def tile_source(name: str) -> bytes:
    """Return the SVG file of a tile, ``unknown`` by default, for other renderers."""
    return (_folder() / f"{name if name in tile_names() else UNKNOWN}.svg").read_bytes()


#: The tiles of one's own terrain by name, which is different for every look.
_own_tiles: dict[str, Tile] = {}


def register_tile(tile: Tile) -> None:
    """Let ``load_tile`` find a tile of one's own terrain."""
    _own_tiles[tile.name] = tile


def load_tile(name: str) -> Tile:
    """Return a tile by name; default: ``unknown``."""
    return _own_tiles.get(name) or _shipped_tile(name)


@cache
def _shipped_tile(name: str) -> Tile:
    from xml.etree import ElementTree as ET

    known = name if name in tile_names() else UNKNOWN
    root = ET.fromstring(tile_source(known))  # noqa: S314 -- a file that ships with the program
    band = None
    if network := root.get("data-joins"):
        band = TileBand(
            network,
            float(root.attrib["data-band"]),
            root.attrib["data-band-fill"],
            root.attrib["data-band-edge"],
            tuple(_band_lines(root.get("data-band-lines", ""))),
        )
    role = TileRole.STANDING if "data-stands" in root.attrib else TileRole.GROUND
    return Tile(
        name=known,
        fill=root.attrib["data-fill"],
        ink=root.attrib["data-ink"],
        variants=tuple(tuple(_items(group)) for group in root.iter(f"{_SVG}g")),
        shore=root.get("data-shore"),
        band=band,
        has_axis="data-axis" in root.attrib,
        role=TileRole.DETAIL if "data-detail" in root.attrib else role,
    )


def _band_lines(text: str) -> Iterator[BandLine]:
    for part in filter(None, text.split(";")):
        width, colour, *dash = part.split()
        yield BandLine(float(width), colour, tuple(map(float, dash)))


def _items(group: ET.Element) -> list[Item]:
    found: list[Item] = []
    for element in group:
        fill, stroke = (None if paint == "none" else paint for paint in _paints(element))
        width = float(element.get("stroke-width", "1")) if stroke else 0.0
        cap = Cap(element.get("stroke-linecap", "butt"))
        join = Join(element.get("stroke-linejoin", "miter"))
        opacity = float(element.get("opacity", "1"))
        if element.tag == f"{_SVG}path":
            commands = parse_path(element.attrib["d"])
            found.append(
                PathShape(
                    commands, fill=fill, stroke=stroke, width=width, cap=cap, join=join, opacity=opacity
                )
            )
        elif element.tag == f"{_SVG}circle":
            x, y, radius = (float(element.attrib[name]) for name in ("cx", "cy", "r"))
            found.append(Circle(x, y, radius, fill=fill, stroke=stroke, width=width, opacity=opacity))
    return found


def _paints(element: ET.Element) -> tuple[str, str]:
    return element.get("fill", "#000000"), element.get("stroke", "none")


def parse_path(text: str) -> tuple[Command, ...]:
    """Return the commands of SVG path data made of absolute M, L, H, V, Q, C and Z; H and V become L.

    >>> parse_path("M1 2H4Z")
    (('M', (1.0, 2.0)), ('L', (4.0, 2.0)), ('Z', ()))
    """
    commands: list[Command] = []
    x = y = 0.0
    for letter, rest in _STEP.findall(text):
        if letter == "Z":
            commands.append(("Z", ()))
            continue
        numbers = [float(number) for number in _NUMBER.findall(rest)]
        count = _ARGUMENTS[letter]
        for at in range(0, len(numbers), count):
            values = tuple(numbers[at : at + count])
            if letter == "H":
                values = (values[0], y)
            elif letter == "V":
                values = (x, values[0])
            x, y = values[-2:]
            step = "L" if letter in "HV" or (letter == "M" and at) else letter
            commands.append((step, values))
    return tuple(commands)
