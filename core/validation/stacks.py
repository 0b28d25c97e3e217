"""Stacks: whether the terrains of one hex make sense together."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fairground.core.finding import Finding, Place
from fairground.core.scenario.board import VOID
from fairground.core.text.wording import hex_count, some
from fairground.core.validation.codes import make_finding

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fairground.core.rules.terrain import Terrain
    from fairground.core.scenario.board import PaletteEntry
    from fairground.core.validation.checked_scenario import CheckedScenario


def check_void_stacks(subject: CheckedScenario) -> Iterator[Finding]:
    """Find hexes that are void and something else besides."""
    yield from _entries(
        subject,
        "stack.void",
        {
            index: f"void, and {some([kind for kind in entry.kinds if kind != VOID])} besides"
            for index, entry in enumerate(subject.board.palette)
            if entry.is_void and set(entry.kinds) != {VOID}
        },
    )


def check_repeated(subject: CheckedScenario) -> Iterator[Finding]:
    """Find hexes with the same terrain twice, or with two of one family, such as two kinds of building."""
    terrain = subject.ruleset.terrain if subject.ruleset else {}
    told = {}
    for index, entry in enumerate(subject.board.palette):
        families: dict[str, list[str]] = {}
        for kind in entry.kinds:
            family = terrain[kind].family if kind in terrain else None
            families.setdefault(family or kind, []).append(kind)
        several = [kinds for kinds in families.values() if len(kinds) > 1]
        if several:
            told[index] = f"{' and '.join(several[0])} in the same hex"
    yield from _entries(subject, "stack.repeated", told)


def check_details(subject: CheckedScenario) -> Iterator[Finding]:
    """Find terrain that gives a height to other terrain, in hexes where there is none such."""
    if subject.ruleset is None:
        return
    terrain = subject.ruleset.terrain
    told = {}
    for index, entry in enumerate(subject.board.palette):
        alone = _without_family(entry, terrain)
        if alone:
            told[index] = f"{some(alone)} without what it gives a height to"
    yield from _entries(subject, "stack.detail", told)


def _without_family(entry: PaletteEntry, terrain: Mapping[str, Terrain]) -> list[str]:
    known = [kind for kind in entry.kinds if kind in terrain]
    families = {terrain[kind].family for kind in known}
    return [kind for kind in known if terrain[kind].heights and families.isdisjoint(terrain[kind].heights)]


def _entries(subject: CheckedScenario, code: str, told: Mapping[int, str]) -> Iterator[Finding]:
    """Yield one finding for each sentence about entries of the palette, with the hexes of all that it is true of."""
    having: dict[str, list[int]] = {}
    for index, sentence in told.items():
        having.setdefault(sentence, []).append(index)
    for sentence, entries in having.items():
        used = np.isin(subject.board.terrain, entries)
        count = int(np.count_nonzero(used))
        keys = some([repr(subject.board.palette[index].key) for index in entries])
        where = f" ({hex_count(count)})" if count else ""
        place = Place(
            ("board", "palette", subject.board.palette[entries[0]].key),
            hex=subject.first(used).hex if count else None,
        )
        yield make_finding(code, f"{keys}{where}: {sentence}", place)
