"""Locks: hexes and zones that suggestions may not touch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.editor.document.patches import FieldPatch

if TYPE_CHECKING:
    from collections.abc import Iterable

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
