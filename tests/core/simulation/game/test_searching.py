"""Single decisions of the searching bot that look two steps ahead, where the planning bot goes wrong."""

from random import Random

import pytest

from fairground.core.simulation.game.ladder import bot
from fairground.core.simulation.game.playout_policy import PlayoutPolicy
from fairground.core.simulation.game.playouts import Playouts
from fairground.core.simulation.game.searching import to_take
from fairground.core.simulation.game.weights import WEIGHTS
from tests.core.simulation.game.test_planning import Position

SEEDS = range(3)
#: The hexes of the own unit that shoots, of the enemy that is about to win by holding an objective, and of a weaker one.
PLACES = [("F3", "C5", "G1"), ("G3", "C5", "G1"), ("B3", "C1", "D1"), ("A1", "C1", "D1")]


def about_to_lose(own: str, holder: str, weak: str) -> tuple[Position, int, int]:
    """Return a position in which the west loses at the end of the turn unless it destroys the holder; also shooter and holder."""
    position = Position()
    state = position.state
    shooter = position.put(position.unit(0, 1), own)
    mate = position.put(position.unit(0, 0), "A5")
    holds = position.put(position.unit(1, 0), holder)
    other = position.put(position.unit(1, 1), weak, hit_points=2)
    state.acted.update({mate, holds, other})
    state.points, state.held[0] = [0, 4], [0, 2]
    return position, shooter, holds


def acts(position: Position, name: str, unit: int, seed: int) -> tuple[int, int | None]:
    """Return where a bot takes a unit and which unit it attacks."""
    state, chooser = position.state, bot(name)
    state.dice = Random(seed)  # noqa: S311  # not cryptographic
    choice = chooser.choose(state, unit)
    state.move(unit, choice.hex, choice.facing, choice.spent, choice.moved)
    aimed = chooser.aim(state, unit)
    return choice.hex, aimed and aimed.target


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("hexes", PLACES)
def test_an_enemy_about_to_win_is_stopped(hexes: tuple[str, str, str], seed: int) -> None:
    stops = {}
    for name in ("planning", "searching"):
        position, shooter, holder = about_to_lose(*hexes)
        at, target = acts(position, name, shooter, seed)
        stops[name] = target == holder or at in position.state.goals[0].hexes
    assert stops == {"planning": False, "searching": True}


@pytest.mark.parametrize("hexes", PLACES)
def test_decisions_depend_on_the_seed_alone(hexes: tuple[str, str, str]) -> None:
    found = set()
    for _ in range(2):
        position, shooter, _ = about_to_lose(*hexes)
        found.add(acts(position, "searching", shooter, 5))
    assert len(found) == 1


def test_the_weakest_enemies_give_the_points_that_are_lacking() -> None:
    position = Position()
    state = position.state
    position.put(position.unit(1, 0), "C1", hit_points=5)
    position.put(position.unit(1, 1), "D1", hit_points=2)
    for points, hit_points in ((10, 0), (7, 2), (4, 7), (0, 7)):
        state.points[0] = points
        playouts = Playouts(state, PlayoutPolicy(state, WEIGHTS["planning"]), 1, 2)
        assert to_take(state, playouts)[0].tolist() == [64 * hit_points] * 2
