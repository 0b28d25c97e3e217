"""Maps of Tiled in XML: ``.tmx``, in the form of Tiled 1.8."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from fairground.core.clients.format import Export, Format
from fairground.core.clients.scenario_parts import ScenarioPart
from fairground.core.clients.tiled.model import TiledOutline, TileLayer
from fairground.core.clients.tiled.reading import read_map
from fairground.core.clients.tiled.tmx_tree import looks_like_tmx
from fairground.core.clients.tiled.writing import OPTIONS, map_of_scenario
from fairground.core.text.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.clients.format import ExportSettings
    from fairground.core.clients.tiled.model import (
        MapObject,
        ObjectLayer,
        Properties,
        TiledMap,
        Tileset,
        Value,
    )
    from fairground.core.scenario.document import Scenario

_ESCAPES: Final = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}
)
#: Characters that XML cannot hold, even escaped.
_UNWRITABLE: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Tmx(NamedTuple):
    """A file, and how many characters it cannot hold."""

    content: bytes
    unwritable: int


def write_tmx(tiled: TiledMap) -> Tmx:
    """Return a map as TMX; characters that XML does not have become U+FFFD."""
    writer = _Writer()
    text = "".join(f"{line}\n" for line in writer.document(tiled))
    return Tmx(text.encode(), writer.unwritable)


class _Writer:
    def __init__(self) -> None:
        self.unwritable = 0

    def document(self, tiled: TiledMap) -> Iterator[str]:
        grid = tiled.grid
        numbers = [it.id for layer in tiled.object_layers for it in layer.objects]
        head = self._tag(
            "map",
            version="1.8",
            # Some parsers want to know a version of Tiled.
            tiledversion="1.8.2",
            orientation="hexagonal",
            renderorder="right-down",
            width=tiled.columns,
            height=tiled.rows,
            tilewidth=grid.tile_width,
            tileheight=grid.tile_height,
            infinite=False,
            hexsidelength=grid.side,
            staggeraxis=grid.stagger_axis,
            staggerindex=grid.stagger_index,
            nextlayerid=len(tiled.layers) + 1,
            nextobjectid=max(numbers, default=0) + 1,
        )
        yield '<?xml version="1.0" encoding="UTF-8"?>'
        yield f"<{head}>"
        yield from self._properties(tiled.properties)
        for tileset in tiled.tilesets:
            yield from self._tileset(tileset, tiled)
        for number, layer in enumerate(tiled.layers, start=1):
            if isinstance(layer, TileLayer):
                yield from self._tile_layer(layer, number)
            else:
                yield from self._object_layer(layer, number)
        yield "</map>"

    def _tileset(self, tileset: Tileset, tiled: TiledMap) -> Iterator[str]:
        width, height = tiled.grid.tile_width, tiled.grid.tile_height
        head = self._tag(
            "tileset",
            firstgid=tileset.first_gid,
            name=tileset.name,
            tilewidth=width,
            tileheight=height,
            tilecount=tileset.count,
            columns=tileset.columns,
        )
        yield f" <{head}>"
        if not tileset.image:
            for number, tile in tileset.tiles.items():
                width, height = tile.size
                yield f"  <{self._tag('tile', id=number, type=tile.type)}>"
                yield f"   <{self._tag('image', source=tile.image, width=width, height=height)}/>"
                yield "  </tile>"
            yield " </tileset>"
            return
        rows = -(-tileset.count // tileset.columns)
        image = self._tag("image", source=tileset.image, width=tileset.columns * width, height=rows * height)
        yield f"  <{image}/>"
        for number, tile in tileset.tiles.items():
            yield f"  <{self._tag('tile', id=number, type=tile.type)}>"
            yield from self._properties(tile.properties)
            yield "  </tile>"
        yield " </tileset>"

    def _tile_layer(self, layer: TileLayer, number: int) -> Iterator[str]:
        rows, columns = layer.cells.shape
        yield f" <{self._tag('layer', id=number, name=layer.name, width=columns, height=rows)}>"
        yield '  <data encoding="csv">'
        yield ",\n".join(",".join(map(str, row)) for row in layer.cells.tolist())
        yield "  </data>"
        yield " </layer>"

    def _object_layer(self, layer: ObjectLayer, number: int) -> Iterator[str]:
        shown: dict[str, Value] = {} if layer.visible else {"visible": 0}
        if layer.in_order:
            shown["draworder"] = "index"
        yield f" <{self._tag('objectgroup', color=layer.colour, id=number, name=layer.name, **shown)}>"
        for it in layer.objects:
            yield from self._object(it)
        yield " </objectgroup>"

    def _object(self, it: MapObject) -> Iterator[str]:
        size: dict[str, Value] = {"width": it.width, "height": it.height} if it.width or it.height else {}
        tile: dict[str, Value] = {"gid": it.gid} if it.gid else {}
        turned: dict[str, Value] = {"rotation": it.rotation} if it.rotation else {}
        place: dict[str, Value] = {**tile, "x": it.x, "y": it.y, **size, **turned}
        yield f"  <{self._tag('object', id=it.id, name=it.name, type=it.type, **place)}>"
        yield from self._properties(it.properties)
        match it.outline:
            case TiledOutline.POINT:
                yield "   <point/>"
            case TiledOutline.POLYLINE:
                points = " ".join(f"{plain(x)},{plain(y)}" for x, y in it.points)
                yield f'   <polyline points="{points}"/>'
            case TiledOutline.TEXT:
                head = self._tag("text", pixelsize=max(6, round(it.height * 0.75)), wrap=0, halign="center")
                yield f"   <{head}>{self._escaped(it.text)}</text>"
        yield "  </object>"

    def _properties(self, properties: Properties) -> Iterator[str]:
        if not properties:
            return
        yield "   <properties>"
        for name, value in properties.items():
            kind: dict[str, Value] = {} if isinstance(value, str) else {"type": type_name(value)}
            yield f"    <{self._tag('property', name=name, **kind, value=value)}/>"
        yield "   </properties>"

    def _tag(self, name: str, /, **attributes: Value) -> str:
        """Return the content of a tag; ``False`` is written as 0, or as false in a property."""
        return " ".join([name, *(f'{key}="{self._attribute(name, it)}"' for key, it in attributes.items())])

    def _attribute(self, tag: str, value: Value) -> str:
        if isinstance(value, bool):
            return str(value).lower() if tag == "property" else str(int(value))
        return self._escaped(value) if isinstance(value, str) else plain(value)

    def _escaped(self, text: str) -> str:
        text, count = _UNWRITABLE.subn("\ufffd", text)
        self.unwritable += count
        return text.translate(_ESCAPES)


def plain(number: float) -> str:
    """Return a number without needless digits.

    >>> plain(12.0), plain(0.25)
    ('12', '0.25')
    """
    return str(int(number)) if number == int(number) else repr(float(number))


def type_name(value: Value) -> str:
    """Return Tiled's name for the type of a property."""
    if isinstance(value, bool):
        return "bool"
    return "int" if isinstance(value, int) else "float" if isinstance(value, float) else "string"


def _write(scenario: Scenario, settings: ExportSettings) -> Export:
    tiled, pictures = map_of_scenario(scenario, settings)
    content, unwritable = write_tmx(tiled)
    lost = f"{counted(unwritable, 'character')} that XML does not allow became �"
    return Export(content, (lost,) if unwritable else (), pictures)


FORMAT = Format(
    "tiled",
    "Tiled map (TMX)",
    ".tmx",
    _write,
    read_map,
    looks_like_tmx,
    carries=frozenset(ScenarioPart),
    options=OPTIONS,
    purpose="a map to edit in Tiled, with its tileset",
)
