"""Small arenas in a line or two, and what validation says about them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from fairground.core.files import save
from fairground.core.grid.hexsides import hexside
from fairground.core.grid.layout import Layout
from fairground.core.scenario.board import Board, PaletteEntry
from fairground.core.scenario.document import Scenario
from fairground.core.scenario.parts import RulesetReference, Side, Unit, Victory, Zone
from fairground.core.scenario.zone_text import parse_shape
from fairground.core.validation import validate, validate_file

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from fairground.core.finding import Finding

KINDS = {
    ".": ("clear",),
    "#": ("wall",),
    "~": ("rubble",),
    "o": ("cover",),
    "w": ("water",),
    "i": ("ice",),
    "L": ("lava",),
    "-": ("void",),
    "?": ("woood",),
    "f": ("fire",),
    "s": ("smoke",),
    "!": ("fyre",),
}


def make_board(
    terrain: str, *, levels: str = "", effects: str = "", hexsides: str = "", layout: Layout = Layout.ODD_R
) -> Board:
    """Return a board painted with the keys of ``KINDS``; rows are parted by spaces or line ends."""
    rows = terrain.split()
    board = Board.blank(layout, len(rows[0]), len(rows))
    board.palette = [PaletteEntry(key, KINDS[key]) for key in dict.fromkeys("".join(rows))]
    keys = [entry.key for entry in board.palette]
    board.terrain[:] = [[keys.index(key) for key in row] for row in rows]
    if levels:
        board.elevation[:] = [[0 if key == "." else int(key) for key in row] for row in levels.split()]
    if effects:
        painted = "".join(effects.split())
        board.effects_palette += [
            PaletteEntry(key, KINDS[key]) for key in dict.fromkeys(painted) if key != "."
        ]
        keys = [entry.key for entry in board.effects_palette]
        board.effects[:] = np.reshape([keys.index(key) for key in painted], board.effects.shape)
    for line in filter(None, hexsides.split("\n")):
        name, way, features = line.split()
        side = hexside(board.parse(name), layout.direction(way))
        board.hexsides[side] = tuple(sorted(features.split("+")))
    return board


@pytest.fixture
def arena() -> Callable[..., Scenario]:
    """Return ``arena(terrain, **changes)``: a scenario without fault, but for what the changes bring."""

    def build(
        terrain: str = "..... ..... ..... ..... .....",
        *,
        levels: str = "",
        effects: str = "",
        hexsides: str = "",
        layout: Layout = Layout.ODD_R,
        ruleset: str | RulesetReference = "penance-1.0",
        **parts: Any,
    ) -> Scenario:
        board = make_board(terrain, levels=levels, effects=effects, hexsides=hexsides, layout=layout)
        usual: dict[str, Any] = {
            "turns": 12,
            "sides": [Side("red"), Side("blue")],
            "zones": [
                Zone("red-start", "red", parse_shape("rows 1")),
                Zone("blue-start", "blue", parse_shape(f"rows {board.rows}")),
            ],
            "victory": Victory(points=10, last_standing=True, kill=5),
        }
        reference = RulesetReference(ruleset) if isinstance(ruleset, str) else ruleset
        return Scenario(name="Arena", ruleset=reference, board=board, **(usual | parts))

    return build


@pytest.fixture
def unit() -> Callable[..., Unit]:
    """Return ``unit("A1", **changes)``: a red scout there, on a board of layout odd-r."""

    def build(at: str, **changes: Any) -> Unit:
        place = Board.blank(Layout.ODD_R, 30, 30).parse(at)
        usual: dict[str, Any] = {"id": "scout-1", "side": "red", "unit_class": "scout", "hex": place}
        return Unit(**(usual | changes))

    return build


@pytest.fixture
def finding(tmp_path: Path) -> Callable[..., Finding]:
    """Return ``finding(code, scenario)``: the one finding with that code, and there must be exactly one.

    A file of the scenario must have it too, unless ``in_file`` is false: for what no file can hold.
    """

    def only(code: str, scenario: Scenario, *, profile: str | None = None, in_file: bool = True) -> Finding:
        every = validate(scenario, profile=profile)
        those = [it for it in every if it.code == code]
        assert len(those) == 1, every
        if in_file:
            file = tmp_path / "of-the-finding.yaml"
            save(scenario, file)
            report = validate_file(file, profile=profile).findings
            assert [it.severity for it in report if it.code == code] == [those[0].severity], report
        return those[0]

    return only


@pytest.fixture
def codes() -> Callable[..., list[str]]:
    """Return ``codes(scenario)``: the codes of all findings, in order."""

    def every(scenario: Scenario, *, profile: str | None = None) -> list[str]:
        return [it.code for it in validate(scenario, profile=profile)]

    return every


@pytest.fixture
def bare_rules(tmp_path: Path) -> Path:
    """Return a ruleset file with a little of what the shipped Penance has not: hexsides; and no shields."""
    file = tmp_path / "bare.yaml"
    file.write_text(
        """\
format: fairground-ruleset/1
id: bare
title: Bare
terrain:
  clear: {name: Clear}
  void: {name: Void, passable: false}
classes:
  scout: {name: Scout, allowance: 5}
hexsides:
  gate: {name: Gate}
  hedge: {name: Hedge, cost: 1}
  wall: {name: Wall, blocks_sight: true}
""",
        encoding="utf-8",
    )
    return file
