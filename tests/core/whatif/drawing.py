"""Small boards that burn and smoke, written as text, and dice that show what is wanted."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from fairground.core.grid.layout import Layout
from fairground.core.scenario.board import PaletteEntry, entry_index
from tests.core.movement.drawing import drawn

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fairground.core.scenario.document import Scenario


class LoadedDice(Random):
    """Dice that show some numbers in order, counted from 1, and then nothing more."""

    def __init__(self, *shown: int) -> None:
        super().__init__(0)
        self.left = list(shown)

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        assert (stop, step) == (None, 1)
        shown = self.left.pop(0)
        assert 1 <= shown <= start
        return shown - 1


def burning(
    *rows: str,
    ruleset: str = "penance-1.0",
    layout: Layout = Layout.ODD_R,
    weather: str = "none",
    overrides: Mapping[str, object] | None = None,
) -> Scenario:
    """Return a scenario with these rows of terrain, each with its effects: ``clear*fire*smoke``."""
    words = [[word.split("*") for word in row.split()] for row in rows]
    terrain = (" ".join(parts[0] for parts in row) for row in words)
    scenario = drawn(ruleset, *terrain, layout=layout, overrides=overrides)
    board = scenario.board
    for row, line in enumerate(words):
        for column, (_, *effects) in enumerate(line):
            entry = PaletteEntry("e" if effects else ".", tuple(effects))
            board.effects[row, column] = entry_index(board.effects_palette, entry)
    return replace(scenario, weather=weather)


def lies(scenario: Scenario, effect: str) -> str:
    """Return the labels of the hexes with an effect, row by row."""
    board = scenario.board
    return " ".join(board.label(at) for at in board.marked(board.where_effect(effect)))
