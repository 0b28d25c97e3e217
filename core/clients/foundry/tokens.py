"""Tokens: a unit each, without an actor, on its hex and looking where it faces."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

from fairground.core.clients.foundry.ids import DEFAULT_LEVEL, document_id
from fairground.core.grid.layout import SQRT3, Orientation
from fairground.core.pictures.zone_layers import side_colour

if TYPE_CHECKING:
    from fairground.core.clients.board_image import PixelFrame
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Unit

#: A picture that comes with Foundry.
_PICTURE: Final = "icons/svg/mystery-man.svg"
#: Of the first side's team, of others, of nobody.
_FRIENDLY, _HOSTILE, _NEUTRAL = 1, -1, 0
#: The name is shown to whoever points at the token.
_ON_HOVER: Final = 30


def token_documents(
    scenario: Scenario, frame: PixelFrame, *, hidden: bool, version: int
) -> list[dict[str, Any]]:
    """Return a token for every unit on the board; with ``hidden`` players do not see them yet."""
    across, long = frame.across, 2 * frame.across / SQRT3
    flat = scenario.board.layout.orientation is Orientation.FLAT
    width, height = (long, across) if flat else (across, long)
    found = []
    for unit in scenario.units:
        if not scenario.board.contains(unit.hex):
            continue
        x, y = frame.centre(unit.hex)
        document: dict[str, Any] = {
            "_id": document_id("unit", unit.id),
            "name": unit.name or unit.id,
            "displayName": _ON_HOVER,
            "actorId": None,
            "actorLink": False,
            "texture": {
                "src": _PICTURE,
                "tint": side_colour(scenario.side_index(unit.side)),
            },
            "width": 1,
            "height": 1,
            "x": math.floor(x - width / 2 + 0.5),
            "y": math.floor(y - height / 2 + 0.5),
            "elevation": scenario.board.level_at(unit.hex),
            "rotation": _rotation(scenario, unit),
            # The picture stays upright; what it looks at is kept all the same.
            "lockRotation": True,
            "hidden": hidden,
            "disposition": _disposition(scenario, unit),
            "sight": {"enabled": True},
            "flags": {
                "fairground": {
                    "id": unit.id,
                    "side": unit.side,
                    "class": unit.unit_class,
                    "facing": unit.facing,
                    "shield": unit.shield.value,
                }
            },
        }
        if version >= 14:
            document["level"] = DEFAULT_LEVEL
        found.append(document)
    return found


def _rotation(scenario: Scenario, unit: Unit) -> int:
    """Return where a unit looks, in degrees clockwise from the lower edge of the screen."""
    # Facing 1 is straight up on flat-top boards, and half a step further on pointy-top ones.
    flat = scenario.board.layout.orientation is Orientation.FLAT
    return (180 + (0 if flat else 30) + 60 * (unit.facing - 1)) % 360


def _disposition(scenario: Scenario, unit: Unit) -> int:
    side = scenario.side(unit.side)
    if side is None:
        return _NEUTRAL
    return _FRIENDLY if side.allegiance == scenario.sides[0].allegiance else _HOSTILE
