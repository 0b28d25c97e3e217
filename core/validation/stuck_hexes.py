"""Hexes of deployment zones from which no unit on foot can go to an enemy's zone or an objective."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fairground.core.finding import Finding, Place
from fairground.core.movement.areas import on_foot
from fairground.core.scenario.hex_arguments import hexes_named
from fairground.core.scenario.scoring import places_to_go
from fairground.core.text.wording import hex_count
from fairground.core.validation.severities_and_fixes import make_finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.movement.areas import Travellers
    from fairground.core.validation.checked_scenario import CheckedScenario, Mask


def check_stuck_hexes(subject: CheckedScenario) -> Iterator[Finding]:
    """Find hexes of deployment zones from which no unit on foot can go anywhere that matters.

    Goals are the deployment zones of enemies, the objectives that the side can win, and the zones and objectives of its tasks.
    """
    walkers = on_foot(subject.everyone)
    groups = [it for it in subject.travellers if any(mover in walkers for mover in it.movers)]
    for side in subject.scenario.sides:
        zone = subject.deployment.get(side.id)
        goals = _goals(subject, side.id)
        if zone is None or not groups or not goals.any():
            continue
        starts = zone & np.logical_or.reduce([it.steps.may_end for it in groups])
        stuck = starts & ~np.logical_or.reduce([_leading_to(it, starts, goals) for it in groups])
        if not stuck.any():
            continue
        # A zone that leads nowhere as a whole is cut off from enemies and objectives, which other checks report.
        if not np.array_equal(stuck, starts):
            yield make_finding(
                "zone.stuck",
                f"no unit on foot can go from {hex_count(np.count_nonzero(stuck))} of the deployment zone of {side.title!r} "
                f"to an enemy's zone or an objective: {hexes_named(subject.board, stuck)}",
                Place(subject.first(stuck).path, hex=subject.first(stuck).hex),
            )


def _goals(subject: CheckedScenario, side: str) -> Mask:
    """Return the hexes of enemies' deployment zones, and of the places that a side has to go to."""
    zones = [subject.deployment[it.id] for it in subject.enemies(side) if it.id in subject.deployment]
    wanted = {id(it) for it in places_to_go(subject.scenario, (side,))}
    own = [subject.zone_mask(at) for at, it in enumerate(subject.scenario.zones) if id(it) in wanted]
    objectives = [
        subject.objective_mask(at) for at, it in enumerate(subject.scenario.objectives) if id(it) in wanted
    ]
    goals: Mask = np.logical_or.reduce([*zones, *own, *objectives, np.zeros_like(subject.void)])
    return goals


def _leading_to(group: Travellers, starts: Mask, goals: Mask) -> Mask:
    """Return the starts from which a group of units can go to a goal."""
    labels = group.areas.labels
    inside = starts & group.steps.may_end
    ends = frozenset(np.unique(labels[goals & group.steps.may_end]).tolist())
    found = np.zeros_like(inside)
    for number in np.unique(labels[inside]).tolist():
        area = inside & (labels == number)
        if not ends.isdisjoint(group.areas.numbers_reached(area)):
            found |= area
    return found
