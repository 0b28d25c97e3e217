"""The options that all tools share: terrain, brush, symmetry, selection, sight and movement."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import Any, Generic, TypeVar, overload

from PySide6.QtCore import QObject, Signal

from fairground.core.grid.hexes import Hex
from fairground.core.grid.hexsides import Corner
from fairground.core.grid.symmetry import BoardSymmetry
from fairground.core.scenario.board import VOID
from fairground.core.scenario.decorations import Decoration
from fairground.core.scenario.transform.paste import ClipLayer
from fairground.editor.document.document import Document
from fairground.editor.document.events import FieldChanged
from fairground.editor.document.mover_choice import AttackChoice, MoverChoice, UnitChoice
from fairground.editor.document.readable_ruleset import known_rules
from fairground.editor.tools.option_defaults import (
    CLEAR,
    DEFAULTS,
    MAX_RADIUS,
    MAX_TURNS,
    DecorationPlace,
    ElevationMode,
    Stacking,
    ZoneWay,
)
from fairground.editor.tools.selecting import SelectMode, SelectShape
from fairground.editor.tools.shapes import DragShape

_T = TypeVar("_T")


#: The options that all maps share.
_OF_WINDOW = ("document", "locked_layers", "despite_errors", "stacking")


class _Option(Generic[_T]):
    """An attribute that emits ``changed`` of its state, with ``name``, when its value changes."""

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
    sight runs, ``sight_units`` the ids of the units at its ends where it runs from base to base (empty
    for a hex), ``sight_range`` how many hexes far fans and exposure go (None: to the edge of the board), and
    ``sight_heights`` those of the units at the start and at the end. ``attack`` is which attack along the line is
    previewed. ``path_ends`` is where the path begins and ends,
    ``avoid_danger`` whether it goes round what hurts, ``mover`` who moves, and ``reach_turns`` for how many turns the
    reach is looked at. ``pin`` is the hex that fan and reach are pinned to. ``shape`` is what a drag draws, ``filled``
    whether rectangles and discs are filled, and ``bar`` the direction (0-2) of a bar that paints in place of a disc.
    ``select_shape`` and ``select_mode`` are what the select tool takes and what becomes of the selection before,
    ``paste_layers`` what of a clip is pasted. ``level_flood`` says that the elevation tool takes all hexes of a level
    that hang together. ``symmetry_centre`` is the hex or the corner that symmetries are about; None is the middle of
    the board. ``despite_errors`` says that scenarios with errors are judged and played, too. ``measured`` are the hexes between which distances are measured, the last of them following the pointer
    while that is so. ``decoration_index`` is that of the
    chosen decoration, and ``new_decoration`` what new ones look like. ``what_if`` is the effect that the what-if tool puts on hexes; empty to destroy their terrain.
    """

    changed = Signal(str)

    document = _Option[Document | None]("document")
    stack_first = _Option[tuple[str, ...]]("terrain_first")
    stack_second = _Option[tuple[str, ...]]("terrain_second")
    stacking = _Option[Stacking]("stacking")
    feature = _Option[str]("feature")
    effect = _Option[str]("effect")
    symmetry = _Option[BoardSymmetry | None]("symmetry")
    symmetry_centre = _Option[Hex | Corner | None]("symmetry_centre")
    shape = _Option[DragShape]("shape")
    filled = _Option[bool]("filled")
    bar = _Option[int | None]("bar")
    level = _Option[int]("level")
    level_flood = _Option[bool]("level_flood")
    elevation_mode = _Option[ElevationMode]("elevation_mode")
    zone_id = _Option[str]("zone_id")
    zone_way = _Option[ZoneWay]("zone_way")
    objective_id = _Option[str]("objective_id")
    unit_id = _Option[str]("unit_id")
    new_unit = _Option[UnitChoice]("new_unit")
    decoration_index = _Option[int | None]("decoration_index")
    new_decoration = _Option[Decoration]("new_decoration")
    decoration_place = _Option[DecorationPlace]("decoration_place")
    selection = _Option[AbstractSet[Hex]]("selection")
    select_shape = _Option[SelectShape]("select_shape")
    select_mode = _Option[SelectMode]("select_mode")
    paste_layers = _Option[frozenset[ClipLayer]]("paste_layers")
    locked_layers = _Option[frozenset[str]]("locked_layers")
    sight_line = _Option[tuple[Hex, Hex] | None]("sight_line")
    sight_units = _Option[tuple[str, str]]("sight_units")
    sight_heights = _Option[tuple[int, int]]("sight_heights")
    sight_range = _Option[int | None]("sight_range")
    attack = _Option[AttackChoice]("attack")
    path_ends = _Option[tuple[Hex, Hex] | None]("path_ends")
    avoid_danger = _Option[bool]("avoid_danger")
    mover = _Option[MoverChoice]("mover")
    pin = _Option[Hex | None]("pin")
    despite_errors = _Option[bool]("despite_errors")
    measured = _Option[tuple[Hex, ...]]("measured")
    what_if = _Option[str]("what_if")
    _reach_turns = _Option[int]("reach_turns")
    _radius = _Option[int]("radius")

    def __init__(self, document: Document | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.values: dict[str, Any] = {**DEFAULTS}
        self._followed: Document | None = None
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
    def sight_ends(self) -> tuple[Hex | str, Hex | str] | None:
        """The ends of the line of sight: ids of units where they are chosen, otherwise hexes."""
        line = self.sight_line
        if line is None or self.document is None:
            return None
        there = {unit.id for unit in self.document.scenario.units}
        start, end = self.sight_units
        return start if start in there else line[0], end if end in there else line[1]

    @property
    def radius(self) -> int:
        """The radius of the brush, 0 to ``MAX_RADIUS``; other values are clamped."""
        return self._radius

    @radius.setter
    def radius(self, radius: int) -> None:
        self._radius = min(max(radius, 0), MAX_RADIUS)

    @property
    def reach_turns(self) -> int:
        """The number of turns of the reach, 1 to ``MAX_TURNS``; other values are clamped."""
        return self._reach_turns

    @reach_turns.setter
    def reach_turns(self, turns: int) -> None:
        self._reach_turns = min(max(turns, 1), MAX_TURNS)

    def options_of_map(self) -> dict[str, object]:
        """Return the options that each open map has for itself."""
        return {name: value for name, value in self.values.items() if name not in _OF_WINDOW}

    def take_options(self, options: Mapping[str, object]) -> None:
        """Take the options of the map again that ``options_of_map`` returned, which its ruleset may have changed for."""
        for name, value in options.items():
            if self.values[name] != value:
                self.values[name] = value
                self.changed.emit(name)
        self._fit_to_rules()

    def _follow(self, what: str) -> None:
        """Fit the options to a new document: what its ruleset has, its zones, nothing selected."""
        if what != "document":
            return
        before = self._followed
        if before is not None:
            before.changed.disconnect(self._document_changed)
        self._followed = self.document
        if self._followed is not None:
            self._followed.changed.connect(self._document_changed)
            if before is not None and before.origin is self._followed.origin:
                return  # another state of the same document has the same parts
        self.sight_range = None
        self._forget_places()
        self.sight_heights = (0, 0)
        scenario = self.document.scenario if self.document else None
        zones = scenario.zones if scenario else []
        self.zone_id = zones[0].id if zones else ""
        self.objective_id = self.unit_id = ""
        self.decoration_index = None
        self._fit_to_rules()

    def _document_changed(self, event: object) -> None:
        """Fit the options to another board, or to another ruleset."""
        if not isinstance(event, FieldChanged) or self.document is None:
            return
        if event.field == "board":
            self._forget_places()
            zones = [zone.id for zone in self.document.scenario.zones]
            if self.zone_id not in zones:
                self.zone_id = zones[0] if zones else ""
        elif event.field == "ruleset":
            self._fit_to_rules()

    def _forget_places(self) -> None:
        """Forget hexes of the previous board."""
        self.selection = frozenset()
        self.sight_line = self.path_ends = self.pin = self.symmetry_centre = None
        self.sight_units = "", ""
        self.measured = ()

    def _fit_to_rules(self) -> None:
        """Replace choices that the ruleset does not have."""
        scenario = self.document.scenario if self.document else None
        self.new_unit = self.new_unit.within(scenario) if scenario else UnitChoice()
        rules = known_rules(scenario) if scenario else None
        self.mover = self.mover.within(rules) if rules else MoverChoice()
        self.attack = self.attack.within(rules) if rules else self.attack
        if not rules:
            self.feature = self.effect = self.what_if = ""
            return
        if self.feature not in rules.hexsides:
            self.feature = next(iter(rules.hexsides), "")
        if self.effect not in rules.effects:
            self.effect = next(iter(rules.effects), "")
        if self.what_if not in rules.effects:
            self.what_if = ""
        kinds = [kind for kind in rules.terrain if kind not in (CLEAR, VOID)]
        if not set(self.stack_first) <= set(kinds) and kinds:
            self.stack_first = (kinds[0],)
        if not set(self.stack_second) <= set(rules.terrain):
            self.stack_second = (CLEAR,)
