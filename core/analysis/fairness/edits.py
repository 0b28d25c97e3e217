"""Edits: single changes of a board that might make it fairer."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from fairground.core.scenario.shapes import Listed, listed

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Zone
    from fairground.core.scenario.shapes import Shape

Change = Literal["terrain", "level", "zone"]


@dataclass(frozen=True, slots=True)
class Edit:
    """One hex that becomes something else.

    ``change`` says what of it does: its terrain, which becomes the entry ``terrain`` of the board's palette; its
    ``level``; or whether it lies ``inside`` the ``zone`` with that id.
    """

    hex: Hex
    change: Change
    terrain: int = 0
    level: int = 0
    zone: str = ""
    inside: bool = False

    def applied(self, scenario: Scenario) -> Scenario:
        """Return the scenario with the hex changed. It shares all else with the one given, which stays as it is."""
        if self.change == "zone":
            zones = [self._drawn(it, scenario.board) if it.id == self.zone else it for it in scenario.zones]
            return replace(scenario, zones=zones)
        board = copy(scenario.board)
        cell = board.cell(self.hex)
        if self.change == "terrain":
            board.terrain = board.terrain.copy()
            board.terrain[cell] = self.terrain
        else:
            board.elevation = board.elevation.copy()
            board.elevation[cell] = self.level
        return replace(scenario, board=board)

    def _drawn(self, zone: Zone, board: Board) -> Zone:
        """Return a zone with the hex, or without it: a list of hexes, since words seldom say so little."""
        shape: Shape
        if isinstance(zone.shape, Listed):
            label = board.label(self.hex)
            kept = tuple(it for it in zone.shape.hexes if it != label)
            shape = Listed((*kept, label) if self.inside else kept)
        else:
            mask = zone.shape.mask(board)
            mask[board.cell(self.hex)] = self.inside
            shape = listed(board.layout, board.hexes_of(mask))
        return replace(zone, shape=shape)

    def text(self, scenario: Scenario) -> str:
        """Return the edit in words: ``Make C4 wall, which is clear now.`` is such."""
        board = scenario.board
        label = board.label(self.hex)
        if self.change == "terrain":
            now, then = board.terrain_at(self.hex), board.palette[self.terrain].kinds
            return f"Make {label} {_kinds(scenario, then)}, which is {_kinds(scenario, now)} now."
        if self.change == "level":
            return f"Set {label} to level {self.level}, which is at level {board.level_at(self.hex)} now."
        return f"Add {label} to {self.zone}." if self.inside else f"Take {label} out of {self.zone}."


def _kinds(scenario: Scenario, kinds: tuple[str, ...]) -> str:
    terrain = scenario.rules.terrain
    names = [terrain[it].name.lower() if it in terrain else it for it in kinds]
    return " with ".join(reversed(names)) or "nothing"
