"""Moves: where a unit can end its turn and the points it spends, with other units in its way; cached by hex and facing."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Final

import numpy as np

from fairground.core.movement.board_steps import IMPOSSIBLE, steps
from fairground.core.movement.stances import Stances
from fairground.core.rules.movement import RotationEach

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from numpy.typing import NDArray

    from fairground.core.movement.mover import Mover
    from fairground.core.scenario.document import Scenario
    from fairground.core.sight.field.fan import Fans
    from fairground.core.simulation.game.board_numbers import BoardNumbers

    Ints = NDArray[np.int64]

#: The cost of impossible moves: more points than any turn has.
FAR: Final = 1 << 40
#: The most scaled points that ``Moves.distances`` has.
_MOST_DISTANT: Final = 1 << 16
#: The length of a path is points times this, plus hexes entered: fewer points first, then fewer hexes.
_ENTERED: Final = 1 << 12
_STATE: Final = 24
_STATES: Final = (1 << _STATE) - 1
#: The size at which the cache of moves around other units is cleared. More would save little time, and fill the memory.
_MOST_CACHED: Final = 2_000


@dataclass(frozen=True, eq=False)
class MoveEnds:
    """Where a turn can end, ignoring units that stand there.

    ``hexes`` are numbers, including the start. ``cost`` and ``moved``, ``[hexes, facings]``, are the points spent (``FAR``:
    impossible) and the hexes entered. ``entered`` is a bit set of all hexes that can be passed. ``states`` has the length of
    the path to each state.
    """

    start: int
    facing: int
    hexes: Ints
    listed: list[int]
    cost: Ints
    moved: Ints
    entered: int
    states: dict[int, int]


class Moves:
    """Moves of a mover; ``facings`` is 6, or 1 if facing has no effect, and ``scale`` the number of parts of a point."""

    def __init__(
        self, scenario: Scenario, field: BoardNumbers, fans: Fans, mover: Mover, *, sided: bool
    ) -> None:
        movement = scenario.rules.movement
        self._field, self._fans = field, fans
        self.mover = mover
        self.steps = steps(scenario, mover)
        turns = bool(movement.rotation.cost) and mover.has_front
        self.facings = 6 if sided or turns else 1
        # Turns that are free a number of times a turn, wherever they are made, can be added after the search.
        apart = not mover.faces and (movement.rotation.each is RotationEach.TURN or not turns)
        self._stances = Stances(
            self.steps, movement, facing=mover.has_front and self.facings == 6 and not apart
        )
        self._has_facing = self._stances.all[0].facing is not None
        self.scale, self.allowance = self._stances.scale, self._stances.allowance
        self.size = len(self._stances.all)
        self.turning = [
            self._scaled(movement.rotation.cost_of(min(by, 6 - by)) if turns else Fraction(0))
            for by in range(6)
        ]
        self.is_sighted = movement.no_blind_movement
        self._may_end: bytes = self.steps.may_end.ravel().astype(np.uint8).tobytes()
        self._target: list[list[int]] = self.steps.neighbours.tolist()
        self._exits_of: dict[int, list[tuple[int, int, int]]] = {}
        self._seen: dict[int, bytes] = {}
        self._free: dict[tuple[int, int], MoveEnds] = {}
        self._barred: dict[tuple[int, int, int], MoveEnds] = {}
        self._toward: dict[int, Ints] = {}
        self._distances: NDArray[np.int32] | None = None

    @property
    def turns_on_the_way(self) -> bool:
        """Whether the points to a hex depend on the facing at the start."""
        return self._has_facing

    def may_stay(self, at: int) -> bool:
        """Whether a turn can end in a hex, ignoring other units."""
        return bool(self._may_end[at])

    def scaled_up(self, points: Fraction | int) -> int:
        """Return points in parts, rounded up (as ``reach`` reserves points)."""
        return int(-(-Fraction(points) * self.scale // 1))

    def ends(self, at: int, facing: int, shut: int) -> MoveEnds:
        """Return where a turn from a hex and a facing (0-5) can end; ``shut`` is a bit set of hexes not to enter."""
        if self.facings == 1:
            facing = 0
        unbarred = self._free.get((at, facing))
        if unbarred is None:
            unbarred = self._free[at, facing] = self._search(at, facing, 0)
        met = unbarred.entered & shut
        if not met:
            return unbarred
        key = at, facing, met
        barred = self._barred.get(key)
        if barred is None:
            if len(self._barred) >= _MOST_CACHED:
                self._barred.clear()
            barred = self._barred[key] = self._search(at, facing, met)
        return barred

    def way_back(
        self, ends: MoveEnds, at: int, facing: int, dice: Random
    ) -> Iterator[tuple[int, int, int, int]]:
        """Yield the hexes on a random cheapest path to an end, last first: hex, facing, points spent, hexes entered."""
        before: dict[int, list[int]] = {}
        for one, key in ends.states.items():
            for to, cost, _ in self.exits(one):
                if ends.states.get(to) == key + cost:
                    before.setdefault(to, []).append(one)
        begins = {ends.start * self.size + it for it in self.starts(ends.facing)}
        after: dict[int, int | None] = {self._state_at(ends, at, facing): None}
        waiting = list(after)
        state = waiting[0]
        while waiting:
            state = waiting.pop()
            if state in begins:
                break
            fresh = [it for it in before.get(state, ()) if it not in after]
            dice.shuffle(fresh)
            after.update(dict.fromkeys(fresh, state))
            waiting += fresh
        path = []
        on: int | None = state
        while on is not None:
            path.append(on)
            on = after[on]
        for one in path[-2::-1]:
            spent, entered = divmod(ends.states[one], _ENTERED)
            yield one // self.size, self.facing_of(one, ends.facing), spent, entered

    def toward(self, at: int) -> Ints:
        """Return the scaled points from each hex to a hex, ignoring turns and other units; ``FAR`` without a path."""
        points = self._toward.get(at)
        if points is None:
            from scipy.sparse.csgraph import dijkstra

            reached = dijkstra(self.steps.backward, indices=at)
            factor = self.scale // self.steps.scale
            points = np.nan_to_num(reached, posinf=0).astype(np.int64) * factor
            points[~np.isfinite(reached)] = FAR
            self._toward[at] = points
        return points

    def distances(self, goals: Ints) -> NDArray[np.int32]:
        """Return the scaled points between hexes as ``toward``, ``[goal, start]``, with the rows of some goals filled."""
        if self._distances is None:
            size = len(self._may_end)
            self._distances = np.full((size, size), -1, np.int32)
        lacking = goals[self._distances[goals, goals] < 0]
        if lacking.size:
            for it in dict.fromkeys(lacking.tolist()):
                self._distances[it] = np.minimum(self.toward(it), _MOST_DISTANT)
        return self._distances

    def _search(self, at: int, facing: int, shut: int) -> MoveEnds:
        seen = self.seen_from(at) if self.is_sighted else None
        size, limit = self.size, (self.allowance + 1) * _ENTERED
        waiting = [at * size + number for number in self.starts(facing)]
        best: dict[int, int] = {}
        entered_hexes = 0
        while waiting:
            top = heappop(waiting)
            state, known = top & _STATES, top >> _STATE
            if state in best:
                continue
            best[state] = known
            for to, cost, entered in self.exits(state):
                then = known + cost
                if to in best or then >= limit:
                    continue
                if entered >= 0:
                    if shut >> entered & 1 or (seen is not None and not seen[entered]):
                        continue
                    entered_hexes |= 1 << entered
                heappush(waiting, then << _STATE | to)
        return self._ends(at, facing, best, entered_hexes)

    def starts(self, facing: int) -> tuple[int, ...]:
        """Return the stances with a facing in which a turn can begin."""
        if not self._has_facing:
            return (0,)
        begins = set(self._stances.starts)
        return tuple(it for it in self._stances.with_facing(facing) if it in begins)

    def exits(self, state: int) -> list[tuple[int, int, int]]:
        """Return the states after a state, each with its cost (points and hexes in one) and the hex entered (-1: none)."""
        exits = self._exits_of.get(state)
        if exits is None:
            at, stance = divmod(state, self.size)
            exits = [
                (at * self.size + it.stance, it.cost * _ENTERED, -1) for it in self._stances.turnings[stance]
            ]
            for it in self._stances.steppings[stance]:
                time = int(self._stances.costs[it.sort].time[it.direction, at])
                target = self._target[it.direction][at]
                if time != IMPOSSIBLE and target >= 0:
                    exits.append((target * self.size + it.stance, time * _ENTERED + 1, target))
            self._exits_of[state] = exits
        return exits

    def _ends(self, at: int, facing: int, best: dict[int, int], entered: int) -> MoveEnds:
        least: dict[int, list[int]] = {}
        for state, known in best.items():
            place = state // self.size
            if place != at and not self._may_end[place]:
                continue
            row = least.setdefault(place, [FAR * _ENTERED] * self.facings)
            if self._has_facing:
                end = self._stances.all[state % self.size].facing or 0
                row[end] = min(row[end], known)
            else:
                for end in range(self.facings):
                    row[end] = known + self.turning[(end - facing) % 6] * _ENTERED
        hexes = list(least)
        lengths = np.array([least[it] for it in hexes], np.int64).reshape(len(hexes), self.facings)
        cost, moved = np.divmod(lengths, _ENTERED)
        cost[cost > self.allowance] = FAR
        return MoveEnds(at, facing, np.array(hexes, np.int64), hexes, cost, moved, entered, best)

    def _state_at(self, ends: MoveEnds, at: int, facing: int) -> int:
        """Return the state in which an end is reached."""
        states = [
            it
            for it in ends.states
            if it // self.size == at and (not self._has_facing or self.facing_of(it, facing) == facing)
        ]
        return min(states, key=ends.states.__getitem__)

    def facing_of(self, state: int, otherwise: int) -> int:
        """Return the facing of a state, or ``otherwise`` if states have none."""
        facing = self._stances.all[state % self.size].facing
        return otherwise if facing is None else facing

    def seen_from(self, at: int) -> bytes:
        """Return for each hex whether a unit sees it from a hex before it moves."""
        if at not in self._seen:
            heights = (self.mover.unit_class.height, 0)
            fan = self._fans.fan(self._field.hexes[at], self._stances.most_steps, heights)
            self._seen[at] = fan.visible.ravel().astype(np.uint8).tobytes()
        return self._seen[at]

    def _scaled(self, points: Fraction) -> int:
        # The scale has exact parts for the costs of turning.
        return int(points * self.scale)
