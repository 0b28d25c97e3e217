"""Which lines from a hex are stopped: what ``runs`` and ``features`` say of one line, for a whole board."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from fairground.core.rules.sight import HexsidePolicy
from fairground.core.sight.field.fan_features import blocking
from fairground.core.sight.field.fan_values import FanValues

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.sight.field.fan_board import FanBoard, Ray

    _Bools = NDArray[np.bool_]
    _Numbers = NDArray[np.int64]


class FanStops:
    """What stops the lines from one hex of a board, no further than the range."""

    def __init__(self, board: FanBoard, origin: Hex, reach: int | None, heights: tuple[int, int]) -> None:
        self.board = board
        self.origin = origin
        self.reach = reach
        self._values = FanValues(
            board.rules.sight,
            board.kinds,
            board.lanes,
            board.kind_of_lane,
            origin,
            heights,
            board.longest(reach),
        )

    @cached_property
    def rays(self) -> tuple[Ray, ...]:
        """The lines along hexsides."""
        return tuple(self.board.rays(self.origin, self.reach))

    @cached_property
    def last_lanes(self) -> _Numbers:
        """The lane of the hex that each line crosses last, by line; that of the start where it crosses none."""
        return self.board.last_lanes(self.origin, self.reach)

    @cached_property
    def stopped(self) -> _Bools:
        """The hexes to which the line is stopped, by line; of hexes that are void or too far it means nothing."""
        values, board = self._values, self.board
        sums = self._crossed
        if values.eyes_count_beside:
            beside = values.beside_end(self.last_lanes, board.kind_of_hex)
            sums = [a + b for a, b in zip(sums, beside, strict=True)]
        found = values.stops(sums, self._within)
        for ray in self.rays:
            found.ravel()[ray.ends] = self._ray_stopped(ray)
        if board.features.any(blocking):
            self._stop_at_features(found)
        return found

    @cached_property
    def _crossed(self) -> list[_Numbers]:
        """What the words of the hexes that lines cross add up to."""
        values = self._values
        classes = values.classes[self.board.kind_of_hex] if values.classes.any() else None
        return self.board.sums(values.words, classes, self.origin, self.reach)

    @cached_property
    def _within(self) -> dict[str, _Bools]:
        return self._values.within(self._crossed, self.board.kind_of_hex)

    # -- lines along hexsides -------------------------------------------------------------------------------

    def _ray_stopped(self, ray: Ray) -> _Bools:
        """Judge lines along hexsides by their two sides, as the ruleset has it (rules HS-02, MM-05)."""
        values = self._values
        crossed = [it.ravel()[ray.ends] for it in self._crossed]
        kinds = self.board.kind_of_hex.ravel()[ray.ends]
        sides = []
        for lanes in (ray.left, ray.right):
            parts = zip(
                crossed, values.running_sums(lanes, kinds), values.beside_end(lanes, kinds), strict=True
            )
            sides.append(values.stops([a + b + c for a, b, c in parts], self._within_on(ray)))
        both = self.board.rules.sight.hexside is HexsidePolicy.BOTH_SIDES
        return sides[0] & sides[1] if both else sides[0] | sides[1]

    def stopped_alone(self, ray: Ray) -> tuple[_Bools, _Bools]:
        """Return, for lines along hexsides, whether some hex on the left, or right, stops them by itself (rule HS-06)."""
        kinds = self.board.kind_of_hex.ravel()[ray.ends]
        within = self._within_on(ray)
        left, right = (self._values.any_stops(lanes, kinds, within) for lanes in (ray.left, ray.right))
        return left, right

    def _within_on(self, ray: Ray) -> dict[str, _Bools]:
        return {kind: it.ravel()[ray.ends] for kind, it in self._within.items()}

    # -- hexsides -------------------------------------------------------------------------------------------

    def _stop_at_features(self, found: _Bools) -> None:
        features = self.board.features
        found |= features.stops(self.origin, self.reach)
        for ray in self.rays:
            found.ravel()[ray.ends] |= features.stops_ray(self.origin, ray.corner, ray.ends.size)
