from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING

import numpy as np
import pytest

from fairground.core.grid.hexsides import hexside
from fairground.core.grid.layout import Layout
from fairground.core.scenario.board import Board, PaletteEntry
from fairground.core.scenario.document import Scenario
from fairground.core.scenario.parts import (
    Objective,
    RulesetReference,
    Shield,
    Side,
    Unit,
    Zone,
)
from fairground.core.scenario.zone_text import parse_shape

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Pixels = Callable[[bytes], NDArray[np.uint8]]
    MakeScenario = Callable[..., Scenario]

ARENA = ("..#.#..", ".~...~.", "#.....#", ".......", "#..o..#", ".~...~.", "..#.#..")
KINDS = {".": "clear", "#": "wall", "~": "rubble", "o": "cover"}


def _decode(png: bytes) -> NDArray[np.uint8]:
    """Return the pixels of an 8-bit RGBA PNG, ``[height, width, 4]``: what a test needs of the format."""
    width, height, depth, colour = struct.unpack(">IIBB", png[16:26])
    assert (depth, colour) == (8, 6)
    at, packed = 8, b""
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        if png[at + 4 : at + 8] == b"IDAT":
            packed += png[at + 8 : at + 8 + length]
        at += 12 + length
    rows = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(height, 1 + 4 * width)
    pixels = np.zeros((height, width, 4), np.int32)
    above = np.zeros((width, 4), np.int32)
    for y, row in enumerate(rows):
        line = row[1:].reshape(width, 4).astype(np.int32)
        match row[0]:
            case 1:
                line = np.cumsum(line, axis=0) % 256
            case 2:
                line = (line + above) % 256
            case 3 | 4:
                left = np.zeros(4, np.int32)
                corner = np.zeros(4, np.int32)
                for x in range(width):
                    guess = (left + above[x]) // 2 if row[0] == 3 else _paeth(left, above[x], corner)
                    left = line[x] = (line[x] + guess) % 256
                    corner = above[x]
        pixels[y] = above = line
    return pixels.astype(np.uint8)


def _paeth(left: NDArray[np.int32], up: NDArray[np.int32], corner: NDArray[np.int32]) -> NDArray[np.int32]:
    near = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
    return np.where(
        (near[0] <= near[1]) & (near[0] <= near[2]), left, np.where(near[1] <= near[2], up, corner)
    )


@pytest.fixture(scope="session")
def pixels() -> Pixels:
    """Decode a PNG."""
    return _decode


@pytest.fixture(scope="session")
def make_scenario() -> MakeScenario:
    """Make a scenario from rows of marks."""

    def make(
        rows: tuple[str, ...] = ARENA,
        layout: Layout = Layout.ODD_R,
        *,
        ruleset: str = "penance-1.0",
        kinds: dict[str, str] = KINDS,
    ) -> Scenario:
        marks = sorted(set("".join(rows)))
        board = Board.blank(layout, len(rows[0]), len(rows))
        board.palette = [PaletteEntry(mark, (kinds[mark],)) for mark in marks]
        board.terrain = np.array([[marks.index(mark) for mark in row] for row in rows], np.uint16)
        return Scenario("Test board", RulesetReference(ruleset), board)

    return make


@pytest.fixture
def arena(make_scenario: MakeScenario) -> Scenario:
    """A board that has one of everything."""
    scenario = make_scenario()
    board = scenario.board
    board.elevation[2, 3] = 1
    board.elevation[3, 2] = 2
    board.elevation[4, 4] = -1
    board.effects_palette = [PaletteEntry(".", ()), PaletteEntry("s", ("smoke",))]
    board.effects[3, 5] = 1
    board.hexsides = {hexside(board.parse("D5"), 1): ("hedge",)}
    board.names = {board.parse("B4"): "Old Mill"}
    scenario.sides = [Side("p1", "Player 1"), Side("p2", "Player 2")]
    scenario.zones = [
        Zone("north", "p1", parse_shape("rows 1-2")),
        Zone("south", "p2", parse_shape("rows 6-7")),
    ]
    scenario.objectives = [Objective("centre", parse_shape("D4"), points=3, hold=2)]
    scenario.units = [
        Unit("scout-1", "p1", "scout", board.parse("A1"), facing=4, shield=Shield.LEFT),
        Unit("heavy-1", "p2", "heavy", board.parse("G7"), facing=1),
    ]
    return scenario
