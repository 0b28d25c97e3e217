"""The state of a game: units, points, and the objectives held."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.simulation.game.unit_kinds import SHIELDS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from numpy.typing import NDArray

    from fairground.core.simulation.game.tables import Tables


class Of(IntEnum):
    """The columns of ``GameState.rows``."""

    PARTY = 0
    KIND = 1
    HEX = 2
    FACING = 3
    SHIELD = 4
    HIT_POINTS = 5
    BAND = 6
    MOVED = 7


@dataclass(frozen=True, slots=True)
class Goal:
    """An objective in play: its hexes by number, its points, the turns to hold it, and the parties that can win it."""

    hexes: frozenset[int]
    points: int
    hold: int
    parties: frozenset[int]


class GameState:
    """The current state of a game.

    Units are numbers; ``rows`` has a row for each (see ``Of``), ``party`` its party, and ``spent`` the points it has spent
    this turn. ``alive`` has the units left of each party. ``there`` counts the units in each hex, and ``party_hexes`` is a bit
    set of the hexes of each party's units. ``held`` counts for how many turns in a row each party has held each goal, and
    ``scored`` is whether it got its points. ``homes`` are the hexes that the ``hold`` bot of each party holds.
    """

    def __init__(
        self, tables: Tables, goals: Sequence[Goal], homes: Sequence[Sequence[int]], dice: Random
    ) -> None:
        self.tables, self.goals, self.homes, self.dice = tables, goals, homes, dice
        parties = len(homes)
        self.rows: NDArray[np.int64] = np.zeros((0, len(Of)), np.int64)
        self.alive: list[list[int]] = [[] for _ in range(parties)]
        self.party: list[int] = []
        self.heat: list[int] = []
        self.spent: list[int] = []
        self.there = np.zeros(tables.field.count, np.int64)
        self.party_hexes = [0] * parties
        self.points = [0] * parties
        self.losses = [0] * parties
        self.held = [[0] * parties for _ in goals]
        self.scored = [[False] * parties for _ in goals]
        self.turn = 0

    @property
    def parties(self) -> int:
        """The number of parties."""
        return len(self.alive)

    def deploy(self, placed: Sequence[tuple[int, int, int, int, str]]) -> None:
        """Put units on the board: party, kind, hex, facing (0-5) and shield of each; ``either`` shield is random."""
        tables = self.tables
        rows = []
        for number, (party, kind, at, facing, shield) in enumerate(placed):
            carried = self.dice.randrange(2) if shield == "either" else SHIELDS.index(shield)
            points = tables.kinds[kind].hit_points
            rows.append((party, kind, at, facing, carried, points, tables.band(tables.heat), 0))
            self.alive[party].append(number)
            self._stand(party, at, 1)
        self.rows = np.array(rows, np.int64).reshape(len(rows), len(Of))
        self.party = [party for party, *_ in placed]
        self.heat = [tables.heat] * len(rows)
        self.spent = [0] * len(rows)

    def enemies(self, unit: int) -> list[int]:
        """Return the units left of other parties."""
        own = self.party[unit]
        return [it for party, units in enumerate(self.alive) if party != own for it in units]

    def enemy_hexes(self, party: int) -> int:
        """Return the hexes of the units of other parties as a bit set."""
        found = 0
        for other, hexes in enumerate(self.party_hexes):
            if other != party:
                found |= hexes
        return found

    def all_hexes(self) -> int:
        """Return the hexes of all units as a bit set."""
        found = 0
        for hexes in self.party_hexes:
            found |= hexes
        return found

    def move(self, unit: int, at: int, facing: int, spent: int, moved: int) -> None:
        """Move a unit to a hex and facing; ``spent`` points and ``moved`` hexes are those of its whole turn so far."""
        row = self.rows[unit]
        party, before = int(row[Of.PARTY]), int(row[Of.HEX])
        if at != before:
            self._stand(party, before, -1, but=unit)
            row[Of.HEX] = at
            self._stand(party, at, 1)
        row[Of.FACING] = facing
        row[Of.MOVED] = moved
        self.spent[unit] = spent

    def hurt(self, unit: int, damage: int) -> None:
        """Take hit points from a unit; one without any stays on the board until ``remove``."""
        self.rows[unit, Of.HIT_POINTS] -= max(0, damage)

    def is_lost(self, unit: int) -> bool:
        """Whether a unit has no hit points left."""
        return bool(self.rows[unit, Of.HIT_POINTS] <= 0)

    def remove(self, unit: int) -> None:
        """Take a unit off the board."""
        party, at = int(self.rows[unit, Of.PARTY]), int(self.rows[unit, Of.HEX])
        self.alive[party].remove(unit)
        self.losses[party] += 1
        self._stand(party, at, -1, but=unit)

    def warm(self, unit: int, heat: int) -> None:
        """Add heat to a unit or remove it, down to 0."""
        self.heat[unit] = max(0, self.heat[unit] + heat)
        self.rows[unit, Of.BAND] = self.tables.band(self.heat[unit])

    def begin_turn(self) -> None:
        """Begin a turn: reset hexes moved and points spent."""
        self.turn += 1
        self.rows[:, Of.MOVED] = 0
        self.spent = [0] * len(self.spent)

    def _stand(self, party: int, at: int, by: int, *, but: int = -1) -> None:
        self.there[at] += by
        if by > 0:
            self.party_hexes[party] |= 1 << at
        elif not any(it != but and self.rows[it, Of.HEX] == at for it in self.alive[party]):
            self.party_hexes[party] &= ~(1 << at)
