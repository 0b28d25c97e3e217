"""Objectives: whether units can stand on them, hold them and leave through them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fairground.core.finding import Finding, Place
from fairground.core.scenario.hex_arguments import hexes_named
from fairground.core.scenario.parts import ObjectiveKind
from fairground.core.scenario.scoring import counts_points, turns_to_hold
from fairground.core.text.wording import counted
from fairground.core.validation.codes import make_finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.scenario.parts import Objective
    from fairground.core.validation.checked_scenario import CheckedScenario, Mask


def check_objective_hexes(subject: CheckedScenario) -> Iterator[Finding]:
    """Find objectives that no unit can stand on."""
    for index, (objective, mask) in enumerate(_objectives(subject)):
        path = ("objectives", index, "hexes")
        if not mask.any():
            yield make_finding(
                "objective.empty", f"objective {objective.id!r} has no hexes on the board", Place(path)
            )
        elif not (mask & subject.usable).any():
            yield make_finding(
                "objective.unusable",
                f"all hexes of objective {objective.id!r} are void or impassable: {hexes_named(mask)}",
                Place(path, hex=subject.first(mask).hex),
            )


def check_hold(subject: CheckedScenario) -> Iterator[Finding]:
    """Find objectives that must be held longer than the game lasts."""
    scenario = subject.scenario
    for index, objective in enumerate(scenario.objectives):
        if scenario.turns is not None and turns_to_hold(objective) > scenario.turns:
            yield make_finding(
                "objective.hold",
                f"objective {objective.id!r} must be held for {counted(objective.hold, 'turn')}, "
                f"but the game lasts {counted(scenario.turns, 'turn')}",
                Place(("objectives", index, "hold")),
                fix=f"Set hold to {scenario.turns} or less, or turns to {objective.hold}.",
            )


def check_points(subject: CheckedScenario) -> Iterator[Finding]:
    """Find objectives that give no points, or give points in a game that never counts them."""
    is_counted = counts_points(subject.scenario)
    for index, objective in enumerate(subject.scenario.objectives):
        place = Place(("objectives", index, "points"))
        if objective.points <= 0:
            yield make_finding(
                "objective.worthless",
                f"objective {objective.id!r} gives {counted(objective.points, 'point')}",
                place,
            )
        elif not is_counted:
            yield make_finding(
                "objective.endless",
                f"objective {objective.id!r} gives {counted(objective.points, 'point')}, "
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
        ways = (
            [exits[side] for side in (objective.side, "") if side in exits] if objective.side else [everyone]
        )
        if not any((way & mask).any() for way in ways):
            whose = f" of side {objective.side!r}" if objective.side else ""
            yield make_finding(
                "objective.no-exit",
                f"exit objective {objective.id!r} ({hexes_named(mask)}) is not in an exit zone{whose}",
                Place(("objectives", index, "hexes"), hex=subject.first(mask).hex),
            )


def _objectives(subject: CheckedScenario) -> Iterator[tuple[Objective, Mask]]:
    for index, objective in enumerate(subject.scenario.objectives):
        yield objective, subject.objective_mask(index)
