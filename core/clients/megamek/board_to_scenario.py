"""From the text of a MegaMek board to a scenario under a ruleset."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.clients.format import Imported
from fairground.core.clients.hex_records import palette_keys
from fairground.core.clients.import_findings import ImportFindings
from fairground.core.clients.megamek.board_lines import BETWEEN_DESCRIPTIONS, read_board_text
from fairground.core.clients.megamek.names import (
    KNOWN,
    WITHOUT_MEANING,
    TerrainMap,
    joined_source,
    name_of,
    written,
)
from fairground.core.errors import UsageError
from fairground.core.files.read_board import MAX_PALETTE, MAX_SOURCE, MAX_STACK
from fairground.core.grid.layout import Layout
from fairground.core.rules import load_ruleset
from fairground.core.scenario.board import Board, PaletteEntry
from fairground.core.scenario.document import Scenario
from fairground.core.scenario.parts import MAX_TITLE, RulesetReference
from fairground.core.text.foreign import own_whole
from fairground.core.text.suggest import did_you_mean
from fairground.core.text.wording import hex_count, shorten

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from fairground.core.clients.format import ImportSource
    from fairground.core.clients.megamek.board_lines import BoardText
    from fairground.core.rules import Ruleset
    from fairground.core.rules.terrain import Effect, Terrain

LAYOUT: Final = Layout.ODD_Q
#: The most unknown names with a suggestion, which takes time.
_MOST_NEAR: Final = 20
#: The ruleset that has kinds for MegaMek's terrain.
RULESET: Final = "megamek"


def read_board(source: ImportSource) -> Imported:
    """Return the scenario of a MegaMek board; errors as ``import_file``."""
    options = source.options
    if options.layout not in (None, LAYOUT):
        raise UsageError(
            f"MegaMek boards have the layout {LAYOUT.value} and cannot be read as {options.layout.value}"
        )
    ruleset = options.ruleset or (options.legend.ruleset if options.legend else RULESET)
    findings = ImportFindings()
    text = read_board_text(source.text, findings)
    findings.refuse_errors(source.file_name)
    rules = load_ruleset(ruleset, folder=options.folder)
    board = _board(text, source, rules, findings)
    scenario = Scenario(
        name=source.title[:MAX_TITLE],
        ruleset=RulesetReference(ruleset, content_hash=rules.content_hash),
        board=board,
        notes=BETWEEN_DESCRIPTIONS.join(text.descriptions),
        folder=options.folder,
    )
    return Imported(scenario, findings.findings())


class _Content(NamedTuple):
    """What the hexes with one text have in a layer: kinds, and what is kept besides."""

    kinds: tuple[str, ...]
    source: str | None


class _Used:
    """Where the distinct texts of a board are used."""

    def __init__(self, text: BoardText, index: NDArray[np.int64]) -> None:
        self._text = text
        self.counts = np.bincount(index, minlength=len(text.hexes))
        self._first = np.unique(index, return_index=True)[1]

    def place(self, at: int) -> _Place:
        """Return the line, and the label, of the first hex with the text of that number."""
        first = own_whole(self._first[at])
        return _Place(self._text.lines[first], self._text.label(first))


class _Place(NamedTuple):
    line: int
    label: str


def _board(text: BoardText, source: ImportSource, rules: Ruleset, findings: ImportFindings) -> Board:
    shape = (text.rows, text.columns)
    index = np.array(text.index, np.int64)
    used = _Used(text, index)
    terrain_map = TerrainMap(rules, source.options.legend)
    mapped = [terrain_map(it.terrain) for it in text.hexes]
    ground = [
        _content(it.terrain, joined_source(it.terrain_text, hex_text.theme), expressed=not it.unmapped)
        for it, hex_text in zip(mapped, text.hexes, strict=True)
    ]
    effects = [_content(it.effects, it.effects_text, expressed=True) for it in mapped]
    _check_limits(ground, used, findings)
    _check_limits(effects, used, findings)
    findings.refuse_errors(source.file_name)
    _report_unmapped([it.unmapped for it in mapped], used, rules, findings)
    palette, terrain = _palette(ground, rules.terrain)
    effects_palette, effect = _palette([_Content((), None), *effects], rules.effects)
    board = Board(
        layout=LAYOUT,
        palette=palette,
        terrain=terrain[index].reshape(shape),
        elevation=np.array(text.levels, np.int16).reshape(shape),
        effects_palette=effects_palette,
        effects=effect[1:][index].reshape(shape),
        source="".join(f"{line}\n" for line in text.kept),
    )
    board.notes = {LAYOUT.from_offset(*place): says for place, says in text.notes.items()}
    return board


def _content(kinds: tuple[str, ...], source: str, *, expressed: bool) -> _Content:
    """Return kinds with their source, omitted if the kinds imply it."""
    return _Content(kinds, None if expressed and written(kinds).text == source else source)


def _check_limits(contents: Sequence[_Content], used: _Used, findings: ImportFindings) -> None:
    """Add findings for content beyond the limits of a scenario file."""
    for at, content in enumerate(contents):
        message = ""
        length = len(content.source or "")
        if length > MAX_SOURCE:
            message = f"the terrain of a hex may have at most {MAX_SOURCE:,} characters, not {length:,}"
        elif len(content.kinds) > MAX_STACK:
            message = f"a hex may have at most {MAX_STACK} kinds of terrain, not {len(content.kinds)}"
        if message:
            findings.add("import.too-long", message, line=used.place(at).line, label=used.place(at).label)
    various = len(set(contents))
    if various > MAX_PALETTE:
        message = f"a board may have at most {MAX_PALETTE:,} different hexes; this one has {various:,}"
        findings.add("import.too-various", message)


def _palette(
    contents: Sequence[_Content], known: Mapping[str, Terrain] | Mapping[str, Effect]
) -> tuple[list[PaletteEntry], NDArray[np.uint16]]:
    """Return a palette in the order of the ruleset, and the place in it of each of the contents."""
    order = {kind: at for at, kind in enumerate(known)}

    def place(content: _Content) -> tuple[list[int], str]:
        return [order.get(kind, len(order)) for kind in content.kinds], content.source or ""

    distinct = sorted(set(contents), key=place)
    symbols = {kind: entry.symbol for kind, entry in known.items()}
    keys = palette_keys([content.kinds for content in distinct], symbols)
    at = {content: number for number, content in enumerate(distinct)}
    entries = [PaletteEntry(key, *content) for key, content in zip(keys, distinct, strict=True)]
    return entries, np.array([at[content] for content in contents], np.uint16)


def _report_unmapped(
    unmapped: Sequence[tuple[str, ...]], used: _Used, rules: Ruleset, findings: ImportFindings
) -> None:
    """Note the names that have no meaning under the ruleset, each once."""
    hexes: Counter[str] = Counter()
    first: dict[str, int] = {}
    for at, parts in enumerate(unmapped):
        for name in dict.fromkeys(name_of(part) or part for part in parts):
            hexes[name] += own_whole(used.counts[at])
            first.setdefault(name, at)
    listed = 0
    for name, at in first.items():
        count, place = hex_count(hexes[name]), used.place(at)
        if name in WITHOUT_MEANING:
            message = f"{name} ({count}) has no effect in play; it is kept in the 'source' of those hexes"
            findings.add("import.no-meaning", message, line=place.line, label=place.label)
            continue
        listed += 1
        if name in KNOWN:
            message = f"{rules.title} has no terrain for {name} ({count}); it is kept in the 'source' of those hexes"
        else:
            near = did_you_mean(name, KNOWN) if listed <= _MOST_NEAR else ""
            message = f"{shorten(name)!r} ({count}) is not a known MegaMek terrain; it is kept in the 'source' of those hexes{near}"
        findings.add("import.unmapped", message, line=place.line, label=place.label)
