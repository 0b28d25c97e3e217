"""Boards whose true win rates are known: exactly symmetric ones, and some on which one zone is planted worse than the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.boards import random_board
from fairground.core.files.force_file import load_force
from fairground.core.grid.layout import Layout
from fairground.core.grid.symmetry import BoardSymmetry
from fairground.core.scenario.parts import Objective, Victory
from fairground.core.scenario.transform.make_symmetric import made_symmetric, symmetry_of
from fairground.core.scenario.transform.symmetry_sources import parts
from fairground.core.scenario.zone_text import parse_shape
from fairground.core.simulation.game import GameArena
from tests.core.metrics.fairness.contests import arena

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.files.force_file import Force
    from fairground.core.scenario.document import Scenario

#: Boards on which neither zone is better, by a turn that exchanges them: layout, columns, rows, ruleset, seed.
EVEN = (
    (Layout.ODD_Q, (8, 6), "penance-1.0", 1),
    (Layout.EVEN_Q, (8, 7), "penance-2.0", 2),
    (Layout.ODD_R, (7, 8), "penance-1.0", 3),
    (Layout.EVEN_R, (6, 8), "penance-2.0", 4),
    (Layout.ODD_Q, (8, 7), "hexside-ww2", 5),
    (Layout.EVEN_R, (6, 8), "megamek", 6),
    (Layout.ODD_R, (7, 8), "penance-arena", 7),
    (Layout.EVEN_Q, (8, 6), "megamek", 8),
)


def even_board(layout: Layout, size: tuple[int, int], ruleset: str, seed: int) -> Scenario:
    """Return a board with all that the ruleset has, mapped onto itself by a 180° turn that exchanges the two zones."""
    scenario = random_board(ruleset, layout, size, seed=seed, density=0.2)
    scenario.objectives, scenario.turns = [], 4
    part = next(iter(parts(BoardSymmetry.TURN_180, layout)))
    scenario = made_symmetric(scenario, BoardSymmetry.TURN_180, part)
    board = scenario.board
    turn = symmetry_of(BoardSymmetry.TURN_180, board)
    assert turn is not None
    columns, rows = size
    near = layout.from_offset((columns - 1) // 2, (rows - 1) // 2)
    scenario.objectives = [
        Objective(name, parse_shape(board.label(at)), points=2)
        for name, at in (("near", near), ("far", turn(near)))
    ]
    scenario.victory = Victory(last_standing=True, kill=1)
    return scenario


def some_units(scenario: Scenario, most: int | None) -> Force:
    """Return the standard force of a scenario, or as many of its units."""
    force = load_force(GameArena.of(scenario).force)
    every = [it.model_copy(update={"count": 1}) for it in force.units for _ in range(it.count)]
    return force.model_copy(update={"units": every[:most]})


#: What is planted beside one zone: a wall that is open at one end alone, and a hill that it shoots down from.
_WALL = ("..#......",) * 7 + (".........",)
_HILL = (".......11",) * 8
#: Boards with a planted advantage, by what it is: rows, layout, ruleset, the zone that is favoured and the one behind.
PLANTED = {
    "a wall before the west": (_WALL, Layout.ODD_Q, "penance-1.0", "east", "west"),
    "a wall before the east": (tuple(it[::-1] for it in _WALL), Layout.EVEN_R, "penance-2.0", "west", "east"),
    "a hill beside the east": (_HILL, Layout.EVEN_Q, "penance-2.0", "east", "west"),
    "a hill beside the west": (tuple(it[::-1] for it in _HILL), Layout.ODD_R, "penance-1.0", "west", "east"),
}


def planted_board(rows: Sequence[str], layout: Layout, ruleset: str) -> Scenario:
    """Return a board with a zone at either end, and points to win between them."""
    scenario = arena(*rows, zones={"west": "columns 1", "east": "columns 9"}, ruleset=ruleset, layout=layout)
    scenario.turns = 5
    scenario.victory = Victory(last_standing=True, kill=1)
    scenario.objectives = [Objective("middle", parse_shape("column 5"), points=2)]
    return scenario
