"""Hexes with other units in them: who is in a mover's way, and where it cannot stay."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.core.movement.mover import Mover
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Unit


class Occupants:
    """The units of a scenario as one mover meets them (rule P1-14); nobody for movers of no side.

    Sides of one team are allies. What a mover flies over or is carried past by a teleport is in its way all the same,
    unless its mode says that it passes enemies.
    """

    def __init__(self, scenario: Scenario, mover: Mover) -> None:
        self._occupied = scenario.rules.movement.occupied
        self._passes_enemies = mover.mode.passes_enemies or self._occupied.through_enemies
        own = scenario.side(mover.side)
        allies = {it.id for it in scenario.sides if own and it.allegiance == own.allegiance} | {mover.side}
        self._allies: dict[Hex, list[Unit]] = {}
        self._enemies: dict[Hex, list[Unit]] = {}
        for unit in scenario.units if mover.side else ():
            if unit.id != mover.unit:
                among = self._allies if unit.side in allies else self._enemies
                among.setdefault(unit.hex, []).append(unit)

    def barring(self, at: Hex) -> list[Unit]:
        """Return the units that keep the mover from entering a hex."""
        barring = [] if self._passes_enemies else self._enemies.get(at, [])
        return barring if self._occupied.through_allies else [*barring, *self._allies.get(at, [])]

    def barred(self) -> list[Hex]:
        """Return all hexes that units keep the mover from entering."""
        return [at for at in {**self._enemies, **self._allies} if self.barring(at)]

    def held(self) -> list[Hex]:
        """Return all hexes that units keep the mover from ending a turn in; with an enemy it never does."""
        return [*self._enemies, *(() if self._occupied.ends else self._allies)]
