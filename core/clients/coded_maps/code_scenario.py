"""From a map of codes to a scenario, by way of a legend."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

from fairground.core.clients.coded_maps.code_map import map_codes, report_codes
from fairground.core.clients.palette_keys import palette_keys
from fairground.core.grid.labels import label
from fairground.core.grid.layout import Layout
from fairground.core.rules import load_ruleset
from fairground.core.scenario.board import Board, PaletteEntry
from fairground.core.scenario.document import Scenario
from fairground.core.scenario.parts import MAX_TITLE, Objective, RulesetReference, Side, Zone, ZoneKind
from fairground.core.scenario.shapes import Listed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from fairground.core.clients.coded_maps.code_map import CodeMap, MappedCode, MappedMap
    from fairground.core.clients.coded_maps.legend import Legend
    from fairground.core.clients.format import ImportOptions, ImportSource
    from fairground.core.clients.import_findings import ImportFindings
    from fairground.core.rules import Ruleset

    _Content = tuple[tuple[str, ...], str | None]


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
        side, kind, title = (_property(codes, key) for key in ("side", "kind", "name"))
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
        points, hold, title = (_property(codes, key) for key in ("points", "hold", "name"))
        yield Objective(name, _shape(mapped, codes), points, hold, name=title)


def _by_part(mapped: MappedMap, part: str) -> dict[str, list[MappedCode]]:
    """Return the codes that are of a zone (an objective), by its id."""
    found: dict[str, list[MappedCode]] = {}
    for it in mapped.codes:
        name = getattr(it.entry, part, None)
        if name is not None:
            found.setdefault(name, []).append(it)
    return found


def _property(codes: Sequence[MappedCode], key: str) -> Any:  # noqa: ANN401  # whatever type the key has
    """Return a property of a zone or objective from the entry of one of its codes, or its default."""
    entries = [it.entry for it in codes if it.entry is not None]
    telling = (entry for entry in entries if key in entry.model_fields_set)
    return getattr(next(telling, entries[0]), key)


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
