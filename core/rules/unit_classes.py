"""Unit classes, and the effects of heat, taint and damage on a unit."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pydantic import Field

from fairground.core.errors import ScenarioError
from fairground.core.rules.base_model import Entry, Id, Listed, NamedEntry, RuleModel, Span, Text, mapping
from fairground.core.text.suggest import named, near_or_all

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from fractions import Fraction

    from fairground.core.rules.ruleset import Ruleset


class Burden(NamedTuple):
    """One state of a unit: its title, its effects, and the rules behind it."""

    title: str
    strain: Strain
    rules: tuple[str, ...]


def burdens(unit_state: UnitState, states: Mapping[str, int | None]) -> Iterator[Burden]:
    """Yield the effects of each state of a unit.

    ``states`` has numbers of tracks (``{"heat": 6}``) and degraded parts (``{"legs": None}``).

    Raises
    ------
    ScenarioError
        When the ruleset has no such state, or a number is missing, superfluous or in no range.
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
            raise ScenarioError(f"{name} has no range for {number}. Ranges: {_ranges(state)}")
        yield Burden(f"{state.name} {number} ({band.name})", band, state.rules)


def attack_cost(rules: Ruleset, weapon: str, states: Mapping[str, int | None] | None = None) -> Fraction:
    """Return the movement points of an attack with a weapon by a unit in these states (rule P1-24).

    Raises
    ------
    ScenarioError
        When the ruleset has no such weapon or state.
    """
    costs = rules.attack.weapon_costs
    if weapon not in costs:
        hint = near_or_all(weapon, costs) if costs else ": its attacks cost no points"
        raise ScenarioError(f"the ruleset {rules.id} has no cost of a weapon {weapon!r}{hint}")
    return costs[weapon] + sum(it.strain.weapon_cost for it in burdens(rules.unit_state, states or {}))


def _ranges(track: Track) -> str:
    bands = track.bands.values()
    return ", ".join(f"{it.min} and more" if it.max is None else f"{it.min} to {it.max}" for it in bands)


class UnitClass(NamedEntry):
    """A class of units."""

    allowance: int = Field(ge=0, description="Movement points a turn.")
    danger: int = Field(0, ge=0, description="Extra movement points in the danger zone.")
    initiative: int = Field(0, description="Modifier of initiative.")
    led_allowance: int | None = Field(
        None, ge=0, description="Movement points with a leader in the same hex."
    )
    forbidden: Listed[Id] = Field((), description="Terrain that it can enter only on a road or bridge.")
    most_levels: int | None = Field(
        None, ge=0, description="Most levels in a step; absent: movement.climb.most."
    )
    faces: bool = Field(default=True, description="Whether it has a facing, so that turning costs points.")
    height: int = Field(0, ge=0, description="Height of the unit in levels, for sight.")
    skill: int | None = Field(None, description="Skill in shooting, where attacks set skill against evasion.")
    evasion: int | None = Field(None, description="Evasion, where attacks set skill against evasion.")
    base: float | None = Field(None, gt=0, le=100, description="Diameter of its base in inches.")


class Strain(RuleModel):
    """The changes that a state makes to a unit."""

    allowance: int = Field(0, description="Change of movement points a turn.")
    move_cost: int = Field(0, ge=0, description="Extra movement points for every hex entered.")
    weapon_cost: int = Field(0, ge=0, description="Extra movement points for every attack.")
    defence: int = Field(0, description="Change of its defence.")
    damage: int = Field(0, description="Change of the damage it does.")
    target_to_hit: int = Field(0, description="Modifier to hit it at range.")
    strain: int = Field(0, description="Modifier of its strain rolls.")


class TrackBand(Strain, Span):
    """A range of a track."""

    name: Text = Field(description="Name to show.")
    description: Text = Field("", description="Further effects, as text.")


class Track(NamedEntry):
    """A number that a unit carries, with effects by range."""

    bands: dict[Id, TrackBand] = mapping("The ranges, without gaps.")

    def band(self, number: int) -> TrackBand | None:
        """Return the range of a number, or None."""
        return next((band for band in self.bands.values() if number in band), None)


class Degraded(NamedEntry, Strain):
    """A part of a unit that is badly damaged."""


class UnitState(Entry):
    """States of a unit in play."""

    tracks: dict[Id, Track] = mapping("Numbers such as heat.")
    degraded: dict[Id, Degraded] = mapping("Effects of damaged parts, by part.")
