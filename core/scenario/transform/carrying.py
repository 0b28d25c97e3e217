"""Carry a whole scenario to another board, and list the losses."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from fairground.core.errors import GridError
from fairground.core.grid.layout import SQRT3
from fairground.core.scenario.board import VOID, Board, PaletteEntry, entry_index
from fairground.core.scenario.decorations import carried_decoration
from fairground.core.scenario.inches import rounded_point
from fairground.core.scenario.mission_references import fitted_missions
from fairground.core.scenario.parts import Shield
from fairground.core.scenario.transform.carried_shapes import CarriedShapes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.hexsides import Hexside
    from fairground.core.scenario.decorations import Decoration
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.inches import Point
    from fairground.core.scenario.parts import Objective, Unit, Zone
    from fairground.core.scenario.transform.board_transform import BoardTransform

_OTHER_HAND = {Shield.LEFT: Shield.RIGHT, Shield.RIGHT: Shield.LEFT, Shield.NONE: Shield.NONE}


@dataclass(frozen=True, slots=True)
class Lost:
    """A part that is not in the new scenario.

    ``part`` is its kind (``unit``, ``zone``, ``place name``), ``name`` its id or text, and ``hex`` its label on the old board,
    if it has one. ``title`` and ``hex_name`` are the same for people, if they differ.
    """

    part: str
    name: str
    hex: str | None = None
    title: str = ""
    hex_name: str | None = None

    def __str__(self) -> str:
        place = self.hex_name or self.hex
        return f"{self.part} {self.title or self.name}" + (f" ({place})" if place else "")


@dataclass(frozen=True, slots=True, eq=False)
class Carried:
    """A scenario on its new board, the losses, and other changes as sentences (``said``).

    ``fallen`` is a mask ``[rows, columns]`` of the old hexes, except void ones, that are off the new board. ``way`` maps old
    hexes to new ones.
    """

    scenario: Scenario
    lost: tuple[Lost, ...]
    said: tuple[str, ...]
    fallen: NDArray[np.bool_]
    way: BoardTransform

    def fallen_labels(self, before: Board) -> tuple[str, ...]:
        """Return the labels of the fallen hexes on the old board, row by row."""
        at = before.layout.from_offset
        return tuple(before.label(at(column, row)) for row, column in np.argwhere(self.fallen).tolist())


def carried(
    scenario: Scenario, transform: BoardTransform, columns: int, rows: int, *, fill: str = VOID
) -> Carried:
    """Return a copy of a scenario on a rectangle of ``columns`` and ``rows``.

    New hexes have the terrain ``fill``, level 0 and no effects.

    Raises
    ------
    LimitError
        When a board cannot have that size.
    """
    return _Carrier(scenario, transform, columns, rows).carried(fill)


def carried_unit(unit: Unit, transform: BoardTransform, hex_inches: float) -> Unit:
    """Return a unit carried to another board, with its facing, place, parts and shield arm."""
    at = None if unit.at is None else _carried_point(unit.at, unit.hex, transform, hex_inches)
    return replace(
        unit,
        hex=transform.hex(unit.hex),
        facing=transform.facing(unit.facing),
        shield=_OTHER_HAND[unit.shield] if transform.mirrored else unit.shield,
        at=None if at is None else rounded_point(*at),
        parts=tuple(replace(it, at=rounded_point(*transform.offset(*it.at))) for it in unit.parts),
    )


def _carried_point(point: Point, at: Hex, transform: BoardTransform, hex_inches: float) -> Point:
    """Return the image of a point near a hex, with the same offset from the centre."""
    size = hex_inches / SQRT3
    x, y = transform.before.centre(at, size=size)
    to_x, to_y = transform.after.centre(transform.hex(at), size=size)
    across, down = transform.offset(point[0] - x, point[1] - y)
    return to_x + across, to_y + down


class _Carrier:
    def __init__(self, scenario: Scenario, transform: BoardTransform, columns: int, rows: int) -> None:
        self._scenario = scenario
        self._before = scenario.board
        self._transform = transform
        self._after = Board.blank(transform.after, columns, rows)
        self._shapes = CarriedShapes(scenario.board, transform, columns, rows)
        self._lost: list[Lost] = []
        self._said: list[str] = []
        if transform.before is not transform.after:
            self._said.append(f"the layout changes from {transform.before.value} to {transform.after.value}")

    def carried(self, fill: str) -> Carried:
        fallen = self._cells(fill)
        self._after.hexsides = self._hexsides()
        self._after.names = self._texts("place name", self._before.names)
        self._after.notes = self._texts("note", self._before.notes)
        self._after.source = self._before.source
        self._after.inches = self._before.inches
        self._after.label_style, self._after.shown_style = self._before.label_style, self._before.shown_style
        scenario = self._scenario
        zones = [zone for it in scenario.zones if (zone := self._shaped(it, "zone")) is not None]
        objectives = [it for goal in scenario.objectives if (it := self._shaped(goal, "objective"))]
        units = [unit for it in scenario.units if (unit := self._unit(it)) is not None]
        self._say_imported()
        after = replace(
            scenario,
            board=self._after,
            zones=zones,
            objectives=objectives,
            units=units,
            decorations=[it for one in scenario.decorations if (it := self._decoration(one)) is not None],
            underlay=None if scenario.underlay is None else scenario.underlay.carried(self._transform),
            locked=self._locked({zone.id for zone in scenario.zones} - {zone.id for zone in zones}),
        )
        missions = fitted_missions(scenario, after)
        after.sides = missions.sides
        self._lost += (Lost("way to win for", it) for it in missions.gone)
        self._said += (f"a way to win for {it} now has fewer parts" for it in missions.shortened)
        ids = {
            name: {it.id for it in getattr(after, name)} for name in ("sides", "zones", "objectives", "units")
        }
        after.comments = {
            path: lines
            for path, lines in scenario.comments.items()
            if len(path) < 2 or path[0] not in ids or path[1] in ids[path[0]]
        }
        return Carried(after, tuple(self._lost), tuple(self._said), fallen, self._transform)

    def _cells(self, fill: str) -> NDArray[np.bool_]:
        """Fill the layers of the new board; return the mask of old hexes that are lost."""
        before, after = self._before, self._after
        row, column = np.indices((before.rows, before.columns), np.int64)
        to_column, to_row = self._transform.offsets(column, row)
        there = (to_column >= 0) & (to_column < after.columns) & (to_row >= 0) & (to_row < after.rows)
        target = to_row[there], to_column[there]
        new = np.ones(after.terrain.shape, np.bool_)
        new[target] = False
        after.palette, after.effects_palette = list(before.palette), list(before.effects_palette)
        if new.any():
            key = "-" if fill == VOID else "."
            after.terrain[new] = entry_index(after.palette, PaletteEntry(key, (fill,)))
        after.terrain[target] = before.terrain[there]
        after.elevation[target] = before.elevation[there]
        after.effects[target] = before.effects[there]
        after.elevation_palette = dict(before.elevation_palette)
        return ~there & ~before.void

    def _hexsides(self) -> dict[Hexside, tuple[str, ...]]:
        before, after = self._before, self._after
        hexsides: dict[Hexside, tuple[str, ...]] = {}
        for side, features in before.hexsides.items():
            seen, direction = _seen_from(before, side)
            direction_name = before.layout.direction_name(direction)
            name = f"{before.hex_name(seen)} {direction_name}"
            new = self._transform.hexside(seen, direction)
            if not any(map(after.contains, new.hexes)):
                place, kinds = before.file_names.of(seen), "+".join(features)
                self._lost.append(
                    Lost("hexside", f"{place} {direction_name} {kinds}", title=f"{name} {kinds}")
                )
                continue
            if new in hexsides:
                self._said.append(
                    f"hexside {name} coincides with another hexside; the features of both are kept"
                )
            hexsides[new] = tuple(sorted({*hexsides.get(new, ()), *features}))
        return hexsides

    def _texts(self, part: str, texts: Mapping[Hex, str]) -> dict[Hex, str]:
        texts_after = {}
        for at, text in texts.items():
            new = self._transform.hex(at)
            if self._after.contains(new):
                texts_after[new] = text
            else:
                self._lost.append(self._lost_at(part, text, at))
        return texts_after

    def _lost_at(self, part: str, name: str, at: Hex, title: str = "") -> Lost:
        before = self._before
        return Lost(part, name, before.file_names.of(at), title, before.hex_name(at))

    def _say_imported(self) -> None:
        """Warn that data of an import was not turned."""
        transform = self._transform
        turned = any(transform.direction(direction) != direction for direction in range(6))
        carried = np.unique(self._after.terrain).tolist()
        if turned and any(self._after.palette[index].source for index in carried):
            self._said.append(
                "data kept from an import was not rotated; if it contains directions, an export to that format will be wrong"
            )

    def _shaped(self, part: Any, what: str) -> Any:  # noqa: ANN401  # a zone gives a zone, an objective an objective
        shape = self._shapes.carried(part.shape)
        if shape is None:
            self._lost.append(Lost(what, part.id, title=part.title))
            return None
        new: Zone | Objective = replace(part, shape=shape)
        was = int((part.shape.mask(self._before) & ~self._before.void).sum())
        now = int((shape.mask(self._after) & ~self._after.void).sum())
        if was != now:
            self._said.append(f"{what} {part.title} now has {now} hex{'es' * (now != 1)}, not {was}")
        return new

    def _unit(self, unit: Unit) -> Unit | None:
        at = self._transform.hex(unit.hex)
        if not self._after.contains(at):
            self._lost.append(self._lost_at("unit", unit.id, unit.hex, self._scenario.unit_title(unit)))
            return None
        return carried_unit(unit, self._transform, self._before.hex_inches)

    def _decoration(self, decoration: Decoration) -> Decoration | None:
        new = carried_decoration(decoration, self._transform)
        if not self._after.contains(new.hex) and self._before.contains(decoration.hex):
            self._lost.append(Lost("decoration", decoration.image, self._before.hex_name(decoration.hex)))
            return None
        return new

    def _locked(self, lost_zones: set[str]) -> list[str]:
        locked = []
        for name in self._scenario.locked:
            try:
                new = self._shapes.hex(name)
            except GridError:  # the id of a zone
                new = None if name in lost_zones else name
            if new is not None:
                locked.append(new)
            elif name not in lost_zones:
                self._lost.append(Lost("locked", name))
        return locked


def _seen_from(board: Board, side: Hexside) -> tuple[Hex, int]:
    """Return the hex that a side is seen from, and the direction, chosen alike in every layout."""
    owner, other = side.hexes
    views = [(owner, side.direction), (other, side.direction + 3)]
    views.sort(key=lambda view: (not board.contains(view[0]), board.layout.facing(view[1])))
    return views[0]
