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
    """The weapon of an attack."""

    kind: Literal["melee", "ranged", "magic"] = Field(description="kind of attack")
    reach: int | None = Field(description="reach in the command; null if not set")
    aura: bool = Field(description="whether it hits everything within its reach")
    cost: str | None = Field(description="id of its weight in the ruleset")
    traits: tuple[str, ...] = Field(description="ids of its traits")
    damage: int | None = Field(description="its damage before modifiers")


class StepAnswer(Part):
    """One step of the checklist."""

    step: Literal["range", "arc", "sight", "response", "to_hit", "roll", "damage"] = Field(description="step")
    state: Literal["yes", "no", "open"] = Field(
        description="whether it holds; open: not decided by what is known, and stops nothing"
    )
    rule: str = Field(description="ID of the rule it rests on; may be empty")
    text: str = Field(description="a sentence")


class ModifierAnswer(Part):
    """A modifier."""

    kind: str = Field(description="its source, as the ruleset names it in its sums")
    amount: int = Field(description="its amount")
    text: str = Field(description="what it is for")
    rule: str = Field(description="ID of the rule it rests on; may be empty")


class SumAnswer(Part):
    """A sum of modifiers."""

    total: int = Field(description="the sum")
    modifiers: tuple[ModifierAnswer, ...] = Field(description="the modifiers, in the ruleset's order")


class SideAnswer(Part):
    """A side of the target."""

    number: int = Field(description="1 is the front, the others follow clockwise")
    name: str = Field(description="the ruleset's name for it; may be empty")


class ShieldAnswer(Part):
    """The target's shield against this attack."""

    carried: Literal["left", "right", "none"] = Field(description="arm it is carried on")
    make: str | None = Field(description="id of its shield type; null if not set")
    blocks: bool = Field(description="whether it blocks on the side attacked")
    text: str = Field(description="a sentence")
    rule: str = Field(description="ID of the rule it rests on; may be empty")


class ResultAnswer(Part):
    """A named result of the roll."""

    id: str = Field(description="its id in the ruleset")
    name: str = Field(description="its name")
    chance: FractionText = Field(
        description='chance that the attack hits with this result, as a fraction, such as "5/36"'
    )
    percent: float = Field(description="the same in percent, to one decimal")
    damage: int = Field(description="damage on top of the other modifiers")
    bypasses: int = Field(description="points of defence ignored")
    bypasses_all: bool = Field(description="whether all defence is ignored")
    destroys_component: bool = Field(description="whether the component hit is destroyed")
    reactive: bool = Field(description="whether the defender may answer with a reactive card")
    done: int | None = Field(description="its total damage; null if the weapon's is unknown")
    text: str = Field(description="its effect, in the ruleset's words; may be empty")
    rule: str = Field(description="ID of the rule it rests on; may be empty")

    @classmethod
    def computed(cls, result: NamedResult) -> dict[str, Any]:
        """Return the chance in percent."""
        return {"percent": percent(result.chance)}


class PreviewAnswer(Part):
    """An attack in one direction."""

    start: str = Field(alias="from", description="label of the attacker's hex")
    end: str = Field(alias="to", description="label of the target's hex")
    attacker: str | None = Field(description="id of the attacking unit; null for a bare hex")
    target: str | None = Field(description="id of the attacked unit; null for a bare hex")
    distance: int = Field(description="range in hexes; the own hex is not counted")
    inches: float | None = Field(
        description="inches from edge to edge of the bases; null where sight is between hexes"
    )
    weapon: WeaponAnswer = Field(description="weapon")
    possible: bool = Field(description="whether every step of the checklist allows it")
    stopped_by: str | None = Field(
        description="first step that stops it; the rest of the preview is filled in all the same"
    )
    steps: tuple[StepAnswer, ...] = Field(description="the ruleset's checklist, in order")
    resolution: Literal["target", "skill", "modifiers"] = Field(
        description="how the ruleset decides attacks: a target number, skill against evasion, or modifiers alone"
    )
    modifies: Literal["roll", "target_number"] = Field(
        description="what modifiers to hit are added to: a plus makes the roll easier, or the number harder"
    )
    dice: str | None = Field(description='dice rolled, such as "2d6"; null without a roll')
    automatic: bool = Field(description="whether it hits without a roll")
    to_hit: SumAnswer = Field(description="modifiers to hit")
    damage: SumAnswer = Field(description="modifiers of the damage, without named results")
    defence: SumAnswer = Field(description="modifiers of the target's defence")
    toughness: SumAnswer = Field(description="modifiers of the target's toughness")
    number: int | None = Field(description="lowest roll that hits; null without a roll")
    chance: FractionText | None = Field(
        description='chance of the roll as a fraction, such as "13/18"; "1" if it hits automatically'
    )
    percent: float | None = Field(description="the same in percent, to one decimal")
    side: SideAnswer | None = Field(description="side of the target that is attacked; null if unknown")
    shield: ShieldAnswer | None = Field(description="the target's shield; null if the side is unknown")
    reactive: bool | None = Field(
        description="whether the defender may answer with a reactive card; null if unknown"
    )
    results: tuple[ResultAnswer, ...] = Field(description="named results of the roll")
    done: int | None = Field(description="damage of a plain hit; null if the weapon's is unknown")
    cost: FractionText | None = Field(
        description="movement points of the attack; null if the weapon's weight is not set"
    )

    @classmethod
    def computed(cls, result: Attack) -> dict[str, Any]:
        """Return both ends, the ruleset's attack rules, and the sums with their totals."""
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
    back: PreviewAnswer | None = Field(description="the attack in the other direction; null without --both")
