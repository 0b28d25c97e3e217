"""A small map that shows how a terrain or hexside feature looks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fairground.core.files.own_rules import RuleSection
from fairground.core.grid.hexsides import hexside
from fairground.core.scenario.board import Board, PaletteEntry
from fairground.core.scenario.document import Scenario
from fairground.core.scenario.parts import RulesetReference

if TYPE_CHECKING:
    from fairground.core.files.own_rules import OwnRules

#: Columns and rows, and the hexes with the terrain as columns and rows from 0.
_SIZE = (3, 4)
_HEXES = ((1, 1), (0, 1), (1, 2), (2, 2), (0, 2))
#: The middle, and the directions of the sides with a feature.
_MIDDLE, _SIDES = (1, 1), (0, 1, 2)


def sample_map(
    own: OwnRules, scenario: Scenario, section: RuleSection = RuleSection.TERRAIN, entry_id: str = "clear"
) -> Scenario:
    """Return a map of the scenario's layout, clear but for some hexes or hexsides with an entry of a ruleset."""
    board = Board.blank(scenario.board.layout, *_SIZE)
    if section is RuleSection.TERRAIN:
        board.palette = [PaletteEntry(".", ("clear",)), PaletteEntry("x", (entry_id,))]
        board.terrain = np.zeros_like(board.terrain)
        for column, row in _HEXES:
            board.terrain[row, column] = 1
    elif section is RuleSection.HEXSIDES:
        middle = board.layout.from_offset(*_MIDDLE)
        board.hexsides = {hexside(middle, direction): (entry_id,) for direction in _SIDES}
    reference = RulesetReference(own.name, draft=own.text)
    return Scenario("", reference, board, folder=own.folder)
