"""Boards at random for movement: all terrain of a ruleset, in stacks too, levels, hexside features and units."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.grid.hexsides import hexside
from fairground.core.grid.layout import Layout
from fairground.core.rules import shipped_rulesets
from fairground.core.scenario.board import Board, PaletteEntry
from fairground.core.scenario.document import Scenario
from fairground.core.scenario.parts import RulesetReference, Side, Unit

if TYPE_CHECKING:
    import random
    from collections.abc import Mapping

RULESETS = tuple(shipped_rulesets())


def random_ground(
    rng: random.Random,
    name: str,
    *,
    size: tuple[int, int] = (7, 6),
    overrides: Mapping[str, object] | None = None,
    units: int = 3,
) -> Scenario:
    """Return a scenario whose board, of ``size`` (columns, rows), has anything anywhere; half of it is clear."""
    board = Board.blank(rng.choice(list(Layout)), *size)
    scenario = Scenario("At random", RulesetReference(name, overrides or {}), board)
    rules = scenario.rules
    kinds = list(rules.terrain)
    stacks: list[tuple[str, ...]] = [(kind,) for kind in rng.sample(kinds, min(len(kinds), 8))]
    stacks += [tuple(rng.sample([it for it in kinds if it != "void"], 2)) for _ in range(3)]
    board.palette = [PaletteEntry(str(at), stack) for at, stack in enumerate([("clear",), *stacks])]
    low, high = max(rules.levels.min, -2), min(rules.levels.max, 3)
    features = sorted(rules.hexsides)
    for at in board.hexes():
        cell = board.cell(at)
        board.terrain[cell] = rng.randrange(len(board.palette)) if rng.random() < 0.5 else 0
        board.elevation[cell] = rng.randint(low, high) if rng.random() < 0.4 else 0
        if features and rng.random() < 0.4:
            board.hexsides[hexside(at, rng.randrange(6))] = (rng.choice(features),)
    scenario.sides = [Side("one"), Side("two", team="two"), Side("three", team="two")]
    hexes = rng.sample(list(board.hexes()), min(units, board.rows * board.columns))
    classes = sorted(rules.classes)
    scenario.units = [
        Unit(f"unit-{i}", rng.choice(("one", "two", "three")), rng.choice(classes), at, rng.randint(1, 6))
        for i, at in enumerate(hexes)
    ]
    return scenario
