"""Universal VTT (``.uvtt``), format 0.3: an image padded to whole cells of a hex's width, with walls."""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from fairground.core.clients.board_image import board_image, pixel_frame, pixels_option
from fairground.core.clients.format import Export, Format, Option
from fairground.core.clients.scenario_parts import DRAWN, ScenarioPart, losses
from fairground.core.clients.walls import blockers, walls
from fairground.core.grid.layout import Layout
from fairground.core.pictures.options import PictureOptions
from fairground.core.text.wording import counted, hex_count

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.clients.board_image import PixelFrame
    from fairground.core.clients.format import ExportSettings
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
    frame = pixel_frame(board, int(settings.number("pixels")), whole_cells=True)
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
        "image": base64.b64encode(image).decode("ascii"),
    }
    left_out = (
        ()
        if zones
        else losses(scenario, frozenset(ScenarioPart) - {ScenarioPart.ZONES, ScenarioPart.OBJECTIVES})
    )
    lost = (*left_out, *_lost(found, board.layout, frame.across))
    return Export((json.dumps(content, separators=(",", ":")) + "\n").encode(), lost)


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
            "at the edge"
        )
    if passable := np.count_nonzero(found.sight & ~found.movement):
        yield f"units can enter {hex_count(passable)}, but the walls that block sight stop them"
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
    carries=DRAWN,
    options=(
        pixels_option(100, least=20),
        Option("grid", "draw a line around every hex", "yes", "flag"),
        Option("labels", "draw the label of every hex", "no", "flag"),
        Option("zones", "draw zones and objectives", "yes", "flag"),
    ),
    purpose="a picture with walls, for many virtual tabletops",
)
