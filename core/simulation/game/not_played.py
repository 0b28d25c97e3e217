"""What games by bots leave out: of the rules always, and of a scenario where it has it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from fairground.core.rules.terrain import Spread
from fairground.core.scenario.parts import ObjectiveKind, ZoneKind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fairground.core.metrics.fairness.parties import Party
    from fairground.core.scenario.document import Scenario

#: What is left out of all games, a sentence each.
LEFT_OUT: Final = (
    "Cards are not played, reactive ones included, nor anything that they do.",
    "A unit moves, and then attacks once at most; there is no movement after an attack.",
    "Units are lost by hit points; components are neither hit nor destroyed, and give no points.",
    "Initiative, leaders, danger zones, strain, taint and what players declare, such as called shots, are left aside.",
    "Of heat counts what weather and ground give and take, and what its stretches change; nothing melts down.",
    "Terrain is not destroyed.",
)


def left_out(scenario: Scenario, parties: Sequence[Party], turns: int, *, own_units: bool) -> tuple[str, ...]:
    """Return what games on a scenario leave out, in sentences: ``LEFT_OUT``, and what there is besides."""
    more = [*_of_effects(scenario), *_of_zones(scenario, parties)]
    if scenario.turns is None:
        more.append(f"The scenario has no limit of turns; games end after {turns}.")
    if not own_units and scenario.units:
        more.append("The units of the scenario are not in play; every party has the same force.")
    return (*LEFT_OUT, *more)


def _of_effects(scenario: Scenario) -> Iterator[str]:
    changing = [
        it.name.lower()
        for kind, it in scenario.rules.effects.items()
        if (it.spreads is not Spread.NONE or it.lasts is not None or it.clears is not None)
        and scenario.board.where_effect(kind).any()
    ]
    if changing:
        yield f"Effects stay as they lie, and neither spread nor clear: {', '.join(changing)}."


def _of_zones(scenario: Scenario, parties: Sequence[Party]) -> Iterator[str]:
    exits = [it.name or it.id for it in scenario.objectives if it.kind is ObjectiveKind.EXIT]
    if exits:
        yield f"Nobody leaves the board, so this gives no points: {', '.join(exits)}."
    if any(it.kind is ZoneKind.REINFORCEMENT for it in scenario.zones):
        yield "Reinforcements do not come; everybody begins in the deployment zones."
    if len({it.role for it in parties}) > 1:
        yield "What part a side has in the mission, its role, makes no difference to its force or its bot."
    if np.sum([it.mask for it in parties], axis=0).max() > 1:
        yield "Nobody begins in hexes that lie in the zones of several parties."
