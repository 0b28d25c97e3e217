"""Findings of an import: their codes (severity, meaning, default fix), and a list that cuts off a flood of one kind."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from fairground.core.errors import FileError
from fairground.core.finding import Finding, Place, Severity

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fairground.core.clients.format import UnmappedCode


class ImportCode(NamedTuple):
    """The meaning of a code."""

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
    "import.too-large": _error("the file is too large to be a map", "Check that it is a map."),
    "import.format": _error("no importer recognises the file", "Specify its format with --format."),
    "import.encoding": _warning(
        "the file is not UTF-8 and was read in a different encoding", "Check the names and notes."
    ),
    "import.control": _warning(
        "the file contains control characters, which were read as spaces",
        "Check whether the file is damaged.",
    ),
    "import.many": _advice(
        "not all findings with this code are listed", "Fix those listed and import again."
    ),
    # -- its form
    "import.no-size": _error(
        "the file does not give the size of the board", "Give it at the top of the file."
    ),
    "import.bad-size": _error(
        "the size of the board is invalid or too large",
        "Give 1 to 1,000 columns and rows, as whole numbers.",
    ),
    "import.bad-line": _error("a line does not follow the format", "Fix the line."),
    "import.bad-number": _error(
        "a number is missing or not allowed", "Write a number that is allowed there."
    ),
    "import.bad-level": _error("the level of a hex is out of range", "Use a level in the allowed range."),
    "import.give-up": _error(
        "reading stopped after too many lines with problems", "Fix those listed and import again."
    ),
    "import.unclosed": _error("a quoted text does not end on the line where it begins", "Close it."),
    "import.too-long": _error("a text is too long for a scenario", "Shorten it."),
    "import.too-various": _error(
        "the board has more different hexes than a palette can hold",
        "Split the board, or leave out decorations.",
    ),
    "import.too-few": _error(
        "the file has fewer hexes than its stated size requires", "Check whether the file was cut off."
    ),
    "import.too-many": _error(
        "the file has more hexes than its stated size allows", "Correct the size or the hexes."
    ),
    "import.no-end": _warning(
        "the end of the board is not marked; the file may have been cut off",
        "Check the last lines of the file.",
    ),
    "import.unknown-line": _warning(
        "the importer does not recognise a line and keeps it unchanged",
        "No action needed, unless it is misspelt.",
    ),
    "import.order": _warning(
        "hex names do not match their positions; the positions were used",
        "If the names are right, sort the hexes row by row.",
    ),
    "import.no-rows": _error(
        "the file has no rows of hexes", "Check that the file is a complete map in this format."
    ),
    "import.row-length": _error("rows have different lengths", "Give every row the same number of hexes."),
    "import.row-missing": _error(
        "row numbers are missing", "Add the missing rows, or number the existing ones starting at 1."
    ),
    "import.row-twice": _error("two rows have the same number", "Remove one, or renumber them."),
    "import.row-order": _warning(
        "rows are not in numerical order; they were sorted when read",
        "No action needed if the numbers are right.",
    ),
    "import.codes": _error(
        "the map has more different codes than a legend can hold", "Check that it is a map."
    ),
    "import.indent": _advice(
        "rows are indented unevenly; the indent was ignored",
        "No action needed, unless the indent shows which rows are shifted. If so, specify the layout "
        "with --layout.",
    ),
    "import.note": _warning(
        "a note has no hex, or its hex is unclear; the note is kept with the other unused lines of the file",
        "Remove the note, or name another hex.",
    ),
    "import.after-end": _warning(
        "the file has content after the end of the board", "Remove the content, or the end mark."
    ),
    "import.comments": _advice("the file has comments, which are dropped", "No action needed."),
    "import.json": _error(
        "the file is not valid JSON, or is too large",
        "Fix the file at the place given in the message.",
    ),
    "import.hex-twice": _error("two hexes have the same position", "Remove one of them."),
    "import.orientation": _error(
        "the map does not consist of hexes",
        "In Tiled, create a map with the orientation Hexagonal (Staggered).",
    ),
    "import.no-grid": _error(
        "the polygons do not form a hex grid",
        "Import whole hexes of one grid, such as those from Turf's hexGrid or from 'Create grid' in QGIS.",
    ),
    "import.bad-data": _error(
        "the cells of a layer cannot be read", "Open the map in the program that made it and save it again."
    ),
    "import.newer": _error(
        "the file was written by a newer version of Fairground", "Update Fairground to read it."
    ),
    "import.beside": _warning(
        "a file that the map refers to cannot be read", "Put it beside the map, or in a subfolder."
    ),
    "import.left-out": _warning(
        "part of the file has no counterpart in a scenario and is dropped",
        "No action needed, unless it matters in play.",
    ),
    # -- what was expected, and what was not said
    "import.size": _warning(
        "the board does not have the expected size", "Check the map, or correct the expected size."
    ),
    "import.layout": _advice(
        "the file does not say which rows or columns are shifted; a layout was assumed",
        "Specify the layout with --layout.",
    ),
    "import.grid": _advice(
        "the file does not give columns and rows; they were derived from its polygons",
        "No action needed if the board has the right shape.",
    ),
    "import.sampled": _advice(
        "the map is not made of hexes; each hex was read from the cell at its centre",
        "To get a different number of hexes, give columns and rows as the expected size.",
    ),
    "import.ground": _advice(
        "the terrain under a code is not given; clear ground was used",
        "Paint the terrain that belongs there, or give the code a terrain in your own legend.",
    ),
    "import.ruleset": _advice(
        "the file does not name its ruleset; one was assumed", "Specify the ruleset with --ruleset."
    ),
    "import.no-tile": _advice(
        "some hexes have no tile; they became void",
        "Paint them, unless they are meant to be off the board.",
    ),
    "import.moved": _advice(
        "the outline of a zone or objective covers different hexes from those that its property lists; the "
        "outline was used",
        "No action needed if the outline was moved or redrawn.",
    ),
    "import.zone-sizes": _warning(
        "the sides' zones have different sizes", "Check the map, unless this is intended."
    ),
    # -- what could not be mapped
    "import.unmapped": _warning(
        "an unknown terrain in the file is kept in the hex's source and has no effect in play",
        "If it matters, map it with a legend.",
    ),
    "import.no-meaning": _advice(
        "a terrain in the file has no effect under the ruleset; it is kept in the hex's source",
        "No action needed; an export writes it back.",
    ),
    "import.kept": _advice(
        "lines of the file that do not belong to a hex are kept with the board",
        "No action needed; an export writes them back.",
    ),
}


#: So many findings with one code are listed.
MOST_LISTED: Final = 20


class ImportFindings:
    """The findings about one file so far."""

    def __init__(self) -> None:
        self._findings: list[Finding] = []
        self._counts: Counter[str] = Counter()
        self._overflow: dict[str, Place] = {}
        #: The codes that a legend could map.
        self.unmapped: list[UnmappedCode] = []

    def add(
        self,
        code: str,
        message: str,
        *,
        line: int | None = None,
        column: int | None = None,
        label: str | None = None,
        fix: str | None = None,
    ) -> None:
        """Note a finding; lines and columns count from 1, ``label`` is that of the hex it is about."""
        self._counts[code] += 1
        place = Place(hex=label, line=line, column=column)
        if self._counts[code] <= MOST_LISTED:
            self._findings.append(_finding(CODES[code], code, message, place, fix))
        else:
            self._overflow.setdefault(code, place)

    def include(self, found: Iterable[Finding]) -> None:
        """Add findings made elsewhere about the same file."""
        for it in found:
            self._counts[it.code] += 1
            self._findings.append(it)

    def take(self, finding: Finding) -> None:
        """Add a finding of a reader with rules of its own."""
        self._counts[finding.code] += 1
        self._findings.append(finding)

    @property
    def count(self) -> int:
        """The number of findings so far, including those not listed."""
        return self._counts.total()

    @property
    def has_errors(self) -> bool:
        """Whether there are errors so far."""
        return any(it.severity is Severity.ERROR for it in self._findings)

    def findings(self) -> tuple[Finding, ...]:
        """Return all findings by line, those without a line last, and one more for each code that was cut off."""
        found = list(self._findings)
        for code, place in self._overflow.items():
            rest = self._counts[code] - MOST_LISTED
            message = (
                f"{rest} more {('finding' if rest == 1 else 'findings')} with the code {code} are not listed"
            )
            severity = CODES[code].severity
            found.append(Finding(severity, "import.many", message, place, CODES["import.many"].fix))
        return tuple(sorted(found, key=lambda it: (it.place.line is None, it.place.line or 0)))

    def refuse_errors(self, file_name: str) -> None:
        """Raise FileError, with all findings as its problems, if there are errors among them."""
        found = self.findings()
        errors = [it for it in found if it.severity is Severity.ERROR]
        if errors:
            first = errors[0]
            where = f", line {first.place.line}" if first.place.line is not None else ""
            more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
            raise FileError(f"{file_name}{where}: {first.message}{more}", found)


def _finding(known: ImportCode, code: str, message: str, place: Place, fix: str | None) -> Finding:
    return Finding(known.severity, code, message, place, fix or known.fix)
