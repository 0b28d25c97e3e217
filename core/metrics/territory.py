"""Territory: which zone's units get to each hex first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

import numpy as np

from fairground.core.answer import JsonResult
from fairground.core.drawable import Drawable, drawn_on_map
from fairground.core.errors import LimitError, ScenarioError
from fairground.core.metrics.compared_zones import too_few, zones_named
from fairground.core.movement.board_steps import steps as steps_of
from fairground.core.movement.compiled_moves import compiled_distances
from fairground.core.movement.mover import mover as mover_of
from fairground.core.movement.reach import reach

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fairground.core.movement.board_steps import Steps
    from fairground.core.movement.mover import Mover
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario

#: Values of ``Territory.owner``: no zone reaches the hex, or several do at once.
NOBODY, TIE = -1, -2
#: The distance of unreachable hexes.
NEVER = -1
#: An owner is one byte.
MOST_ZONES: Final = 127
#: The most memory for distances.
MAX_BYTES: Final = 1_000_000_000


@dataclass(frozen=True, eq=False, repr=False)
class Territory(Drawable, JsonResult):
    """The zone that each hex is nearest to, by movement cost.

    ``zones`` are ids. ``distance``, ``[zone, row, column]``, is that from the nearest hex of a zone: in turns if ``in_turns``,
    else in movement points times ``scale``; ``NEVER`` without a path. ``owner``, ``[row, column]``, is the index of the nearest
    zone, ``TIE`` or ``NOBODY``.
    """

    answer_model: ClassVar = "metrics.answer:TerritoryAnswer"

    board: Board
    mover: Mover
    zones: tuple[str, ...]
    in_turns: bool
    distance: NDArray[np.int64]
    scale: int
    owner: NDArray[np.int8]

    def __repr__(self) -> str:
        """Return what distinguishes one result from another at a prompt."""
        counts = ", ".join(f"{zone} {count}" for zone, count in self.counts().items())
        return f"<Territory of {self.mover.title}: {counts}, {self.ties} ties>"

    def counts(self) -> dict[str, int]:
        """Return the number of hexes of each zone, without ties."""
        return {zone: int((self.owner == i).sum()) for i, zone in enumerate(self.zones)}

    @property
    def ties(self) -> int:
        """The number of tied hexes."""
        return int((self.owner == TIE).sum())


@drawn_on_map
def territory(
    scenario: Scenario,
    zones: Sequence[str] | None = None,
    unit_class: str | None = None,
    mode: str | None = None,
    *,
    mover: Mover | None = None,
    in_turns: bool = False,
) -> Territory:
    """Return the zone whose units get to each hex first, from the nearest hex of the zone.

    Only hexes that the mover can stand in count. ``zones`` are ids of at least two zones, allied or not. Default: the
    deployment zones of all sides. The distance is the points of the cheapest path, ignoring ends of turns and facing; or with
    ``in_turns`` the first turn at whose end a unit can be there, by all rules of turns (see ``reach``).

    Raises
    ------
    ScenarioError
        When a zone is unknown, there are fewer than two, or as ``mover`` does.
    LimitError
        When there are more than ``MOST_ZONES``, or their distances take more than ``MAX_BYTES``.
    """
    who = mover or mover_of(scenario, unit_class, mode)
    chosen = zones_named(scenario, zones)
    if len(chosen) < 2:
        raise ScenarioError(f"territory {too_few(len(chosen), are_named=zones is not None)}")
    if len(chosen) > MOST_ZONES:
        raise LimitError(f"territory compares at most {MOST_ZONES} zones, not {len(chosen)}")
    board = scenario.board
    size = 8 * len(chosen) * board.terrain.size
    if size > MAX_BYTES:
        raise LimitError(
            f"the distances from {len(chosen)} zones on {board.columns}x{board.rows} hexes take {size / 1e9:.1f} GB "
            f"of memory; the limit is {MAX_BYTES / 1e9:.0f} GB"
        )
    known = steps_of(scenario, who)
    distance = np.full((len(chosen), *known.shape), NEVER, np.int64)
    for i, zone in enumerate(chosen):
        start = zone.shape.mask(board) & known.may_end
        if start.any():
            far = (
                reach(scenario, start, None, mover=known.mover, steps=known).turns.astype(np.int64)
                if in_turns
                else points_from(known, start)
            )
            distance[i] = np.where(known.may_end, far, NEVER)
    owner = nearest(distance)
    return Territory(
        board, who, tuple(it.id for it in chosen), in_turns, distance, 1 if in_turns else known.scale, owner
    )


def points_from(steps: Steps, start: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the scaled points of the cheapest path from a set of hexes to each hex, ``[rows, columns]``; ``NEVER`` for none.

    Paths start where the mover can stand; the result includes hexes that it can only pass.
    """
    return _least(steps, start)


def points_to(steps: Steps, goal: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the scaled points of the cheapest path from each hex to a set of hexes; paths end where the mover can stand."""
    return _least(steps, goal, backward=True)


def hops_from(steps: Steps, start: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the least number of steps from a set of hexes to each hex, whatever their cost, as ``points_from`` does."""
    return _least(steps, start, by_steps=True)


def _least(
    steps: Steps, ends: NDArray[np.bool_], *, backward: bool = False, by_steps: bool = False
) -> NDArray[np.int64]:
    """Return the least scaled points or number of steps between a set of hexes, where the mover can stand, and each hex."""
    standing = ends & steps.may_end
    found = compiled_distances(steps, standing, backward=backward, by_steps=by_steps)
    if found is not None:
        return found
    nodes = np.flatnonzero(standing.ravel())
    if not len(nodes):
        return np.full(ends.shape, NEVER, np.int64)
    from scipy.sparse.csgraph import dijkstra

    graph = steps.backward if backward else steps.graph
    far = dijkstra(graph, indices=nodes, min_only=True, unweighted=by_steps)
    return np.where(np.isfinite(far), far, NEVER).astype(np.int64).reshape(ends.shape)


def nearest(distance: NDArray[np.int64]) -> NDArray[np.int8]:
    """Return the index with the least distance along the first axis, ``TIE`` or ``NOBODY``."""
    far = np.where(distance == NEVER, np.iinfo(np.int64).max, distance)
    least = far.min(axis=0)
    owner: NDArray[np.int8] = far.argmin(axis=0).astype(np.int8)
    owner[(far == least).sum(axis=0) > 1] = TIE
    owner[(distance == NEVER).all(axis=0)] = NOBODY
    return owner
