"""The fan of a hex: everything it sees on the board, as ``sight`` decides for each line."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from fairground.core.answer import JsonResult
from fairground.core.errors import UsageError
from fairground.core.grid.polygons import hexes_to_region
from fairground.core.scenario.hex_arguments import hex_on_board
from fairground.core.sight.board.facts import refuse_bases
from fairground.core.sight.field.fan_board import FanBoard
from fairground.core.sight.field.fan_modifiers import FanStops, covers, hindrances

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from shapely import MultiPolygon, Polygon

    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.hexsides import Hexside
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario


def fan(
    scenario: Scenario,
    origin: Hex | str,
    range: int | None = None,  # noqa: A002  # the field's word
    heights: tuple[int, int] = (0, 0),
) -> Fan:
    """Return what a hex, or its label, sees of the board; see ``Fans.fan``."""
    return Fans(scenario).fan(hex_on_board(scenario.board, origin), range, heights)


class Fans:
    """The fans of one state of a scenario, with shared work done once; create a new one after a change.

    Raises ScenarioError if the ruleset measures sight between bases.
    """

    def __init__(self, scenario: Scenario) -> None:
        refuse_bases(scenario.rules)
        self._board = FanBoard(scenario)

    def fan(
        self,
        origin: Hex,
        range: int | None = None,  # noqa: A002  # the field's word
        heights: tuple[int, int] = (0, 0),
    ) -> Fan:
        """Return what a hex sees within a range in hexes, the own hex not counted; None is the whole board.

        ``heights`` are those of the observer and of the target, in levels above their hexes, where the ruleset uses them.
        Raises UsageError if the range is negative, ScenarioError if the hex is off the board.
        """
        if range is not None and range < 0:
            raise UsageError(f"a range must be 0 hexes or more, not {range}")
        self._board.scenario.board.cell(origin)
        return Fan(self._board, origin, range, heights)


@dataclass(frozen=True, eq=False)
class Fan(JsonResult):
    """What a hex sees of the board.

    Arrays have the shape ``[rows, columns]`` and are computed on first use. Void hexes and hexes beyond the range are neither
    visible nor blocked; the origin sees itself.
    """

    answer_model: ClassVar = "sight.answer:FanAnswer"

    _board: FanBoard
    origin: Hex
    range: int | None
    heights: tuple[int, int]

    @property
    def board(self) -> Board:
        """The board."""
        return self._board.scenario.board

    @cached_property
    def visible(self) -> NDArray[np.bool_]:
        """The visible hexes, as bools."""
        return self._in_range & ~self._stopped

    @cached_property
    def blocked(self) -> NDArray[np.bool_]:
        """The hexes within range that are not visible, as bools."""
        return self._in_range & self._stopped

    @cached_property
    def hindrance(self) -> NDArray[np.int64]:
        """The hindrance of fire from the origin at each visible hex; 0 elsewhere."""
        return self._where_seen(hindrances(self._stops))

    @cached_property
    def cover(self) -> NDArray[np.int64]:
        """The cover of a target in each visible hex against fire from the origin; 0 elsewhere."""
        return self._where_seen(covers(self._stops))

    @cached_property
    def region(self) -> Polygon | MultiPolygon:
        """The visible hexes as one area; hexes are 1 from centre to corner, A1 is at (0, 0), y grows downwards."""
        return hexes_to_region(self.board.hexes_of(self.visible), self.board.layout)

    def blocked_by(self, at: Hex) -> Hex | Hexside | None:
        """Return what first blocks the line to a hex; None if nothing does."""
        return next(iter(self._board.verdicts.sight(self.origin, at, self.heights).blocked_by), None)

    @cached_property
    def _in_range(self) -> NDArray[np.bool_]:
        return self._board.within(self.origin, self.range)

    @cached_property
    def _stops(self) -> FanStops:
        return FanStops(self._board, self.origin, self.range, self.heights)

    @cached_property
    def _stopped(self) -> NDArray[np.bool_]:
        return self._board.cells(self._stops.stopped)

    def _where_seen(self, amounts: NDArray[np.int64]) -> NDArray[np.int64]:
        seen = np.where(self.visible, self._board.cells(amounts), 0)
        seen[self.board.cell(self.origin)] = 0
        return seen
