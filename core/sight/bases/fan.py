"""What a base sees of the table: an area, and the hexes in which a default base would be visible."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import numpy as np
import shapely

from fairground.core.answer import JsonResult
from fairground.core.errors import UsageError
from fairground.core.sight.bases.base_positions import is_within, placed
from fairground.core.sight.bases.free_line import free_line, seen_region
from fairground.core.sight.bases.verdict import BaseVerdicts

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from shapely import MultiPolygon, Polygon

    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.core.sight.bases.base_positions import Placed
    from fairground.core.sight.bases.verdict import Who

#: Bases nearer than this to the edge of the area, in inches, are checked by their own line.
_CLEARLY = 1e-6


@dataclass(frozen=True, eq=False)
class BaseFan(JsonResult):
    """What a base sees of the table.

    ``visible`` and ``blocked`` mark the hexes ``[rows, columns]`` where a default base in the centre would be visible, and
    would not; void hexes and those out of range are in neither. All are computed on first use.
    """

    answer_model: ClassVar = "sight.answer:BaseFanAnswer"

    _verdicts: BaseVerdicts
    origin: Placed
    #: In inches, from edge to edge; None for all of the table.
    range: int | None

    @property
    def board(self) -> Board:
        """The board."""
        return self._verdicts.scenario.board

    @cached_property
    def region(self) -> Polygon | MultiPolygon:
        """The points of the table with a free line to the base, in inches from the centre of A1.

        Exact to 1e-6 inch, but for the edge of the base, which has 64 corners. Points in obstacles other than the base's own
        are not included, although units there may be visible (rule BV-10).
        """
        obstacles, base = self._verdicts.obstacles, self.origin.base
        return seen_region(base.disc, obstacles.walls(base.hex), obstacles.ground(base.hex))

    @cached_property
    def visible(self) -> NDArray[np.bool_]:
        """The hexes where a default base would be visible."""
        return self._in_range & self._seen

    @cached_property
    def blocked(self) -> NDArray[np.bool_]:
        """The hexes within range where a default base would not be visible."""
        return self._in_range & ~self._seen

    @cached_property
    def _targets(self) -> list[tuple[tuple[int, int], Placed]]:
        """The default bases of all hexes, by row and column."""
        scenario = self._verdicts.scenario
        board = scenario.board
        return [
            ((row, column), placed(scenario, board.layout.from_offset(column, row)))
            for row, column in np.argwhere(~board.void).tolist()
        ]

    @cached_property
    def _in_range(self) -> NDArray[np.bool_]:
        mask = np.zeros(self._verdicts.scenario.board.terrain.shape, np.bool_)
        for cell, it in self._targets:
            mask[cell] = self.range is None or is_within(self.origin.base, it.base, self.range)
        return mask

    @cached_property
    def _seen(self) -> NDArray[np.bool_]:
        """The hexes where a default base is visible at any range: by the area, or by its own line if that is close."""
        obstacles, origin = self._verdicts.obstacles, self.origin.base
        centres = shapely.points([(it.base.x, it.base.y) for _, it in self._targets])
        region = self.region
        shapely.prepare(region)
        far = shapely.distance(region, centres)
        mask = np.zeros(self._verdicts.scenario.board.terrain.shape, np.bool_)
        for (cell, it), off in zip(self._targets, far.tolist(), strict=True):
            if off <= it.base.radius - _CLEARLY:
                mask[cell] = True
            elif off <= it.base.radius + _CLEARLY or any(p.mask[cell] for p in obstacles.blocking):
                walls = obstacles.walls(origin.hex, it.base.hex)
                mask[cell] = free_line(origin.disc, it.base.disc, walls) is not None
        return mask


def base_fan(scenario: Scenario, origin: Who, range: int | None = None) -> BaseFan:  # noqa: A002  # the field's word
    """Return what the base of a unit or its id sees, or a default base in the centre of a hex or its label.

    ``range`` is in inches, from edge to edge; None is the whole table.

    Raises
    ------
    GridError
        When a text is neither the id of a unit nor a label.
    ScenarioError
        When the origin is not on the board, or the ruleset draws lines of sight between hexes.
    UsageError
        When the range is negative.

    Examples
    --------
    >>> from fairground.core import base_fan, load
    >>> seen = base_fan(load("scenarios/broken-abbey.yaml"), "A1", range=6)
    >>> seen.region.is_valid
    True
    """
    if range is not None and range < 0:
        raise UsageError(f"a range must be 0 inches or more, not {range}")
    verdicts = BaseVerdicts(scenario)
    return BaseFan(verdicts, placed(scenario, origin), range)
