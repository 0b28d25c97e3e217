"""The outcome of a game: when it is over, and who has won."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fairground.core.simulation.game.state import Of

if TYPE_CHECKING:
    from fairground.core.scenario.parts import Victory
    from fairground.core.simulation.game.state import GameState


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
