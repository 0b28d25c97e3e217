"""The fan of a hex: what can be seen from it on the whole board, the same as ``sight`` says of each line by itself."""

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
    """Return what a hex, given as such or by its label, sees of the board; see ``Fans.fan``.

    >>> from fairground.core import fan, load
    >>> found = fan(load("scenarios/sight-lines.yaml"), "D4", range=3)
    >>> sorted(found.to_json())
    ['blocked', 'origin', 'range', 'visible']
    """
    return Fans(scenario).fan(hex_on_board(scenario.board, origin), range, heights)


class Fans:
    """Gives the fans of a scenario as it is now; after a change make another one.

    What does not depend on the hex is worked out once, which is what an overlay under the pointer wants.

    Raises
    ------
    ScenarioError
        When the ruleset draws lines of sight between bases rather than hexes.
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
        """Return what a hex sees: ``range`` hexes far, the own hex not counted; None is as far as the board goes.

        ``heights`` are those of the unit that looks and of what it looks at, in levels above their hexes, where the
        ruleset uses them.

        Raises
        ------
        UsageError
            When the range is negative.
        ScenarioError
            When the hex lies outside the board.
        """
        if range is not None and range < 0:
            raise UsageError(f"a range is 0 hexes or more, not {range}")
        self._board.scenario.board.cell(origin)
        return Fan(self._board, origin, range, heights)


@dataclass(frozen=True, eq=False)
class Fan(JsonResult):
    """What a hex sees of the board.

    Arrays have the shape ``[rows, columns]``. Void hexes and hexes beyond the range are neither visible nor blocked; the
    origin sees itself. Each answer is worked out when it is first asked for, for the board as it was when the fan was
    made.
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
        """The hexes that are seen, as bools."""
        return self._in_range & ~self._stopped

    @cached_property
    def blocked(self) -> NDArray[np.bool_]:
        """The hexes within the range that are not seen, as bools."""
        return self._in_range & self._stopped

    @cached_property
    def hindrance(self) -> NDArray[np.int64]:
        """By how much fire from the origin at each visible hex is hindered; 0 elsewhere."""
        return self._where_seen(hindrances(self._stops))

    @cached_property
    def cover(self) -> NDArray[np.int64]:
        """The cover of a target in each visible hex against fire from the origin; 0 elsewhere."""
        return self._where_seen(covers(self._stops))

    @cached_property
    def region(self) -> Polygon | MultiPolygon:
        """What is seen as one area; hexes are 1 from centre to corner, A1 is at (0, 0) and y grows downwards."""
        return hexes_to_region(self.board.hexes_of(self.visible), self.board.layout)

    def blocked_by(self, at: Hex) -> Hex | Hexside | None:
        """Return what first blocks the line to a hex; None where nothing does."""
        found = self._board.verdicts.sight(self.origin, at, self.heights).blocked_by
        return found[0] if found else None

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
        found = np.where(self.visible, self._board.cells(amounts), 0)
        found[self.board.cell(self.origin)] = 0
        return found
