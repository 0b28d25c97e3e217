"""The players' copy of a scenario, without secrets, for all players or for one side."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fairground.core.errors import ScenarioError
from fairground.core.scenario.parts import ZoneKind
from fairground.core.text.suggest import near_or_all

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario


def players_copy(scenario: Scenario, side: str = "") -> Scenario:
    """Return a copy of a scenario without the designer's data and the secrets of other sides.

    The designer's data are notes, locks, comments and data of an import. Units, reinforcement zones, and objectives that
    only one side can win are visible only to that side and its allies; everything else is visible to all. ``side`` is the
    id of the side that the copy is for; empty for a copy for all players.

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
