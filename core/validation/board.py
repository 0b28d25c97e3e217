"""Boards: void boards, levels out of range, terrains that do not fit together in one hex, hexside features and effects out of place, and boards that are symmetric except for a few hexes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fairground.core.finding import Finding, Place
from fairground.core.grid.labels import label
from fairground.core.grid.symmetry import SYMMETRY_NAMES
from fairground.core.scenario.arrays import look_up, step
from fairground.core.scenario.board import VOID
from fairground.core.scenario.board_symmetry import board_images, content_of, deviating, partners
from fairground.core.scenario.hex_arguments import hexes_named
from fairground.core.text.suggest import did_you_mean
from fairground.core.text.wording import NAMED, counted, first_few, hex_count
from fairground.core.validation.severities_and_fixes import make_finding

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from fairground.core.grid.hexsides import Hexside
    from fairground.core.grid.labels import HexNames
    from fairground.core.rules.terrain import Terrain
    from fairground.core.scenario.board import Board, PaletteEntry
    from fairground.core.scenario.board_symmetry import Image
    from fairground.core.validation.checked_scenario import CheckedScenario, Mask

    OfTable = NDArray[np.bool_]
    from fairground.core.rules.terrain import Effect, Tag


def check_any_hex(subject: CheckedScenario) -> Iterator[Finding]:
    """Find boards whose hexes are all void."""
    if subject.void.all():
        yield make_finding("board.void", "every hex of the board is void", Place(("board", "terrain")))


def check_levels(subject: CheckedScenario) -> Iterator[Finding]:
    """Find hexes above or below the ruleset's levels."""
    if subject.ruleset is None:
        return
    lowest, highest = subject.ruleset.levels.min, subject.ruleset.levels.max
    elevation = subject.board.elevation
    if lowest <= elevation.min() and elevation.max() <= highest:
        return
    outside = ((elevation < lowest) | (elevation > highest)) & ~subject.void
    if not outside.any():
        return
    count, levels = np.count_nonzero(outside), elevation[outside]
    span = f"{levels.min()} to {levels.max()}" if levels.min() < levels.max() else str(levels.min())
    yield make_finding(
        "elevation.range",
        f"{hex_count(count)} at level {span}, but {subject.ruleset_title} has levels {lowest} to {highest}: "
        f"{hexes_named(subject.board, outside)}",
        subject.first(outside, layer="elevation"),
        fix=f"Keep every level within {lowest} to {highest}.",
    )


def check_void_levels(subject: CheckedScenario) -> Iterator[Finding]:
    """Find void hexes that have a level."""
    raised = subject.void & (subject.board.elevation != 0)
    if raised.any():
        yield make_finding(
            "elevation.void",
            f"{counted(int(np.count_nonzero(raised)), 'void hex has', 'void hexes have')} a level: {hexes_named(subject.board, raised)}",
            subject.first(raised, layer="elevation"),
        )


def check_void_stacks(subject: CheckedScenario) -> Iterator[Finding]:
    """Find hexes that are void and have other terrain as well."""
    yield from _entries(
        subject,
        "stack.void",
        {
            index: f"void together with {first_few([kind for kind in entry.kinds if kind != VOID])}"
            for index, entry in enumerate(subject.board.palette)
            if entry.is_void and set(entry.kinds) != {VOID}
        },
    )


def check_repeated(subject: CheckedScenario) -> Iterator[Finding]:
    """Find hexes with the same terrain twice, or with two of one family, such as two kinds of building."""
    terrain = subject.ruleset.terrain if subject.ruleset else {}
    messages = {}
    for index, entry in enumerate(subject.board.palette):
        families: dict[str, list[str]] = {}
        for kind in entry.kinds:
            family = terrain[kind].family if kind in terrain else None
            families.setdefault(family or kind, []).append(kind)
        several = [kinds for kinds in families.values() if len(kinds) > 1]
        if several:
            messages[index] = f"{' and '.join(several[0])} in the same hex"
    yield from _entries(subject, "stack.repeated", messages)


def check_details(subject: CheckedScenario) -> Iterator[Finding]:
    """Find height modifiers in hexes without the terrain that they modify."""
    if subject.ruleset is None:
        return
    terrain = subject.ruleset.terrain
    messages = {}
    for index, entry in enumerate(subject.board.palette):
        alone = _without_family(entry, terrain)
        if alone:
            messages[index] = f"{first_few(alone)} without the terrain that it modifies"
    yield from _entries(subject, "stack.detail", messages)


def _without_family(entry: PaletteEntry, terrain: Mapping[str, Terrain]) -> list[str]:
    known = [kind for kind in entry.kinds if kind in terrain]
    families = {terrain[kind].family for kind in known}
    return [kind for kind in known if terrain[kind].heights and families.isdisjoint(terrain[kind].heights)]


def _entries(subject: CheckedScenario, code: str, messages: Mapping[int, str]) -> Iterator[Finding]:
    """Yield one finding for each message, with all palette entries and hexes that it applies to."""
    having: dict[str, list[int]] = {}
    for index, message in messages.items():
        having.setdefault(message, []).append(index)
    for message, entries in having.items():
        used = np.isin(subject.board.terrain, entries)
        count = int(np.count_nonzero(used))
        keys = first_few([repr(subject.board.palette[index].key) for index in entries])
        where = f" ({hex_count(count)})" if count else ""
        place = Place(
            ("board", "palette", subject.board.palette[entries[0]].key),
            hex=subject.first(used).hex if count else None,
        )
        yield make_finding(code, f"{keys}{where}: {message}", place)


#: Least percentage of matching hexes of a nearly symmetric board.
NEAR = 95
#: Most deviating pairs in a message.
PAIRS = 12


class _Fit(NamedTuple):
    """The fit of a symmetry; ``deviating`` is the mask of hexes that differ from their images."""

    image: Image
    deviating: Mask
    matching: int


def check_near_symmetry(subject: CheckedScenario) -> Iterator[Finding]:
    """Find boards of which at least ``NEAR`` percent, but not all hexes, are symmetric."""
    content = content_of(subject.board, subject.void)
    zones = {
        side: mask for side, mask in subject.deployment.items() if side in subject.side_ids and mask.any()
    }
    solid = ~subject.void
    total = int(np.count_nonzero(solid))
    best: _Fit | None = None
    for image in board_images(subject.board, subject.void):
        exchanged = partners(zones, image) if len(zones) > 1 else {}
        if any(side == partner for side, partner in exchanged.items()):
            continue
        differing = deviating(subject.board, content, zones, exchanged, subject.hexsides, image) & solid
        fit = _Fit(image, differing, total - int(np.count_nonzero(differing)))
        if fit.matching == total:
            return
        if best is None or fit.matching > best.matching:
            best = fit
    if best is None or best.matching * 100 < NEAR * total or not _is_meant(content, solid, best.deviating):
        return
    yield _finding(subject.board.hex_names, best, total)


def _is_meant(content: NDArray[np.int64], solid: Mask, deviating: Mask) -> bool:
    """Return whether at least half of the uncommon hexes match, since open fields match anyway."""
    kinds, counts = np.unique(content[solid], return_counts=True)
    standing_out = solid & (content != kinds[np.argmax(counts)])
    return 2 * int(np.count_nonzero(standing_out & deviating)) <= int(np.count_nonzero(standing_out))


def _finding(names: HexNames, fit: _Fit, total: int) -> Finding:
    pairs: dict[frozenset[str], str] = {}
    row, column = np.nonzero(fit.deviating)
    for at_row, at_column in zip(row, column, strict=True):
        own = names.cell(int(at_column), int(at_row))
        partner = names.cell(int(fit.image.column[at_row, at_column]), int(fit.image.row[at_row, at_column]))
        pairs.setdefault(frozenset((own, partner)), own if own == partner else f"{own} and {partner}")
        if len(pairs) > PAIRS:
            break
    named = "; ".join([*pairs.values()][:PAIRS]) + ("; and more" if len(pairs) > PAIRS else "")
    tenths, deviating = fit.matching * 1000 // total, total - fit.matching
    return make_finding(
        "symmetry.near",
        f"the board is {tenths // 10}.{tenths % 10}% symmetric ({SYMMETRY_NAMES[fit.image.kind]}), but "
        f"{hex_count(deviating)} of {total:,} {'differs from its counterpart' if deviating == 1 else 'differ from their counterparts'}: {named}",
        Place(("board", "terrain", int(row[0]), int(column[0])), hex=label(int(column[0]), int(row[0]))),
    )


def check_features(subject: CheckedScenario) -> Iterator[Finding]:
    """Find features that the ruleset does not have."""
    if subject.ruleset is None:
        return
    known, table = subject.ruleset.hexsides, subject.hexsides
    having: dict[str, list[int]] = {}
    for index, names in enumerate(table.kinds):
        for name in names:
            if name not in known:
                having.setdefault(name, []).append(index)
    for name, kinds in having.items():
        yield _hexside_finding(
            subject,
            "hexside.unknown",
            np.isin(table.features, kinds),
            f"{subject.ruleset_title} has no feature {name!r}{did_you_mean(name, known)}",
            fix=f"Known features: {first_few(sorted(known))}."
            if known
            else "Remove it: this ruleset has none.",
        )


def check_several(subject: CheckedScenario) -> Iterator[Finding]:
    """Find hexsides with two features that hinder movement or sight, such as a hedge and a wall."""
    if subject.ruleset is None:
        return
    known, table = subject.ruleset.hexsides, subject.hexsides
    obstacles = {name for name, it in known.items() if it.blocks_sight or not it.passable or it.cost}
    for index, names in enumerate(table.kinds):
        both = [name for name in names if name in obstacles]
        if len(both) > 1:
            message = f"{first_few(both)} on the same hexside"
            yield _hexside_finding(subject, "hexside.several", table.features == index, message)


def check_borders(subject: CheckedScenario) -> Iterator[Finding]:
    """Find features with no hex on either side, and those at the edge of the board."""
    table, layout = subject.hexsides, subject.board.layout
    if not table.kinds:
        return
    solid = ~subject.void
    one = look_up(layout, solid, table.q, table.r)
    other = look_up(layout, solid, *step(table.q, table.r, table.direction))
    for code, where, message in (
        ("hexside.void", ~(one | other), "a feature with no hex on either side"),
        ("hexside.edge", one ^ other, "a feature at the edge of the board"),
    ):
        if where.any():
            yield _hexside_finding(subject, code, where, message)


def _hexside_finding(
    subject: CheckedScenario, code: str, where: OfTable, message: str, *, fix: str | None = None
) -> Finding:
    """Return a finding about the hexsides in a mask over the table."""
    chosen = np.flatnonzero(where)
    sides = list(subject.board.hexsides)
    names = [_name(subject.board, sides[int(at)]) for at in chosen[:NAMED]]
    count = counted(len(chosen), "hexside")
    label = names[0].split()[0] if names[0][0].isupper() else None
    place = Place(("board", "hexsides", int(chosen[0])), hex=label)
    return make_finding(code, f"{count} ({first_few(names, total=len(chosen))}): {message}", place, fix=fix)


def _name(board: Board, side: Hexside) -> str:
    """Return a hexside as in files, seen from a hex on the board if possible."""
    owner, other = side.hexes
    if not board.contains(owner) and board.contains(other):
        return f"{board.hex_name(other)} {board.layout.direction_name(side.direction + 3)}"
    return f"{board.hex_name(owner)} {board.layout.direction_name(side.direction)}"


def check_effect_places(subject: CheckedScenario) -> Iterator[Finding]:
    """Find effects on hexes that cannot have them (P1-06, P1-08), and next to terrain that ends them."""
    for name, effect, where in _effects(subject):
        barred = where & (subject.void | subject.impassable | subject.where_tags(effect.spares))
        if barred.any():
            where_not = (
                f"{hex_count(barred.sum())} that cannot hold it (void, impassable, or terrain that "
                "it does not affect)"
            )
            yield _on(subject, "effect.misplaced", barred, f"{name} is on {where_not}")
        turned = np.zeros_like(where)
        for tag, other in effect.becomes.items():
            here = where & subject.where_tags((tag,)) & ~barred & ~turned
            turned |= here
            if here.any():
                message = f"{name} is on {hex_count(here.sum())} of {tag.value}, where it turns into {other}"
                yield _on(subject, "effect.becomes", here, message, fix=f"Place {other} there, or no effect.")
        beside = _beside(subject, where & ~barred & ~turned, effect.quenched_beside)
        if beside.any():
            kinds = first_few([tag.value for tag in effect.quenched_beside])
            count = hex_count(beside.sum())
            message = f"{name} is on {count} next to {kinds}, which ends it in the first round"
            yield _on(subject, "effect.quenched", beside, message)


def check_weather_effects(subject: CheckedScenario) -> Iterator[Finding]:
    """Find effects that the weather ends before the game begins, and terrain that does not cool in it (P1-10)."""
    rules, name = subject.ruleset, subject.scenario.weather
    if rules is None or name not in rules.weather:
        return
    weather = rules.weather[name]
    for effect in weather.puts_out:
        where = subject.board.where_effect(effect)
        if where.any():
            message = f"{effect} is on {hex_count(where.sum())}, but {name} ends it before the game begins"
            fix = f"Remove the {effect}, or change the weather."
            yield _on(subject, "weather.puts-out", where, message, fix=fix)
    if not weather.cooling:
        cooling = {kind for kind, it in rules.terrain.items() if it.heat < 0}
        cools = subject.where_entry(lambda entry: not cooling.isdisjoint(entry.kinds))
        if cools.any():
            yield make_finding(
                "weather.no-cooling",
                f"{name} prevents cooling, so cooling terrain has no effect on {hex_count(np.count_nonzero(cools))}: "
                f"{hexes_named(subject.board, cools)}",
                Place(("weather",), hex=subject.first(cools).hex),
            )


def _effects(subject: CheckedScenario) -> Iterator[tuple[str, Effect, Mask]]:
    """Yield every effect on the board with its hexes."""
    if subject.ruleset is None:
        return
    entries = zip(subject.board.effects_palette, subject.effect_counts, strict=True)
    present = {kind for entry, count in entries if count for kind in entry.kinds}
    for name in sorted(present & set(subject.ruleset.effects)):
        yield name, subject.ruleset.effects[name], subject.board.where_effect(name)


def _beside(subject: CheckedScenario, where: Mask, tags: tuple[Tag, ...]) -> Mask:
    """Return the hexes of ``where`` that have a neighbour with one of the tags."""
    result = np.zeros_like(where)
    if tags and where.any():
        near, layout = subject.where_tags(tags), subject.board.layout
        row, column = np.nonzero(where)
        q, r = layout.from_offset_arrays(column, row)
        result[where] = np.any(
            [look_up(layout, near, *step(q, r, direction)) for direction in range(6)], axis=0
        )
    return result


def _on(subject: CheckedScenario, code: str, where: Mask, message: str, *, fix: str | None = None) -> Finding:
    """Return a finding about effects on some hexes."""
    place = subject.first(where, layer="effects")
    return make_finding(code, f"{message}: {hexes_named(subject.board, where)}", place, fix=fix)
