"""The ruleset: all of a game's rules about boards as one value, and what can be looked up in it."""

import hashlib
import json
from collections.abc import Sequence
from enum import Enum
from fractions import Fraction
from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, Field

from fairground.core.rules.advisory import Conflict, Profile, Theme, VictoryRules, Weather
from fairground.core.rules.attack import AttackRules, Modifies, RangeBand, Resolution
from fairground.core.rules.base_model import Id, Prose, RuleModel, Text
from fairground.core.rules.costs import plain_cost
from fairground.core.rules.facing import Facing, ShieldKind, ShieldSides, ShieldTable
from fairground.core.rules.ground import Ground, ground
from fairground.core.rules.movement import Movement
from fairground.core.rules.sight import Cover, Sight
from fairground.core.rules.terrain import Effect, Hazard, HexsideFeature, Levels, Terrain
from fairground.core.rules.unit_classes import UnitClass, UnitState
from fairground.core.rules.visibility import Visibility

#: What a ruleset file says under ``format``.
FORMAT: Literal["fairground-ruleset/1"] = "fairground-ruleset/1"


def _by_distance(bands: dict[str, RangeBand]) -> dict[str, RangeBand]:
    return dict(sorted(bands.items(), key=lambda item: item[1].min))


class SourceDocument(RuleModel):
    """Where a ruleset comes from."""

    document: Text = Field("", description="Title and version of the rules.")
    author: Text = Field("", description="Who wrote them.")
    licence: Text = Field("", description="Licence of the rules.")
    notice: Text = Field("", description="What must be said about their use here.")


class Ruleset(RuleModel):
    """A ruleset with everything it extends merged in.

    Modifiers (``to_hit``) are written as the source writes them; ``attack.modifies`` says whether they are added
    to the roll or to the number to reach. Keys of mappings are ids; all mappings keep the order of the files.
    Values are shared and must not be changed.
    """

    format: Annotated[Literal["fairground-ruleset/1"], Prose()] = Field(
        description="Name and version of the format."
    )
    id: Annotated[str, Prose()] = Field(
        pattern=r"^[a-z0-9]+([-_.][a-z0-9]+)*$",
        max_length=60,
        description="Name that scenarios and other rulesets use: lower case, digits, hyphens and dots.",
    )
    title: Text = Field(description="Name to show.")
    version: Text = Field("", description="Version of the rules.")
    description: Text = Field("", description="What the rules are for, in a sentence or two.")
    source: Annotated[SourceDocument, Prose()] = Field(
        default_factory=SourceDocument, description="Where the rules come from."
    )
    levels: Levels = Field(default_factory=Levels, description="Levels that hexes can have.")
    terrain: dict[Id, Terrain] = Field(description="Kinds of ground; always with clear and void.")
    effects: dict[Id, Effect] = Field(default_factory=dict, description="What comes and goes on hexes.")
    hexsides: dict[Id, HexsideFeature] = Field(
        default_factory=dict, description="What can stand on hexsides."
    )
    weather: dict[Id, Weather] = Field(default_factory=dict, description="Weathers to choose from.")
    classes: dict[Id, UnitClass] = Field(default_factory=dict, description="Classes of units.")
    unit_state: UnitState = Field(default_factory=UnitState, description="What can happen to units in play.")
    movement: Movement = Field(default_factory=Movement, description="How units move.")
    sight: Sight = Field(default_factory=Sight, description="How sight is judged.")
    cover: Cover = Field(default_factory=Cover, description="How cover works.")
    visibility: Visibility = Field(
        default_factory=Visibility, description="How visibility from base to base is graded."
    )
    facing: Facing = Field(default_factory=Facing, description="The sides of a unit.")
    shields: dict[Literal["left", "right", "none"], ShieldTable] = Field(
        default_factory=dict, description="Side tables, by where the shield is; all three or none."
    )
    shield_kinds: dict[Id, ShieldKind] = Field(default_factory=dict, description="Makes of shields.")
    range_bands: Annotated[dict[Id, RangeBand], AfterValidator(_by_distance)] = Field(
        default_factory=dict, description="Bands of distances, without a gap."
    )
    attack: AttackRules = Field(default_factory=AttackRules, description="How attacks are resolved.")
    hazard: Hazard = Field(default_factory=Hazard, description="When hazards strike.")
    victory: VictoryRules = Field(
        default_factory=VictoryRules, description="The usual conditions of victory."
    )
    profiles: Annotated[dict[Id, Profile], Prose()] = Field(
        default_factory=dict, description="Recommended mixes of terrain."
    )
    themes: Annotated[dict[Id, Theme], Prose()] = Field(
        default_factory=dict, description="Settings with the terrain that belongs to them."
    )
    conflicts: Annotated[dict[str, Conflict], Prose()] = Field(
        default_factory=dict,
        description="Points on which the sources disagree, by ID, with the choice there is.",
    )

    def range_band(self, distance: int) -> RangeBand | None:
        """Return the band of a distance in hexes; None when no band holds it (rules P1-16, P2-01)."""
        return next((band for band in self.range_bands.values() if distance in band), None)

    def moved_modifier(self, hexes: int) -> int:
        """Return the modifier to hit for that many hexes moved, attacker's or defender's (rule P2-17)."""
        return next((band.to_hit for band in self.attack.moved if hexes in band), 0)

    def climb_cost(self, left: int, entered: int) -> Fraction | None:
        """Return the cost of a change of level (rules P1-03, P2-10, AR-02, MM-07); None when no step can take that many."""
        climb = self.movement.climb
        levels = entered - left
        if climb.most is not None and abs(levels) > climb.most:
            return None
        listed = climb.table.get(str(entered), {}).get(str(left))
        if listed is not None:
            return listed
        return climb.up * levels if levels > 0 else climb.down * -levels

    def ground(self, kinds: Sequence[str]) -> Ground:
        """Return what a stack of terrain comes to: ids, bottom first.

        Raises
        ------
        KeyError
            When the ruleset does not have one of them.
        """
        return ground(self, kinds)

    def step_cost(self, side: int) -> Fraction:
        """Return what a step toward a side of the unit, 1-6, adds to its cost (rule P1-18)."""
        return self.movement.sidestep_cost if side in self.movement.sidesteps else Fraction(0)

    def shield_table(self, shield: str) -> ShieldTable:
        """Return the side table of units with that shield (``left``, ``right``, ``none``; rules P2-13, P2-14).

        Its ``blocks`` column follows ``facing.shield_sides``.

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

    def number_to_reach(self, modifier: int = 0, *, skill: int = 0, evasion: int = 0) -> int:
        """Return what the dice alone must show at least to hit, with that sum of modifiers.

        The attacker's skill and the target's evasion count where ``attack.resolution`` is ``skill`` (rule BV-03).
        The number may be more than the dice can show, or less than they must.
        """
        sign = -1 if self.attack.modifies is Modifies.ROLL else 1
        against = evasion - skill if self.attack.resolution is Resolution.SKILL else 0
        return self.attack.target + against + sign * modifier

    def hit_chance(self, modifier: int = 0, *, skill: int = 0, evasion: int = 0) -> Fraction:
        """Return the exact chance to hit (rules P1-16, P2-22, BV-03); 0 when the number is out of the dice's reach."""
        return self.attack.dice.chance_of_total(self.number_to_reach(modifier, skill=skill, evasion=evasion))

    def to_plain(self) -> dict[str, Any]:
        """Return plain data in the order of the models, without absent keys; it reads back as an equal ruleset."""
        plain: dict[str, Any] = self.model_dump(mode="json", exclude_none=True)
        return plain

    @cached_property
    def content_hash(self) -> str:
        """16 hex digits that change when, and only when, something changes that bears on play.

        Names, descriptions, sources, tiles, advice and the ruleset's own id do not. Keys at their default value
        do not either, whether written or not.
        """
        canonical = json.dumps(_in_play(self), sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        return hashlib.sha256(canonical.encode()).hexdigest()[:16]


def _in_play(value: object) -> object:
    """Return what of a value bears on play, as plain data without defaults."""
    if isinstance(value, BaseModel):
        return {
            name: _in_play(getattr(value, name))
            for name, field in type(value).model_fields.items()
            if not any(isinstance(mark, Prose) for mark in field.metadata)
            and getattr(value, name) != field.get_default(call_default_factory=True, validated_data={})
        }
    if isinstance(value, dict):
        return {key: _in_play(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [_in_play(item) for item in value]
    if isinstance(value, Fraction):
        return plain_cost(value)
    return value.value if isinstance(value, Enum) else value
