"""Choices of the mover for paths and overlays, of the next unit to place, and of the attack to preview."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fairground.core.scenario.parts import Shield
from fairground.editor.app.texts import tr, trn
from fairground.editor.document.readable_ruleset import known_rules
from fairground.editor.document.rule_answers import default_mode, mover_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.movement.mover import Mover
    from fairground.core.rules import Ruleset
    from fairground.core.rules.attack import HeightDifference
    from fairground.core.rules.unit_classes import Degraded, Strain, Track
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Unit


@dataclass(frozen=True, slots=True)
class UnitChoice:
    """The ids of a side and a class, the facing of the unit (1-6, or 0 toward the enemy), and the place of its shield."""

    side: str = ""
    class_id: str = ""
    facing: int = 0
    shield: Shield = Shield.NONE

    def within(self, scenario: Scenario) -> UnitChoice:
        """Return the choice with unknown sides and classes replaced by the first ones, and unknown shields by none."""
        rules = known_rules(scenario)
        classes = rules.classes if rules else {}
        sides = [side.id for side in scenario.sides]
        shields = rules.shields if rules else ()
        return UnitChoice(
            self.side if self.side in sides else next(iter(sides), ""),
            self.class_id if self.class_id in classes else next(iter(classes), ""),
            self.facing,
            self.shield if self.shield.value in shields else Shield.NONE,
        )

    @classmethod
    def of(cls, unit: Unit) -> UnitChoice:
        """Return the choice that places a unit like this one."""
        return cls(unit.side, unit.unit_class, unit.facing, unit.shield)


def turned(facing: int, steps: int) -> int:
    """Return a facing (1-6) after that many turns of 60 degrees clockwise; an invalid one becomes 1."""
    return (facing - 1 + steps) % 6 + 1 if 1 <= facing <= 6 else 1


def no_units(scenario: Scenario) -> str:
    """Return why no units can be placed in a scenario, as a sentence; empty if they can."""
    rules = known_rules(scenario)
    if rules is None:
        return tr(
            "The ruleset {name} cannot be read, so its unit classes are unknown. See the findings."
        ).format(name=scenario.ruleset.name)
    if not rules.classes:
        return tr("The ruleset {ruleset} has no unit classes, so there are no units to place.").format(
            ruleset=rules.title
        )
    if not scenario.sides:
        return tr("Every unit belongs to a side, and there are no sides yet. Add one in the Scenario panel.")
    return ""


@dataclass(frozen=True, slots=True)
class MoverChoice:
    """The ids of a unit class and a movement mode, and whether it moves in the danger zone (rule P1-19).

    Empty and unknown ids mean the first class and the default mode of a ruleset.
    """

    class_id: str = ""
    mode_id: str = ""
    in_danger: bool = False

    def within(self, rules: Ruleset) -> MoverChoice:
        """Return the choice without what a ruleset does not have."""
        class_id = self.class_id if self.class_id in rules.classes else ""
        mode_id = self.mode_id if self.mode_id in rules.movement.modes else ""
        return MoverChoice(class_id, mode_id, self.in_danger)

    def ids(self, rules: Ruleset) -> tuple[str, str]:
        """Return the ids of class and mode under a ruleset; empty if it has none."""
        known, modes = self.within(rules), rules.movement.modes
        class_id = known.class_id or next(iter(rules.classes), "")
        default = default_mode() if default_mode() in modes else next(iter(modes), "")
        return class_id, known.mode_id or default

    def mover(self, scenario: Scenario) -> Mover:
        """Return the mover in a scenario, ignoring other units.

        Raises
        ------
        RulesetError
            When the ruleset cannot be read.
        ScenarioError
            When it has no classes or no modes.
        """
        class_id, mode_id = self.ids(scenario.rules)
        return mover_of(scenario, class_id, mode_id, in_danger=self.in_danger)


def describe_mover(mover: Mover) -> str:
    """Return a mover as a text: ``Scout, walk: 5 points a turn``."""
    return trn("{mover}: {n} point a turn", "{mover}: {n} points a turn", mover.allowance).format(
        mover=mover.title, n=mover.allowance
    )


def nothing_moves(scenario: Scenario) -> str:
    """Return why nothing moves in a scenario, as a sentence; empty if something does."""
    rules = known_rules(scenario)
    if rules is None:
        return tr("The ruleset {name} cannot be read, so movement is unknown. See the findings.").format(
            name=scenario.ruleset.name
        )
    if not rules.classes:
        return tr("The ruleset {ruleset} has no unit classes, so nothing can move.").format(
            ruleset=rules.title
        )
    if not rules.movement.modes:
        return tr("The ruleset {ruleset} has no movement modes, so nothing can move.").format(
            ruleset=rules.title
        )
    return ""


#: The default ``AttackKind``.
DEFAULT_KIND = "ranged"


@dataclass(frozen=True, slots=True)
class EndChoice:
    """The state of one end; None means as its unit, or unknown for a bare hex.

    ``states`` has tracks with their numbers, and degraded parts with None.
    """

    moved: int = 0
    facing: int | None = None
    shield: str | None = None
    shield_kind: str | None = None
    unit_class: str | None = None
    defence: int | None = None
    grounded: bool = False
    states: tuple[tuple[str, int | None], ...] = ()

    def with_state(self, name: str, number: int | None, *, present: bool) -> EndChoice:
        """Return the choice with a state, or without it."""
        others = tuple(it for it in self.states if it[0] != name)
        return replace(self, states=tuple(sorted((*others, (name, number)))) if present else others)

    def within(self, rules: Ruleset) -> EndChoice:
        """Return the choice without what a ruleset does not have."""
        asked = AttackQuestions(rules)
        known = {*asked.tracks, *asked.parts}
        return replace(
            self,
            moved=self.moved if asked.moved else 0,
            facing=self.facing if asked.facing else None,
            shield=self.shield if self.shield in rules.shields else None,
            shield_kind=self.shield_kind if self.shield_kind in rules.shield_kinds else None,
            unit_class=self.unit_class if self.unit_class in rules.classes else None,
            defence=self.defence if asked.damage else None,
            grounded=self.grounded and asked.grounded,
            states=tuple((name, number) for name, number in self.states if name in known),
        )


@dataclass(frozen=True, slots=True)
class AttackChoice:
    """A weapon, the ids of situations, and the two ends of the line, the attacker first.

    ``kind`` is the value of an ``AttackKind``; ``reach`` is in hexes, None for no limit; ``damage`` is before modifiers,
    None if unknown.
    """

    kind: str = DEFAULT_KIND
    reach: int | None = None
    damage: int | None = None
    cost: str | None = None
    traits: tuple[str, ...] = ()
    situations: tuple[str, ...] = ()
    ends: tuple[EndChoice, EndChoice] = (EndChoice(), EndChoice())

    @property
    def swapped(self) -> AttackChoice:
        """The same attack with the two ends exchanged."""
        return replace(self, ends=self.ends[::-1])

    def with_end(self, index: int, end: EndChoice) -> AttackChoice:
        """Return the choice with another start (0) or end (1)."""
        start, other = self.ends
        return replace(self, ends=(end, other) if index == 0 else (start, end))

    def within(self, rules: Ruleset) -> AttackChoice:
        """Return the choice without what a ruleset does not have."""
        asked = AttackQuestions(rules)
        start, end = self.ends
        return AttackChoice(
            self.kind if asked.kind else DEFAULT_KIND,
            self.reach if asked.reach else None,
            self.damage if asked.damage else None,
            self.cost if self.cost in rules.attack.weapon_costs else None,
            tuple(it for it in self.traits if it in rules.visibility.weapon_traits),
            tuple(it for it in self.situations if it in rules.attack.situations),
            (start.within(rules), end.within(rules)),
        )


class AttackQuestions:
    """The options of an attack that matter under a ruleset."""

    def __init__(self, rules: Ruleset) -> None:
        from fairground.core.rules.attack import Arc, AttackStep, Resolution

        attack = rules.attack
        heights = (attack.heights.higher, attack.heights.lower)
        self._rules = rules
        self.kind = attack.resolution is not Resolution.MODIFIERS and (
            bool(attack.automatic or rules.range_bands)
            or attack.ranged_arc is not attack.melee_arc
            or any(it.ranged != it.melee for it in heights)
        )
        self.reach = AttackStep.RANGE in attack.steps
        self.damage = AttackStep.DAMAGE in attack.steps or bool(attack.damage_sum)
        self.moved = bool(attack.moved) or any(map(_charges, heights))
        self.facing = bool(rules.shields) or Arc.FRONT in (attack.ranged_arc, attack.melee_arc)
        self.grounded = bool(rules.visibility.to_ground)
        self.unit_class = attack.resolution is Resolution.SKILL

    @property
    def tracks(self) -> dict[str, Track]:
        """The tracks with a band that affects attacks."""
        tracks = self._rules.unit_state.tracks
        return {name: it for name, it in tracks.items() if any(map(_bears, it.bands.values()))}

    @property
    def parts(self) -> dict[str, Degraded]:
        """The parts that affect attacks when they are degraded."""
        return {name: it for name, it in self._rules.unit_state.degraded.items() if _bears(it)}

    @property
    def of_ends(self) -> bool:
        """Whether the ends have any options."""
        return any(self._of_ends())

    def _of_ends(self) -> Iterator[object]:
        yield from (self.moved, self.facing, self.damage, self.grounded, self.unit_class)
        yield from (self._rules.shields, self._rules.shield_kinds, self.tracks, self.parts)


def _bears(strain: Strain) -> bool:
    return bool(strain.defence or strain.damage or strain.target_to_hit or strain.weapon_cost)


def _charges(heights: HeightDifference) -> bool:
    return bool(heights.charge.to_hit or heights.charge.damage)
