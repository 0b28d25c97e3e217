"""Maps of other programs whose hexes name their ground: terrain by a legend or by its name, and the scenario."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from fairground.core.clients.coded_maps.legend import MAX_CODE, by_form, form, lacking, shared_property
from fairground.core.clients.format import Imported, UnmappedCode
from fairground.core.clients.hex_records import CLEAR, HexRecord, HexRecords, size_of
from fairground.core.clients.scenario_head import RULESET, MarkedData
from fairground.core.errors import UsageError
from fairground.core.grid.labels import label
from fairground.core.rules import load_ruleset
from fairground.core.scenario.board import VOID
from fairground.core.scenario.parts import MAX_TITLE, Objective, Side, Zone, ZoneKind
from fairground.core.scenario.shapes import Listed
from fairground.core.text.suggest import did_you_mean
from fairground.core.text.wording import hex_count, shorten

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fairground.core.clients.coded_maps.legend import CodeEntry, Legend
    from fairground.core.clients.format import ImportSource
    from fairground.core.clients.import_findings import ImportFindings
    from fairground.core.grid.layout import Layout
    from fairground.core.rules import Ruleset
    from fairground.core.scenario.document import Scenario

#: The most unknown names with a suggestion, which takes time.
_MOST_NEAR: Final = 20
#: The most names of ground in a hex; more are dropped.
MAX_GROUND: Final = 16


@dataclass(frozen=True, slots=True)
class ForeignHex:
    """A hex of a map: column and row from 0, its line in the file from 1, and its properties.

    ``ground`` has names, bottom first, each with its spellings: the one for legends first, broader ones after it. Without a
    ``level`` the legend decides. ``is_void`` hexes are off the board.
    """

    column: int
    row: int
    line: int
    ground: tuple[tuple[str, ...], ...] = ()
    level: int | None = None
    name: str = ""
    note: str = ""
    is_void: bool = False


@dataclass(slots=True)
class ForeignMap:
    """A map: its layout and hexes, title, notes, and lines of a hexsides block; hexes that are missing are void.

    ``size`` is columns and rows, enlarged where the hexes need more.
    """

    layout: Layout
    hexes: list[ForeignHex]
    title: str = ""
    notes: str = ""
    hexsides: list[str] = field(default_factory=list)
    size: tuple[int, int] = (1, 1)


def foreign_scenario(
    found: ForeignMap, source: ImportSource, findings: ImportFindings, *, legend: Legend | None = None
) -> Imported:
    """Return the scenario of a map, under the legend of the options or that of the format.

    Raise UsageError if the options ask for another layout, RulesetError for an unknown or faulty ruleset, and FileError,
    with all findings, if there are errors.
    """
    options = source.options
    check_layout(found.layout, source)
    legend = options.legend or legend
    name, rules = chosen_ruleset(source, legend, findings)
    size = size_of([(it.column, it.row) for it in found.hexes], findings, line=1) or (1, 1)
    findings.refuse_errors(source.file_name)
    grounds = GroundNames(rules, legend)
    records = [HexRecord(it.column, it.row, grounds.properties(it), it.line) for it in found.hexes]
    grounds.report(findings)
    data = MarkedData()
    data.tell("name", one_line(found.title) or one_line(source.title) or "Imported map", 1)
    data.tell("ruleset", name, 1)
    if found.notes:
        data.tell("notes", found.notes, 1)
    columns, rows = (max(pair) for pair in zip(size, found.size, strict=True))
    board = HexRecords(rules, findings).board_data(records, (columns, rows))
    board |= {"layout": found.layout.value, "hexsides": "".join(f"{it}\n" for it in found.hexsides)}
    data.tell_board(board, 1, hexside_lines=[1] * len(found.hexsides))
    scenario = data.scenario(findings, file_name=source.file_name, folder=options.folder)
    grounds.add_areas(scenario)
    source.draft.legend = legend
    source.draft.unmapped.extend(findings.unmapped)
    return Imported(scenario, findings.findings())


def check_layout(layout: Layout, source: ImportSource) -> None:
    """Raise UsageError if the options ask for another layout than that of the file."""
    asked = source.options.layout
    if asked not in (None, layout):
        raise UsageError(
            f"{source.file_name} has the layout {layout.value} and cannot be read as {asked.value}"
        )


def chosen_ruleset(
    source: ImportSource, legend: Legend | None, findings: ImportFindings
) -> tuple[str, Ruleset]:
    """Return name and ruleset by the options, the legend, or the default with a finding; raise RulesetError for a faulty one."""
    options = source.options
    name = options.ruleset or (legend.ruleset if legend else None)
    if name is None:
        name = RULESET
        findings.add("import.ruleset", f"the file does not name a ruleset; {name} was assumed")
    return name, load_ruleset(name, folder=options.folder)


def one_line(text: str) -> str:
    """Return a text as a name: visible characters on one line, not too long."""
    visible = "".join(letter if letter.isprintable() else " " for letter in text[: 4 * MAX_TITLE])
    return " ".join(visible.split())[:MAX_TITLE]


class _Meaning(NamedTuple):
    """What a name of ground stands for; ``unmapped`` says why it stands for nothing, or is empty."""

    terrain: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    level: int = 0
    entry: CodeEntry | None = None
    unmapped: str = ""


class _Shared(NamedTuple):
    """What hexes with the same ground share: properties, names without a meaning with the reason, entries with areas."""

    properties: dict[str, object]
    lost: dict[str, str]
    entries: tuple[CodeEntry, ...]


class GroundNames:
    """Looks up names of ground under a ruleset and a legend, and counts those without a meaning."""

    def __init__(self, rules: Ruleset, legend: Legend | None) -> None:
        self._rules = rules
        self._legend = legend
        self._terrain = {**by_form(rules.terrain), VOID: VOID}
        self._effects = by_form(rules.effects)
        self._meanings: dict[tuple[str, ...], _Meaning] = {}
        self._shared: dict[tuple[object, int | None], _Shared] = {}
        #: The number of hexes with each unmapped name, its reason, and the first of them.
        self._unmapped: Counter[str] = Counter()
        self._first: dict[str, tuple[str, ForeignHex]] = {}
        #: The labels of zones and objectives, with the entries of their codes.
        self._areas: dict[tuple[str, str], tuple[list[CodeEntry], list[str]]] = {}

    def properties(self, it: ForeignHex) -> dict[str, object]:
        """Return the properties of a hex as those of a ``HexRecord``; hexes that are alike share them."""
        key = (VOID if it.is_void else it.ground, it.level)
        shared = self._shared.get(key)
        if shared is None:
            shared = self._shared[key] = self._shared_by(it)
        for entry in shared.entries:
            self._note_area(entry, label(it.column, it.row))
        for name, unmapped in shared.lost.items():
            self._unmapped[name] += 1
            self._first.setdefault(name, (unmapped, it))
        if not it.name and not it.note:
            return shared.properties
        return {**shared.properties, "name": one_line(it.name), "note": it.note}

    def _shared_by(self, it: ForeignHex) -> _Shared:
        """Return what hexes with the ground and level of this one share."""
        if it.is_void:
            return _Shared({"terrain": [VOID]}, {}, ())
        meanings = [
            (names[0], self._meaning(names)) for names in it.ground[:MAX_GROUND] if names and names[0]
        ]
        kinds = list(dict.fromkeys(kind for _, meaning in meanings for kind in meaning.terrain))
        # Clear ground under something is the ground that all stands on.
        kinds = [VOID] if VOID in kinds else [kind for kind in kinds if kind != CLEAR] or kinds
        levels = [meaning.level for _, meaning in meanings if meaning.level]
        lost = {name: meaning.unmapped for name, meaning in meanings if meaning.unmapped}
        properties: dict[str, object] = {
            "terrain": kinds or ([CLEAR] if lost else None),
            "effects": list(dict.fromkeys(kind for _, meaning in meanings for kind in meaning.effects)),
            "elevation": it.level if it.level is not None else levels[-1] if levels else 0,
            "source": "; ".join(one_line(name)[:MAX_CODE] for name in lost),
        }
        entries = tuple(meaning.entry for _, meaning in meanings if meaning.entry is not None)
        return _Shared(properties, lost, tuple(it for it in entries if it.zone or it.objective))

    def _meaning(self, names: tuple[str, ...]) -> _Meaning:
        if names not in self._meanings:
            found = (meaning for name in names if (meaning := self._known(name)) is not None)
            unknown = "it is not in the legend" if self._legend else "the ruleset has no terrain of this name"
            self._meanings[names] = next(found, _Meaning(unmapped=unknown))
        return self._meanings[names]

    def _known(self, name: str) -> _Meaning | None:
        entry = self._legend.entry(name) if self._legend is not None else None
        if entry is not None:
            missing = lacking(entry, self._rules)
            if missing:
                return _Meaning(unmapped=missing)
            return _Meaning(entry.terrain_kinds, entry.effect_kinds, entry.level, entry)
        spelt = form(name[:MAX_CODE])
        if spelt in self._terrain:
            return _Meaning(terrain=(self._terrain[spelt],))
        return _Meaning(effects=(self._effects[spelt],)) if spelt in self._effects else None

    def _note_area(self, entry: CodeEntry, label: str) -> None:
        for part in ("zone", "objective"):
            name = getattr(entry, part)
            if name is not None:
                entries, labels = self._areas.setdefault((part, name), ([], []))
                if entry not in entries:
                    entries.append(entry)
                if labels[-1:] != [label]:
                    labels.append(label)

    def report(self, findings: ImportFindings) -> None:
        """Add a finding for each name without a meaning."""
        known = (*(self._legend.codes if self._legend is not None else ()), *self._terrain, *self._effects)
        for number, (name, count) in enumerate(self._unmapped.items()):
            reason, first = self._first[name]
            near = did_you_mean(shorten(name), known) if number < _MOST_NEAR else ""
            message = f"{shorten(name)!r} ({hex_count(count)}): {reason}; it is kept in the 'source' of those hexes{near}"
            label = HexRecord(first.column, first.row, {}, first.line).label
            findings.add("import.unmapped", message, line=first.line, label=label)
            findings.unmapped.append(UnmappedCode(name, count, label))

    def add_areas(self, scenario: Scenario) -> None:
        """Give a scenario the zones, their sides, and the objectives of the legend's codes."""
        zones = list(self._zones())
        names: dict[str, str] = {}
        for zone in zones:
            if zone.side:
                names.setdefault(zone.side, zone.name)
        scenario.zones += zones
        scenario.sides += [Side(side, name) for side, name in names.items()]
        for entries, labels, name in self._of("objective"):
            points, hold, title = (shared_property(entries, key) for key in ("points", "hold", "name"))
            scenario.objectives.append(Objective(name, Listed(tuple(labels)), points, hold, name=title))

    def _zones(self) -> Iterator[Zone]:
        for entries, labels, name in self._of("zone"):
            side, kind, title = (shared_property(entries, key) for key in ("side", "kind", "name"))
            yield Zone(name, side or "", Listed(tuple(labels)), ZoneKind(kind), title)

    def _of(self, part: str) -> Iterator[tuple[Sequence[CodeEntry], list[str], str]]:
        for (kind, name), (entries, labels) in self._areas.items():
            if kind == part:
                yield entries, labels, name
