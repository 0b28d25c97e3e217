"""Deployment: the units of each party, the hexes they can start in, and a random placement."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.simulation.game.force import Force, load_force, shipped_forces
from fairground.core.simulation.game.unit_kinds import kinds_of, misfits

if TYPE_CHECKING:
    from collections.abc import Sequence
    from os import PathLike
    from random import Random

    from fairground.core.metrics.compared_zones import Party
    from fairground.core.rules import Ruleset
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Unit
    from fairground.core.simulation.game.tables import Tables
    from fairground.core.simulation.game.unit_kinds import UnitKind

#: The name of the force of the scenario's own units.
OWN_UNITS: Final = "units"


@dataclass(frozen=True)
class Muster:
    """A force in play: the kinds of units, and the units of each party."""

    name: str
    force: Force
    kinds: tuple[UnitKind, ...]
    members: tuple[tuple[Member, ...], ...]


def muster(
    scenario: Scenario, parties: Sequence[Party], force: str | PathLike[str] | Force | None
) -> Muster | list[str]:
    """Return the muster of a force (see ``GameArena.of``), or the reasons why it can't be played, a clause each."""
    rules = scenario.rules
    if force == OWN_UNITS:
        return _own(scenario, parties)
    found = force if isinstance(force, Force) else load_force(force) if force is not None else _first(rules)
    if found is None:
        return [
            f"none of the forces that come with Fairground ({', '.join(shipped_forces())}) fits {rules.id}"
        ]
    reasons = [f"the force {found.id} does not fit the ruleset: {it}" for it in misfits(found, rules)]
    if reasons:
        return reasons
    kinds = kinds_of(found, rules)
    each = tuple(
        Member(number, kinds[number].shield) for number, it in enumerate(found.units) for _ in range(it.count)
    )
    return Muster(found.id, found, kinds, tuple(each for _ in parties))


def _first(rules: Ruleset, classes: frozenset[str] = frozenset()) -> Force | None:
    """Return the first shipped force that fits a ruleset and has these classes."""
    every = (load_force(name) for name in shipped_forces())
    fitting = (it for it in every if not misfits(it, rules))
    return next((it for it in fitting if classes <= {unit.unit_class for unit in it.units}), None)


def _own(scenario: Scenario, parties: Sequence[Party]) -> Muster | list[str]:
    """Return the scenario's own units, with the weapons that a shipped force gives their classes."""
    rules, board = scenario.rules, scenario.board
    found = _first(rules, frozenset(it.unit_class for it in scenario.units))
    if found is None:
        return [
            f"no force that comes with Fairground has weapons for all of the scenario's units in {rules.id}"
        ]
    by_party = [[unit for unit in scenario.units if unit.side in party.sides] for party in parties]
    reasons = [
        f"{party.id} has no units in the scenario"
        for party, units in zip(parties, by_party, strict=True)
        if not units
    ]
    reasons += [f"unit {it.id} is off the board" for it in scenario.units if not board.contains(it.hex)]
    if reasons:
        return reasons
    plain = kinds_of(found, rules)
    kinds: dict[UnitKind, int] = {}

    def member(unit: Unit) -> Member:
        kind = next(it for it in plain if it.class_id == unit.unit_class)
        number = kinds.setdefault(replace(kind, allowance=unit.allowance), len(kinds))
        row, column = board.cell(unit.hex)
        facing = board.layout.facing_direction(unit.facing)
        return Member(number, unit.shield.value, row * board.columns + column, facing)

    members = tuple(tuple(map(member, units)) for units in by_party)
    return Muster(OWN_UNITS, found, tuple(kinds), members)


class Member(NamedTuple):
    """A unit of a party; ``hex`` and ``facing`` are -1 if they are chosen at deployment."""

    kind: int
    shield: str
    hex: int = -1
    facing: int = -1


class Rosters(NamedTuple):
    """The units of each party, and the hexes that each party's units of each kind can start in."""

    members: tuple[tuple[Member, ...], ...]
    room: tuple[tuple[tuple[int, ...], ...], ...]


def rosters(tables: Tables, parties: Sequence[Party], members: Sequence[Sequence[Member]]) -> Rosters:
    """Return the rosters: units start in their party's zones where they can stay; hexes in several parties' zones are nobody's."""
    claims = np.sum([it.mask for it in parties], axis=0)
    moves = [tables.moves(kind, tables.band(tables.heat)) for kind in range(len(tables.kinds))]
    room = []
    for party in parties:
        own = np.flatnonzero((party.mask & (claims == 1)).ravel()).tolist()
        room.append(tuple(tuple(filter(it.may_stay, own)) for it in moves))
    ordered = []
    for listed, rooms in zip(members, room, strict=True):
        # Units with the least room choose first.
        ordered.append(tuple(sorted(listed, key=lambda it, rooms=rooms: len(rooms[it.kind]))))  # type: ignore[misc]
    return Rosters(tuple(ordered), tuple(room))


def lack_of_room(found: Rosters, party: int) -> str | None:
    """Return the room that a party's zones have, as text, if some placement lacks room; else None."""
    placed = 0
    for it in found.members[party]:
        if it.hex < 0:
            placed += 1
            if len(found.room[party][it.kind]) < placed:
                units = sum(member.hex < 0 for member in found.members[party])
                return f"room for only {len(found.room[party][it.kind])} of its {units} units"
    return None


def placed(tables: Tables, found: Rosters, dice: Random) -> list[tuple[int, int, int, int, str]]:
    """Return all units for ``GameState.deploy``, each in a random hex of its own, facing the nearest enemy."""
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
