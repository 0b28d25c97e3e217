"""Sides that are walled in: no unit on foot can go from their deployment zones to an enemy's zone or an objective."""

from __future__ import annotations

from itertools import islice, product
from typing import TYPE_CHECKING, Final

import numpy as np

from fairground.core.finding import Finding, Place
from fairground.core.movement.travellers import on_foot
from fairground.core.rules.sight import SightModel
from fairground.core.scenario.hex_arguments import hexes_named
from fairground.core.scenario.mission import TaskKind
from fairground.core.scenario.scoring import places_to_go
from fairground.core.sight.line.verdict import Verdicts
from fairground.core.text.wording import hex_count
from fairground.core.validation.severities_and_fixes import make_finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.movement.travellers import Travellers
    from fairground.core.scenario.parts import Side
    from fairground.core.validation.checked_scenario import CheckedScenario, Mask

#: The tasks that a unit can do without moving, if it sees an enemy.
_SHOT: Final = frozenset((TaskKind.DESTROY, TaskKind.LAST_STANDING, TaskKind.TIME_OUT))
#: Most lines of sight checked for a side that is walled in.
MOST_LINES: Final = 8_000


def check_walled_in(subject: CheckedScenario) -> Iterator[Finding]:
    """Find sides, and hexes of their deployment zones, from which no unit on foot can go anywhere that matters.

    Goals are the deployment zones of enemies, the objectives that the side can win, and the zones and objectives of its
    tasks. A side without goals needs no way, nor does one that has a goal in its own zone, that wins when time runs out, or
    that wins by destroying enemies and sees one of their zones.
    """
    walkers = on_foot(subject.everyone)
    groups = [it for it in subject.travellers if any(mover in walkers for mover in it.movers)]
    for index, side in enumerate(subject.scenario.sides):
        zone = subject.deployment.get(side.id)
        goals = _goals(subject, side.id)
        if zone is None or not groups or not goals.any():
            continue
        starts = zone & np.logical_or.reduce([it.steps.may_end for it in groups])
        stuck = starts & ~np.logical_or.reduce([_leading_to(it, starts, goals) for it in groups])
        if not stuck.any():
            continue
        if not np.array_equal(stuck, starts):
            yield make_finding(
                "zone.stuck",
                f"no unit on foot can go from {hex_count(np.count_nonzero(stuck))} of the deployment zone of {side.title!r} "
                f"to an enemy's zone or an objective: {hexes_named(stuck)}",
                Place(subject.first(stuck).path, hex=subject.first(stuck).hex),
            )
        elif not _can_stay(subject, side, zone):
            yield make_finding(
                "side.walled-in",
                f"no unit on foot can go from the deployment zone of {side.title!r} to an enemy's zone or an objective",
                Place(("sides", index, "id"), hex=subject.first(stuck).hex),
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


def _can_stay(subject: CheckedScenario, side: Side, zone: Mask) -> bool:
    """Whether a side can win from its zone: when time runs out, or by destroying enemies, if it sees one of their zones."""
    victory = subject.scenario.victory
    kinds = [{task.kind for task in win.tasks} for win in side.wins]
    if any(it == {TaskKind.TIME_OUT} for it in kinds):
        return True
    shoots = victory.last_standing or victory.kill > 0 or any(it <= _SHOT for it in kinds)
    return shoots and _sees_an_enemy(subject, side.id, zone)


def _sees_an_enemy(subject: CheckedScenario, side: str, zone: Mask) -> bool:
    """Whether a hex of an enemy's deployment zone is in sight from a zone."""
    if subject.ruleset is None or subject.ruleset.sight.model is not SightModel.CENTRES:
        return False
    verdicts, board = Verdicts(subject.scenario), subject.board
    targets = [
        at
        for enemy in subject.enemies(side)
        if enemy.id in subject.deployment
        for at in sorted(board.hexes_of(subject.deployment[enemy.id] & subject.usable))
    ]
    lines = product(sorted(board.hexes_of(zone & subject.usable)), targets)
    return any(verdicts.sight(*pair).clear for pair in islice(lines, MOST_LINES))
