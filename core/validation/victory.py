"""Victory: whether the game can be won at all, and by the points it asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.finding import Finding, Place
from fairground.core.scenario.parts import ObjectiveKind
from fairground.core.validation.codes import found
from fairground.core.validation.wording import counted

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from fairground.core.scenario.parts import Objective, Side
    from fairground.core.validation.subject import Subject


def check_winnable(subject: Subject) -> Iterator[Finding]:
    """Find games that nobody can win: no target, no last one standing, and no points when time is up (P1-22)."""
    scenario = subject.scenario
    victory = scenario.victory
    if not scenario.sides or victory.points is not None or victory.last_standing:
        return
    scoring = victory.kill > 0 or victory.component > 0 or any(it.points > 0 for it in scenario.objectives)
    if scenario.turns is None or not scoring:
        lacking = "no turn limit" if scenario.turns is None else "nothing that gives points"
        yield found(
            "victory.none",
            f"there is no way to win: no points target, no last one standing, and {lacking}",
            Place(("victory",)),
        )


def check_usual_points(subject: Subject) -> Iterator[Finding]:
    """Find points targets outside what the ruleset calls usual (P1-22)."""
    points, rules = subject.scenario.victory.points, subject.ruleset
    if points is None or rules is None:
        return
    fewest, most = rules.victory.points_min, rules.victory.points_max
    if (fewest is None or fewest <= points) and (most is None or points <= most):
        return
    usual = (
        f"{fewest} to {most}"
        if None not in (fewest, most)
        else f"at least {fewest}"
        if most is None
        else f"at most {most}"
    )
    yield found(
        "victory.unusual",
        f"victory takes {counted(points, 'point')}; usual in {subject.scenario.ruleset.name} is {usual}",
        Place(("victory", "points")),
        fix=f"Set {usual} points.",
    )


def check_reachable_points(subject: Subject) -> Iterator[Finding]:
    """Find a points target above all that any side can gain.

    The bound is generous: allies count together, every objective is held from the first turn to the last and
    pays each time its ``hold`` is over, an exit pays once for every unit, and every enemy is destroyed. Nothing
    is found where any of these has no bound.
    """
    scenario = subject.scenario
    target = scenario.victory.points
    if target is None or not scenario.sides:
        return
    limits = [_most_points(subject, side) for side in scenario.sides]
    known = [limit for limit in limits if limit is not None]
    if len(known) < len(limits) or max(known) >= target:
        return
    yield found(
        "victory.unreachable",
        f"victory takes {counted(target, 'point')}, but no side can gain more than {max(known)}"
        + (f" in {counted(scenario.turns, 'turn')}" if scenario.turns is not None else ""),
        Place(("victory", "points")),
    )


def _most_points(subject: Subject, side: Side) -> int | None:
    """Return the most points that a side and its allies can gain; None when nothing bounds them."""
    scenario, victory = subject.scenario, subject.scenario.victory
    enemies = {enemy.id for enemy in subject.enemies(side.id)}
    own = subject.side_ids - enemies
    total = 0
    for objective in scenario.objectives:
        if objective.points > 0 and (not objective.side or objective.side in own):
            times = _most_times(subject, objective, own)
            if times is None:
                return None
            total += objective.points * times
    targets = sum(subject.unit_counts[enemy] for enemy in enemies)
    # Units may be the players' own choice and not in the file, and nothing says how many components one has.
    if (victory.kill > 0 and not targets) or victory.component > 0:
        return None
    return total + victory.kill * targets


def _most_times(subject: Subject, objective: Objective, own: Collection[str]) -> int | None:
    if objective.kind is ObjectiveKind.EXIT:
        return sum(subject.unit_counts[side] for side in own) or None
    turns = subject.scenario.turns
    return None if turns is None else turns // max(objective.hold, 1)
