"""Small boards at random with everything that a ruleset knows, and what a game needs: zones, objectives and units."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.grid.hexes import distance
from fairground.core.rules import shipped_rulesets
from fairground.core.rules.sight import SightModel
from fairground.core.scenario.parts import Objective, ObjectiveKind, Shield, Side, Unit, Zone
from fairground.core.scenario.shapes import painted
from tests.core.movement.random_ground import random_ground
from tests.core.sight.random_boards import random_scenario

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.shapes import Shape

RULESETS = tuple(shipped_rulesets())
#: Columns and rows, at least and at most.
COLUMNS, ROWS = (6, 11), (5, 9)


def random_game(seed: int, ruleset: str, *, most: tuple[int, int] = (COLUMNS[1], ROWS[1])) -> Scenario:
    """Return a scenario for two or three sides; the same seed gives the same."""
    rng = random.Random(seed)  # noqa: S311  # the same boards each time
    size = rng.randint(COLUMNS[0], most[0]), rng.randint(ROWS[0], most[1])
    scenario = random_ground(rng, ruleset, size=size, units=0)
    if scenario.rules.sight.model is SightModel.CENTRES and rng.random() < 0.5:
        scenario = random_scenario(rng, ruleset, size=most[1])
    _clear_some(rng, scenario)
    board = scenario.board
    board.hexsides = {
        side: names
        for side, names in board.hexsides.items()
        if any(board.contains(at) and not board.void[board.cell(at)] for at in side.hexes)
    }
    free = [at for at in board.hexes() if not board.void[board.cell(at)]]
    rng.shuffle(free)
    count = rng.choice((2, 2, 3))
    scenario.sides = [Side(f"side-{i}", name=f"Side {i}") for i in range(count)]
    scenario.zones = [Zone(f"zone-{i}", f"side-{i}", _patch(rng, scenario, free)) for i in range(count)]
    scenario.objectives = [
        Objective(
            f"goal-{i}", _patch(rng, scenario, free), points=rng.randint(1, 3), kind=ObjectiveKind.CONTROL
        )
        for i in range(rng.randint(1, 2))
    ]
    classes = sorted(scenario.rules.classes)
    # Without a shield, one front side is worse than the other by rule P2-14, so that a mirror matters.
    hands = [Shield.LEFT, Shield.RIGHT] if scenario.rules.shields else [Shield.NONE]
    scenario.units = [
        Unit(
            f"unit-{i}",
            f"side-{i % count}",
            rng.choice(classes),
            at,
            rng.randint(1, 6),
            rng.choice(hands),
        )
        for i, at in enumerate(free[:4])
    ]
    return scenario


def _clear_some(rng: random.Random, scenario: Scenario) -> None:
    """Clear part of the board, so that ways are found and rooms are wide enough to have passages between them."""
    board = scenario.board
    share = rng.choice((0.0, 0.4, 0.8))
    plain = np.array(
        [[rng.random() < share for _ in range(board.columns)] for _ in range(board.rows)], np.bool_
    )
    board.elevation[plain] = 0
    board.terrain[plain & ~board.void] = 0
    board.elevation[board.void] = 0
    if rng.random() < share:
        board.hexsides = {}


def _patch(rng: random.Random, scenario: Scenario, free: list[Hex]) -> Shape:
    """Return a few hexes that lie together, taken out of those that are free."""
    middle = free.pop()
    hexes = [middle, *[at for at in free if rng.random() < 0.7 and distance(middle, at) == 1]][
        : 1 + len(free) // 8
    ]
    for at in hexes[1:]:
        free.remove(at)
    return painted(scenario.board.mask(hexes))
