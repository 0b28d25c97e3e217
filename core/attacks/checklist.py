"""The checklist of an attack: the ruleset's steps in order, whether each holds, and why."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from fairground.core.attacks.modifiers import side_name, total
from fairground.core.attacks.results import damage_done, format_chance, may_react
from fairground.core.rules.attack import Arc, AttackStep, ModifierKind, Modifies, Resolution
from fairground.core.rules.visibility import TargetState

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from fractions import Fraction

    from fairground.core.attacks.engagement import Engagement
    from fairground.core.attacks.modifiers import Sums


class StepState(StrEnum):
    """Whether a step of the checklist holds."""

    YES = "yes"
    #: It stops the attack.
    NO = "no"
    #: Not decided by what is known; it does not stop the attack.
    OPEN = "open"


class ChecklistStep(NamedTuple):
    """One step: whether it holds, the ID of the rule it rests on (empty where none is named), and a sentence."""

    step: AttackStep
    state: StepState
    rule: str
    text: str


class AttackRoll(NamedTuple):
    """The roll to hit.

    ``number`` is None without a roll, or if skill or evasion is unknown; ``chance`` is 1 for automatic hits, and None where
    the rules have no roll or the number is unknown.
    """

    number: int | None
    chance: Fraction | None


def checklist(it: Engagement, sums: Sums, roll: AttackRoll) -> Iterator[ChecklistStep]:
    """Yield the ruleset's steps in order; a weapon's own reach is checked even if the ruleset lists no range step."""
    steps = it.attack.steps
    if AttackStep.RANGE not in steps and it.weapon.reach is not None:
        steps = (AttackStep.RANGE, *steps)
    for step in steps:
        state, text = _STEPS[step](it, sums, roll)
        yield ChecklistStep(step, state, it.attack.step_rules.get(step) or _own_rule(step, it), text)


def _own_rule(step: AttackStep, it: Engagement) -> str:
    """Return the rule of what stops the line of sight, for rulesets that name no rule for that step."""
    if step is not AttackStep.SIGHT or it.sight is None:
        return ""
    return next((reason.rule for reason in it.sight.reasons if reason.rule), "")


def _range(it: Engagement, _sums: Sums, _roll: AttackRoll) -> tuple[StepState, str]:
    """Check that the weapon reaches that far (rules P2-02, P2-03)."""
    distance_text, farthest = it.distance_text, it.farthest
    if farthest is None:
        return StepState.YES, f"{distance_text}; the weapon has no maximum range"
    reach = "the aura reaches " if it.weapon.aura else "the weapon reaches "
    limit = f"{reach}{farthest}" if farthest else "the weapon reaches only the attacker's hex"
    return (StepState.YES if it.is_in_reach else StepState.NO), f"{distance_text}; {limit}"


def _arc(it: Engagement, _sums: Sums, _roll: AttackRoll) -> tuple[StepState, str]:
    """Check that the target is where the attacker can attack (rules P2-15, P2-20, C-3)."""
    if not it.weapon.is_aimed:
        return StepState.YES, "the weapon works in every direction"
    if it.arc is Arc.ALL:
        return StepState.YES, f"{it.weapon.kind.value} attacks can be made in every direction"
    sides = it.sides_to_target
    if sides is None:
        return StepState.OPEN, f"the facing of {it.attacker.name} is unknown"
    if not sides:
        return StepState.YES, "the target is in the attacker's own hex"
    where = " and ".join(side_name(it, side) for side in sides)
    toward = f"on {where}" if len(sides) == 1 else f"between {where}"
    state = StepState.YES if it.is_in_front else StepState.NO
    return (
        state,
        f"the target is {toward} of the attacker, {'inside' if it.is_in_front else 'outside'} its front arc",
    )


def _sight(it: Engagement, _sums: Sums, _roll: AttackRoll) -> tuple[StepState, str]:
    """Check that the target is in sight (rules P2-04, HS-01, BV-01); an aura needs no sight (P2-03)."""
    if not it.weapon.is_aimed:
        return StepState.YES, "no line of sight needed"
    if it.base_sight is not None:
        state = StepState.NO if it.base_sight.state is TargetState.HIDDEN else StepState.YES
        return state, "; ".join(reason.text for reason in it.base_sight.reasons)
    if it.sight is None or it.sight.clear:
        return StepState.YES, "nothing blocks the line of sight"
    return StepState.NO, "; ".join(reason.text for reason in it.sight.reasons)


def _response(it: Engagement, _sums: Sums, _roll: AttackRoll) -> tuple[StepState, str]:
    """Describe whether the defender can react."""
    may = may_react(it)
    if may is None:
        return StepState.OPEN, "whether the defender may play a reactive card is unknown"
    ability = (
        "may play a reactive card" if may else "cannot play a reactive card against an attack from that side"
    )
    return StepState.YES, f"the defender {ability}"


def _to_hit(it: Engagement, sums: Sums, roll: AttackRoll) -> tuple[StepState, str]:
    """Describe the number to reach (rules P2-21, P1-16, BV-03)."""
    change = total(sums.to_hit)
    if it.is_automatic:
        return StepState.YES, f"{it.weapon.kind.value} attacks hit without a roll"
    if not it.is_rolled:
        return StepState.YES, f"total modifier {change:+d}, but these rules have no roll to add it to"
    if roll.number is None:
        return StepState.OPEN, "the attacker's skill or the target's evasion is unknown"
    base = str(it.attack.target)
    if it.attack.resolution is Resolution.SKILL:
        base += f", evasion {it.evasion} against skill {it.skill}"
    added = "roll" if it.attack.modifies is Modifies.ROLL else "number"
    text = f"{roll.number} or more ({base}, {change:+d} to the {added})"
    if it.lacks_side and ModifierKind.SIDE in it.attack.to_hit_sum:
        return StepState.OPEN, f"{text}; the facing of {it.target.name} is unknown"
    return StepState.YES, text


def _roll(it: Engagement, _sums: Sums, roll: AttackRoll) -> tuple[StepState, str]:
    """Describe the chance of the roll (rules P2-22, P1-16)."""
    if it.is_automatic:
        return StepState.YES, "no roll"
    if roll.number is None or roll.chance is None:
        return StepState.OPEN, "the number needed to hit is unknown"
    dice = it.attack.dice
    if not roll.chance:
        return StepState.NO, f"{roll.number} is more than {dice} can roll"
    return StepState.YES, f"{dice}: {format_chance(roll.chance)}"


def _damage(it: Engagement, sums: Sums, _roll: AttackRoll) -> tuple[StepState, str]:
    """Describe the damage of a hit (rules P2-21, P1-17)."""
    damage, defence = total(sums.damage), total(sums.defence)
    text = f"damage {damage:+d}, defence {defence:+d}"
    done = damage_done(it, sums)
    return StepState.YES, text if done is None else f"{text}: {done} damage in total"


_STEPS: Final[dict[AttackStep, Callable[[Engagement, Sums, AttackRoll], tuple[StepState, str]]]] = {
    AttackStep.RANGE: _range,
    AttackStep.ARC: _arc,
    AttackStep.SIGHT: _sight,
    AttackStep.RESPONSE: _response,
    AttackStep.TO_HIT: _to_hit,
    AttackStep.ROLL: _roll,
    AttackStep.DAMAGE: _damage,
}
