"""Universal VTT (``.uvtt``), format 0.3: an image padded to whole cells of a hex's width, with walls.

An import takes what an export of ours keeps; other files have neither hexes nor terrain, but walls.
"""

from __future__ import annotations

import base64
import json
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from fairground.core.clients.board_image import board_image, pixel_frame, pixels_option
from fairground.core.clients.format import Export, Format, Imported, Option
from fairground.core.clients.import_findings import ImportFindings
from fairground.core.clients.json_pieces import JsonPiece, json_pieces
from fairground.core.clients.scenario_head import HEAD, drawn_data, drawn_scenario
from fairground.core.clients.scenario_parts import DRAWN, ScenarioPart, losses
from fairground.core.clients.table_scene import TableWall, grid_of, report_dropped, scene_scenario
from fairground.core.clients.walls import blockers, walls
from fairground.core.grid.layout import Layout
from fairground.core.pictures.options import PictureOptions
from fairground.core.text.foreign import finite_number, own_whole, to_utf8
from fairground.core.text.wording import counted, hex_count

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.clients.board_image import PixelFrame
    from fairground.core.clients.format import ExportSettings, ImportSource
    from fairground.core.clients.walls import Blockers
    from fairground.core.grid.hexsides import Corner
    from fairground.core.scenario.document import Scenario

#: Names of grids on tables. Foundry counts lines from 1 and names those shifted up or left.
_GRIDS: Final = {
    Layout.ODD_Q: "hexagonal columns, the second one half a hex down (in Foundry: Hexagonal Columns - Even)",
    Layout.EVEN_Q: "hexagonal columns, the first one half a hex down (in Foundry: Hexagonal Columns - Odd)",
    Layout.ODD_R: "hexagonal rows, the second one half a hex to the right (in Foundry: Hexagonal Rows - Even)",
    Layout.EVEN_R: "hexagonal rows, the first one half a hex to the right (in Foundry: Hexagonal Rows - Odd)",
}
#: Decimals of a coordinate in cells: less than a thousandth of a pixel.
_DECIMALS = 6


def _write(scenario: Scenario, settings: ExportSettings) -> Export:
    board = scenario.board
    frame = pixel_frame(board, own_whole(settings.number("pixels")), whole_cells=True)
    found = blockers(scenario)
    zones = settings.flag("zones")
    drawn = PictureOptions(labels=settings.flag("labels"), zones=zones, objectives=zones, units=False)
    image = board_image(scenario, frame, drawn, grid=settings.flag("grid"))
    content: dict[str, Any] = {
        "format": 0.3,
        "resolution": {
            "map_origin": {"x": 0, "y": 0},
            "map_size": {"x": frame.width // frame.across, "y": frame.height // frame.across},
            "pixels_per_grid": frame.across,
        },
        "line_of_sight": [
            [_point(frame, at) for at in wall.corners] for wall in walls(found, board.layout, movement=False)
        ],
        "objects_line_of_sight": [],
        "portals": [],
        "environment": {"baked_lighting": False, "ambient_light": "ffffffff"},
        "lights": [],
        HEAD: drawn_data(scenario, zones=zones),
        "image": base64.b64encode(image).decode("ascii"),
    }
    left_out = (
        ()
        if zones
        else losses(scenario, frozenset(ScenarioPart) - {ScenarioPart.ZONES, ScenarioPart.OBJECTIVES})
    )
    lost = (*left_out, *_lost(found, board.layout, frame.across))
    return Export(to_utf8(json.dumps(content, separators=(",", ":")) + "\n"), lost)


def _read(source: ImportSource) -> Imported:
    findings = ImportFindings()
    pieces = json_pieces(source.text, findings, apart=frozenset()) or {}
    findings.refuse_errors(source.file_name)
    _report(pieces, findings)
    if HEAD in pieces:
        scenario = drawn_scenario(pieces[HEAD], [], source, findings)
        return Imported(scenario, findings.findings())
    resolution = pieces.get("resolution", JsonPiece(None, 1))
    stated = resolution.value if isinstance(resolution.value, dict) else {}
    width, height = _pair(stated.get("map_size")) or (0.0, 0.0)
    layout = source.options.layout or Layout.ODD_Q
    grid = grid_of(layout, 1.0, width, height, findings, line=resolution.line)
    findings.refuse_errors(source.file_name)
    assert grid is not None  # noqa: S101  # else it was refused
    if source.options.layout is None:
        message = f"the file does not say which rows or columns are shifted; {layout.value} was assumed"
        findings.add("import.layout", message)
    origin = _pair(stated.get("map_origin")) or (0.0, 0.0)
    walls = list(_walls(pieces, origin))
    return scene_scenario(grid, walls, {}, source.title, source, findings)


def _report(pieces: dict[str, JsonPiece], findings: ImportFindings) -> None:
    """Add a finding about the parts of a file that are dropped."""
    is_foreign = HEAD not in pieces
    numbers = {
        "portal": len(_list(pieces, "portals")),
        "light": len(_list(pieces, "lights")),
        "picture": own_whole(is_foreign and bool(pieces.get("image", JsonPiece("", 1)).value)),
    }
    report_dropped(numbers, findings)


def _list(pieces: dict[str, JsonPiece], key: str) -> list[Any]:
    found = pieces[key].value if key in pieces else None
    return found if isinstance(found, list) else []


def _pair(value: object) -> tuple[float, float] | None:
    """Return x and y of a point in a file, or None."""
    if not isinstance(value, dict):
        return None
    x, y = finite_number(value.get("x")), finite_number(value.get("y"))
    return None if x is None or y is None else (x, y)


def _walls(pieces: dict[str, JsonPiece], origin: tuple[float, float]) -> Iterator[TableWall]:
    """Yield the walls between neighbouring points of all lines, which stop sight and movement."""
    for line in (*_list(pieces, "line_of_sight"), *_list(pieces, "objects_line_of_sight")):
        points = [_pair(it) for it in line] if isinstance(line, list) else []
        for start, end in pairwise(points):
            if start is not None and end is not None:
                first, last = ((x - origin[0], y - origin[1]) for x, y in (start, end))
                yield TableWall(first, last, sight=True, movement=True)


def _recognises(text: str) -> bool:
    return text.lstrip()[:1] == "{" and '"pixels_per_grid"' in text and '"map_size"' in text


def _point(frame: PixelFrame, at: Corner) -> dict[str, float]:
    """Return a corner in cells."""
    x, y = (round(value / frame.across, _DECIMALS) for value in frame.corner(at))
    return {"x": x, "y": y}


def _lost(found: Blockers, layout: Layout, across: int) -> Iterator[str]:
    yield f"the grid type is dropped: after importing, set the padding to 0 and choose {_GRIDS[layout]}, {across} pixels across"
    yield from found.losses
    if found.sight.any():
        yield (
            f"the rules let units see into {hex_count(np.count_nonzero(found.sight))}, but walls block sight "
            "at their edges"
        )
    if passable := np.count_nonzero(found.sight & ~found.movement):
        yield f"the rules let units enter {hex_count(passable)}, but walls that block sight also stop them"
    if low := np.count_nonzero(found.movement & ~found.sight):
        yield f"{hex_count(low)} cannot be entered, but no walls are added because they would block sight too"
    if sides := sum(it.movement and not it.sight for it in found.hexsides.values()):
        yield (
            f"{counted(sides, 'hexside')} cannot be crossed, but no walls are added because they would "
            "block sight too"
        )


FORMAT = Format(
    "uvtt",
    "Universal VTT",
    ".uvtt",
    _write,
    _read,
    _recognises,
    carries=DRAWN | {ScenarioPart.TITLE, ScenarioPart.RULESET, ScenarioPart.WEATHER, ScenarioPart.SIDES},
    options=(
        pixels_option(100, least=20),
        Option("grid", "draw a line around every hex", "yes", "flag"),
        Option("labels", "draw the label of every hex", "no", "flag"),
        Option("zones", "draw zones and objectives", "yes", "flag"),
    ),
    purpose="a picture with walls, for many virtual tabletops",
    other_endings=(".dd2vtt", ".df2vtt"),
)
