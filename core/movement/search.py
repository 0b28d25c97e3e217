"""The search for the best path: A* with exact lower bounds."""

from __future__ import annotations

from enum import StrEnum
from heapq import heappop, heappush
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fairground.core.movement.board_steps import IMPOSSIBLE
from fairground.core.movement.remaining_cost import NEVER, Outlook

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fairground.core.movement.board_steps import Danger
    from fairground.core.movement.turns import Turns


class Least(StrEnum):
    """The first criterion of the best path; the other breaks ties."""

    TURNS = "turns"
    POINTS = "points"


class Stay(NamedTuple):
    """Turn, points spent, hex (``row * columns + column``), stance, and the hex where the turn began, or -1."""

    turn: int
    spent: int
    hex: int
    stance: int
    begun: int


class _Label(NamedTuple):
    """A partial path: its last stay, its cost so far (see ``Outlook``), its danger, and the label it extends."""

    stay: Stay
    cost: int
    danger: int
    before: int


class _Ahead(NamedTuple):
    """Lower bounds to the goal: see ``Outlook`` and ``Remaining``, and the turns if each hex entered must be in sight."""

    cost: int
    turns: int
    points: int
    in_sight: int


class PathSearch:
    """Finds the best path by danger if that counts, then turns and points, then hexes entered."""

    def __init__(self, turns: Turns, least: Least, danger: Danger | None = None) -> None:
        self._turns = turns
        self._stances = turns.stances
        self._turns_first = least is Least.TURNS
        self._allowance = turns.stances.allowance
        self._begins = frozenset(turns.stances.starts)
        steps = turns.stances.steps
        shape = steps.open.size
        self._may_end: list[bool] = steps.may_end.ravel().tolist()
        none = np.zeros(shape, np.int64)
        self._at_end: list[int] = (none if danger is None else danger.at_end.ravel()).tolist()
        self._entering: list[int] = (none if danger is None else danger.entering.ravel()).tolist()
        self._known_steps: dict[tuple[int, int], list[tuple[int, int, int, int]]] = {}

    def find(
        self, start: int, start_stances: Sequence[int], goal: int, goal_stances: Sequence[int]
    ) -> list[Stay] | None:
        """Return the stays of the best path to a hex where a turn may end; None if there is no path."""
        starts, goals = self._packed(start, start_stances), self._packed(goal, goal_stances)
        remaining = self._turns.remaining(goals, starts)
        if remaining is None:
            return None
        self._remaining = remaining
        self._ahead: dict[tuple[int, int], _Ahead] = {}
        self._fresh: list[list[int]] | None = None
        if not self._turns.blind:
            self._fresh = self._in_sight(start, start_stances, goal, goal_stances)
            if self._fresh is None:
                return None
        self._outlook = Outlook(self._stances, goal, goal_stances)
        begun = -1 if self._turns.blind else start
        labels = [_Label(Stay(1, 0, start, stance, begun), 0, 0, -1) for stance in start_stances]
        at = self._best(labels, goal, set(goal_stances))
        if at < 0:
            return None
        stays: list[Stay] = []
        while at >= 0:
            stays.append(labels[at].stay)
            at = labels[at].before
        return stays[::-1]

    def _in_sight(
        self, start: int, start_stances: Sequence[int], goal: int, goal_stances: Sequence[int]
    ) -> list[list[int]] | None:
        """Return, by stance and hex, the least turns from the start of one, each hex entered in sight."""
        plain = self._turns.without_facing()
        count = len(self._stances.all)
        if len(plain.stances.all) == count:
            goals, starts = self._packed(goal, goal_stances), self._packed(start, start_stances)
            return self._turns.remaining_in_sight(goals, starts)
        # The whole board with facing is slow; without it the bound is good enough.
        turns = plain.remaining_in_sight(self._packed(goal, (0,))[:1], self._packed(start, (0,))[:1])
        return None if turns is None else turns * count

    def _packed(self, at: int, stances: Sequence[int]) -> list[int]:
        """Return the lane of one hex by stance."""
        shape = self._stances.steps.shape
        mask = np.zeros(shape, np.bool_)
        mask[divmod(at, shape[1])] = True
        bits = self._turns.lanes.pack(mask)
        return [bits if stance in stances else 0 for stance in range(len(self._stances.all))]

    def _best(self, labels: list[_Label], goal: int, goal_stances: set[int]) -> int:
        """Return the index in ``labels`` of the best path to the goal; -1 if there is none."""
        waiting: list[tuple[int, ...]] = []
        for place, label in enumerate(labels):
            self._push(waiting, label, place)
        settled: dict[tuple[int, int, int], dict[int, _Label]] = {}
        while waiting:
            place = heappop(waiting)[-1]
            label = labels[place]
            stay = label.stay
            if stay.hex == goal and stay.stance in goal_stances:
                return place
            known = settled.setdefault((stay.hex, stay.stance, stay.begun), {})
            # The start of a turn must not be dominated by the end of the turn before.
            if any(self._is_as_good(it, label) for at, it in known.items() if at != label.before):
                continue
            known[place] = label
            for after in self._after(label, place):
                self._push(waiting, after, len(labels))
                labels.append(after)
        return -1

    def _is_as_good(self, one: _Label, other: _Label) -> bool:
        """Whether ``one`` dominates ``other`` in the same place."""
        a, b = one.stay, other.stay
        if one.cost > other.cost or one.danger > other.danger:
            return False
        if a.turn == b.turn or a.begun >= 0:
            return a.turn <= b.turn and a.spent <= b.spent
        # It can wait for the next turn, if it may end one here.
        return a.turn < b.turn and self._may_end[a.hex] and one.danger + self._at_end[a.hex] <= other.danger

    def _push(self, waiting: list[tuple[int, ...]], label: _Label, place: int) -> None:
        """Add a label to the queue unless it cannot reach the goal; of equals the nearest to the goal comes first."""
        (turn, spent, at, stance, begun), cost, danger, _ = label
        ahead = self._ahead.get((at, stance)) or self._look_ahead(at, stance)
        if ahead.cost == NEVER:
            return
        turns = turn + ahead.turns - (spent + ahead.points <= self._allowance)
        if begun == at and not spent:
            turns = max(turns, turn - 1 + ahead.in_sight)
        points, hexes = divmod(cost + ahead.cost, self._outlook.weight)
        first, second = (turns, points) if self._turns_first else (points, turns)
        heappush(waiting, (danger, first, second, hexes, ahead.cost, turn, spent, place))

    def _look_ahead(self, at: int, stance: int) -> _Ahead:
        """Return the lower bounds to the goal."""
        turns, points = self._remaining.of(stance, at)
        in_sight = self._fresh[stance][at] if self._fresh and stance in self._begins else 0
        ahead = self._ahead[at, stance] = _Ahead(self._outlook.least(stance, at), turns, points, in_sight)
        return ahead

    def _after(self, label: _Label, place: int) -> Iterator[_Label]:
        """Yield the successors: steps, turning by one hexside, the next turn."""
        turn, spent, at, stance, begun = label.stay
        left = self._allowance - spent
        weight, each = self._outlook.weight, self._outlook.hex_weight
        for target, into, points, time in self._steps(at, stance):
            if time <= left and (begun < 0 or self._turns.seen.sees(begun, target)):
                stay, cost = (
                    Stay(turn, spent + time, target, into, begun),
                    label.cost + points * weight + each,
                )
                yield _Label(stay, cost, label.danger + self._entering[target], place)
        for into, points in self._stances.turnings[stance]:
            if points <= left:
                stay = Stay(turn, spent + points, at, into, begun)
                yield _Label(stay, label.cost + points * weight, label.danger, place)
        rested = self._stances.rested[stance]
        if self._may_end[at] and (spent or rested != stance or begun not in (-1, at)):
            stay = Stay(turn + 1, 0, at, rested, begun if begun < 0 else at)
            yield _Label(stay, label.cost, label.danger + self._at_end[at], place)

    def _steps(self, at: int, stance: int) -> list[tuple[int, int, int, int]]:
        """Return the steps from a hex: target hex, new stance, points, and time taken of the turn."""
        steps = self._known_steps.get((at, stance))
        if steps is None:
            targets = self._stances.steps.neighbours[:, at].tolist()
            costs = {
                sort: (it.points[:, at].tolist(), it.time[:, at].tolist())
                for sort, it in self._stances.costs.items()
            }
            steps = []
            for direction, into, sort in self._stances.steppings[stance]:
                points, time = costs[sort]
                if points[direction] != IMPOSSIBLE:
                    steps.append((targets[direction], into, points[direction], time[direction]))
            self._known_steps[at, stance] = steps
        return steps
