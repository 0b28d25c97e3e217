"""Unit classes, and the effects of heat, taint and damage on a unit."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pydantic import Field

from fairground.core.errors import ScenarioError
from fairground.core.rules.base_model import Entry, Id, Listed, NamedEntry, RuleModel, Span, Text, mapping
from fairground.core.rules.cost_format import Cost  # noqa: TC001  # pydantic looks it up
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
        state = named("unit state", name, known)
        if isinstance(state, Strain):
            if number is not None:
                raise ScenarioError(f"{name} takes no number; write only {name}")
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
        hint = near_or_all(weapon, costs) if costs else ": its attacks cost no movement points"
        raise ScenarioError(f"the ruleset {rules.id} has no weapon cost {weapon!r}{hint}")
    return costs[weapon] + sum(it.strain.weapon_cost for it in burdens(rules.unit_state, states or {}))


def _ranges(track: Track) -> str:
    bands = track.bands.values()
    return ", ".join(f"{it.min} or more" if it.max is None else f"{it.min} to {it.max}" for it in bands)


class UnitClass(NamedEntry):
    """A class of units."""

    allowance: int = Field(ge=0, description="Movement points per turn.")
    danger: int = Field(0, ge=0, description="Extra movement points per turn from the danger zone.")
    initiative: int = Field(0, description="Modifier to initiative.")
    led_allowance: int | None = Field(
        None, ge=0, description="Movement points per turn with a leader in the same hex."
    )
    forbidden: Listed[Id] = Field(
        (), description="Terrain that the class can enter only on a road or bridge."
    )
    costs: dict[Id, Cost] = mapping(
        "Movement points to enter, by terrain. They replace the terrain's own cost."
    )
    most_levels: int | None = Field(
        None,
        ge=0,
        description="Largest change of level in one step. Default: the value of movement.climb.most.",
    )
    faces: bool = Field(
        default=True, description="Whether units have a facing, so that turning costs movement points."
    )
    height: int = Field(0, ge=0, description="Height of the unit in levels, for lines of sight.")
    skill: int | None = Field(None, description="Shooting skill, if attacks compare skill with evasion.")
    evasion: int | None = Field(None, description="Evasion, if attacks compare skill with evasion.")
    base: float | None = Field(None, gt=0, le=100, description="Diameter of the unit's base in inches.")


class Strain(RuleModel):
    """The changes that a state makes to a unit."""

    allowance: int = Field(0, description="Change in movement points per turn.")
    move_cost: int = Field(0, ge=0, description="Extra movement points for every hex entered.")
    weapon_cost: int = Field(0, ge=0, description="Extra movement points that each attack costs.")
    defence: int = Field(0, description="Change in the unit's defence.")
    damage: int = Field(0, description="Change in the damage that the unit deals.")
    target_to_hit: int = Field(0, description="To-hit modifier for ranged attacks on the unit.")
    strain: int = Field(0, description="Modifier to the unit's strain rolls.")


class TrackBand(Strain, Span):
    """A range of a track."""

    name: Text = Field(description="Display name.")
    description: Text = Field("", description="Description of further effects.")


class Track(NamedEntry):
    """A number that a unit carries, with effects by range."""

    bands: dict[Id, TrackBand] = mapping("Ranges of the tracked number with their effects, without gaps.")

    def band(self, number: int) -> TrackBand | None:
        """Return the range of a number, or None."""
        return next((band for band in self.bands.values() if number in band), None)


class Degraded(NamedEntry, Strain):
    """A part of a unit that is badly damaged."""


class UnitState(Entry):
    """States of a unit in play."""

    tracks: dict[Id, Track] = mapping("Numbers that a unit tracks during play, such as heat.")
    degraded: dict[Id, Degraded] = mapping("Effects of badly damaged parts, by part.")
