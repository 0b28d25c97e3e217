"""Boards with blockers at random, for walls: nothing on them but clear ground and one kind that ends sight."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fairground.core.scenario.board import Board, PaletteEntry
from fairground.core.scenario.document import Scenario
from fairground.core.scenario.parts import RulesetReference

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.layout import Layout


def blocked_board(
    rng: random.Random,
    layout: Layout,
    *,
    ruleset: str = "penance-1.0",
    kind: str = "wall",
    size: tuple[int, int] = (7, 7),
    share: float = 0.25,
) -> Scenario:
    """Return a scenario on a board of columns and rows of which a share is of a kind that ends sight."""
    columns, rows = size
    board = Board.blank(layout, columns, rows)
    board.palette.append(PaletteEntry("#", (kind,)))
    board.terrain[:] = np.array([[rng.random() < share for _ in range(columns)] for _ in range(rows)])
    return Scenario("Blocked", RulesetReference(ruleset), board)


def open_pairs(scenario: Scenario) -> Iterator[tuple[Hex, Hex]]:
    """Yield all pairs of clear hexes."""
    board = scenario.board
    clear = [at for at in board.hexes() if not board.terrain[board.cell(at)]]
    for place, start in enumerate(clear):
        for end in clear[place + 1 :]:
            yield start, end
