"""The outcome of a game: when it is over, and who has won."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fairground.core.analysis.play.state import Of

if TYPE_CHECKING:
    from fairground.core.analysis.play.state import State


class Outcome(NamedTuple):
    """What came of a game: the party that won (None: nobody), the turns played, and points and units lost of each party."""

    winner: int | None
    turns: int
    points: tuple[int, ...]
    losses: tuple[int, ...]


def outcome(state: State, turns: int, target: int | None) -> Outcome | None:
    """Return what came of a game that is over at the end of a turn; None where it goes on.

    It is over when one party alone has units left, which wins; when a party has the points that win, ``target``; and
    after ``turns``. Then the most points win, between equals the most units left, then the most hit points.
    """
    standing = [party for party, units in enumerate(state.alive) if units]
    if len(standing) == 1:
        return _of(state, standing[0])
    over = not standing or state.turn >= turns or (target is not None and max(state.points) >= target)
    return _of(state, _ahead(state)) if over else None


def _ahead(state: State) -> int | None:
    merits = [
        (state.points[party], len(units), sum(int(state.rows[it, Of.HIT_POINTS]) for it in units))
        for party, units in enumerate(state.alive)
    ]
    best = [party for party, it in enumerate(merits) if it == max(merits)]
    return best[0] if len(best) == 1 else None


def _of(state: State, winner: int | None) -> Outcome:
    return Outcome(winner, state.turn, tuple(state.points), tuple(state.losses))
