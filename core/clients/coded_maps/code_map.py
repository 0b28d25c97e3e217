"""A map of codes as rows of a text file, its codes under a legend and a ruleset, and the scenario."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

from fairground.core.clients.coded_maps.legend import CLEAR, MAX_CODE, MAX_CODES, lacking, shared_property
from fairground.core.clients.format import UnmappedCode
from fairground.core.clients.hex_records import palette_keys
from fairground.core.files.scenario_file import MAX_NOTES
from fairground.core.finding import Severity
from fairground.core.grid.labels import label
from fairground.core.grid.layout import Layout
from fairground.core.rules import load_ruleset
from fairground.core.scenario.board import MAX_SIDE, Board, PaletteEntry
from fairground.core.scenario.document import Scenario
from fairground.core.scenario.parts import MAX_TITLE, Objective, RulesetReference, Side, Zone, ZoneKind
from fairground.core.scenario.shapes import Listed
from fairground.core.text.suggest import did_you_mean
from fairground.core.text.wording import first_few, hex_count

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from fairground.core.clients.coded_maps.legend import CodeEntry, Legend
    from fairground.core.clients.format import ImportOptions, ImportSource
    from fairground.core.clients.import_findings import ImportFindings
    from fairground.core.rules import Ruleset

    _Content = tuple[tuple[str, ...], str | None]


#: The most unknown codes with a suggestion, which takes time.
_MOST_NEAR: Final = 20


@dataclass(frozen=True, slots=True)
class MappedCode:
    """A code of a map and what it comes to."""

    code: str
    value: int
    #: The number of its hexes, and line and label of the first of them.
    count: int
    line: int
    label: str
    #: Its entry in the legend, or None.
    entry: CodeEntry | None
    kinds: tuple[str, ...]
    effects: tuple[str, ...]
    #: Why it could not be mapped, or empty.
    unmapped: str

    @property
    def source(self) -> str | None:
        """What its hexes keep besides their terrain."""
        return (self.code or None) if self.unmapped else None


@dataclass(frozen=True, slots=True)
class MappedMap:
    """The codes of a map in the legend's order, unknown ones last; ``cells`` has the index of each hex's code, ``[rows, columns]``."""

    codes: tuple[MappedCode, ...]
    cells: NDArray[np.int32]


def map_codes(codes: CodeMap, legend: Legend, rules: Ruleset) -> MappedMap:
    """Map the codes of a map by the legend.

    A code that the legend or the ruleset lacks becomes clear ground that keeps the code as its source.
    """
    values: dict[str, int] = {}
    cells = np.array([[values.setdefault(it, len(values)) for it in row] for row in codes.rows], np.int32)
    counts = np.bincount(cells.ravel()).tolist()
    firsts = np.unique(cells, return_index=True)[1].tolist()
    mapped = []
    for code, value in values.items():
        row, column = divmod(firsts[value], cells.shape[1])
        entry = legend.entry(code)
        kinds: tuple[str, ...] = (CLEAR,)
        effects: tuple[str, ...] = ()
        unmapped = "this code is not in the legend"
        if entry is not None:
            unmapped = lacking(entry, rules)
            if not unmapped:
                kinds, effects = entry.terrain_kinds or kinds, entry.effect_kinds
        place = (codes.lines[row], label(column, row))
        mapped.append(MappedCode(code, value, counts[value], *place, entry, kinds, effects, unmapped))
    order = {code: at for at, code in enumerate(legend.codes)}
    mapped.sort(key=lambda it: order.get(it.code, len(order)))
    return MappedMap(tuple(mapped), cells)


def report_codes(
    mapped: Sequence[MappedCode], codes: CodeMap, legend: Legend, findings: ImportFindings
) -> None:
    """Add findings about unmapped codes, and codes without ground."""
    explanations = codes.explanations()
    unknown = 0
    for it in mapped:
        if it.unmapped:
            explanation = explanations.get(it.code)
            message = f"{it.code!r} ({hex_count(it.count)}): {it.unmapped}"
            message += f" (the file explains it as {explanation!r})" if explanation else ""
            message += "; clear ground was used"
            if it.entry is None:
                unknown += 1
                message += did_you_mean(it.code, legend.codes) if unknown <= _MOST_NEAR else ""
            findings.add("import.unmapped", message, line=it.line, label=it.label)
            findings.unmapped.append(UnmappedCode(it.code, it.count, it.label))
        elif it.entry is not None and not it.entry.terrain_kinds:
            whose = f" of zone {it.entry.zone!r}" if it.entry.zone is not None else ""
            message = f"the file does not give the terrain under {it.code!r} ({hex_count(it.count)}{whose}); "
            findings.add("import.ground", f"{message}clear ground was used", line=it.line, label=it.label)


#: A comment that explains a code: ``FR = Forest``.
_EXPLANATION: Final = re.compile(r"(\S{1,16})\s*=\s*(\S.{0,99})")


@dataclass(slots=True)
class CodeMap:
    """Rows of codes from the top, the line of each in the file (from 1), and comments without their ``#``."""

    rows: list[tuple[str, ...]] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    name: str = ""
    #: The line of the name, or None.
    name_line: int | None = None
    #: The text below the name.
    subtitles: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)

    def add(self, row: Iterable[str], line: int) -> None:
        """Put a row below the others."""
        self.rows.append(tuple(row))
        self.lines.append(line)

    def add_comment(self, text: str) -> None:
        """Put a comment, what follows its ``#``, below the others."""
        self.comments.append(text.removeprefix(" ").rstrip())

    @property
    def notes(self) -> str:
        """What the file says of the map as one text, without empty lines at its ends."""
        return "\n".join([*self.subtitles, *self.comments]).strip("\n")

    def explanations(self) -> dict[str, str]:
        """Return the meanings of codes in the file's comments, the first for each code."""
        found: dict[str, str] = {}
        for comment in self.comments:
            match = _EXPLANATION.fullmatch(comment.strip())
            if match:
                found.setdefault(match[1], match[2])
        return found

    def check(self, findings: ImportFindings) -> None:
        """Add findings about rows that do not form a board and about texts that are too long; faulty rows were reported before."""
        if not any(self.rows):
            if not any(it.severity is Severity.ERROR for it in findings.findings()):
                findings.add("import.no-rows", "the file has no rows of hexes")
            return
        self._check_size(findings)
        self._check_lengths(findings)
        self._check_codes(findings)
        if len(self.name) > MAX_TITLE:
            message = f"a name may have at most {MAX_TITLE} characters; this one has {len(self.name):,}"
            findings.add("import.too-long", message, line=self.name_line)
        if len(self.notes) > MAX_NOTES:
            message = f"notes may have at most {MAX_NOTES:,} characters; this file has {len(self.notes):,}"
            findings.add("import.too-long", message)

    def _check_size(self, findings: ImportFindings) -> None:
        columns, rows = max(map(len, self.rows)), len(self.rows)
        if max(columns, rows) > MAX_SIDE:
            message = f"a board may have at most {MAX_SIDE:,} columns and rows, not {columns:,}x{rows:,}"
            findings.add("import.bad-size", message)

    def _check_lengths(self, findings: ImportFindings) -> None:
        lines: dict[int, list[int]] = {}
        for row, line in zip(self.rows, self.lines, strict=True):
            lines.setdefault(len(row), []).append(line)
        if len(lines) == 1:
            return
        usual = max(lines, key=lambda length: (len(lines[length]), length))
        message = first_few(
            [f"{hex_count(length)} ({lines_named(lines[length])})" for length in sorted(lines)]
        )
        first = min(line for length, found in lines.items() if length != usual for line in found)
        fix = f"Give every row the same number of hexes; most have {usual}."
        findings.add("import.row-length", f"rows differ in length: {message}", line=first, fix=fix)

    def _check_codes(self, findings: ImportFindings) -> None:
        counts: Counter[str] = Counter()
        for row, line in zip(self.rows, self.lines, strict=True):
            counts.update(row)
            for code in row:
                if len(code) > MAX_CODE:
                    message = (
                        f"a code may have at most {MAX_CODE} characters; {code[:20]!r}… has {len(code):,}"
                    )
                    findings.add("import.too-long", message, line=line)
        if len(counts) > MAX_CODES:
            message = f"a map may have at most {MAX_CODES:,} different codes; this one has {len(counts):,}"
            findings.add("import.codes", message)


def lines_named(lines: Sequence[int]) -> str:
    """Return some lines of a file, at least one, in words: ``line 6``, ``lines 1-5 and 8-12``."""
    return f"line{'' if len(lines) == 1 else 's'} {spans(lines)}"


def spans(numbers: Sequence[int]) -> str:
    """Return numbers as text, with consecutive ones joined: ``1-5 and 8-12``."""
    ordered = sorted(numbers)
    breaks = [(before, after) for before, after in pairwise(ordered) if after != before + 1]
    starts = [ordered[0], *(after for _, after in breaks)]
    ends = [*(before for before, _ in breaks), ordered[-1]]
    return first_few([str(a) if a == b else f"{a}-{b}" for a, b in zip(starts, ends, strict=True)])


def to_scenario(codes: CodeMap, source: ImportSource, legend: Legend, findings: ImportFindings) -> Scenario:
    """Return the scenario of a checked map of codes; losses and assumptions go to ``findings``.

    Raise RulesetError for an unknown or faulty ruleset.
    """
    options = source.options
    name = options.ruleset or legend.ruleset
    rules = load_ruleset(name, folder=options.folder)
    mapped = map_codes(codes, legend, rules)
    report_codes(mapped.codes, codes, legend, findings)
    zones = list(_zones(mapped))
    _report_sizes(zones, findings)
    return Scenario(
        name=codes.name or source.title[:MAX_TITLE],
        ruleset=RulesetReference(name, content_hash=rules.content_hash),
        board=_board(mapped, _layout(options, legend, findings), rules),
        notes=codes.notes,
        sides=list(_sides(zones)),
        zones=zones,
        objectives=list(_objectives(mapped)),
        folder=options.folder,
    )


def _layout(options: ImportOptions, legend: Legend, findings: ImportFindings) -> Layout:
    if options.layout is not None:
        return options.layout
    message = f"the file does not say which rows or columns are shifted; {legend.layout} was assumed"
    findings.add("import.layout", message)
    return Layout(legend.layout)


# -- the board ----------------------------------------------------------------------------------------------


def _board(mapped: MappedMap, layout: Layout, rules: Ruleset) -> Board:
    rows, columns = mapped.cells.shape
    board = Board.blank(layout, columns, rows)
    # Cells hold values; the codes are in the order of the legend.
    order = np.argsort([it.value for it in mapped.codes])
    contents = [(it.kinds, it.source) for it in mapped.codes]
    symbols = {name: terrain.symbol for name, terrain in rules.terrain.items()}
    board.palette, places = _palette(contents, symbols)
    board.terrain = np.array(places, np.uint16)[order][mapped.cells]
    # The first entry of the effects is the empty one.
    effects: list[_Content] = [((), None), *((it.effects, None) for it in mapped.codes)]
    symbols = {name: effect.symbol for name, effect in rules.effects.items()}
    board.effects_palette, places = _palette(effects, symbols)
    board.effects = np.array(places[1:], np.uint16)[order][mapped.cells]
    levels = [it.entry.level if it.entry is not None else 0 for it in mapped.codes]
    board.elevation = np.array(levels, np.int16)[order][mapped.cells]
    return board


def _palette(
    contents: Sequence[_Content], symbols: Mapping[str, str]
) -> tuple[list[PaletteEntry], list[int]]:
    """Return a palette with each of the contents once, in their order, and the place of each in it."""
    distinct = dict.fromkeys(contents)
    keys = palette_keys([kinds for kinds, _ in distinct], symbols)
    at = {content: place for place, content in enumerate(distinct)}
    palette = [PaletteEntry(key, *content) for key, content in zip(keys, distinct, strict=True)]
    return palette, [at[content] for content in contents]


# -- sides, zones and objectives ----------------------------------------------------------------------------


def _zones(mapped: MappedMap) -> Iterator[Zone]:
    for name, codes in _by_part(mapped, "zone").items():
        side, kind, title = (shared_property(_entries(codes), key) for key in ("side", "kind", "name"))
        yield Zone(name, side or "", _shape(mapped, codes), ZoneKind(kind), title)


def _sides(zones: Sequence[Zone]) -> Iterator[Side]:
    """Yield the sides that zones belong to, each named as its first zone is."""
    names: dict[str, str] = {}
    for zone in zones:
        if zone.side:
            names.setdefault(zone.side, zone.name)
    for side, name in names.items():
        yield Side(side, name)


def _objectives(mapped: MappedMap) -> Iterator[Objective]:
    for name, codes in _by_part(mapped, "objective").items():
        points, hold, title = (shared_property(_entries(codes), key) for key in ("points", "hold", "name"))
        yield Objective(name, _shape(mapped, codes), points, hold, name=title)


def _by_part(mapped: MappedMap, part: str) -> dict[str, list[MappedCode]]:
    """Return the codes that are of a zone (an objective), by its id."""
    found: dict[str, list[MappedCode]] = {}
    for it in mapped.codes:
        name = getattr(it.entry, part, None)
        if name is not None:
            found.setdefault(name, []).append(it)
    return found


def _entries(codes: Sequence[MappedCode]) -> list[CodeEntry]:
    return [it.entry for it in codes if it.entry is not None]


def _shape(mapped: MappedMap, codes: Sequence[MappedCode]) -> Listed:
    """Return the hexes of codes, row by row."""
    rows, columns = np.nonzero(np.isin(mapped.cells, [it.value for it in codes]))
    return Listed(tuple(map(label, columns.tolist(), rows.tolist())))


def _report_sizes(zones: Sequence[Zone], findings: ImportFindings) -> None:
    """Note deployment zones that have not the same number of hexes for every side."""
    sizes: Counter[str] = Counter()
    for zone in zones:
        if zone.side and zone.kind is ZoneKind.DEPLOYMENT:
            sizes[zone.side] += len(zone.shape.labels())
    if len(set(sizes.values())) > 1:
        *before, last = map(str, sizes.values())
        sides = " and ".join(map(repr, sizes))
        message = f"the deployment zones of {sides} differ in size: {', '.join(before)} and {last} hexes"
        findings.add("import.zone-sizes", message)
