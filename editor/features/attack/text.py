"""A preview of an attack in words: a verdict, a line of what matters, and rows of the checklist and what adds up."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from fairground.core.attacks.checklist import StepState
from fairground.core.pictures.fan_overlay import signed
from fairground.core.rules.attack import AttackStep, Modifies, Resolution
from fairground.core.rules.facing import SIDE_KEYS
from fairground.editor.app.texts import point_count, tr
from fairground.editor.app.theme import colours
from fairground.editor.document.rule_answers import chance_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fairground.core.attacks.modifiers import Modifier
    from fairground.core.attacks.preview import Attack
    from fairground.core.attacks.results import NamedResult
    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.hexsides import Hexside

_STEPS = {
    AttackStep.RANGE: tr("In range"),
    AttackStep.ARC: tr("In the arc"),
    AttackStep.SIGHT: tr("In sight"),
    AttackStep.RESPONSE: tr("Answer"),
    AttackStep.TO_HIT: tr("To hit"),
    AttackStep.ROLL: tr("Roll"),
    AttackStep.DAMAGE: tr("Damage"),
}
_NOT = {
    AttackStep.RANGE: tr("Out of range"),
    AttackStep.ARC: tr("Not in the arc"),
    AttackStep.SIGHT: tr("Not in sight"),
    AttackStep.ROLL: tr("Cannot hit"),
}


class Sign(StrEnum):
    """What stands before a step."""

    HOLDS = "good"
    FAILS = "fails"
    OPEN = "unknown"

    @property
    def words(self) -> str:
        """The sign for those who do not see it."""
        return {Sign.HOLDS: tr("holds"), Sign.FAILS: tr("fails"), Sign.OPEN: tr("open")}[self]

    @property
    def ink(self) -> str:
        """Its colour in the present theme, ``#rrggbb``; each has a shape of its own besides."""
        look = colours()
        return {Sign.HOLDS: look.good, Sign.FAILS: look.error, Sign.OPEN: look.warning}[self]


_SIGNS = {StepState.YES: Sign.HOLDS, StepState.NO: Sign.FAILS, StepState.OPEN: Sign.OPEN}


class AttackRow(NamedTuple):
    """A row of the card: a sign or a number before a text, a rule behind it, and the place that it is about.

    Headings have neither.
    """

    text: str
    lead: str = ""
    rule: str = ""
    sign: Sign | None = None
    place: Hex | Hexside | None = None
    is_heading: bool = False


def who_words(attack: Attack) -> str:
    """Return who attacks whom: ``scout-1 → D5``."""
    return f"{attack.attacker.name} → {attack.target.name}"


def verdict_sign(attack: Attack) -> Sign:
    """Return whether an attack can be made; open while what is known does not decide it."""
    if not attack.possible:
        return Sign.FAILS
    decided = all(it.state is StepState.YES for it in attack.steps)
    return Sign.HOLDS if decided else Sign.OPEN


def verdict_words(attack: Attack) -> str:
    """Return what stops an attack; of one that nothing stops, the number to reach and the chance."""
    if attack.stopped_by is not None:
        return _NOT.get(attack.stopped_by, _STEPS[attack.stopped_by])
    if attack.is_automatic:
        return tr("Hits without a roll")
    rules = attack.scenario.rules.attack
    if rules.resolution is Resolution.MODIFIERS:
        return _modifiers_words(attack)
    if attack.number is None or attack.chance is None:
        return tr("Nobody knows the number to reach")
    return tr("{number} or more with {dice}: {chance}").format(
        number=attack.number, dice=rules.dice, chance=chance_words(attack.chance)
    )


def facts(attack: Attack) -> list[str]:
    """Return what matters besides, as far as it is known: side, damage, defence, shield, cost."""
    found = []
    if attack.base_sight is not None:
        grade = attack.scenario.rules.visibility.grades.get(attack.base_sight.grade or "")
        state = tr("{state} target").format(state=attack.base_sight.state.value)
        found.append(f"{state}, {grade.name.lower()}" if grade else state)
    if attack.side is not None:
        name = attack.scenario.rules.facing.names.get(SIDE_KEYS[attack.side - 1], "")
        side = tr("side {number}").format(number=attack.side)
        found.append(f"{side} ({name})" if name else side)
    for words, amount in (
        (tr("damage {amount}"), attack.damage_total),
        (tr("defence {amount}"), attack.defence_total),
        (tr("toughness {amount}"), attack.toughness_total),
    ):
        if amount:
            found.append(words.format(amount=signed(amount)))
    if attack.done is not None:
        found.append(tr("{count} done").format(count=attack.done))
    if attack.shield is not None and attack.shield.blocks:
        found.append(tr("shield blocks"))
    if attack.reactive is False:
        found.append(tr("no reactive card"))
    if attack.cost is not None:
        found.append(point_count(attack.cost))
    return found


def attack_rows(attack: Attack) -> list[AttackRow]:
    """Return the checklist, then what adds up, the shield, and the named results."""
    rows = [
        AttackRow(f"{_STEPS[it.step]}: {it.text}", rule=it.rule, sign=_SIGNS[it.state]) for it in attack.steps
    ]
    rows += _sum(tr("To hit {total}"), attack.to_hit, attack.to_hit_total)
    rows += _sum(tr("Damage {total}"), attack.damage, attack.damage_total)
    rows += _sum(tr("Defence {total}"), attack.defence, attack.defence_total)
    rows += _sum(tr("Toughness {total}"), attack.toughness, attack.toughness_total)
    if attack.shield is not None:
        rows.append(AttackRow(tr("Shield"), is_heading=True))
        rows.append(AttackRow(attack.shield.text, rule=attack.shield.rule))
    if attack.results:
        rows.append(AttackRow(tr("Results of the roll"), is_heading=True))
        rows += map(_result, attack.results)
    return rows


def _sum(title: str, modifiers: Sequence[Modifier], total: int) -> Iterator[AttackRow]:
    if modifiers:
        yield AttackRow(title.format(total=signed(total)), is_heading=True)
    for it in modifiers:
        yield AttackRow(it.text, lead=signed(it.amount), rule=it.rule, place=it.place)


def _result(it: NamedResult) -> AttackRow:
    changes = []
    if it.damage:
        changes.append(tr("damage {amount}").format(amount=signed(it.damage)))
    if it.bypasses_all:
        changes.append(tr("no defence counts"))
    elif it.bypasses:
        changes.append(tr("{count} of defence does not count").format(count=it.bypasses))
    if it.destroys_component:
        changes.append(tr("the component is destroyed"))
    if not it.reactive:
        changes.append(tr("no reactive card"))
    if it.done is not None:
        changes.append(tr("{count} done").format(count=it.done))
    told = f"{it.name}, {chance_words(it.chance)}"
    return AttackRow(f"{told}: {', '.join(changes)}" if changes else told, rule=it.rule)


def _modifiers_words(attack: Attack) -> str:
    if not attack.to_hit:
        return tr("Nothing bears on the attack roll")
    words = (
        tr("{total} to the roll, plus is easier")
        if attack.scenario.rules.attack.modifies is Modifies.ROLL
        else tr("{total} to the attack, plus is harder")
    )
    return words.format(total=signed(attack.to_hit_total))
