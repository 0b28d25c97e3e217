"""The ruleset: all of a game's rules about boards as one value, with lookups."""

import hashlib
import json
from collections.abc import Sequence
from enum import Enum
from fractions import Fraction
from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, Field

from fairground.core.rules.attack import AttackRules, RangeBand
from fairground.core.rules.base_model import Id, Prose, RuleModel, Text, is_default, mapping
from fairground.core.rules.cost_format import plain_cost
from fairground.core.rules.facing import Facing, ShieldKind, ShieldSides, ShieldTable
from fairground.core.rules.ground import Ground, ground
from fairground.core.rules.movement import Movement
from fairground.core.rules.sight import Cover, Sight
from fairground.core.rules.terrain import Effect, Hazard, HexsideFeature, Levels, Terrain
from fairground.core.rules.unit_classes import UnitClass, UnitState
from fairground.core.rules.visibility import Visibility
from fairground.core.rules.weather_and_advice import Conflict, Profile, Theme, VictoryRules, Weather

#: The format of a ruleset file.
FORMAT: Literal["fairground-ruleset/1"] = "fairground-ruleset/1"


def _by_distance(bands: dict[str, RangeBand]) -> dict[str, RangeBand]:
    return dict(sorted(bands.items(), key=lambda item: item[1].min))


class SourceDocument(RuleModel):
    """The source of a ruleset."""

    document: Text = Field("", description="Title and version of the rules.")
    author: Text = Field("", description="Author of the rules.")
    licence: Text = Field("", description="Licence of the rules.")
    notice: Text = Field("", description="Notice about the use of the rules.")


class Ruleset(RuleModel):
    """A ruleset with everything it extends merged in.

    Modifiers (``to_hit``) have the sign of the source; ``attack.modifies`` says whether they are added to the roll or to
    the number to reach. Keys of mappings are ids, in the order of the files. Values are shared; do not change them.
    """

    format: Annotated[Literal["fairground-ruleset/1"], Prose()] = Field(
        description="Name and version of the format."
    )
    id: Annotated[str, Prose()] = Field(
        pattern=r"^[a-z0-9]+([-_.][a-z0-9]+)*$",
        max_length=60,
        description="Id that scenarios use to name the ruleset: lower-case letters, digits, hyphens, underscores and dots.",
    )
    title: Text = Field(description="Display name.")
    version: Text = Field("", description="Version of the rules.")
    description: Text = Field("", description="Purpose of the rules, in a sentence or two.")
    source: Annotated[SourceDocument, Prose()] = Field(
        default_factory=SourceDocument, description="Document that the rules come from."
    )
    levels: Levels = Field(default_factory=Levels, description="Range of levels that hexes can have.")
    terrain: dict[Id, Terrain] = Field(description="Terrain types; clear and void are required.")
    effects: dict[Id, Effect] = mapping("Temporary effects on hexes.")
    hexsides: dict[Id, HexsideFeature] = mapping("Hexside features.")
    weather: dict[Id, Weather] = mapping("Kinds of weather that a scenario can choose.")
    classes: dict[Id, UnitClass] = mapping("Unit classes.")
    unit_state: UnitState = Field(
        default_factory=UnitState, description="States of units during play, such as heat and damaged parts."
    )
    movement: Movement = Field(default_factory=Movement, description="How units move.")
    sight: Sight = Field(default_factory=Sight, description="How lines of sight work.")
    cover: Cover = Field(default_factory=Cover, description="How cover works.")
    visibility: Visibility = Field(
        default_factory=Visibility, description="Visibility of targets, measured from base to base."
    )
    facing: Facing = Field(default_factory=Facing, description="Sides of a unit, with its front and rear.")
    shields: dict[Literal["left", "right", "none"], ShieldTable] = mapping(
        "Side tables by the arm that carries the shield: left, right or none. Give all three tables or none."
    )
    shield_kinds: dict[Id, ShieldKind] = mapping("Shield types.")
    range_bands: Annotated[dict[Id, RangeBand], AfterValidator(_by_distance)] = mapping(
        "Range bands by distance in hexes, without gaps."
    )
    attack: AttackRules = Field(default_factory=AttackRules, description="How attacks are resolved.")
    hazard: Hazard = Field(default_factory=Hazard, description="When hazards hurt units.")
    victory: VictoryRules = Field(default_factory=VictoryRules, description="Recommended victory conditions.")
    profiles: Annotated[dict[Id, Profile], Prose()] = mapping("Profiles: recommended mixes of terrain.")
    themes: Annotated[dict[Id, Theme], Prose()] = mapping("Themes for maps, with their terrain and effects.")
    conflicts: Annotated[dict[str, Conflict], Prose()] = mapping(
        "Points on which the sources disagree, by conflict ID."
    )

    def range_band(self, distance: int) -> RangeBand | None:
        """Return the band of a distance in hexes, or None (rules P1-16, P2-01)."""
        return next((band for band in self.range_bands.values() if distance in band), None)

    def ground(self, kinds: Sequence[str], unit_class: UnitClass | None = None) -> Ground:
        """Return the combined effect of a stack of terrain, given as ids, bottom first, with the costs for a class of units.

        Raises
        ------
        KeyError
            When the ruleset lacks one of them.
        """
        return ground(self, kinds, unit_class)

    def shield_table(self, shield: str) -> ShieldTable:
        """Return the side table for a shield (``left``, ``right``, ``none``; rules P2-13, P2-14).

        Raises
        ------
        KeyError
            When the ruleset has no such table.
        """
        table = next((it for key, it in self.shields.items() if key == shield), None)
        if table is None:
            raise KeyError(f"{self.id} has no side table for the shield {shield!r}")
        if self.facing.shield_sides is ShieldSides.TABLE:
            return table
        sides = {
            key: row.model_copy(update={"blocks": int(key) in table.protects})
            for key, row in table.sides.items()
        }
        return table.model_copy(update={"sides": sides})

    def to_plain(self) -> dict[str, Any]:
        """Return the ruleset as plain data, without absent keys; it reads back equal."""
        plain: dict[str, Any] = self.model_dump(mode="json", exclude_none=True)
        return plain

    @cached_property
    def content_hash(self) -> str:
        """16 hex digits that change exactly if something with effect on play changes.

        Names, descriptions, sources, tiles, advice, the id, and keys at their default have no effect.
        """
        canonical = json.dumps(_in_play(self), sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        return hashlib.sha256(canonical.encode()).hexdigest()[:16]


def _in_play(value: object) -> object:
    """Return the parts of a value with effect on play, as plain data without defaults."""
    if isinstance(value, BaseModel):
        return {
            name: _in_play(getattr(value, name))
            for name, field in type(value).model_fields.items()
            if not any(isinstance(mark, Prose) for mark in field.metadata)
            and not is_default(getattr(value, name), field)
        }
    if isinstance(value, dict):
        return {key: _in_play(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [_in_play(item) for item in value]
    if isinstance(value, Fraction):
        return plain_cost(value)
    return value.value if isinstance(value, Enum) else value
