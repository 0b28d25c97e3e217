"""The display list: a picture as layers of polygons, paths, circles, symbols and texts, in millimetres.

SVG, PNG (by way of SVG) and PDF are all made from it. x grows to the right, y down, from the top left corner. Items are
small frozen values.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fairground.core.files.images import ScenarioImage

Point = tuple[float, float]
#: A step of a path: ``M``, ``L``, ``Q``, ``C`` or ``Z`` and its absolute coordinates.
Command = tuple[str, tuple[float, ...]]
#: Names and values attached to an item in outputs (``data-level="2"`` in SVG).
Data = tuple[tuple[str, str], ...]


class Cap(StrEnum):
    """How a line ends."""

    BUTT = "butt"
    ROUND = "round"
    SQUARE = "square"


class Join(StrEnum):
    """How the stretches of a line meet."""

    MITER = "miter"
    ROUND = "round"


class TextAnchor(StrEnum):
    """Which part of a text stands at its x."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


class HatchMark(StrEnum):
    """What a hatch repeats."""

    LINES = "lines"
    DASHES = "dashes"
    GRID = "grid"
    DOTS = "dots"


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnItem:
    """The common fields of shapes: colours as ``#rrggbb`` (None: none), widths and dashes in mm.

    ``hatch`` names a hatch of the picture that replaces ``fill``; ``id`` is unique in the picture, or empty.
    """

    fill: str | None = None
    hatch: str | None = None
    stroke: str | None = None
    width: float = 0.0
    dash: tuple[float, ...] = ()
    cap: Cap = Cap.BUTT
    join: Join = Join.MITER
    opacity: float = 1.0
    id: str = ""
    data: Data = ()


@dataclass(frozen=True, slots=True)
class Polygon(DrawnItem):
    """A closed shape with straight sides."""

    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class PathShape(DrawnItem):
    """Straight and curved lines, in one or several pieces, open or closed."""

    commands: tuple[Command, ...]


@dataclass(frozen=True, slots=True)
class Circle(DrawnItem):
    """A circle."""

    x: float
    y: float
    radius: float


@dataclass(frozen=True, slots=True)
class TileSymbol:
    """A variant (from 1) of a tile's symbol centred on (x, y), drawn as in the picture's ``symbols``.

    ``scale`` 1 is a hex of 11 mm from centre to corner; ``rotation`` is in degrees, clockwise.
    """

    tile: str
    variant: int
    x: float
    y: float
    scale: float = 1.0
    rotation: float = 0.0
    opacity: float = 1.0

    @property
    def name(self) -> str:
        """The key of its drawing in ``Picture.symbols``."""
        return f"{self.tile}-{self.variant}"


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text on its baseline; ``size`` is that of the font in mm, ``spacing`` is added between letters.

    ``halo`` is the colour of a margin of ``halo_width`` around the letters.
    """

    x: float
    y: float
    text: str
    size: float
    fill: str
    anchor: TextAnchor = TextAnchor.START
    bold: bool = False
    spacing: float = 0.0
    halo: str | None = None
    halo_width: float = 0.0


@dataclass(frozen=True, slots=True)
class Group:
    """Items that belong together."""

    items: tuple[Item, ...]
    id: str = ""
    data: Data = ()
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Window:
    """Items clipped to a rectangle, given in their own coordinates; its top left corner is placed at (x, y)."""

    items: tuple[Item, ...]
    left: float
    top: float
    width: float
    height: float
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class PlacedImage:
    """An image of the picture's ``images``, by name, centred on (x, y); ``rotation`` is in degrees, clockwise."""

    image: str
    x: float
    y: float
    width: float
    height: float
    rotation: float = 0.0


Item = Polygon | PathShape | Circle | TileSymbol | Text | Group | Window | PlacedImage


@dataclass(frozen=True, slots=True)
class Hatch:
    """A pattern of parallel marks, ``spacing`` mm apart, turned clockwise by ``angle`` degrees."""

    colour: str
    mark: HatchMark
    angle: float
    spacing: float
    width: float
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Layer:
    """What can be shown or hidden together; layers are drawn in order, the first one lowest."""

    id: str
    title: str
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """A page.

    ``hex_size`` is centre to corner and ``origin`` the centre of A1: the centre of any hex is
    ``layout.centre(hex, size=picture.hex_size)`` plus the origin.
    """

    width_mm: float
    height_mm: float
    layers: tuple[Layer, ...]
    title: str = ""
    description: str = ""
    hex_size: float = 11.0
    origin: Point = (0.0, 0.0)
    symbols: Mapping[str, tuple[Item, ...]] = field(default_factory=dict)
    hatches: Mapping[str, Hatch] = field(default_factory=dict)
    images: Mapping[str, ScenarioImage] = field(default_factory=dict)

    def layer(self, layer_id: str) -> Layer | None:
        """Return the layer with that id; None when the picture has none."""
        return next((layer for layer in self.layers if layer.id == layer_id), None)
