"""Rooms: basins that are wide and large enough for a person to call them so, with the others joined to them.

All basins that meet at saddles of one depth are looked at together. A basin that is no room goes to the room it meets,
and to all of them where it meets several as soon, so that the rooms do not depend on how the board is turned.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fairground.core.metrics.chokepoints.basins import WIDEST_SADDLE, watershed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from fairground.core.metrics.chokepoints.basins import Basins
    from fairground.core.metrics.chokepoints.clearance import ClearanceField

#: The fewest hexes of a room: a few units can stand in it.
SMALLEST: Final = 10
#: How many times the clearance of the saddle a room must have somewhere.
WIDER: Final = 2


def rooms(field: ClearanceField) -> Basins:
    """Return the basins of the ground that are rooms.

    A room reaches ``WIDER`` times the depth of every saddle that leads out of it, and has ``SMALLEST`` hexes; one that
    meets no other may be smaller.
    """
    found = watershed(field)
    for level in range(WIDEST_SADDLE, 0, -1):
        meetings = _meetings(found, level)
        wide = {basin for basin, peak in found.peaks().items() if peak >= WIDER * level}
        found = found.joined(_absorbed(meetings, wide), level)
        # Small rooms that meet are one; where that is small still, it goes to the larger ones.
        meetings = _meetings(found, level)
        small = {basin for basin, size in found.sizes().items() if size < SMALLEST}
        together = [it for it in groups(meetings, small) if len(it) > 1]
        found = found.joined({basin: (min(it),) for it in together for basin in it}, level)
        large = {basin for basin, size in found.sizes().items() if size >= SMALLEST}
        found = found.joined(_absorbed(_meetings(found, level), large), level)
    return found


def groups(meetings: Mapping[int, Iterable[int]], among: set[int]) -> list[set[int]]:
    """Return the groups of basins, among some, that hang together."""
    found: list[set[int]] = []
    waiting = set(among)
    while waiting:
        group = [waiting.pop()]
        for basin in group:
            more = waiting.intersection(meetings.get(basin, ()))
            waiting -= more
            group += more
        found.append(set(group))
    return found


def _meetings(basins: Basins, level: int) -> dict[int, set[int]]:
    """Return the basins that each meets at saddles of some depth or more."""
    found: dict[int, set[int]] = {}
    for (one, other), depth in basins.saddles().items():
        if depth >= level:
            found.setdefault(one, set()).add(other)
            found.setdefault(other, set()).add(one)
    return found


def _absorbed(meetings: Mapping[int, set[int]], strong: set[int]) -> dict[int, set[int]]:
    """Return the strong basins that each weak one goes to: those fewest basins away.

    Weak basins that no strong one can be got to from become one.
    """
    into: dict[int, set[int]] = {}
    last = {basin: {basin} for basin in strong if basin in meetings}
    while last:
        fresh: dict[int, set[int]] = {}
        for basin, goes_to in last.items():
            for other in meetings[basin] - strong - into.keys():
                fresh.setdefault(other, set()).update(goes_to)
        into |= fresh
        last = fresh
    for group in groups(meetings, meetings.keys() - strong - into.keys()):
        into |= {basin: {min(group)} for basin in group}
    return into
