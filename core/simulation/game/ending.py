"""The end of a game: when it is over, who has won, and in which way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from fairground.core.scenario.mission import Task, TaskKind, Win, win_text
from fairground.core.simulation.game.mission_progress import GONE_OFF, NO_CHARGE
from fairground.core.simulation.game.state import Of

if TYPE_CHECKING:
    from fairground.core.scenario.parts import Victory
    from fairground.core.simulation.game.state import GameState

#: Ways in which games end that are no way to win of a side. Recorded games hold these texts: one that is reworded would count as
#: another way to end.
MOST_POINTS: Final = "have the most points at the end"
MOST_UNITS: Final = "tie on points and have the most units at the end"
MOST_HIT_POINTS: Final = "tie on points and units and have the most hit points at the end"
NOBODY_AHEAD: Final = "no side ahead at the end"
NOBODY_WON: Final = "no side had won by the turn limit"
SEVERAL_WON: Final = "several sides won at the same time"


class GameOutcome(NamedTuple):
    """The outcome of a game: the winner (None: nobody), the turns played, the points and losses of each party, and how it ended."""

    winner: int | None
    turns: int
    points: tuple[int, ...]
    losses: tuple[int, ...]
    end: str

    def by_party(self, first: int) -> GameOutcome:
        """Return the outcome of a game that was played in the order of play, with party ``first`` as number 0."""
        count = len(self.points)
        winner = None if self.winner is None else (self.winner + first) % count
        points, losses = (
            tuple(it[(party - first) % count] for party in range(count)) for it in (self.points, self.losses)
        )
        return self._replace(winner=winner, points=points, losses=losses)


def outcome(state: GameState, turns: int, victory: Victory) -> GameOutcome | None:
    """Return the outcome of a game at the end of a turn; None if it continues (rule P1-22).

    In a mission, a party wins in one of its own ways, or by ``victory``. If several win at the same time, points decide between
    them. After ``turns`` those win whose way is to hold out; without any, the most points win.

    Without ways to win of the sides, ``victory.last_standing`` lets the only party with units left win. Otherwise the game ends
    when nobody has any, at the points target, or after ``turns``. Then the most points win, then the most units left, then the
    most hit points.
    """
    over = state.turn >= turns or _is_empty(state)
    if state.mission.has_wins:
        won = _won(state, victory, on_time_out=False)
        if not won and over:
            won = _won(state, victory, on_time_out=True)
            if not won:
                return _most_points(state)
        return _between(state, won) if won else None
    standing = state.standing()
    if victory.last_standing and len(standing) == 1:
        return _of(state, standing[0], win_text(_STANDING, str))
    if victory.points is not None and max(state.points) >= victory.points:
        winner, end = _ahead(state)
        return _of(state, winner, end if winner is None else _points_text(victory.points))
    return _of(state, *_ahead(state)) if over else None


_STANDING: Final = Win((Task(TaskKind.LAST_STANDING),))


def _points_text(points: int) -> str:
    return win_text(Win((Task(TaskKind.POINTS, points=points),)), str)


def _is_empty(state: GameState) -> bool:
    """Whether nothing more can happen: no unit on the board or to come, and no charge planted."""
    if any(state.alive) or any(state.waiting):
        return False
    charges = (due for win in state.wins for task in win.tasks for due in task.charges)
    return all(due in (NO_CHARGE, GONE_OFF) for due in charges)


def _won(state: GameState, victory: Victory, *, on_time_out: bool) -> dict[int, str]:
    """Return the parties that have won a mission, each with the first way in which it has."""
    won: dict[int, str] = {}
    for it in state.wins:
        if it.on_time_out == on_time_out and it.done:
            won.setdefault(it.party, it.win.text)
    if not on_time_out:
        standing = state.standing()
        for party, points in enumerate(state.points):
            if victory.points is not None and points >= victory.points:
                won.setdefault(party, _points_text(victory.points))
            if victory.last_standing and standing == [party]:
                won.setdefault(party, win_text(_STANDING, str))
    return won


def _between(state: GameState, won: dict[int, str]) -> GameOutcome:
    """Return the outcome when some parties have won a mission at the same time: the most points win."""
    best = [party for party in won if state.points[party] == max(state.points[it] for it in won)]
    return _of(state, best[0], won[best[0]]) if len(best) == 1 else _of(state, None, SEVERAL_WON)


def _most_points(state: GameState) -> GameOutcome:
    """Return the outcome when nobody has won a mission. Forces differ, so units and hit points are not compared."""
    best = [party for party, points in enumerate(state.points) if points == max(state.points)]
    return _of(state, best[0], MOST_POINTS) if len(best) == 1 else _of(state, None, NOBODY_WON)


def _ahead(state: GameState) -> tuple[int | None, str]:
    merits = [
        (state.points[party], len(units), sum(int(state.rows[it, Of.HIT_POINTS]) for it in units))
        for party in range(state.parties)
        for units in [state.survivors(party)]
    ]
    best = [party for party, it in enumerate(merits) if it == max(merits)]
    if len(best) > 1:
        return None, NOBODY_AHEAD
    second = max(it for party, it in enumerate(merits) if party != best[0])
    first = merits[best[0]]
    decided = next(place for place in range(3) if first[place] != second[place])
    return best[0], (MOST_POINTS, MOST_UNITS, MOST_HIT_POINTS)[decided]


def _of(state: GameState, winner: int | None, end: str) -> GameOutcome:
    return GameOutcome(winner, state.turn, tuple(state.points), tuple(state.losses), end)
