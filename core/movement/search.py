"""The search for the best path: A* with exact lower bounds, the least costs to the goal regardless of turns."""

from __future__ import annotations

from enum import StrEnum
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from fairground.core.errors import LimitError
from fairground.core.movement.board_steps import IMPOSSIBLE
from fairground.core.movement.stances import Route, Stay

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from fairground.core.movement.board_steps import Danger
    from fairground.core.movement.stances import Stances
    from fairground.core.movement.turns import Turns

    Ints = NDArray[np.int64]

#: The cost where no path leads to the goal; larger than any sum.
FAR: Final = 1 << 62


def least_costs(stances: Stances, ends: Sequence[int], weight: int, hex_weight: int) -> Ints | None:
    """Return the least ``points * weight + hexes * hex_weight`` to any of the ends; ``FAR`` where no path leads there.

    Places, of ends and result, are numbered ``facing * hexes + hex``, facings 0-5. None if costs are too large to count.
    """
    moves = _BackwardMoves(stances, weight, hex_weight)
    least = np.full(6 * stances.steps.open.size, FAR, np.int64)
    is_waiting = np.zeros(least.size, np.bool_)
    #: For places reached twice in one round: the index that counts.
    last_index = np.empty(least.size, np.int32)
    waiting = np.array(ends, np.int64)
    least[waiting] = 0
    while len(waiting):
        costs = least[waiting]
        # Expand all places of about equal cost at once. The few that turn out cheaper later are expanded again, which is
        # faster than more rounds.
        bound = int(costs.min()) + moves.most + 1
        if bound >= FAR - moves.most:
            return None
        is_now = costs < bound
        now, later = waiting[is_now], waiting[~is_now]
        is_waiting[now] = False
        starts, totals = moves.back(now, costs[is_now])
        is_less = totals < least[starts]
        starts = starts[is_less]
        np.minimum.at(least, starts, totals[is_less])
        fresh = starts[~is_waiting[starts]]
        number = np.arange(len(fresh), dtype=np.int32)
        last_index[fresh] = number
        fresh = fresh[last_index[fresh] == number]
        is_waiting[fresh] = True
        waiting = np.concatenate((later, fresh))
    return least


class _BackwardMoves:
    """Steps and turnings from their ends back to their starts; ``most`` is the highest cost."""

    def __init__(self, stances: Stances, weight: int, hex_weight: int) -> None:
        self._size = stances.steps.open.size
        self._neighbours = stances.steps.neighbours
        self._weight, self._hex_weight = weight, hex_weight
        facings = np.arange(6)
        # The moves from one facing, rotated, are those from all.
        first = next(it for it in stances.starts if stances.all[it].facing == 0)
        turnings, steppings = stances.turnings[first], stances.steppings[first]
        turned = np.array([stances.all[it.stance].facing for it in turnings], np.int64).reshape(-1, 1)
        #: By move and facing at the end: the facing at the start, and the direction of the step.
        self._from = (facings - turned) % 6
        self._turning: Ints = np.array([it.cost for it in turnings], np.int64).reshape(-1, 1) * weight
        self._direction = (facings + np.array([[it.direction] for it in steppings], np.int64)) % 6
        sorts = list(stances.costs)
        self._sort = np.array([[sorts.index(it.sort)] for it in steppings], np.int64)
        self._points: NDArray[Any] = np.stack([it.points for it in stances.costs.values()])
        self.most = max(int(self._points.max()), *(it.cost for it in turnings)) * weight + hex_weight

    def back(self, places: Ints, costs: Ints) -> tuple[Ints, Ints]:
        """Return the places from which one move leads to these, and their costs."""
        facing, at = np.divmod(places, self._size)
        direction = self._direction[:, facing]
        start = self._neighbours[(direction + 3) % 6, at]
        points = self._points[self._sort, direction, start]
        possible = (start >= 0) & (points >= 0)
        steps = (facing * self._size + start)[possible]
        totals = (costs + points.astype(np.int64) * self._weight + self._hex_weight)[possible]
        turns = self._from[:, facing] * self._size + at
        return (
            np.concatenate((steps, turns.ravel())),
            np.concatenate((totals, (costs + self._turning).ravel())),
        )


#: Sums below this are exact in doubles.
_EXACT: Final = 1 << 53
#: The number where no path leads to the goal.
NEVER: Final = -1


class Outlook:
    """A lower bound of ``points * weight + hexes`` to a goal: turning that can be free counts as free."""

    def __init__(self, stances: Stances, goal: int, goal_stances: Sequence[int]) -> None:
        self._stances = stances
        size = stances.steps.open.size
        # Facing is ignored if it changes only the cost of turning.
        self._faces = stances.cost_depends_on_facing
        count = 6 * size if self._faces else size
        self.weight = count + 1
        ends = sorted({self._layer(stance) * size + goal for stance in goal_stances})
        least = self._least(ends)
        if least is None:
            # Costs are too fine to count hexes as well.
            self.weight = 1
            least = self._least(ends)
        if least is None:
            raise LimitError(
                f"the costs of paths are fractions too small to add up exactly on {size:,} hexes: "
                f"1/{stances.scale} of a point"
            )
        self._layers = least.reshape(-1, size)

    def least(self, stance: int, at: int) -> int:
        """Return the number of a hex (``row * columns + column``) and stance; NEVER if no path leads to the goal."""
        number = int(self._layers[self._layer(stance), at])
        return NEVER if number >= FAR else number

    @property
    def hex_weight(self) -> int:
        """The number added per hex entered: 1, or 0 if costs are too fine."""
        return int(self.weight > 1)

    def _layer(self, stance: int) -> int:
        facing = self._stances.all[stance].facing
        return facing if self._faces and facing is not None else 0

    def _least(self, ends: Sequence[int]) -> Ints | None:
        """Return the numbers of all places, ``FAR`` or more where no path leads on; None if too large to be exact."""
        if self._faces:
            return least_costs(self._stances, ends, self.weight, self.hex_weight)
        from scipy.sparse import csr_array
        from scipy.sparse.csgraph import dijkstra

        known = self._stances.steps.backward
        factor = self.weight * (self._stances.scale // self._stances.steps.scale)
        graph = csr_array((known.data * factor + self.hex_weight, known.indices, known.indptr), known.shape)
        costs = dijkstra(graph, indices=ends, min_only=True)
        is_far = ~np.isfinite(costs)
        if costs[~is_far].max() >= _EXACT:
            return None
        costs[is_far] = FAR
        least: Ints = costs.astype(np.int64)
        return least


class Least(StrEnum):
    """The first criterion of the best path; the other breaks ties."""

    TURNS = "turns"
    POINTS = "points"


class _Label(NamedTuple):
    """A partial path: its last stay, its cost so far (see ``Outlook``), its danger, and the label it extends."""

    stay: Stay
    cost: int
    danger: int
    before: int


#: A partial path that is not looked at yet: its stay's numbers, cost, danger, and the label it extends.
_Found = tuple[int, int, int, int, int, int, int, int]


class _Ahead(NamedTuple):
    """Lower bounds to the goal: see ``Outlook`` and ``Remaining``, and the turns if each hex entered must be in sight."""

    cost: int
    turns: int
    points: int
    in_sight: int


def best_route(  # a question has many sides
    turns: Turns,
    least: Least,
    danger: Danger | None,
    start: int,
    start_stances: tuple[int, ...],
    goal: int,
    goal_stances: tuple[int, ...],
) -> Route | None:
    """Return the best path between two hexes, from and to some stances, as ``PathSearch`` finds it; None if there is none."""
    moves, sight = turns.stances.compiled, None
    if not turns.blind:
        plain, seen = turns.stances.without_facing().compiled, turns.compiled_sight
        sight = None if plain is None or seen is None else (seen, plain)
    if moves is not None and (turns.blind or sight is not None):
        found = moves.path(
            start=start,
            start_stances=start_stances,
            goal=goal,
            goal_stances=goal_stances,
            layers=6 if turns.stances.cost_depends_on_facing else 1,
            turns_first=least is Least.TURNS,
            danger=None if danger is None else (danger.at_end, danger.entering),
            sight=sight,
        )
        if found is not None:
            stays, points = found
            return Route(stays, points) if len(stays) else None
    return PathSearch(turns, least, danger).find(start, start_stances, goal, goal_stances)


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
    ) -> Route | None:
        """Return the best path to a hex where a turn may end; None if there is no path."""
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
        starts_here = [(1, 0, start, stance, begun, 0, 0, -1) for stance in start_stances]
        labels = self._best(starts_here, goal, set(goal_stances))
        if labels is None:
            return None
        at = len(labels) - 1
        points = labels[at].cost // self._outlook.weight
        stays: list[Stay] = []
        while at >= 0:
            stays.append(labels[at].stay)
            at = labels[at].before
        return Route(stays[::-1], points)

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

    def _best(self, starts: Iterable[_Found], goal: int, goal_stances: set[int]) -> list[_Label] | None:
        """Return the labels that were looked at, the last of which is the best path to the goal; None if there is none."""
        waiting: list[tuple[int, ...]] = []
        labels: list[_Label] = []
        settled: dict[tuple[int, int, int], dict[int, _Label]] = {}
        pushed = self._push(waiting, starts, 0)
        while waiting:
            *_, turn, spent, _, at, stance, begun, cost, danger, before = heappop(waiting)
            label = _Label(Stay(turn, spent, at, stance, begun), cost, danger, before)
            place = len(labels)
            labels.append(label)
            if at == goal and stance in goal_stances:
                return labels
            known = settled.setdefault((at, stance, begun), {})
            # The start of a turn must not be dominated by the end of the turn before.
            if any(self._is_as_good(it, label) for other, it in known.items() if other != before):
                continue
            known[place] = label
            pushed = self._push(waiting, self._after(label, place), pushed)
        return None

    def _is_as_good(self, one: _Label, other: _Label) -> bool:
        """Whether ``one`` dominates ``other`` in the same place."""
        a, b = one.stay, other.stay
        if one.cost > other.cost or one.danger > other.danger:
            return False
        if a.turn == b.turn or a.begun >= 0:
            return a.turn <= b.turn and a.spent <= b.spent
        # It can wait for the next turn, if it may end one here.
        return a.turn < b.turn and self._may_end[a.hex] and one.danger + self._at_end[a.hex] <= other.danger

    def _push(self, waiting: list[tuple[int, ...]], found: Iterable[_Found], pushed: int) -> int:
        """Add partial paths to the queue unless they cannot reach the goal; of equals the nearest to the goal comes first.

        ``pushed`` is how many were added before; return it with these.
        """
        allowance, weight, turns_first = self._allowance, self._outlook.weight, self._turns_first
        for turn, spent, at, stance, begun, cost, danger, before in found:
            ahead = self._ahead.get((at, stance)) or self._look_ahead(at, stance)
            if ahead.cost == NEVER:
                continue
            turns = turn + ahead.turns - (spent + ahead.points <= allowance)
            if begun == at and not spent:
                turns = max(turns, turn - 1 + ahead.in_sight)
            points, hexes = divmod(cost + ahead.cost, weight)
            first, second = (turns, points) if turns_first else (points, turns)
            queued = (danger, first, second, hexes, ahead.cost, turn, spent, pushed)
            heappush(waiting, (*queued, at, stance, begun, cost, danger, before))
            pushed += 1
        return pushed

    def _look_ahead(self, at: int, stance: int) -> _Ahead:
        """Return the lower bounds to the goal."""
        turns, points = self._remaining.of(stance, at)
        in_sight = self._fresh[stance][at] if self._fresh and stance in self._begins else 0
        ahead = self._ahead[at, stance] = _Ahead(self._outlook.least(stance, at), turns, points, in_sight)
        return ahead

    def _after(self, label: _Label, place: int) -> Iterator[_Found]:
        """Yield the successors: steps, turning by one hexside, the next turn."""
        (turn, spent, at, stance, begun), so_far, danger, _ = label
        left = self._allowance - spent
        weight, each = self._outlook.weight, self._outlook.hex_weight
        for target, into, points, time in self._steps(at, stance):
            if time <= left and (begun < 0 or self._turns.seen.sees(begun, target)):
                cost = so_far + points * weight + each
                yield turn, spent + time, target, into, begun, cost, danger + self._entering[target], place
        for into, points in self._stances.turnings[stance]:
            if points <= left:
                yield turn, spent + points, at, into, begun, so_far + points * weight, danger, place
        rested = self._stances.rested[stance]
        if self._may_end[at] and (spent or rested != stance or begun not in (-1, at)):
            begins = begun if begun < 0 else at
            yield turn + 1, 0, at, rested, begins, so_far, danger + self._at_end[at], place

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
