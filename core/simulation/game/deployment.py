"""Deployment: the hexes that units can start in, and a random placement."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fairground.core.scenario.parts import ZoneKind

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from numpy.typing import NDArray

    from fairground.core.metrics.compared_zones import Party
    from fairground.core.simulation.game.muster import Member
    from fairground.core.simulation.game.tables import Tables


class Rosters(NamedTuple):
    """The units of each party in order, and the hexes that units can start in, by party, side and kind."""

    members: tuple[tuple[Member, ...], ...]
    room: Mapping[tuple[int, str, int], tuple[int, ...]]

    @property
    def units(self) -> tuple[Member, ...]:
        """All units, in the order of their numbers in a game."""
        return tuple(it for members in self.members for it in members)


def rosters(tables: Tables, parties: Sequence[Party], members: Sequence[Sequence[Member]]) -> Rosters:
    """Return the rosters: units start in their party's zones where they can stay; hexes in several parties' zones are nobody's."""
    claims = np.sum([it.mask for it in parties], axis=0)
    moves = [tables.moves(kind, tables.band(tables.heat)) for kind in range(len(tables.kinds))]
    room: dict[tuple[int, str, int], tuple[int, ...]] = {}
    ordered = []
    for number, (party, listed) in enumerate(zip(parties, members, strict=True)):
        for it in listed:
            key = number, it.side, it.kind
            if key not in room:
                own = np.flatnonzero((_zones(tables, party, it.side) & (claims == 1)).ravel()).tolist()
                room[key] = tuple(filter(moves[it.kind].may_stay, own))
        # Units with the least room choose first.
        ordered.append(
            tuple(sorted(listed, key=lambda it, number=number: len(room[number, it.side, it.kind])))  # type: ignore[misc]
        )
    return Rosters(tuple(ordered), room)


def _zones(tables: Tables, party: Party, side: str) -> NDArray[np.bool_]:
    """Return the hexes that a party deploys in, or one of its sides."""
    if not side:
        return party.mask
    board = tables.scenario.board
    mask = np.zeros(party.mask.shape, np.bool_)
    for it in tables.scenario.zones:
        if it.kind is ZoneKind.DEPLOYMENT and it.side == side:
            mask |= it.shape.mask(board)
    return mask & party.mask


def lack_of_room(found: Rosters, party: int) -> str | None:
    """Return the room that a party's zones have, as text, if some placement lacks room; else None."""
    placed: dict[str, int] = {}
    for it in found.members[party]:
        if it.hex < 0:
            placed[it.side] = placed.get(it.side, 0) + 1
            room = len(found.room[party, it.side, it.kind])
            if room < placed[it.side]:
                units = sum(member.hex < 0 and member.side == it.side for member in found.members[party])
                return f"room for only {room} of its {units} units"
    return None


class PlacedUnit(NamedTuple):
    """A unit with its starting hex and facing (0-5); ``either`` shield is random."""

    party: int
    kind: int
    hex: int
    facing: int
    shield: str
    arrives: int = 1


def placed(tables: Tables, found: Rosters, dice: Random) -> list[PlacedUnit]:
    """Return all units in the order of their numbers, each in a random hex of its own, facing the nearest enemy."""
    taken = {it.hex for it in found.units if it.hex >= 0 and it.arrives == 1}
    places: list[tuple[int, Member, int]] = []
    for party, members in enumerate(found.members):
        for it in members:
            at = it.hex
            if at < 0:
                free = [place for place in found.room[party, it.side, it.kind] if place not in taken]
                at = free[dice.randrange(len(free))]
                taken.add(at)
            places.append((party, it, at))
    return [
        PlacedUnit(
            party,
            it.kind,
            at,
            it.facing if it.facing >= 0 else _toward(tables, party, at, places, dice),
            it.shield,
            it.arrives,
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
