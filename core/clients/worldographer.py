"""Maps of Worldographer (``.wxx``): XML in UTF-16 packed with gzip, a column of hexes in each ``tilerow``. Import only."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final

from fairground.core.clients.coded_maps.legend import MAX_CODE, load_legend
from fairground.core.clients.foreign_map import ForeignHex, ForeignMap, foreign_scenario, one_line
from fairground.core.clients.format import Format, Imported
from fairground.core.clients.import_findings import ImportFindings
from fairground.core.clients.table_scene import report_dropped
from fairground.core.clients.tiled.tmx_tree import TreeError, xml_root
from fairground.core.grid.layout import SQRT3, Layout
from fairground.core.scenario.board import MAX_SIDE
from fairground.core.text.foreign import parse_decimal, parse_whole
from fairground.core.text.wording import counted, shorten

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fairground.core.clients.format import ImportSource
    from fairground.core.clients.tiled.tmx_tree import XmlElement

_HEAD: Final = re.compile(r"\s*(?:<\?xml[^>]*>\s*)?<map\s[^>]*\bhexOrientation\s*=")
_LOOKED_AT: Final = 4_000
#: Odd columns are half a hex down; in rows, odd ones are half a hex to the right.
_LAYOUTS: Final = {"COLUMNS": Layout.ODD_Q, "ROWS": Layout.ODD_R}
#: Worldographer draws every hex 300 wide and high: half of it is from the centre to a corner.
_HALF, _WHOLE = 150.0, 300.0
#: A hex of the file: number of its terrain, elevation, whether icy, whether for the game master, resources.
_TERRAIN, _ICY, _HIDDEN = 0, 2, 3


def _read(source: ImportSource) -> Imported:
    findings = ImportFindings()
    root = _root(source, findings)
    layout = _LAYOUTS.get(root.attributes.get("hexOrientation", ""))
    tiles = next((it for it in root.children if it.tag == "tiles"), None)
    if root.tag != "map" or tiles is None:
        findings.add("import.no-rows", "the file has no tiles", line=root.line)
    elif layout is None:
        shown = shorten(root.attributes.get("hexOrientation", ""))
        message = f"the map is made of squares or an unknown shape ({shown}), but a board needs hexes"
        fix = "In Worldographer, create a hex map."
        findings.add("import.orientation", message, line=root.line, fix=fix)
    findings.refuse_errors(source.file_name)
    assert tiles is not None  # noqa: S101  # else it was refused
    assert layout is not None  # noqa: S101
    size = _size(tiles, findings)
    findings.refuse_errors(source.file_name)
    names, lost = _labels(root, tiles.attributes.get("viewLevel", ""), layout)
    hexes = list(_hexes(tiles, size, _terrains(root), names, lost, findings))
    report_dropped(lost, findings, line=root.line)
    message = "hex elevations and resources are dropped: they don't correspond to board levels"
    findings.add("import.left-out", message, line=tiles.line)
    legend = source.options.legend or load_legend("worldographer")
    return foreign_scenario(ForeignMap(layout, hexes, source.title), source, findings, legend=legend)


def _root(source: ImportSource, findings: ImportFindings) -> XmlElement:
    try:
        return xml_root(source.text)
    except TreeError as error:
        findings.add("import.bad-data", str(error), line=error.line)
    findings.refuse_errors(source.file_name)
    raise AssertionError("an error was not refused")


def _size(tiles: XmlElement, findings: ImportFindings) -> tuple[int, int]:
    """Return columns and rows of the map; a finding for what is no size of a board, or not as many rows as announced."""
    said = [tiles.attributes.get(key, "") for key in ("tilesWide", "tilesHigh")]
    columns, rows = (parse_whole(it, most_digits=9) or 0 for it in said)
    if not (1 <= columns <= MAX_SIDE and 1 <= rows <= MAX_SIDE):
        shown = "x".join(map(shorten, said))
        message = f"a board must have 1 to {MAX_SIDE:,} columns and rows, not {shown}"
        findings.add("import.bad-size", message, line=tiles.line)
        return 0, 0
    found = sum(it.tag == "tilerow" for it in tiles.children)
    if found != columns:
        code = "import.too-few" if found < columns else "import.too-many"
        findings.add(code, f"the file has {found:,} columns of hexes instead of {columns}", line=tiles.line)
    return columns, rows


def _terrains(root: XmlElement) -> dict[str, tuple[str, ...]]:
    """Return the spellings of terrain by number: ``Classic/Water Sea`` and 5 stand in turn, with tabs between."""
    text = "".join(part for it in root.children if it.tag == "terrainmap" for part in it.text)
    words = text.strip().split("\t")
    return {
        number: tuple(_spellings(name[:MAX_CODE]))
        for name, number in zip(words[::2], words[1::2], strict=False)
    }


def _hexes(  # what a hex is made of
    tiles: XmlElement,
    size: tuple[int, int],
    terrains: dict[str, tuple[str, ...]],
    names: dict[tuple[int, int], list[str]],
    lost: Counter[str],
    findings: ImportFindings,
) -> Iterator[ForeignHex]:
    columns = (it for it in tiles.children if it.tag == "tilerow")
    for column, element in enumerate(columns):
        lines = [(at, line) for at, line in enumerate("".join(element.text).split("\n")) if line.strip()]
        if len(lines) != size[1]:
            message = f"a column has {counted(len(lines), 'hex', 'hexes')} instead of {size[1]}"
            findings.add("import.row-length", message, line=element.line)
            continue
        for row, (at, line) in enumerate(lines):
            fields = line.strip().split("\t")
            number = fields[_TERRAIN]
            if number not in terrains:
                message = f"the hex has the terrain {shorten(number)!r}, which the file does not list"
                findings.add("import.bad-line", message, line=element.line + at)
                continue
            flags = [*fields, "", "", "", ""]
            lost["ice mark"] += flags[_ICY] == "1"
            lost["game-master mark"] += flags[_HIDDEN] == "1"
            name = ", ".join(names.get((column, row), ()))
            ground = (terrains[number],)
            yield ForeignHex(column, row, element.line + at, ground, name=one_line(name))


def _spellings(name: str) -> Iterable[str]:
    """Yield the name of a terrain, then without its set, then ever fewer of its words: the first ones tell the most."""
    yield name
    words = name.rpartition("/")[2].split()
    yield from (" ".join(words[:count]) for count in range(len(words), 0, -1) if count <= 8)


# -- labels -------------------------------------------------------------------------------------------------


def _labels(
    root: XmlElement, level: str, layout: Layout
) -> tuple[dict[tuple[int, int], list[str]], Counter[str]]:
    """Return the texts of labels and named features by column and row, and how many other parts there are."""
    found: dict[tuple[int, int], list[str]] = {}
    lost: Counter[str] = Counter()
    for element in root.children:
        for it in element.children:
            if (element.tag, it.tag) in (("labels", "label"), ("features", "feature")):
                text, place = _text(it), _place(it, level, layout)
                if text and place is not None:
                    found.setdefault(place, []).append(text)
                else:
                    lost["label"] += it.tag == "label"
                    lost["unnamed feature"] += it.tag == "feature"
            elif (element.tag, it.tag) in (("shapes", "shape"), ("notes", "note")):
                lost[it.tag] += 1
    return found, lost


def _text(element: XmlElement) -> str:
    """Return the text of a label, or that of the label of a feature."""
    labels = [element, *(it for it in element.children if it.tag == "label")]
    return one_line(" ".join("".join(it.text).strip() for it in labels))


def _place(element: XmlElement, level: str, layout: Layout) -> tuple[int, int] | None:
    """Return column and row of an element on the level of the tiles."""
    at = next((it.attributes for it in element.children if it.tag == "location"), {})
    said = [at.get(key, "") for key in ("x", "y")]
    x, y = map(parse_decimal, said)
    if at.get("viewLevel", level) != level or x is None or y is None:
        return None
    # The same point among regular hexes with 1 from centre to corner.
    flat = layout is Layout.ODD_Q
    across, along = (y, x) if flat else (x, y)
    across, along = (across - _HALF) / _WHOLE * SQRT3, (along - _HALF) / _HALF
    return layout.to_offset(layout.hex_at(*((along, across) if flat else (across, along))))


def _recognises(text: str) -> bool:
    return _HEAD.match(text[:_LOOKED_AT]) is not None


FORMAT: Final = Format("worldographer", "Worldographer map", ".wxx", read=_read, recognises=_recognises)
