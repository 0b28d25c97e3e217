"""What Tabletop Simulator reads of a save, and where it puts things: written from its published format and API.

A tile is 2 units wide on its shorter side at scale 1, in the proportions of its image. At turn 0 the top of the image points
towards negative z and its right towards negative x; turns are clockwise from above. Hexes of the grid have a centre at
its offset, and its size is their length from corner to corner.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from fairground.core.clients import Export

    Check = Callable[[object], bool]
    Point = tuple[float, float]


def _is(*kinds: type) -> Check:
    return lambda it: isinstance(it, kinds) and (not isinstance(it, bool) or bool in kinds)


def _fields(**checks: Check) -> Check:
    return lambda it: isinstance(it, dict) and not list(_wrong("", it, checks))


def _list_of(check: Check) -> Check:
    return lambda it: isinstance(it, list) and all(map(check, it))


def _share(value: object) -> bool:
    return isinstance(value, float) and 0 <= value <= 1


_TEXT, _BOOL, _WHOLE, _NUMBER = _is(str), _is(bool), _is(int), _is(float)
_COLOUR = _fields(r=_share, g=_share, b=_share)
_VECTOR = _fields(x=_NUMBER, y=_NUMBER, z=_NUMBER)
_TAB = _fields(title=_TEXT, body=_TEXT, color=lambda it: it == "Grey", visibleColor=_COLOUR, id=_WHOLE)
_SAVE: Final[Mapping[str, Check]] = {
    "SaveName": _TEXT,
    "GameMode": _TEXT,
    "Date": _TEXT,
    "VersionNumber": _TEXT,
    "GameType": _TEXT,
    "GameComplexity": _TEXT,
    "Tags": _list_of(_TEXT),
    "Gravity": _share,
    "PlayArea": _share,
    "Table": lambda it: it == "Table_RPG",
    "Sky": lambda it: it == "Sky_Museum",
    "Note": _TEXT,
    "TabStates": lambda it: isinstance(it, dict) and all(map(_TAB, it.values())),
    "Grid": _fields(
        Type=lambda it: it in (1, 2),
        Lines=_BOOL,
        Color=_COLOUR,
        Opacity=_share,
        ThickLines=_BOOL,
        Snapping=lambda it: it is False,
        Offset=lambda it: it is True,
        BothSnapping=lambda it: it is False,
        xSize=_NUMBER,
        ySize=_NUMBER,
        PosOffset=_VECTOR,
    ),
    "ComponentTags": _fields(labels=_list_of(_fields(displayed=_TEXT, normalized=_TEXT))),
    "LuaScript": lambda it: it == "",
    "LuaScriptState": lambda it: it == "",
    "XmlUI": lambda it: it == "",
    "ObjectStates": _is(list),
}
_TILE: Final[Mapping[str, Check]] = {
    "GUID": lambda it: isinstance(it, str) and re.fullmatch("[0-9a-f]{6}", it) is not None,
    "Name": lambda it: it == "Custom_Tile",
    "Transform": _fields(
        **dict.fromkeys(
            ("posX", "posY", "posZ", "rotX", "rotY", "rotZ", "scaleX", "scaleY", "scaleZ"), _NUMBER
        )
    ),
    **dict.fromkeys(("Nickname", "Description", "GMNotes"), _TEXT),
    **dict.fromkeys(("LuaScript", "LuaScriptState", "XmlUI"), _SAVE["LuaScript"]),
    "ColorDiffuse": _COLOUR,
    "Tags": _list_of(_TEXT),
    **dict.fromkeys(("LayoutGroupSortIndex", "Value"), _WHOLE),
    **dict.fromkeys(
        (
            *("Locked", "Grid", "Snap", "IgnoreFoW", "MeasureMovement", "DragSelectable", "Autoraise"),
            *("Sticky", "Tooltip", "GridProjection", "HideWhenFaceDown", "Hands"),
        ),
        _BOOL,
    ),
    "CustomImage": _fields(
        ImageURL=_TEXT,
        ImageSecondaryURL=_TEXT,
        ImageScalar=lambda it: it == 1.0,
        WidthScale=_NUMBER,
        CustomTile=_fields(
            Type=lambda it: it in (0, 1, 2, 3),
            Thickness=_NUMBER,
            Stackable=_BOOL,
            Stretch=lambda it: it is True,
        ),
    ),
}


def _is_snap_point(it: object) -> bool:
    return isinstance(it, dict) and _fields(Position=_VECTOR)({k: v for k, v in it.items() if k != "Tags"})


def faults(save: dict[str, Any]) -> list[str]:
    """Return what the game would not read, or what it does not know."""
    found = list(_wrong("save", save, _SAVE))
    snap = _list_of(_is_snap_point)
    for number, tile in enumerate(save.get("ObjectStates", [])):
        checks = _TILE if number else {**_TILE, "AttachedSnapPoints": snap}
        found += _wrong(f"object {number}", tile, checks)
    ids = [it["GUID"] for it in save.get("ObjectStates", [])]
    if len(set(ids)) < len(ids):
        found.append("two objects have one id")
    return found


def _wrong(where: str, found: dict[str, Any], fields: Mapping[str, Check]) -> Iterator[str]:
    for name in sorted(set(fields) | set(found)):
        if name not in found:
            yield f"{where} has no {name}"
        elif name not in fields:
            yield f"{where} has {name}, which there is not"
        elif not fields[name](found[name]):
            yield f"{where}.{name} cannot be {found[name]!r}"


def place_on(tile: dict[str, Any], export: Export, x: float, y: float) -> Point:
    """Return where a point of a tile's image is on the table, given in pixels from its upper left corner."""
    name = tile["CustomImage"]["ImageURL"]
    content = next(it.content for it in export.companions if it.name == name)
    width, height = _size(content)
    pixel = 2 / min(width, height)
    return local_place(tile, (width / 2 - x) * pixel, (y - height / 2) * pixel)


def _size(png: bytes) -> tuple[int, int]:
    """Return width and height of a PNG in pixels."""
    return int.from_bytes(png[16:20]), int.from_bytes(png[20:24])


def local_place(tile: dict[str, Any], x: float, z: float) -> Point:
    """Return where a point of a tile's own coordinates is on the table."""
    at = tile["Transform"]
    turn = math.radians(at["rotY"])
    x, z = x * at["scaleX"], z * at["scaleZ"]
    return (
        at["posX"] + x * math.cos(turn) + z * math.sin(turn),
        at["posZ"] - x * math.sin(turn) + z * math.cos(turn),
    )


def nearest_space(save: dict[str, Any], at: Point) -> Point:
    """Return the centre of the grid's hex that is nearest to a point."""
    grid = save["Grid"]
    radius, (x, z) = grid["xSize"] / 2, at
    x, z = x - grid["PosOffset"]["x"], z - grid["PosOffset"]["z"]
    across, along = (x, z) if grid["Type"] == 1 else (z, x)
    line = round(across / (1.5 * radius))
    centres = []
    for it in (line - 1, line, line + 1):
        step = math.sqrt(3) * radius
        shift = step / 2 if it % 2 else 0.0
        centres.append((1.5 * radius * it, round((along - shift) / step) * step + shift))
    found = min(centres, key=lambda it: math.dist(it, (across, along)))
    first, second = found if grid["Type"] == 1 else found[::-1]
    return first + grid["PosOffset"]["x"], second + grid["PosOffset"]["z"]
