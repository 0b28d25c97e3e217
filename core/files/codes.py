"""The codes of findings that reading a scenario file can make, with what each means."""

from __future__ import annotations

from typing import Final

CODES: Final = {
    "file.conflict-marker": "a merge was left unfinished: lines with <<<<<<<, ======= or >>>>>>> stand in the file",
    "file.format": "the file is no scenario, or of a version that is not known",
    "file.newer-format": "the file was written by a newer version of the program",
    "file.missing-key": "a required key is missing",
    "file.unknown-key": "a key has no meaning here",
    "file.wrong-type": "a value is of the wrong kind: text where a number is wanted, and the like",
    "file.bad-value": "a value is out of bounds or none of the choices",
    "file.many-problems": "there are more problems of a kind than are listed",
    "board.rows": "a block of rows has not as many lines as the board has rows",
    "board.row-length": "a row has not as many hexes as the board has columns",
    "board.unknown-key": "a row uses a key that its palette does not have",
    "board.palette-key": "a palette key cannot be used in rows",
    "board.hexside-line": "a line of hexsides is not 'hex direction features'",
    "board.direction": "a hexside names a direction that the layout does not have",
    "board.hexside-twice": "a hexside is written twice, perhaps once from each of its hexes",
    "board.feature-twice": "a hexside names the same feature twice",
    "board.bad-label": "something that is no hex stands where a hex is wanted",
    "board.off-board": "a name, note or hexside belongs to a hex that the board does not have",
    "zone.shape": "the text of a zone or objective does not follow the grammar",
    "zone.painted": "a painted block has other characters than '#' and '.'",
    "zone.parts": "zones and objectives are joined of more parts than a file may have",
    "zone.bad-label": "a zone or objective lists something that is no hex",
    "unit.bad-label": "a unit stands on something that is no hex",
}
