"""Turns: the hexes reached in each turn, and the turns left to a goal (rules H-10, P1-14, P2-18)."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.errors import FairgroundError
from fairground.core.grid.hexes import DIRECTIONS, Hex
from fairground.core.movement.compiled_moves import CompiledSight
from fairground.core.movement.step_cost import ScenarioCopy
from fairground.core.movement.sweep import Level, Move, Sweep, moved
from fairground.core.sight.field.lanes import Lanes
from fairground.core.sight.field.visibility import visibility

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fairground.core.movement.mover import Mover
    from fairground.core.movement.stances import Stances
    from fairground.core.rules import Ruleset
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario

#: The stance at the start of a turn, the stance now, and the offset from the start (q, r).
_Place = tuple[int, int, int, int]


class SeenHexes:
    """The hexes in sight from where a turn began, at the height of the mover's class."""

    def __init__(self, scenario: Scenario, stances: Stances, lanes: Lanes) -> None:
        height = stances.steps.mover.unit_class.height
        self._table = visibility(scenario, stances.most_steps, (height, 0))
        self._known: dict[tuple[int, int], int] = {}
        self._pairs: dict[tuple[int, int], bool] = {}
        board = scenario.board
        q, r = board.layout.axial_arrays(board.columns, board.rows)
        self._q: list[int] = q.ravel().tolist()
        self._r: list[int] = r.ravel().tolist()
        self._lane: list[int] = lanes.of_hexes.ravel().tolist()

    def sees(self, begun: int, target: int) -> bool:
        """Return whether a hex is in sight from another, each as ``row * columns + column``."""
        is_seen = self._pairs.get((begun, target))
        if is_seen is None:
            offset = Hex(self._q[target] - self._q[begun], self._r[target] - self._r[begun])
            is_seen = self._pairs[begun, target] = bool(self.from_where(offset) >> self._lane[begun] & 1)
        return is_seen

    def from_where(self, offset: Hex) -> int:
        """Return the lanes of the hexes that see the hex an offset away."""
        key = offset.q, offset.r
        if key not in self._known:
            self._known[key] = self._table.from_where(offset)
        return self._known[key]


class _BoardSeen(NamedTuple):
    """What is in sight on a board, and everything that this depends on."""

    rules: Ruleset
    mover: tuple[int, int]
    board: Board
    sight: CompiledSight

    def is_of(self, rules: Ruleset, mover: tuple[int, int], board: Board) -> bool:
        """Return whether it is that of a board as it is now."""
        known = self.board
        return (
            self.rules is rules
            and self.mover == mover
            and known.layout is board.layout
            and np.array_equal(known.terrain, board.terrain)
            and np.array_equal(known.elevation, board.elevation)
            and np.array_equal(known.effects, board.effects)
            and known.palette == board.palette
            and known.effects_palette == board.effects_palette
            and known.hexsides == board.hexsides
        )


#: What was in sight on the last boards, the last first: of all steps of a search and of one after the other.
_last_seen: tuple[_BoardSeen, ...] = ()
_SEEN: Final = 4
#: The most bytes of what is in sight on a board.
_SEEN_BYTES: Final = 1 << 24


def compiled_sight(scenario: Scenario, mover: Mover, radius: int | None) -> CompiledSight | None:
    """Return what is in sight around each hex, for movers of a class, as the compiled part reads it; it is cached.

    None if there is no compiled part for the ruleset, or it would take too much memory.
    """
    global _last_seen  # noqa: PLW0603  # a cache, replaced as a whole
    board = scenario.board
    if radius is None:
        return None
    radius = min(radius, board.columns + board.rows)
    asked = scenario.rules, (radius, mover.unit_class.height), board
    known = next((it for it in _last_seen if it.is_of(*asked)), None)
    if known is None:
        lanes = Lanes(board.layout, board.columns, board.rows)
        if (2 * radius + 1) ** 2 * lanes.total > 8 * _SEEN_BYTES:
            return None
        try:
            planes = visibility(scenario, radius, (mover.unit_class.height, 0)).offset_planes(radius)
        except FairgroundError:
            # Python's search may need no sight at all.
            return None
        if planes is None:
            return None
        along = lanes.move(lanes.step(Hex(1, 0))), lanes.move(lanes.step(Hex(0, 1)))
        copy = ScenarioCopy.of(scenario).board
        known = _BoardSeen(*asked[:2], copy, CompiledSight(radius, planes, lanes.of_hexes.ravel(), along))
        _last_seen = (known, *_last_seen)[:_SEEN]
    return known.sight


class InSight:
    """All turns of a board at once, each hex entered in sight: for each course of a turn, the hexes it can begin in as bits."""

    def __init__(self, sweep: Sweep, stances: Stances, lanes: Lanes, seen: SeenHexes) -> None:
        self._stances = stances
        self._lanes = lanes
        self._seen = seen
        self._steps = {lanes.move(lanes.step(step)): step for step in (Hex(0, 0), *DIRECTIONS)}
        self._known: dict[tuple[int, int, int], list[tuple[Move, int, int, int]]] = {}
        self._levels = list(self._spread(sweep))
        self._known.clear()

    def forward(self, starts: Sequence[int]) -> Iterator[Level]:
        """Yield the hexes reached in one turn from any of the starts, as ``Sweep.forward``."""
        reached = [0] * len(self._stances.all)
        for spent, places in self._levels:
            hexes = [0] * len(reached)
            for (first, stance, _, _), lanes, bits in places:
                hits = bits & starts[first]
                if hits:
                    hexes[stance] |= moved(hits, lanes)
            hexes = [new & ~old for new, old in zip(hexes, reached, strict=True)]
            if any(hexes):
                reached = [old | new for old, new in zip(reached, hexes, strict=True)]
                yield Level(spent, hexes)

    def begun(self, ends: Sequence[int]) -> list[int]:
        """Return where a turn that reaches one of the ends can begin: lanes by stance."""
        starts = [0] * len(self._stances.all)
        for _, places in self._levels:
            for (first, stance, _, _), lanes, bits in places:
                if ends[stance]:
                    starts[first] |= bits & moved(ends[stance], -lanes)
        return starts

    def _spread(self, sweep: Sweep) -> Iterator[tuple[int, list[tuple[_Place, int, int]]]]:
        """Yield points, and the places reached with them: place, distance in lanes, and starting lanes."""
        allowance = self._stances.allowance
        reached: dict[_Place, int] = {}
        waiting: dict[int, dict[_Place, int]] = {
            0: {(stance, stance, 0, 0): self._lanes.every for stance in self._stances.starts}
        }
        while waiting:
            spent = min(waiting)
            here = waiting.pop(spent)
            new_places: dict[_Place, int] = {}
            while here:
                at_once: dict[_Place, int] = {}
                for place, bits in here.items():
                    old = reached.get(place, 0)
                    new = bits & ~old
                    if not new:
                        continue
                    reached[place] = old | new
                    new_places[place] = new_places.get(place, 0) | new
                    first, stance, q, r = place
                    for it, to_q, to_r, allowed in self._moves(sweep, stance, q, r):
                        then = spent + it.time
                        hits = new & allowed
                        if then <= allowance and hits:
                            into = at_once if not it.time else waiting.setdefault(then, {})
                            to = first, it.stance, to_q, to_r
                            into[to] = into.get(to, 0) | hits
                here = at_once
            if new_places:
                yield spent, [(place, self._away(*place[2:]), bits) for place, bits in new_places.items()]

    def _moves(self, sweep: Sweep, stance: int, q: int, r: int) -> list[tuple[Move, int, int, int]]:
        """Return each move from an offset: the new offset, and the hexes that the turn must have begun in."""
        key = stance, q, r
        if key not in self._known:
            away = self._away(q, r)
            moves = []
            for it in sweep.moves[stance]:
                step = self._steps[it.lanes]
                allowed = moved(it.hexes, -away)
                if it.lanes:
                    allowed &= self._seen.from_where(Hex(q + step.q, r + step.r))
                moves.append((it, q + step.q, r + step.r, allowed))
            self._known[key] = [it for it in moves if it[-1]]
        return self._known[key]

    def _away(self, q: int, r: int) -> int:
        return self._lanes.move(self._lanes.step(Hex(q, r)))


#: Levels of more bytes are stored sparsely, to save memory on large boards.
_DENSE: Final = 2**14


class Remaining:
    """A lower bound of the turns and points to a goal from each hex and stance, looked up lazily."""

    def __init__(self, lanes: Lanes, stances: int) -> None:
        self._lane: list[int] = lanes.of_hexes.ravel().tolist()
        self._size = -(-lanes.total // 8)
        #: By stance and lane: the number of turns added before the first that leads from there; -1 if none does.
        self._turn = np.full((stances, 8 * self._size), -1, np.int16)
        self._turns = 0
        self._levels: list[list[list[tuple[int, bytes | _Sparse]]]] = [[] for _ in range(stances)]
        self._known = [0] * stances

    def add_turn(self, levels: Sequence[Level]) -> None:
        """Add the hexes from which one more turn is needed."""
        for stance, known in enumerate(self._known):
            by_points = [(it.spent, it.hexes[stance]) for it in levels if it.hexes[stance]]
            self._levels[stance].append([(spent, self._stored(hexes)) for spent, hexes in by_points])
            for _, hexes in by_points:
                self._known[stance] |= hexes
            fresh = np.frombuffer(self._bytes(self._known[stance] & ~known), np.uint8)
            self._turn[stance][np.unpackbits(fresh, bitorder="little").view(np.bool_)] = self._turns
        self._turns += 1

    def of(self, stance: int, at: int) -> tuple[int, int]:
        """Return the turns to the goal from a hex number, and the scaled points needed in the first."""
        lane = self._lane[at]
        turn = int(self._turn[stance, lane])
        if turn < 0:
            return self._turns + 1, 0
        place, bit = lane >> 3, 1 << (lane & 7)
        return turn + 1, next(spent for spent, bits in self._levels[stance][turn] if bits[place] & bit)

    def _stored(self, bits: int) -> bytes | _Sparse:
        content = self._bytes(bits)
        return content if self._size <= _DENSE else _Sparse(content)

    def _bytes(self, bits: int) -> bytes:
        return bits.to_bytes(self._size, "little")


class _Sparse:
    """Bytes that are nearly all 0."""

    def __init__(self, content: bytes) -> None:
        there = np.frombuffer(content, np.uint8)
        places = np.flatnonzero(there)
        self._places = places.astype(np.uint32)
        self._values = there[places]

    def __getitem__(self, place: int) -> int:
        at = int(np.searchsorted(self._places, place))
        return int(self._values[at]) if at < len(self._places) and self._places[at] == place else 0


class Turns:
    """The turns of a mover on a board; ``blind`` is whether it may enter hexes out of sight (rule P2-18)."""

    def __init__(self, scenario: Scenario, stances: Stances, *, blind: bool) -> None:
        self.stances = stances
        self.blind = blind
        self._scenario = scenario

    @cached_property
    def lanes(self) -> Lanes:
        """The lanes of the board."""
        board = self._scenario.board
        return Lanes(board.layout, board.columns, board.rows)

    @cached_property
    def _may_end(self) -> int:
        return self.lanes.pack(self.stances.steps.may_end)

    @cached_property
    def _sweep(self) -> Sweep:
        return Sweep(self.stances, self.lanes)

    @cached_property
    def seen(self) -> SeenHexes:
        """The hexes in sight from where turns begin."""
        return SeenHexes(self._scenario, self.stances, self.lanes)

    @cached_property
    def compiled_sight(self) -> CompiledSight | None:
        """The same as the compiled part reads it; None if that is not in use, or cannot hold so much."""
        moves = self.stances.compiled
        if moves is None:
            return None
        return compiled_sight(self._scenario, self.stances.steps.mover, moves.radius)

    @cached_property
    def _in_sight(self) -> InSight:
        return InSight(self._sweep, self.stances, self.lanes, self.seen)

    def without_facing(self) -> Turns:
        """Return the turns without facing, a lower bound: no side makes a step cheaper."""
        return Turns(self._scenario, self.stances.without_facing(), blind=self.blind)

    def forward(self, starts: Sequence[int]) -> Iterator[list[Level]]:
        """Yield, turn by turn, the new hexes where a turn may end, from ``starts`` (lanes by stance)."""
        starts = list(starts)
        begun = list(starts)
        while any(starts):
            turn = self._sweep if self.blind else self._in_sight
            levels = [
                level._replace(hexes=[it & self._may_end for it in level.hexes])
                for level in turn.forward(starts)
            ]
            yield levels
            rested = self._rested(levels)
            starts = [new & ~old for new, old in zip(rested, begun, strict=True)]
            begun = [new | old for new, old in zip(rested, begun, strict=True)]

    def _rested(self, levels: list[Level]) -> list[int]:
        """Return the starts of the next turn."""
        starts = [0] * len(self.stances.all)
        for level in levels:
            for stance, hexes in enumerate(level.hexes):
                starts[self.stances.rested[stance]] |= hexes
        return starts

    def remaining(self, goals: Sequence[int], starts: Sequence[int]) -> Remaining | None:
        """Return the lower bound to goals (lanes by stance), blind steps allowed; None if no start leads there."""
        count = len(self.stances.all)
        remaining = Remaining(self.lanes, count)
        ends, begun = list(goals), [0] * count
        while any(ends):
            fresh = [0] * count
            levels = list(self._sweep.backward(ends))
            for level in levels:
                fresh = [old | new for old, new in zip(fresh, level.hexes, strict=True)]
            remaining.add_turn(levels)
            if any(hexes & start for hexes, start in zip(fresh, starts, strict=True)):
                return remaining
            ends, begun = self._ends_before(fresh, begun)
        return None

    def remaining_in_sight(self, goals: Sequence[int], starts: Sequence[int]) -> list[list[int]] | None:
        """Return the turns from the start of one to goals (lanes by stance), each hex entered in sight.

        The list ``[stance][row * columns + column]`` is 0 at the goals, and one more than from the start where it takes
        longer than that. None if no start leads there.
        """
        count = len(self.stances.all)
        turns = np.full((count, self.lanes.total), -1, np.int64)
        ends = list(goals)
        begun = [0] * count
        for stance, hexes in enumerate(goals):
            turns[stance, self.lanes.set_lanes(hexes)] = 0
        turn = 0
        is_reached = any(hexes & starts[stance] for stance, hexes in enumerate(goals))
        while any(ends) and not is_reached:
            turn += 1
            fresh = self._in_sight.begun(ends)
            for stance, hexes in enumerate(fresh):
                lanes = self.lanes.set_lanes(hexes & ~begun[stance])
                lanes = lanes[turns[stance, lanes] < 0]
                turns[stance, lanes] = turn
            is_reached = any(hexes & starts[stance] for stance, hexes in enumerate(fresh))
            ends, begun = self._ends_before(fresh, begun)
        if not is_reached:
            return None
        turns[turns < 0] = turn + 1
        by_hex: list[list[int]] = turns[:, self.lanes.of_hexes.ravel()].tolist()
        return by_hex

    def _ends_before(self, fresh: list[int], begun: list[int]) -> tuple[list[int], list[int]]:
        """Return the ends of turns before those that begin in ``fresh`` and are new, and all starts known."""
        new = [0] * len(fresh)
        for stance in self.stances.starts:
            new[stance] = fresh[stance] & ~begun[stance] & self._may_end
        ends = [new[rested] for rested in self.stances.rested]
        return ends, [old | it for old, it in zip(begun, new, strict=True)]
