"""What Tiled itself, and parsers that others wrote, make of an export of a scenario."""

from __future__ import annotations

import logging
import os
import shutil
import subprocess
from typing import TYPE_CHECKING, Any

import numpy as np

from fairground.core import export, import_file
from fairground.core.clients.tiled.model import joined
from fairground.core.files import to_text
from fairground.core.grid.labels import label
from fairground.core.pictures.looks import Looks
from fairground.core.pictures.scene import Stack

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario

#: The formats and the endings of their files; the names that Tiled has for them.
FORMATS = {"tiled": ".tmx", "tiled-json": ".tmj"}
TARGETS = {".tmx": "tmx", ".tmj": "json"}
MISSING = [name for name in ("tiled", "tmxrasterizer") if shutil.which(name) is None]


def faults_in_tiled(scenario: Scenario, folder: Path) -> Iterator[str]:
    """Yield all that Tiled and the parsers do not take as the scenario has it; ``folder`` is for the exports."""
    for name, ending in FORMATS.items():
        path = folder / f"map{ending}"
        prepared = export(scenario, name, path, overwrite=True, force=True)
        yield from (f"{ending}: {told}" for told in prepared.losses)
        yield from (f"{ending}, read back: {told}" for told in differences(scenario, path))
        yield from (
            f"{ending}, drawn: {told}" for told in wrong_pixels(scenario.board, path, Looks(scenario))
        )
        for target, known in TARGETS.items():
            again = folder / f"again{target}"
            tiled("tiled", "--export-map", known, path, again)
            yield from (
                f"{ending}, saved by Tiled as {target}: {told}" for told in differences(scenario, again)
            )
        yield from (f"{ending}, by pytiled-parser: {told}" for told in wrong_in_pytiled(scenario, path))
    yield from (f"by pytmx: {told}" for told in wrong_in_pytmx(scenario, folder / "map.tmx"))


def tiled(*command: object) -> None:
    """Run a program of Tiled without a screen."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run([str(it) for it in command], env=environment, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()


def differences(scenario: Scenario, path: Path) -> Iterator[str]:
    """Yield how a file reads other than the scenario that it was made from."""
    back, losses = import_file(path, folder=scenario.folder)
    yield from (it.message for it in losses)
    if back != scenario or to_text(back) != to_text(scenario):
        yield "another scenario"


# -- pixels -------------------------------------------------------------------------------------------------


def drawn(path: Path) -> NDArray[np.uint8]:
    """Return the picture that Tiled draws of a map, without decorations, which cover the ground: ``[height, width, 3]``."""
    picture = path.with_suffix(".ppm")
    tiled("tmxrasterizer", "--hide-layer", "decorations", path, picture)
    kind, size, deepest, pixels = picture.read_bytes().split(b"\n", 3)
    assert (kind, deepest) == (b"P6", b"255")
    width, height = map(int, size.split())
    return np.frombuffer(pixels, np.uint8).reshape(height, width, 3)


def wrong_pixels(board: Board, path: Path, looks: Looks) -> Iterator[str]:
    """Yield the hexes in whose middle the picture has another colour than their terrain."""
    picture = drawn(path)
    for (row, column), index in np.ndenumerate(board.terrain):
        entry = board.palette[int(index)]
        if entry.is_void:
            continue
        x, y = middle(board, column, row)
        wanted = Stack(tuple(looks.terrain(kind) for kind in entry.kinds)).ground
        found = "#" + "".join(f"{it:02x}" for it in picture[y, x])
        if found != wanted:
            yield f"{label(column, row)} is {found}, not {wanted}"


def middle(board: Board, column: int, row: int) -> tuple[int, int]:
    """Return the pixel in the middle of a hex, by what Tiled's manual says, of hexes of 56 by 64 pixels."""
    shifted = board.layout.value[-1]
    line = column if shifted == "q" else row
    half = 28 if (line % 2 == 1) == board.layout.value.startswith("odd") else 0
    if shifted == "q":
        return 48 * column + 32, 56 * row + half + 28
    return 56 * column + half + 28, 48 * row + 32


# -- parsers ------------------------------------------------------------------------------------------------


def wrong_in_pytiled(scenario: Scenario, path: Path) -> Iterator[str]:
    import pytiled_parser

    parsed = pytiled_parser.parse_map(path)
    tiles: dict[int, dict[str, Any]] = {
        first + number: dict(tile.properties or {})
        for first, tileset in parsed.tilesets.items()
        for number, tile in (tileset.tiles or {}).items()
    }
    layers: dict[str, Any] = {layer.name: layer for layer in parsed.layers}
    gids = {name: layers[name].data for name in ("terrain", "elevation", "effects")}
    yield from wrong_layers(scenario.board, gids, tiles)
    title = (parsed.properties or {}).get("name")
    if title != scenario.name:
        yield f"the name is {title!r}"
    objects = {
        name: [(it.name, it.coordinates.x, it.coordinates.y) for it in layers[name].tiled_objects]
        for name in ("units", "zones", "objectives", "hexsides", "names", "notes")
    }
    yield from wrong_objects(scenario, objects)


def wrong_in_pytmx(scenario: Scenario, path: Path) -> Iterator[str]:
    logging.getLogger("pytmx").setLevel(logging.CRITICAL)
    import pytmx

    parsed = pytmx.TiledMap(str(path))
    layers = {layer.name: layer for layer in parsed.layers}
    gids = {name: layers[name].data for name in ("terrain", "elevation", "effects")}
    yield from wrong_layers(scenario.board, gids, parsed.tile_properties)
    if parsed.properties.get("name") != scenario.name:
        yield f"the name is {parsed.properties.get('name')!r}"
    objects = {
        name: [(it.name, it.x, it.y) for it in layers[name]]
        for name in ("units", "zones", "objectives", "hexsides", "names", "notes")
    }
    yield from wrong_objects(scenario, objects, lines_from="")


def wrong_layers(board: Board, gids: dict[str, Any], tiles: dict[int, dict[str, Any]]) -> Iterator[str]:
    for row in range(board.rows):
        for column in range(board.columns):
            entry = board.palette[int(board.terrain[row, column])]
            effects = board.effects_palette[int(board.effects[row, column])].kinds
            level = int(board.elevation[row, column])
            found = {name: tiles.get(cells[row][column], {}) for name, cells in gids.items()}
            wanted = (joined(entry.kinds) if not entry.is_void else "void", level, joined(effects))
            read = (
                found["terrain"].get("terrain", "void"),
                int(found["elevation"].get("elevation", 0)),
                found["effects"].get("effects", ""),
            )
            if read != wanted:
                yield f"{label(column, row)} has {read}, not {wanted}"


def wrong_objects(
    scenario: Scenario, objects: dict[str, list[tuple[str, float, float]]], *, lines_from: str = "units"
) -> Iterator[str]:
    board = scenario.board
    for part in ("zones", "objectives"):
        names = list(dict.fromkeys(name for name, _, _ in objects[part]))
        if names != list(dict.fromkeys(it.name or it.id for it in getattr(scenario, part))):
            yield f"the {part} are {names}"
    for part, count in (
        ("hexsides", len(board.hexsides)),
        ("names", len(board.names)),
        ("notes", len(board.notes)),
    ):
        if len(objects[part]) != count:
            yield f"there are {len(objects[part])} {part}, not {count}"
    if [name for name, _, _ in objects["units"]] != [unit.name or unit.id for unit in scenario.units]:
        yield "the units are others"
    elif lines_from == "units":
        # pytmx gives a line the corner of its box for a place.
        for unit, (_, x, y) in zip(scenario.units, objects["units"], strict=True):
            wanted = middle(board, *board.layout.to_offset(unit.hex))
            if (x, y) != wanted:
                yield f"{unit.id} stands at {x:g}, {y:g}, not {wanted}"
