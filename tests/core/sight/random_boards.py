"""Boards at random for verdicts: everything that a ruleset knows, thickly strewn, and any mix of the sight policies."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from fairground.core.grid.hexes import DIRECTIONS
from fairground.core.grid.hexsides import hexside
from fairground.core.grid.layout import Layout
from fairground.core.rules import load_ruleset, shipped_rulesets
from fairground.core.rules.policies import POLICIES as POLICY_TABLE
from fairground.core.rules.sight import SightModel
from fairground.core.scenario.board import VOID, Board, PaletteEntry
from fairground.core.scenario.document import Scenario
from fairground.core.scenario.parts import RulesetReference, Side, Unit

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Mapping

    from fairground.core.grid.hexes import Hex
    from fairground.core.rules import Ruleset

#: Every policy that sight and its modifiers know, by the dotted path of its key.
POLICIES: dict[str, list[object]] = {
    row.key: [value if isinstance(value, bool) else str(value) for value in row.meanings]
    for row in POLICY_TABLE
}
#: Has something of every kind.
EVERYTHING = "everything.yaml"


def hex_rulesets() -> list[str]:
    """Return the shipped rulesets that judge sight from centre to centre."""
    return [name for name in shipped_rulesets() if load_ruleset(name).sight.model is SightModel.CENTRES]


def random_policies(rng: random.Random, name: str) -> dict[str, object]:
    """Return overrides that set every policy at random; of a shipped ruleset, which bounds the others, of sight alone."""
    paths = [path for path in POLICIES if name == EVERYTHING or path.startswith("sight.")]
    return {path: rng.choice(POLICIES[path]) for path in paths}


def random_scenario(
    rng: random.Random, name: str, overrides: Mapping[str, Any] | None = None, *, size: int = 12
) -> Scenario:
    """Return a scenario with a board strewn with everything; some are bare, so that much is seen as well."""
    scenario = Scenario(
        "At random",
        RulesetReference(name, overrides or {}),
        Board.blank(rng.choice(list(Layout)), rng.randint(size // 3, size), rng.randint(size // 3, size)),
        folder=Path(__file__).parent,
    )
    rules, board = scenario.rules, scenario.board
    shape = board.terrain.shape
    bareness = rng.choice((0.3, 0.6, 0.8, 0.95))
    kinds = _kinds(rules, rng)
    board.palette = [PaletteEntry(str(place), stack) for place, stack in enumerate(kinds)]
    effects = sorted(rules.effects)
    board.effects_palette = [
        PaletteEntry(".", ()),
        *(PaletteEntry(name, (name,)) for name in effects),
        *(PaletteEntry("+", tuple(rng.sample(effects, 2))) for _ in effects[1:2]),
    ]
    board.terrain[:] = _strewn(rng, shape, len(board.palette), bareness)
    board.effects[:] = _strewn(rng, shape, len(board.effects_palette), max(bareness, 0.8))
    for _ in range(rng.choice((0, 0, 1, 3))):
        # A wood, a lake or a house of several hexes, which lines can stay within.
        row, column = rng.randrange(shape[0]), rng.randrange(shape[1])
        spread = slice(row, row + rng.randint(1, 4)), slice(column, column + rng.randint(2, 5))
        board.terrain[spread] = rng.randrange(len(board.palette))
    if rng.random() < 0.2:
        _add_row_along_hexsides(rng, scenario)
    low, high = max(rules.levels.min, -2), min(rules.levels.max, 5)
    flat = rng.choice((0.2, 0.8, 1.0))
    board.elevation[:] = [
        [rng.randint(low, high) if rng.random() > flat else 0 for _ in range(shape[1])]
        for _ in range(shape[0])
    ]
    hexes = [at for at in board.hexes() if not board.palette[int(board.terrain[board.cell(at)])].is_void]
    _add_features(rng, scenario, hexes)
    _add_units(rng, scenario, hexes)
    return scenario


def _add_row_along_hexsides(rng: random.Random, scenario: Scenario) -> None:
    """Put the same terrain on hexes that do not touch, at both ends of each hexside between them."""
    board, turn = scenario.board, rng.randrange(6)
    at, terrain = rng.choice(list(board.hexes())), rng.randrange(len(board.palette))
    for _ in range(rng.randint(2, 5)):
        if not board.contains(at):
            return
        board.terrain[board.cell(at)] = terrain
        at += DIRECTIONS[turn] + DIRECTIONS[turn - 1]


def pairs(rng: random.Random, scenario: Scenario, count: int) -> Iterator[tuple[Hex, Hex, tuple[int, int]]]:
    """Yield so many pairs of hexes, a good part of them along hexsides and some off the board, with units' heights."""
    hexes = list(scenario.board.hexes())
    for _ in range(count):
        start = rng.choice(hexes)
        end = rng.choice(hexes)
        if rng.random() < 0.4:
            turn = rng.randrange(6)
            beyond = start + (DIRECTIONS[turn] + DIRECTIONS[turn - 1]) * rng.randint(1, 4)
            end = beyond if scenario.board.contains(beyond) or rng.random() < 0.1 else end
        yield start, end, (rng.randint(0, 2), rng.randint(0, 2))


def _kinds(rules: Ruleset, rng: random.Random) -> list[tuple[str, ...]]:
    """Return stacks: open ground first, every kind by itself, and mixed ones."""
    known = [kind for kind in rules.terrain if kind != VOID]
    telling = [
        kind
        for kind in known
        if (it := rules.terrain[kind]).blocks_sight
        or it.opacity
        or it.hindrance
        or it.cover
        or it.heights
        or it.depth
        or it.above
    ]
    one = rng.choice(telling)
    mixed = [tuple(rng.sample(telling, min(len(telling), rng.randint(2, 3)))) for _ in range(6)]
    singles = rng.sample(telling, min(len(telling), 12))
    heavy: list[tuple[str, ...]] = [(one,)] * rng.choice((0, 12))
    voids: list[tuple[str, ...]] = [(VOID,)] * rng.choice((0, 0, 1))
    return [("clear",), *((kind,) for kind in singles), *mixed, *heavy, *voids]


def _strewn(
    rng: random.Random, shape: tuple[int, ...], count: int, bareness: float
) -> np.ndarray[Any, np.dtype[np.uint16]]:
    drawn = [
        [rng.randrange(count) if rng.random() > bareness else 0 for _ in range(shape[1])]
        for _ in range(shape[0])
    ]
    return np.array(drawn, np.uint16)


def _add_features(rng: random.Random, scenario: Scenario, hexes: list[Hex]) -> None:
    names = sorted(scenario.rules.hexsides)
    density = rng.choice((0.0, 0.05, 0.2, 0.5))
    for at in hexes if names else ():
        for direction in range(6):
            if rng.random() < density:
                chosen = rng.sample(names, rng.choice((1, 1, 1, min(2, len(names)))))
                scenario.board.hexsides[hexside(at, direction)] = tuple(sorted(chosen))


def _add_units(rng: random.Random, scenario: Scenario, hexes: list[Hex]) -> None:
    scenario.sides = [Side("one"), Side("two", team="two"), Side("three", team="two")]
    classes = sorted(scenario.rules.classes)
    scenario.units = [
        Unit(f"unit-{i}", rng.choice(("one", "two", "three")), rng.choice(classes), rng.choice(hexes))
        for i in range(rng.choice((0, 0, len(hexes) // 6)) if hexes and classes else 0)
    ]
