"""The least costs by facing: those of a search from place to place, whatever it costs to step and to turn."""

from __future__ import annotations

import random
from heapq import heappop, heappush

import numpy as np

from fairground.core.movement.board_steps import IMPOSSIBLE
from fairground.core.movement.board_steps import steps as steps_of
from fairground.core.movement.mover import mover
from fairground.core.movement.search import FAR, least_costs
from fairground.core.movement.stances import Stances
from tests.core.movement.random_ground import RULESETS, random_ground


def stances_on(seed: int, name: str) -> Stances | None:
    """Return the stances of somebody on a board at random; None where facing bears on no step of theirs."""
    rng = random.Random(seed)  # noqa: S311  # no secret
    scenario = random_ground(rng, name)
    who = mover(scenario, rng.choice(sorted(scenario.rules.classes)))
    if not who.faces:
        return None
    return Stances(steps_of(scenario, who), scenario.rules.movement, facing=True)


def searched(stances: Stances, ends: list[int], weight: int, hex_weight: int) -> list[int]:
    """Return what ``least_costs`` says, by a search that looks at one way after the other."""
    size = stances.steps.open.size
    into: dict[int, list[tuple[int, int]]] = {}
    for number in stances.starts:
        facing = stances.all[number].facing or 0
        for at in range(size):
            start = facing * size + at
            for turning in stances.turnings[number]:
                end = (stances.all[turning.stance].facing or 0) * size + at
                into.setdefault(end, []).append((start, turning.cost * weight))
            for stepping in stances.steppings[number]:
                points = int(stances.costs[stepping.sort].points[stepping.direction, at])
                target = int(stances.steps.neighbours[stepping.direction, at])
                if points != IMPOSSIBLE:
                    way = start, points * weight + hex_weight
                    into.setdefault(facing * size + target, []).append(way)
    found = [FAR] * (6 * size)
    waiting = [(0, it) for it in ends]
    while waiting:
        cost, place = heappop(waiting)
        if cost < found[place]:
            found[place] = cost
            for start, more in into.get(place, ()):
                heappush(waiting, (cost + more, start))
    return found


def test_each_cost_is_that_of_a_search() -> None:
    drawn = [(seed, stances_on(seed, name)) for name in RULESETS for seed in range(12)]
    facing = [(seed, stances) for seed, stances in drawn if stances is not None]
    assert len(facing) > 10
    for seed, stances in facing:
        size = stances.steps.open.size
        goal = int(np.flatnonzero(stances.steps.open.ravel())[seed])
        ends = [facing * size + goal for facing in range(1 + 5 * (seed % 2))]
        for weight, hex_weight in ((6 * size + 1, 1), (1, 0)):
            found = least_costs(stances, ends, weight, hex_weight)
            assert found is not None
            assert found.tolist() == searched(stances, ends, weight, hex_weight)


def test_costs_that_cannot_be_counted_are_none() -> None:
    stances = next(it for seed in range(50) if (it := stances_on(seed, "penance-1.0")) is not None)
    goal = int(np.flatnonzero(stances.steps.open.ravel())[0])
    assert least_costs(stances, [goal], FAR // 8, 1) is None
    assert least_costs(stances, [goal], 1, 1) is not None
