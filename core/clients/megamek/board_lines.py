"""The lines of a MegaMek board file, parsed as MegaMek does, with all of its faults.

Keywords ignore case, ``#`` starts a comment, and texts are in double quotes with C escapes. Hexes fill the board row by
row; MegaMek ignores their names.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.clients.megamek.names import (
    SPACE,
    Token,
    expected_names,
    places_called,
    tokens_of,
    unescaped,
)
from fairground.core.files.read_board import MAX_BOARD_SOURCE
from fairground.core.files.scenario_file import MAX_NOTES
from fairground.core.grid.labels import label
from fairground.core.scenario.board import MAX_LEVEL, MAX_NOTE, MAX_SIDE, MAX_TEXTS, MIN_LEVEL
from fairground.core.text.foreign import matched_whole, own_whole, parse_whole
from fairground.core.text.suggest import did_you_mean
from fairground.core.text.wording import hex_count, shorten

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from fairground.core.clients.import_findings import ImportFindings

#: Reading stops after this many findings.
_GIVE_UP: Final = 1_000
#: Lines about the whole board, preserved unchanged.
_KEPT: Final = ("option", "background", "tag")
#: Lines that define hexes.
_OF_HEXES: Final = ("size", "hex", "end")
_KEYWORDS: Final = (*_OF_HEXES, "note", "description", *_KEPT)

#: Empty lines and comments.
_NOTHING: Final = re.compile(rf"(?:{SPACE}*(?:#[^\n]*)?\n)*")
#: A hex as MegaMek writes it.
_PLAIN_HEX: Final = re.compile(
    rf'{SPACE}*hex{SPACE}+([0-9]{{1,9}}){SPACE}+(-?[0-9]{{1,4}})(?:{SPACE}+"([^"\\\n]*)")?'
    rf'(?:{SPACE}+"([^"\\\n]*)")?{SPACE}*(?:\n|\Z)',
    re.IGNORECASE,
)
_NUMBER: Final = re.compile(r"-?[0-9]{1,9}")
#: The separator between several descriptions of a board.
BETWEEN_DESCRIPTIONS: Final = "\n\n"
#: The start of a board, after comments.
_BEGINNING: Final = re.compile(
    rf'^{SPACE}*(?:size{SPACE}+-?[0-9]+{SPACE}+-?[0-9]|hex{SPACE}+[0-9]+{SPACE}+-?[0-9]+{SPACE}+")',
    re.IGNORECASE | re.MULTILINE,
)
_LOOKED_AT: Final = 20_000


def is_board(text: str) -> bool:
    """Whether a text looks like a MegaMek board: it soon gives a size, or hexes."""
    nothing = _NOTHING.match(text)
    start = nothing.end() if nothing else 0
    return _BEGINNING.search(text[start : start + _LOOKED_AT]) is not None


def is_kept(line: str) -> bool:
    """Whether a line of a board's source can be written into a MegaMek board and changes nothing else of it."""
    words, unclosed, _ = tokens_of(line)
    return bool(words) and unclosed is None and (words[0].quoted or words[0].text.lower() not in _OF_HEXES)


class HexText(NamedTuple):
    """Terrain and theme of a hex, as they stand between the quotes, escapes and all."""

    terrain: str
    theme: str


@dataclass(slots=True)
class BoardText:
    """A board as in its file.

    ``hexes`` holds each distinct hex once, in order; ``index`` says which one each hex has, row by row, and ``levels`` and
    ``lines`` its level and line (from 1). ``notes`` are by column and row from 0, ``kept`` the lines of no hex.
    """

    columns: int = 0
    rows: int = 0
    hexes: dict[HexText, int] = field(default_factory=dict)
    index: list[int] = field(default_factory=list)
    levels: list[int] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    notes: dict[tuple[int, int], str] = field(default_factory=dict)
    descriptions: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)

    def label(self, at: int) -> str:
        """Return the label of a hex by its place in the file, from 0."""
        return label(at % self.columns, at // self.columns)


def read_board_text(text: str, findings: ImportFindings) -> BoardText:
    """Return the board of a text as far as it is readable; faults are added to ``findings``."""
    return _Reader(findings).read(text)


class _Note(NamedTuple):
    """A note as it stands in the file: its line, the name of its hex, and what it says."""

    line: int
    text: str
    name: str
    says: str


class _Reader:
    def __init__(self, findings: ImportFindings) -> None:
        self._findings = findings
        self._board = BoardText()
        #: The number of each hex, -1 for none.
        self._names: list[int] = []
        self._line = self._last_line = 1
        #: Lines of the size, of the first hex too many, and of the end.
        self._size_line: int | None = None
        self._first_beyond: int | None = None
        self._beyond = 0
        self._ended = False
        self._kept_counts: Counter[str] = Counter()
        self._kept_length = 0
        self._described = 0
        self._notes: list[_Note] = []
        self._commented = False
        self._given_up = False

    def read(self, text: str) -> BoardText:
        self._last_line = text.count("\n") + (not text.endswith("\n"))
        for line in self._other_lines(text):
            self._read_line(line)
        if self._findings.count >= _GIVE_UP:
            message = "reading stopped here: too many earlier lines have problems"
            self._findings.add("import.give-up", message, line=self._line)
        elif not self._given_up:
            self._finish()
        return self._board

    # -- lines ----------------------------------------------------------------------------------------------

    def _other_lines(self, text: str) -> Iterator[str]:
        """Read plain hexes and pass over empty lines and comments; yield all other lines, up to the end."""
        at = 0
        while at < len(text) and not self._is_enough():
            match = _PLAIN_HEX.match(text, at)
            if match:
                self._hex(match[1], matched_whole(match[2]), HexText(match[3] or "", match[4] or ""))
                at = match.end()
                self._line += 1
                continue
            nothing = _NOTHING.match(text, at)
            if nothing and nothing.end() > at:
                if "#" in nothing[0]:
                    self._note_comment()
                self._line += nothing[0].count("\n")
                at = nothing.end()
                continue
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
            yield text[at:end]
            if self._ended:
                self._last_line = self._line
                self._after_end(text[end:])
                return
            at = end + 1
            self._line += 1

    def _is_enough(self) -> bool:
        """Whether more lines would tell nothing more."""
        return self._given_up or self._beyond >= _GIVE_UP or self._findings.count >= _GIVE_UP

    def _read_line(self, line: str) -> None:
        tokens = tokens_of(line)
        words = tokens.words
        word = words[0].text.lower() if words and not words[0].quoted else ""
        if tokens.unclosed is not None:
            message = "quoted text begins here but does not end on this line"
            self._findings.add("import.unclosed", message, line=self._line, column=tokens.unclosed)
            if word == "hex":
                self._hex("", 0, HexText("", ""))
            return
        if tokens.commented and word not in _KEPT:
            self._note_comment()
        if not words:
            return
        read: dict[str, Callable[[list[Token]], None]] = {
            "size": self._read_size,
            "hex": self._read_hex,
            "note": partial(self._read_note, line),
            "description": self._read_description,
        }
        if word in read:
            read[word](words[1:])
        elif word == "end":
            self._ended = True
        else:
            self._kept_counts[word if word in _KEPT else "other"] += 1
            if word not in _KEPT:
                meant = did_you_mean(word, _KEYWORDS)
                message = f"unknown keyword {shorten(words[0].text)!r}{meant}"
                self._findings.add("import.unknown-line", message, line=self._line)
            self._keep(line)

    def _note_comment(self) -> None:
        if not self._commented:
            self._commented = True
            self._findings.add("import.comments", "comments in the file are dropped", line=self._line)

    def _number(self, token: Token, what: str) -> int | None:
        if _NUMBER.fullmatch(token.text):
            return matched_whole(token.text)
        message = f"{shorten(token.text)!r} is not a valid {what}: write a whole number of up to 9 digits"
        self._findings.add("import.bad-number", message, line=self._line)
        return None

    def _bad_line(self, keyword: str, sample: str) -> None:
        message = f"this is not a valid line for the keyword {keyword}"
        self._findings.add("import.bad-line", message, line=self._line, fix=f"Write, for example: {sample}")

    # -- size and hexes -------------------------------------------------------------------------------------

    def _read_size(self, words: list[Token]) -> None:
        if self._size_line is not None:
            message = f"the size is given twice; it is already on line {self._size_line}"
            self._findings.add("import.bad-size", message, line=self._line, fix="Remove one of them.")
            return
        self._size_line = self._line
        if len(words) != 2:
            self._bad_line("size", "size 16 17")
            return
        columns, rows = (self._number(word, "size") for word in words)
        if columns is None or rows is None:
            return
        if not (1 <= columns <= MAX_SIDE and 1 <= rows <= MAX_SIDE):
            message = f"a board must have 1 to {MAX_SIDE:,} columns and rows, not {columns:,}x{rows:,}"
            self._findings.add("import.bad-size", message, line=self._line)
            return
        self._board.columns, self._board.rows = columns, rows

    def _read_hex(self, words: list[Token]) -> None:
        if not 2 <= len(words) <= 4:
            self._bad_line("hex", 'hex 0101 0 "woods:1" ""')
            self._hex("", 0, HexText("", ""))
            return
        level = self._number(words[1], "level")
        texts = [word.text for word in words[2:]]
        self._hex(words[0].text, level or 0, HexText(*texts, *[""] * (2 - len(texts))))

    def _hex(self, name: str, level: int, text: HexText) -> None:
        board = self._board
        at = len(board.index)
        # Without a size it does not matter how many there are.
        if at >= (board.columns * board.rows or _GIVE_UP):
            self._first_beyond = self._first_beyond or self._line
            self._beyond += 1
            return
        if not MIN_LEVEL <= level <= MAX_LEVEL:
            place = board.label(at) if board.columns else None
            message = f"the level of a hex must be from {MIN_LEVEL} to {MAX_LEVEL}, not {level}"
            self._findings.add("import.bad-level", message, line=self._line, label=place)
            level = 0
        board.index.append(board.hexes.setdefault(text, len(board.hexes)))
        board.levels.append(level)
        board.lines.append(self._line)
        number = parse_whole(name, most_digits=9)
        self._names.append(-1 if number is None else number)

    # -- all the rest ---------------------------------------------------------------------------------------

    def _read_note(self, line: str, words: list[Token]) -> None:
        if len(words) != 2 or not words[1].quoted or not words[0].text.isdecimal():
            self._bad_line("note", 'note 0304 "Held by the defender"')
        elif len(self._notes) >= MAX_TEXTS:
            self._too_long(f"a board may have at most {MAX_TEXTS:,} notes, but the file has more")
        else:
            self._notes.append(_Note(self._line, line.strip(), words[0].text, unescaped(words[1].text)))

    def _read_description(self, words: list[Token]) -> None:
        if len(words) != 1 or not words[0].quoted:
            self._bad_line("description", 'description "A valley in winter"')
            return
        self._board.descriptions.append(unescaped(words[0].text))
        self._described += len(self._board.descriptions[-1]) + len(BETWEEN_DESCRIPTIONS)
        if self._described > MAX_NOTES:
            self._too_long(f"the notes of a scenario may have at most {MAX_NOTES:,} characters")

    def _keep(self, line: str) -> None:
        line = line.strip()
        self._kept_length += len(line) + 1
        if self._kept_length > MAX_BOARD_SOURCE:
            self._too_long(
                f"lines that do not belong to a hex may have at most {MAX_BOARD_SOURCE:,} characters in total"
            )
        else:
            self._board.kept.append(line)

    def _too_long(self, message: str) -> None:
        """Add a finding for an overlong text, and stop: there may be megabytes of it."""
        self._findings.add("import.too-long", message, line=self._line)
        self._given_up = True

    def _after_end(self, rest: str) -> None:
        nothing = _NOTHING.match(rest + "\n")
        if nothing is None or nothing.end() < len(rest):
            message = "lines after 'end' are ignored, as in MegaMek"
            self._findings.add("import.after-end", message, line=self._line + 1)

    # -- the whole ------------------------------------------------------------------------------------------

    def _finish(self) -> None:
        board, findings = self._board, self._findings
        if self._size_line is None:
            message = "no line gives the size of the board"
            findings.add("import.no-size", message, line=1, fix="Start with a line such as 'size 16 17'.")
        if not board.columns:
            return
        wanted, found = board.columns * board.rows, len(board.index)
        size = f"a board of {board.columns}x{board.rows} has {hex_count(wanted)}"
        if found < wanted:
            message = f"{size}, but the file ends here after {found:,} of them"
            findings.add("import.too-few", message, line=self._last_line)
        elif found > wanted or self._beyond:
            # Those that stand before the size could not be counted off.
            self._first_beyond = board.lines[wanted] if found > wanted else self._first_beyond
            self._beyond += found - wanted
            more = f"{self._beyond} more" if self._beyond < _GIVE_UP else f"at least {_GIVE_UP:,} more"
            message = f"{size}, but the file has {more} from here on"
            findings.add("import.too-many", message, line=self._first_beyond)
        elif not self._ended:
            message = "a board must end with the line 'end', which this file lacks"
            findings.add("import.no-end", message, line=self._last_line)
        if self._kept_counts:
            counted = ", ".join(f"{count} of {word!r}" for word, count in sorted(self._kept_counts.items()))
            findings.add(
                "import.kept", (f"lines that do not belong to a hex are kept with the board: {counted}")
            )
        if found == wanted:
            self._check_order()
            self._place_notes()

    def _check_order(self) -> None:
        names, expected = np.array(self._names), expected_names(self._board.columns, self._board.rows)
        wrong = np.flatnonzero(names != expected)
        if len(wrong):
            first = own_whole(wrong[0])
            message = (
                f"the names of {hex_count(len(wrong))} do not match their positions in row-by-row order; the "
                f"first one is in the position of {self._board.label(first)} ({expected[first]:04}) and was read "
                "as that hex"
            )
            self._findings.add(
                "import.order", message, line=self._board.lines[first], label=self._board.label(first)
            )

    def _place_notes(self) -> None:
        board = self._board
        for note in self._notes:
            places = places_called(note.name, board.columns, board.rows)
            if len(places) != 1:
                wrong = "no hex" if not places else "several hexes"
                message = (
                    f"note {note.name} matches {wrong} on this board; it is kept in the 'source' of the board"
                )
                self._findings.add("import.note", message, line=note.line)
                self._keep(note.text)
                continue
            said = board.notes.get(places[0])
            board.notes[places[0]] = says = note.says if said is None else f"{said}\n{note.says}"
            if len(says) > MAX_NOTE:
                message = f"notes on a hex may have at most {MAX_NOTE:,} characters, not {len(says):,}"
                self._findings.add("import.too-long", message, line=note.line)
