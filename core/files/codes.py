"""Codes of findings about scenario files, each with its meaning."""

from __future__ import annotations

from typing import Final

CODES: Final = {
    "file.conflict-marker": "an unfinished merge left lines with <<<<<<<, ======= or >>>>>>>",
    "file.format": "the file is not a scenario, or has an unknown version",
    "file.newer-format": "the file was written by a newer version of Fairground",
    "file.missing-key": "a required key is missing",
    "file.unknown-key": "a key is unknown, or in the wrong place",
    "file.wrong-type": "a value has the wrong type, for example text instead of a number",
    "file.bad-value": "a value is out of range or not one of the choices",
    "file.many-problems": "more problems of one kind than are listed",
    "board.rows": "a block has more or fewer lines than the board has rows",
    "board.row-length": "a row has more or fewer hexes than the board has columns",
    "board.block": "the '|' before a block of rows is missing",
    "board.size": "the size differs from the rows of the terrain",
    "board.unknown-key": "a row uses a key that is not in the palette",
    "board.palette-key": "a palette key cannot be used in rows",
    "board.hexside-line": "a line of hexsides is not 'hex direction features'",
    "board.direction": "a hexside names a direction that the layout does not have",
    "board.hexside-twice": "a hexside is listed twice, perhaps once from each of its hexes",
    "board.feature-twice": "a hexside names the same feature twice",
    "board.bad-label": "a hex label is invalid",
    "board.off-board": "a name, note or hexside is for a hex off the board",
    "zone.shape": "the expression of a zone or objective is invalid",
    "zone.painted": "a painted block has characters other than '#' and '.'",
    "zone.parts": "the expressions of zones and objectives have too many parts in total",
    "zone.bad-label": "a zone or objective lists an invalid hex label",
    "unit.bad-label": "the hex label of a unit is invalid",
}
