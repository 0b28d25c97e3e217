"""Outcomes: when a game is over, and who has won by what."""

import pytest

from fairground.core.scenario.parts import Victory
from fairground.core.simulation.game.arena import GameArena
from fairground.core.simulation.game.ending import (
    MOST_HIT_POINTS,
    MOST_POINTS,
    MOST_UNITS,
    NOBODY_AHEAD,
    GameOutcome,
    outcome,
)
from fairground.core.simulation.game.state import GameState, Of
from tests.core.simulation.game.grounds import DUEL, ground, single

TO_TEN = Victory(points=10, last_standing=True)
STANDING = Victory(last_standing=True)
#: How a game ends that is won by the points, or by being the last.
TEN, LAST = "score 10 points", "be the last side with units"


@pytest.fixture
def state() -> GameState:
    found = GameArena.of(ground(DUEL), single()).begin(1)
    found.begin_turn()
    return found


def test_a_game_goes_on_while_both_stand_and_nobody_has_the_points(state: GameState) -> None:
    state.points = [9, 3]
    assert outcome(state, turns=2, victory=TO_TEN) is None


def test_who_has_the_points_wins(state: GameState) -> None:
    state.points = [3, 10]
    assert outcome(state, turns=9, victory=TO_TEN) == GameOutcome(1, 1, (3, 10), (0, 0), TEN)
    assert outcome(state, turns=9, victory=STANDING) is None


def test_who_alone_has_units_left_wins_whatever_the_points(state: GameState) -> None:
    state.points = [3, 0]
    state.remove(0)
    assert outcome(state, turns=9, victory=TO_TEN) == GameOutcome(1, 1, (3, 0), (1, 0), LAST)


def test_p1_22_who_alone_has_units_left_still_needs_the_points_where_the_last_standing_does_not_win(
    state: GameState,
) -> None:
    points_alone = Victory(points=10)
    state.points = [3, 0]
    state.remove(0)
    assert outcome(state, turns=9, victory=points_alone) is None
    assert outcome(state, turns=1, victory=points_alone) == GameOutcome(0, 1, (3, 0), (1, 0), MOST_POINTS)
    state.points = [3, 10]
    assert outcome(state, turns=9, victory=points_alone) == GameOutcome(1, 1, (3, 10), (1, 0), TEN)
    state.remove(1)
    assert outcome(state, turns=9, victory=Victory()) == GameOutcome(1, 1, (3, 10), (1, 1), MOST_POINTS)


def test_between_equals_hit_points_decide_and_else_nobody_wins(state: GameState) -> None:
    assert outcome(state, turns=1, victory=STANDING) == GameOutcome(None, 1, (0, 0), (0, 0), NOBODY_AHEAD)
    state.hurt(0, 1)
    assert outcome(state, turns=1, victory=STANDING) == GameOutcome(1, 1, (0, 0), (0, 0), MOST_HIT_POINTS)
    state.rows[1, Of.HIT_POINTS] = 1
    state.points = [1, 0]
    assert outcome(state, turns=1, victory=STANDING) == GameOutcome(0, 1, (1, 0), (0, 0), MOST_POINTS)


def test_with_nobody_left_points_decide(state: GameState) -> None:
    state.points = [5, 0]
    state.remove(0)
    state.remove(1)
    assert outcome(state, turns=9, victory=STANDING) == GameOutcome(0, 1, (5, 0), (1, 1), MOST_POINTS)


def test_units_left_decide_before_hit_points(state: GameState) -> None:
    state.remove(1)
    state.rows[0, Of.HIT_POINTS] = 1
    assert outcome(state, turns=1, victory=Victory()) == GameOutcome(0, 1, (0, 0), (0, 1), MOST_UNITS)
