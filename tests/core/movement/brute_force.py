"""A second judge of paths and reach, written from the rules alone: it walks every way there is, turn by turn.

It asks ``StepCosts`` for single steps and ``sight`` for single lines, and shares nothing else with what it judges.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from heapq import heappop, heappush
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple

from fairground.core import sight
from fairground.core.grid.hexes import Hex, neighbour
from fairground.core.movement.step_cost import StepCosts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.movement.mover import Mover
    from fairground.core.movement.step_cost import StepCost
    from fairground.core.scenario.document import Scenario


class At(NamedTuple):
    """Where a unit is in its turn: the hexsides it has turned count since the turn or the hex began."""

    hex: Hex
    facing: int | None
    turned: int
    spent: Fraction
    begun: Hex


class Cost(NamedTuple):
    """What a way has cost."""

    damage: int
    points: Fraction
    hexes: int


class BruteForce:
    """Walks about in a scenario."""

    def __init__(
        self, scenario: Scenario, mover: Mover, *, blind: bool, faces: bool, may_end: set[Hex]
    ) -> None:
        self.scenario, self.mover, self.blind, self.faces = scenario, mover, blind, faces
        self.may_end = may_end
        self.costs = StepCosts(scenario, mover)
        self.rotation = scenario.rules.movement.rotation
        self._steps: dict[tuple[Hex, int, int | None], StepCost] = {}
        self._sight: dict[tuple[Hex, Hex], bool] = {}

    def step(self, at: Hex, direction: int, facing: int | None) -> StepCost:
        key = at, direction, facing
        if key not in self._steps:
            self._steps[key] = self.costs.step(*key)
        return self._steps[key]

    def begins(self, at: Hex, facing: int | None) -> list[At]:
        """Return how a unit can begin in a hex, nothing where it cannot stand; facing is a direction."""
        if at not in self.may_end:
            return []
        facings = (range(6) if facing is None else [facing]) if self.faces else [None]
        return [At(at, it, 0, Fraction(0), at) for it in facings]

    def next_turn(self, at: At) -> At:
        return At(at.hex, at.facing, 0, Fraction(0), at.hex)

    def within_turn(self, at: At) -> Iterator[tuple[At, Fraction, int]]:
        """Yield what can come next in the same turn, with its points and the hexes entered."""
        left = self.mover.allowance - at.spent
        for direction in range(6):
            to = neighbour(at.hex, direction)
            if not self.scenario.board.contains(to):
                continue
            step = self.step(at.hex, direction, at.facing)
            if step.cost is None or not (self.blind or self.sees(at.begun, to)):
                continue
            if at.spent if step.whole_turn else step.cost > left:
                continue
            spent = Fraction(self.mover.allowance) if step.whole_turn else at.spent + step.cost
            turned = 0 if self.rotation.each == "hex" else at.turned
            yield At(to, at.facing, turned, spent, at.begun), step.cost, 1
        if at.facing is not None:
            for way in (1, 5):
                cost = Fraction(0) if at.turned < self.rotation.free else self.rotation.cost
                if cost <= left:
                    turned = min(at.turned + 1, self.rotation.free)
                    yield At(at.hex, (at.facing + way) % 6, turned, at.spent + cost, at.begun), cost, 0

    def sees(self, a: Hex, b: Hex) -> bool:
        if (a, b) not in self._sight:
            heights = self.mover.unit_class.height, 0
            self._sight[a, b] = sight(self.scenario, a, b, heights).clear
        return self._sight[a, b]

    def reach(self, begins: list[At], turns: int) -> dict[Hex, tuple[int, Fraction]]:
        """Return the first turn in which it can end in a hex, and the least points spent of that."""
        found = {at.hex: (0, Fraction(0)) for at in begins}
        starts = set(begins)
        for turn in range(1, turns + 1):
            known, waiting = set(starts), list(starts)
            while waiting:
                for after, _, _ in self.within_turn(waiting.pop()):
                    if after not in known:
                        known.add(after)
                        waiting.append(after)
            ends = [at for at in known if at.hex in self.may_end]
            here: dict[Hex, list[Fraction]] = defaultdict(list)
            for at in ends:
                here[at.hex].append(at.spent)
            for to, spent in here.items():
                found.setdefault(to, (turn, min(spent)))
            starts = {self.next_turn(at) for at in ends}
        return found

    def best(
        self,
        begins: list[At],
        end: Hex,
        end_facing: int | None,
        *,
        points_first: bool,
        damage: dict[Hex, int],
        passing: bool,
    ) -> tuple[int, Cost] | None:
        """Return turns and cost of the best way."""
        order = count()
        waiting: list[tuple[tuple[Any, ...], tuple[At, int, Cost]]] = []
        known: dict[At, list[tuple[int, Cost]]] = defaultdict(list)

        def push(at: At, turn: int, cost: Cost) -> None:
            # Whoever was in the very same state no later at no more cost can go on just so.
            if any(earlier <= turn and it <= cost for earlier, it in known[at]):
                return
            known[at].append((turn, cost))
            both = (cost.points, turn) if points_first else (turn, cost.points)
            heappush(waiting, ((cost.damage, *both, cost.hexes, next(order)), (at, turn, cost)))

        for at in begins:
            push(at, 1, Cost(0, Fraction(0), 0))
        while waiting:
            at, turn, cost = heappop(waiting)[-1]
            if at.hex == end and end in self.may_end and end_facing in (None, at.facing):
                return turn, cost
            for after, points, hexes in self.within_turn(at):
                hurt = damage[after.hex] if passing and hexes else 0
                push(after, turn, Cost(cost.damage + hurt, cost.points + points, cost.hexes + hexes))
            if at.hex in self.may_end:
                push(
                    self.next_turn(at),
                    turn + 1,
                    cost._replace(damage=cost.damage + (0 if passing else damage[at.hex])),
                )
        return None
