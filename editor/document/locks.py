"""Locks: hexes and zones that suggestions may not touch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.errors import FairgroundError
from fairground.editor.document.patches import FieldPatch

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario
    from fairground.editor.document.patches import Patch


def lock_patches(scenario: Scenario, names: Iterable[str], *, locked: bool) -> list[Patch]:
    """Return the patch that locks labels of hexes and ids of zones, or unlocks them; none when nothing would change.

    What is locked already keeps its place in the list.
    """
    before = scenario.locked
    known, wanted = set(before), dict.fromkeys(names)
    after = (
        [*before, *(name for name in wanted if name not in known)]
        if locked
        else [name for name in before if name not in wanted]
    )
    return [] if after == before else [FieldPatch("locked", before, after)]


def locked_hexes(scenario: Scenario) -> frozenset[Hex]:
    """Return the hexes that are locked, themselves or with a zone; entries that name neither are left out."""
    board = scenario.board
    found: set[Hex] = set()
    zones = {zone.id: zone for zone in scenario.zones}
    for name in scenario.locked:
        try:
            found |= board.hexes_of(zones[name].shape.mask(board)) if name in zones else {board.parse(name)}
        except FairgroundError:  # a finding says so
            continue
    return frozenset(found)
