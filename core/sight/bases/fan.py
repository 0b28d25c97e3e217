"""What a base sees of the table: an area, and the hexes in which a usual base would be seen."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import numpy as np
import shapely

from fairground.core.answer import JsonResult
from fairground.core.errors import UsageError
from fairground.core.sight.bases.base_positions import is_within, placed
from fairground.core.sight.bases.free_line import free_line
from fairground.core.sight.bases.region import seen_region
from fairground.core.sight.bases.verdict import BaseVerdicts

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from shapely import MultiPolygon, Polygon

    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.core.sight.bases.base_positions import Placed
    from fairground.core.sight.bases.verdict import Who

#: By how much a base must clear the edge of the area to be judged by it, in inches; those in between are looked at.
_CLEARLY = 1e-6


@dataclass(frozen=True, eq=False)
class BaseFan(JsonResult):
    """What a base sees of the table.

    ``visible`` and ``blocked`` mark the hexes ``[rows, columns]`` in whose middle a usual base would be seen, and would
    not; void hexes and those out of range are in neither. Each answer is worked out when it is first asked for, for the
    board as it was when the fan was made.
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
        """The points of the table to which there is a free line from the base, in inches from the centre of A1.

        Exact but for 1e-6 inch, and but for the edge of the base itself, which is drawn with 64 corners. What lies in
        other obstacles than the one that holds the base is not seen; who stands there may be (rule BV-10).
        """
        obstacles, base = self._verdicts.obstacles, self.origin.base
        return seen_region(base.disc, obstacles.walls(base.hex), obstacles.ground(base.hex))

    @cached_property
    def visible(self) -> NDArray[np.bool_]:
        """The hexes in whose middle a usual base would be seen, as bools."""
        return self._in_range & self._seen

    @cached_property
    def blocked(self) -> NDArray[np.bool_]:
        """The hexes within the range in whose middle a usual base would not be seen, as bools."""
        return self._in_range & ~self._seen

    @cached_property
    def _targets(self) -> list[tuple[tuple[int, int], Placed]]:
        """The usual bases in the middle of all hexes, by row and column."""
        scenario = self._verdicts.scenario
        board = scenario.board
        return [
            ((row, column), placed(scenario, board.layout.from_offset(column, row)))
            for row, column in np.argwhere(~board.void).tolist()
        ]

    @cached_property
    def _in_range(self) -> NDArray[np.bool_]:
        found = np.zeros(self._verdicts.scenario.board.terrain.shape, np.bool_)
        for cell, it in self._targets:
            found[cell] = self.range is None or is_within(self.origin.base, it.base, self.range)
        return found

    @cached_property
    def _seen(self) -> NDArray[np.bool_]:
        """The hexes in whose middle a usual base is seen, near or far: by the area, and by its own line where that is close."""
        obstacles, origin = self._verdicts.obstacles, self.origin.base
        centres = shapely.points([(it.base.x, it.base.y) for _, it in self._targets])
        region = self.region
        shapely.prepare(region)
        far = shapely.distance(region, centres)
        found = np.zeros(self._verdicts.scenario.board.terrain.shape, np.bool_)
        for (cell, it), off in zip(self._targets, far.tolist(), strict=True):
            if off <= it.base.radius - _CLEARLY:
                found[cell] = True
            elif off <= it.base.radius + _CLEARLY or any(p.mask[cell] for p in obstacles.blocking):
                walls = obstacles.walls(origin.hex, it.base.hex)
                found[cell] = free_line(origin.disc, it.base.disc, walls) is not None
        return found


def base_fan(scenario: Scenario, origin: Who, range: int | None = None) -> BaseFan:  # noqa: A002  # the field's word
    """Return what the base of a unit, given as such or by its id, sees; or a usual base in the middle of a hex.

    ``range`` is how many inches far to look, from edge to edge; None is as far as the table goes.

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
    >>> found = base_fan(load("scenarios/broken-abbey.yaml"), "A1", range=6)
    >>> found.region.is_valid
    True
    """
    if range is not None and range < 0:
        raise UsageError(f"a range is 0 inches or more, not {range}")
    verdicts = BaseVerdicts(scenario)
    return BaseFan(verdicts, placed(scenario, origin), range)
