"""Bots: better than chance, and blind to which zone is which."""

from random import Random

import numpy as np
import pytest

from fairground.core.simulation.game.arena import GameArena
from fairground.core.simulation.game.bots import Plain
from fairground.core.simulation.game.ladder import bot
from fairground.core.simulation.game.planning import Planning
from fairground.core.simulation.game.state import GameState, Of
from fairground.core.simulation.game.unit_choices import options
from tests.core.simulation.game.grounds import MIRRORED, ground
from tests.core.simulation.game.positions import position

COLUMNS = 7


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "games"), [("advance", 20), ("hold", 20), ("objectives", 20), ("planning", 20), ("search", 10)]
)
def test_bots_beat_one_that_plays_at_random(name: str, games: int) -> None:
    scenario = ground(MIRRORED)
    wins = decided = 0
    for place, bots in enumerate(([name, "random"], ["random", name])):
        arena = GameArena.of(scenario, bots=bots)
        for seed in range(games // 2):
            winner = arena.play(seed, seed % 2).winner
            decided += winner is not None
            wins += winner == place
    assert decided >= games * 3 // 4
    assert wins >= 0.9 * decided


def mirrored(state: GameState, arena: GameArena) -> GameState:
    """Return the mirror image of a game, left and right exchanged, and the parties with them."""
    found = arena.begin(0)
    rows = state.rows.copy()
    rows[:, Of.PARTY] = 1 - rows[:, Of.PARTY]
    rows[:, Of.HEX] = image(rows[:, Of.HEX])
    rows[:, Of.FACING] = -rows[:, Of.FACING] % 6
    carried = rows[:, Of.SHIELD]
    rows[:, Of.SHIELD] = np.where(carried < 2, 1 - carried, carried)
    found.rows = rows
    found.party = [1 - it for it in state.party]
    found.alive = [list(it) for it in state.alive[::-1]]
    found.there = np.bincount(rows[[*found.alive[0], *found.alive[1]], Of.HEX], minlength=found.there.size)
    found.party_hexes = [sum({1 << int(rows[it, Of.HEX]) for it in units}) for units in found.alive]
    found.spent, found.heat, found.turn = list(state.spent), list(state.heat), state.turn
    found.held = [it[::-1] for it in state.held]
    found.scored = [it[::-1] for it in state.scored]
    return found


def image(hexes: np.ndarray) -> np.ndarray:
    """Return the mirror images of hexes."""
    row, column = hexes // COLUMNS, hexes % COLUMNS
    found: np.ndarray = row * COLUMNS + COLUMNS - 1 - column
    return found


@pytest.mark.parametrize("name", ["advance", "hold", "objectives", "planning"])
def test_options_weigh_the_same_in_the_mirror(name: str) -> None:
    arena = GameArena.of(ground(MIRRORED))
    plain = bot(name)
    assert isinstance(plain, Plain | Planning)
    differing = 0
    for seed in (1, 2, 3):
        state = position(arena, seed, seed)
        other = mirrored(state, arena)
        for unit in [it for units in state.alive for it in units]:
            one, two = options(state, unit), options(other, unit)
            scores, images = plain.scores(state, one), plain.scores(other, two)
            place = {at: i for i, at in enumerate(two.listed)}
            assert sorted(image(one.hexes).tolist()) == sorted(two.listed)
            order = [place[it] for it in image(one.hexes).tolist()]
            turned = [-it % 6 for it in range(6)]
            assert (scores == images[turned][:, order]).all()
            differing += len(np.unique(scores))
    assert differing > 100


def test_of_options_alike_the_dice_choose_each_as_often() -> None:
    arena = GameArena.of(ground(MIRRORED))
    state = position(arena, 1, 0)

    class Even(Plain):
        def scores(self, state: GameState, found: object) -> np.ndarray:  # noqa: ARG002  # as any other
            return np.zeros((1, 4), np.int64)

    unit = state.alive[0][0]
    state.dice = Random(3)  # noqa: S311  # a game's dice
    chosen = [Even(bot("advance").weights).choose(state, unit).hex for _ in range(400)]  # type: ignore[attr-defined]
    counts = [chosen.count(it) for it in set(chosen)]
    assert len(counts) == 4
    assert min(counts) > 70
