"""Boards: void boards, levels out of range, and terrains that do not fit together in one hex."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fairground.core.finding import Finding, Place
from fairground.core.scenario.board import VOID
from fairground.core.scenario.hex_arguments import hexes_named
from fairground.core.text.wording import counted, first_few, hex_count
from fairground.core.validation.severities_and_fixes import make_finding

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fairground.core.finding import Finding
    from fairground.core.rules.terrain import Terrain
    from fairground.core.scenario.board import PaletteEntry
    from fairground.core.validation.checked_scenario import CheckedScenario


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
        f"{hex_count(count)} at level {span}, but {subject.scenario.ruleset.name} has levels {lowest} to {highest}: "
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
