"""The players' copy of a scenario, without secrets, for all players or for one side."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fairground.core.errors import ScenarioError
from fairground.core.scenario.mission import describe_win, named_parts
from fairground.core.scenario.parts import ZoneKind
from fairground.core.text.suggest import near_or_all

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.mission import Win


def players_copy(scenario: Scenario, side: str = "") -> Scenario:
    """Return a copy of a scenario without the designer's data and the secrets of other sides.

    The designer's data are notes, locks, comments, data of an import, the tracing image, and images that no decoration
    uses. Forces, units, reinforcement zones, and objectives that only one side can win are visible only to that side and
    its allies; everything else is visible to all, house rules and ways to win too. A way to win that names a hidden unit
    becomes a house rule in words, and one that names a hidden zone or objective is hidden with it. ``side`` is the id of
    the side that the copy is for; empty for a copy for all players.

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
        effects_palette=[replace(it, source=None) for it in scenario.board.effects_palette],
        notes={},
        source="",
    )
    used = {it.image for it in scenario.decorations}
    copy = replace(
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
        images={name: it for name, it in scenario.images.items() if name in used},
        underlay=None,
        locked=[],
        comments={},
    )
    return _with_missions(scenario, copy, friends)


def _with_missions(scenario: Scenario, copy: Scenario, friends: set[str]) -> Scenario:
    """Return the copy with ways to win that name only what it has, and those by hidden units as house rules.

    The forces of sides other than ``friends`` are left out.
    """
    places = replace(copy, units=scenario.units)
    sides, in_words = [], []
    for side in scenario.sides:
        open_wins = [it for it in side.wins if _is_whole(places, it)]
        wins = tuple(it for it in open_wins if _is_whole(copy, it))
        in_words += [f"{side.title} wins: {describe_win(scenario, it)}" for it in open_wins if it not in wins]
        sides.append(replace(side, wins=wins, force=side.force if side.id in friends else ""))
    return replace(copy, sides=sides, house_rules=[*scenario.house_rules, *in_words])


def _is_whole(scenario: Scenario, win: Win) -> bool:
    """Return whether a scenario has everything that a way to win names."""
    units = {it.id for it in scenario.units}
    return all(
        {it.id for _, parts in named_parts(scenario, task.kind) for it in parts}.issuperset(task.targets)
        and units.issuperset(task.units)
        for task in win.tasks
    )
