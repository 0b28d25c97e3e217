"""The text of Tiled's files (TMX, TSX, TMJ, TSJ) as plain data in the form of TMJ, and the cells of its layers; unsafe XML is refused."""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from xml.parsers import expat

import numpy as np

from fairground.core.text.foreign import (
    OutOfBoundsError,
    fit_value,
    has_surrogates,
    json_decoder,
    own_whole,
    parse_decimal,
    parse_whole,
    to_utf8,
    unique_keys,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


#: The most cells of a map in all layers, including infinite maps.
MAX_CELLS: Final = 6_000_000
#: zlib's window size, with or without a gzip header.
_WINDOWS: Final = {"zlib": zlib.MAX_WBITS, "gzip": zlib.MAX_WBITS | 16}


class CellBlock(NamedTuple):
    """A rectangle of cells, the gid of a tile or 0, and where it begins."""

    column: int
    row: int
    cells: NDArray[np.uint32]

    @property
    def used(self) -> tuple[int, int, int, int] | None:
        """The first and the last column and row, the latter ones past the end, that have a tile; None without one."""
        rows, columns = np.nonzero(self.cells)
        if not len(rows):
            return None
        left, top, right, bottom = (
            own_whole(it) for it in (columns.min(), rows.min(), columns.max(), rows.max())
        )
        return self.column + left, self.row + top, self.column + right + 1, self.row + bottom + 1


def read_cells(data: object, count: int, *, encoding: str, compression: str) -> NDArray[np.uint32]:
    """Return ``count`` cells in one row.

    ``data`` is a list of numbers, or a text in ``csv`` or ``base64``, the latter plain or compressed; at most ``count`` cells
    are unpacked. Raise ValueError for other content or another number of cells.
    """
    if isinstance(data, list):
        return _numbers(data, count)
    if not isinstance(data, str):
        raise ValueError("the cells must be a list or text")  # noqa: TRY004  # one error for all that is wrong
    if encoding == "csv":
        if data.count(",") > count:
            raise ValueError(f"there are more than the expected {count:,} cells")
        return _numbers(data.strip().rstrip(",").split(",") if data.strip() else [], count)
    if encoding == "base64":
        return _unpacked(data, count, compression)
    raise ValueError(f"the encoding {encoding[:20]!r} is unknown (known: csv and base64)")


def _numbers(items: Sequence[object], count: int) -> NDArray[np.uint32]:
    if len(items) != count:
        raise ValueError(_wrong_count(len(items), count))
    try:
        found = np.array([_number(it) for it in items], np.int64)
    except OverflowError:
        raise ValueError("a cell's tile number is too large") from None
    if count and (found.min() < 0 or found.max() >= 2**32):
        raise ValueError("a cell's tile number is out of range")
    return found.astype(np.uint32)


def _wrong_count(found: int, wanted: int) -> str:
    return f"there {'is 1 cell' if found == 1 else f'are {found:,} cells'}, not {wanted:,}"


def _number(item: object) -> int:
    if isinstance(item, str):
        number = parse_whole(item.strip(), most_digits=11)
        if number is None or number < 0:
            raise ValueError(f"{item.strip()[:20]!r} is not a tile number")
        return number
    if isinstance(item, bool) or not isinstance(item, int):
        raise ValueError(f"{str(item)[:20]} is not a tile number")  # noqa: TRY004  # as above
    return item


def _unpacked(text: str, count: int, compression: str) -> NDArray[np.uint32]:
    try:
        packed = base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError):
        raise ValueError("the cells are not valid base64") from None
    if compression in _WINDOWS:
        unpacker = zlib.decompressobj(_WINDOWS[compression])
        try:
            plain = unpacker.decompress(packed, count * 4 + 1)
        except zlib.error:
            raise ValueError(f"the cells are not compressed with {compression}, or are damaged") from None
    elif compression:
        raise ValueError(
            f"the compression {compression[:20]!r} is not supported. In Tiled, choose another Tile Layer "
            "Format in the map properties, such as CSV, and save again"
        )
    else:
        plain = packed
    if len(plain) != count * 4:
        if len(plain) > count * 4:
            raise ValueError(f"there are more than the expected {count:,} cells")
        raise ValueError(_wrong_count(len(plain) // 4, count))
    return np.frombuffer(plain, "<u4").astype(np.uint32)


#: The key of an element's line.
LINE: Final = "line in the file"
#: Limits: nesting of elements, and their number without cells.
MAX_DEPTH, MAX_ELEMENTS = 40, 500_000

# A comment has no two hyphens in it, so that it can be read in one way only: in several, the time would grow exponentially.
_HEAD: Final = re.compile(
    r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:[^-]|-[^-])*-->\s*)*<map\s[^>]*\borientation\s*=", re.DOTALL
)
_DECLARATION: Final = re.compile(r"\A\s*<\?xml[^>]*>")
#: Where in TMJ the children of an element are listed.
_LISTS: Final = {
    "tileset": "tilesets",
    "layer": "layers",
    "objectgroup": "layers",
    "imagelayer": "layers",
    "group": "layers",
    "object": "objects",
    "tile": "tiles",
    "chunk": "chunks",
}
_LAYERS: Final = {
    "layer": "tilelayer",
    "objectgroup": "objectgroup",
    "imagelayer": "imagelayer",
    "group": "group",
}


class TreeError(ValueError):
    """A text that cannot be read; ``line`` is that of the fault, from 1."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


@dataclass(slots=True)
class XmlElement:
    """An element of an XML file, with its line from 1; ``text`` is in parts."""

    tag: str
    attributes: dict[str, str]
    line: int
    children: list[XmlElement] = field(default_factory=list)
    text: list[str] = field(default_factory=list)
    #: The gids of cells written as elements.
    cells: list[int] | None = None


def looks_like_tmx(text: str) -> bool:
    """Return whether a text begins like a map of Tiled in XML."""
    return _HEAD.match(text[:4000]) is not None


def xml_root(text: str) -> XmlElement:
    """Return the root of an XML file; raise TreeError for bad XML, a document type or exceeded limits."""
    return _Parser().parse(text)


def tmx_tree(text: str) -> dict[str, Any]:
    """Return the data of a TMX or TSX file; raise TreeError for bad XML or exceeded limits."""
    return _converted(_Parser().parse(text))


class _Parser:
    def __init__(self) -> None:
        self._parser = expat.ParserCreate()
        self._open: list[XmlElement] = []
        self._root: XmlElement | None = None
        self._elements = self._cells = 0

    def parse(self, text: str) -> XmlElement:
        parser = self._parser
        parser.buffer_text = True
        parser.StartDoctypeDeclHandler = self._refuse
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        try:
            parser.Parse(to_utf8(_DECLARATION.sub("", text, count=1)), True)  # noqa: FBT003
        except expat.ExpatError as error:
            raise TreeError(f"this is not XML: {expat.ErrorString(error.code)}", error.lineno) from None
        if self._root is None:  # pragma: no cover -- the parser complains before
            raise TreeError("this is not XML: it has no element")
        return self._root

    def _refuse(self, *_: object) -> None:
        raise TreeError("a document type (DOCTYPE) is not allowed", self._parser.CurrentLineNumber)

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        line = self._parser.CurrentLineNumber
        above = self._open[-1] if self._open else None
        if len(self._open) >= MAX_DEPTH:
            raise TreeError(f"elements are nested more than {MAX_DEPTH} levels deep", line)
        element = XmlElement(tag, attributes, line)
        self._open.append(element)
        if tag == "tile" and above is not None and above.tag in ("data", "chunk"):
            self._cell(above, attributes, line)
            return
        self._elements += 1
        if self._elements > MAX_ELEMENTS:
            raise TreeError(f"a map may have at most {MAX_ELEMENTS:,} elements, not counting its cells", line)
        if above is None:
            self._root = element
        else:
            above.children.append(element)

    def _cell(self, data: XmlElement, attributes: dict[str, str], line: int) -> None:
        self._cells += 1
        if self._cells > MAX_CELLS:
            raise TreeError(f"a map may have at most {MAX_CELLS:,} cells across all layers", line)
        gid = attributes.get("gid", "0")
        if data.cells is None:
            data.cells = []
        number = parse_whole(gid, most_digits=11)
        data.cells.append(-1 if number is None else number)

    def _end(self, _tag: str) -> None:
        self._open.pop()

    def _characters(self, text: str) -> None:
        if self._open:
            self._open[-1].text.append(text)


def _converted(element: XmlElement) -> dict[str, Any]:
    """Return an element in the form of TMJ."""
    found: dict[str, Any] = {**element.attributes, LINE: element.line}
    found |= {"type": _LAYERS[element.tag]} if element.tag in _LAYERS else {}
    found |= {"data": _cells(element)} if element.tag == "chunk" else {}
    for child in element.children:
        match child.tag:
            case "properties":
                found["properties"] = [_property(it) for it in child.children if it.tag == "property"]
            case "data":
                found |= _data(child)
            case "image":
                found["image"] = child.attributes.get("source", "")
            case "polygon" | "polyline":
                found[child.tag] = _points(child)
            case "point" | "ellipse":
                found[child.tag] = True
            case "text":
                found["text"] = {"text": "".join(child.text)}
            case tag if tag in _LISTS:
                found.setdefault(_LISTS[tag], []).append(_converted(child))
    return found


def _cells(element: XmlElement) -> str | list[int]:
    return "".join(element.text) if element.cells is None else element.cells


def _property(element: XmlElement) -> dict[str, Any]:
    kind = element.attributes.get("type", "string")
    # A text of several lines stands within the element.
    text = element.attributes.get("value", "".join(element.text))
    value: object = text
    if kind == "bool":
        value = {"true": True, "false": False}.get(text, text)
    elif kind in ("int", "object"):
        number = parse_whole(text)
        value = text if number is None else number
    elif kind == "float":
        value = parse_decimal(text)
    elif kind == "class":
        value = {}
    return {"name": element.attributes.get("name", ""), "value": value, LINE: element.line}


def _data(element: XmlElement) -> dict[str, Any]:
    found: dict[str, Any] = {
        key: element.attributes[key] for key in ("encoding", "compression") if key in element.attributes
    }
    chunks = [_converted(it) for it in element.children if it.tag == "chunk"]
    if chunks:
        return {**found, "chunks": chunks}
    return {**found, "data": _cells(element)}


def _points(element: XmlElement) -> list[dict[str, str]]:
    pairs = (it.partition(",") for it in element.attributes.get("points", "").split())
    return [{"x": x, "y": y} for x, _, y in pairs]


_MAP: Final = re.compile(r'"type"\s*:\s*"map"')


def looks_like_tmj(text: str) -> bool:
    """Return whether a text looks like a map of Tiled in JSON."""
    return (
        text.lstrip().startswith("{")
        and '"tilewidth"' in text
        and '"orientation"' in text
        and _MAP.search(text) is not None
    )


def tmj_tree(text: str) -> dict[str, Any]:
    """Return the data of a TMJ or TSJ file; raise TreeError for bad JSON or exceeded limits."""
    # What the parser makes of each of them takes some hundred bytes; texts that hold them are counted along.
    if text.count("{") + text.count("[") > MAX_ELEMENTS:
        raise TreeError(f"a map may have at most {MAX_ELEMENTS:,} lists and objects")
    if text.count(",") > MAX_CELLS + 10 * MAX_ELEMENTS:
        raise TreeError(f"a map may have at most {MAX_CELLS:,} cells across all layers")
    try:
        found = fit_value(_DECODER.decode(text), has_surrogates=has_surrogates(text))
    except json.JSONDecodeError as error:
        raise TreeError(f"this is not JSON: {error.msg}", error.lineno) from None
    except RecursionError:
        raise TreeError("lists and objects are nested too deeply") from None
    except OutOfBoundsError as error:
        raise TreeError(f"this is not JSON: {error}") from None
    if not isinstance(found, dict):
        raise TreeError("this is not a map: it is a list or a single value")
    return found


def line_of_name(text: str, name: str) -> int | None:
    """Return the line of the only object with a name in the text of a TMJ file; None if there is none or several."""
    quoted = json.dumps(name, ensure_ascii=False)
    forms = (f'"name":{quoted}', f'"name": {quoted}')
    if sum(map(text.count, forms)) != 1:
        return None
    return text.count("\n", 0, max(map(text.find, forms))) + 1


def _modern(found: dict[str, Any]) -> dict[str, Any]:
    """Return an object as Tiled writes it since 1.2; before, properties were an object by name, and tiles one by number."""
    if isinstance(found.get("properties"), dict):
        found["properties"] = _listed(found["properties"])
    tiles, stated = found.get("tiles", {}), found.get("tileproperties", {})
    if isinstance(tiles, dict) and isinstance(stated, dict) and (tiles or stated):
        found["tiles"] = [
            {**_object_at(tiles, number), "id": number, "properties": _listed(_object_at(stated, number))}
            for number in dict.fromkeys([*tiles, *stated])
        ]
    return found


def _listed(properties: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"name": name, "value": value} for name, value in properties.items()]


def _object_at(objects: dict[str, Any], key: str) -> dict[str, Any]:
    found = objects.get(key)
    return found if isinstance(found, dict) else {}


_DECODER: Final = json_decoder(lambda pairs: _modern(unique_keys(pairs)))
