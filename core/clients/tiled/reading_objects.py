"""From the objects of a map to zones, objectives, units, hexside features, names and notes, as a scenario file has them."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from fairground.core.clients.tiled.decorations import DECORATION, decoration_item
from fairground.core.clients.tiled.meanings import (
    KNOWN,
    ObjectHexes,
    ObjectRole,
    TooManyError,
    called,
    corners,
    match_entry,
    middle,
    role_of,
    zone_kind,
)
from fairground.core.clients.tiled.model import LISTS, SCENARIO_ID, TiledOutline, listed, split
from fairground.core.errors import GridError
from fairground.core.files.file_model import MAX_LISTED, MAX_ZONES
from fairground.core.grid.labels import label, parse_label
from fairground.core.scenario.parts import MAX_TITLE, is_id
from fairground.core.scenario.shapes import painted
from fairground.core.text.suggest import did_you_mean
from fairground.core.text.wording import shorten

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from fairground.core.clients.import_findings import ImportFindings
    from fairground.core.clients.tiled.model import MapObject, ObjectLayer, TiledMap, Value
    from fairground.core.grid.hexes import Hex
    from fairground.core.rules import Ruleset
    from fairground.core.scenario.board import Board

#: Properties of objects besides the keys of a scenario file.
_OWN: Final = (SCENARIO_ID, "title", "hexes", "hole", "hex", "features", "note")
#: Properties for the side of a unit or zone.
_SIDES: Final = ("side", "team", "player", "owner")
_KEYS: Final = {
    ObjectRole.ZONE: ("side", "kind"),
    ObjectRole.OBJECTIVE: ("side", "kind", "points", "hold"),
    ObjectRole.UNIT: (
        *("side", "class", "facing", "shield", "allowance", "base"),
        *("arrives", "hit_points", "defence", "unarmed"),
        *LISTS,
    ),
}


@dataclass(slots=True)
class Area:
    """A zone or objective as a file has it, and the hexes that its outlines show."""

    item: dict[str, Any]
    mask: NDArray[np.bool_]
    line: int | None


@dataclass(slots=True)
class ObjectParts:
    """What objects are; ``unit_lines`` has the line of each unit, and ``sides`` what the sides are called, by id."""

    zones: list[Area] = field(default_factory=list)
    objectives: list[Area] = field(default_factory=list)
    units: list[dict[str, Any]] = field(default_factory=list)
    unit_lines: list[int | None] = field(default_factory=list)
    decorations: list[dict[str, Any]] = field(default_factory=list)
    sides: dict[str, str] = field(default_factory=dict)


class ObjectReader:
    """Reads the objects of a map; ``ours`` takes every name as it stands, since it came from a scenario."""

    def __init__(
        self, tiled: TiledMap, board: Board, rules: Ruleset, findings: ImportFindings, *, ours: bool
    ) -> None:
        self._tiled = tiled
        self._grid = tiled.grid
        self._board = board
        self._rules = rules
        self._findings = findings
        self._ours = ours
        self._places = ObjectHexes(tiled)
        self._pieces = ObjectParts()
        #: Used ids, by role.
        self._taken: Counter[tuple[ObjectRole, str]] = Counter()
        #: Areas by role and id or, without one, name; outlines of the same area are merged.
        self._areas: dict[tuple[ObjectRole, str], Area] = {}

    def read(self) -> ObjectParts:
        """Return the parts that objects describe; features, names and notes are put on the board."""
        try:
            for layer in self._tiled.object_layers:
                for it in layer.objects:
                    self._object(it, layer)
        except TooManyError:
            self._findings.add("import.give-up", "the objects cover too many hexes in total")
        return self._pieces

    def _object(self, it: MapObject, layer: ObjectLayer) -> None:
        if self._ours and it.type == DECORATION:
            self._pieces.decorations.append(decoration_item(it, self._grid))
            return
        role = role_of(it, layer, self._rules)
        match role:
            case ObjectRole.ZONE | ObjectRole.OBJECTIVE:
                self._area(it, layer, role)
            case ObjectRole.UNIT:
                self._unit(it, layer)
            case ObjectRole.HEXSIDE:
                self._hexside(it, layer)
            case ObjectRole.NAME | ObjectRole.NOTE:
                self._text(it, layer, role)
            case None:
                near = did_you_mean(it.type or layer.name, KNOWN)
                message = f"neither its type nor its layer is one of {', '.join(ObjectRole)}{near}"
                self._leave_out(it, layer, message)

    def _leave_out(self, it: MapObject, layer: ObjectLayer, message: str) -> None:
        self._findings.add("import.left-out", f"{_called(it, layer)} is dropped: {message}", line=it.line)

    # -- zones and objectives -------------------------------------------------------------------------------

    def _area(self, it: MapObject, layer: ObjectLayer, role: ObjectRole) -> None:
        values = _values(it, layer)
        called_by = _said_id(it) or it.name
        known = self._areas.get((role, called_by))
        if known is not None and "hexes" not in it.properties:
            mask = self._places.covered(it)
            if values.get("hole") is True:
                known.mask &= ~mask
            else:
                known.mask |= mask
            return
        item = self._item(it, layer, role, values)
        if role is ObjectRole.ZONE:
            item.setdefault("kind", zone_kind(it, layer))
        areas = self._pieces.zones if role is ObjectRole.ZONE else self._pieces.objectives
        # More are refused, whatever hexes they have, and all masks together would be too large.
        area = Area(item, self._places.covered(it) if len(areas) < MAX_ZONES else areas[0].mask, it.line)
        if isinstance(hexes := values.get("hexes"), str):
            item["hexes"] = _hexes(hexes)
        areas.append(area)
        if called_by:
            self._areas[role, called_by] = area

    # -- units ----------------------------------------------------------------------------------------------

    def _unit(self, it: MapObject, layer: ObjectLayer) -> None:
        column, row = self._grid.layout.to_offset(self._grid.hex_at(middle(it)))
        if column < 0 or row < 0:
            self._leave_out(it, layer, "it is off the board")
            return
        item = self._item(it, layer, ObjectRole.UNIT, _values(it, layer))
        item["hex"] = label(column, row)
        if not self._ours:
            item.setdefault("side", "")
            self._guess_class(it, layer, item)
            self._guess_facing(it, item)
        self._pieces.units.append(item)
        self._pieces.unit_lines.append(it.line)

    def _guess_class(self, it: MapObject, layer: ObjectLayer, item: dict[str, Any]) -> None:
        """Give a unit the class that it says, or its type or tile or name does; else the first of the ruleset."""
        classes = self._rules.classes
        place = self._tiled.tile(it.gid) if it.gid else None
        names = [
            str(item.get("class", "")),
            it.type,
            called(*place) if place else "",
            _without_number(it.name),
        ]
        found = next((known for name in names if (known := match_entry(name, classes))), None)
        if found is None:
            found = next(iter(classes), "")
            values = next(filter(None, names), "")
            message = (
                f"{_called(it, layer)} does not name a unit class of {self._rules.title}; {found} was used"
            )
            near = did_you_mean(values, classes)
            self._findings.add("import.unmapped", message + near, line=it.line, label=item["hex"])
        item["class"] = found

    def _guess_facing(self, it: MapObject, item: dict[str, Any]) -> None:
        values = item.get("facing")
        names = self._grid.layout.direction_names
        if isinstance(values, str) and values.upper() in names:
            item["facing"] = names.index(values.upper()) + 1
        elif values is None and it.rotation:
            start = 0 if self._grid.is_flat else 30
            item["facing"] = round((it.rotation - start) / 60) % 6 + 1

    # -- hexsides, names and notes --------------------------------------------------------------------------

    def _hexside(self, it: MapObject, layer: ObjectLayer) -> None:
        features = self._features(it, layer)
        if not features:
            return
        points = corners(it)
        if it.outline not in (TiledOutline.POLYLINE, TiledOutline.POLYGON) or len(points) < 2:
            self._leave_out(it, layer, "a hexside feature must be a line along hexsides")
            return
        for start, end in pairwise(points):
            side = self._grid.hexside_at(start, end)
            if side is None or not any(map(self._board.contains, side.hexes)):
                near = self._near(((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
                message = (
                    f"a segment of {_called(it, layer)} is dropped: it does not follow a hexside of the board"
                )
                self._findings.add("import.left-out", message, line=it.line, label=near)
                continue
            there = self._board.hexsides.get(side, ())
            self._board.hexsides[side] = tuple(sorted({*there, *features}))

    def _features(self, it: MapObject, layer: ObjectLayer) -> tuple[str, ...]:
        values = it.properties.get("features", it.properties.get("feature"))
        if self._ours and isinstance(values, str):
            return split(values)
        names = (
            split(values) if isinstance(values, str) else tuple(filter(None, (it.type, it.name, layer.name)))
        )
        found = [match_entry(name, self._rules.hexsides) for name in names]
        known = tuple(feature for feature in found if feature)
        if not known or (isinstance(values, str) and len(known) < len(found)):
            near = did_you_mean(names[0] if names else "", self._rules.hexsides)
            message = (
                f"{_called(it, layer)} does not name a hexside feature of {self._rules.title}; it is "
                f"dropped{near}"
            )
            self._findings.add("import.unmapped", message, line=it.line)
        return known if isinstance(values, str) else known[:1]

    def _text(self, it: MapObject, layer: ObjectLayer, role: ObjectRole) -> None:
        at = self._grid.hex_at(middle(it))
        texts = self._board.names if role is ObjectRole.NAME else self._board.notes
        values = it.properties.get("note") if role is ObjectRole.NOTE else None
        text = str(values) if values is not None else it.text or it.name
        if not self._board.contains(at):
            self._leave_out(it, layer, "it is off the board")
        elif at in texts:
            self._leave_out(it, layer, f"its hex {self._board.label(at)} already has a {role}")
        else:
            texts[at] = text

    def _near(self, point: tuple[float, float]) -> str | None:
        at: Hex = self._grid.hex_at(point)
        return self._board.label(at) if self._board.contains(at) else None

    # -- what they share ------------------------------------------------------------------------------------

    def _item(
        self, it: MapObject, layer: ObjectLayer, role: ObjectRole, values: Mapping[str, Value]
    ) -> dict[str, Any]:
        """Return a part as in a scenario file: id, name, and the known keys among the object's properties."""
        item: dict[str, Any] = {
            "id": self._id(it, role),
            **{key: values[key] for key in _KEYS[role] if key in values},
            **(listed(values) if role is ObjectRole.UNIT else {}),
        }
        title = values.get("title")
        if title is None and it.name != item["id"]:
            title = it.name[:MAX_TITLE]
        if title:
            item["name"] = str(title)
        if not self._ours:
            side = next((values[key] for key in _SIDES if key in values), None)
            if side is not None:
                item["side"] = slug(str(side), "side")
                self._pieces.sides.setdefault(item["side"], str(side)[:MAX_TITLE])
        for key in it.properties:
            if key.casefold() not in (*_KEYS[role], *_OWN, *_SIDES):
                near = did_you_mean(key, (*_KEYS[role], *_OWN))
                message = f"the unknown property {shorten(key)!r} of {_called(it, layer)} is dropped{near}"
                self._findings.add("import.left-out", message, line=it.line)
        return item

    def _id(self, it: MapObject, role: ObjectRole) -> str:
        name = _said_id(it) or it.name
        found = name if is_id(name) else slug(name, f"{role}-{it.id}")
        self._taken[role, found] += 1
        count = self._taken[role, found]
        # A scenario may have an id twice, which the validator tells.
        if count == 1 or self._ours:
            return found
        return self._id_after(found, role, count)

    def _id_after(self, found: str, role: ObjectRole, count: int) -> str:
        while self._taken[role, f"{found[:56]}-{count}"]:
            count += 1
        self._taken[role, f"{found[:56]}-{count}"] += 1
        return f"{found[:56]}-{count}"


def _said_id(it: MapObject) -> str:
    """Return the id that an object gives itself; empty if it has none."""
    return str(it.properties.get(SCENARIO_ID, ""))


def _without_number(name: str) -> str:
    """Return a name without the digits and separators at its end."""
    end = next((at for at in range(len(name), 0, -1) if name[at - 1].isalpha()), 0)
    return name[:end]


_UNUSUAL: Final = re.compile(r"[^a-z0-9]+")


def slug(text: str, otherwise: str) -> str:
    """Return a text as an id; default: ``otherwise``."""
    found = _UNUSUAL.sub("-", text.casefold()).strip("-")
    found = found if found[:1].isalpha() else f"x-{found}" if found else otherwise
    return found[:64].rstrip("-")


def hexes_of_mask(mask: NDArray[np.bool_]) -> list[str] | str:
    """Return hexes as in a file: a list, or a painted block for many."""
    hexes = np.flatnonzero(mask)
    if len(hexes) > MAX_LISTED:
        return str(painted(mask))
    return [label(*divmod(it, mask.shape[1])[::-1]) for it in hexes.tolist()]


def _hexes(values: str) -> list[str] | str:
    """Return a property's hexes as in a file: a list of labels, else a text."""
    names: Sequence[str] = [it.strip() for it in values.split(",")] if values.strip() else []
    try:
        for name in names:
            parse_label(name)
    except GridError:
        return values
    return list(names)


def _values(it: MapObject, layer: ObjectLayer) -> dict[str, Value]:
    """Return the properties of an object, defaulting to those of its layer, by lower-case name."""
    both = {**layer.properties, **it.properties}
    return {name.casefold(): value for name, value in both.items()}


def _called(it: MapObject, layer: ObjectLayer) -> str:
    number = f"object {it.id}" if it.id else "an object"
    named = f" ({shorten(it.name)!r})" if it.name else ""
    return f"{number}{named} of layer {shorten(layer.name)!r}"
