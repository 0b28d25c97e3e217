"""Documents of a scene: their ids, walls between whole pixels, and zones and objectives as regions."""

from __future__ import annotations

import hashlib
import math
import string
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from fairground.core.clients.walls import SightStop
from fairground.core.grid.hexsides import hexes_enclosed, region_boundary
from fairground.core.pictures.colours import DEPTH_INK, GOLD, RELIEF_INK
from fairground.core.pictures.zone_layers import side_colour
from fairground.core.scenario.parts import ObjectiveKind
from fairground.core.text.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from fairground.core.clients.board_image import PixelFrame
    from fairground.core.clients.walls import Wall
    from fairground.core.grid.hexsides import Corner
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Objective, Zone

_SIGNS: Final = string.digits + string.ascii_uppercase + string.ascii_lowercase
_LENGTH: Final = 16
#: The default level of a scene, with its tokens.
DEFAULT_LEVEL: Final = "defaultLevel0000"


def document_id(*parts: object) -> str:
    """Return the id derived from some parts.

    >>> document_id("wall", 1) == document_id("wall", 1), len(document_id("wall", 2))
    (True, 16)
    """
    number = int.from_bytes(hashlib.sha256(repr(parts).encode()).digest())
    found = []
    for _ in range(_LENGTH):
        number, place = divmod(number, len(_SIGNS))
        found.append(_SIGNS[place])
    return "".join(found)


#: The effect of a wall on sight, light and sound: none, at the second such wall, or full.
_NONE, _LIMITED, _NORMAL = 0, 10, 20


def wall_documents(
    walls: Iterable[Wall], frame: PixelFrame, *, seen: bool, version: int
) -> list[dict[str, Any]]:
    """Return the walls of a scene.

    With ``seen``, outlines of hexes that end sight are limited walls: sight passes the first and stops at the second, so
    it enters such hexes but does not pass through. Light follows sight. Sound, which has no rule, is stopped where both
    sight and movement are.
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
    """Return the pixel of a corner, the same for all walls and regions that meet there."""
    x, y = frame.corner(at)
    return math.floor(x + 0.5), math.floor(y + 0.5)


class Regions:
    """Makes the regions of a scenario for a version of Foundry; ``empty`` counts zones and objectives without a hex."""

    def __init__(self, scenario: Scenario, frame: PixelFrame, version: int) -> None:
        self._scenario = scenario
        self._frame = frame
        self._version = version
        self.empty = 0

    def documents(self) -> list[dict[str, Any]]:
        """Return all regions: zones, objectives, levels."""
        found = [*self._zones(), *self._objectives(), *self._levels()]
        return [document for document in found if document]

    def _zones(self) -> Iterator[dict[str, Any] | None]:
        scenario = self._scenario
        for zone in scenario.zones:
            mask = zone.shape.mask(scenario.board)
            flags = {"id": zone.id, "side": zone.side, "kind": zone.kind.value}
            colour = side_colour(scenario.side_index(zone.side))
            yield self._part("zone", zone.id, self._zone_name(zone), colour, mask, flags)

    def _objectives(self) -> Iterator[dict[str, Any] | None]:
        scenario = self._scenario
        for it in scenario.objectives:
            mask = it.shape.mask(scenario.board)
            flags = {
                "id": it.id,
                "side": it.side,
                "kind": it.kind.value,
                "points": it.points,
                "hold": it.hold,
            }
            yield self._part("objective", it.id, self._objective_name(it), GOLD, mask, flags)

    def _levels(self) -> Iterator[dict[str, Any]]:
        board = self._scenario.board
        for level in np.unique(board.elevation[~board.void]).tolist():
            if level:
                colour = RELIEF_INK if level > 0 else DEPTH_INK
                yield self._document(
                    document_id("level", level),
                    f"Level {level}",
                    colour,
                    (board.elevation == level) & ~board.void,
                    {"level": level},
                    bottom=level,
                )

    def _part(
        self, kind: str, part_id: str, name: str, colour: str, mask: NDArray[np.bool_], flags: dict[str, Any]
    ) -> dict[str, Any] | None:
        mask = mask & ~self._scenario.board.void
        if not mask.any():
            self.empty += 1
            return None
        return self._document(document_id(kind, part_id), name, colour, mask, {"part": kind, **flags})

    def _document(
        self,
        region_id: str,
        name: str,
        colour: str,
        mask: NDArray[np.bool_],
        flags: dict[str, Any],
        *,
        bottom: int | None = None,
    ) -> dict[str, Any]:
        """Return a region, from the level ``bottom`` on upwards; of every level for None."""
        document: dict[str, Any] = {
            "_id": region_id,
            "name": name,
            "color": colour,
            "shapes": list(self._shapes(mask)),
            "elevation": {"bottom": bottom, "top": None},
            "behaviors": [],
            # Shown while the layer of regions is.
            "visibility": 0,
            "locked": False,
            "flags": {"fairground": flags},
        }
        if self._version >= 14:
            document["levels"] = []
        return document

    def _shapes(self, mask: NDArray[np.bool_]) -> Iterator[dict[str, Any]]:
        """Yield the outlines of hexes, larger rings first, because holes are cut out of earlier shapes."""
        rings = region_boundary(self._scenario.board.hexes_of(mask))
        for ring in sorted(rings, key=lambda it: -abs(hexes_enclosed(it))):
            points = [value for at in ring for value in pixel(self._frame, at)]
            yield {"type": "polygon", "hole": hexes_enclosed(ring) < 0, "points": points}

    # -- names ----------------------------------------------------------------------------------------------

    def _zone_name(self, zone: Zone) -> str:
        name = self._scenario.zone_title(zone.id)
        # A title made from the side says whose the zone is.
        side = self._side_title(zone.side) if name == zone.title else ""
        about = f"{side}, {zone.kind.value}" if side else zone.kind.value
        return f"{name} ({about})"

    def _objective_name(self, objective: Objective) -> str:
        facts = [self._side_title(objective.side)]
        if objective.kind is ObjectiveKind.EXIT:
            facts.append("exit")
        facts.append(counted(objective.points, "point"))
        if objective.hold:
            facts.append(f"hold {counted(objective.hold, 'turn')}")
        return f"{objective.title} ({', '.join(filter(None, facts))})"

    def _side_title(self, side_id: str) -> str:
        side = self._scenario.side(side_id)
        return side.title if side else side_id
