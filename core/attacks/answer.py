"""The JSON form of the preview of an attack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field

from fairground.core.answer import Part, ScenarioAnswer, schema_field
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
    reach: int | None = Field(description="reach of the weapon in hexes, as given; null if not given")
    aura: bool = Field(description="whether the weapon hits everything within its reach")
    cost: str | None = Field(description="id of the weapon's weight in the ruleset; null if not given")
    traits: tuple[str, ...] = Field(description="ids of the weapon's traits")
    damage: int | None = Field(description="damage of the weapon before modifiers; null if not given")


class StepAnswer(Part):
    """One step of the checklist."""

    step: Literal["range", "arc", "sight", "response", "to_hit", "roll", "damage"] = Field(
        description="step of the checklist"
    )
    state: Literal["yes", "no", "open"] = Field(
        description=(
            "whether the attack passes this step: yes, no, or open (too little is known to decide, so "
            "the attack continues)"
        )
    )
    rule: str = Field(description="ID of the rule that applies; may be empty")
    text: str = Field(description="explanation, in a sentence")


class ModifierAnswer(Part):
    """A modifier."""

    kind: str = Field(description="source of the modifier, such as cover or weather")
    amount: int = Field(description="amount of the modifier")
    text: str = Field(description="reason for the modifier, in words")
    rule: str = Field(description="ID of the rule that applies; may be empty")


class SumAnswer(Part):
    """A sum of modifiers."""

    total: int = Field(description="total of the modifiers")
    modifiers: tuple[ModifierAnswer, ...] = Field(description="the modifiers, in the ruleset's order")


class SideAnswer(Part):
    """A side of the target."""

    number: int = Field(description="number of the side: 1 is the front, and the others follow clockwise")
    name: str = Field(description="name of the side in the ruleset; may be empty")


class ShieldAnswer(Part):
    """The target's shield against this attack."""

    carried: Literal["left", "right", "none"] = Field(description="arm that carries the shield")
    make: str | None = Field(description="id of the shield type; null if not given")
    blocks: bool = Field(description="whether the shield blocks on the attacked side")
    text: str = Field(description="explanation, in a sentence")
    rule: str = Field(description="ID of the rule that applies; may be empty")


class ResultAnswer(Part):
    """A named result of the roll."""

    id: str = Field(description="id of the result in the ruleset")
    name: str = Field(description="display name of the result")
    chance: FractionText = Field(
        description='chance that the attack hits with this result, as a fraction, such as "5/36"'
    )
    percent: float = Field(description="chance in percent, to one decimal place")
    damage: int = Field(description="extra damage from the result, on top of the other modifiers")
    bypasses: int = Field(description="points of defence that the result ignores")
    bypasses_all: bool = Field(description="whether the result ignores all defence")
    destroys_component: bool = Field(description="whether the result destroys the component that was hit")
    reactive: bool = Field(description="whether the defender may answer with a reactive card")
    done: int | None = Field(
        description="total damage with this result; null if the weapon's damage is unknown"
    )
    text: str = Field(description="effect of the result, in the ruleset's words; may be empty")
    rule: str = Field(description="ID of the rule that applies; may be empty")

    @classmethod
    def computed(cls, result: NamedResult) -> dict[str, Any]:
        """Return the chance in percent."""
        return {"percent": percent(result.chance)}


class PreviewAnswer(Part):
    """An attack in one direction."""

    start: str = Field(alias="from", description="label of the attacker's hex")
    end: str = Field(alias="to", description="label of the target's hex")
    attacker: str | None = Field(description="id of the attacking unit; null if the attacker is only a hex")
    target: str | None = Field(description="id of the attacked unit; null if the target is only a hex")
    distance: int = Field(description="range in hexes, not counting the attacker's own hex")
    inches: float | None = Field(
        description="range in inches, from base edge to base edge; null if the ruleset measures sight between hexes"
    )
    weapon: WeaponAnswer = Field(description="weapon used in the attack")
    possible: bool = Field(description="whether every step of the checklist allows the attack")
    stopped_by: str | None = Field(
        description="first step that stops the attack; null if none does. The rest of the "
        "preview is filled in either way"
    )
    steps: tuple[StepAnswer, ...] = Field(description="steps of the ruleset's checklist, in order")
    resolution: Literal["target", "skill", "modifiers"] = Field(
        description="how the ruleset resolves attacks: a target number, skill against evasion, or modifiers "
        "alone"
    )
    modifies: Literal["roll", "target_number"] = Field(
        description="whether to-hit modifiers are added to the roll (a plus helps the attacker) or to the "
        "target number (a plus helps the target)"
    )
    dice: str | None = Field(description='dice to roll, such as "2d6"; null if there is no roll')
    automatic: bool = Field(description="whether the attack hits without a roll")
    to_hit: SumAnswer = Field(description="to-hit modifiers")
    damage: SumAnswer = Field(description="damage modifiers, excluding those of named results")
    defence: SumAnswer = Field(description="modifiers to the target's defence")
    toughness: SumAnswer = Field(description="modifiers to the target's toughness")
    number: int | None = Field(
        description="lowest roll that hits; null if there is no roll or the number is unknown"
    )
    chance: FractionText | None = Field(
        description='chance to hit as a fraction, such as "13/18"; "1" if the attack hits '
        "automatically, null if unknown"
    )
    percent: float | None = Field(description="chance in percent, to one decimal place")
    side: SideAnswer | None = Field(description="side of the target that is attacked; null if unknown")
    shield: ShieldAnswer | None = Field(description="the target's shield; null if the side is unknown")
    reactive: bool | None = Field(
        description="whether the defender may answer with a reactive card; null if unknown"
    )
    results: tuple[ResultAnswer, ...] = Field(
        description="the ruleset's named results that this roll can have, such as a strong hit"
    )
    done: int | None = Field(
        description="damage of an ordinary hit, without a named result; null if the weapon's damage is unknown"
    )
    cost: FractionText | None = Field(
        description="movement points that the attack costs; null if the weapon's weight is not given"
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


class AttackAnswer(PreviewAnswer, ScenarioAnswer):
    """Answer of ``fairground attack --json``."""

    added: ClassVar = {**ScenarioAnswer.added, "back": None}

    schema_name: Literal["fairground/attack/1"] = schema_field("fairground/attack/1")
    back: PreviewAnswer | None = Field(description="the attack in the other direction; null without --both")
