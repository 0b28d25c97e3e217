"""From the data of a TMX or TMJ file to a map: everything is checked, and groups and endless maps become plain ones."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from fairground.core.clients.import_findings import MOST_LISTED
from fairground.core.clients.tiled.model import (
    GID_BITS,
    MapObject,
    ObjectLayer,
    TiledGrid,
    TiledMap,
    TiledOutline,
    TiledTile,
    TileLayer,
    Tileset,
    bounded,
)
from fairground.core.clients.tiled.tmx_tree import (
    LINE,
    MAX_CELLS,
    CellBlock,
    TreeError,
    line_of_name,
    read_cells,
    tmj_tree,
    tmx_tree,
)
from fairground.core.errors import FairgroundError
from fairground.core.grid.layout import Layout
from fairground.core.scenario.board import MAX_SIDE
from fairground.core.text.foreign import finite_number, parse_decimal, parse_whole, whole_number
from fairground.core.text.wording import describe, shorten

if TYPE_CHECKING:
    from fairground.core.clients.format import ImportSource
    from fairground.core.clients.import_findings import ImportFindings
    from fairground.core.clients.tiled.model import Point, Properties

    Node = dict[str, Any]

#: Limits: tilesets of a map, pixels of a tile, and nested layers.
_MOST_TILESETS, _MOST_PIXELS, _MOST_NESTED = 200, 10_000, 20
#: The most bytes of all tilesets in files of their own.
_MOST_EXTERNAL: Final = 16 * 2**20
_TOO_LARGE: Final = f"together, the tilesets of a map may have at most {_MOST_EXTERNAL // 2**20} MB"
#: The greatest distance of objects from the map, in pixels.
_FAR: Final = 10_000_000
_LAYOUTS: Final = {
    ("x", "odd"): Layout.ODD_Q,
    ("x", "even"): Layout.EVEN_Q,
    ("y", "odd"): Layout.ODD_R,
    ("y", "even"): Layout.EVEN_R,
}


def read_tiled(source: ImportSource, findings: ImportFindings) -> TiledMap | None:
    """Return the map of a TMX or TMJ file; None, with the reasons in ``findings``, when it cannot be read at all."""
    tree = tmx_tree if source.text.lstrip().startswith("<") else tmj_tree
    try:
        data = tree(source.text)
    except TreeError as error:
        findings.add("import.bad-line", str(error), line=error.line)
        return None
    return _Reader(source, findings).map(data)


class _Reader:
    def __init__(self, source: ImportSource, findings: ImportFindings) -> None:
        self._source = source
        self._findings = findings
        self._cells = 0
        #: The blocks of each layer of tiles.
        self._blocks: list[tuple[TileLayer, list[CellBlock]]] = []
        self._layers: list[TileLayer | ObjectLayer] = []
        self._external_tilesets: dict[str, Tileset] = {}  # each file is read once
        self._by_content: dict[bytes, Tileset] = {}  # and the same content is parsed once, whatever its name

    def map(self, node: Node) -> TiledMap | None:
        orientation = node.get("orientation")
        if orientation != "hexagonal":
            message = f"the map is {shorten(str(orientation))}; only hexagonal maps can be imported"
            self._findings.add("import.orientation", message, line=_line(node))
            return None
        pixels = [self._whole(node, key, 1, _MOST_PIXELS) for key in ("tilewidth", "tileheight")]
        side = self._whole(node, "hexsidelength", 0, _MOST_PIXELS, 0)
        layout = _LAYOUTS.get((str(node.get("staggeraxis", "y")), str(node.get("staggerindex", "odd"))))
        if layout is None:
            message = "staggeraxis must be x or y, and staggerindex odd or even"
            fix = "In Tiled, choose the stagger axis and stagger index in the map properties."
            self._findings.add("import.bad-number", message, line=_line(node), fix=fix)
        endless = node.get("infinite") in (True, "1", 1)
        columns, rows = (0, 0) if endless else (self._size(node, "width"), self._size(node, "height"))
        if layout is None or None in pixels or side is None or columns is None or rows is None:
            return None
        stated = self._nodes(node, "tilesets")
        if len(stated) > _MOST_TILESETS:
            message = f"a map may have at most {_MOST_TILESETS} tilesets; the last {len(stated) - _MOST_TILESETS:,} are dropped"
            self._findings.add("import.left-out", message, line=_line(stated[_MOST_TILESETS]))
        tilesets = [self._tileset(it) for it in stated[:_MOST_TILESETS]]
        self._layer_list(node, (0.0, 0.0), 0)
        width, height = (it or 1 for it in pixels)
        grid = TiledGrid(layout, width, height, side)
        found = TiledMap(grid, columns, rows, self._properties(node))
        found.property_lines = {_name(it): _line(it) for it in self._nodes(node, "properties")}
        found.tilesets = bounded(it for it in tilesets if it is not None)
        found.layers = self._layers
        if endless:
            self._bound(found)
        return found if self._fill(found) else None

    def _size(self, node: Node, key: str) -> int | None:
        found = self._whole(node, key, 1, 2**31)
        if found is not None and found > MAX_SIDE:
            message = (
                f"a board may have at most {MAX_SIDE:,} columns and rows; the map has a {key} of {found:,}"
            )
            self._findings.add("import.bad-size", message, line=_line(node))
            return None
        return found

    # -- cells ----------------------------------------------------------------------------------------------

    def _bound(self, found: TiledMap) -> None:
        """Cut an endless map to the cells that have tiles; the layout and all objects move along."""
        boxes = [box for _, blocks in self._blocks for it in blocks if (box := it.used) is not None]
        if not boxes:
            self._findings.add("import.no-rows", "the map has no tiles on any layer")
            return
        left, top = min(it[0] for it in boxes), min(it[1] for it in boxes)
        columns, rows = max(it[2] for it in boxes) - left, max(it[3] for it in boxes) - top
        if max(columns, rows) > MAX_SIDE:
            message = f"a board may have at most {MAX_SIDE:,} columns and rows; the tiles cover {columns:,}x{rows:,}"
            self._findings.add("import.bad-size", message)
            return
        grid = found.grid
        across, down = grid.steps
        if (left if grid.is_flat else top) % 2:
            axis, other = grid.stagger_axis, "even" if grid.layout.is_odd else "odd"
            found.grid = TiledGrid(_LAYOUTS[axis, other], grid.tile_width, grid.tile_height, grid.side)
        found.columns, found.rows = columns, rows
        for layer in found.object_layers:
            for it in layer.objects:
                it.x, it.y = it.x - left * across, it.y - top * down
        moved = [
            (layer, [CellBlock(it.column - left, it.row - top, it.cells) for it in blocks])
            for layer, blocks in self._blocks
        ]
        self._blocks = moved

    def _fill(self, found: TiledMap) -> bool:
        """Give every layer of tiles its cells; say whether the map has any room for them."""
        rows, columns = found.rows, found.columns
        if not (rows and columns):
            return False
        if len(self._blocks) * rows * columns > MAX_CELLS:
            message = f"a map may have at most {MAX_CELLS:,} cells across all layers; this one has {len(self._blocks):,} layers of {columns:,}x{rows:,}"
            self._findings.add("import.bad-data", message)
            return False
        for layer, blocks in self._blocks:
            cells = np.zeros((rows, columns), np.uint32)
            for it in blocks:
                height, width = it.cells.shape
                top, left = max(it.row, 0), max(it.column, 0)
                bottom, right = min(it.row + height, rows), min(it.column + width, columns)
                if top < bottom and left < right:
                    part = it.cells[top - it.row : bottom - it.row, left - it.column : right - it.column]
                    cells[top:bottom, left:right] = part & GID_BITS
            layer.cells = cells
        return True

    # -- layers ---------------------------------------------------------------------------------------------

    def _layer_list(self, node: Node, offset: Point, nested: int) -> None:
        if nested > _MOST_NESTED:
            self._findings.add("import.bad-line", "groups of layers are nested too deeply", line=_line(node))
            return
        for it in self._nodes(node, "layers"):
            x, y = (self._number(it, key) for key in ("offsetx", "offsety"))
            at = (offset[0] + x, offset[1] + y)
            match it.get("type"):
                case "tilelayer":
                    self._tile_layer(it)
                case "objectgroup":
                    self._object_layer(it, at)
                case "group":
                    self._layer_list(it, at, nested + 1)
                case "imagelayer":
                    message = f"the image layer {_name(it)!r} is dropped: it is a picture without hexes"
                    self._findings.add("import.left-out", message, line=_line(it))
                case other:
                    message = f"the layer {_name(it)!r} has the unknown type {describe(other)}"
                    self._findings.add("import.left-out", message, line=_line(it))

    def _tile_layer(self, node: Node) -> None:
        layer = TileLayer(
            _name(node),
            np.zeros((0, 0), np.uint32),
            _text(node, "class"),
            self._properties(node),
            line=_line(node),
        )
        chunks = node.get("chunks")
        parts = self._nodes(node, "chunks") if chunks is not None else [node]
        blocks = [block for it in parts if (block := self._block(it, node)) is not None]
        self._blocks.append((layer, blocks))
        self._layers.append(layer)

    def _block(self, node: Node, layer: Node) -> CellBlock | None:
        """Return the cells of a layer or chunk."""
        width, height = (self._whole(node, key, 0, MAX_CELLS) for key in ("width", "height"))
        column, row = (self._whole(node, key, -_FAR, _FAR, 0) for key in ("x", "y"))
        if width is None or height is None or column is None or row is None:
            return None
        self._cells += width * height
        try:
            if self._cells > MAX_CELLS:
                raise ValueError(f"a map may have at most {MAX_CELLS:,} cells across all layers")  # noqa: TRY301
            # JSON says csv or nothing for a list.
            encoding = _text(layer, "encoding") or "csv"
            cells = read_cells(
                node.get("data", []),
                width * height,
                encoding=encoding,
                compression=_text(layer, "compression"),
            )
        except ValueError as error:
            message = f"the layer {_name(layer)!r} cannot be read: {error}"
            self._findings.add("import.bad-data", message, line=_line(node))
            return None
        return CellBlock(column, row, cells.reshape(height, width))

    def _object_layer(self, node: Node, offset: Point) -> None:
        layer = ObjectLayer(_name(node), type=_text(node, "class"))
        layer.properties = self._properties(node)
        layer.objects = [it for item in self._nodes(node, "objects") if (it := self._object(item, offset))]
        self._layers.append(layer)

    def _object(self, node: Node, offset: Point) -> MapObject | None:
        if "template" in node:
            message = f"object {node.get('id')} uses a template, which is not supported; it is dropped"
            fix = "In Tiled, detach the object from its template."
            self._findings.add("import.left-out", message, line=_line(node), fix=fix)
            return None
        outline = TiledOutline.RECTANGLE
        points: tuple[Point, ...] = ()
        for shape in (TiledOutline.POLYGON, TiledOutline.POLYLINE):
            if shape.value in node:
                outline, points = shape, self._points(node, shape.value)
        for shape in (TiledOutline.POINT, TiledOutline.ELLIPSE, TiledOutline.TEXT):
            if node.get(shape.value):
                outline = shape
        text = node.get("text")
        numbers = [self._number(node, key) for key in ("x", "y", "width", "height", "rotation")]
        x, y, width, height, rotation = numbers
        return MapObject(
            _name(node),
            _text(node, "type") or _text(node, "class"),
            x + offset[0],
            y + offset[1],
            width,
            height,
            rotation,
            outline,
            points,
            _text(text, "text") if isinstance(text, dict) else "",
            (self._whole(node, "gid", 0, 2**32, 0) or 0) & GID_BITS,
            self._properties(node),
            self._whole(node, "id", 0, 2**31, 0) or 0,
            _line(node),
        )

    def _points(self, node: Node, key: str) -> tuple[Point, ...]:
        items = self._nodes(node, key)
        return tuple((self._number(it, "x"), self._number(it, "y")) for it in items)

    # -- tilesets -------------------------------------------------------------------------------------------

    def _tileset(self, node: Node) -> Tileset | None:
        first = self._whole(node, "firstgid", 1, GID_BITS)
        if first is None:
            return None
        if "source" in node:
            name = _text(node, "source")
            if name not in self._external_tilesets:
                self._external_tilesets[name] = self._external(name, _line(node), first)
            return replace(self._external_tilesets[name], first_gid=first)
        return self._tiles(node, first)

    def _tiles(self, node: Node, first: int) -> Tileset:
        """Return a tileset whose data are in a map or in a file of its own; ``first`` is its first gid."""
        count = self._whole(node, "tilecount", 0, GID_BITS, 0) or 0
        columns = self._whole(node, "columns", 0, GID_BITS, 0) or 0
        found_tiles = Tileset(first, _name(node), count, columns=columns, image=_text(node, "image"))
        found_tiles.says_count = count > 0
        for it in self._nodes(node, "tiles"):
            number = self._whole(it, "id", 0, GID_BITS)
            if number is not None:
                kind = _text(it, "type") or _text(it, "class")
                picture = PurePosixPath(_text(it, "image").replace("\\", "/")).stem
                found_tiles.tiles[number] = TiledTile(kind, picture, self._properties(it))
        # A collection of pictures has numbers that leave some out.
        found_tiles.count = max([count, *(number + 1 for number in found_tiles.tiles)])
        return found_tiles

    def _external(self, name: str, line: int | None, first: int) -> Tileset:
        """Return a tileset in a file of its own; its name alone, with a finding, if it cannot be read."""
        try:
            data = self._source.beside(name)
            if data not in self._by_content:
                if len(data) + sum(map(len, self._by_content)) > _MOST_EXTERNAL:
                    raise TreeError(_TOO_LARGE)  # noqa: TRY301
                text = data.decode(errors="replace").removeprefix("\ufeff")
                tree = tmx_tree(text) if text.lstrip().startswith("<") else tmj_tree(text)
                self._by_content[data] = self._tiles(tree, first)
            return self._by_content[data]
        except (FairgroundError, TreeError) as error:
            message = (
                f"the tileset {shorten(name)!r} cannot be read, so only its tile numbers are known: {error}"
            )
            self._findings.add("import.beside", message, line=line)
            return self._tiles({"name": PurePosixPath(name.replace("\\", "/")).stem, LINE: line}, first)

    # -- values ---------------------------------------------------------------------------------------------

    def _nodes(self, node: Node, key: str) -> list[Node]:
        """Return the objects listed under a key, and report other items."""
        found = node.get(key, [])
        if not isinstance(found, list) or not all(isinstance(it, dict) for it in found):
            message = f"{key!r} is not a list of objects"
            self._findings.add("import.bad-line", message, line=_line(node))
            return []
        return found

    def _whole(self, node: Node, key: str, low: int, high: int, default: int | None = None) -> int | None:
        """Return a whole number, or None with a finding."""
        value = node.get(key, default)
        found = parse_whole(value) if isinstance(value, str) else whole_number(value)
        if found is not None and low <= found <= high:
            return found
        message = f"{key!r} must be a whole number from {low:,} to {high:,}, not {describe(value)}"
        self._findings.add("import.bad-number", message, line=_line(node))
        return None

    def _number(self, node: Node, key: str) -> float:
        """Return a number; default: 0. Report an invalid one."""
        value = node.get(key, 0.0)
        found = parse_decimal(value) if isinstance(value, str) else finite_number(value)
        if found is not None and abs(found) <= _FAR:
            return found
        message = f"{key!r} must be a number from -{_FAR:,} to {_FAR:,}, not {shorten(repr(value))}"
        self._findings.add("import.bad-number", message, line=_line(node))
        return 0.0

    def _properties(self, node: Node) -> Properties:
        found: Properties = {}
        owner = f" of {_name(node)!r}" if node.get("name") else ""
        for it in self._nodes(node, "properties"):
            value, name = it.get("value"), _name(it)
            fault = "it is not text, a number, true or false"
            if isinstance(value, float) and not math.isfinite(value):
                fault = "it is not a finite number"
            elif isinstance(value, (str, int, float, bool)):
                found[name] = value
                continue
            line = _line(it)
            if line is None and self._findings.count < MOST_LISTED:
                line = line_of_name(self._source.text, name)
            message = f"the property {name!r}{owner} is dropped: {fault}"
            self._findings.add("import.left-out", message, line=line)
        return found


def _name(node: Node) -> str:
    return _text(node, "name")


def _text(node: Node, key: str) -> str:
    return value if isinstance(value := node.get(key), str) else ""


def _line(node: Node) -> int | None:
    found = node.get(LINE)
    return found if isinstance(found, int) else None
