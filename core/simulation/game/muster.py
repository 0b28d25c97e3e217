"""The muster: which force is played with, which kinds of units that makes, and who of them belongs to which party."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from fairground.core.simulation.game.deployment import Member
from fairground.core.simulation.game.force import Force
from fairground.core.simulation.game.force_loading import load_force, shipped_forces
from fairground.core.simulation.game.unit_kinds import kinds_of, misfits

if TYPE_CHECKING:
    from collections.abc import Sequence
    from os import PathLike

    from fairground.core.metrics.fairness.parties import Party
    from fairground.core.rules import Ruleset
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Unit
    from fairground.core.simulation.game.unit_kinds import UnitKind

#: The name of the force that is the scenario's own units.
OWN_UNITS: Final = "units"


@dataclass(frozen=True)
class Muster:
    """A force as it is played: the kinds in play and the units of each party, or why there is none, a sentence a reason."""

    name: str
    title: str
    force: Force
    kinds: tuple[UnitKind, ...]
    members: tuple[tuple[Member, ...], ...]


def muster(
    scenario: Scenario, parties: Sequence[Party], force: str | PathLike[str] | Force | None
) -> Muster | list[str]:
    """Return the muster of a force, see ``Arena.of``; where there is none the reasons, a sentence each.

    Raises
    ------
    FileError
        When there is no such force, or its file has faults.
    """
    rules = scenario.rules
    if force == OWN_UNITS:
        return _own(scenario, parties)
    found = force if isinstance(force, Force) else load_force(force) if force is not None else _first(rules)
    if found is None:
        return [
            f"of the forces that come with Fairground ({', '.join(shipped_forces())}) none fits {rules.id}"
        ]
    reasons = [f"the force {found.id} does not fit: {it}" for it in misfits(found, rules)]
    if reasons:
        return reasons
    kinds = kinds_of(found, rules)
    each = tuple(
        Member(number, kinds[number].shield) for number, it in enumerate(found.units) for _ in range(it.count)
    )
    return Muster(found.id, found.title, found, kinds, tuple(each for _ in parties))


def _first(rules: Ruleset, classes: frozenset[str] = frozenset()) -> Force | None:
    """Return the first shipped force that fits a ruleset and has some classes."""
    every = (load_force(name) for name in shipped_forces())
    fitting = (it for it in every if not misfits(it, rules))
    return next((it for it in fitting if classes <= {unit.unit_class for unit in it.units}), None)


def _own(scenario: Scenario, parties: Sequence[Party]) -> Muster | list[str]:
    """Return the scenario's own units, with the weapons that a shipped force gives their classes."""
    rules, board = scenario.rules, scenario.board
    found = _first(rules, frozenset(it.unit_class for it in scenario.units))
    if found is None:
        return [f"no force that comes with Fairground has weapons for all of its units by {rules.id}"]
    by_party = [[unit for unit in scenario.units if unit.side in party.sides] for party in parties]
    reasons = [
        f"{party.id} has no units of its own"
        for party, units in zip(parties, by_party, strict=True)
        if not units
    ]
    reasons += [f"{it.id} stands off the board" for it in scenario.units if not board.contains(it.hex)]
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
    return Muster(OWN_UNITS, "the scenario's own units", found, tuple(kinds), members)
