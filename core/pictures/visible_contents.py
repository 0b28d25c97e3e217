"""What of a scenario a picture of some of its hexes shows."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fairground.core.errors import GridError, LimitError, ScenarioError, UsageError
from fairground.core.scenario.zone_text import parse_shape

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario


def shown_hexes(board: Board, hexes: str) -> NDArray[np.bool_]:
    """Return the hexes to draw, as a bool array ``[rows, columns]``: those of a zone's text, all for an empty one.

    Raises
    ------
    UsageError
        When the text is none of a zone, names a hex that the board does not have, or leaves nothing to draw.
    """
    there = ~board.void
    if not hexes.strip():
        return there
    try:
        shape = parse_shape(hexes)
        for label in shape.labels():
            board.parse(label)
    except (GridError, LimitError, ScenarioError) as error:
        raise UsageError(f"the hexes {hexes[:60]!r} cannot be shown: {error}") from error
    found = shape.mask(board) & there
    if not found.any():
        raise UsageError(
            f"the hexes {hexes[:60]!r} cannot be shown: the board, which is {board.columns}x{board.rows}, has none of them"
        )
    return found


def parts_shown(scenario: Scenario, shown: NDArray[np.bool_]) -> Scenario:
    """Return a scenario with the zones, objectives and units that have a hex among those shown, on the same board."""
    board = scenario.board
    there = board.hexes_of(shown)
    return replace(
        scenario,
        zones=[it for it in scenario.zones if (it.shape.mask(board) & shown).any()],
        objectives=[it for it in scenario.objectives if (it.shape.mask(board) & shown).any()],
        units=[it for it in scenario.units if it.hex in there],
    )
