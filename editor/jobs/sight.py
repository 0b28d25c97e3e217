"""What hexes see of a board, computed in the window or as jobs for the worker."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from fairground.core.scenario.inches import inches_a_size
from fairground.editor.jobs.job_scenario import JobScenario, cached

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray
    from shapely.geometry.base import BaseGeometry

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario
    from fairground.core.sight.bases.verdict import BaseVerdicts
    from fairground.core.sight.field.fan import Fans

#: Areas too small to be visible on a map, in square inches.
_SLIVER = 1e-4
#: Closed lines, each an array ``[n, 2]`` of points as ``Layout.centre`` has them at size 1.
Rings = tuple["NDArray[np.float64]", ...]


@dataclass(frozen=True, slots=True, eq=False)
class SeenArea:
    """What a base sees: rings of areas, including those of holes; and the base, in sizes of a hex.

    ``beyond`` is out of range. ``name`` is the id of the unit that looks, empty for a hex.
    """

    seen: Rings
    hidden: Rings
    beyond: Rings
    x: float
    y: float
    radius: float
    name: str


def seen_from_base(verdicts: BaseVerdicts, unit_id: str, origin: Hex, looking: Looking) -> SeenBoard:
    """Return what a unit sees; without an id, what a base of default size in the middle of a hex sees."""
    import shapely

    from fairground.core.sight.bases.base_positions import placed
    from fairground.core.sight.bases.fan import BaseFan

    scenario = verdicts.scenario
    inches = inches_a_size(scenario.board)
    reach = None if looking.reach is None else round(looking.reach * scenario.board.hex_inches)
    viewer = placed(scenario, unit_id or origin)
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
        name=unit_id,
    )
    nothing = np.zeros(scenario.board.terrain.shape, np.bool_)
    return SeenBoard(origin, looking, fan.visible, fan.blocked, nothing, nothing, area)


def _rings(area: BaseGeometry, inches: float) -> Iterator[NDArray[np.float64]]:
    """Yield the edges of an area and of its holes, without slivers from rounding."""
    import shapely

    for part in shapely.get_parts(area):
        if part.geom_type == "Polygon" and part.area > _SLIVER:
            for ring in shapely.get_rings(part):
                yield shapely.get_coordinates(ring) / inches


@dataclass(frozen=True, slots=True)
class Looking:
    """How many hexes far lines go (None: to the edge of the board), and the heights of both ends."""

    reach: int | None = None
    heights: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True, eq=False)
class SeenBoard:
    """What a hex sees: bool arrays ``[rows, columns]``; hexes out of range are neither visible nor blocked.

    Where sight is from base to base, ``area`` is what the base sees, and hexes are those where a default base is seen.
    """

    origin: Hex
    looking: Looking
    visible: NDArray[np.bool_]
    blocked: NDArray[np.bool_]
    hindered: NDArray[np.bool_]
    covered: NDArray[np.bool_]
    area: SeenArea | None = None


def seen_from(fans: Fans, origin: Hex, looking: Looking) -> SeenBoard:
    """Return what a hex sees."""
    fan = fans.fan(origin, looking.reach, looking.heights)
    return SeenBoard(origin, looking, fan.visible, fan.blocked, fan.hindrance != 0, fan.cover != 0)


@dataclass(frozen=True, slots=True)
class FanJob:
    """Computes what a hex sees; answers with ``SeenBoard``, or None without the scenario."""

    topic: ClassVar[str] = "fan"
    tag: tuple[int, ...]
    subject: JobScenario
    origin: Hex
    looking: Looking

    def run(self) -> SeenBoard | None:
        """Compute the fan."""
        from fairground.core.sight.field.fan import Fans

        fans = cached(self.topic, self.subject, Fans)
        return seen_from(fans, self.origin, self.looking) if fans is not None else None


@dataclass(frozen=True, slots=True)
class BaseFanJob:
    """Computes what a base sees, as ``seen_from_base``; answers with ``SeenBoard``, or None without the scenario."""

    topic: ClassVar[str] = "base-fan"
    tag: tuple[int, ...]
    subject: JobScenario
    unit_id: str
    origin: Hex
    looking: Looking

    def run(self) -> SeenBoard | None:
        """Compute the fan."""
        from fairground.core.sight.bases.verdict import BaseVerdicts

        verdicts = cached(self.topic, self.subject, BaseVerdicts)
        if verdicts is None:
            return None
        return seen_from_base(verdicts, self.unit_id, self.origin, self.looking)


@dataclass(frozen=True, slots=True)
class ExposureJob:
    """Counts how many hexes see each hex; answers with the array, or a reason."""

    topic: ClassVar[str] = "exposure"
    tag: tuple[int, ...]
    scenario: Scenario
    looking: Looking

    def run(self) -> NDArray[np.int64] | str:
        """Count."""
        from fairground.core.errors import LimitError
        from fairground.core.sight.field.visibility import visibility

        try:
            return visibility(self.scenario, self.looking.reach, self.looking.heights).exposure()
        except LimitError as error:
            return str(error)
