"""What edits can touch: the measures that may say something else after them, so that the others need no second look."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from fairground.core.metrics.fairness.sight_tables import other_to_see
from fairground.core.scenario.fairness_bands import STANDARDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from fairground.core.metrics.fairness.contest import Contest
    from fairground.core.metrics.fairness.edits import Edit
    from fairground.core.movement.mover import Mover

#: Measures of lines of sight.
SIGHTED: Final = frozenset({"exposure", "exposure-after-move", "first-shot", "high-ground-view"})
#: Measures of how hexes lie above each other.
_OF_LEVELS: Final = frozenset({"high-ground", "high-ground-view"})
#: Measures that steps make no difference to.
_STILL: Final = frozenset({"exposure", "symmetry"})
_EVERY: Final = frozenset(STANDARDS)


def touched(
    before: Contest, after: Contest, movers: Iterable[Mover], edits: Sequence[Edit]
) -> frozenset[str]:
    """Return the ids of all measures that may say something else after some edits than they did before them.

    ``after`` is what ``before.after(edits)`` gave, and ``movers`` are those that are measured for.
    """
    if any(it.change == "zone" for it in edits):
        return _EVERY
    return frozenset({"symmetry"}).union(*_families(before, after, movers, edits))


def _families(
    before: Contest, after: Contest, movers: Iterable[Mover], edits: Sequence[Edit]
) -> Iterator[frozenset[str]]:
    if any(after.steps(it) is not before.steps(it) for it in movers):
        yield _EVERY - _STILL
    board = after.board
    nodes = [row * board.columns + column for row, column in sorted({board.cell(it.hex) for it in edits})]
    if other_to_see(before.scenario, after.scenario, nodes):
        yield SIGHTED
    if not np.array_equal(before.standable, after.standable):
        yield SIGHTED | _OF_LEVELS
    if not np.array_equal(before.board.elevation, board.elevation):
        yield _OF_LEVELS
    for name, measure in (("cover", "cover"), ("harm", "hazard"), ("cooling", "cooling")):
        if not np.array_equal(getattr(before, name), getattr(after, name)):
            yield frozenset({measure})
