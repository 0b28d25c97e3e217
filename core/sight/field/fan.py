"""The fan of a hex: everything it sees on the board, as ``sight`` decides for each line."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, TypeVar

import numpy as np

from fairground.core.answer import JsonResult
from fairground.core.drawable import Drawable, drawn_on_map
from fairground.core.errors import UsageError
from fairground.core.grid.polygons import hexes_to_region
from fairground.core.rules.sight import CoverReach, HexsidePolicy, HindranceReach, OwnHexsidePolicy
from fairground.core.scenario.hex_arguments import hex_on_board
from fairground.core.sight.board.facts import refuse_bases
from fairground.core.sight.field.fan_board import FanParts
from fairground.core.sight.field.fan_features import blocking, hindering
from fairground.core.sight.field.fan_values import FanValues
from fairground.core.sight.line.modifiers import grade_value, units_between
from fairground.core.sight.line.verdict import Verdicts

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from shapely import MultiPolygon, Polygon

    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.hexsides import Hexside
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.core.sight.field.fan_board import FanBoard, FanPart, Ray

    _Bools = NDArray[np.bool_]
    _Numbers = NDArray[np.int64]
    _Cell = TypeVar("_Cell", bound=np.generic)


class FanStops:
    """The blocked lines from one hex of a board within a range."""

    def __init__(self, board: FanBoard, origin: Hex, reach: int | None, heights: tuple[int, int]) -> None:
        self.board = board
        self.origin = origin
        self.reach = reach
        self._heights = heights

    @cached_property
    def _values(self) -> FanValues:
        board = self.board
        return FanValues(
            board.rules.sight,
            board.kinds,
            board.lanes,
            board.kind_of_lane,
            self.origin,
            self._heights,
            board.longest(self.reach),
        )

    @cached_property
    def rays(self) -> tuple[Ray, ...]:
        """The lines along hexsides."""
        return tuple(self.board.rays(self.origin, self.reach))

    @cached_property
    def last_lanes(self) -> _Numbers:
        """The lane of the last hex that each line crosses, by line; that of the start if it crosses none."""
        return self.board.last_lanes(self.origin, self.reach)

    @cached_property
    def stopped(self) -> _Bools:
        """The hexes to which the line is blocked, by line; undefined for void hexes and beyond the range."""
        values, board = self._values, self.board
        sums = self._crossed
        if values.eyes_count_beside:
            beside = values.beside_end(self.last_lanes, board.kind_of_hex)
            sums = [a + b for a, b in zip(sums, beside, strict=True)]
        stopped = values.stops(sums, self._within)
        if self.rays:
            ends = np.concatenate([it.ends for it in self.rays])
            stopped.ravel()[ends] = self._rays_stopped(ends)
        if board.features.any(blocking):
            stopped |= board.features.stops(self.origin, self.reach)
            for ray in self.rays:
                by_features = board.features.stops_ray(self.origin, ray.corner, ray.ends.size)
                stopped.ravel()[ray.ends] |= by_features
        return stopped

    @cached_property
    def _crossed(self) -> list[_Numbers]:
        """The sums of words over the hexes that lines cross, or at least over so many as block them."""
        values = self._values
        classes = values.classes[self.board.kind_of_hex] if values.classes.any() else None
        return self.board.sums(values.words, classes, self.origin, self.reach, values.enough())

    @cached_property
    def _within(self) -> dict[str, _Bools]:
        return self._values.within(self._crossed, self.board.kind_of_hex)

    def _rays_stopped(self, ends: _Numbers) -> _Bools:
        """Return which lines along hexsides are blocked, by both sides or the worse one (rules HS-02, MM-05)."""
        values, sizes = self._values, [it.ends.size for it in self.rays]
        crossed = [it.ravel()[ends] for it in self._crossed]
        within = {kind: it.ravel()[ends] for kind, it in self._within.items()}
        kinds = self.board.kind_of_hex.ravel()[ends]
        sides = []
        for every in zip(*((it.left, it.right) for it in self.rays), strict=True):
            lanes = np.concatenate(every)
            beside = values.beside_end(lanes, kinds)
            parts = zip(crossed, values.running_sums(lanes, kinds, sizes), beside, strict=True)
            sides.append(values.stops([a + b + c for a, b, c in parts], within))
        both = self.board.rules.sight.hexside is HexsidePolicy.BOTH_SIDES
        return sides[0] & sides[1] if both else sides[0] | sides[1]

    def stopped_alone(self, ray: Ray) -> tuple[_Bools, _Bools]:
        """Return whether a single hex on the left, and on the right, blocks lines along hexsides (rule HS-06)."""
        kinds = self.board.kind_of_hex.ravel()[ray.ends]
        within = {kind: it.ravel()[ray.ends] for kind, it in self._within.items()}
        left, right = (self._values.any_stops(lanes, kinds, within) for lanes in (ray.left, ray.right))
        return left, right


def hindrances(stops: FanStops) -> _Numbers:
    """Return the hindrance of fire at each hex, by line; undefined for hexes out of sight."""
    board = stops.board
    rules = board.rules.sight
    by_kind = np.array(
        [sum(it.amount for it in facts.hindrances) if facts else 0 for facts in board.kinds.facts], np.int64
    )
    own_free = rules.own_hexside is OwnHexsidePolicy.FREE
    amounts = np.zeros(board.lane_of_hex.shape, np.int64)
    of_lanes = by_kind[board.kind_of_lane]
    if by_kind.any():
        of_lanes[board.lanes.lane(stops.origin)] = 0
        (amounts,) = board.sums([of_lanes], None, stops.origin, stops.reach)
        if rules.hindrance_reach is HindranceReach.TO_TARGET:
            amounts += by_kind[board.kind_of_hex]
    if with_features := board.features.any(hindering):
        amounts += board.features.hinders(stops.origin, stops.reach, own_free=own_free)
    for ray in stops.rays if by_kind.any() or with_features else ():
        along = np.zeros(ray.ends.size, np.bool_)
        if with_features:
            crossed, along = board.features.hinders_ray(
                stops.origin, ray.corner, ray.ends.size, own_free=own_free
            )
            amounts.ravel()[ray.ends] += crossed
        amounts.ravel()[ray.ends] += _beside(stops, ray, of_lanes, along)
    return amounts


def _beside(stops: FanStops, ray: Ray, of_lanes: _Numbers, along: NDArray[np.bool_]) -> _Numbers:
    """Return the hindrance of hexes beside lines along hexsides (rule HS-06), or of the worse side."""
    left, right = np.cumsum(of_lanes[ray.left]), np.cumsum(of_lanes[ray.right])
    if stops.board.rules.sight.hexside is HexsidePolicy.WORSE_SIDE:
        return np.maximum(left, right)
    if not (left.any() or right.any()):
        return left
    left_stops, right_stops = stops.stopped_alone(ray)
    all_count = along | ((left > 0) & right_stops) | ((right > 0) & left_stops)
    both = (left > 0) & (right > 0)
    return np.where(all_count, left + right, np.where(both, left + right - 1, 0))


def covers(stops: FanStops) -> _Numbers:
    """Return the cover of a target in each hex, by line; undefined for hexes out of sight."""
    board = stops.board
    rules = board.rules
    values = [
        [grade_value(rules.cover, rules.cover.grades[it]) for it in facts.covers] if facts else []
        for facts in board.kinds.facts
    ]
    worth = np.array(
        [sum(it) if rules.cover.stacks else max(it, key=abs, default=0) for it in values], np.int64
    )
    parts = [worth[board.kind_of_hex]]
    if rules.cover.reach is CoverReach.ADJACENT and worth.any():
        parts.append(_beside_target(stops, worth))
    parts.append(_units(stops))
    cover = parts[0]
    for part in parts[1:]:
        cover = cover + part if rules.cover.stacks else np.where(abs(part) > abs(cover), part, cover)
    if rules.attack.heights.higher.ignores_cover:
        levels = board.kinds.levels
        own = levels[board.kind_of_lane[board.lanes.lane(stops.origin)]]
        cover = np.where(levels[board.kind_of_hex] < own, 0, cover)
    return cover


def _beside_target(stops: FanStops, worth: _Numbers) -> _Numbers:
    """Return the cover of hexes next to each target that the line passes; along hexsides that of one side."""
    board = stops.board
    worse = board.rules.sight.hexside is HexsidePolicy.WORSE_SIDE
    kind = board.kind_of_lane.copy()
    # The firer's own hex gives none.
    kind[board.lanes.lane(stops.origin)] = worth.size - 1
    cover: _Numbers = worth[kind[stops.last_lanes]]
    for ray in stops.rays:
        left, right = worth[kind[ray.left]], worth[kind[ray.right]]
        chosen = abs(right) > abs(left) if worse else abs(right) < abs(left)
        cover.ravel()[ray.ends] = np.where(chosen, right, left)
    return cover


def _units(stops: FanStops) -> _Numbers:
    """Return the cover of the units that each line crosses."""
    board = stops.board
    cover = board.rules.cover
    units = units_between(board.scenario, stops.origin)
    if cover.unit_grade is None or not units:
        return np.zeros(board.lane_of_hex.shape, np.int64)
    count = np.zeros(board.lanes.total, np.int64)
    for unit in units:
        if unit.hex != stops.origin and board.scenario.board.contains(unit.hex):
            count[board.lanes.lane(unit.hex)] += 1
    (crossed,) = board.sums([count], None, stops.origin, stops.reach)
    if not cover.stacks:
        crossed = np.minimum(crossed, 1)
    value: _Numbers = crossed * grade_value(cover, cover.grades[cover.unit_grade])
    return value


@drawn_on_map
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
        self._parts = FanParts(scenario)
        self._verdicts = Verdicts(scenario)

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
        return Fan(self._verdicts, self._parts.around(origin, range), origin, range, heights)

    def fan_of_seen(self, origin: Hex, seen: NDArray[np.bool_], heights: tuple[int, int] = (0, 0)) -> Fan:
        """Return what a hex sees of the whole board if the visible hexes are known: hindrance and cover are still to find.

        ``seen`` has the shape ``[rows, columns]``.
        """
        return Fan(self._verdicts, self._parts.around(origin, None), origin, None, heights, seen)


@dataclass(frozen=True, eq=False, repr=False)
class Fan(Drawable, JsonResult):
    """What a hex sees of the board.

    Arrays have the shape ``[rows, columns]`` and are computed on first use. Void hexes and hexes beyond the range are neither
    visible nor blocked; the origin sees itself.
    """

    answer_model: ClassVar = "sight.answer:FanAnswer"

    _verdicts: Verdicts
    _part: FanPart
    origin: Hex
    range: int | None
    heights: tuple[int, int]
    _seen: NDArray[np.bool_] | None = None

    def __repr__(self) -> str:
        """Return what distinguishes one result from another at a prompt."""
        reach = "" if self.range is None else f" within {self.range} hexes"
        seen = int(self.visible.sum())
        return f"<Fan of {self.board.label(self.origin)}: {seen} hexes visible{reach}>"

    @property
    def scenario(self) -> Scenario:
        """The scenario."""
        return self._verdicts.scenario

    @property
    def board(self) -> Board:
        """The board."""
        return self.scenario.board

    @cached_property
    def visible(self) -> NDArray[np.bool_]:
        """The visible hexes, as bools."""
        if self._seen is not None:
            return self._seen
        return self._spread(self._in_range & ~self._part.board.cells(self._stops.stopped))

    @cached_property
    def blocked(self) -> NDArray[np.bool_]:
        """The hexes within range that are not visible, as bools."""
        return self._spread(self._in_range) & ~self.visible

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
        return next(iter(self._verdicts.sight(self.origin, at, self.heights).blocked_by), None)

    @property
    def _own(self) -> Hex:
        """The origin on the part of the board that is looked at."""
        return self.origin - self._part.first

    @cached_property
    def _in_range(self) -> NDArray[np.bool_]:
        return self._part.board.within(self._own, self.range)

    def _spread(self, cells: NDArray[_Cell]) -> NDArray[_Cell]:
        rows, columns = self.board.rows, self.board.columns
        return self._part.spread(cells, (rows, columns))

    @cached_property
    def _stops(self) -> FanStops:
        return FanStops(self._part.board, self._own, self.range, self.heights)

    def _where_seen(self, amounts: NDArray[np.int64]) -> NDArray[np.int64]:
        part = self._part
        there = self.visible[part.rows, part.columns]
        seen = np.where(there, part.board.cells(amounts), 0)
        seen[part.board.scenario.board.cell(self._own)] = 0
        return self._spread(seen)
