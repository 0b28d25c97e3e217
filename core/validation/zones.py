"""Zones: empty ones, unusable hexes, overlaps, and room for the units of a side."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.finding import Finding, Place
from fairground.core.scenario.hex_arguments import hexes_named
from fairground.core.scenario.parts import ZoneKind
from fairground.core.text.wording import counted, hex_count
from fairground.core.validation.codes import make_finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.validation.checked_scenario import CheckedScenario

#: Zones where units stand; an area may be all wall.
_STOOD_IN = (ZoneKind.DEPLOYMENT, ZoneKind.REINFORCEMENT, ZoneKind.EXIT)


def check_zone_hexes(subject: CheckedScenario) -> Iterator[Finding]:
    """Find zones without hexes, and hexes of zones where no unit can stand."""
    for index, zone in enumerate(subject.scenario.zones):
        mask, place = subject.zone_mask(index), Place(("zones", index, "hexes"))
        count = np.count_nonzero(mask)
        if not count:
            yield make_finding("zone.empty", f"zone {zone.id!r} has no hexes on the board", place)
            continue
        if zone.kind not in _STOOD_IN:
            continue
        void = mask & subject.void
        if void.any():
            lost = np.count_nonzero(void)
            yield make_finding(
                "zone.void",
                f"{lost} of {hex_count(count)} of zone {zone.id!r} {'is' if lost == 1 else 'are'} void: {hexes_named(void)}",
                Place(place.path, hex=subject.first(void).hex),
            )
        barred = mask & subject.impassable
        if barred.any():
            lost = np.count_nonzero(barred)
            yield make_finding(
                "zone.impassable",
                f"{lost} of {hex_count(count)} of zone {zone.id!r} {'is' if lost == 1 else 'are'} impassable: {hexes_named(barred)}",
                Place(place.path, hex=subject.first(barred).hex),
            )


def check_overlap(subject: CheckedScenario) -> Iterator[Finding]:
    """Find hexes where two sides may deploy."""
    masks = {side: mask for side, mask in subject.deployment.items() if side in subject.side_ids}
    taken = np.zeros(subject.void.shape, np.int16)
    for mask in masks.values():
        taken += mask
    if not (taken > 1).any():
        return
    for one, other in combinations(masks, 2):
        both = masks[one] & masks[other]
        if not both.any():
            continue
        index = next(
            at
            for at, zone in enumerate(subject.scenario.zones)
            if zone.side == other and (subject.zone_mask(at) & both).any()
        )
        allied = other not in {side.id for side in subject.enemies(one)}
        yield make_finding(
            "zone.shared" if allied else "zone.overlap",
            f"sides {one!r} and {other!r} may both deploy in {hex_count(np.count_nonzero(both))}: "
            f"{hexes_named(both)}",
            Place(("zones", index, "hexes"), hex=subject.first(both).hex),
        )


def check_capacity(subject: CheckedScenario) -> Iterator[Finding]:
    """Find sides with more units than usable hexes in their deployment zones (P1-12)."""
    units = subject.unit_counts
    for side_id, mask in subject.deployment.items():
        room = np.count_nonzero(mask & subject.usable)
        if room < units[side_id]:
            index = next(at for at, zone in enumerate(subject.scenario.zones) if zone.side == side_id)
            yield make_finding(
                "zone.capacity",
                f"side {side_id!r} has {counted(units[side_id], 'unit')}, but only {room} of "
                f"{hex_count(np.count_nonzero(mask))} of its deployment zone {'is' if room == 1 else 'are'} passable",
                Place(("zones", index, "hexes")),
            )
