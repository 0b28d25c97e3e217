"""JSON of Azgaar's Fantasy Map Generator, full or with its packed cells: cells of any shape, sampled into hexes. Import only.

Cells are those of a Voronoi diagram, so that a point lies in the cell whose own point is nearest: every hex gets the cell at
its centre.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from fairground.core.clients.coded_maps.legend import load_legend
from fairground.core.clients.foreign_map import ForeignHex, ForeignMap, foreign_scenario, one_line
from fairground.core.clients.format import Format, Imported
from fairground.core.clients.import_findings import ImportFindings
from fairground.core.clients.json_pieces import JsonPiece, json_pieces
from fairground.core.clients.table_scene import report_dropped
from fairground.core.grid.layout import SQRT3, Layout, Orientation
from fairground.core.scenario.board import MAX_SIDE
from fairground.core.text.foreign import finite_number, own_decimal, whole_number
from fairground.core.text.wording import shorten

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fairground.core.clients.format import ImportSource

#: The biomes by number, for files that do not name them.
_BIOMES: Final = (
    "Marine",
    "Hot desert",
    "Cold desert",
    "Savanna",
    "Grassland",
    "Tropical seasonal forest",
    "Temperate deciduous forest",
    "Tropical rainforest",
    "Temperate rainforest",
    "Taiga",
    "Tundra",
    "Glacier",
    "Wetland",
)
#: Heights from which the generator draws hills and mountains.
_HILL, _MOUNTAIN = 50, 71
#: The most hexes of a board whose size nobody gave.
_MOST_HEXES: Final = 10_000
#: The most names of places in a hex.
_MOST_NAMES: Final = 3
#: What a file may have besides, by its key, one of them in words.
_DROPPED: Final = {"rivers": "river", "markers": "marker", "routes": "route", "zones": "zone"}
_LOOKED_AT: Final = 5_000


class _Cell(NamedTuple):
    """A cell: its point, and the names of its ground."""

    x: float
    y: float
    ground: tuple[tuple[str, ...], ...]


class _Frame(NamedTuple):
    """The board on the map: layout, columns and rows, the distance from centre to corner, and the corner of the map."""

    layout: Layout
    columns: int
    rows: int
    size: float
    left: float
    top: float

    def centres(self) -> NDArray[np.float64]:
        """Return the centres of all hexes on the map, as ``[rows, columns, 2]``; A1 lies whole within its corner."""
        centres = self.layout.centres(self.columns, self.rows, size=self.size)
        flat = self.layout.orientation is Orientation.FLAT
        middle = self.size, self.size * SQRT3 / 2
        lowest = centres.reshape(-1, 2).min(axis=0)
        placed: NDArray[np.float64] = (
            centres - lowest + np.array([self.left, self.top]) + np.array(middle if flat else middle[::-1])
        )
        return placed


def _read(source: ImportSource) -> Imported:
    findings = ImportFindings()
    pieces = json_pieces(source.text, findings, apart=frozenset()) or {}
    findings.refuse_errors(source.file_name)
    packed = next(
        (it for key in ("pack", "cells") if isinstance((it := pieces.get(key, JsonPiece(0, 1))).value, dict)),
        None,
    )
    pack: dict[str, Any] = packed.value if packed else {}
    line = packed.line if packed else 1
    cells, faulty = _cells(pack, _biomes(pieces))
    if not cells:
        message = "the file has no cells with a position"
        fix = "Export the map as JSON again, in full or with its packed cells (PackCells)."
        findings.add("import.no-rows", message, line=line, fix=fix)
        findings.refuse_errors(source.file_name)
    if faulty:
        message = f"{faulty:,} cells without a position or biome are dropped"
        findings.add("import.left-out", message, line=line)
    points = np.array([(it.x, it.y) for it in cells])
    frame = _frame(points, source)
    hexes = _sampled(frame, cells, points, _names(pack, frame), line)
    size = f"{frame.columns}x{frame.rows}"
    message = (
        f"the map has {len(cells):,} cells and no hexes: each hex of the {size} board takes the cell at "
        "its centre"
    )
    findings.add("import.sampled", message)
    if source.options.layout is None:
        findings.add(
            "import.layout",
            (f"the map does not consist of hexes; the layout {frame.layout.value} was assumed"),
        )
    _report(pack, pieces, findings, line)
    legend = source.options.legend or load_legend("azgaar")
    info = pieces.get("info", JsonPiece({}, 1)).value
    title = info.get("mapName", "") if isinstance(info, dict) else ""
    found = ForeignMap(
        frame.layout, hexes, title if isinstance(title, str) else "", size=(frame.columns, frame.rows)
    )
    return foreign_scenario(found, source, findings, legend=legend)


def _biomes(pieces: dict[str, JsonPiece]) -> Sequence[str]:
    """Return the names of biomes by number."""
    stated = pieces.get("biomesData", JsonPiece({}, 1)).value
    names = stated.get("name") if isinstance(stated, dict) else None
    if isinstance(names, list) and all(isinstance(it, str) for it in names):
        return names
    return _BIOMES


def _cells(pack: dict[str, Any], biomes: Sequence[str]) -> tuple[list[_Cell], int]:
    """Return the cells of a file, and the number of those without a place or a biome."""
    stated = pack.get("cells")
    found: list[_Cell] = []
    faulty = 0
    for cell in stated if isinstance(stated, list) else ():
        place = cell.get("p") if isinstance(cell, dict) else None
        x, y = (
            (finite_number(it) for it in place)
            if isinstance(place, list) and len(place) == 2
            else (None, None)
        )
        number = whole_number(cell.get("biome")) if x is not None else None
        if x is None or y is None or number is None or not 0 <= number < len(biomes):
            faulty += 1
            continue
        height = finite_number(cell.get("h")) or 0.0
        relief = "Mountain" if height >= _MOUNTAIN else "Hill" if height >= _HILL else ""
        found.append(_Cell(x, y, ((biomes[number],), *(((relief,),) if relief else ()))))
    return found, faulty


def _frame(points: NDArray[np.float64], source: ImportSource) -> _Frame:
    """Return the board: of the expected size, else with about as many hexes as there are cells."""
    layout = source.options.layout or Layout.ODD_Q
    flat = layout.orientation is Orientation.FLAT
    (left, top), (right, bottom) = points.min(axis=0).tolist(), points.max(axis=0).tolist()
    width, height = max(right - left, 1e-9), max(bottom - top, 1e-9)
    # Along the lines, hexes are 1.5 sizes apart; across them, the root of three.
    steps = (1.5, SQRT3) if flat else (SQRT3, 1.5)
    if source.options.expect_size is not None:
        columns, rows = (min(it, MAX_SIDE) for it in source.options.expect_size)
        size = max(width / (columns * steps[0]), height / (rows * steps[1]))
        return _Frame(layout, columns, rows, size, left, top)
    count = min(len(points), _MOST_HEXES)
    size = max(
        math.sqrt(width * height / count / (1.5 * SQRT3)),
        width / MAX_SIDE / steps[0],
        height / MAX_SIDE / steps[1],
    )
    columns, rows = (
        min(max(1, math.floor(extent / (size * step))), MAX_SIDE)
        for extent, step in zip((width, height), steps, strict=True)
    )
    return _Frame(layout, columns, rows, size, left, top)


def _sampled(
    frame: _Frame,
    cells: Sequence[_Cell],
    points: NDArray[np.float64],
    names: dict[tuple[int, int], list[str]],
    line: int,
) -> list[ForeignHex]:
    from scipy.spatial import cKDTree

    nearest = cKDTree(points).query(frame.centres().reshape(-1, 2))[1].tolist()
    return [
        ForeignHex(
            at % frame.columns,
            at // frame.columns,
            line,
            cells[cell].ground,
            name=", ".join(names.get((at % frame.columns, at // frame.columns), [])[:_MOST_NAMES]),
        )
        for at, cell in enumerate(nearest)
    ]


def _names(pack: dict[str, Any], frame: _Frame) -> dict[tuple[int, int], list[str]]:
    """Return the names of burgs by column and row."""
    found: dict[tuple[int, int], list[str]] = {}
    first = frame.centres()[0, 0]
    burgs = pack.get("burgs")
    for burg in burgs if isinstance(burgs, list) else ():
        if not isinstance(burg, dict) or burg.get("removed"):
            continue
        x, y, name = finite_number(burg.get("x")), finite_number(burg.get("y")), burg.get("name")
        if x is None or y is None or not isinstance(name, str) or not one_line(name):
            continue
        at = frame.layout.hex_at(x - own_decimal(first[0]), y - own_decimal(first[1]), size=frame.size)
        column, row = frame.layout.to_offset(at)
        if 0 <= column < frame.columns and 0 <= row < frame.rows:
            found.setdefault((column, row), []).append(one_line(name))
    return found


def _report(pack: dict[str, Any], pieces: dict[str, JsonPiece], findings: ImportFindings, line: int) -> None:
    """Add findings about the parts of a file that are dropped."""
    counts = {noun: len(found) for key, noun in _DROPPED.items() if isinstance(found := pack.get(key), list)}
    notes = pieces.get("notes", JsonPiece([], 1)).value
    counts["note"] = len(notes) if isinstance(notes, list) else 0
    report_dropped(counts, findings, line=line)
    kept = [key for key in ("states", "provinces", "cultures", "religions") if pack.get(key)]
    if kept:
        message = f"heights and the regions of cells ({', '.join(map(shorten, kept))}) are dropped"
        findings.add("import.left-out", message, line=line)


def _recognises(text: str) -> bool:
    return text.lstrip()[:1] == "{" and "Fantasy Map Generator" in text[:_LOOKED_AT].replace("-", " ")


FORMAT: Final = Format(
    "azgaar", "Azgaar's Fantasy Map Generator", ".json", read=_read, recognises=_recognises
)
