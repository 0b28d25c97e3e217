"""Unit classes, and what heat, taint and damage do to a unit."""

from pydantic import Field

from fairground.core.rules.base_model import Entry, Id, Listed, NamedEntry, RuleModel, Span, Text


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

    @property
    def danger_allowance(self) -> int:
        """Movement points in a turn that uses the danger zone to the full."""
        return self.allowance + self.danger


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
