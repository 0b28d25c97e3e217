"""Read a Foundry scene: our own data from its flags, with units where their tokens stand; of others the grid and the walls."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from fairground.core.clients.format import Imported
from fairground.core.clients.foundry.scene import GRIDS
from fairground.core.clients.import_findings import ImportFindings
from fairground.core.clients.json_pieces import JsonPiece, json_pieces
from fairground.core.clients.scenario_head import HEAD, drawn_scenario
from fairground.core.clients.table_scene import TableGrid, TableWall, grid_of, report_dropped, scene_scenario
from fairground.core.errors import UsageError
from fairground.core.grid.labels import label
from fairground.core.grid.layout import SQRT3, Orientation
from fairground.core.text.foreign import finite_number, own_whole, whole_number
from fairground.core.text.wording import counted, shorten

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.clients.format import ImportSource
    from fairground.core.grid.hexes import Hex

    Pieces = dict[str, JsonPiece]

_LAYOUTS: Final = {number: layout for layout, number in GRIDS.items()}
#: What a scene may have besides, by its key, one of them in words.
_DROPPED: Final = {
    "lights": "light",
    "sounds": "sound",
    "notes": "journal note",
    "drawings": "drawing",
    "tiles": "tile",
    "templates": "template",
}


def read_scene(source: ImportSource) -> Imported:
    """Return the scenario of a Foundry scene; errors as ``import_file``."""
    findings = ImportFindings()
    pieces = json_pieces(source.text, findings, apart=frozenset(("tokens", "walls"))) or {}
    findings.refuse_errors(source.file_name)
    grid = _grid(pieces, source, findings)
    findings.refuse_errors(source.file_name)
    assert grid is not None  # noqa: S101  # else it was refused
    left, top = _padding(pieces, grid)
    dropped = {
        noun: sum(not _is_own(it.value) for it in _items(pieces, key)) for key, noun in _DROPPED.items()
    }
    report_dropped(dropped, findings)
    flags = pieces.get("flags", JsonPiece({}, 1))
    own = flags.value.get(HEAD) if isinstance(flags.value, dict) else None
    if isinstance(own, dict):
        units = list(_units(pieces, grid, (left, top), findings))
        scenario = drawn_scenario(JsonPiece(own, flags.line), units, source, findings)
        return Imported(scenario, findings.findings())
    _report_scene(pieces, findings)
    walls = list(_walls(pieces, (left, top), findings))
    tokens: dict[Hex, list[str]] = {}
    for token, _ in _items(pieces, "tokens"):
        name = token.get("name") if isinstance(token, dict) else None
        at = _token_hex(token, grid, (left, top))
        if isinstance(name, str) and name and at is not None:
            tokens.setdefault(at, []).append(name)
    title = pieces.get("name", JsonPiece("", 1)).value
    return scene_scenario(grid, walls, tokens, title if isinstance(title, str) else "", source, findings)


def _is_own(document: object) -> bool:
    """Return whether a document was made from a part of the scenario, which its own data have."""
    flags = document.get("flags") if isinstance(document, dict) else None
    return isinstance(flags, dict) and HEAD in flags


def _items(pieces: Pieces, key: str) -> list[JsonPiece]:
    """Return the items of a list of the scene; none for what is no list."""
    found = pieces.get(key, JsonPiece([], 1))
    if not isinstance(found.value, list):
        return []
    return [it if isinstance(it, JsonPiece) else JsonPiece(it, found.line) for it in found.value]


def _number(pieces: Pieces, key: str) -> float:
    found = finite_number(pieces[key].value) if key in pieces else None
    return found if found is not None else 0.0


def _grid(pieces: Pieces, source: ImportSource, findings: ImportFindings) -> TableGrid | None:
    """Return the grid of a scene, also of one before version 10; None, and a finding, if it has no hexes."""
    stated = pieces.get("grid", JsonPiece(None, 1))
    member = stated.value if isinstance(stated.value, dict) else {}
    kind = whole_number(member.get("type", pieces.get("gridType", JsonPiece(None, 1)).value))
    across = finite_number(member.get("size", stated.value))
    if kind not in _LAYOUTS:
        shown = {0: "no grid", 1: "a square grid"}.get(
            kind if kind is not None else -1, "an unknown kind of grid"
        )
        message = f"the scene has {shown}, but a board needs hexes"
        fix = "In Foundry, choose a hexagonal grid for the scene, and export it again."
        findings.add("import.orientation", message, line=stated.line, fix=fix)
        return None
    layout, asked = _LAYOUTS[kind], source.options.layout
    if asked not in (None, layout):
        raise UsageError(
            f"{source.file_name} has the layout {layout.value} and cannot be read as {asked.value}"
        )
    width, height = _number(pieces, "width"), _number(pieces, "height")
    return grid_of(layout, across or 0.0, width, height, findings, line=stated.line)


def _padding(pieces: Pieces, grid: TableGrid) -> tuple[float, float]:
    """Return where the picture of a scene begins, in pixels: Foundry rounds its padding up to whole hexes."""
    padding = min(max(_number(pieces, "padding"), 0.0), 1.0)
    shift_x, shift_y = (_number(pieces, key) for key in ("shiftX", "shiftY"))
    if not padding:
        return -shift_x, -shift_y
    flat = grid.layout.orientation is Orientation.FLAT
    along, across = grid.across * SQRT3 / 2, grid.across
    strides = (along, across) if flat else (across, along)
    counts = [
        math.ceil(padding * _number(pieces, key) / stride - 1e-6)
        for key, stride in zip(("width", "height"), strides, strict=True)
    ]
    left, top = (count * stride for count, stride in zip(counts, strides, strict=True))
    # An odd number of lines before the first would exchange the shifted ones.
    if counts[0 if flat else 1] % 2:
        left, top = (left, top + across / 2) if flat else (left + across / 2, top)
    return left - shift_x, top - shift_y


# -- tokens -------------------------------------------------------------------------------------------------


def _token_hex(token: object, grid: TableGrid, origin: tuple[float, float]) -> Hex | None:
    """Return the hex of a token's middle; None for a token without a place."""
    if not isinstance(token, dict):
        return None
    x, y = finite_number(token.get("x")), finite_number(token.get("y"))
    wide, high = (finite_number(token.get(key, 1)) or 1.0 for key in ("width", "height"))
    if x is None or y is None:
        return None
    flat = grid.layout.orientation is Orientation.FLAT
    width, height = (2 * grid.size, grid.across) if flat else (grid.across, 2 * grid.size)
    return grid.hex_at((x + wide * width / 2 - origin[0], y + high * height / 2 - origin[1]))


def _units(
    pieces: Pieces, grid: TableGrid, origin: tuple[float, float], findings: ImportFindings
) -> Iterator[dict[str, Any]]:
    """Yield the units of our own scene where their tokens stand now, as in a scenario file."""
    others = 0
    for token, line in _items(pieces, "tokens"):
        flags = token.get("flags") if isinstance(token, dict) else None
        own = flags.get(HEAD) if isinstance(flags, dict) else None
        at = _token_hex(token, grid, origin)
        if not isinstance(own, dict) or at is None:
            others += 1
            continue
        if not grid.has(at):
            name = token.get("name")
            called = f"the token {shorten(name)!r}" if isinstance(name, str) and name else "a token"
            message = f"{called} is off the board, so its unit is dropped"
            findings.add("import.left-out", message, line=line)
            continue
        keys = ("id", "side", "class", "shield", "name", "allowance")
        unit = {key: own[key] for key in keys if own.get(key) not in (None, "")}
        yield {**unit, "hex": label(*grid.layout.to_offset(at)), "facing": _facing(token, own, grid)}
    if others:
        message = (
            f"{counted(others, 'token')} without a Fairground unit {'is' if others == 1 else 'are'} dropped"
        )
        findings.add("import.left-out", message)


def _facing(token: dict[str, Any], own: dict[str, Any], grid: TableGrid) -> object:
    """Return the facing that is nearest to a token's rotation; that of its flags without one."""
    turn = finite_number(token.get("rotation"))
    if turn is None:
        return own.get("facing", 1)
    first = 180 if grid.layout.orientation is Orientation.FLAT else 210
    return round((turn - first) / 60) % 6 + 1


# -- scenes of others ---------------------------------------------------------------------------------------


def _walls(pieces: Pieces, origin: tuple[float, float], findings: ImportFindings) -> Iterator[TableWall]:
    kinds: Counter[str] = Counter()
    for wall, line in _items(pieces, "walls"):
        ends = wall.get("c") if isinstance(wall, dict) else None
        numbers = [finite_number(it) for it in ends] if isinstance(ends, list) and len(ends) == 4 else []
        known = [it for it in numbers if it is not None]
        if len(known) != 4:
            findings.add("import.left-out", "a wall that does not have two ends is dropped", line=line)
            continue
        x0, y0, x1, y1 = known
        kinds["door"] += bool(whole_number(wall.get("door")))
        kinds["one-way wall"] += bool(whole_number(wall.get("dir")))
        # Version 9 and before said 1 for 20.
        sight, movement = (
            whole_number(wall.get(key, 20)) != 0 for key in ("sight" if "sight" in wall else "sense", "move")
        )
        (left, top) = origin
        yield TableWall((x0 - left, y0 - top), (x1 - left, y1 - top), sight, movement)
    for noun, count in kinds.items():
        if count:
            plural = "one-way walls" if noun.startswith("wall") else ""
            message = f"{counted(count, noun, plural)} {'was' if count == 1 else 'were'} read as plain {'wall' if count == 1 else 'walls'}"
            findings.add("import.left-out", message)


def _report_scene(pieces: Pieces, findings: ImportFindings) -> None:
    """Report the parts of another's scene that are dropped."""
    background = pieces.get("background", pieces.get("img", JsonPiece(None, 1)))
    levels = pieces.get("levels", JsonPiece([], 1)).value
    has_picture = bool(background.value) or bool(levels)
    report_dropped(
        {"picture": own_whole(has_picture), "region": len(_items(pieces, "regions"))},
        findings,
        line=background.line,
    )


def recognises(text: str) -> bool:
    """Return whether a text looks like a scene that Foundry or an export of ours wrote."""
    keys = ('"walls"', '"tokens"', '"width"', '"padding"')
    return text.lstrip()[:1] == "{" and all(key in text for key in keys)
