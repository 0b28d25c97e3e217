"""Zones that correspond: what a zone is to its own side, another is to another side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.scenario.parts import Zone
from fairground.core.scenario.shapes import Listed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.scenario.parts import ZoneKind


def partner_of(zones: Sequence[Zone], index: int, side: str) -> int | None:
    """Return the place of the zone that is to ``side`` what the one at ``index`` is to its own; None without one.

    Of several zones of a kind, the first goes with the first, and so on; those without a counterpart with the last.
    """
    zone = zones[index]
    own, other = (
        [at for at, it in enumerate(zones) if it.side == whose and it.kind is zone.kind]
        for whose in (zone.side, side)
    )
    return other[min(own.index(index), len(other) - 1)] if other else None


def new_zone(zones: Sequence[Zone], side: str, kind: ZoneKind) -> Zone:
    """Return a zone without hexes, with an id that none of ``zones`` has."""
    taken = {zone.id for zone in zones}
    purpose = "start" if kind.value == "deployment" else kind.value
    # Ids have at most 64 characters, and a number may follow.
    name = f"{side[:40]}-{purpose}" if side else purpose
    found, number = name, 2
    while found in taken:
        found, number = f"{name}-{number}", number + 1
    return Zone(found, side, Listed(()), kind)
