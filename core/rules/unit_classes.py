"""Unit classes, and what heat, taint and damage do to a unit."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pydantic import Field

from fairground.core.errors import ScenarioError
from fairground.core.rules.base_model import Entry, Id, Listed, NamedEntry, RuleModel, Span, Text
from fairground.core.text.suggest import did_you_mean, named

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from fractions import Fraction

    from fairground.core.rules.ruleset import Ruleset


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


class UnitClass(NamedEntry):
    """A class of units."""

    allowance: int = Field(ge=0, description="Movement points a turn.")
    danger: int = Field(0, ge=0, description="Movement points more in the danger zone.")
    initiative: int = Field(0, description="Modifier of initiative.")
    led_allowance: int | None = Field(
        None, ge=0, description="Movement points a turn with a leader in the same hex; as ever when absent."
    )
    forbidden: Listed[Id] = Field(
        (), description="Terrain that it cannot enter, but on something that carries."
    )
    most_levels: int | None = Field(
        None, ge=0, description="Most levels in one step; that of movement.climb when absent."
    )
    faces: bool = Field(default=True, description="Whether it has a front that turning costs points for.")
    height: int = Field(0, ge=0, description="Levels that it looks and is seen above its hex.")
    skill: int | None = Field(None, description="Skill in shooting, where attacks set skill against evasion.")
    evasion: int | None = Field(None, description="Evasion, where attacks set skill against evasion.")
    base: float | None = Field(None, gt=0, le=100, description="Diameter of its base in inches.")


class Strain(RuleModel):
    """What a state of a unit changes."""

    allowance: int = Field(0, description="Change of movement points a turn.")
    move_cost: int = Field(0, ge=0, description="Movement points more for every hex entered.")
    weapon_cost: int = Field(0, ge=0, description="Movement points more for every attack.")
    defence: int = Field(0, description="Change of its defence.")
    damage: int = Field(0, description="Change of the damage it does.")
    target_to_hit: int = Field(0, description="Modifier to hit it at range.")
    strain: int = Field(0, description="Modifier of its strain rolls.")


class TrackBand(Strain, Span):
    """A stretch of a track."""

    name: Text = Field(description="Name to show.")
    description: Text = Field("", description="What it does besides.")


class Track(NamedEntry):
    """A number that a unit carries, and what it does in stretches."""

    bands: dict[Id, TrackBand] = Field(default_factory=dict, description="The stretches, without a gap.")

    def band(self, number: int) -> TrackBand | None:
        """Return the stretch that holds a number; None when none does."""
        return next((band for band in self.bands.values() if number in band), None)


class Degraded(NamedEntry, Strain):
    """A part of a unit that is badly damaged."""


class UnitState(Entry):
    """What can happen to a unit in play."""

    tracks: dict[Id, Track] = Field(
        default_factory=dict, description="Numbers that units carry, such as heat."
    )
    degraded: dict[Id, Degraded] = Field(default_factory=dict, description="What damaged parts do, by part.")
