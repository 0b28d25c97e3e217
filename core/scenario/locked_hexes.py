"""Locks: the hexes that suggestions may not touch, because they or their zones are locked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fairground.core.errors import FairgroundError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.scenario.document import Scenario


def locked_hexes(scenario: Scenario) -> NDArray[np.bool_]:
    """Return the hexes that are locked, themselves or with a zone, ``[rows, columns]``.

    What is neither a hex of the board nor a zone locks nothing; the validator tells.
    """
    board = scenario.board
    found = np.zeros(board.terrain.shape, np.bool_)
    zones = {zone.id: zone for zone in scenario.zones}
    for name in scenario.locked:
        try:
            if name in zones:
                found |= zones[name].shape.mask(board)
            else:
                found[board.cell(board.parse(name))] = True
        except FairgroundError:
            continue
    return found
