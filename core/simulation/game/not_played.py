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
    "Cards, including reactive ones, and their effects.",
    "Movement after an attack: a unit moves and then attacks at most once.",
    "Components: units are destroyed by hit points, and component points are not scored.",
    "Initiative, leaders, danger zones, strain, taint and declared options such as called shots.",
    (
        "Meltdown: of heat, only gain and loss from weather and ground count, and the effects of the heat "
        "bands."
    ),
    "Destruction of terrain.",
)


def left_out(scenario: Scenario, parties: Sequence[Party], turns: int, *, own_units: bool) -> tuple[str, ...]:
    """Return what games on a scenario leave out, in sentences: ``LEFT_OUT``, and what there is besides."""
    more = [*_of_effects(scenario), *_of_zones(scenario, parties)]
    if scenario.turns is None:
        more.append(f"The scenario has no turn limit; games end after {turns}.")
    if not own_units and scenario.units:
        more.append("The scenario's own units: both sides play with the same force.")
    return (*LEFT_OUT, *more)


def _of_effects(scenario: Scenario) -> Iterator[str]:
    changing = [
        it.name.lower()
        for kind, it in scenario.rules.effects.items()
        if (it.spreads is not Spread.NONE or it.lasts is not None or it.clears is not None)
        and scenario.board.where_effect(kind).any()
    ]
    if changing:
        yield f"Spreading and clearing of {', '.join(changing)}."


def _of_zones(scenario: Scenario, parties: Sequence[Party]) -> Iterator[str]:
    exits = [it.name or it.id for it in scenario.objectives if it.kind is ObjectiveKind.EXIT]
    if exits:
        yield f"Leaving the board, so these objectives score nothing: {', '.join(exits)}."
    if any(it.kind is ZoneKind.REINFORCEMENT for it in scenario.zones):
        yield "Reinforcements: all units start in the deployment zones."
    if len({it.role for it in parties}) > 1:
        yield "Roles: a side's role in the mission does not change its force or its bot."
    if np.sum([it.mask for it in parties], axis=0).max() > 1:
        yield "Starting in hexes that belong to the zones of several sides."
