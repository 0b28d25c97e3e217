"""Edits of single hexes: of terrain, level, zones, objectives and starting hexes."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from fairground.core.scenario.shapes import Listed, listed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.shapes import Shape

#: The properties of a single hex that edits change.
HexChange = Literal["terrain", "level", "zone", "objective", "unit"]


@dataclass(frozen=True, slots=True)
class Edit:
    """A change of one hex.

    ``change`` is ``terrain``, which becomes the entry ``terrain`` of the board's palette; ``level``; ``zone`` or
    ``objective``, where the hex is to lie ``inside`` the zone or objective with that id or not; or ``unit``, where the unit
    with that id starts in the hex.
    """

    hex: Hex
    change: HexChange
    terrain: int = 0
    level: int = 0
    zone: str = ""
    inside: bool = False
    objective: str = ""
    unit: str = ""

    @property
    def order(self) -> tuple[object, ...]:
        """The sort key that breaks ties between edits."""
        what = self.zone or self.objective or self.unit
        return self.hex, self.change, self.terrain, self.level, what, self.inside

    @property
    def target(self) -> tuple[object, ...]:
        """The property that the edit sets: no list of edits sets one twice."""
        if self.unit:
            return self.change, self.unit
        return self.hex, self.change, self.zone or self.objective

    def applied(self, scenario: Scenario) -> Scenario:
        """Return the scenario with the hex changed; it shares everything else with the original."""
        if self.change == "zone":
            zones = [
                replace(it, shape=self._drawn(it.shape, scenario.board)) if it.id == self.zone else it
                for it in scenario.zones
            ]
            return replace(scenario, zones=zones)
        if self.change == "objective":
            objectives = [
                replace(it, shape=self._drawn(it.shape, scenario.board)) if it.id == self.objective else it
                for it in scenario.objectives
            ]
            return replace(scenario, objectives=objectives)
        if self.change == "unit":
            units = [replace(it, hex=self.hex) if it.id == self.unit else it for it in scenario.units]
            return replace(scenario, units=units)
        board = copy(scenario.board)
        cell = board.cell(self.hex)
        if self.change == "terrain":
            board.terrain = board.terrain.copy()
            board.terrain[cell] = self.terrain
        else:
            board.elevation = board.elevation.copy()
            board.elevation[cell] = self.level
        return replace(scenario, board=board)

    def _drawn(self, shape: Shape, board: Board) -> Shape:
        """Return a shape with or without the hex, as a list of hexes."""
        if isinstance(shape, Listed):
            label = board.label(self.hex)
            others = tuple(it for it in shape.hexes if it != label)
            return Listed((*others, label) if self.inside else others)
        mask = shape.mask(board)
        mask[board.cell(self.hex)] = self.inside
        return listed(board.layout, board.hexes_of(mask))

    def part_title(self, scenario: Scenario) -> str:
        """Return the title of the zone or objective."""
        if self.zone:
            return scenario.zone_title(self.zone)
        return next(it.title for it in scenario.objectives if it.id == self.objective)

    def text(self, scenario: Scenario) -> str:
        """Return the edit as a sentence, such as ``Change C4 from clear to wall.``."""
        board = scenario.board
        label = board.hex_name(self.hex)
        if self.change == "terrain":
            now, then = board.terrain_at(self.hex), board.palette[self.terrain].kinds
            return f"Change {label} from {_kinds(scenario, now)} to {_kinds(scenario, then)}."
        if self.change == "level":
            return f"Set {label} to level {self.level} (now level {board.level_at(self.hex)})."
        if self.change == "unit":
            unit = next(it for it in scenario.units if it.id == self.unit)
            return f"Move {scenario.unit_title(unit)} from {board.hex_name(unit.hex)} to {label}."
        title = self.part_title(scenario)
        return f"Add {label} to {title}." if self.inside else f"Remove {label} from {title}."


def edited(scenario: Scenario, edits: Iterable[Edit]) -> Scenario:
    """Return the scenario with all edits made, in order."""
    for edit in edits:
        scenario = edit.applied(scenario)
    return scenario


def _kinds(scenario: Scenario, kinds: tuple[str, ...]) -> str:
    terrain = scenario.rules.terrain
    names = [terrain[it].name.lower() if it in terrain else it for it in kinds]
    return " with ".join(reversed(names)) or "nothing"
