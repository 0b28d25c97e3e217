"""Standard forces: the units that every party of a self-play game gets, as data."""

from typing import Annotated, Any, Final, Literal

from pydantic import Field

from fairground.core.files.file_model import FileModel, Id, Kind, Title
from fairground.core.rules.dice import Dice

#: What a force says under ``format``.
FORMAT: Final = "fairground-force/1"
#: Most units of a force.
MAX_UNITS: Final = 40
#: The largest number of anything that a force says.
MAX_NUMBER: Final = 100

_Number = Annotated[int, Field(ge=0, le=MAX_NUMBER)]
#: Of skill and evasion: what attacks set against each other.
_Rating = Annotated[int, Field(ge=-MAX_NUMBER, le=MAX_NUMBER)]


class ForceWeapon(FileModel):
    """A weapon of a unit."""

    name: Title = Field("", description="Name to show.", examples=["Carbine"])
    kind: Literal["melee", "ranged", "magic"] = Field("ranged", description="What kind of attack it makes.")
    reach: Annotated[int, Field(ge=1, le=MAX_NUMBER)] | None = Field(
        None, description="The farthest it goes, in hexes; absent: 1 for melee, no limit for the rest."
    )
    cost: Kind | None = Field(
        None,
        description="What an attack costs: an id of the ruleset's attack.weapon_costs; absent: no points.",
        examples=["light"],
    )
    damage: Annotated[int, Field(ge=1, le=MAX_NUMBER)] = Field(
        1, description="Damage of a hit before modifiers."
    )


class ForceUnit(FileModel):
    """One or more units that are alike."""

    unit_class: Kind = Field(alias="class", description="A class of the ruleset.", examples=["scout"])
    count: Annotated[int, Field(ge=1, le=MAX_UNITS)] = Field(1, description="How many there are.")
    mode: Kind | None = Field(
        None, description="How they move: a mode of the ruleset; absent: the usual one."
    )
    hit_points: Annotated[int, Field(ge=1, le=MAX_NUMBER)] = Field(
        1, description="Damage that a unit takes until it is lost."
    )
    defence: _Number = Field(0, description="What is taken off the damage of every hit.")
    skill: _Rating | None = Field(
        None, description="Skill, where attacks set skill against evasion; absent: that of the class."
    )
    evasion: _Rating | None = Field(None, description="Evasion; absent: that of the class.")
    shield: Literal["none", "left", "right", "either"] = Field(
        "none", description="Where a shield is carried; either: left or right, by the dice, game by game."
    )
    shield_kind: Kind | None = Field(
        None, description="The make of the shield: an id of the ruleset's shield_kinds."
    )
    weapons: Annotated[list[ForceWeapon], Field(min_length=1, max_length=8)] = Field(
        description="What they attack with; a turn allows one attack with one of them."
    )


class ForceRoll(FileModel):
    """The roll to hit, where the ruleset has modifiers and no roll that they belong to."""

    dice: Dice = Field(description="What is rolled.")
    number: int = Field(description="The number to reach before the ruleset's modifiers.", ge=-100, le=1_000)


class Force(FileModel):
    """What every party of a game gets: the same units, so that the board makes the difference."""

    format: Literal["fairground-force/1"] = Field(
        description="Name and version of the format.", examples=[FORMAT]
    )
    id: Id = Field(description="Name of the force.")
    title: Title = Field(description="Name to show.")
    description: Annotated[str, Field(max_length=2_000)] = Field(
        "", description="What it is, in a sentence or two."
    )
    roll: ForceRoll | None = Field(
        None,
        description="The roll to hit, for rulesets that have none of their own; others do not look at it.",
    )
    units: Annotated[list[ForceUnit], Field(min_length=1, max_length=MAX_UNITS)] = Field(
        description="The units."
    )

    @property
    def size(self) -> int:
        """How many units it has."""
        return sum(it.count for it in self.units)


def force_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of the files of forces, with a description on every key."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "fairground/force/1",
        **Force.model_json_schema(),
    }
