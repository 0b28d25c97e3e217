"""Edits: single changes of a board that might make it fairer."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from fairground.core.scenario.shapes import Listed, listed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Zone
    from fairground.core.scenario.shapes import Shape

Change = Literal["terrain", "level", "zone"]
#: Every kind of change.
CHANGES: Final[tuple[Change, ...]] = get_args(Change)


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

    @property
    def order(self) -> tuple[object, ...]:
        """What edits are put in order by, where nothing else tells which comes first."""
        return self.hex, self.change, self.terrain, self.level, self.zone, self.inside

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

    def to_json(self, board: Board) -> dict[str, Any]:
        """Return the edit as plain data; what stays as it is is None."""
        return {
            "hex": board.label(self.hex),
            "change": self.change,
            "terrain": list(board.palette[self.terrain].kinds) if self.change == "terrain" else None,
            "level": self.level if self.change == "level" else None,
            "zone": self.zone or None,
            "inside": self.inside if self.change == "zone" else None,
        }

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


def edited(scenario: Scenario, edits: Iterable[Edit]) -> Scenario:
    """Return the scenario with all edits made, in order."""
    for edit in edits:
        scenario = edit.applied(scenario)
    return scenario


def _kinds(scenario: Scenario, kinds: tuple[str, ...]) -> str:
    terrain = scenario.rules.terrain
    names = [terrain[it].name.lower() if it in terrain else it for it in kinds]
    return " with ".join(reversed(names)) or "nothing"
