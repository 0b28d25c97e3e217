"""What self-play leaves out: of the rules in every game, and of a scenario where it has it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.rules.terrain import Spread
from fairground.core.scenario.parts import ZoneKind
from fairground.core.simulation.game.muster import has_own_forces
from fairground.core.text.wording import listed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from fairground.core.metrics.compared_zones import Party
    from fairground.core.scenario.document import Scenario
    from fairground.core.simulation.game.mission import Mission
    from fairground.core.simulation.game.muster import Member

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
    ``deciding`` those that can decide who wins: without them no verdict is given.
    """

    left_out: tuple[str, ...]
    without: tuple[str, ...]
    deciding: tuple[str, ...]


def not_played(
    scenario: Scenario, parties: Sequence[Party], turns: int, mission: Mission, units: Sequence[Member]
) -> NotPlayed:
    """Return what games of at most so many turns on a scenario leave out, when these units play."""
    own_forces = has_own_forces(scenario, parties)
    roles = len({it.role for it in parties}) > 1 and not mission.has_wins
    late = _unused_reinforcements(scenario, units)
    idle = _idle_units(scenario, units)
    rules = listed([f"'{it}'" for it in scenario.house_rules])
    component = scenario.victory.component
    can_score = scenario.victory.kill or any(it.points for it in scenario.objectives)
    more = [*_changing_effects(scenario)]
    if late:
        more.append(f"Reinforcement zones that no arriving unit uses: {late}.")
    if roles:
        more.append("Roles: the sides have no ways to win of their own, so bots ignore their roles.")
    if scenario.house_rules:
        more.append(f"House rules: {rules}.")
    more += [f"A way to win whose units or targets are not in play: {it}." for it in mission.unplayable]
    if np.sum([it.mask for it in parties], axis=0).max() > 1:
        more.append("Deployment in hexes that the zones of different sides share.")
    if scenario.turns is None:
        more.append(f"The scenario has no turn limit; games end after {turns} turns.")
    if idle:
        more.append(f"{idle[0].upper()}{idle[1:]}: they are not on the board.")
    without = {
        idle: idle and not own_forces,
        "points for components": component and can_score and not own_forces,
        f"turns after turn {turns}": scenario.turns is None,
    }
    deciding = {
        idle: idle and own_forces,
        f"ways to win ({listed(mission.unplayable)})": mission.unplayable,
        f"house rules ({rules})": scenario.house_rules,
        "mission roles": roles,
        f"reinforcements ({late})": late,
        "points for components": component and (own_forces or not can_score),
    }
    return NotPlayed((*LEFT_OUT, *more), _true(without), _true(deciding))


def _unused_reinforcements(scenario: Scenario, units: Sequence[Member]) -> str:
    """Return the titles of reinforcement zones that no unit in play uses, as text."""
    arriving = {it.side for it in units if it.arrives > 1}
    return listed(
        [
            scenario.zone_title(it.id)
            for it in scenario.zones
            if it.kind is ZoneKind.REINFORCEMENT and it.side not in arriving
        ]
    )


def _idle_units(scenario: Scenario, units: Sequence[Member]) -> str:
    """Return which of the scenario's units are not in play, as text; empty if all are."""
    played = {it.unit for it in units}
    idle = [it for it in scenario.units if it.id not in played]
    if not idle:
        return ""
    if len(idle) == len(scenario.units):
        return "the scenario's own units"
    sides = dict.fromkeys(it.side for it in idle)
    names = [side.title if (side := scenario.side(it)) else it for it in sides]
    return f"the units of {listed(names)}"


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
