"""Verdicts by ``megamek`` against the answers of that game's own engine, where a table of these is at hand."""

from __future__ import annotations

import csv
import gzip
from collections import defaultdict
from dataclasses import replace
from enum import StrEnum
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from fairground.core import import_file
from fairground.core.scenario.board import VOID, PaletteEntry
from fairground.core.scenario.parts import RulesetReference
from fairground.core.sight.line.trace import AtCorner, Crossed
from fairground.core.sight.line.verdict import Verdicts, sight

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.core.sight.line.trace import Line
    from fairground.core.sight.line.verdict import SightVerdict


class Outcome(StrEnum):
    """What comes of a row of the table."""

    AGREED = "agreed"
    DIFFERENT = "different"
    #: The engine takes the line for one along hexsides, and it is none, or the other way round.
    BEARING = "left out: the engine rounds the bearing of the line"
    #: The engine looks at fields from one end only.
    FIELDS = "left out: planted fields on the line"
    #: The engine looks past the firer's own building as far as the line stays in it, and not past the target's.
    OWN_BUILDING = "explained: seen out of the firer's own building, but not back into it"
    #: The engine tells buildings apart that touch; here they are told apart by their terrain alone.
    WALLS = "explained: touching buildings of one kind, with a wall between them"


class Row(NamedTuple):
    """One answer of the engine; ``counts`` are what it found on the line, by the table's own names."""

    board: str
    start: tuple[int, int]
    end: tuple[int, int]
    height: int
    split: bool
    clear: bool
    counts: dict[str, int]


class Answer(NamedTuple):
    """A row, and the program's verdict on its line."""

    row: Row
    outcome: Outcome
    sight: SightVerdict


def read_table(path: Path) -> dict[str, list[Row]]:
    """Return the rows of a table of answers, by board."""
    found = defaultdict(list)
    with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
        for it in csv.DictReader(file):
            name = it.pop("board")
            ax, ay, tx, ty, height, split, clear = (
                int(it.pop(key)) for key in ("ax", "ay", "tx", "ty", "h", "split", "canSee")
            )
            counts = {key: int(value) for key, value in it.items()}
            found[name].append(Row(name, (ax, ay), (tx, ty), height, bool(split), bool(clear), counts))
    return dict(found)


def judge_rows(path: Path, rows: Sequence[Row]) -> Iterator[Answer]:
    """Import a board and yield the verdict on the line of each row."""
    scenario = import_file(path).scenario
    verdicts = Verdicts(scenario)
    for row in rows:
        start, end = _hex(scenario.board, row.start), _hex(scenario.board, row.end)
        sight = verdicts.sight(start, end, (row.height, row.height))
        yield Answer(row, _outcome(scenario, row, sight), sight)


def _outcome(scenario: Scenario, row: Row, seen: SightVerdict) -> Outcome:
    if row.split != bool(seen.line.stretches):
        return Outcome.BEARING
    if row.counts["plantedFields"] or seen.opacities["planted_fields"]:
        return Outcome.FIELDS
    if seen.clear == row.clear:
        return Outcome.AGREED
    heights = row.height, row.height
    kinds = _solid(scenario, seen.start)
    if not kinds or not _solid(scenario, seen.end):
        return Outcome.DIFFERENT
    if row.clear:
        pulled_down = _without(scenario, _own_building(scenario, seen.line, kinds), kinds)
        return (
            Outcome.OWN_BUILDING
            if sight(pulled_down, seen.start, seen.end, heights).clear
            else Outcome.DIFFERENT
        )
    walled = replace(scenario, ruleset=RulesetReference(scenario.ruleset.name, {"sight.inside": "blocks"}))
    return Outcome.DIFFERENT if sight(walled, seen.start, seen.end, heights).clear else Outcome.WALLS


def _solid(scenario: Scenario, at: Hex) -> set[str]:
    board = scenario.board
    if not board.contains(at):
        return set()
    return {
        kind for kind in board.terrain_at(at) if kind != VOID and scenario.rules.terrain[kind].blocks_sight
    }


def _own_building(scenario: Scenario, line: Line, kinds: set[str]) -> list[Hex]:
    """Return the hexes that a line passes, touches or runs beside before it leaves the building that it starts in."""
    passed = [
        at
        for it in line.meetings
        for at in (
            (it.hex,) if isinstance(it, Crossed) else (it.touches,) if isinstance(it, AtCorner) else ()
        )
        if at is not None
    ]
    inside = list(takewhile(lambda at: bool(_solid(scenario, at) & kinds), passed))
    if len(inside) == len(passed):
        beside = [at for it in line.stretches for at in (it.left, it.right)]
        inside += [at for at in beside if _solid(scenario, at) & kinds]
    return inside


def _without(scenario: Scenario, hexes: Sequence[Hex], kinds: set[str]) -> Scenario:
    """Return a copy of a scenario in which some hexes have lost the terrain of those kinds."""
    board = scenario.board
    bare = replace(board, palette=list(board.palette), terrain=board.terrain.copy())
    for at in hexes:
        entry = board.palette[int(board.terrain[board.cell(at)])]
        bare.terrain[board.cell(at)] = len(bare.palette)
        bare.palette.append(PaletteEntry("bare", tuple(it for it in entry.kinds if it not in kinds)))
    return replace(scenario, board=bare)


def _hex(board: Board, place: tuple[int, int]) -> Hex:
    return board.layout.from_offset(place[0] - 1, place[1] - 1)
