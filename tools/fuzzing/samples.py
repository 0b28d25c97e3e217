"""Undamaged files of every kind that is read: those that ship, and exports of the smallest scenario that has everything."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
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
    from fairground.core.clients import load_format  # noqa: PLC0415  # only workers load these
    from fairground.core.clients.option import order  # noqa: PLC0415

    target = load_format(format_name)
    if target.write is None:
        raise ValueError(f"{format_name} is not written")
    export = target.write(_arena(), order(target.options, options, "sample"))
    return [
        Sample(f"sample{target.ending}", export.content, {it.name: it.content for it in export.companions})
    ]


@cache
def clips() -> list[Sample]:
    """Return a piece of the sample arena, as it is copied and pasted."""
    from fairground.core import clip_of  # noqa: PLC0415
    from fairground.core.files.clip_text import clip_to_text  # noqa: PLC0415

    board = _arena().board
    clip = clip_of(board, list(board.hexes())[:12])
    return [Sample("clip.yaml", clip_to_text(clip).encode())]


def _arena() -> Scenario:
    from fairground.core.files import read_bytes  # noqa: PLC0415

    scenario = read_bytes(ARENA.encode()).scenario
    if scenario is None:
        raise ValueError("the sample arena cannot be read")
    return scenario
