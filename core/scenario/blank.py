"""A new scenario: a clear board with two sides and a deployment zone each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.grid.layout import Orientation
from fairground.core.scenario.board import Board
from fairground.core.scenario.document import Scenario
from fairground.core.scenario.parts import RulesetReference, Side, Victory, Zone
from fairground.core.scenario.shapes import Columns, Rows

if TYPE_CHECKING:
    from pathlib import Path

    from fairground.core.grid.layout import Layout


def blank_scenario(
    name: str, *, layout: Layout, size: tuple[int, int], ruleset: str, folder: Path | None = None
) -> Scenario:
    """Return a clear board of ``size`` (columns, rows) for two sides.

    The zones lie at the two ends that a 180° turn or a mirror exchanges: the outer columns on flat-top, the outer
    rows on pointy-top boards, two deep where there is room. The ruleset is resolved at once, from its id or from
    a path relative to ``folder``.

    Raises
    ------
    LimitError
        When the size is out of bounds.
    RulesetError
        When there is no such ruleset or it has faults.
    """
    board = Board.blank(layout, *size)
    along, lines = (Columns, size[0]) if layout.orientation is Orientation.FLAT else (Rows, size[1])
    depth = 2 if lines >= 6 else 1
    scenario = Scenario(
        name=name,
        ruleset=RulesetReference(ruleset),
        board=board,
        folder=folder,
        sides=[Side("p1", "Player 1", "p1"), Side("p2", "Player 2", "p2")],
        zones=[
            Zone("p1-start", "p1", along(1, depth)),
            Zone("p2-start", "p2", along(lines - depth + 1, lines)),
        ],
        turns=12,
        victory=Victory(last_standing=True),
    )
    scenario.ruleset = RulesetReference(ruleset, content_hash=scenario.rules.content_hash)
    return scenario
