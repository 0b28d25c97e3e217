"""The players' copy of a scenario: what lies open before the game, for all players or for one side."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fairground.core.errors import ScenarioError
from fairground.core.scenario.parts import ZoneKind
from fairground.core.text.suggest import near_or_all

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario


def players_copy(scenario: Scenario, side: str = "") -> Scenario:
    """Return a scenario without what a player has not been told before the game.

    Nobody sees the designer's own: notes on hexes and on the scenario, locks, comments, lines kept from an imported
    file. Of what belongs to a side, its own players and their allies alone see where units start, where reinforcements
    enter, and objectives that only they can win. The board with the names on it, sides with their roles, all other
    zones, and objectives that every side can win lie open. ``side`` is whose copy it is: its id, or empty for
    what may lie on the table before all.

    Raises
    ------
    ScenarioError
        When the scenario has no such side.
    """
    ids = [it.id for it in scenario.sides]
    if side and side not in ids:
        raise ScenarioError(f"there is no side {side!r}{near_or_all(side, ids)}")
    own = scenario.side(side)
    friends = {it.id for it in scenario.sides if own and it.allegiance == own.allegiance}
    board = replace(
        scenario.board,
        palette=[replace(it, source=None) for it in scenario.board.palette],
        notes={},
        source="",
    )
    return replace(
        scenario,
        board=board,
        notes="",
        zones=[
            it
            for it in scenario.zones
            if it.kind is not ZoneKind.REINFORCEMENT or not it.side or it.side in friends
        ],
        objectives=[it for it in scenario.objectives if not it.side or it.side in friends],
        units=[it for it in scenario.units if it.side in friends],
        locked=[],
        comments={},
    )
