"""What the next unit is like that is placed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fairground.core.scenario.parts import Shield
from fairground.editor.app.texts import tr
from fairground.editor.document.readable_ruleset import known_rules

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Unit


@dataclass(frozen=True, slots=True)
class UnitChoice:
    """A side and a class by their ids, where the unit looks (1-6), and where it carries its shield."""

    side: str = ""
    class_id: str = ""
    facing: int = 1
    shield: Shield = Shield.NONE

    def within(self, scenario: Scenario) -> UnitChoice:
        """Return the choice with what the scenario has: its first side and class, and no shield, in place of others."""
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
        """Return what would place a unit like this one."""
        return cls(unit.side, unit.unit_class, unit.facing, unit.shield)


def turned(facing: int, steps: int) -> int:
    """Return a facing (1-6) after that many turns of 60 degrees clockwise; a faulty one begins at 1."""
    return (facing - 1 + steps) % 6 + 1 if 1 <= facing <= 6 else 1


def no_units(scenario: Scenario) -> str:
    """Return the sentence that says why no units can be placed in a scenario; empty when they can."""
    rules = known_rules(scenario)
    if rules is None:
        return tr(
            "The ruleset {name} cannot be read, so that nobody knows its classes; see the findings."
        ).format(name=scenario.ruleset.name)
    if not rules.classes:
        return tr("The ruleset {id} has no classes of units, so there are none to place.").format(id=rules.id)
    if not scenario.sides:
        return tr("Units belong to a side, and there is none yet; add one in the scenario panel.")
    return ""
