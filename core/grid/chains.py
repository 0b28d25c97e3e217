"""Hexsides joined to chains of exact corners: integers only."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fairground.core.grid.hexsides import Corner, Hexside


def hexside_chains(sides: Iterable[Hexside]) -> tuple[tuple[Corner, ...], ...]:
    """Return the hexsides joined to chains of corners, as long as can be; no hexsides, no chains.

    Three hexsides meet in a corner: where all three are given chains end, where two are one chain passes. A chain that
    comes back to its start is closed, and repeats its first corner at the end. Each hexside is in one chain, once. Two
    that follow each other turn by 60 degrees, so that a chain has no corner to spare. Equal sets give equal chains in
    equal order.
    """
    beside: defaultdict[Corner, list[Corner]] = defaultdict(list)
    for side in sorted(set(sides)):
        first, last = side.corners
        beside[first].append(last)
        beside[last].append(first)
    ends = {at for at, others in beside.items() if len(others) != 2}
    chains = []
    # From ends first: what is left then are rings.
    for start in (*sorted(ends), *sorted(beside)):
        while beside[start]:
            chain = [start]
            while len(chain) == 1 or (chain[-1] != start and chain[-1] not in ends):
                at = chain[-1]
                onward = beside[at].pop()
                beside[onward].remove(at)
                chain.append(onward)
            chains.append(tuple(chain))
    return tuple(chains)
