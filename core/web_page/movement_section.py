"""Movement on a page: the cost of every step for each class and mode, from which the page computes reach by turns."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypedDict

import numpy as np

from fairground.core.movement.board_steps import steps
from fairground.core.movement.mover import mover as mover_of
from fairground.core.movement.mover import start_direction
from fairground.core.movement.stances import Stances
from fairground.core.movement.step_cost import Occupants
from fairground.core.web_page.board_section import hex_number
from fairground.core.web_page.packing import packed_numbers

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.movement.mover import Mover
    from fairground.core.scenario.document import Scenario
    from fairground.core.web_page.packing import PackedNumbers


class StancesData(TypedDict):
    """The stances of a mover: direction faced or null, stance after a turn, turnings ``[stance, points]`` and steps by stance.

    A step is ``[direction, stance, sort]``.
    """

    facings: list[int | None]
    rested: list[int]
    turnings: list[list[tuple[int, int]]]
    steppings: list[list[tuple[int, int, int]]]


class MoverData(TypedDict):
    """A class of units in a mode of movement; points are in 1/``scale`` of a movement point.

    ``stances``, ``may_end`` and, by sort of step, ``times`` are indices into the lists of the section.
    """

    unit_class: str
    mode: str
    allowance: int
    scale: int
    height: int
    stances: int
    times: list[int]
    may_end: int


class UnitMovesData(TypedDict):
    """A unit, its hex and direction, and one mover for each mode.

    Other units keep it from entering ``barred`` hexes, by mode, and from ending a turn in ``held`` ones.
    """

    id: str
    title: str
    hex: int
    direction: int | None
    movers: list[int]
    barred: list[list[int]]
    held: list[int]


class MovementSection(TypedDict):
    """How everything moves.

    ``blind`` is whether units may enter hexes that they do not see where the turn begins. ``times`` are the points that steps
    take, ``[direction][hex]``, -1 where they are impossible, regardless of units in the way. ``movers`` are those of all
    classes and modes, then those of units with points of their own.
    """

    blind: bool
    movers: list[MoverData]
    stances: list[StancesData]
    times: list[PackedNumbers]
    may_end: list[PackedNumbers]
    units: list[UnitMovesData]


def movement_section(scenario: Scenario) -> MovementSection | None:
    """Return how the classes and units of a scenario move; None where the ruleset has no classes or modes."""
    rules = scenario.rules
    if not rules.classes or not rules.movement.modes:
        return None
    tables = _Tables(scenario)
    for class_id in rules.classes:
        for mode_id in rules.movement.modes:
            tables.add(mover_of(scenario, class_id, mode_id))
    units = list(_units(scenario, tables))
    return {
        "blind": not rules.movement.no_blind_movement,
        "movers": tables.movers,
        "stances": tables.stances,
        "times": tables.times.packed,
        "may_end": tables.may_end.packed,
        "units": units,
    }


def _units(scenario: Scenario, tables: _Tables) -> Iterator[UnitMovesData]:
    board, rules = scenario.board, scenario.rules
    for unit in scenario.units:
        if unit.unit_class not in rules.classes or not board.contains(unit.hex):
            continue
        movers = [mover_of(scenario, mode=mode, unit=unit.id) for mode in rules.movement.modes]
        occupants = [Occupants(scenario, it) for it in movers]
        yield {
            "id": unit.id,
            "title": unit.name or rules.classes[unit.unit_class].name,
            "hex": hex_number(scenario, unit.hex),
            "direction": start_direction(scenario, movers[0], unit.hex, None),
            "movers": [tables.add(it) for it in movers],
            "barred": [_numbers(scenario, it.barred()) for it in occupants],
            "held": _numbers(scenario, occupants[0].held()),
        }


def _numbers(scenario: Scenario, hexes: Iterable[Hex]) -> list[int]:
    """Return the numbers of those hexes that are on the board."""
    return [hex_number(scenario, at) for at in hexes if scenario.board.contains(at)]


class _Packed:
    """Arrays packed once each."""

    def __init__(self) -> None:
        self.packed: list[PackedNumbers] = []
        self._known: dict[bytes, int] = {}

    def add(self, values: NDArray[np.integer]) -> int:
        """Return the index of an array of whole numbers, in as few bytes as all of them fit into."""
        sizes = (np.int8, np.int16, np.int32)
        least, most = int(values.min(initial=0)), int(values.max(initial=0))
        kind = next(it for it in sizes if np.iinfo(it).min <= least and most <= np.iinfo(it).max)
        small = np.ascontiguousarray(values.astype(kind))
        key = small.dtype.str.encode() + small.tobytes()
        if key not in self._known:
            self._known[key] = len(self.packed)
            self.packed.append(packed_numbers(small))
        return self._known[key]


class _Tables:
    """The movers, and what several of them share."""

    def __init__(self, scenario: Scenario) -> None:
        self._scenario = scenario
        self.movers: list[MoverData] = []
        self.stances: list[StancesData] = []
        self.times, self.may_end = _Packed(), _Packed()
        self._known: list[Mover] = []

    def add(self, mover: Mover) -> int:
        """Return the index of a mover as one without a side, which no unit bars from a hex."""
        alone = replace(mover, side="", unit="")
        if alone in self._known:
            return self._known.index(alone)
        self._known.append(alone)
        table = steps(self._scenario, alone)
        stances = Stances(table, self._scenario.rules.movement, facing=alone.faces)
        costs = list(stances.costs)
        data: StancesData = {
            "facings": [it.facing for it in stances.all],
            "rested": list(stances.rested),
            "turnings": [[(it.stance, it.cost) for it in turnings] for turnings in stances.turnings],
            "steppings": [
                [(it.direction, it.stance, costs.index(it.sort)) for it in steppings]
                for steppings in stances.steppings
            ],
        }
        if data not in self.stances:
            self.stances.append(data)
        self.movers.append(
            {
                "unit_class": alone.unit_class.name,
                "mode": alone.mode.name,
                "allowance": stances.allowance,
                "scale": stances.scale,
                "height": alone.unit_class.height,
                "stances": self.stances.index(data),
                "times": [self.times.add(stances.costs[it].time) for it in costs],
                "may_end": self.may_end.add(table.may_end.astype(np.uint8)),
            }
        )
        return len(self.movers) - 1
