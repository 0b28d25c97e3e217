"""Whole games watched move by move, and held against a second rulebook."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fairground.core.simulation.game import turn
from fairground.core.simulation.game.turn import ORDERS
from tests.core.simulation.game.watched import WATCHED, referee

#: Each game in both orders; one of the two is left to the long tests, in turn.
GAMES = [
    pytest.param(name, order, marks=pytest.mark.long if (place + turn_order) % 2 else ())
    for place, name in enumerate(WATCHED)
    for turn_order, order in enumerate(ORDERS)
]


@pytest.mark.long
@pytest.mark.parametrize(("name", "order"), GAMES)
def test_games_go_by_the_second_rulebook(name: str, order: str) -> None:
    watcher = referee(name, order, ("objectives", "random"), turns=3)
    watcher.watch(seed=1, first=watcher.arena.cells - 1)
    assert watcher.decisions > 10


@pytest.mark.long
@pytest.mark.parametrize("order", ORDERS)
def test_the_referee_sees_shots_that_hit(order: str) -> None:
    watcher = referee("ember-court", order, ("advance",), turns=8)
    watcher.watch(seed=1)
    assert watcher.shots > 5


@pytest.mark.parametrize("order", ORDERS)
def test_the_referee_sees_too_much_damage(order: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turn, "strike", lambda *_: 99)
    watcher = referee("ember-court", order, ("advance",), turns=8)
    with pytest.raises(AssertionError, match=r"damage that|the end of a turn"):
        watcher.watch(seed=1)


@pytest.mark.long
@pytest.mark.parametrize("order", ORDERS)
def test_the_referee_sees_points_that_are_not_paid(order: str) -> None:
    watcher = referee("twin-stones", order, ("objectives",), turns=8)
    goals = watcher.arena._goals
    watcher.watch(seed=1)
    watcher.arena._goals = tuple(replace(it, hold=1, points=it.points + 1) for it in goals)
    with pytest.raises(AssertionError, match="the end of a turn"):
        watcher.watch(seed=1)


@pytest.mark.long
@pytest.mark.parametrize("order", ORDERS)
def test_the_referee_sees_units_with_too_many_points(order: str, monkeypatch: pytest.MonkeyPatch) -> None:
    watcher = referee("twin-stones", order, ("advance",), turns=2)
    moves = watcher.arena.tables.moves(0, 0)
    monkeypatch.setattr(moves, "allowance", moves.allowance + moves.scale)
    with pytest.raises(AssertionError, match=r"the price of a move|an attack that cannot be made"):
        watcher.watch(seed=1)
