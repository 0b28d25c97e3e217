"""Small boards to move on, written as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.grid.hexsides import hexside
from fairground.core.grid.layout import Layout
from fairground.core.scenario.board import Board, PaletteEntry
from fairground.core.scenario.document import Scenario
from fairground.core.scenario.parts import RulesetReference, Side

if TYPE_CHECKING:
    from collections.abc import Mapping


def drawn(
    ruleset: str,
    *rows: str,
    hexsides: Mapping[str, str] | None = None,
    layout: Layout = Layout.ODD_Q,
    overrides: Mapping[str, object] | None = None,
) -> Scenario:
    """Return a scenario for two sides whose board has these rows of terrain, each with its level if it has one.

    A word such as ``woods+road@1`` is a stack and a level; hexsides are given as ``{"A1 S": "hedge"}``.
    """
    cells = [[word.partition("@") for word in row.split()] for row in rows]
    board = Board.blank(layout, len(cells[0]), len(cells))
    stacks = sorted({tuple(stack.split("+")) for row in cells for stack, _, _ in row})
    board.palette = [PaletteEntry(str(at), stack) for at, stack in enumerate(stacks)]
    for row, line in enumerate(cells):
        for column, (stack, _, level) in enumerate(line):
            board.terrain[row, column] = stacks.index(tuple(stack.split("+")))
            board.elevation[row, column] = int(level or 0)
    for place, feature in (hexsides or {}).items():
        at, direction = place.split()
        board.hexsides[hexside(board.parse(at), layout.direction(direction))] = (feature,)
    scenario = Scenario("Drawn", RulesetReference(ruleset, overrides or {}), board)
    scenario.sides = [Side("one"), Side("two")]
    return scenario
