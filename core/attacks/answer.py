"""The JSON form of the preview of an attack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field

from fairground.core.answer import Answer, Part, schema_field
from fairground.core.attacks.results import percent
from fairground.core.rules.facing import SIDE_KEYS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.attacks.modifiers import Modifier
    from fairground.core.attacks.preview import Attack
    from fairground.core.attacks.results import NamedResult

#: A fraction as text.
FractionText = Annotated[str, BeforeValidator(str)]


class WeaponAnswer(Part):
    """What is attacked with."""

    kind: Literal["melee", "ranged", "magic"] = Field(description="kind of attack")
    reach: int | None = Field(description="reach as given; null if not given")
    aura: bool = Field(description="whether it hits everything within its reach")
    cost: str | None = Field(description="id of its weight in the ruleset")
    traits: tuple[str, ...] = Field(description="ids of its traits")
    damage: int | None = Field(description="its damage before modifiers")


class StepAnswer(Part):
    """One step of the checklist."""

    step: Literal["range", "arc", "sight", "response", "to_hit", "roll", "damage"] = Field(description="step")
    state: Literal["yes", "no", "open"] = Field(
        description="whether it holds; open is what the answer's givens do not decide, and stops nothing"
    )
    rule: str = Field(description="ID of the rule it rests on; may be empty")
    text: str = Field(description="a sentence")


class ModifierAnswer(Part):
    """One number that is added."""

    kind: str = Field(description="where it comes from, as the ruleset names it in its sums")
    amount: int = Field(description="how much it is")
    text: str = Field(description="what it is for")
    rule: str = Field(description="ID of the rule it rests on; may be empty")


class SumAnswer(Part):
    """Numbers that add up."""

    total: int = Field(description="their sum")
    modifiers: tuple[ModifierAnswer, ...] = Field(description="the numbers, in the ruleset's order")


class SideAnswer(Part):
    """A side of the target."""

    number: int = Field(description="1 is the front, the others follow clockwise")
    name: str = Field(description="the ruleset's name for it; may be empty")


class ShieldAnswer(Part):
    """What the target's shield does."""

    carried: Literal["left", "right", "none"] = Field(description="arm it is carried on")
    make: str | None = Field(description="id of its make; null where none was given")
    blocks: bool = Field(description="whether it blocks on the side attacked")
    text: str = Field(description="a sentence")
    rule: str = Field(description="ID of the rule it rests on; may be empty")


class ResultAnswer(Part):
    """A roll with a name."""

    id: str = Field(description="its id in the ruleset")
    name: str = Field(description="its name")
    chance: FractionText = Field(
        description='chance that the attack hits and comes to it, as a fraction, such as "5/36"'
    )
    percent: float = Field(description="the same in percent, to one decimal")
    damage: int = Field(description="damage on top of the other modifiers")
    bypasses: int = Field(description="points of defence that do not count")
    bypasses_all: bool = Field(description="whether no defence counts")
    destroys_component: bool = Field(description="whether the component hit is destroyed")
    reactive: bool = Field(description="whether the defender may answer with a reactive card")
    done: int | None = Field(description="damage that it does in all; null where the weapon's is not given")
    text: str = Field(description="what it does, in the ruleset's words; may be empty")
    rule: str = Field(description="ID of the rule it rests on; may be empty")

    @classmethod
    def computed(cls, result: NamedResult) -> dict[str, Any]:
        """Return the chance in percent."""
        return {"percent": percent(result.chance)}


class PreviewAnswer(Part):
    """An attack in one direction."""

    start: str = Field(alias="from", description="label of the attacker's hex")
    end: str = Field(alias="to", description="label of the target's hex")
    attacker: str | None = Field(description="id of the unit that attacks; null for a bare hex")
    target: str | None = Field(description="id of the unit that is attacked; null for a bare hex")
    distance: int = Field(description="hexes from one to the other, the own hex not counted")
    inches: float | None = Field(
        description="from edge to edge of the bases; null where sight is between hexes"
    )
    weapon: WeaponAnswer = Field(description="weapon")
    possible: bool = Field(description="whether no step of the checklist stops it")
    stopped_by: str | None = Field(
        description="first step that stops it; the rest of the preview is given all the same"
    )
    steps: tuple[StepAnswer, ...] = Field(description="the ruleset's checklist, in order")
    resolution: Literal["target", "skill", "modifiers"] = Field(
        description="how the ruleset decides attacks: a number to reach, skill against evasion, or no roll in it"
    )
    modifies: Literal["roll", "target_number"] = Field(
        description="what modifiers to hit are added to: a plus makes the roll easier, the number harder"
    )
    dice: str | None = Field(description='what is rolled, such as "2d6"; null where nothing is')
    automatic: bool = Field(description="whether it hits without a roll")
    to_hit: SumAnswer = Field(description="modifiers to hit")
    damage: SumAnswer = Field(description="what changes the damage, named results aside")
    defence: SumAnswer = Field(description="what changes the target's defence")
    toughness: SumAnswer = Field(description="what changes the target's toughness")
    number: int | None = Field(description="lowest roll that hits; null where nothing is rolled")
    chance: FractionText | None = Field(
        description='chance of the roll as a fraction, such as "13/18"; "1" where it hits by itself'
    )
    percent: float | None = Field(description="the same in percent, to one decimal")
    side: SideAnswer | None = Field(
        description="side of the target that is attacked; null where it is not known"
    )
    shield: ShieldAnswer | None = Field(description="what the target's shield does; null as side is")
    reactive: bool | None = Field(
        description="whether the defender may answer with a reactive card; null where it is not known"
    )
    results: tuple[ResultAnswer, ...] = Field(description="named results that the roll can have")
    done: int | None = Field(description="damage of a plain hit; null where the weapon's is not given")
    cost: FractionText | None = Field(
        description="movement points of the attack; null where the weapon's weight is not given"
    )

    @classmethod
    def computed(cls, result: Attack) -> dict[str, Any]:
        """Return the two ends, the ruleset's ways, and the sums with their totals."""
        rules, names = result.scenario.rules.attack, result.scenario.rules.facing.names
        attacker, target, side = result.attacker, result.target, result.side
        return {
            "start": attacker.place,
            "end": target.place,
            "attacker": attacker.unit and attacker.unit.id,
            "target": target.unit and target.unit.id,
            "resolution": rules.resolution,
            "modifies": rules.modifies,
            "dice": str(rules.dice) if result.engagement.is_rolled else None,
            "automatic": result.is_automatic,
            "to_hit": _sum(result.to_hit, result.to_hit_total),
            "damage": _sum(result.damage, result.damage_total),
            "defence": _sum(result.defence, result.defence_total),
            "toughness": _sum(result.toughness, result.toughness_total),
            "percent": None if result.chance is None else percent(result.chance),
            "side": side and SideAnswer(number=side, name=names.get(SIDE_KEYS[side - 1], "")),
        }


def _sum(modifiers: Sequence[Modifier], total: int) -> SumAnswer:
    return SumAnswer(total=total, modifiers=tuple(map(ModifierAnswer.from_result, modifiers)))


class AttackAnswer(PreviewAnswer, Answer):
    """Answer of ``fairground attack --json``."""

    added: ClassVar = {"back": None}

    schema_name: Literal["fairground/attack/1"] = schema_field("fairground/attack/1")
    back: PreviewAnswer | None = Field(description="the attack the other way; null without --both")
