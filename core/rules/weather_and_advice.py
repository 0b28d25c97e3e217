"""Weather, recommended mixes of terrain, themes, victory conditions, and conflicts in the sources."""

from __future__ import annotations

from pydantic import Field

from fairground.core.rules.base_model import Entry, Id, Listed, NamedEntry, RuleModel, Text, mapping
from fairground.core.rules.terrain import TagName  # noqa: TC001  # pydantic looks it up


class Weather(NamedEntry):
    """A weather that a scenario can choose."""

    to_hit: int = Field(0, description="To-hit modifier of every ranged attack.")
    obscuring: bool = Field(
        default=False, description="Whether every hex is obscured; smoke then has no further effect."
    )
    puts_out: Listed[Id] = Field(
        (), description="Effects that this weather removes before the scenario starts."
    )
    may_spread: Listed[Id] = Field((), description="Terrain that the designer may extend over more hexes.")
    starting_heat: int = Field(0, ge=0, description="Heat that every unit starts with.")
    cooling: bool = Field(default=True, description="Whether terrain can cool units.")
    initiative: dict[Id, int] = mapping("Change in initiative by unit class.")


class VictoryRules(Entry):
    """The recommended victory conditions; a scenario sets its own."""

    last_standing: bool = Field(default=False, description="Whether the last side with a unit left wins.")
    time_limit: bool = Field(
        default=False, description="Whether the side with the most points wins when time is up."
    )
    points_min: int | None = Field(None, ge=0, description="Lowest recommended number of points to win.")
    points_max: int | None = Field(None, ge=0, description="Highest recommended number of points to win.")
    objective: int | None = Field(None, ge=0, description="Points for an objective held long enough.")
    hold: int | None = Field(None, ge=0, description="Number of turns for which an objective must be held.")
    kill: int | None = Field(None, ge=0, description="Points for a destroyed unit.")
    component: int | None = Field(None, ge=0, description="Points for a destroyed component.")


class Feature(RuleModel):
    """A kind of hex that a mix or theme asks for, and how many.

    A hex counts once if its terrain or effect has one of ``tags``, it has one of ``terrain`` or ``effects``, or its
    level is at least ``level``.
    """

    name: Text = Field(description="Display name.")
    tags: Listed[TagName] = Field(
        (), description="Tags of the terrain and effects that count toward the feature."
    )
    terrain: Listed[Id] = Field((), description="Terrain that counts toward the feature.")
    effects: Listed[Id] = Field((), description="Effects that count toward the feature.")
    level: int | None = Field(
        None, description="Lowest level at which hexes count. If absent, levels do not matter."
    )
    min: int = Field(1, ge=0, description="Minimum number of hexes with the feature.")
    max: int | None = Field(
        None, ge=0, description="Maximum number of hexes with the feature. Default: no limit."
    )


class Profile(NamedEntry):
    """A recommended mix of terrain."""

    features: dict[Id, Feature] = Field(description="Features that the board should have.")
    rest: Id | None = Field(None, description="Terrain of all other hexes. Default: any terrain.")


class Theme(NamedEntry):
    """A setting with the terrain that belongs to it."""

    features: dict[Id, Feature] = Field(description="Features that the board should have.")
    palette: Listed[Id] = Field((), description="Terrain that a new board of this theme starts with.")
    effects: Listed[Id] = Field((), description="Effects that a new board of this theme starts with.")


class Conflict(RuleModel):
    """A point on which the sources disagree or are silent, and the ruleset's choice."""

    conflict: Text = Field(description="Point on which the sources disagree or are silent.")
    taken: Text = Field(description="Ruling that applies by default.")
    key: str | None = Field(
        None, description="Dotted path of the key that selects the ruling. If absent, there is no choice."
    )
    choices: Listed[str | bool] = Field((), description="Allowed values of the key.")
    default: str | bool | None = Field(None, description="Default value of the key.")
