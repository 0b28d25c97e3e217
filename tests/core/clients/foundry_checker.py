"""What Foundry's data models demand of a scene: whether an exported one has it.

Written from the fields of its published types: which there are, which may be absent or null, and their bounds. A model
refuses the whole scene for one value that does not fit, and drops what it does not know without a word: here both are faults.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import shapely

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    Check = Callable[[object], bool]


def _is(*kinds: type, low: float | None = None, high: float | None = None) -> Check:
    def _check(value: object) -> bool:
        if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
            return False
        return (low is None or value >= low) and (high is None or value <= high)  # type: ignore[operator]

    return _check


def _one_of(*values: object) -> Check:
    return lambda value: any(value == it and type(value) is type(it) for it in values)


def _or_none(check: Check) -> Check:
    return lambda value: value is None or check(value)


def _matches(pattern: str) -> Check:
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value) is not None


def _made_of(fields: Mapping[str, Check]) -> Check:
    return lambda value: isinstance(value, dict) and not list(_wrong("", value, fields))


_WHOLE, _NUMBER, _BOOL, _TEXT, _DICT, _LIST = (
    _is(int),
    _is(int, float),
    _is(bool),
    _is(str),
    _is(dict),
    _is(list),
)
_ID = _matches(r"[A-Za-z0-9]{16}")
_COLOUR = _matches(r"#[0-9a-f]{6}")
_NAME = _matches(r".*\S.*")
#: A picture by its path in the user data, as in an address.
_PICTURE = _matches(r"[A-Za-z0-9_.~%/-]+\.(png|svg)")
_NOTHING = _one_of([])
_NULL = _one_of(None)


def _is_simple(points: object) -> bool:
    """Return whether points x, y, x, y ... are a polygon that does not cross itself."""
    if not isinstance(points, list) or len(points) < 6 or len(points) % 2 or not all(map(_NUMBER, points)):
        return False
    polygon = shapely.Polygon(list(zip(points[::2], points[1::2], strict=True)))
    return bool(polygon.is_valid and polygon.area > 0)


_SHAPE: Final[Mapping[str, Check]] = {"type": _one_of("polygon"), "hole": _BOOL, "points": _is_simple}
_SENSE = _one_of(0, 10, 20, 30, 40)
_TEXTURE: Final = {
    "anchorX": _NUMBER,
    "anchorY": _NUMBER,
    "offsetX": _WHOLE,
    "offsetY": _WHOLE,
    "fit": _one_of("fill", "contain", "cover", "width", "height"),
    "scaleX": _NUMBER,
    "scaleY": _NUMBER,
    "rotation": _is(int, float, low=0, high=360),
}
_SHADE: Final = {"tint": _COLOUR, "alphaThreshold": _is(int, float, low=0, high=1)}

_SCENE: Final[Mapping[str, Check]] = {
    "name": _NAME,
    "navigation": _BOOL,
    "navOrder": _WHOLE,
    "navName": _TEXT,
    "thumb": _NULL,
    "width": _is(int, low=1),
    "height": _is(int, low=1),
    # With any padding the grid would be moved against the image.
    "padding": _one_of(0),
    "initial": _made_of({"x": _WHOLE, "y": _WHOLE, "scale": _is(int, float, low=0.01)}),
    "grid": _made_of(
        {
            "type": _one_of(2, 3, 4, 5),
            "size": _is(int, low=20),
            "style": _NAME,
            "thickness": _is(int, low=1),
            "color": _COLOUR,
            "alpha": _is(int, float, low=0, high=1),
            "distance": _is(int, float, low=0.01),
            "units": _TEXT,
        }
    ),
    "tokenVision": _BOOL,
    "fog": _made_of({"colors": _made_of({"explored": _or_none(_COLOUR), "unexplored": _or_none(_COLOUR)})}),
    "environment": _made_of(
        {
            "darknessLevel": _is(int, float, low=0, high=1),
            "darknessLock": _BOOL,
            "globalLight": _made_of({"enabled": _BOOL}),
            "cycle": _BOOL,
        }
    ),
    "weather": _one_of("", "leaves", "rain", "rainStorm", "fog", "snow", "blizzard"),
    "playlist": _NULL,
    "playlistSound": _NULL,
    "journal": _NULL,
    "journalEntryPage": _NULL,
    **dict.fromkeys(("drawings", "lights", "notes", "sounds"), _NOTHING),
    **dict.fromkeys(("walls", "regions", "tokens", "tiles"), _LIST),
    "flags": _DICT,
    "_stats": _made_of({"coreVersion": _matches(r"1[34]\.\d+")}),
}
_SCENE_13: Final = {
    "background": _made_of({"src": _PICTURE, **_TEXTURE, **_SHADE}),
    "backgroundColor": _COLOUR,
    "foreground": _NULL,
    "foregroundElevation": _is(int, low=1),
    "templates": _NOTHING,
}
_SCENE_14: Final = {"shiftX": _WHOLE, "shiftY": _WHOLE, "initialLevel": _ID, "levels": _LIST}
_LEVEL: Final = {
    "_id": _ID,
    "name": _NAME,
    "elevation": _made_of({"bottom": _or_none(_NUMBER), "top": _or_none(_NUMBER)}),
    "background": _made_of({"src": _PICTURE, "color": _COLOUR, **_SHADE}),
    "foreground": _made_of({"src": _NULL, **_SHADE}),
    "fog": _made_of({"src": _NULL}),
    "textures": _made_of(_TEXTURE),
    "visibility": _made_of({"levels": _NOTHING}),
    "sort": _WHOLE,
    "flags": _DICT,
}
_WALL: Final = {
    "_id": _ID,
    "c": lambda it: isinstance(it, list) and len(it) == 4 and all(map(_WHOLE, it)) and it[:2] != it[2:],
    "light": _SENSE,
    "sight": _SENSE,
    "sound": _SENSE,
    "move": _one_of(0, 20),
    "dir": _one_of(0, 1, 2),
    "door": _one_of(0, 1, 2),
    "ds": _one_of(0, 1, 2),
    "threshold": _made_of({"light": _NULL, "sight": _NULL, "sound": _NULL, "attenuation": _BOOL}),
    "flags": _DICT,
}
_REGION: Final = {
    "_id": _ID,
    "name": _NAME,
    "color": _COLOUR,
    "shapes": lambda it: bool(it) and all(map(_made_of(_SHAPE), it)),
    "elevation": _made_of({"bottom": _or_none(_NUMBER), "top": _or_none(_NUMBER)}),
    "behaviors": _NOTHING,
    "visibility": _one_of(0, 1, 2),
    "locked": _BOOL,
    "flags": _DICT,
}
_TOKEN: Final = {
    "_id": _ID,
    "name": _TEXT,
    "displayName": _one_of(0, 10, 20, 30, 40, 50),
    "actorId": _NULL,
    "actorLink": _BOOL,
    "texture": _made_of({"src": _PICTURE, "tint": _COLOUR}),
    "width": _is(int, float, low=0.5),
    "height": _is(int, float, low=0.5),
    "x": _WHOLE,
    "y": _WHOLE,
    "elevation": _NUMBER,
    "rotation": _is(int, float, low=0, high=360),
    "lockRotation": _BOOL,
    "hidden": _BOOL,
    "disposition": _one_of(-2, -1, 0, 1),
    "sight": _made_of({"enabled": _BOOL}),
    "flags": _DICT,
}


_TILE: Final = {
    "_id": _ID,
    "texture": _made_of(
        {
            "src": _matches(r"[^ #]+\.(png|svg)"),
            **{name: it for name, it in _TEXTURE.items() if name not in ("offsetX", "offsetY", "rotation")},
            "tint": _COLOUR,
        }
    ),
    "x": _WHOLE,
    "y": _WHOLE,
    "width": _is(int, low=1),
    "height": _is(int, low=1),
    "rotation": _is(int, float, low=0, high=360),
    "elevation": _NUMBER,
    "sort": _WHOLE,
    "hidden": _BOOL,
    "locked": _BOOL,
    "flags": _DICT,
}


def faults(scene: dict[str, Any], version: int) -> list[str]:
    """Return all that the models of a version would refuse or drop."""
    new = version >= 14
    levels = {"levels": _LIST} if new else {}
    kinds = {
        "walls": _WALL | levels,
        "regions": _REGION | levels,
        "tokens": _TOKEN | ({"level": _ID} if new else {}),
        "tiles": _TILE | ({"anchorX": _NUMBER, "anchorY": _NUMBER} if new else {}),
        "levels": _LEVEL,
    }
    found = list(_wrong("scene", scene, {**_SCENE, **(_SCENE_14 if new else _SCENE_13)}))
    ids = []
    for name, fields in kinds.items():
        for i, document in enumerate(scene.get(name, [])):
            found += _wrong(f"{name}[{i}]", document, fields)
            ids.append((name, document.get("_id")))
    if len(set(ids)) < len(ids):
        found.append("two documents of a kind have one id")
    if new:
        found += _levels(scene)
    return found


def _levels(scene: dict[str, Any]) -> Iterator[str]:
    known = {it.get("_id") for it in scene.get("levels", [])}
    if scene.get("initialLevel") not in known:
        yield "the initial level is none of the scene's"
    # Tokens are on this one when nothing else is said.
    if "defaultLevel0000" not in known:
        yield "there is no default level"
    for name in ("walls", "regions"):
        if any(not set(it.get("levels", [])) <= known for it in scene.get(name, [])):
            yield f"{name} name levels that there are not"
    if any(it.get("level") not in known for it in scene.get("tokens", [])):
        yield "a token is on no level"


def _wrong(where: str, found: dict[str, Any], fields: Mapping[str, Check]) -> Iterator[str]:
    for name in sorted(set(fields) | set(found)):
        if name not in found:
            yield f"{where} has no {name}"
        elif name not in fields:
            yield f"{where} has {name}, which there is not"
        elif not fields[name](found[name]):
            yield f"{where}.{name} cannot be {found[name]!r}"


def hex_centre(scene: dict[str, Any], column: int, row: int) -> tuple[float, float]:
    """Return the centre of a space of the scene's grid, as Foundry places it.

    Columns and rows are Foundry's: those which its grid shifts begin half a space above or left of the scene.
    """
    kind, size = scene["grid"]["type"], scene["grid"]["size"]
    along = 2 * size / 3**0.5
    in_columns, is_even = kind in (4, 5), kind in (3, 5)
    line, place = (column, row) if in_columns else (row, column)
    shift = 0.5 if ((line + 1) % 2 == 0) == is_even else 0.0
    far, wide = along * (0.75 * line + 0.5), (place - shift + 0.5) * size
    return (far, wide) if in_columns else (wide, far)
