"""Programs that read Tiled maps: what they have in each cell and where, against the scenario."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from fairground.core.grid.labels import label
from fairground.core.grid.layout import Layout
from fairground.core.pictures.looks import Looks
from tests.core.clients.tiled.in_tiled import (
    TARGETS,
    differences,
    middle,
    tiled,
    wrong_layers,
    wrong_objects,
    wrong_pixels,
)
from tools.clients.client import Client, Fault
from tools.clients.installed import NpmPackage, PythonPackage, SystemProgram

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from tools.clients.client import Run


def check_reader(run: Run, name: str, *, reader: str, lines_from: str = "units") -> Iterator[Fault]:
    """Yield what a reader of Tiled maps has otherwise: cells, pixels and objects."""
    for shown, answer in run.ask_each(reader, name):
        run.compared += shown.scenario.board.terrain.size
        yield from (Fault(shown.name, it) for it in wrong_answer(shown.scenario, answer, lines_from))


def wrong_answer(scenario: Scenario, answer: dict[str, Any], lines_from: str = "units") -> Iterator[str]:
    """Yield the faults in an answer of a reader.

    It has ``layers`` (rows of tile numbers), ``tiles`` (properties by number), ``objects`` (name, x and y by layer) and
    maybe ``centres`` (rows of points, by what the program uses them for).
    """
    if "error" in answer:
        yield answer["error"]
        return
    board = scenario.board
    tiles = {int(number): properties for number, properties in answer["tiles"].items()}
    yield from wrong_layers(board, answer["layers"], tiles)
    yield from wrong_objects(scenario, answer["objects"], lines_from=lines_from)
    for use, rows in answer.get("centres", {}).items():
        yield from _wrong_centres(board, rows, use)


def _wrong_centres(board: Board, rows: list[list[list[float]]], use: str) -> Iterator[str]:
    for row in range(board.rows):
        for column in range(board.columns):
            wanted = middle(board, column, row)
            if tuple(rows[row][column]) != wanted:
                yield f"{label(column, row)} is {use} at {rows[row][column]}, not at {wanted}"


def _in_tiled(run: Run, name: str) -> Iterator[Fault]:
    for shown in run.boards:
        path = run.export(shown, name)
        run.compared += shown.scenario.board.terrain.size
        for text in wrong_pixels(shown.scenario.board, path, Looks(shown.scenario)):
            yield Fault(shown.name, f"drawn: {text}")
        for ending, target in TARGETS.items():
            again = run.folder / f"again{ending}"
            tiled("tiled", "--export-map", target, path, again)
            for text in differences(shown.scenario, again):
                yield Fault(shown.name, f"saved as {target}: {text}")


def _is_odd_r(scenario: Scenario) -> bool:
    return scenario.board.layout is Layout.ODD_R


CLIENTS = (
    Client(
        "Tiled",
        ("tiled", "tiled-json"),
        SystemProgram(("tiled", "--version"), ("tmxrasterizer",)),
        "`tmxrasterizer` draws the map; `tiled --export-map` saves it again as TMX and TMJ",
        "the colour at the centre of each hex, without decorations; the saved maps, imported again, must be the same scenario",
        _in_tiled,
    ),
    Client(
        "Phaser",
        ("tiled-json",),
        NpmPackage("phaser"),
        "`ParseJSONTiled`, `Tile.pixelX`, `HexagonalTileToWorldXY` in Node.js",
        "terrain, level, effects and pixels of each hex; objects",
        partial(check_reader, reader="phaser.mjs"),
        _is_odd_r,
        "only `odd-r`: in the `even` layouts Phaser draws the map half a hex to the side of its objects, and on "
        "flat-top boards `tileToWorldXY` returns points that differ from where it draws",
    ),
    Client(
        "melonJS",
        ("tiled-json",),
        NpmPackage("melonjs"),
        "`TMXTileMap` and its hexagonal renderer in Node.js",
        "terrain, level, effects and pixels of each hex, and the hex found at its centre; objects",
        partial(check_reader, reader="melonjs.mjs"),
    ),
    Client(
        "Excalibur, Tiled plugin",
        ("tiled", "tiled-json"),
        NpmPackage("@excaliburjs/plugin-tiled"),
        "`TiledResource`, headless and strict, in Node.js",
        "terrain, level and effects of each hex; objects",
        partial(check_reader, reader="excalibur.mjs"),
        limits="it has no renderer for hexagonal layers: place the tiles yourself",
    ),
    Client(
        "pytmx",
        ("tiled",),
        PythonPackage("PyTMX"),
        "`TiledMap`",
        "terrain, level and effects of each hex; objects",
        partial(check_reader, reader="read_pytmx.py", lines_from=""),
    ),
    Client(
        "pytiled-parser",
        ("tiled", "tiled-json"),
        PythonPackage("pytiled-parser"),
        "`parse_map`",
        "terrain, level and effects of each hex; objects",
        partial(check_reader, reader="read_pytiled.py"),
    ),
)
