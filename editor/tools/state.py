"""The options that all tools share: terrain, features, effects, brush, symmetry, level, zone, selection, sight."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Generic, TypeVar, overload

from PySide6.QtCore import QObject, Signal

from fairground.core.grid.hexes import Hex
from fairground.core.grid.symmetry import BoardSymmetry
from fairground.core.scenario.board import VOID
from fairground.editor.document.document import Document
from fairground.editor.document.known_rules import known_rules

#: The terrain of untouched hexes; every ruleset has it.
CLEAR = "clear"
#: The largest radius of a brush: a disc of 61 hexes.
MAX_RADIUS = 4

_T = TypeVar("_T")


class ElevationMode(StrEnum):
    """What the elevation tool does to a hex."""

    SET = "set"
    RAISE = "raise"
    LOWER = "lower"


class Stacking(StrEnum):
    """What the brush does to the terrain that a hex has."""

    REPLACE = "replace"
    ON_TOP = "on top"


class _Option(Generic[_T]):
    """An attribute that tells its state when it gets another value; ``name`` is what it tells."""

    def __init__(self, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, state: None, owner: type[Any]) -> _Option[_T]: ...
    @overload
    def __get__(self, state: ToolState, owner: type[Any]) -> _T: ...
    def __get__(self, state: ToolState | None, owner: type[Any]) -> _T | _Option[_T]:
        if state is None:
            return self
        value: _T = state.values[self._name]
        return value

    def __set__(self, state: ToolState, value: _T) -> None:
        if state.values[self._name] != value:
            state.values[self._name] = value
            state.changed.emit(self._name)


class ToolState(QObject):
    """The options; ``changed`` names the one that has another value.

    ``locked_layers`` holds the names of the layers that must not be edited, as the layer list of the canvas names
    them. ``stack_first`` and ``stack_second`` are what the two buttons paint, bottom first; ``terrain_first`` and
    ``terrain_second`` are the topmost of them, and setting one makes it the only one. ``feature`` and ``effect`` are
    ids of the ruleset's hexside features and effects, empty where it has none. ``sight_line`` is where the line of
    sight runs, ``fan_pin`` the hex that the fan is pinned to, ``sight_range`` how many hexes far fans and exposure go
    (None: to the edge of the board), and ``sight_heights`` those of the units at the start and at the end.
    """

    changed = Signal(str)

    document = _Option[Document | None]("document")
    stack_first = _Option[tuple[str, ...]]("terrain_first")
    stack_second = _Option[tuple[str, ...]]("terrain_second")
    stacking = _Option[Stacking]("stacking")
    feature = _Option[str]("feature")
    effect = _Option[str]("effect")
    symmetry = _Option[BoardSymmetry | None]("symmetry")
    level = _Option[int]("level")
    elevation_mode = _Option[ElevationMode]("elevation_mode")
    zone_id = _Option[str]("zone_id")
    selection = _Option[frozenset[Hex]]("selection")
    locked_layers = _Option[frozenset[str]]("locked_layers")
    sight_line = _Option[tuple[Hex, Hex] | None]("sight_line")
    sight_heights = _Option[tuple[int, int]]("sight_heights")
    sight_range = _Option[int | None]("sight_range")
    fan_pin = _Option[Hex | None]("fan_pin")
    _radius = _Option[int]("radius")

    def __init__(self, document: Document | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.values: dict[str, Any] = {
            "document": None,
            "terrain_first": (CLEAR,),
            "terrain_second": (CLEAR,),
            "stacking": Stacking.REPLACE,
            "feature": "",
            "effect": "",
            "radius": 0,
            "symmetry": None,
            "level": 1,
            "elevation_mode": ElevationMode.RAISE,
            "zone_id": "",
            "selection": frozenset(),
            "locked_layers": frozenset(),
            "sight_line": None,
            "sight_heights": (0, 0),
            "sight_range": None,
            "fan_pin": None,
        }
        self.changed.connect(self._follow)
        self.document = document

    @property
    def terrain_first(self) -> str:
        """The terrain of the left button."""
        return self.stack_first[-1]

    @terrain_first.setter
    def terrain_first(self, terrain: str) -> None:
        self.stack_first = (terrain,)

    @property
    def terrain_second(self) -> str:
        """The terrain of the right button."""
        return self.stack_second[-1]

    @terrain_second.setter
    def terrain_second(self, terrain: str) -> None:
        self.stack_second = (terrain,)

    @property
    def radius(self) -> int:
        """The radius of the brush, 0 to ``MAX_RADIUS``; values beyond are brought back to the bound."""
        return self._radius

    @radius.setter
    def radius(self, radius: int) -> None:
        self._radius = min(max(radius, 0), MAX_RADIUS)

    def _follow(self, what: str) -> None:
        """Fit the options to a new document: what its ruleset has, its zones, nothing selected."""
        if what != "document":
            return
        self.selection = frozenset()
        self.sight_line = self.fan_pin = self.sight_range = None
        self.sight_heights = (0, 0)
        scenario = self.document.scenario if self.document else None
        zones = scenario.zones if scenario else []
        self.zone_id = zones[0].id if zones else ""
        rules = known_rules(scenario) if scenario else None
        if not rules:
            self.feature = self.effect = ""
            return
        if self.feature not in rules.hexsides:
            self.feature = next(iter(rules.hexsides), "")
        if self.effect not in rules.effects:
            self.effect = next(iter(rules.effects), "")
        kinds = [kind for kind in rules.terrain if kind not in (CLEAR, VOID)]
        if not set(self.stack_first) <= set(kinds) and kinds:
            self.stack_first = (kinds[0],)
        if not set(self.stack_second) <= set(rules.terrain):
            self.stack_second = (CLEAR,)
