"""Terrain, temporary effects, hexside features, levels and hazards."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import Annotated

from pydantic import Field

from fairground.core.rules.base_model import LAX, Entry, Id, Listed, NamedEntry, Prose, mapping
from fairground.core.rules.cost_format import Cost  # noqa: TC001  # pydantic looks it up
from fairground.core.rules.dice import Check  # noqa: TC001  # pydantic looks it up


class HazardWhen(StrEnum):
    """The units that a hazard hurts at the end of a turn."""

    #: Units that end the turn in it.
    END = "end"
    #: Units that were in it at any time of the turn.
    PASS = "pass"  # noqa: S105  # a way through, not a password


class Hazard(Entry):
    """When hazards strike."""

    when: Annotated[HazardWhen, LAX] = Field(
        HazardWhen.END, description="Units that a hazard hurts at the end of a turn."
    )


class Tag(StrEnum):
    """A kind of terrain or effect, referred to by rules, mixes and themes."""

    #: Cannot be entered.
    IMPASSABLE = "impassable"
    #: Slows movement.
    DIFFICULT = "difficult"
    #: Gives cover.
    COVER = "cover"
    #: Harms units that stay.
    HAZARD = "hazard"
    #: Takes heat away.
    COOLING = "cooling"
    #: Makes shots into and out of it harder.
    OBSCURING = "obscuring"
    #: Open water: puts fire out.
    WATER = "water"


TagName = Annotated[Tag, LAX]


class HardCover(StrEnum):
    """The units that terrain gives hard cover (rule BV-06)."""

    #: None.
    NONE = "none"
    #: Units behind it and in contact.
    CONTACT = "contact"
    #: Units behind it.
    BEHIND = "behind"


class Drawn(NamedEntry):
    """An entry drawn on the map."""

    tile: Annotated[str, Prose()] = Field(
        "", description="Name of the entry's tile. If empty, the entry's id is used."
    )
    symbol: Annotated[str, Prose()] = Field(
        "", max_length=1, description="Character used as the entry's key in new palettes."
    )


class InTheWay(Drawn):
    """An entry that can affect lines of sight: terrain or an effect."""

    blocks_sight: bool = Field(
        default=False,
        description="Whether the entry blocks lines of sight through its hex; lines into or out of the hex stay clear.",
    )
    height: int | None = Field(
        None,
        ge=0,
        le=100,
        description="Height above the ground in levels. If absent, the entry affects lines on all levels.",
    )
    hindrance: int = Field(
        0, ge=0, description="Hindrance per hex on a line of sight, which makes attacks harder."
    )
    opacity: dict[Id, Annotated[int, Field(ge=1)]] = mapping(
        "Opacity per hex on a line of sight, by kind of opacity."
    )
    tags: Listed[TagName] = Field(
        (), description="Tags that mixes, themes and other rules use to refer to the entry."
    )


class Terrain(InTheWay):
    """A kind of ground, or something on it."""

    passable: bool = Field(default=True, description="Whether units on the ground can enter the terrain.")
    cost: Cost = Field(
        Fraction(1),
        description="Movement points to enter the terrain, excluding the cost of level changes and turning.",
    )
    cost_rule: Annotated[str, Prose()] = Field("", description="ID of the rule that gives the cost.")
    carries: bool = Field(
        default=False,
        description="Whether units move on this terrain rather than on the terrain below, as on roads and bridges.",
    )
    above: bool = Field(
        default=False,
        description="Whether units on this terrain ignore cover, harm and cooling from the terrain below.",
    )
    depth: int = Field(
        0, ge=0, le=100, description="Depth of the terrain's floor below the level of the hex, in levels."
    )
    colour: Annotated[str | None, Prose()] = Field(
        None,
        pattern=r"^#[0-9a-fA-F]{6}$",
        description="Colour of the ground, such as '#6b4f2a'. Default: the tile's colour.",
    )
    image: Annotated[str, Prose()] = Field(
        "",
        description=(
            "Image that covers the hex in place of the tile's symbol: a PNG or SVG file beside the "
            "ruleset, or a data: URL. If empty, the tile's symbol is drawn."
        ),
    )
    family: Id | None = Field(
        None, description="Family of the terrain. Other terrain in the same hex can set heights by family."
    )
    heights: dict[Id, int] = mapping(
        "Heights in levels that this terrain gives to other terrain in the same hex, by family."
    )
    detail: Annotated[bool, Prose()] = Field(
        default=False, description="Whether the terrain needs other terrain in the same hex."
    )
    cover: Id | None = Field(
        None, description="Cover grade that the terrain gives. If absent, it gives no cover."
    )
    visibility: Id | None = Field(
        None, description="Visibility grade of targets in the terrain. Default: the grade in visibility.open."
    )
    hard_cover: Annotated[HardCover, LAX] = Field(
        HardCover.NONE, description="Units that get hard cover from the terrain."
    )
    damage: int = Field(0, ge=0, description="Damage to a unit at the end of its turn.")
    heat: int = Field(
        0, description="Heat that a unit gains at the end of its turn; a negative value cools the unit."
    )
    stability: Check | None = Field(
        None,
        description="Roll at the end of a unit's turn; if it fails, the unit turns in a random direction.",
    )
    hit_points: int | None = Field(
        None, ge=1, description="Damage needed to destroy the terrain. If absent, it cannot be destroyed."
    )
    becomes: Id | None = Field(None, description="Terrain that replaces this terrain when it is destroyed.")
    damaged_by: Listed[Id] = Field(
        (), description="Unit classes that can damage the terrain. If empty, all classes can."
    )
    damaged_with: Listed[Id] = Field(
        (), description="Kinds of weapon that can damage the terrain. If empty, all kinds can."
    )


class Spread(StrEnum):
    """How an effect spreads at the end of a round."""

    #: It stays where it is.
    NONE = "none"
    #: To one of the six neighbours, by a die.
    RANDOM_NEIGHBOUR = "random_neighbour"


class Effect(InTheWay):
    """A temporary effect on a hex: smoke, steam, fire."""

    to_hit: int = Field(
        0, description="To-hit modifier for ranged attacks into or out of the effect, applied only once."
    )
    damage: int = Field(0, ge=0, description="Damage to a unit at the end of its turn.")
    heat: int = Field(0, description="Heat that a unit gains at the end of its turn.")
    lasts: int | None = Field(None, ge=1, description="Rounds until the effect ends. Default: no limit.")
    clears: Check | None = Field(
        None, description="Roll at the end of each round; a success ends the effect."
    )
    spreads: Annotated[Spread, LAX] = Field(
        Spread.NONE, description="How the effect spreads at the end of each round."
    )
    spares: Listed[TagName] = Field((), description="Kinds of terrain that the effect never spreads to.")
    quenched_beside: Listed[TagName] = Field(
        (), description="Kinds of neighbouring terrain that end the effect."
    )
    becomes: dict[TagName, Id] = mapping("Effect that this effect turns into, by kind of terrain.")


class HexsideFeature(Drawn):
    """A feature on the side between two hexes, such as a hedge."""

    passable: bool = Field(default=True, description="Whether units can cross the feature.")
    cost: Cost = Field(
        Fraction(0),
        description="Movement points to cross the feature, on top of the cost of the hex entered.",
    )
    cost_rule: Annotated[str, Prose()] = Field("", description="ID of the rule that gives the cost.")
    blocks_sight: bool = Field(
        default=False,
        description="Whether the feature blocks lines of sight that cross it; see also sight.end_hexside.",
    )
    hindrance: int = Field(
        0, ge=0, description="To-hit modifier for a line of sight along or across the feature."
    )


class Levels(Entry):
    """The levels that hexes can have."""

    min: int = Field(0, ge=-20, le=100, description="Lowest level.")
    max: int = Field(0, ge=-20, le=100, description="Highest level.")

    def __contains__(self, level: int) -> bool:
        """Whether a hex can have that level."""
        return self.min <= level <= self.max
