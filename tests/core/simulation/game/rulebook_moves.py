"""Moves by a second rulebook: one turn's ways, from docs/reference/movement.md and the data of the ruleset alone."""

from __future__ import annotations

from fractions import Fraction
from heapq import heappop, heappush
from typing import TYPE_CHECKING, NamedTuple

from fairground.core.grid.hexes import DIRECTIONS, Hex
from fairground.core.grid.hexsides import hexside_between
from fairground.core.rules.movement import RotationEach, StackCost
from fairground.core.sight.line.verdict import Verdicts

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from fairground.core.rules.terrain import Terrain
    from fairground.core.rules.unit_classes import TrackBand, UnitClass
    from fairground.core.scenario.document import Scenario


class Walker(NamedTuple):
    """Who moves: its class, its movement points per turn without heat, and its stretch of heat (None: the ruleset has no heat)."""

    unit_class: UnitClass
    allowance: int
    heat: TrackBand | None

    @property
    def points(self) -> int:
        """The points that it has this turn."""
        return max(0, self.allowance + (self.heat.allowance if self.heat else 0))


class Spent(NamedTuple):
    """The points spent, and the hexes entered."""

    points: Fraction
    entered: int


class RulebookMoves:
    """Where a turn can end, walking."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario, self.rules = scenario, scenario.rules
        self.verdicts = Verdicts(scenario)
        self._costs: dict[tuple[object, ...], Fraction | str | None] = {}
        self._seen: dict[tuple[Hex, Hex, int], bool] = {}

    def ends(
        self, walker: Walker, start: Hex, facing: int, closed: Collection[Hex]
    ) -> dict[tuple[Hex, int], Spent]:
        """Return, by hex and facing (0-5), the least that a turn's move there takes: fewest points, then fewest hexes.

        ``closed`` are hexes not to enter. Whether other units stand where a move ends is left aside.
        """
        best: dict[tuple[Hex, int, int], Spent] = {}
        waiting: list[tuple[Fraction, int, Hex, int, int]] = [
            (Fraction(0), 0, start, facing, self.rules.movement.rotation.free)
        ]
        while waiting:
            points, entered, at, looks, free = heappop(waiting)
            if (at, looks, free) in best:
                continue
            best[at, looks, free] = Spent(points, entered)
            for more, hex_, turned, left in self._onward(walker, start, at, looks, free, closed, points):
                if points + more <= walker.points:
                    heappush(waiting, (points + more, entered + (hex_ != at), hex_, turned, left))
        found: dict[tuple[Hex, int], Spent] = {}
        for (at, looks, _), spent in best.items():
            if at == start or self._ground(walker.unit_class, at) is not None:
                found[at, looks] = min(found.get((at, looks), spent), spent)
        return found

    def _onward(
        self,
        walker: Walker,
        start: Hex,
        at: Hex,
        looks: int,
        free: int,
        closed: Collection[Hex],
        points: Fraction,
    ) -> Iterator[tuple[Fraction, Hex, int, int]]:
        """Yield each turning and step: its points, the hex and the facing after it, and the free hexsides left."""
        movement = self.rules.movement
        turning = movement.rotation.cost if walker.unit_class.faces else Fraction(0)
        for by in (1, 5):
            left = max(0, free - 1)
            yield (Fraction(0) if free else turning), at, (looks + by) % 6, left
        after = movement.rotation.free if movement.rotation.each is RotationEach.HEX else free
        for direction, step in enumerate(DIRECTIONS):
            to = at + step
            if to in closed or not self.scenario.board.contains(to):
                continue
            side = (direction - looks) % 6 + 1 if walker.unit_class.faces else None
            cost = self._step(walker, at, to, side)
            if cost is None or not self._is_seen(walker, start, to):
                continue
            dear = cost == "whole turn" or (movement.minimum_move and Fraction(cost) > walker.points)
            if not dear:
                yield Fraction(cost), to, looks, after
            elif not points:
                yield Fraction(walker.points), to, looks, after

    def _step(self, walker: Walker, at: Hex, to: Hex, side: int | None) -> Fraction | str | None:
        """Return what a step costs; ``whole turn`` for one that takes all points, None for one that cannot be made."""
        key = walker.unit_class.name, walker.heat.name if walker.heat else "", at, to, side
        if key not in self._costs:
            self._costs[key] = self._worked_out(walker, at, to, side)
        return self._costs[key]

    def _worked_out(self, walker: Walker, at: Hex, to: Hex, side: int | None) -> Fraction | str | None:
        board, movement = self.scenario.board, self.rules.movement
        if side is not None and side not in movement.step_sides:
            return None
        cost = self._ground(walker.unit_class, to)
        if cost is None:
            return None
        for feature in board.hexsides.get(hexside_between(at, to), ()):
            crossed = self.rules.hexsides[feature]
            if not crossed.passable:
                return None
            cost += crossed.cost
        left, entered = board.level_at(at), board.level_at(to)
        most = walker.unit_class.most_levels
        most = movement.climb.most if most is None else most
        levels = abs(entered - left)
        if most is not None and levels > most:
            return None
        if movement.climb.whole_turn is not None and levels >= movement.climb.whole_turn:
            return "whole turn"
        listed = movement.climb.table.get(str(entered), {}).get(str(left))
        by_level = (movement.climb.up if entered > left else movement.climb.down) * levels
        cost += by_level if listed is None else listed
        cost += walker.heat.move_cost if walker.heat else 0
        if side in movement.sidesteps:
            cost += movement.sidestep_cost
        return cost * movement.reverse_factor if side in self.rules.facing.rear else cost

    def _ground(self, unit_class: UnitClass, at: Hex) -> Fraction | None:
        """Return what the ground of a hex costs to enter; None where it cannot be entered."""
        if not self.scenario.board.contains(at):
            return None
        kinds = self.scenario.board.terrain_at(at)
        carriers = [kind for kind in kinds if self.rules.terrain[kind].carries]
        kinds = tuple(carriers[-1:]) or kinds
        stack: list[Terrain] = [self.rules.terrain[kind] for kind in kinds]
        if not all(it.passable for it in stack) or (not carriers and set(kinds) & set(unit_class.forbidden)):
            return None
        costs = [it.cost for it in stack]
        if self.rules.movement.stack_cost is StackCost.GREATEST:
            return max(costs)
        base = self.rules.movement.base_cost
        return base + sum((it - base for it in costs), Fraction(0))

    def _is_seen(self, walker: Walker, start: Hex, to: Hex) -> bool:
        if not self.rules.movement.no_blind_movement:
            return True
        key = start, to, walker.unit_class.height
        if key not in self._seen:
            self._seen[key] = self.verdicts.sight(start, to, (walker.unit_class.height, 0)).clear
        return self._seen[key]
