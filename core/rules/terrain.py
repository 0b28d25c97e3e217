"""What lies on the board: terrain, transient effects, hexside features, levels and hazards."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import Annotated

from pydantic import Field

from fairground.core.rules.base_model import LAX, Entry, Id, Listed, NamedEntry, Prose
from fairground.core.rules.costs import Cost  # noqa: TC001  # pydantic looks it up
from fairground.core.rules.dice import Check  # noqa: TC001  # pydantic looks it up


class HazardWhen(StrEnum):
    """Whom a hazard hurts at the end of a turn."""

    #: Who ends the turn in it.
    END = "end"
    #: Who was in it at any time of the turn.
    PASS = "pass"  # noqa: S105  # a way through, not a password


class Hazard(Entry):
    """When hazards strike."""

    when: Annotated[HazardWhen, LAX] = Field(HazardWhen.END, description="Whom a hazard hurts.")


class Tag(StrEnum):
    """A kind of terrain or effect that other rules, mixes and themes speak of."""

    #: Cannot be entered.
    IMPASSABLE = "impassable"
    #: Slows movement.
    DIFFICULT = "difficult"
    #: Gives cover.
    COVER = "cover"
    #: Harms who stays.
    HAZARD = "hazard"
    #: Takes heat away.
    COOLING = "cooling"
    #: Makes shots into and out of it harder.
    OBSCURING = "obscuring"
    #: Open water: puts fire out.
    WATER = "water"


TagName = Annotated[Tag, LAX]


class HardCover(StrEnum):
    """Whom a piece of terrain shelters from what penetrates soft cover (rule BV-06)."""

    #: Nobody.
    NONE = "none"
    #: Who is behind it and touches it.
    CONTACT = "contact"
    #: Who is behind it.
    BEHIND = "behind"


class Drawn(NamedEntry):
    """An entry that stands on the map."""

    tile: Annotated[str, Prose()] = Field(
        "", description="Name of its tile; the entry's own name when absent."
    )
    symbol: Annotated[str, Prose()] = Field(
        "", max_length=1, description="The character that stands for it in new palettes."
    )


class InTheWay(Drawn):
    """An entry that lines of sight meet: terrain or an effect."""

    blocks_sight: bool = Field(
        default=False, description="Whether sight ends here: into and out of it, but not through."
    )
    height: int | None = Field(
        None,
        ge=0,
        le=100,
        description="Levels it rises above the ground of its hex; where given, it blocks and adds opacity only as far "
        "as the elevation policy lets it reach the line, otherwise whatever the levels.",
    )
    hindrance: int = Field(0, ge=0, description="Modifier to hit for each hex of it on a line of sight.")
    opacity: dict[Id, Annotated[int, Field(ge=1)]] = Field(
        default_factory=dict, description="What each hex of it on a line adds to opacities, by opacity."
    )
    tags: Listed[TagName] = Field((), description="Kinds it belongs to, for mixes, themes and other rules.")


class Terrain(InTheWay):
    """A kind of ground, or something on it. Elevation is no terrain: it is the level of the hex."""

    passable: bool = Field(default=True, description="Whether units can enter on the ground.")
    cost: Cost = Field(Fraction(1), description="Movement points to enter, level and facing aside.")
    cost_rule: Annotated[str, Prose()] = Field(
        "", description="ID of the rule that its cost rests on; the first of rules when absent."
    )
    carries: bool = Field(
        default=False,
        description="Whether units move on it and not on what lies under it, as on roads and bridges.",
    )
    above: bool = Field(
        default=False,
        description="Whether units on it are clear of the cover, harm and cooling of what lies under it, as on bridges.",
    )
    depth: int = Field(0, ge=0, le=100, description="Levels that its floor lies below the level of the hex.")
    family: Id | None = Field(
        None, description="Name under which other terrain of the hex can change its height."
    )
    heights: dict[Id, int] = Field(
        default_factory=dict,
        description="Heights it gives to terrain of other families in the same hex, in place of their own.",
    )
    detail: Annotated[bool, Prose()] = Field(
        default=False,
        description="Whether it goes with other terrain of its hex rather than standing alone; palettes list it last.",
    )
    cover: Id | None = Field(None, description="Cover grade it gives; none when absent.")
    visibility: Id | None = Field(
        None, description="Visibility grade of targets in it; that of open ground when absent."
    )
    hard_cover: Annotated[HardCover, LAX] = Field(
        HardCover.NONE, description="Whom it gives hard cover, from base to base."
    )
    damage: int = Field(0, ge=0, description="Damage to a unit at the end of its turn.")
    heat: int = Field(0, description="Change of a unit's heat at the end of its turn; below 0 cools.")
    stability: Check | None = Field(
        None, description="Roll at the end of a unit's turn here; it turns to a random facing when it fails."
    )
    hit_points: int | None = Field(
        None, ge=1, description="Damage that destroys it; indestructible when absent."
    )
    becomes: Id | None = Field(None, description="Terrain that is left when it is destroyed.")
    damaged_by: Listed[Id] = Field((), description="Unit classes that can damage it; all of them when empty.")
    damaged_with: Listed[Id] = Field(
        (), description="Kinds of weapon that can damage it; all of them when empty."
    )


class Spread(StrEnum):
    """How an effect spreads at the end of a round."""

    #: It stays where it is.
    NONE = "none"
    #: Each one rolls a die for one of the six neighbours.
    RANDOM_NEIGHBOUR = "random_neighbour"


class Effect(InTheWay):
    """Something on a hex that comes and goes: smoke, steam, fire."""

    to_hit: int = Field(0, description="Modifier of ranged attacks into or out of it, counted once.")
    damage: int = Field(0, ge=0, description="Damage to a unit at the end of its turn.")
    heat: int = Field(0, description="Change of a unit's heat at the end of its turn.")
    lasts: int | None = Field(
        None, ge=1, description="Rounds until it ends by itself; without limit when absent."
    )
    clears: Check | None = Field(
        None, description="Roll at the end of each round that ends it when it passes."
    )
    spreads: Annotated[Spread, LAX] = Field(
        Spread.NONE, description="How it spreads at the end of each round."
    )
    spares: Listed[TagName] = Field((), description="Kinds of terrain that it never spreads to.")
    quenched_beside: Listed[TagName] = Field(
        (), description="Kinds of terrain that end it in a neighbouring hex."
    )
    becomes: dict[TagName, Id] = Field(
        default_factory=dict, description="Effect that it turns into where it reaches terrain of a kind."
    )


class HexsideFeature(Drawn):
    """Something on the side between two hexes, such as a hedge."""

    passable: bool = Field(default=True, description="Whether units can cross it.")
    cost: Cost = Field(Fraction(0), description="Movement points to cross, on top of the hex entered.")
    cost_rule: Annotated[str, Prose()] = Field(
        "", description="ID of the rule that its cost rests on; the first of rules when absent."
    )
    blocks_sight: bool = Field(
        default=False, description="Whether sight along it ends, and sight across it (sight.end_hexside)."
    )
    hindrance: int = Field(0, ge=0, description="Modifier to hit for a line along it or across it.")


class Levels(Entry):
    """The levels that hexes can have."""

    min: int = Field(0, ge=-20, le=100, description="Lowest level.")
    max: int = Field(0, ge=-20, le=100, description="Highest level.")

    def __contains__(self, level: int) -> bool:
        """Whether a hex can have that level."""
        return self.min <= level <= self.max
