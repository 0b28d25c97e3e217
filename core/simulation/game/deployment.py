"""Deployment: where units can begin, and a placing of them by the dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from fairground.core.metrics.fairness.parties import Party
    from fairground.core.simulation.game.tables import Tables


class Member(NamedTuple):
    """A unit of a party's roster; the hex, facing (-1: toward the enemy) and shield of those that have their own place."""

    kind: int
    shield: str
    hex: int = -1
    facing: int = -1


class Rosters(NamedTuple):
    """The units of each party, and the hexes in which each kind of unit of each can begin."""

    members: tuple[tuple[Member, ...], ...]
    room: tuple[tuple[tuple[int, ...], ...], ...]


def rosters(tables: Tables, parties: Sequence[Party], members: Sequence[Sequence[Member]]) -> Rosters:
    """Return who begins where: in the zones of the party, on ground where it can stay; hexes in the zones of several are nobody's."""
    claims = np.sum([it.mask for it in parties], axis=0)
    room = []
    for party in parties:
        own = np.flatnonzero((party.mask & (claims == 1)).ravel()).tolist()
        band = tables.band(tables.heat)
        room.append(
            tuple(
                tuple(at for at in own if tables.moves(kind, band).may_stay(at))
                for kind in range(len(tables.kinds))
            )
        )
    ordered = []
    for listed, rooms in zip(members, room, strict=True):
        # Those with the least room first, so that the others leave them some.
        ordered.append(tuple(sorted(listed, key=lambda it, rooms=rooms: len(rooms[it.kind]))))  # type: ignore[misc]
    return Rosters(tuple(ordered), tuple(room))


def lack_of_room(found: Rosters, party: int) -> str | None:
    """Return what a party's zones have too little room for, in words; None where there is enough for any placing."""
    placed = 0
    for it in found.members[party]:
        if it.hex < 0:
            placed += 1
            if len(found.room[party][it.kind]) < placed:
                return (
                    f"room for {len(found.room[party][it.kind])} of its {_count(found.members[party])} units"
                )
    return None


def _count(members: Sequence[Member]) -> int:
    return sum(it.hex < 0 for it in members)


def placed(tables: Tables, found: Rosters, dice: Random) -> list[tuple[int, int, int, int, str]]:
    """Return all units as ``State.deploy`` takes them, each in a hex of its own by the dice, looking toward the nearest enemy."""
    taken = {it.hex for members in found.members for it in members if it.hex >= 0}
    places: list[tuple[int, Member, int]] = []
    for party, members in enumerate(found.members):
        for it in members:
            at = it.hex
            if at < 0:
                free = [place for place in found.room[party][it.kind] if place not in taken]
                at = free[dice.randrange(len(free))]
                taken.add(at)
            places.append((party, it, at))
    return [
        (
            party,
            it.kind,
            at,
            it.facing if it.facing >= 0 else _toward(tables, party, at, places, dice),
            it.shield,
        )
        for party, it, at in places
    ]


def _toward(tables: Tables, party: int, at: int, places: list[tuple[int, Member, int]], dice: Random) -> int:
    field = tables.field
    field.look_from(at)
    far = {other: int(field.distances[at, other]) for side, _, other in places if side != party}
    near = [other for other, it in far.items() if it == min(far.values())]
    way = int(field.ways[at, near[dice.randrange(len(near))]])
    return (way // 2 + (dice.randrange(2) if way % 2 else 0)) % 6
