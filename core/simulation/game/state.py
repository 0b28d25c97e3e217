"""The state of a game: units where they stand and how they are, points, and who holds what."""

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
    """Where a number of a unit stands in the rows of ``GameState.rows``."""

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
    """A game as it stands.

    Units are numbers; ``rows`` has a row for each, see ``Of``, and ``party`` whose each is. ``alive`` holds the units left by party. ``spent`` is what
    a unit has spent of its turn's points. ``there`` is how many units stand in each hex, and ``party_hexes`` the hexes of
    each party's units as bits of one number. ``held`` is for how many turns each party has held each goal on end,
    ``scored`` whether it got its points. ``homes`` are the hexes that each party holds by ``hold``.
    """

    def __init__(
        self,
        tables: Tables,
        goals: Sequence[Goal],
        homes: Sequence[Sequence[int]],
        dice: Random,
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
        """How many parties play."""
        return len(self.alive)

    def deploy(self, placed: Sequence[tuple[int, int, int, int, str]]) -> None:
        """Put units on the board: party, kind, hex, facing (0-5) and shield of each; of either shield the dice say which."""
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
        """Return the units of other parties that are left."""
        own = self.party[unit]
        return [it for party, units in enumerate(self.alive) if party != own for it in units]

    def enemy_hexes(self, party: int) -> int:
        """Return the hexes of the units of other parties, as bits of one number."""
        found = 0
        for other, hexes in enumerate(self.party_hexes):
            if other != party:
                found |= hexes
        return found

    def all_hexes(self) -> int:
        """Return the hexes of all units, as bits of one number."""
        found = 0
        for hexes in self.party_hexes:
            found |= hexes
        return found

    def move(self, unit: int, at: int, facing: int, spent: int, moved: int) -> None:
        """Put a unit into a hex, facing a direction, with what that takes of its turn."""
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
        """Take hit points of a unit; one without any is still there until ``remove_lost``."""
        self.rows[unit, Of.HIT_POINTS] -= max(0, damage)

    def is_lost(self, unit: int) -> bool:
        """Return whether a unit has no hit points left."""
        return bool(self.rows[unit, Of.HIT_POINTS] <= 0)

    def remove(self, unit: int) -> None:
        """Take a unit off the board."""
        party, at = int(self.rows[unit, Of.PARTY]), int(self.rows[unit, Of.HEX])
        self.alive[party].remove(unit)
        self.losses[party] += 1
        self._stand(party, at, -1, but=unit)

    def warm(self, unit: int, heat: int) -> None:
        """Add heat to a unit, or take it away; there is never less than none."""
        self.heat[unit] = max(0, self.heat[unit] + heat)
        self.rows[unit, Of.BAND] = self.tables.band(self.heat[unit])

    def begin_turn(self) -> None:
        """Begin a turn: nobody has moved in it, nor spent anything."""
        self.turn += 1
        self.rows[:, Of.MOVED] = 0
        self.spent = [0] * len(self.spent)

    def _stand(self, party: int, at: int, by: int, *, but: int = -1) -> None:
        self.there[at] += by
        if by > 0:
            self.party_hexes[party] |= 1 << at
        elif not any(it != but and self.rows[it, Of.HEX] == at for it in self.alive[party]):
            self.party_hexes[party] &= ~(1 << at)
