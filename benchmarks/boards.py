"""Boards made up at random, for measuring and for checking: everything that a ruleset has, all over."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np

from fairground.core.grid.hexsides import hexside
from fairground.core.scenario.blank import blank_scenario
from fairground.core.scenario.board import VOID, PaletteEntry
from fairground.core.scenario.parts import RulesetReference

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.grid.layout import Layout
    from fairground.core.rules import Ruleset
    from fairground.core.scenario.document import Scenario


def random_board(
    ruleset: str,
    layout: Layout,
    size: tuple[int, int],
    *,
    seed: int,
    density: float = 0.3,
    stacks: Sequence[tuple[str, ...]] = (),
    overrides: dict[str, Any] | None = None,
) -> Scenario:
    """Return a board of ``size`` (columns, rows) with stacks, effects, levels, hexside features and void hexes.

    About ``density`` of the hexes are other than clear: of ``stacks``, or of some made up where it is empty, most of
    them with something that bears on sight. Of stacks given all come as often; there are no effects then.
    """
    rng = random.Random(seed)
    scenario = blank_scenario("Made up", layout=layout, size=size, ruleset=ruleset)
    scenario.ruleset = RulesetReference(ruleset, overrides=overrides or {})
    rules, board = scenario.rules, scenario.board
    columns, rows = size
    found = stacks or _stacks(rules, rng)
    board.palette = [
        PaletteEntry("c", ("clear",)),
        *(PaletteEntry(f"s{place}", stack) for place, stack in enumerate(found)),
        PaletteEntry("v", (VOID,)),
    ]
    board.effects_palette = [PaletteEntry(".", ()), *(PaletteEntry(it, (it,)) for it in rules.effects)]
    count = len(board.palette)
    low, high = max(rules.levels.min, -2), min(rules.levels.max, 8)
    for row in range(rows):
        for column in range(columns):
            if rng.random() < density:
                board.terrain[row, column] = rng.randrange(1, count - 1)
            if not stacks and rng.random() < density / 15:
                board.terrain[row, column] = count - 1
            if not stacks and rng.random() < density / 6:
                board.effects[row, column] = rng.randrange(len(board.effects_palette))
    board.elevation[:] = _land(rng, rows, columns, low, high)
    names = tuple(rules.hexsides)
    for _ in range(int(columns * rows * density / 2) if names else 0):
        at = board.layout.from_offset(rng.randrange(columns), rng.randrange(rows))
        kinds = rng.sample(names, rng.choice((1, 1, min(2, len(names)))))
        board.hexsides[hexside(at, rng.randrange(6))] = tuple(sorted(kinds))
    return scenario


def _stacks(rules: Ruleset, rng: random.Random) -> list[tuple[str, ...]]:
    """Return some stacks of terrain, most of them with something that bears on sight."""
    kinds = [name for name in rules.terrain if name != VOID]
    seen = [
        name for name in kinds if rules.terrain[name].blocks_sight or rules.terrain[name].opacity
    ] or kinds
    raising = [name for name in kinds if rules.terrain[name].heights]
    found: list[tuple[str, ...]] = []
    found += [(rng.choice(seen),) for _ in range(5)]
    found += [(rng.choice(kinds),) for _ in range(2)]
    found += [(rng.choice(kinds), rng.choice(seen)) for _ in range(3)]
    found += [(rng.choice(seen), rng.choice(raising)) for _ in range(4 if raising else 0)]
    return [tuple(dict.fromkeys(stack)) for stack in found]


def _land(rng: random.Random, rows: int, columns: int, low: int, high: int) -> np.ndarray[Any, Any]:
    """Return hills: levels from ``low`` to ``high``, most of the land at 0."""
    heights = np.zeros((rows, columns))
    row, column = np.indices((rows, columns))
    for _ in range(max(2, rows * columns // 60)):
        at = rng.randrange(rows), rng.randrange(columns)
        top = rng.uniform(low, high)
        steep = rng.uniform(0.4, 2)
        hill = np.sign(top) * np.maximum(0, abs(top) - steep * np.hypot(row - at[0], column - at[1]))
        heights = np.where(abs(hill) > abs(heights), hill, heights)
    return np.clip(np.rint(heights), low, high).astype(np.int16)
