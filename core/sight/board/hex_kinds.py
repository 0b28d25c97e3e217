"""The hexes of a board by kind: the same terrain, effects and level mean the same for sight."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fairground.core.errors import ScenarioError
from fairground.core.rules.sight import SightModel
from fairground.core.sight.board.facts import SightFacts

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from fairground.core.rules import Ruleset
    from fairground.core.scenario.document import Scenario
    from fairground.core.sight.board.facts import HexSightFacts


def refuse_bases(rules: Ruleset) -> None:
    """Make sure that lines of sight run between hexes.

    Raises
    ------
    ScenarioError
        When the ruleset draws them between bases (rule BV-01).
    """
    if rules.sight.model is not SightModel.CENTRES:
        name = rules.title
        raise ScenarioError(f"{name} measures sight from base to base, not between hexes")


class HexKinds:
    """The kinds of hexes on a board: their ``facts`` (None: void), and the index of each hex's kind, ``[rows, columns]``."""

    def __init__(self, scenario: Scenario) -> None:
        board = scenario.board
        low = int(board.elevation.min())
        levels = int(board.elevation.max()) - low + 1
        key = (board.terrain.astype(np.int64) * len(board.effects_palette) + board.effects) * levels
        key += board.elevation - low
        _, first, place = np.unique(key, return_index=True, return_inverse=True)
        self.of_hexes: NDArray[np.int64] = place.reshape(key.shape).astype(np.int64)
        found = SightFacts(scenario)
        examples = (
            board.layout.from_offset(at % board.columns, at // board.columns) for at in first.tolist()
        )
        self.facts: list[HexSightFacts | None] = [found.at(at.q, at.r) for at in examples]

    def values(self, of: Callable[[HexSightFacts], int], *, void: int) -> NDArray[np.int64]:
        """Return a number for each hex, of shape ``[rows, columns]``."""
        found = [void if facts is None else of(facts) for facts in self.facts]
        return np.array(found, np.int64)[self.of_hexes]

    def where(self, holds: Callable[[HexSightFacts], bool]) -> NDArray[np.bool_]:
        """Return the hexes of which something holds, of shape ``[rows, columns]``; of void hexes nothing does."""
        found = [facts is not None and holds(facts) for facts in self.facts]
        return np.array(found, np.bool_)[self.of_hexes]
