"""The movement of units on a page: costs of steps and hexes in sight as tables, for the browser to search."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypedDict

import numpy as np

from fairground.core.grid.hexes import Hex
from fairground.core.movement.board_steps import steps as steps_of
from fairground.core.movement.stances import Stances
from fairground.core.sight.field.lanes import Lanes
from fairground.core.sight.field.visibility import visibility
from fairground.core.web_page.packing import packed_bits, packed_numbers

if TYPE_CHECKING:
    from fairground.core.movement.mover import Mover
    from fairground.core.scenario.document import Scenario
    from fairground.core.web_page.packing import PackedNumbers

#: The most bits of a table of hexes in sight; larger ones are left out, and the page says so.
MOST_SIGHT_BITS: Final = 1 << 24


class PlayMoverData(TypedDict):
    """How a kind of unit moves in one mode, ignoring other units.

    ``allowance`` and all costs are in 1/``scale`` of a movement point. ``stances`` are ``[facing 0-5 or -1, free hexsides
    turned]``; ``rested`` has the stance at the start of the next turn for each. ``turnings[stance]`` lists ``[stance, cost]``,
    and ``steppings[stance]`` lists ``[direction, stance, sort of step]``. ``time[sort]``, ``[6 directions, hexes]``,
    is what a step takes of a turn, -1 where it is impossible. ``open`` and ``may_end`` are
    packed bits by hex. ``sight`` is an index into the tables of hexes in sight; None where a unit may enter any hex.
    """

    title: str
    mode: str
    allowance: int
    scale: int
    passes_enemies: bool
    stances: list[list[int]]
    rested: list[int]
    turnings: list[list[list[int]]]
    steppings: list[list[list[int]]]
    time: list[PackedNumbers]
    open: PackedNumbers
    may_end: PackedNumbers
    sight: int | None


class SeenData(TypedDict):
    """Which hexes see which: for each offset ``[q, r]`` a bit for every hex, whether it sees the hex that far away."""

    offsets: list[list[int]]
    bits: PackedNumbers


class MoverTables:
    """Collects the movers of a page; each mover and each table of hexes in sight is stored once."""

    def __init__(self, scenario: Scenario) -> None:
        self._scenario = scenario
        self.movers: list[PlayMoverData] = []
        self.seen: list[SeenData] = []
        #: Whether a table of hexes in sight was too large, so that any hex can be entered.
        self.is_blind = False
        self._numbers: dict[tuple[str, str, int], int] = {}
        self._seen_numbers: dict[tuple[int, int], int | None] = {}

    def number(self, mover: Mover) -> int:
        """Return the number of a mover without a side, adding it at first."""
        key = mover.class_id, mover.mode_id, mover.allowance
        if key not in self._numbers:
            self._numbers[key] = len(self.movers)
            self.movers.append(self._mover(mover))
        return self._numbers[key]

    def _mover(self, mover: Mover) -> PlayMoverData:
        movement = self._scenario.rules.movement
        steps = steps_of(self._scenario, mover)
        # Without a cost of turning, the facing at the end is free.
        turns = mover.has_front and bool(movement.rotation.cost)
        stances = Stances(steps, movement, facing=mover.faces or turns)
        sorts = list(stances.costs)
        times = [stances.costs[it].time for it in sorts]
        most = max(int(it.max(initial=0)) for it in times)
        number = np.int16 if most < 1 << 15 else np.int32
        return {
            "title": mover.title,
            "mode": mover.mode.name,
            "allowance": stances.allowance,
            "scale": stances.scale,
            "passes_enemies": mover.mode.passes_enemies or movement.occupied.through_enemies,
            "stances": [[-1 if it.facing is None else it.facing, it.turned] for it in stances.all],
            "rested": list(stances.rested),
            "turnings": [[[it.stance, it.cost] for it in row] for row in stances.turnings],
            "steppings": [
                [[it.direction, it.stance, sorts.index(it.sort)] for it in row] for row in stances.steppings
            ],
            "time": [packed_numbers(it.astype(number)) for it in times],
            "open": packed_bits(steps.open),
            "may_end": packed_bits(steps.may_end),
            "sight": self._sight(mover, stances) if movement.no_blind_movement else None,
        }

    def _sight(self, mover: Mover, stances: Stances) -> int | None:
        """Return the number of the table of hexes in sight from where a turn begins; None if it is too large."""
        board = self._scenario.board
        widest = board.columns + board.rows
        radius = widest if stances.most_steps is None else min(stances.most_steps, widest)
        key = mover.unit_class.height, radius
        if key not in self._seen_numbers:
            self._seen_numbers[key] = None
            if (3 * radius * (radius + 1) + 1) * board.terrain.size <= MOST_SIGHT_BITS:
                self._seen_numbers[key] = len(self.seen)
                self.seen.append(seen_data(self._scenario, *key))
        found = self._seen_numbers[key]
        self.is_blind |= found is None
        return found


def seen_data(scenario: Scenario, height: int, radius: int) -> SeenData:
    """Return which hexes see which within a radius, from a height in levels to the ground."""
    board = scenario.board
    lanes = Lanes(board.layout, board.columns, board.rows)
    table = visibility(scenario, radius, (height, 0))
    offsets, rows = [], []
    for q in range(-radius, radius + 1):
        for r in range(max(-radius, -radius - q), min(radius, radius - q) + 1):
            found = table.from_where(Hex(q, r))
            if found and (q, r) != (0, 0):
                bits = np.zeros(lanes.total, np.bool_)
                bits[lanes.set_lanes(found)] = True
                offsets.append([q, r])
                rows.append(bits[lanes.of_hexes].ravel())
    return {"offsets": offsets, "bits": packed_bits(np.array(rows, np.bool_))}
