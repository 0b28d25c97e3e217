"""The state of a game: units, points, and the objectives held."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.simulation.game.mission_progress import GONE_OFF, NO_CHARGE, WinProgress
from fairground.core.simulation.game.unit_kinds import SHIELDS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from numpy.typing import NDArray

    from fairground.core.simulation.game.deployment import PlacedUnit
    from fairground.core.simulation.game.mission import Mission
    from fairground.core.simulation.game.mission_progress import TaskProgress
    from fairground.core.simulation.game.rolls import Blow
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
    this turn. ``alive`` has the units of each party on the board, ``waiting`` those to come, ``left`` those that have left the
    board with the hex of their exit, and ``lost`` those destroyed. ``there`` counts the units in each hex, and ``party_hexes`` is
    a bit set of the hexes of each party's units. ``held`` counts for how many turns in a row each party has held each goal, and
    ``scored`` is whether it got its points. ``homes`` are the hexes that the ``hold`` bot of each party holds. ``wins`` has the
    progress of the mission.
    """

    def __init__(
        self,
        tables: Tables,
        goals: Sequence[Goal],
        homes: Sequence[Sequence[int]],
        mission: Mission,
        dice: Random,
    ) -> None:
        self.tables, self.goals, self.homes, self.dice = tables, goals, homes, dice
        self.mission = mission
        self.wins = tuple(map(WinProgress, mission.wins))
        parties = len(homes)
        self.rows: NDArray[np.int64] = np.zeros((0, len(Of)), np.int64)
        self.alive: list[list[int]] = [[] for _ in range(parties)]
        self.waiting: list[list[int]] = [[] for _ in range(parties)]
        self.left: dict[int, int] = {}
        self.lost: set[int] = set()
        self.arrives: list[int] = []
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
        #: The units that have acted this turn; none if all act at once.
        self.acted: set[int] = set()

    @property
    def parties(self) -> int:
        """The number of parties."""
        return len(self.alive)

    def deploy(self, placed: Sequence[PlacedUnit]) -> None:
        """Put units on the board; those that arrive later wait."""
        tables = self.tables
        rows = []
        for number, it in enumerate(placed):
            carried = self.dice.randrange(2) if it.shield == "either" else SHIELDS.index(it.shield)
            points = tables.kinds[it.kind].hit_points
            rows.append((it.party, it.kind, it.hex, it.facing, carried, points, tables.band(tables.heat), 0))
            if it.arrives > 1:
                self.waiting[it.party].append(number)
            else:
                self.alive[it.party].append(number)
                self._stand(it.party, it.hex, 1)
        self.rows = np.array(rows, np.int64).reshape(len(rows), len(Of))
        self.party = [it.party for it in placed]
        self.arrives = [it.arrives for it in placed]
        self.heat = [tables.heat] * len(rows)
        self.spent = [0] * len(rows)

    def hex_of(self, unit: int) -> int:
        """Return the number of a unit's hex."""
        return int(self.rows[unit, Of.HEX])

    def survivors(self, party: int) -> list[int]:
        """Return the units of a party that are not destroyed: on the board, to come, or gone through an exit."""
        gone = [unit for unit in self.left if self.party[unit] == party] if self.left else []
        return [*self.alive[party], *self.waiting[party], *gone]

    def standing(self) -> list[int]:
        """Return the parties with units that are not destroyed."""
        return [party for party in range(self.parties) if self.survivors(party)]

    def is_held(self, party: int, hexes: int) -> bool:
        """Whether a party alone has units in a bit set of hexes."""
        return bool(self.party_hexes[party] & hexes) and not self.enemy_hexes(party) & hexes

    def is_held_by_enemies(self, party: int, hexes: int) -> bool:
        """Whether only other parties have units in a bit set of hexes."""
        return not self.party_hexes[party] & hexes and bool(self.enemy_hexes(party) & hexes)

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

    def note_attack(self, blow: Blow) -> None:
        """Take note of an attack; recordings do."""

    def note_end_of_actions(self) -> None:
        """Take note that all units have acted in this turn; recordings do."""

    def hurt(self, unit: int, damage: int) -> None:
        """Take hit points from a unit; one without any stays on the board until ``remove``."""
        self.rows[unit, Of.HIT_POINTS] -= max(0, damage)

    def is_lost(self, unit: int) -> bool:
        """Whether a unit has no hit points left."""
        return bool(self.rows[unit, Of.HIT_POINTS] <= 0)

    def remove(self, unit: int) -> None:
        """Take a destroyed unit off the board."""
        party = self._take_off(unit)
        self.lost.add(unit)
        self.losses[party] += 1

    def arrive(self, unit: int, at: int) -> None:
        """Put a unit that was waiting on the board."""
        party = self.party[unit]
        self.waiting[party].remove(unit)
        self.rows[unit, Of.HEX] = at
        self.alive[party].append(unit)
        self._stand(party, at, 1)

    def may_leave(self, unit: int) -> bool:
        """Whether a unit is in a hex where it may leave the board."""
        exits = self.mission.exits[self.party[unit]]
        return bool(exits) and bool(exits >> self.hex_of(unit) & 1)

    def leave(self, unit: int) -> None:
        """Let a unit leave the board through the exits in its hex; exit objectives pay for it (rule AR-05)."""
        at, party = self.hex_of(unit), self._take_off(unit)
        self.left[unit] = at
        for it in self.mission.paying_exits:
            if party in it.parties and it.hexes >> at & 1:
                self.points[party] += it.points

    def may_plant(self, unit: int) -> bool:
        """Whether a unit plants a charge where it stands if it doesn't attack."""
        return any(
            win.party == self.party[unit] and any(task.may_plant(self, unit) for task in win.tasks)
            for win in self.wins
        )

    def plant(self, unit: int) -> None:
        """Plant charges where a unit stands, if a task of its party needs one there."""
        for win in self.wins:
            if win.party == self.party[unit]:
                for task in win.tasks:
                    for place in task.may_plant(self, unit):
                        task.charges[place] = self.turn + task.task.turns

    def remove_charge(self, task: TaskProgress, place: int) -> None:
        """Remove a charge before it goes off."""
        task.charges[place] = NO_CHARGE

    def go_off(self, task: TaskProgress, place: int) -> None:
        """Let a charge go off."""
        task.charges[place] = GONE_OFF

    def _take_off(self, unit: int) -> int:
        """Take a unit off the board; return its party."""
        party, at = int(self.rows[unit, Of.PARTY]), int(self.rows[unit, Of.HEX])
        self.alive[party].remove(unit)
        self._stand(party, at, -1, but=unit)
        return party

    def warm(self, unit: int, heat: int) -> None:
        """Add heat to a unit or remove it, down to 0."""
        self.heat[unit] = max(0, self.heat[unit] + heat)
        self.rows[unit, Of.BAND] = self.tables.band(self.heat[unit])

    def begin_turn(self) -> None:
        """Begin a turn: reset hexes moved and points spent."""
        self.turn += 1
        self.acted = set()
        self.rows[:, Of.MOVED] = 0
        self.spent = [0] * len(self.spent)

    def _stand(self, party: int, at: int, by: int, *, but: int = -1) -> None:
        self.there[at] += by
        if by > 0:
            self.party_hexes[party] |= 1 << at
        elif not any(it != but and self.rows[it, Of.HEX] == at for it in self.alive[party]):
            self.party_hexes[party] &= ~(1 << at)
