"""Muster: which units each party plays with: a force, or the scenario's own units."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, NamedTuple

from fairground.core.files.force_file import (
    Force,
    load_force,
    load_side_force,
    shipped_force_titles,
    shipped_forces,
)
from fairground.core.rules.attack import Resolution
from fairground.core.scenario.ruleset_kinds import Topic, kind_title
from fairground.core.simulation.game.unit_kinds import bare_kind, kinds_of, misfits
from fairground.core.text.wording import listed

if TYPE_CHECKING:
    from collections.abc import Sequence
    from os import PathLike

    from fairground.core.files.force_file import ForceRoll
    from fairground.core.metrics.compared_zones import Party
    from fairground.core.rules import Ruleset
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Side, Unit
    from fairground.core.simulation.game.unit_kinds import UnitKind

#: The name of the force of the scenario's own units.
OWN_UNITS: Final = "units"


class Member(NamedTuple):
    """A unit of a party.

    ``hex`` and ``facing`` are -1 if they are chosen at deployment, in the zones of ``side`` (empty: all of the party's).
    ``unit`` is the id of a unit of the scenario (empty: one of a force), and ``arrives`` the turn in which it enters.
    """

    kind: int
    shield: str
    hex: int = -1
    facing: int = -1
    side: str = ""
    unit: str = ""
    arrives: int = 1


@dataclass(frozen=True)
class Muster:
    """The forces in play: the kinds of units, the units of each party, and the roll to hit that a force brings.

    ``name`` has the ids of the forces, and ``title`` their titles for claims, without the scenario's own units; empty if these
    alone play. ``source`` gives the same muster again (see ``muster``). ``is_own`` is whether the scenario's own units play.
    """

    name: str
    title: str
    source: Force | str | None
    roll: ForceRoll | None
    kinds: tuple[UnitKind, ...]
    members: tuple[tuple[Member, ...], ...]
    is_own: bool


def muster(
    scenario: Scenario, parties: Sequence[Party], force: str | PathLike[str] | Force | None
) -> Muster | list[str]:
    """Return the muster of a force (see ``GameArena.of``), or the reasons why it can't be played, a clause each."""
    rules = scenario.rules
    if force == OWN_UNITS or (force is None and has_own_forces(scenario, parties)):
        return _OwnForces(scenario, parties, None if force is None else OWN_UNITS).muster()
    found = force if isinstance(force, Force) else load_force(force) if force is not None else _first(rules)
    if found is None:
        return [_no_force(rules)]
    reasons = _unfit(found, rules)
    if reasons:
        return reasons
    members = tuple(_whole(found, kinds_of(found, rules)) for _ in parties)
    return Muster(found.id, found.title, found, found.roll, kinds_of(found, rules), members, is_own=False)


def has_own_forces(scenario: Scenario, parties: Sequence[Party]) -> bool:
    """Return whether sides play with forces of their own by default: in missions, and where roles differ."""
    return (
        len({it.role for it in parties}) > 1
        or any(it.wins or it.force for it in scenario.sides)
        or any(
            it.arrives > 1 or it.hit_points is not None or it.defence is not None or it.unarmed
            for it in scenario.units
        )
    )


def sides_of(scenario: Scenario, party: Party) -> tuple[Side, ...]:
    """Return the sides of a party: those with its zones, and their allies without one."""
    teams = {side.allegiance for it in party.sides if (side := scenario.side(it)) is not None}
    return tuple(it for it in scenario.sides if it.allegiance in teams)


def _no_force(rules: Ruleset) -> str:
    return f"none of the forces that come with Fairground ({', '.join(shipped_force_titles().values())}) fits {rules.title}"


def _unfit(force: Force, rules: Ruleset) -> list[str]:
    return [f"the force {force.title} does not fit the ruleset: {it}" for it in misfits(force, rules)]


def _first(rules: Ruleset, classes: frozenset[str] = frozenset()) -> Force | None:
    """Return the first shipped force that fits a ruleset and has these classes."""
    every = (load_force(name) for name in shipped_forces())
    fitting = (it for it in every if not misfits(it, rules))
    return next((it for it in fitting if classes <= {unit.unit_class for unit in it.units}), None)


def _whole(force: Force, kinds: Sequence[UnitKind], side: str = "") -> tuple[Member, ...]:
    """Return all units of a force."""
    return tuple(
        Member(number, kinds[number].shield, side=side)
        for number, it in enumerate(force.units)
        for _ in range(it.count)
    )


class _OwnForces:
    """Musters the units of each side where it has any, otherwise its force; ``source`` as in ``Muster``.

    With the source None, a party without units or a force gets the default force; otherwise that is a reason not to play.
    """

    def __init__(self, scenario: Scenario, parties: Sequence[Party], source: str | None) -> None:
        self._scenario, self._parties, self._source = scenario, parties, source
        self._rules = scenario.rules
        self._kinds: dict[UnitKind, int] = {}
        self._used: dict[str, Force] = {}
        #: The titles of the forces in play by their ids; empty for the scenario's own units.
        self._titles: dict[str, str] = {}
        self._reasons: list[str] = []
        self._default = _first(self._rules, frozenset(self._classes()))

    def _classes(self) -> list[str]:
        """Return the classes whose statistics come from the default force."""
        named = {it.id for it in self._scenario.sides if it.force}
        return [it.unit_class for it in self._scenario.units if it.side not in named and not _is_complete(it)]

    def muster(self) -> Muster | list[str]:
        """Return the muster, or the reasons why it can't be played."""
        rules = self._rules
        if self._default is None and self._classes():
            return [
                f"no force that comes with Fairground has weapons for all of the scenario's units in {rules.title}"
            ]
        members = tuple(self._party(it) for it in self._parties)
        self._reasons += [
            reason for it in self._used.values() if it is not self._default for reason in _unfit(it, rules)
        ]
        rolls = (
            [it.roll for it in self._used.values()] if rules.attack.resolution is Resolution.MODIFIERS else []
        )
        if any(it != rolls[0] for it in rolls):
            names = listed(list(self._used))
            self._reasons.append(f"the forces {names} define different rolls to hit")
        if self._reasons:
            return self._reasons
        return Muster(
            # Their own units first.
            name=" and ".join(sorted(self._titles, key=lambda it: it != OWN_UNITS)),
            title=" and ".join(filter(None, self._titles.values())),
            source=self._source,
            roll=rolls[0] if rolls else None,
            kinds=tuple(self._kinds),
            members=members,
            is_own=OWN_UNITS in self._titles,
        )

    def _party(self, party: Party) -> tuple[Member, ...]:
        found: list[Member] = []
        for side in sides_of(self._scenario, party):
            own = [it for it in self._scenario.units if it.side == side.id]
            if own:
                found += [it for unit in own if (it := self._unit(side, unit)) is not None]
                self._titles[OWN_UNITS] = ""
            elif side.force:
                found += self._force(load_side_force(side.force, self._scenario.folder), side.id)
        if not found and not self._reasons:
            if self._source is not None:
                self._reasons.append(f"{party.id} has no units in the scenario")
            elif self._default is None:
                self._reasons.append(_no_force(self._rules))
            else:
                found += self._force(self._default, "")
        return tuple(found)

    def _force(self, force: Force, side: str) -> tuple[Member, ...]:
        self._used[force.id] = force
        self._titles[force.id] = force.title
        if misfits(force, self._rules):
            return ()
        kinds = kinds_of(force, self._rules)
        numbers = [self._kinds.setdefault(it, len(self._kinds)) for it in kinds]
        return tuple(it._replace(kind=numbers[it.kind]) for it in _whole(force, kinds, side))

    def _unit(self, side: Side, unit: Unit) -> Member | None:
        board = self._scenario.board
        if not board.contains(unit.hex):
            self._reasons.append(f"unit {unit.id} is off the board")
            return None
        kind = self._kind(side, unit)
        if kind is None:
            return None
        kind = replace(
            kind,
            allowance=unit.allowance,
            hit_points=kind.hit_points if unit.hit_points is None else unit.hit_points,
            defence=kind.defence if unit.defence is None else unit.defence,
            weapons=() if unit.unarmed else kind.weapons,
        )
        number = self._kinds.setdefault(kind, len(self._kinds))
        row, column = board.cell(unit.hex)
        return Member(
            number,
            unit.shield.value,
            row * board.columns + column,
            board.layout.facing_direction(unit.facing),
            side.id,
            unit.id,
            unit.arrives,
        )

    def _kind(self, side: Side, unit: Unit) -> UnitKind | None:
        """Return the kind of a unit in the force of its side."""
        force = load_side_force(side.force, self._scenario.folder) if side.force else self._default
        if force is not None and misfits(force, self._rules):
            self._used[force.id] = force
            return None
        if force is not None:
            kinds = (it for it in kinds_of(force, self._rules) if it.class_id == unit.unit_class)
            kind = next(kinds, None)
            if kind is not None:
                self._used[force.id] = force
                return kind
        if _is_complete(unit) and unit.unit_class in self._rules.classes:
            return bare_kind(unit.unit_class, self._rules)
        if force is not None:
            kind_name = kind_title(self._scenario, Topic.CLASSES, unit.unit_class)
            who = unit.name or f"the unit in {self._scenario.board.hex_name(unit.hex)}"
            self._reasons.append(f"the force {force.title} has no {kind_name} for {who}")
        return None


def _is_complete(unit: Unit) -> bool:
    """Whether a unit needs nothing of a force."""
    return unit.unarmed and unit.hit_points is not None
