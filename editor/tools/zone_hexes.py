"""Patches that add hexes to a zone, or remove them, together with its partner on the other side."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.scenario.shapes import shape_of
from fairground.core.scenario.transform.side_exchange import new_zone, partner_of
from fairground.editor.document.patches import FieldPatch

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Zone


def zone_index(scenario: Scenario, zone_id: str) -> int | None:
    """Return the index of the first zone with an id; None without one."""
    return next((index for index, zone in enumerate(scenario.zones) if zone.id == zone_id), None)


def add_zone_patch(scenario: Scenario, zone: Zone) -> FieldPatch:
    """Return the patch that appends a zone."""
    return FieldPatch("zones", scenario.zones, [*scenario.zones, zone])


def zone_hexes_patch(
    scenario: Scenario,
    index: int,
    hexes: NDArray[np.bool_],
    *,
    add: bool,
    image: NDArray[np.bool_] | None = None,
) -> FieldPatch | None:
    """Return the patch that adds ``hexes`` to the zone at ``index``, or removes them when not ``add``.

    What is added to a side's zone leaves the zones of the same kind of other sides. ``image`` are the mirror images,
    which go to the partner zone of the other side, or for a zone of nobody's, to the zone itself. Hexes that are in
    both ``hexes`` and ``image`` can belong to neither of two sides, so they are left as they are when adding. None
    when nothing would change.
    """
    board, zones = scenario.board, list(scenario.zones)
    zone = zones[index]
    changed: dict[int, NDArray[np.bool_]] = {index: hexes}
    if image is not None and not zone.side:
        changed = {index: hexes | image}
    elif image is not None:
        partner = partner_zone(scenario, index)
        if partner is None and add:
            zones.append(new_zone(zones, other_side(scenario, zone.side), zone.kind))
            partner = len(zones) - 1
        changed = {index: hexes & ~image if add else hexes}
        if partner is not None:
            changed[partner] = image & ~hexes if add else image
    rivals = {at: rivals_of(zones, at) for at in changed} if add else {}
    before = {at: zones[at].shape.mask(board) for at in {*changed, *chain.from_iterable(rivals.values())}}
    masks = dict(before)
    for at, mask in changed.items():
        masks[at] = masks[at] | mask if add else masks[at] & ~mask
        for other in rivals.get(at, ()):
            masks[other] = masks[other] & ~mask
    for at, mask in masks.items():
        if not np.array_equal(mask, before[at]):
            zones[at] = replace(zones[at], shape=shape_of(board, mask))
    same = all(new is old for new, old in zip(zones, scenario.zones, strict=False))
    return None if same else FieldPatch("zones", scenario.zones, zones)


def partner_zone(scenario: Scenario, index: int) -> int | None:
    """Return the index of the matching zone of the other side; None without one."""
    return partner_of(scenario.zones, index, other_side(scenario, scenario.zones[index].side))


def other_side(scenario: Scenario, side: str) -> str:
    """Return the id of the first side other than ``side``; there must be one."""
    return next(it.id for it in scenario.sides if it.id != side)


def rivals_of(zones: list[Zone], index: int) -> list[int]:
    """Return the indices of the zones that cannot share hexes with this one: other sides', of the same kind."""
    zone = zones[index]
    if not zone.side:
        return []
    return [at for at, it in enumerate(zones) if it.kind is zone.kind and it.side not in ("", zone.side)]
