"""Choices of the mover for paths and overlays, and of the next unit to place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fairground.core.scenario.parts import Shield
from fairground.editor.app.texts import tr, trn
from fairground.editor.document.readable_ruleset import known_rules
from fairground.editor.document.rule_answers import default_mode, mover_of

if TYPE_CHECKING:
    from fairground.core.movement.mover import Mover
    from fairground.core.rules import Ruleset
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
        return tr("The ruleset {id} has no unit classes, so there are no units to place.").format(id=rules.id)
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
        return tr("The ruleset {id} has no unit classes, so nothing can move.").format(id=rules.id)
    if not rules.movement.modes:
        return tr("The ruleset {id} has no movement modes, so nothing can move.").format(id=rules.id)
    return ""
