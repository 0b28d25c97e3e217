"""The rest of a scenario besides its hexes, as the member ``fairground`` of another format's JSON file."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from fairground.core.clients.json_pieces import JsonPiece
from fairground.core.errors import UsageError
from fairground.core.files.emitter import Block
from fairground.core.files.reader import read_content
from fairground.core.files.scenario_file import FORMAT, OLDEST_FORMAT, ScenarioFile
from fairground.core.files.writer import to_data
from fairground.core.grid.layout import Layout
from fairground.core.rules import load_ruleset
from fairground.core.scenario.document import Scenario
from fairground.core.scenario.parts import MAX_TITLE
from fairground.core.text.foreign import parse_json, whole_number
from fairground.core.text.source import Node, Source
from fairground.core.text.suggest import did_you_mean
from fairground.core.text.wording import counted, describe, shorten

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from fairground.core.clients.format import ImportSource
    from fairground.core.clients.import_findings import ImportFindings
    from fairground.core.rules import Ruleset


@dataclass(slots=True)
class _Line:
    """A place in the imported file, in the form of YAML marks: line and column from 0."""

    line: int
    column: int = 0


class MarkedData:
    """The keys of a scenario file, each with its line; lines count from 1."""

    def __init__(self) -> None:
        self._root = Node(_Line(0))
        self._data: dict[str, object] = {}
        self.tell("format", OLDEST_FORMAT, 1)

    def tell(self, key: str, value: object, line: int, *, lines: list[int] | None = None) -> None:
        """Set the value of a key; ``lines`` are those of the items of a list, or of the rows of a text."""
        self._data[key] = value
        self._root.keys[key] = _Line(line - 1)
        self._root.parts[key] = self._node(line, lines)

    def tell_board(self, data: dict[str, object], line: int, *, hexside_lines: list[int]) -> None:
        """Set the board; ``hexside_lines`` are those of its hexsides."""
        self._data["board"] = data
        self._root.keys["board"] = _Line(line - 1)
        self._root.parts["board"] = Node(_Line(line - 1), parts={"hexsides": self._node(line, hexside_lines)})

    @staticmethod
    def _node(line: int, lines: list[int] | None) -> Node:
        return Node(_Line(line - 1), parts={at: _Line(it - 1) for at, it in enumerate(lines or ())})

    def scenario(self, findings: ImportFindings, *, file_name: str, folder: Path | None) -> Scenario:
        """Return the scenario; its reader's findings are added. Raise FileError, with all findings, if there are errors."""
        source = Source(
            self._data,
            "",
            "\n",
            byte_order_mark=False,
            root=self._root,
            blocks=frozenset(),
            comments={},
            loose_comments=(),
        )
        reading = read_content(self._data, source, folder)
        findings.include(reading.findings)
        findings.refuse_errors(file_name)
        if reading.scenario is None:
            raise AssertionError("a scenario that could not be read has no error")
        return reading.scenario


HEAD: Final = "fairground"
#: The default ruleset.
RULESET: Final = "penance-2.0"
_KEYS: Final = frozenset(ScenarioFile.model_fields) - {"format", "board"}
_BOARD_KEYS: Final = ("layout", "columns", "rows", "inches", "hexsides", "source")
#: The most unknown names with a suggestion, which takes time.
_MOST_NEAR: Final = 20


def as_json(value: object) -> str:
    """Return a part of the result of ``files.to_data`` as JSON on one line."""
    return json.dumps(value, ensure_ascii=False, default=_text)


def _text(value: object) -> str:
    if isinstance(value, Block):
        return value.text
    raise TypeError(f"{type(value).__name__} has no counterpart in a scenario file")


class Head:
    """The head of a file that is read: pieces by key; empty for a file without one."""

    def __init__(self, pieces: Mapping[str, JsonPiece], findings: ImportFindings) -> None:
        found = pieces.get(HEAD)
        self._pieces: dict[str, JsonPiece] = found.value if found and isinstance(found.value, dict) else {}
        self._findings = findings
        board = self._pieces.get("board")
        self._board: dict[str, Any] = board.value if board and isinstance(board.value, dict) else {}
        #: The line of the board.
        self.line = board.line if board else 1

    def tell(self, data: MarkedData, title: JsonPiece, ruleset: str, *, whole_board: bool = False) -> None:
        """Set everything except the board, or the board too if the head has all of it; ``title`` is the default name."""
        if "name" not in self._pieces:
            data.tell("name", str(title.value)[:MAX_TITLE], title.line)
        for key, (value, line) in self._pieces.items():
            if key in _KEYS:
                lines = [line] * len(value) if isinstance(value, list) else None
                data.tell(key, value, line, lines=lines)
            elif key != "board":
                self._unknown(key, line)
        if whole_board:
            data.tell_board(self._board, self.line, hexside_lines=[])
        for key in () if whole_board else self._board:
            if key not in _BOARD_KEYS:
                self._unknown(key, self.line)
        self._tell_ruleset(data, ruleset)

    def _tell_ruleset(self, data: MarkedData, ruleset: str) -> None:
        stated = self._pieces.get("ruleset")
        if stated is None or ruleset != stated.value:
            # Another ruleset has another hash, and overrides of the first may mean nothing there.
            data.tell("ruleset", ruleset, stated.line if stated else 1)
            for key, nothing in (("ruleset_hash", ""), ("rules", {})):
                if key in self._pieces:
                    data.tell(key, nothing, self._pieces[key].line)

    def _unknown(self, key: str, line: int) -> None:
        near = did_you_mean(key, (*_KEYS, *_BOARD_KEYS))
        message = f"unknown key {shorten(key)!r} is dropped{near}"
        self._findings.add("import.left-out", message, line=line)

    def rules(self, source: ImportSource) -> tuple[str, Ruleset]:
        """Return the ruleset's name and the resolved ruleset: that of the options, the file's, or the default.

        Raise RulesetError for an unknown or faulty one.
        """
        asked, folder = source.options.ruleset, source.options.folder
        stated = self._value("ruleset")
        if asked is not None and asked != stated:
            return asked, load_ruleset(asked, folder=folder)
        if not isinstance(stated, str) or not stated:
            message = f"the file does not name a ruleset; {RULESET} was assumed"
            self._findings.add("import.ruleset", message)
            return RULESET, load_ruleset(RULESET, folder=folder)
        overrides = self._value("rules")
        return stated, load_ruleset(
            stated, folder=folder, overrides=overrides if isinstance(overrides, dict) else {}
        )

    def layout(self) -> Layout | None:
        """Return the layout in the file, or None."""
        stated = self._board.get("layout")
        if stated is None:
            return None
        if stated in tuple(Layout):
            return Layout(stated)
        near = did_you_mean(stated, tuple(Layout)) if isinstance(stated, str) else ""
        message = f"{describe(stated)} is not a layout{near}"
        self._findings.add(
            "import.bad-line", message, line=self.line, fix=f"Write one of {', '.join(Layout)}."
        )
        return None

    def size(self) -> tuple[int, int] | None:
        """Return columns and rows in the file, or None."""
        columns, rows = (whole_number(self._board.get(key)) or 0 for key in ("columns", "rows"))
        return (columns, rows) if columns > 0 and rows > 0 else None

    def size_for(self, least: tuple[int, int]) -> tuple[int, int]:
        """Return columns and rows in the file, enlarged where its hexes need more."""
        columns, rows = self.size() or least
        return max(columns, least[0]), max(rows, least[1])

    def board_text(self, key: str) -> str:
        """Return a text of the board, its hexsides or its source; default: empty."""
        value = self._board.get(key, "")
        if isinstance(value, str):
            return value
        message = f"the board's {key!r} is not text, so it is dropped"
        self._findings.add("import.left-out", message, line=self.line)
        return ""

    def inches(self) -> dict[str, object]:
        """Return the size of a hex in inches, as in a scenario file."""
        return {key: value for key, value in self._board.items() if key == "inches"}

    def _value(self, key: str) -> object:
        return self._pieces[key].value if key in self._pieces else None


def drawn_data(scenario: Scenario, *, zones: bool = True) -> dict[str, Any]:
    """Return what a picture of a scenario shows, with its title, ruleset, weather and sides, as plain data.

    A file for players keeps it, so that it has no units, notes or other plans; ``zones`` includes objectives.
    """
    board = replace(
        scenario.board,
        palette=[replace(it, source=None) for it in scenario.board.palette],
        effects_palette=[replace(it, source=None) for it in scenario.board.effects_palette],
        notes={},
        source="",
        inches=None,
    )
    drawn = Scenario(
        scenario.name,
        scenario.ruleset,
        board,
        weather=scenario.weather,
        sides=[replace(it, force="", wins=()) for it in scenario.sides],
        zones=scenario.zones if zones else [],
        objectives=scenario.objectives if zones else [],
        images=scenario.images,
        decorations=scenario.decorations,
        folder=scenario.folder,
    )
    found: dict[str, Any] = parse_json(as_json(to_data(drawn)), keep_surrogates=True)
    return found


def drawn_scenario(
    stated: JsonPiece, units: list[dict[str, Any]], source: ImportSource, findings: ImportFindings
) -> Scenario:
    """Return the scenario of ``drawn_data`` with some units, as in a scenario file.

    Raise UsageError if the options ask for another layout, and FileError, with all findings, if there are errors.
    """
    line = stated.line
    found = stated.value if isinstance(stated.value, dict) else {}
    if found.get("format") not in (OLDEST_FORMAT, FORMAT):
        message = (
            f"the Fairground data in the file has the format {describe(found.get('format'))}; "
            f"this version reads {FORMAT!r}"
        )
        findings.add("import.newer", message, line=line)
        findings.refuse_errors(source.file_name)
    pieces = {key: JsonPiece(value, line) for key, value in found.items() if key != "format"}
    head = Head({HEAD: JsonPiece(pieces, line)}, findings)
    asked, own = source.options.layout, head.layout()
    if asked is not None and own is not None and asked is not own:
        raise UsageError(f"{source.file_name} has the layout {own.value} and cannot be read as {asked.value}")
    name, _ = head.rules(source)
    data = MarkedData()
    head.tell(data, JsonPiece(source.title, line), name, whole_board=True)
    data.tell("units", units, line, lines=[line] * len(units))
    return data.scenario(findings, file_name=source.file_name, folder=source.options.folder)


class Unknown:
    """Unknown keys, counted, with the first place of each."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._first: dict[str, tuple[int, str | None]] = {}

    def note(self, name: str, line: int, label: str | None = None) -> None:
        """Count a key; ``label`` is that of the hex that has it."""
        self._counts[name] += 1
        self._first.setdefault(name, (line, label))

    def report(self, findings: ImportFindings, *, known: frozenset[str], noun: str, plural: str = "") -> None:
        """Add a finding for each name."""
        for number, (name, count) in enumerate(self._counts.items()):
            near = did_you_mean(name, known) if number < _MOST_NEAR else ""
            message = f"unknown key {shorten(name)!r} of {counted(count, noun, plural)} is dropped{near}"
            line, label = self._first[name]
            findings.add("import.left-out", message, line=line, label=label)
