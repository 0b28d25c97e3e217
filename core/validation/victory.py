"""Objectives and victory: whether objectives can be held, and whether the game can be won."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fairground.core.finding import Finding, Place
from fairground.core.scenario.hex_arguments import hexes_named
from fairground.core.scenario.mission import can_win, counts_points, most_payments, turns_to_hold
from fairground.core.scenario.parts import ObjectiveKind
from fairground.core.text.wording import counted
from fairground.core.validation.severities_and_fixes import make_finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Objective, Side
    from fairground.core.validation.checked_scenario import CheckedScenario, Mask


def check_objective_hexes(subject: CheckedScenario) -> Iterator[Finding]:
    """Find objectives that no unit can stand on."""
    for index, (objective, mask) in enumerate(_objectives(subject)):
        path = ("objectives", index, "hexes")
        if not mask.any():
            message = f"objective {objective.title!r} has no hexes on the board"
            yield make_finding("objective.empty", message, Place(path))
        elif not (mask & subject.usable).any():
            yield make_finding(
                "objective.unusable",
                f"all hexes of objective {objective.title!r} are void or impassable: {hexes_named(subject.board, mask)}",
                Place(path, hex=subject.first(mask).hex),
            )


def check_hold(subject: CheckedScenario) -> Iterator[Finding]:
    """Find objectives that must be held longer than the game lasts."""
    scenario = subject.scenario
    for index, objective in enumerate(scenario.objectives):
        if scenario.turns is not None and turns_to_hold(objective) > scenario.turns:
            yield make_finding(
                "objective.hold",
                f"objective {objective.title!r} must be held for {counted(objective.hold, 'turn')}, "
                f"but the game lasts {counted(scenario.turns, 'turn')}",
                Place(("objectives", index, "hold")),
                fix=f"Set hold to {scenario.turns} or less, or turns to {objective.hold}.",
            )


def check_points(subject: CheckedScenario) -> Iterator[Finding]:
    """Find objectives that give points which are never counted, or give none where no side has ways to win of its own."""
    is_counted = counts_points(subject.scenario)
    for index, objective in enumerate(subject.scenario.objectives):
        place = Place(("objectives", index, "points"))
        if objective.points <= 0 and not subject.is_mission:
            message = f"objective {objective.title!r} gives {counted(objective.points, 'point')}"
            yield make_finding("objective.worthless", message, place)
        elif objective.points > 0 and not is_counted:
            yield make_finding(
                "objective.endless",
                f"objective {objective.title!r} gives {counted(objective.points, 'point')}, "
                "but without a turn limit or victory points they are never counted",
                place,
            )


def check_exits(subject: CheckedScenario) -> Iterator[Finding]:
    """Find exit objectives outside the exit zones of the sides that may win them."""
    exits = subject.exits
    everyone = np.logical_or.reduce([*exits.values(), np.zeros_like(subject.void)])
    for index, (objective, mask) in enumerate(_objectives(subject)):
        if objective.kind is not ObjectiveKind.EXIT or not mask.any():
            continue
        usable = [everyone]
        if objective.side:
            usable = [exits[side] for side in (objective.side, "") if side in exits]
        if not any((zone & mask).any() for zone in usable):
            whose = f" of side {objective.side!r}" if objective.side else ""
            yield make_finding(
                "objective.no-exit",
                f"exit objective {objective.title!r} ({hexes_named(subject.board, mask)}) is not in an exit zone{whose}",
                Place(("objectives", index, "hexes"), hex=subject.first(mask).hex),
            )


def _objectives(subject: CheckedScenario) -> Iterator[tuple[Objective, Mask]]:
    for index, objective in enumerate(subject.scenario.objectives):
        yield objective, subject.objective_mask(index)


def check_winnable(subject: CheckedScenario) -> Iterator[Finding]:
    """Find games that cannot be won: no victory points, no last_standing, no points at the end; and those won at once (P1-22)."""
    scenario = subject.scenario
    if scenario.victory.points == 0:
        yield make_finding(
            "victory.at-once",
            "victory needs 0 points, which every side has from the start, so the game ends after turn 1",
            Place(("victory", "points")),
        )
    if scenario.sides and not has_common_end(scenario) and not any(it.wins for it in scenario.sides):
        lacking = "turn limit" if scenario.turns is None else "way to score points"
        yield make_finding(
            "victory.none",
            f"the game cannot be won: it has no victory points, no last_standing and no {lacking}",
            Place(("victory",)),
        )


def is_scored(scenario: Scenario) -> bool:
    """Return whether anything gives points."""
    victory = scenario.victory
    return victory.kill > 0 or victory.component > 0 or any(it.points > 0 for it in scenario.objectives)


def has_common_end(scenario: Scenario) -> bool:
    """Return whether the game can be won in a way that is open to every side."""
    victory = scenario.victory
    if victory.points is not None or victory.last_standing:
        return True
    return scenario.turns is not None and is_scored(scenario)


def check_usual_points(subject: CheckedScenario) -> Iterator[Finding]:
    """Find victory points outside the ruleset's usual range (P1-22)."""
    points, rules = subject.scenario.victory.points, subject.ruleset
    if not points or rules is None:
        return
    fewest, most = rules.victory.points_min, rules.victory.points_max
    if (fewest is None or fewest <= points) and (most is None or points <= most):
        return
    usual = f"at least {fewest}" if most is None else f"at most {most}"
    if fewest is not None and most is not None:
        usual = f"{fewest} to {most}"
    message = f"victory needs {counted(points, 'point')}, but {subject.ruleset_title} recommends {usual}"
    yield make_finding("victory.unusual", message, Place(("victory", "points")), fix=f"Set {usual} points.")


def check_counted_points(subject: CheckedScenario) -> Iterator[Finding]:
    """Find points for kills and components in a game that never counts them (P1-22)."""
    victory = subject.scenario.victory
    if counts_points(subject.scenario):
        return
    for key, points in (("kill", victory.kill), ("component", victory.component)):
        if points > 0:
            yield make_finding(
                "victory.endless",
                f"a {key} gives {counted(points, 'point')}, but without a turn limit or victory points they are never counted",
                Place(("victory", key)),
            )


def check_reachable_points(subject: CheckedScenario) -> Iterator[Finding]:
    """Find victory points that no side can score (P1-22, AR-05).

    The limit is generous: allies count together, every objective pays as often as it can, and every enemy is destroyed.
    """
    scenario = subject.scenario
    target = scenario.victory.points
    if target is None or not scenario.sides:
        return
    limits = [most_points(subject, side) for side in scenario.sides]
    known = [limit for limit in limits if limit is not None]
    if len(known) < len(limits) or max(known) >= target:
        return
    yield make_finding(
        "victory.unreachable",
        f"victory needs {counted(target, 'point')}, but no side can score more than {max(known)}"
        + (f" in {counted(scenario.turns, 'turn')}" if scenario.turns is not None else ""),
        Place(("victory", "points")),
    )


def most_points(subject: CheckedScenario, side: Side) -> int | None:
    """Return the most points that a side and its allies can score; None for no limit."""
    scenario, victory = subject.scenario, subject.scenario.victory
    enemies = {enemy.id for enemy in subject.enemies(side.id)}
    own = subject.side_ids - enemies
    leavers = sum(subject.unit_counts[it] for it in own)
    targets = sum(subject.unit_counts[it] for it in enemies)
    exits = any(
        it.kind is ObjectiveKind.EXIT and it.points > 0 and can_win(own, it) for it in scenario.objectives
    )
    # Units may not be in the file, and the number of components is unknown.
    if (exits and not leavers) or (victory.kill > 0 and not targets) or victory.component > 0:
        return None
    objectives = sum(
        it.points * most_payments(it, scenario.turns, leavers)
        for it in scenario.objectives
        if it.points > 0 and can_win(own, it)
    )
    return objectives + victory.kill * targets
