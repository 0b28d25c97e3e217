"""What bases see of a board, for the worker: an area with smooth edges, and the hexes where a usual base is seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.scenario.table import inches_a_size

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray
    from shapely.geometry.base import BaseGeometry

    from fairground.core.grid.hexes import Hex
    from fairground.core.sight.bases.verdict import BaseVerdicts
    from fairground.editor.worker.sighting import Looking, Seen

#: Areas that nobody could see on a map, in square inches.
_SLIVER = 1e-4
#: Closed lines, each an array ``[n, 2]`` of points as ``Layout.centre`` has them at size 1.
Rings = tuple["NDArray[np.float64]", ...]


@dataclass(frozen=True, slots=True, eq=False)
class SeenArea:
    """What a base sees, and what it does not: rings, those of holes among them; and the base, in sizes of a hex.

    ``beyond`` is what lies out of range. ``name`` is the id of the unit that looks, empty for a hex.
    """

    seen: Rings
    hidden: Rings
    beyond: Rings
    x: float
    y: float
    radius: float
    name: str


def seen_from_base(verdicts: BaseVerdicts, who: str, origin: Hex, looking: Looking) -> Seen:
    """Return what a unit sees, or where ``who`` is empty, a usual base in the middle of a hex."""
    import shapely  # noqa: PLC0415  # loaded where it is used

    from fairground.core.sight.bases.fan import BaseFan  # noqa: PLC0415
    from fairground.core.sight.bases.place import placed  # noqa: PLC0415
    from fairground.editor.worker.sighting import Seen  # noqa: PLC0415  # it knows of this module

    scenario = verdicts.scenario
    inches = inches_a_size(scenario.board)
    # Ranges are told in hexes.
    reach = None if looking.reach is None else round(looking.reach * scenario.board.hex_inches)
    viewer = placed(scenario, who or origin)
    fan = BaseFan(verdicts, viewer, reach)
    table, base = verdicts.obstacles.table, viewer.base
    region: BaseGeometry = fan.region
    near: BaseGeometry = table
    if reach is not None:
        near = table.intersection(shapely.Point(base.x, base.y).buffer(base.radius + reach))
        region = region.intersection(near)
    area = SeenArea(
        seen=tuple(_rings(region, inches)),
        hidden=tuple(_rings(near.difference(region), inches)),
        beyond=tuple(_rings(table.difference(near), inches)),
        x=base.x / inches,
        y=base.y / inches,
        radius=base.radius / inches,
        name=who,
    )
    nothing = np.zeros(scenario.board.terrain.shape, np.bool_)
    return Seen(origin, looking, fan.visible, fan.blocked, nothing, nothing, area)


def _rings(area: BaseGeometry, inches: float) -> Iterator[NDArray[np.float64]]:
    """Yield the edges of an area, outer ones and those of holes; not of slivers, which rounding leaves at its edge."""
    import shapely  # noqa: PLC0415  # loaded where it is used

    for part in shapely.get_parts(area):
        if part.geom_type == "Polygon" and part.area > _SLIVER:
            for ring in shapely.get_rings(part):
                yield shapely.get_coordinates(ring) / inches
