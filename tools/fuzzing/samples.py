"""Undamaged files of every kind that is read: those that ship, and exports of the smallest scenario that has everything."""

from __future__ import annotations

import gzip
import os
import re
import tempfile
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from PySide6.QtCore import QCoreApplication

    from fairground.core.scenario.document import Scenario

ROOT: Final = Path(__file__).parents[2]
#: A small arena with everything that a file can hold.
ARENA: Final = """\
format: fairground/1
name: Sample
author: Anna
notes: |
  Played on a Friday.
ruleset: penance-1.0
rules: {cover.reach: adjacent}
weather: rain
turns: 6
board:
  layout: odd-q
  size: [5, 4]
  palette: {'.': clear, '#': wall, '~': [clear, rubble]}
  terrain: |
    ..#..
    .~.~.
    ..#..
    .....
  elevation: |
    .....
    .1.2.
    .....
    .....
  effects_palette: {'.': [], f: fire, s: smoke}
  effects: |
    .....
    f...s
    .....
    .....
  names: {B2: Mill}
  notes: {C4: Careful}
sides:
  - {id: red, name: Red, team: east}
  - {id: blue, name: Blue, role: defender}
zones:
  - {id: red-start, side: red, hexes: "row 1"}
  - {id: blue-start, side: blue, hexes: [A4, B4, C4]}
  - {id: way-out, side: red, kind: exit, hexes: "within 1 of E4 - row 4"}
objectives:
  - {id: mill, hexes: [B2], points: 3, hold: 2}
units:
  - {id: one, side: red, class: scout, hex: A1, facing: 4, shield: left}
  - {id: two, side: blue, class: heavy, hex: C4, allowance: 4}
victory: {points: 10, last_standing: true, kill: 5, component: 2}
locked: [B2, red-start]
"""
#: The same with room for a force in both zones.
PLAYABLE: Final = ARENA.replace("row 1", "rows 1-2").replace("[A4, B4, C4]", "rows 3-4").encode()
#: A MegaMek board with everything that one can have.
BOARD: Final = b"""\
# A lake
size 3 3
option exit_roads_to_pavement false
tag "Lakes"
background "lake.png"
description "A lake\\nin the hills"
novelty 1 "2"
hex 0101 0 "" ""
hex 0201 1 "woods:1;foliage_elev:2" ""
hex 0301 -2 "water:2" "grass"
hex 0102 0 "road:1:18;woods:2" ""
hex 0202 3 "building:2;bldg_elev:3;bldg_cf:40;fluff:1" ""
hex 0302 0 "smoke:1;rough:1" ""
hex 0103 0 "bridge:1:9;bridge_elev:1;bridge_cf:15;water:1" ""
hex 0203 12 "fire:1" "a \\"b\\""
hex 0303 0 "unheard_of:3" ""
note 0202 "Held by the defender"
end
"""
#: Boards in the two kinds of text.
BRACKETS: Final = b"""\
# The pit
 [F ][  ][E1][==]
[R1][W ][R3][Q ]  # low ground

 [P ][E2][R ][R1]
"""
ROW_CODES: Final = b"""\
# FR = Forest (+1 Defense)
TITLE: The Pit
SUBTITLE: 4x3, scenario #0
ROW1: PC PC FR OG
ROW2: OG WA E1 SW  # SW = Swamp
ROW3: RU E2 PD PD
"""


class Sample(NamedTuple):
    """An undamaged file, and those that it refers to, by name."""

    name: str
    data: bytes
    beside: dict[str, bytes] = {}  # noqa: RUF012  # never changed


def shipped(pattern: str) -> list[Sample]:
    """Return the files of the repository that match a pattern."""
    return [Sample(path.name, path.read_bytes()) for path in sorted(ROOT.glob(pattern))]


@cache
def exported(format_name: str, **options: str) -> list[Sample]:
    """Return the sample arena in another format."""
    from fairground.core.clients import load_format
    from fairground.core.clients.format import export_settings

    target = load_format(format_name)
    if target.write is None:
        raise ValueError(f"{format_name} is not written")
    export = target.write(_arena(), export_settings(target.options, options, "sample"))
    return [
        Sample(f"sample{target.ending}", export.content, {it.name: it.content for it in export.companions})
    ]


@cache
def worldographer_maps() -> list[Sample]:
    """Return the map that ships, not packed, in UTF-8."""
    text = gzip.decompress((ROOT / "docs/examples/coast.wxx").read_bytes()).decode("utf-16")
    return [Sample("coast.wxx", re.sub(r"<\?xml[^>]*>", "", text).encode())]


@cache
def clips() -> list[Sample]:
    """Return a piece of the sample arena, as it is copied and pasted."""
    from fairground.core import clip_of
    from fairground.core.files.clip_text import clip_to_text

    board = _arena().board
    clip = clip_of(board, list(board.hexes())[:12])
    return [Sample("clip.yaml", clip_to_text(clip).encode())]


@cache
def journals() -> list[Sample]:
    """Return the journal of an editor that was killed after edits of every kind."""
    from fairground.core import turned
    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.hexsides import Hexside
    from fairground.core.grid.symmetry import Symmetry
    from fairground.editor.document.document import Document
    from fairground.editor.document.journal import Journal
    from fairground.editor.document.patches import (
        BoardLayer,
        FieldPatch,
        cell_patch,
        hexside_patch,
        list_patch,
    )
    from fairground.editor.document.scenario_patches import scenario_patches

    started_qt()
    scenario = _arena()
    document = Document(scenario)
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal(document, Path(folder))
        document.edit("Rename", [FieldPatch("name", scenario.name, "Another")])
        board = scenario.board
        for level in (1, 2):
            document.edit("Raise", [cell_patch(board, BoardLayer.ELEVATION, ~board.void, level)], stroke=1)
        wider = [*board.palette, replace(board.palette[0], key="o", kinds=("clear", "smoke"))]
        painted = cell_patch(board, BoardLayer.TERRAIN, ~board.void, len(board.palette))
        document.edit("Paint", [FieldPatch("board.palette", board.palette, wider), painted], stroke=2)
        document.edit("Wall", [hexside_patch(board, {Hexside(Hex(1, 1), 1): ("wall",)})], stroke=3)
        document.edit("Name", [FieldPatch("board.names", board.names, {Hex(2, 1): "Inn"})])
        for name in ("units", "zones", "objectives", "sides", "locked"):
            items = getattr(scenario, name)
            document.edit("Order", [list_patch(name, items, items[::-1])])
        document.edit("Fair", [FieldPatch("victory", scenario.victory, replace(scenario.victory, points=3))])
        document.undo()
        document.undo()
        document.redo()
        document.edit("Turn", scenario_patches(scenario, turned(scenario, Symmetry(3)).scenario))
        journal.sync()
        data = journal.path.read_bytes()
        journal.close()
    return [Sample("sample.journal", data)]


@cache
def started_qt() -> QCoreApplication:
    """Return an application, without which a journal has no clock; it is kept."""
    from PySide6.QtWidgets import QApplication

    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    return QApplication.instance() or QApplication([])


def _arena() -> Scenario:
    from fairground.core.files import read_bytes

    scenario = read_bytes(ARENA.encode()).scenario
    if scenario is None:
        raise ValueError("the sample arena cannot be read")
    return scenario
