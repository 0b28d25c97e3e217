"""What the window asks the rules itself, for the answer is there within a frame; all else the worker is asked.

Here alone the editor's own process comes to the layers of core that work out sight, movement and what is wrong with a
scenario. Each loads when it is first asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.errors import ScenarioError

if TYPE_CHECKING:
    from fairground.core.movement.mover import Mover
    from fairground.core.rules import Ruleset
    from fairground.core.scenario.document import Scenario
    from fairground.core.sight.fan import Fans
    from fairground.core.sight.verdict import Verdicts
    from fairground.core.validation.subject import Subject

#: What is loaded for that, and for answers of the worker to be understood, in an order in which none has much left to
#: load: what others stand on comes first.
LOADED = (
    "fairground.core.sight.line",
    "fairground.core.sight.verdict",
    "fairground.core.sight.fan",
    "fairground.core.movement.steps",
    "fairground.core.movement.mover",
    "fairground.core.movement.search",
    "fairground.core.movement.path",
    "fairground.core.movement.reach",
    "fairground.core.analysis.travellers",
    "fairground.core.analysis.symmetry",
    "fairground.core.validation.near_symmetry",
    "fairground.core.validation",
    "fairground.core.analysis.chokepoints",
    "fairground.core.analysis.territory",
    "fairground.core.analysis.fairness.contest",
    "fairground.core.analysis.fairness.report",
    "fairground.core.analysis.fairness.candidates",
    "fairground.core.analysis.fairness.explain",
)


def fans_of(scenario: Scenario) -> Fans:
    """Return what answers for each hex of a scenario what is seen from there."""
    from fairground.core.sight.fan import Fans  # noqa: PLC0415  # loaded where it is used

    return Fans(scenario)


def verdicts_of(scenario: Scenario) -> Verdicts:
    """Return what judges the lines of sight of a scenario."""
    from fairground.core.sight.verdict import Verdicts  # noqa: PLC0415  # loaded where it is used

    return Verdicts(scenario)


def why_no_lines(rules: Ruleset) -> str:
    """Return the sentence that says why a ruleset has no lines of sight between hexes; empty when it has."""
    from fairground.core.sight.hex_lines import refuse_bases  # noqa: PLC0415  # loaded where it is used

    try:
        refuse_bases(rules)
    except ScenarioError as error:
        return f"{error}."
    return ""


def usual_mode() -> str:
    """Return the mode in which units move when none is named."""
    from fairground.core.movement.mover import USUAL_MODE  # noqa: PLC0415  # loaded where it is used

    return USUAL_MODE


def mover_of(scenario: Scenario, class_id: str, mode_id: str, *, in_danger: bool) -> Mover:
    """Return who moves; empty ids are the usual ones.

    Raises
    ------
    RulesetError
        When the ruleset cannot be read.
    ScenarioError
        When it has no such class or mode.
    """
    from fairground.core.movement.mover import mover  # noqa: PLC0415  # loaded where it is used

    return mover(scenario, class_id or None, mode_id or None, danger=in_danger)


def subject_of(scenario: Scenario, rules: Ruleset | None = None) -> Subject:
    """Return a scenario with the masks that it is validated by, for fixes of what was found."""
    from fairground.core.validation.subject import Subject  # noqa: PLC0415  # loaded where it is used

    return Subject(scenario, rules)
