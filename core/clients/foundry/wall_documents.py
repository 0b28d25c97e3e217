"""Walls: one document a hexside, between whole pixels."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

from fairground.core.clients.foundry.ids import document_id
from fairground.core.clients.walls import SightStop

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fairground.core.clients.board_image import PixelFrame
    from fairground.core.clients.walls import Wall
    from fairground.core.grid.hexsides import Corner

#: What a wall does to sight, light and sound: nothing, something beyond the next such wall, or all of it.
_NONE, _LIMITED, _NORMAL = 0, 10, 20


def wall_documents(
    walls: Iterable[Wall], frame: PixelFrame, *, seen: bool, version: int
) -> list[dict[str, Any]]:
    """Return the walls of a scene.

    With ``seen`` the outlines of hexes that end sight are limited walls: one sees past the first and not past the
    second, which is into such hexes and not through them; otherwise nothing past the first. Light goes where sight
    goes. Sound, of which the rules say nothing, is stopped by what stops both sight and movement.
    """
    senses: Final = {
        SightStop.NOWHERE: _NONE,
        SightStop.BEYOND: _LIMITED if seen else _NORMAL,
        SightStop.HERE: _NORMAL,
    }
    found = []
    for wall in walls:
        sense = senses[wall.sight]
        for start, end in wall.pieces:
            points = (*pixel(frame, start), *pixel(frame, end))
            document = {
                "_id": document_id("wall", start.q3, start.r3, end.q3, end.r3),
                "c": list(points),
                "light": sense,
                "move": _NORMAL if wall.movement else _NONE,
                "sight": sense,
                "sound": sense if wall.movement else _NONE,
                "dir": 0,
                "door": 0,
                "ds": 0,
                "threshold": {"light": None, "sight": None, "sound": None, "attenuation": False},
                "flags": {},
            }
            if version >= 14:
                document["levels"] = []
            found.append(document)
    return found


def pixel(frame: PixelFrame, at: Corner) -> tuple[int, int]:
    """Return the pixel of a corner: walls and regions that meet in one have the same."""
    x, y = frame.corner(at)
    return math.floor(x + 0.5), math.floor(y + 0.5)
