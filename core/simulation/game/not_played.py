"""What self-play leaves out: of the rules in every game, and of a scenario where it has it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.rules.terrain import Spread
from fairground.core.scenario.parts import ObjectiveKind, ZoneKind
from fairground.core.scenario.scoring import can_win

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from fairground.core.metrics.compared_zones import Party
    from fairground.core.scenario.document import Scenario

#: What every game leaves out, a sentence each.
LEFT_OUT: Final = (
    "Cards, including reactive ones, and their effects.",
    "Movement after an attack: a unit moves and then attacks at most once.",
    "Components: a unit is destroyed when it has no hit points left, and components score no points.",
    "Initiative, leaders, danger zones, strain, taint and declared options such as called shots.",
    (
        "Meltdown: units only gain and lose heat through weather and ground, and suffer the effects of the heat "
        "bands."
    ),
    "Destruction of terrain.",
)


class NotPlayed(NamedTuple):
    """What the games on a scenario leave out.

    ``left_out`` lists everything in sentences. ``without`` names the parts of the scenario that bear on who wins, as nouns;
    ``deciding`` those that score points by themselves: without them no verdict is given.
    """

    left_out: tuple[str, ...]
    without: tuple[str, ...]
    deciding: tuple[str, ...]


def not_played(scenario: Scenario, parties: Sequence[Party], turns: int, *, own_units: bool) -> NotPlayed:
    """Return what games of at most so many turns on a scenario leave out."""
    exits = [it for it in scenario.objectives if it.kind is ObjectiveKind.EXIT]
    scoring = [it for it in exits if it.points and any(can_win(party.sides, it) for party in parties)]
    kinds = {it.kind for it in scenario.zones}
    can_score = scenario.victory.kill or any(it.points for it in scenario.objectives if it not in exits)
    has_roles = len({it.role for it in parties}) > 1
    more = [*_changing_effects(scenario)]
    if exits:
        names = ", ".join(it.title for it in exits)
        more.append(f"Leaving the board, so these objectives score nothing: {names}.")
    if ZoneKind.REINFORCEMENT in kinds:
        more.append("Reinforcements: all units start in the deployment zones.")
    if has_roles:
        more.append("Roles: a side's role in the mission does not change its force or its bot.")
    if np.sum([it.mask for it in parties], axis=0).max() > 1:
        more.append("Deployment in hexes that belong to the zones of several sides.")
    if scenario.turns is None:
        more.append(f"The scenario has no turn limit; games end after {turns} turns.")
    if not own_units and scenario.units:
        more.append("The scenario's own units: all sides play with the same force.")
    without = {
        "leaving the board": (exits or ZoneKind.EXIT in kinds) and not scoring,
        "reinforcements": ZoneKind.REINFORCEMENT in kinds,
        "mission roles": has_roles,
        "the scenario's own units": not own_units and scenario.units,
        "points for components": scenario.victory.component and can_score,
        f"turns after turn {turns}": scenario.turns is None,
    }
    deciding = {
        f"leaving the board ({', '.join(it.title for it in scoring)})": scoring,
        "points for components": scenario.victory.component and not can_score,
    }
    return NotPlayed((*LEFT_OUT, *more), _true(without), _true(deciding))


def _true(parts: Mapping[str, object]) -> tuple[str, ...]:
    return tuple(name for name, is_missing in parts.items() if is_missing)


def _changing_effects(scenario: Scenario) -> Iterator[str]:
    changing = [
        it.name.lower()
        for kind, it in scenario.rules.effects.items()
        if (it.spreads is not Spread.NONE or it.lasts is not None or it.clears is not None)
        and scenario.board.where_effect(kind).any()
    ]
    if changing:
        yield f"Spreading and clearing of {', '.join(changing)}."
