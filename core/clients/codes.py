"""The codes of findings about imports: severity, meaning and default fix; ``docs/findings.md`` is made from them."""

from __future__ import annotations

from typing import Final, NamedTuple

from fairground.core.finding import Severity


class ImportCode(NamedTuple):
    """What a code stands for."""

    severity: Severity
    meaning: str
    fix: str


def _error(meaning: str, fix: str) -> ImportCode:
    return ImportCode(Severity.ERROR, meaning, fix)


def _warning(meaning: str, fix: str) -> ImportCode:
    return ImportCode(Severity.WARNING, meaning, fix)


def _advice(meaning: str, fix: str) -> ImportCode:
    return ImportCode(Severity.ADVICE, meaning, fix)


CODES: Final = {
    # -- the file as a whole
    "import.too-large": _error("the file is larger than any map", "Make sure that it is a map."),
    "import.format": _error(
        "the file is in no format that can be imported", "Name its format with --format."
    ),
    "import.encoding": _warning(
        "the file is not UTF-8, and was read in another encoding", "Look at names and notes."
    ),
    "import.many": _advice(
        "there are more findings of one code than are listed", "Mend those listed, and look again."
    ),
    # -- its form
    "import.no-size": _error(
        "the file does not say how large the board is", "Say it at the head of the file."
    ),
    "import.bad-size": _error(
        "the size of the board is no size, or beyond the limits", "Write columns and rows, from 1 on."
    ),
    "import.bad-line": _error("a line is not as the format has it", "Mend the line."),
    "import.bad-number": _error("something that is no number stands where one is wanted", "Write a number."),
    "import.bad-level": _error("a hex has a level out of bounds", "Keep within the levels that a board has."),
    "import.give-up": _error(
        "so many lines have problems that the rest was not read", "Mend those listed, and look again."
    ),
    "import.unclosed": _error("a quotation is not closed on its line", "Close it."),
    "import.too-long": _error("a text is longer than a scenario holds", "Shorten it."),
    "import.too-various": _error(
        "the hexes differ in more ways than a palette has keys", "Split the board, or leave out decoration."
    ),
    "import.too-few": _error(
        "the file has fewer hexes than its size says", "Look whether the file was cut off."
    ),
    "import.too-many": _error(
        "the file has more hexes than its size says", "Correct the size, or the hexes."
    ),
    "import.no-end": _warning(
        "the end of the board is not marked, and the file may have been cut off", "Look at its last lines."
    ),
    "import.unknown-line": _warning(
        "a line has no meaning known to the importer; it is kept", "Nothing, unless it is misspelt."
    ),
    "import.order": _warning(
        "hexes are not named in the order that they stand in, which is what counts",
        "Sort them row by row, if their names are right.",
    ),
    "import.no-rows": _error(
        "the file has no row of hexes", "Make sure that it is a map, whole, and of this format."
    ),
    "import.row-length": _error(
        "rows have different numbers of hexes", "Give every row as many hexes as the others."
    ),
    "import.row-missing": _error(
        "the numbers of the rows leave some out", "Add the rows, or number those there are from 1 on."
    ),
    "import.row-twice": _error("two rows have the same number", "Keep one, or number them anew."),
    "import.row-order": _warning(
        "rows do not stand in the order of their numbers, which is what counts",
        "Nothing, if the numbers are right.",
    ),
    "import.codes": _error(
        "the map has more different codes than a legend can have", "Make sure that it is a map."
    ),
    "import.indent": _advice(
        "rows are indented unevenly; the indent was taken to mean nothing",
        "Nothing, unless the indent shows which rows are shifted: then name the layout with --layout.",
    ),
    "import.note": _warning(
        "a note belongs to no hex of the board, or it cannot be told to which; it is kept with the board's lines",
        "Remove it, or name another hex.",
    ),
    "import.after-end": _warning("something stands behind the end of the board", "Remove it, or the end."),
    "import.comments": _advice("the file has comments, which are left out", "Nothing."),
    "import.json": _error(
        "the file is not JSON as it should be, or has more in it than is read",
        "Mend it where the message says.",
    ),
    "import.hex-twice": _error("two hexes have the same place", "Keep one of them."),
    "import.orientation": _error(
        "the map is not made of hexes", "In Tiled make a map whose orientation is Hexagonal (Staggered)."
    ),
    "import.bad-data": _error(
        "the cells of a layer cannot be read", "Open the map in the program that made it and save it again."
    ),
    "import.newer": _error("the file was written by a later version", "Update Fairground to read it."),
    "import.beside": _warning(
        "a file that the map refers to cannot be read", "Put it beside the map, or into a folder below."
    ),
    "import.left-out": _warning(
        "something in the file has no counterpart in a scenario and is left out",
        "Nothing, unless it matters in play.",
    ),
    # -- what was expected, and what was not said
    "import.size": _warning(
        "the board has not the size that was announced", "Look at the map, or announce the size it has."
    ),
    "import.layout": _advice(
        "the file does not say which lines are shifted; a layout was taken", "Name the layout with --layout."
    ),
    "import.ground": _advice(
        "the terrain under a code is not told; clear ground was taken",
        "Paint the terrain that belongs there, or give the code a terrain in a legend of your own.",
    ),
    "import.ruleset": _advice(
        "the file does not say what rules it is for; a ruleset was taken", "Name the ruleset with --ruleset."
    ),
    "import.no-tile": _advice(
        "hexes have no tile; they were taken as void",
        "Paint them, unless they are meant to be off the board.",
    ),
    "import.moved": _advice(
        "the outline of a zone or objective shows other hexes than its property names; the outline counts",
        "Nothing, if it was moved or redrawn.",
    ),
    "import.zone-sizes": _warning(
        "the zones of the sides are not of one size", "Look at the map, unless that is meant."
    ),
    # -- what could not be mapped
    "import.unmapped": _warning(
        "a terrain of the file is unknown; it is kept in the hex's source and means nothing in play",
        "Map it by a legend, if it matters.",
    ),
    "import.no-meaning": _advice(
        "a terrain of the file means nothing under the ruleset; it is kept in the hex's source",
        "Nothing; it is written back by an export.",
    ),
    "import.kept": _advice(
        "lines of the file that belong to no hex are kept with the board",
        "Nothing; they are written back by an export.",
    ),
}
