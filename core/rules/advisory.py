"""Advice: mixes of terrain, themes, weather, usual conditions of victory, and conflicts in the sources."""

from __future__ import annotations

from pydantic import Field

from fairground.core.rules.base_model import Entry, Id, Listed, NamedEntry, RuleModel, Text
from fairground.core.rules.terrain import TagName  # noqa: TC001  # pydantic looks it up


class Weather(NamedEntry):
    """A weather that a scenario can choose."""

    to_hit: int = Field(0, description="Modifier of every ranged attack.")
    obscuring: bool = Field(
        default=False,
        description="Whether to_hit stands for every hex being obscured, to which smoke adds nothing.",
    )
    puts_out: Listed[Id] = Field((), description="Effects that are gone when the scenario starts.")
    may_spread: Listed[Id] = Field((), description="Terrain that the designer may extend over more hexes.")
    starting_heat: int = Field(0, ge=0, description="Heat that every unit starts with.")
    cooling: bool = Field(default=True, description="Whether terrain takes heat away.")
    initiative: dict[Id, int] = Field(default_factory=dict, description="Change of initiative by unit class.")


class VictoryRules(Entry):
    """What a victory usually takes; a scenario states its own numbers."""

    last_standing: bool = Field(default=False, description="Whether the last side with a unit left wins.")
    time_limit: bool = Field(
        default=False, description="Whether the most points win when the turns are over."
    )
    points_min: int | None = Field(None, ge=0, description="Fewest points that usually win.")
    points_max: int | None = Field(None, ge=0, description="Most points that usually win.")
    objective: int | None = Field(None, ge=0, description="Points for an objective held long enough.")
    hold: int | None = Field(None, ge=0, description="Turns that an objective must be held.")
    kill: int | None = Field(None, ge=0, description="Points for a destroyed unit.")
    component: int | None = Field(None, ge=0, description="Points for a destroyed component.")


class Feature(RuleModel):
    """Hexes that a mix or theme asks for.

    A hex counts once when its terrain or effect has one of ``tags``, its terrain is one of ``terrain``, it has one
    of ``effects``, or its level is at least ``level``.
    """

    name: Text = Field(description="Name to show.")
    tags: Listed[TagName] = Field((), description="Kinds of terrain and effects that count.")
    terrain: Listed[Id] = Field((), description="Terrain that counts.")
    effects: Listed[Id] = Field((), description="Effects that count.")
    level: int | None = Field(None, description="Lowest level that counts; levels do not count when absent.")
    min: int = Field(1, ge=0, description="Fewest hexes.")
    max: int | None = Field(None, ge=0, description="Most hexes; without limit when absent.")


class Profile(NamedEntry):
    """A recommended mix of terrain."""

    features: dict[Id, Feature] = Field(description="What the board should have, and how much of it.")
    rest: Id | None = Field(None, description="Terrain of all other hexes; any when absent.")


class Theme(NamedEntry):
    """A setting with the terrain that belongs to it."""

    features: dict[Id, Feature] = Field(description="What the board should have.")
    palette: Listed[Id] = Field((), description="Terrain that a new board of this theme starts with.")
    effects: Listed[Id] = Field((), description="Effects that a new board of this theme starts with.")


class Conflict(RuleModel):
    """A point on which the sources disagree or are silent, and the side that the ruleset takes."""

    conflict: Text = Field(description="What disagrees.")
    taken: Text = Field(description="What holds unless the scenario says otherwise.")
    key: str | None = Field(
        None, description="Dotted path of the key that carries it; absent where there is no choice."
    )
    choices: Listed[str | bool] = Field((), description="Values the key may have.")
    default: str | bool | None = Field(
        None, description="Value of the key unless the scenario says otherwise."
    )
