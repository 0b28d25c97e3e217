"""MegaMek's boards as MegaMek takes them: words, numbers and quoted texts, and what a line of them means.

Written from the description of the format, without any of our own reader, to judge what our writer writes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fairground.core.clients import ImportOptions, ImportSource, load_format
from fairground.core.clients.format import export_settings
from fairground.core.grid.layout import Layout
from fairground.core.scenario.compare import compare

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from fairground.core.scenario.document import Scenario

_TOKEN = re.compile(
    r"""(?P<end>\r\n|\r|\n)|(?P<comment>\#[^\r\n]*)|"(?P<text>(?:[^"\\\r\n]|\\[^\r\n])*)"|(?P<word>[^\s"#]+)|(?P<space>[^\S\r\n]+)"""
)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}


class GrammarError(Exception):
    pass


@dataclass
class GrammarHex:
    level: int
    #: Level and exits by the name of a terrain; exits are None where there are none.
    terrain: dict[str, tuple[int, int | None]]
    theme: str


@dataclass
class GrammarBoard:
    columns: int = 0
    rows: int = 0
    #: Row by row.
    hexes: list[GrammarHex] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    notes: list[tuple[str, str]] = field(default_factory=list)
    descriptions: list[str] = field(default_factory=list)
    others: list[tuple[str, ...]] = field(default_factory=list)


def read_board(data: bytes) -> GrammarBoard:
    """Return the board of a file's bytes, whatever its lines end with."""
    board = GrammarBoard()
    for line in _lines(data.decode()):
        keyword, *rest = line
        match keyword.lower(), rest:
            case "size", [columns, rows]:
                board.columns, board.rows = int(columns), int(rows)
            case "hex", [name, level, terrain, theme]:
                board.names.append(name)
                board.hexes.append(GrammarHex(int(level), dict(_terrain(terrain)), theme))
            case "note", [name, text]:
                board.notes.append((name, text))
            case "description", [text]:
                board.descriptions.append(text)
            case (("option" | "background" | "tag"), _):
                board.others.append(tuple(line))
            case "end", []:
                break
            case _:
                raise GrammarError(f"no line of a board: {line}")
    else:
        raise GrammarError("there is no end")
    if len(board.hexes) != board.columns * board.rows or not board.hexes:
        raise GrammarError(f"{len(board.hexes)} hexes for {board.columns}x{board.rows}")
    return board


def _lines(text: str) -> Iterator[list[str]]:
    line: list[str] = []
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise GrammarError(f"no token at {at}: {text[at : at + 20]!r}")
        at = match.end()
        if match["text"] is not None:
            line.append(re.sub(r"\\(.)", lambda it: _ESCAPES.get(it[1], it[1]), match["text"]))
        elif match["word"] is not None:
            line.append(match["word"])
        elif match["end"] is not None and line:
            yield line
            line = []
    if line:
        yield line


def _terrain(text: str) -> Iterator[tuple[str, tuple[int, int | None]]]:
    for part in filter(None, text.split(";")):
        match = re.fullmatch(r"\s*([A-Za-z_0-9]+):(-?[0-9]+)(?::([0-9]+))?\s*", part)
        if match is None:
            raise GrammarError(f"no terrain: {part!r}")
        yield match[1], (int(match[2]), int(match[3]) if match[3] else None)


def faults_in_megamek(scenario: Scenario, _folder: Path) -> Iterator[str]:
    """Yield what is wrong with a scenario's board as MegaMek takes it, and as it comes back."""
    board = scenario.board
    if board.layout is not Layout.ODD_Q:
        return
    megamek = load_format("megamek")
    assert megamek.write is not None
    assert megamek.read is not None
    exports = {
        ends: megamek.write(scenario, export_settings(megamek.options, {"line-endings": ends}, "board"))
        for ends in ("lf", "crlf")
    }
    made = {ends: it.content for ends, it in exports.items()}
    if made["crlf"] != made["lf"].replace(b"\n", b"\r\n") or b"\r" in made["lf"]:
        yield "lines do not end as they should"
    found = read_board(made["lf"])
    if read_board(made["crlf"]) != found:
        yield "with CRLF the board is another one"
    if (found.columns, found.rows) != (board.columns, board.rows):
        yield f"size {found.columns}x{found.rows}"
    for at, it in zip(board.hexes(), found.hexes, strict=True):
        if it.level != board.level_at(at):
            yield f"{board.label(at)}: level {it.level}, not {board.level_at(at)}"
    source = ImportSource(
        made["crlf"].decode().replace("\r\n", "\n"),
        f"{scenario.name}.board",
        ImportOptions(ruleset=scenario.ruleset.name, folder=scenario.folder),
    )
    again = megamek.read(source)
    # What is told to be lost: whole parts, and terrain that MegaMek has not.
    lost = {
        "hexside",
        "images",
        "decoration",
        "decorations",
        "place",
        "name",
        "author",
        "weather",
        "turns",
        "inches",
        "locked",
        "fairness",
        "victory",
        "ruleset",
        "rules",
    }
    lost |= {"side", "zone", "objective", "unit"}
    kinds = set(re.findall(r"MegaMek has no ([^ :]+)", " ".join(exports["lf"].losses)))
    for change in compare(scenario, again.scenario):
        words = set(change.what.split())
        told = words & {"terrain", "effects"} and kinds & set((change.before or "").split(" + "))
        # The terrains of a hex have no order in MegaMek; the manual says so.
        before, after = ((it or "").split(" + ") for it in (change.before, change.after))
        is_reordered = "terrain" in words and before != after and sorted(before) == sorted(after)
        if not lost & words and not told and not is_reordered:
            yield f"came back with {change}"
