"""On boards that a 180° turn maps onto themselves, with all that a ruleset has, neither party can tell which it is."""

import numpy as np
import pytest

from fairground.core.grid.layout import Layout
from fairground.core.grid.symmetry import BoardSymmetry
from fairground.core.scenario.board import Board
from fairground.core.scenario.transform.make_symmetric import symmetry_of
from fairground.core.simulation.game.arena import GameArena
from fairground.core.simulation.game.bots import Plain
from fairground.core.simulation.game.ladder import bot
from fairground.core.simulation.game.state import GameState, Of
from fairground.core.simulation.game.unit_choices import options, shots
from tests.core.simulation.boards import EVEN, even_board, some_units
from tests.core.simulation.game.positions import position

BACK = [(it + 3) % 6 for it in range(6)]


def images_on(board: Board) -> np.ndarray:
    """Return the hex that the turn takes each hex to, by number."""
    turn = symmetry_of(BoardSymmetry.TURN_180, board)
    assert turn is not None
    found = np.empty(board.rows * board.columns, np.int64)
    for number in range(found.size):
        row, column = divmod(number, board.columns)
        column, row = board.layout.to_offset(turn(board.layout.from_offset(column, row)))
        found[number] = row * board.columns + column
    return found


def turned(state: GameState, arena: GameArena, images: np.ndarray) -> GameState:
    """Return a game turned by 180°, the parties exchanged with their places; left stays left."""
    found = arena.begin(0)
    rows = state.rows.copy()
    rows[:, Of.PARTY] = 1 - rows[:, Of.PARTY]
    rows[:, Of.HEX] = images[rows[:, Of.HEX]]
    rows[:, Of.FACING] = (rows[:, Of.FACING] + 3) % 6
    found.rows = rows
    found.party = [1 - it for it in state.party]
    found.alive = [list(it) for it in state.alive[::-1]]
    found.there = np.bincount(rows[[*found.alive[0], *found.alive[1]], Of.HEX], minlength=found.there.size)
    found.party_hexes = [sum({1 << int(rows[it, Of.HEX]) for it in units}) for units in found.alive]
    found.spent, found.heat, found.turn = list(state.spent), list(state.heat), state.turn
    for place, goal in enumerate(state.goals):
        there = {int(images[at]) for at in goal.hexes}
        partner = next(at for at, it in enumerate(state.goals) if it.hexes == there)
        found.held[partner] = state.held[place][::-1]
        found.scored[partner] = state.scored[place][::-1]
    return found


@pytest.mark.parametrize("board", EVEN, ids=lambda it: f"{it[2]}-{it[0].value}-{it[3]}")
def test_options_and_attacks_are_worth_the_same_to_the_other_party(
    board: tuple[Layout, tuple[int, int], str, int],
) -> None:
    scenario = even_board(*board)
    images = images_on(scenario.board)
    arena = GameArena.of(scenario, force=some_units(scenario, 2), order="simultaneous")
    plain = bot("objectives")
    assert isinstance(plain, Plain)
    differing = 0
    for seed in range(1, 5):
        state = position(arena, seed, seed % 4)
        other = turned(state, arena, images)
        for unit in [it for units in state.alive for it in units]:
            one, two = options(state, unit), options(other, unit)
            place = {at: i for i, at in enumerate(two.listed)}
            assert sorted(images[one.hexes].tolist()) == sorted(two.listed)
            order = [place[it] for it in images[one.hexes].tolist()]
            scores = plain.scores(state, one)
            assert (scores == plain.scores(other, two)[BACK][:, order]).all()
            differing += len(np.unique(scores))
            here, there = shots(state, unit), shots(other, unit)
            assert sorted((it.target, it.weapon, it.worth) for it in here) == sorted(
                (it.target, it.weapon, it.worth) for it in there
            )
    assert differing > 20
