"""Scoring: which sides can win an objective, how long it takes, and how often it pays (rules P1-22, AR-05).

The quick reference does not say whether an objective pays again. In every ruleset, it pays a party once, and an exit
once for every unit that leaves through it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fairground.core.scenario.mission import TARGET_LISTS, TaskKind
from fairground.core.scenario.parts import ObjectiveKind

if TYPE_CHECKING:
    from collections.abc import Collection

    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Objective, Zone

#: The reading in a sentence, for reports.
READING: Final = (
    "A side or team scores an objective once, after holding it for the required number of turns in a row. "
    "An exit scores for each unit that leaves through it."
)


def can_win(sides: Collection[str], objective: Objective) -> bool:
    """Return whether a party of sides, given by ids, can win an objective."""
    return not objective.side or objective.side in sides


def places_to_go(scenario: Scenario, sides: Collection[str]) -> tuple[Zone | Objective, ...]:
    """Return the objectives that a party of sides can win, and the zones and objectives that its tasks name, each once."""
    found: dict[tuple[str, str], Zone | Objective] = {
        ("objectives", it.id): it for it in scenario.objectives if can_win(sides, it)
    }
    tasks = [task for it in scenario.sides if it.id in sides for win in it.wins for task in win.tasks]
    for task in tasks:
        for name in TARGET_LISTS.get(task.kind, ()):
            parts = scenario.zones if name == "zones" else scenario.objectives if name == "objectives" else ()
            found |= {(name, it.id): it for it in parts if it.id in task.targets}
    return tuple(found.values())


def turns_to_hold(objective: Objective) -> int:
    """Return the number of turns in a row that a party must hold an objective; at least 1, and 0 for an exit."""
    return 0 if objective.kind is ObjectiveKind.EXIT else max(1, objective.hold)


def most_payments(objective: Objective, turns: int | None, units: int) -> int:
    """Return how often an objective can pay a party with ``units``, in a game of ``turns`` (None: no limit)."""
    if objective.kind is ObjectiveKind.EXIT:
        return units
    return int(turns is None or turns_to_hold(objective) <= turns)


def counts_points(scenario: Scenario) -> bool:
    """Return whether points can decide a game: it has a points target, for all or for a side, or a turn limit."""
    tasks = (task for side in scenario.sides for win in side.wins for task in win.tasks)
    has_target = scenario.victory.points is not None or any(it.kind is TaskKind.POINTS for it in tasks)
    return has_target or scenario.turns is not None
