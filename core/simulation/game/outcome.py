"""The outcome of a game: when it is over and who has won, by objectives and the ground held."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fairground.core.scenario.parts import ObjectiveKind
from fairground.core.scenario.scoring import can_win, turns_to_hold
from fairground.core.simulation.game.state import Goal, Of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.metrics.fairness.parties import Party
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Victory
    from fairground.core.simulation.game.state import GameState
    from fairground.core.simulation.game.tables import Tables


def goals_of(scenario: Scenario, parties: Sequence[Party]) -> tuple[Goal, ...]:
    """Return the objectives that are won by holding them (rule AR-05)."""
    found = []
    for it in scenario.objectives:
        mask = it.shape.mask(scenario.board) & ~scenario.board.void
        able = frozenset(number for number, party in enumerate(parties) if can_win(party.sides, it))
        hexes = frozenset(np.flatnonzero(mask.ravel()).tolist())
        if it.kind is ObjectiveKind.CONTROL and hexes and able:
            found.append(Goal(hexes, it.points, turns_to_hold(it), able))
    return tuple(found)


def homes_of(tables: Tables, parties: Sequence[Party], goals: Sequence[Goal]) -> tuple[tuple[int, ...], ...]:
    """Return the hexes that each party holds: objectives no further from its zones than from others', else its zones."""
    moves = tables.moves(0, tables.band(tables.heat))
    zones = [np.flatnonzero(it.mask.ravel()) for it in parties]
    found: list[list[int]] = [[] for _ in parties]
    for goal in goals:
        far = [min(int(moves.toward(at)[zone].min()) for at in goal.hexes) for zone in zones]
        for number, it in enumerate(far):
            if it == min(far) and number in goal.parties:
                found[number] += sorted(goal.hexes)
    return tuple(tuple(it) if it else tuple(zone.tolist()) for it, zone in zip(found, zones, strict=True))


class GameOutcome(NamedTuple):
    """What came of a game: the party that won (None: nobody), the turns played, and points and units lost of each party."""

    winner: int | None
    turns: int
    points: tuple[int, ...]
    losses: tuple[int, ...]


def outcome(state: GameState, turns: int, victory: Victory) -> GameOutcome | None:
    """Return what came of a game that is over at the end of a turn; None where it goes on (rule P1-22).

    With ``victory.last_standing`` it is over when one party alone has units left, which wins. It is also over when
    nobody has any, when a party has the points that win, and after ``turns``. Then the most points win, between equals
    the most units left, then the most hit points.
    """
    standing = [party for party, units in enumerate(state.alive) if units]
    if victory.last_standing and len(standing) == 1:
        return _of(state, standing[0])
    won = victory.points is not None and max(state.points) >= victory.points
    return _of(state, _ahead(state)) if won or not standing or state.turn >= turns else None


def _ahead(state: GameState) -> int | None:
    merits = [
        (state.points[party], len(units), sum(int(state.rows[it, Of.HIT_POINTS]) for it in units))
        for party, units in enumerate(state.alive)
    ]
    best = [party for party, it in enumerate(merits) if it == max(merits)]
    return best[0] if len(best) == 1 else None


def _of(state: GameState, winner: int | None) -> GameOutcome:
    return GameOutcome(winner, state.turn, tuple(state.points), tuple(state.losses))
