"""Advice: recommended mixes of terrain, themes, and the conflicts in the sources with their options."""

from pydantic import Field

from fairground.core.rules.base_model import Id, Listed, NamedEntry, RuleModel, Text
from fairground.core.rules.terrain import TagName


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
