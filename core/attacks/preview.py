"""The preview of an attack: whether it is possible, the roll, and its results."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from fairground.core.answer import JsonResult
from fairground.core.attacks.checklist import AttackRoll, StepState, checklist
from fairground.core.attacks.engagement import Engagement, shield_part
from fairground.core.attacks.fighter import Stance, Weapon, fighter
from fairground.core.attacks.modifiers import sums, total
from fairground.core.attacks.results import damage_done, may_react, named_results
from fairground.core.errors import ScenarioError
from fairground.core.rules.attack import Resolution
from fairground.core.rules.sight import SightModel
from fairground.core.rules.unit_classes import attack_cost
from fairground.core.sight.line.verdict import Verdicts
from fairground.core.text.suggest import named, one_or_several

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.attacks.checklist import ChecklistStep
    from fairground.core.attacks.engagement import ShieldPart
    from fairground.core.attacks.fighter import Fighter
    from fairground.core.attacks.modifiers import Modifier, Sums
    from fairground.core.attacks.results import NamedResult
    from fairground.core.grid.hexes import Hex
    from fairground.core.rules.attack import AttackStep
    from fairground.core.scenario.document import Scenario
    from fairground.core.sight.bases.verdict import BaseSight, BaseVerdicts
    from fairground.core.sight.line.verdict import SightVerdict

_ANY_WEAPON = Weapon()
_DEFAULT_STANCE = Stance()


@dataclass(frozen=True)
class Attack(JsonResult):
    """The preview of an attack.

    An attack that a step of the checklist stops is filled in as far as possible; without sight there is no cover.
    Modifiers to hit are signed as the ruleset writes them (``attack.modifies``).

    ``number`` is the lowest roll that hits, None without a roll or if skill is unknown; ``chance`` is 1 for automatic hits,
    None where the rules have no roll. ``side`` (1-6), ``shield`` and ``reactive`` (whether the defender may play a reactive
    card) are None if the target's facing is unknown or the rules have no side tables. ``done`` is the damage of a plain hit,
    None if the weapon's is unknown. ``cost`` is in movement points, None if the weapon has none.
    """

    answer_model: ClassVar = "attacks.answer:AttackAnswer"

    scenario: Scenario
    engagement: Engagement
    attacker: Fighter
    target: Fighter
    weapon: Weapon
    #: The line of sight between hexes or between bases, depending on the ruleset; the other is None.
    sight: SightVerdict | None
    base_sight: BaseSight | None
    #: In hexes, the own hex not counted; in inches from edge to edge, None where sight is between hexes.
    distance: int
    inches: float | None
    steps: tuple[ChecklistStep, ...]
    sums: Sums
    number: int | None
    chance: Fraction | None
    is_automatic: bool
    side: int | None
    reactive: bool | None
    shield: ShieldPart | None
    done: int | None
    results: tuple[NamedResult, ...]
    cost: Fraction | None

    @property
    def possible(self) -> bool:
        """Whether no step of the checklist stops it."""
        return self.stopped_by is None

    @property
    def stopped_by(self) -> AttackStep | None:
        """The first step of the checklist that stops it; None if none does."""
        return next((it.step for it in self.steps if it.state is StepState.NO), None)

    @property
    def to_hit(self) -> tuple[Modifier, ...]:
        """The modifiers to hit, in the ruleset's order."""
        return self.sums.to_hit

    @property
    def to_hit_total(self) -> int:
        """The sum of the modifiers to hit."""
        return total(self.sums.to_hit)

    @property
    def damage(self) -> tuple[Modifier, ...]:
        """The modifiers of the damage."""
        return self.sums.damage

    @property
    def damage_total(self) -> int:
        """The sum of the modifiers of the damage."""
        return total(self.sums.damage)

    @property
    def defence(self) -> tuple[Modifier, ...]:
        """The modifiers of the target's defence."""
        return self.sums.defence

    @property
    def defence_total(self) -> int:
        """The sum of the modifiers of the target's defence."""
        return total(self.sums.defence)

    @property
    def toughness(self) -> tuple[Modifier, ...]:
        """The modifiers of the target's toughness."""
        return self.sums.toughness

    @property
    def toughness_total(self) -> int:
        """The sum of the modifiers of the target's toughness."""
        return total(self.sums.toughness)


class Previews:
    """Previews attacks in one state of a scenario; create a new one after a change."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self._hexes: Verdicts | None = None
        self._bases: BaseVerdicts | None = None

    def attack(
        self,
        attacker: Hex | str,
        target: Hex | str,
        *,
        weapon: Weapon = _ANY_WEAPON,
        attacker_state: Stance = _DEFAULT_STANCE,
        target_state: Stance = _DEFAULT_STANCE,
        situations: Sequence[str] = (),
        observers: Sequence[str] = (),
    ) -> Attack:
        """Return the preview of an attack; see ``attack``."""
        scenario = self.scenario
        rules = scenario.rules
        for trait in weapon.traits:
            named("weapon trait", trait, rules.visibility.weapon_traits)
        declared = tuple(
            named("situation", it, rules.attack.situations)
            for it in dict.fromkeys(one_or_several(situations))
        )
        start, end = fighter(scenario, attacker, attacker_state), fighter(scenario, target, target_state)
        _check_ends(start, end, weapon)
        if rules.sight.model is not SightModel.BASES and (
            observers or attacker_state.grounded or target_state.grounded
        ):
            raise ScenarioError(
                f"{rules.title} does not measure sight from base to base, so observers and going to ground do not "
                "apply"
            )
        cost = None if weapon.cost is None else attack_cost(rules, weapon.cost, attacker_state.states)
        seen = self._sight(start, end, weapon, observers)
        engagement = Engagement(scenario, weapon, start, end, declared, *seen)
        modifiers = sums(engagement)
        roll = _roll(engagement, total(modifiers.to_hit))
        return Attack(
            scenario=scenario,
            engagement=engagement,
            attacker=start,
            target=end,
            weapon=weapon,
            sight=engagement.sight,
            base_sight=engagement.base_sight,
            distance=engagement.distance,
            inches=engagement.inches,
            steps=tuple(checklist(engagement, modifiers, roll)),
            sums=modifiers,
            number=roll.number,
            chance=roll.chance,
            is_automatic=engagement.is_automatic,
            side=engagement.side,
            reactive=may_react(engagement),
            shield=shield_part(engagement),
            done=damage_done(engagement, modifiers),
            results=tuple(named_results(engagement, modifiers, roll.number)),
            cost=cost,
        )

    def _sight(
        self, attacker: Fighter, target: Fighter, weapon: Weapon, observers: Sequence[str]
    ) -> tuple[SightVerdict, None] | tuple[None, BaseSight]:
        """Return the line of sight between the hexes or between the bases, depending on the ruleset."""
        if self.scenario.rules.sight.model is not SightModel.BASES:
            if self._hexes is None:
                self._hexes = Verdicts(self.scenario)
            return self._hexes.sight(attacker.hex, target.hex, (attacker.height, target.height)), None
        if self._bases is None:
            from fairground.core.sight.bases.verdict import BaseVerdicts

            self._bases = BaseVerdicts(self.scenario)
        start, end = (it.unit.id if it.unit else it.hex for it in (attacker, target))
        grounded, helpers = target.stance.grounded, one_or_several(observers)
        return None, self._bases.sight(start, end, grounded=grounded, weapon=weapon.traits, observers=helpers)


def attack(  # noqa: PLR0913  # a question has many sides, all but three by keyword
    scenario: Scenario,
    attacker: Hex | str,
    target: Hex | str,
    *,
    weapon: Weapon = _ANY_WEAPON,
    attacker_state: Stance = _DEFAULT_STANCE,
    target_state: Stance = _DEFAULT_STANCE,
    situations: Sequence[str] = (),
    observers: Sequence[str] = (),
) -> Attack:
    """Preview an attack: the checklist, modifiers, the roll and its results.

    Attacker and target are ids of units, hexes or labels; a hex with a single unit in it stands for that unit, any other
    for a unit as its stance describes it. ``situations`` are ids of ``attack.situations``; ``observers`` are units whose
    view indirect weapons may use (rule BV-08).

    Raises
    ------
    GridError
        When a text is no label.
    ScenarioError
        When there is no such unit or hex; when the ruleset lacks a class, state, shield, trait, weapon or situation, or does
        not support observers or going to ground; when a unit would attack itself and the weapon is no aura and has a reach.

    Examples
    --------
    >>> from fairground.core import attack, load
    >>> preview = attack(load("scenarios/standard-arena.yaml"), "A1", "C4")
    >>> preview.possible, preview.number, preview.chance
    (True, 4, Fraction(1, 2))
    """
    return Previews(scenario).attack(
        attacker,
        target,
        weapon=weapon,
        attacker_state=attacker_state,
        target_state=target_state,
        situations=situations,
        observers=observers,
    )


def _check_ends(attacker: Fighter, target: Fighter, weapon: Weapon) -> None:
    is_same = attacker.unit is target.unit and attacker.hex == target.hex
    if is_same and weapon.reach != 0 and not weapon.aura:
        raise ScenarioError(
            f"{attacker.name} cannot attack itself; choose another target, or a weapon with reach 0 or an aura"
        )


def _roll(it: Engagement, modifier: int) -> AttackRoll:
    if it.is_automatic:
        return AttackRoll(None, Fraction(1))
    if not it.is_rolled:
        return AttackRoll(None, None)
    skill, evasion = it.skill, it.evasion
    if it.attack.resolution is not Resolution.SKILL:
        skill = evasion = 0
    if skill is None or evasion is None:
        return AttackRoll(None, None)
    return AttackRoll(
        it.rules.attack.number_to_reach(modifier, skill=skill, evasion=evasion),
        it.rules.attack.hit_chance(modifier, skill=skill, evasion=evasion),
    )
