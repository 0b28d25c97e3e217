"""What the states of a unit come to: the stretches of its tracks, its degraded parts, and what an attack costs it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fairground.core.errors import ScenarioError
from fairground.core.rules.unit_classes import Strain
from fairground.core.text.lookup import named
from fairground.core.text.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from fractions import Fraction

    from fairground.core.rules.ruleset import Ruleset
    from fairground.core.rules.unit_classes import Degraded, Track, UnitState


class Burden(NamedTuple):
    """One state of a unit: what it is called, what it changes, and the rules it rests on."""

    title: str
    strain: Strain
    rules: tuple[str, ...]


def burdens(unit_state: UnitState, states: Mapping[str, int | None]) -> Iterator[Burden]:
    """Yield what each state of a unit does to it.

    ``states`` holds the numbers of tracks, such as ``{"heat": 6}``, and parts that are degraded, such as
    ``{"legs": None}``.

    Raises
    ------
    ScenarioError
        When the ruleset has no such state, or a number is missing, too many or on no stretch.
    """
    known: dict[str, Track | Degraded] = {**unit_state.tracks, **unit_state.degraded}
    for name, number in states.items():
        state = named("state of units", name, known)
        if isinstance(state, Strain):
            if number is not None:
                raise ScenarioError(f"{name} is degraded or not; it takes no number")
            yield Burden(state.name, state, state.rules)
            continue
        if number is None:
            raise ScenarioError(f"{name} needs a number, such as {name}=4")
        band = state.band(number)
        if band is None:
            raise ScenarioError(f"{name} has nothing for {number}; its stretches are {_stretches(state)}")
        yield Burden(f"{state.name} {number} ({band.name})", band, state.rules)


def attack_cost(rules: Ruleset, weapon: str, states: Mapping[str, int | None] | None = None) -> Fraction:
    """Return the movement points of an attack with a weapon by a unit in such states (rule P1-24).

    Raises
    ------
    ScenarioError
        When the ruleset has no such weapon or state.
    """
    costs = rules.attack.weapon_costs
    if weapon not in costs:
        there_are = f"; there are {', '.join(costs)}" if costs else "; its attacks cost no points"
        guess = did_you_mean(weapon, costs) or there_are
        raise ScenarioError(f"the ruleset {rules.id} has no cost of a weapon {weapon!r}{guess}")
    return costs[weapon] + sum(it.strain.weapon_cost for it in burdens(rules.unit_state, states or {}))


def _stretches(track: Track) -> str:
    bands = track.bands.values()
    return ", ".join(f"{it.min} and more" if it.max is None else f"{it.min} to {it.max}" for it in bands)
