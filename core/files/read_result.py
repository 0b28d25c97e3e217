"""The result of reading a file: the scenario, its findings, and the places of its parts."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from fairground.core.errors import GridError
from fairground.core.files.board_blocks import column_of_token
from fairground.core.finding import Finding, Place, Severity
from fairground.core.grid.labels import parse_label
from fairground.core.text.wording import counted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fairground.core.scenario.document import Scenario
    from fairground.core.text.source import PathInFile, Source

#: How many findings of one code are listed one by one.
_MOST: Final = 20


class Problems:
    """The findings of one file so far; those of one code are limited."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._findings: list[Finding] = []
        self._counts: Counter[str] = Counter()
        self._overflow: dict[str, Place] = {}

    def add(
        self,
        code: str,
        message: str,
        path: PathInFile,
        *,
        fix: str | None = None,
        label: str | None = None,
        severity: Severity = Severity.ERROR,
        at_key: bool = False,
    ) -> None:
        """Add a finding about the part at ``path``, or about its key; ``label`` is the hex concerned."""
        self._counts[code] += 1
        if self._counts[code] > _MOST + 1:
            return
        line, column = self._source.key_mark(path) if at_key else self._source.mark(path)
        place = Place(path=path, hex=label, line=line, column=column)
        if self._counts[code] > _MOST:
            self._overflow[code] = place
        else:
            self._findings.append(Finding(severity, code, message, place, fix))

    @property
    def count(self) -> int:
        """The number of problems so far, listed or not."""
        return self._counts.total()

    def findings(self) -> list[Finding]:
        """Return all findings, and one for each code with too many."""
        findings = list(self._findings)
        for code, place in self._overflow.items():
            rest = self._counts[code] - _MOST
            message = f"{counted(rest, 'more problem')} of the same kind ({code}) from here on"
            findings.append(Finding(Severity.ERROR, "file.many-problems", message, place))
        return findings


#: Layers of the board that are blocks of rows.
_LAYERS = ("terrain", "elevation", "effects")


@dataclass(slots=True, eq=False)
class ReadResult:
    """A scenario as far as it could be read, or None, and the findings of its file, in file order.

    ``dropped_comments`` holds the lines, from 1, of the comments that a save would lose.
    """

    scenario: Scenario | None
    findings: list[Finding]
    dropped_comments: tuple[int, ...] = ()
    _source: Source | None = field(default=None, repr=False)
    #: Places of the items of lists in the file, faulty ones left out.
    _items: Mapping[str, Sequence[int]] = field(default_factory=dict, repr=False)
    #: The line of each hexside in its block.
    _hexside_rows: Sequence[int] = field(default=(), repr=False)
    #: Parts of the file that could not be read.
    unread: frozenset[PathInFile] = frozenset()

    def locate(self, place: Place) -> Place:
        """Return a place in the scenario with its line and column in the file; places elsewhere are unchanged."""
        if self._source is None or place.file is not None:
            return place
        path = self._path_in_file(place)
        names_key = path[:2] in (("board", "palette"), ("board", "effects_palette")) and len(path) == 3
        line, column = self._source.key_mark(path) if names_key else self._source.mark(path)
        return replace(place, line=line, column=column)

    @property
    def unread_keys(self) -> frozenset[str]:
        """The keys of the file whose parts could not all be read."""
        return frozenset(
            str(path[0])
            for path in self.unread
            if path and path[:2] not in (("board", "names"), ("board", "notes"))
        )

    def is_unread(self, place: Place) -> bool:
        """Whether the value at a place in the scenario, such as the hexes of a zone, could not be read."""
        path = self._path_in_file(place)[:3]
        return len(path) == 3 and path[0] != "board" and any(it[:3] == path for it in self.unread)

    def _path_in_file(self, place: Place) -> PathInFile:
        path = place.path
        if not path and place.hex is not None:
            path = _path_of_hex(place.hex)
        if len(path) > 1 and isinstance(path[1], int) and path[0] in self._items:
            places = self._items[str(path[0])]
            at = places[path[1]] if path[1] < len(places) else path[1]
            path = (path[0], at, *path[2:])
        if path[:2] == ("board", "hexsides") and len(path) > 2 and isinstance(path[2], int):
            row = self._hexside_rows[path[2]] if path[2] < len(self._hexside_rows) else 0
            return ("board", "hexsides", row, 0)
        if len(path) == 4 and path[0] == "board" and path[1] in _LAYERS:
            return (*path[:3], self._column(path))
        return path

    def _column(self, path: PathInFile) -> int:
        """Return the column of a hex's key in its line."""
        row, column = path[2], path[3]
        data = self._source.data if self._source else None
        board = data.get("board") if isinstance(data, dict) else None
        text = board.get(path[1]) if isinstance(board, dict) else None
        if not isinstance(text, str) or not isinstance(row, int) or not isinstance(column, int):
            return 0
        lines = text.split("\n", row + 1)
        line = lines[row] if row < len(lines) else ""
        return column_of_token(line, column) if " " in line.rstrip(" ") else column


def _path_of_hex(name: str) -> PathInFile:
    try:
        column, row = parse_label(name)
    except GridError:
        return ()
    return ("board", "terrain", row, column)
