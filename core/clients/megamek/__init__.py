"""Boards of MegaMek (``.board``), read and written."""

from __future__ import annotations

from fairground.core.clients.format import Format
from fairground.core.clients.megamek.board_lines import is_board
from fairground.core.clients.megamek.board_to_scenario import read_board
from fairground.core.clients.megamek.scenario_to_board import LINE_ENDINGS, write_board
from fairground.core.clients.scenario_parts import ScenarioPart

FORMAT = Format(
    "megamek",
    "MegaMek board",
    ".board",
    write_board,
    read_board,
    is_board,
    carries=frozenset(
        {
            ScenarioPart.TERRAIN,
            ScenarioPart.ELEVATION,
            ScenarioPart.EFFECTS,
            ScenarioPart.NOTES,
            ScenarioPart.BRIEFING,
            ScenarioPart.SOURCE,
        }
    ),
    options=(LINE_ENDINGS,),
    purpose="only the board, for play in MegaMek",
)
