"""Stances: a mover's facing and the free hexsides it has turned, if its costs depend on them; and routes through them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple
from weakref import ref

import numpy as np

from fairground.core.errors import LimitError
from fairground.core.movement.board_steps import IMPOSSIBLE
from fairground.core.movement.compiled_moves import CompiledMoves, address
from fairground.core.movement.step_cost import BACKWARDS, side_toward
from fairground.core.rules.movement import RotationEach

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from numpy.typing import NDArray

    from fairground.core.movement.board_steps import Steps
    from fairground.core.rules.movement import Movement

    #: Whole numbers, of 32 bits where all are small enough.
    Costing = NDArray[np.int32] | NDArray[np.int64]

#: The most free hexsides of turning in a turn.
_MOST_FREE: Final = 100
#: No unit turns by more hexsides in one hex: it would turn the other way.
_MOST_IN_A_HEX: Final = 3


class MovementStance(NamedTuple):
    """A facing as a direction 0-5 (None where it does not matter), and the free hexsides used up."""

    facing: int | None
    turned: int


class Sort(NamedTuple):
    """A sort of step, as seen from the unit: sideways, backwards, both, or neither."""

    sidestep: bool
    backwards: bool


class TurningRules(NamedTuple):
    """Turning by one hexside: the new stance, and the scaled cost."""

    stance: int
    cost: int


class Stepping(NamedTuple):
    """A step in a direction: the new stance, and the sort of step."""

    direction: int
    stance: int
    sort: Sort


@dataclass(frozen=True, eq=False)
class Costs:
    """The costs of steps of one sort, ``[6, hexes]``: ``points`` paid, and ``time`` taken of a turn."""

    points: Costing
    time: Costing


class _FacingRules(NamedTuple):
    """What the moves between stances depend on: free hexsides and scaled cost of turning, and the sides of steps."""

    has_facing: bool
    free: int
    cost: int
    each: RotationEach
    #: The sides toward which steps go, if they depend on facing.
    sides: tuple[int, ...] | None
    sidesteps: tuple[int, ...]


class StanceMoves:
    """The numbered stances of some rules, and the moves between them."""

    def __init__(self, rules: _FacingRules) -> None:
        self._rules = rules
        self.all: tuple[MovementStance, ...] = (MovementStance(None, 0),)
        if rules.has_facing:
            turned = range(rules.free + 1)
            self.all = tuple(MovementStance(direction, it) for it in turned for direction in range(6))
        self._numbers = {stance: number for number, stance in enumerate(self.all)}
        self.rested: tuple[int, ...] = tuple(self._numbers[MovementStance(it.facing, 0)] for it in self.all)
        self.starts: tuple[int, ...] = tuple(sorted(set(self.rested)))
        self.turnings: tuple[tuple[TurningRules, ...], ...] = tuple(map(self._turnings, self.all))
        self.steppings: tuple[tuple[Stepping, ...], ...] = tuple(map(self._steppings, self.all))
        every = tuple(range(len(self.all)))
        #: By facing, and for None: all. Without facing there is only that.
        self.with_facing: dict[int | None, tuple[int, ...]] = {None: every}
        for facing in range(6) if rules.has_facing else ():
            self.with_facing[facing] = tuple(it for it in every if self.all[it].facing == facing)
        #: Those of them in which a turn can begin.
        self.starts_with_facing = {
            facing: tuple(it for it in stances if it in self.starts)
            for facing, stances in self.with_facing.items()
        }
        self.dearest_turning = rules.cost if rules.has_facing else 0

    def _turnings(self, stance: MovementStance) -> tuple[TurningRules, ...]:
        if stance.facing is None:
            return ()
        is_free = stance.turned < self._rules.free
        cost = 0 if is_free else self._rules.cost
        turned = [MovementStance((stance.facing + by) % 6, stance.turned + is_free) for by in (1, -1)]
        return tuple(TurningRules(self._numbers[it], cost) for it in turned)

    def _steppings(self, stance: MovementStance) -> tuple[Stepping, ...]:
        rules = self._rules
        after = MovementStance(stance.facing, 0) if rules.each is RotationEach.HEX else stance
        steppings = []
        for direction in range(6):
            sort = Sort(sidestep=False, backwards=False)
            if stance.facing is not None and rules.sides is not None:
                side = side_toward(direction, stance.facing)
                if side not in rules.sides:
                    continue
                sort = Sort(side in rules.sidesteps, side == BACKWARDS)
            steppings.append(Stepping(direction, self._numbers[after], sort))
        return tuple(steppings)

    @cached_property
    def addresses(self) -> tuple[int, ...]:
        """The addresses of ``kinds``."""
        return tuple(address(it) for kinds in self.kinds for it in kinds)

    @cached_property
    def kinds(self) -> tuple[KindArrays, KindArrays]:
        """The moves from each stance, steps first, and those that lead to it, for the compiled part."""
        moves = [
            *(
                (stance, it.stance, (it.direction, it.sort.sidestep + 2 * it.sort.backwards, 0))
                for stance, steppings in enumerate(self.steppings)
                for it in steppings
            ),
            *(
                (stance, it.stance, (-1, 0, it.cost))
                for stance, turnings in enumerate(self.turnings)
                for it in turnings
            ),
        ]
        back = [(to, stance, kind) for stance, to, kind in moves]
        return KindArrays.of(len(self.all), moves), KindArrays.of(len(self.all), back)


class KindArrays(NamedTuple):
    """Kinds of moves by stance: where those of each begin, and rows of direction (-1 to turn), other stance, sort and cost."""

    begin: NDArray[np.int32]
    rows: NDArray[np.int32]

    @staticmethod
    def of(stances: int, moves: list[tuple[int, int, tuple[int, int, int]]]) -> KindArrays:
        """Return moves, given as stance, other stance, and direction, sort and cost."""
        moves = sorted(moves, key=lambda it: it[0])
        counts = np.bincount([stance for stance, _, _ in moves], minlength=stances)
        rows = [(direction, other, sort, cost) for _, other, (direction, sort, cost) in moves]
        begin = np.concatenate(([0], np.cumsum(counts)))
        return KindArrays(begin.astype(np.int32), np.array(rows, np.int32).reshape(-1, 4))


_stance_moves = lru_cache(maxsize=64)(StanceMoves)
_WITHOUT_FACING: Final = StanceMoves(
    _FacingRules(has_facing=False, free=0, cost=0, each=RotationEach.TURN, sides=None, sidesteps=())
)


class Stances:
    """The numbered stances of a mover, and the moves between them (rules P1-18, P2-16, HS-18).

    Without ``facing`` there is one stance, and costs are those of ``Steps``. Costs are scaled by ``scale``, a multiple of
    that of the steps.
    """

    def __init__(self, steps: Steps, movement: Movement, *, facing: bool) -> None:
        self.steps = steps
        self.movement = movement
        factor = movement.reverse_factor.denominator if facing else 1
        self.scale = steps.scale * factor
        self._factor = factor
        self.allowance = steps.allowance * factor
        self.moves = _stance_moves(self._facing_rules()) if facing else _WITHOUT_FACING
        self.all = self.moves.all
        #: The stance at the start of the next turn, for each.
        self.rested = self.moves.rested
        self.turnings = self.moves.turnings
        self.steppings = self.moves.steppings

    @staticmethod
    def of(steps: Steps, movement: Movement, *, facing: bool) -> Stances:
        """Return the stances for some steps: those in use already, or new ones."""
        key = id(movement), facing
        known = steps.known_stances.get(key)
        stances = None if known is None else known()
        # Another movement may have the number of one that is gone.
        if stances is None or stances.movement is not movement:
            stances = Stances(steps, movement, facing=facing)
            steps.known_stances[key] = ref(stances)
        return stances

    def _facing_rules(self) -> _FacingRules:
        movement = self.movement
        sides = tuple(movement.step_sides) if self.steps.mover.faces else None
        cost = self._scaled(movement.rotation.cost)
        return _FacingRules(
            has_facing=True,
            free=self._free_hexsides(),
            cost=cost,
            each=movement.rotation.each,
            sides=sides,
            sidesteps=tuple(movement.sidesteps),
        )

    def without_facing(self) -> Stances:
        """Return the stances without facing; these very stances if steps backwards are cheaper."""
        cheaper = self.steps.mover.faces and self.movement.reverse_factor < 1
        return self if cheaper else Stances(self.steps, self.movement, facing=False)

    @property
    def cost_depends_on_facing(self) -> bool:
        """Whether facing changes the costs of steps, not only of turning."""
        return self.steps.mover.faces and len(self.all) > 1

    @property
    def starts(self) -> tuple[int, ...]:
        """The stances in which a turn can begin."""
        return self.moves.starts

    @cached_property
    def compiled(self) -> CompiledMoves | None:
        """The moves as the compiled part reads them, if it is in use; None if they are too many to count."""
        movement = self.movement
        has_facing = self.all[0].facing is not None
        sidestep = self._scaled(movement.sidestep_cost) if has_facing else 0
        reverse = movement.reverse_factor.as_integer_ratio() if has_facing else (1, 1)
        return CompiledMoves.of(self, sidestep, reverse, minimum_move=movement.minimum_move)

    @cached_property
    def costs(self) -> dict[Sort, Costs]:
        """The costs of steps, by their sort."""
        sorts = {it.sort for steppings in self.steppings for it in steppings}
        return {sort: self._costs(sort) for sort in sorts}

    @cached_property
    def most_steps(self) -> int | None:
        """The most hexes that can be entered in a turn; None if steps may cost nothing."""
        times = [costs.time[costs.points != IMPOSSIBLE] for costs in self.costs.values()]
        least = min((int(it.min()) for it in times if it.size), default=self.allowance or 1)
        return self.allowance // least if least else None

    def with_facing(self, direction: int | None) -> tuple[int, ...]:
        """Return the stances with that facing, 0-5; all of them for None."""
        return self.moves.with_facing.get(direction, self.moves.with_facing[None])

    def starts_with_facing(self, direction: int | None) -> tuple[int, ...]:
        """Return those of them in which a turn can begin."""
        return self.moves.starts_with_facing.get(direction, self.moves.starts)

    def _free_hexsides(self) -> int:
        """Return the number of free hexsides to count."""
        rotation = self.movement.rotation
        if not rotation.cost:
            return 0
        if rotation.each is RotationEach.HEX:
            return min(rotation.free, _MOST_IN_A_HEX)
        if rotation.free > _MOST_FREE:
            raise LimitError(
                f"a unit can turn by at most {_MOST_FREE} hexsides for free in a turn, not {rotation.free}"
            )
        return rotation.free

    def _scaled(self, cost: Fraction) -> int:
        scaled = cost * self.scale
        if scaled.denominator != 1:
            raise LimitError(f"a cost of {cost} is not a multiple of 1/{self.scale}")
        return int(scaled)

    def _costs(self, sort: Sort) -> Costs:
        """Return the costs of steps of a sort: with the side's surcharge, and IMPOSSIBLE beyond a turn (rule H-10)."""
        steps, movement = self.steps, self.movement
        known = steps.cost.reshape(6, -1)
        # Small numbers save memory: there is one for each sort, hex and direction.
        dearest = (int(known.max(initial=0)) + self._scaled(movement.sidestep_cost)) * self._factor
        dearest = max(dearest * max(movement.reverse_factor.numerator, 1), self.allowance)
        known = known.astype(np.int32 if dearest <= np.iinfo(np.int32).max else np.int64)
        whole = steps.whole_turn.reshape(6, -1)
        points = known * self._factor
        # A climb that takes a whole turn costs that, whatever the side.
        plain = whole & (known == steps.allowance)
        if sort.sidestep:
            points = points + self._scaled(movement.sidestep_cost)
        if sort.backwards:
            factor = movement.reverse_factor
            points = points * factor.numerator // factor.denominator
        points[plain] = self.allowance
        too_much = points > self.allowance
        if not movement.minimum_move:
            points[too_much] = IMPOSSIBLE
        points[known == IMPOSSIBLE] = IMPOSSIBLE
        longer = plain | too_much
        if not longer.any():
            return Costs(points, points)
        time = np.where(longer, self.allowance, points)
        time[points == IMPOSSIBLE] = IMPOSSIBLE
        return Costs(points, time)


# -- routes --------------------------------------------------------------------------------------------------


class Stay(NamedTuple):
    """Turn, points spent, hex (``row * columns + column``), stance, and the hex where the turn began, or -1."""

    turn: int
    spent: int
    hex: int
    stance: int
    begun: int


class Route:
    """The stays of the best path, at least one, and its points as ``Stances`` scales them."""

    def __init__(self, stays: Sequence[Stay] | NDArray[np.int32], points: int) -> None:
        self._numbers = stays
        self.points = points

    @cached_property
    def stays(self) -> Sequence[Stay]:
        """The stays from start to end."""
        if isinstance(self._numbers, np.ndarray):
            return [Stay._make(it) for it in self._numbers.tolist()]
        return self._numbers

    @property
    def turn(self) -> int:
        """The turn of the last stay."""
        return int(self._numbers[-1][0])

    @property
    def hexes(self) -> list[int]:
        """The hexes from start to end, without repeats while the mover stays in one."""
        if isinstance(self._numbers, np.ndarray):
            every: list[int] = self._numbers[:, 2].tolist()
        else:
            every = [it.hex for it in self._numbers]
        return every[:1] + [at for before, at in pairwise(every) if at != before]


def turned_for_free(
    stays: Sequence[Stay], stances: Stances, begin: Sequence[int], last: Sequence[int]
) -> list[Stay] | None:
    """Add free turning, as early as possible, to a path found without facing, from a stance of ``begin`` to ``last``.

    Returns None if there are not enough free hexsides on the path (rule P2-16).
    """
    target = stances.all[last[0]].facing
    stance = next((it for it in begin if stances.all[it].facing == target), begin[0])
    turned: list[Stay] = []
    for before, stay in pairwise([stays[0], *stays]):
        if stay.turn != before.turn:
            stance = stances.rested[stance]
        elif stay.hex != before.hex:
            stance = stances.steppings[stance][0].stance
        turned.append(stay._replace(stance=stance))
        while (facing := stances.all[stance].facing) != target:
            # The shorter turn: clockwise (0) or counterclockwise (1), as in ``Stances.turnings``.
            turning = stances.turnings[stance][0 if ((target or 0) - (facing or 0)) % 6 <= 3 else 1]
            if turning.cost:
                break
            stance = turning.stance
            turned.append(stay._replace(stance=stance))
    return turned if stances.all[stance].facing == target else None
