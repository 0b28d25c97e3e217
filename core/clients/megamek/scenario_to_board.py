"""A scenario as a MegaMek board: hexes as they were read where they still are what they were, else by their kinds."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.clients.format import Export, Option
from fairground.core.clients.megamek.board_lines import is_kept
from fairground.core.clients.megamek.board_to_scenario import LAYOUT, RULESET
from fairground.core.clients.megamek.names import (
    TerrainMap,
    hex_name,
    is_terrain_text,
    quoted,
    split_source,
    written,
)
from fairground.core.errors import FileError
from fairground.core.rules import load_ruleset
from fairground.core.scenario.ruleset_kinds import Topic
from fairground.core.scenario.transform.suggested_mapping import suggest_mapping
from fairground.core.text.wording import counted, hex_count

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.clients.format import ExportSettings
    from fairground.core.scenario.board import PaletteEntry
    from fairground.core.scenario.document import Scenario

_LINE_ENDINGS: Final = {"lf": "\n", "crlf": "\r\n"}
#: The line endings to write; MegaMek reads either.
LINE_ENDINGS: Final = Option(
    "line-endings", "line endings: lf or crlf", "lf", "choice", choices=tuple(_LINE_ENDINGS)
)
#: The terrain of void hexes.
_VOID_TEXT: Final = "impassable:1"


def ended(text: str, settings: ExportSettings) -> bytes:
    """Return a text with LF for line endings as the bytes of a file, its lines ended as the order has it."""
    return text.replace("\n", _LINE_ENDINGS[settings.text(LINE_ENDINGS.name)]).encode(errors="replace")


def write_board(scenario: Scenario, settings: ExportSettings) -> Export:
    """Return a scenario as a MegaMek board; a palette entry's source is written back while it still gives the same kinds.

    Raise FileError for a layout other than MegaMek's, and RulesetError for an unusable ruleset.
    """
    board = scenario.board
    if board.layout is not LAYOUT:
        raise FileError(
            f"{scenario.name!r} is a board in layout {board.layout.value}, but MegaMek only has "
            f"{LAYOUT.value}: flat-top hexes, with every second column shifted down. Change the layout "
            f"first, with `fairground adapt --layout {LAYOUT.value}` or in the Board menu of the editor"
        )
    return _Writer(scenario).export(settings)


class _HexText(NamedTuple):
    terrain: str
    theme: str = ""


class _Writer:
    def __init__(self, scenario: Scenario) -> None:
        self._scenario = scenario
        self._map = TerrainMap(scenario.rules)
        #: The number of hexes with each added, unnamed or changed terrain.
        self._added: Counter[str] = Counter()
        self._unknown: Counter[str] = Counter()
        self._changed = 0

    def export(self, settings: ExportSettings) -> Export:
        board = self._scenario.board
        lines = [f"size {board.columns} {board.rows}"]
        lines += [line for line in board.source.split("\n") if is_kept(line)]
        if self._scenario.notes:
            lines.append(f"description {quoted(self._scenario.notes)}")
        lines += self._notes()
        lines += self._hexes()
        lines.append("end")
        content = ended("".join(f"{line}\n" for line in lines), settings)
        return Export(content, tuple(self._losses()))

    # -- hexes ----------------------------------------------------------------------------------------------

    def _hexes(self) -> Iterator[str]:
        board = self._scenario.board
        counts = np.bincount(board.terrain.ravel(), minlength=len(board.palette))
        ground = [self._ground(entry, int(count)) for entry, count in zip(board.palette, counts, strict=True)]
        counts = np.bincount(board.effects.ravel(), minlength=len(board.effects_palette))
        effects = [
            self._effects(entry, int(count))
            for entry, count in zip(board.effects_palette, counts, strict=True)
        ]
        layers = (board.terrain.tolist(), board.effects.tolist(), board.elevation.tolist())
        for row, (terrain_row, effects_row, levels) in enumerate(zip(*layers, strict=True)):
            for column, (terrain, effect, level) in enumerate(
                zip(terrain_row, effects_row, levels, strict=True)
            ):
                text, theme = ground[terrain]
                whole = ";".join(filter(None, (text, effects[effect])))
                yield f'hex {hex_name(column, row)} {level} "{whole}" "{theme}"'

    def _ground(self, entry: PaletteEntry, count: int) -> _HexText:
        if entry.is_void:
            return _HexText(_VOID_TEXT)
        kept = split_source(entry.source) if entry.source is not None else None
        if kept is not None:
            mapped = self._map(kept[0])
            if mapped.terrain == entry.kinds and not mapped.effects_text:
                return _HexText(*kept)
        return _HexText(self._by_kinds(entry, count))

    def _effects(self, entry: PaletteEntry, count: int) -> str:
        if entry.source is not None and is_terrain_text(entry.source):
            mapped = self._map(entry.source)
            if mapped.effects == entry.kinds and not mapped.terrain_text:
                return entry.source
        return self._by_kinds(entry, count)

    def _by_kinds(self, entry: PaletteEntry, count: int) -> str:
        if entry.source is not None:
            self._changed += count
        found = written(entry.kinds)
        self._added.update(dict.fromkeys(found.added, count))
        self._unknown.update(dict.fromkeys(found.unknown, count))
        return found.text

    def _notes(self) -> Iterator[str]:
        board = self._scenario.board
        places = sorted((*board.layout.to_offset(at)[::-1], says) for at, says in board.notes.items())
        for row, column, says in places:
            yield f"note {hex_name(column, row)} {quoted(says)}"

    # -- what is lost ---------------------------------------------------------------------------------------

    def _losses(self) -> Iterator[str]:
        board = self._scenario.board
        void = int(board.void.sum())
        if void:
            yield f"MegaMek has no void: {hex_count(void)} became impassable"
        for kind, count in _used(self._unknown):
            yield f"MegaMek has no {kind} ({hex_count(count)})"
        yield from self._how_to_keep()
        for name, count in _used(self._added):
            yield (
                f"{name} was added to {hex_count(count)}, because MegaMek requires it there; check its level"
            )
        if self._changed:
            yield (
                f"the 'source' of {hex_count(self._changed)} no longer matches the terrain and was dropped"
            )
        left_out = [line for line in board.source.split("\n") if line.strip() and not is_kept(line)]
        if left_out:
            yield (
                f"dropped {counted(len(left_out), 'line')} in the 'source' of the board that MegaMek "
                "would misread"
            )

    def _how_to_keep(self) -> Iterator[str]:
        """Say how to keep the kinds that MegaMek does not have: change the ruleset, with the nearest of its terrain."""
        unknown = [kind for kind, _ in _used(self._unknown)]
        if not unknown:
            return
        suggested = suggest_mapping(self._scenario, load_ruleset(RULESET))
        near = {it.old: it.new for it in suggested if it.topic in (Topic.TERRAIN, Topic.EFFECTS) and it.new}
        maps = [f"--map {it}={near[it]}" for it in unknown if near.get(it, it) != it]
        if not maps:
            return
        command = [f"fairground adapt ARENA -o COPY --ruleset {RULESET}", *maps]
        yield (
            f"to keep the terrain, change the ruleset before the export: {' '.join(command)}, or Board > Change "
            "ruleset in the editor"
        )


def _used(counts: Counter[str]) -> list[tuple[str, int]]:
    return [(name, count) for name, count in counts.items() if count]
