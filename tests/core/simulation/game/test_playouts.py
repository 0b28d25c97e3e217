"""Playouts: copies of a game in arrays follow the rules of the game, as far as they know them."""

import numpy as np
import pytest

from fairground.core import load
from fairground.core.simulation.game.arena import GameArena
from fairground.core.simulation.game.ladder import bot
from fairground.core.simulation.game.outlook import LEAST, PARTS
from fairground.core.simulation.game.playout_policy import PlayoutPolicy
from fairground.core.simulation.game.playouts import Playouts
from fairground.core.simulation.game.searching import position_values
from fairground.core.simulation.game.state import Of
from fairground.core.simulation.game.unit_choices import aimed_shots, options, strikes
from fairground.core.simulation.game.weights import WEIGHTS
from tests.core.simulation.game.grounds import ground
from tests.core.simulation.game.test_planning import FIELD, FORCE, Position

PLANNING = WEIGHTS["planning"]


def playouts_of(position: Position, options_: int = 2, samples: int = 50) -> Playouts:
    """Return playouts of a position."""
    return Playouts(position.state, PlayoutPolicy(position.state, PLANNING), options_, samples)


def begin(position: Position, playouts: Playouts, unit: int, labels: list[str]) -> None:
    """Let a unit go to hexes, one for each option, and attack as best it can."""
    found = options(position.state, unit)
    places = [found.listed.index(position.number(it)) for it in labels]
    shots = aimed_shots(
        position.state, found, [0] * len(labels), places, bot("planning").focus(position.state, unit)
    )
    shield = int(position.state.rows[unit, Of.SHIELD])
    sides = np.full(len(labels), position.state.tables.outlook.side(shield))
    playouts.begin(unit, found.hexes[places], found.moved[0, places], sides, shots)


def test_every_unit_on_the_board_acts_once_a_turn_and_no_two_share_a_hex() -> None:
    position = Position()
    playouts = playouts_of(position)
    playouts.play(0)
    living = playouts.left > 0
    assert playouts.acted[living].all()
    for copy in range(living.shape[1]):
        hexes = playouts.hexes[living[:, copy], copy].tolist()
        assert len(set(hexes)) == len(hexes)
        assert playouts.taken[copy].nonzero()[0].tolist() == sorted(hexes)


def test_all_options_have_the_same_luck() -> None:
    position = Position()
    playouts = playouts_of(position)
    begin(position, playouts, position.unit(0, 0), ["A1", "A1"])
    playouts.play(2)
    for array in (playouts.hexes, playouts.left, playouts.points):
        one, other = np.split(array, 2, axis=1)
        assert np.array_equal(one, other)
    # Samples differ from each other.
    assert len(np.unique(playouts.hexes, axis=1).T) > 2


def test_the_first_attack_has_the_dice_of_the_game() -> None:
    position = Position()
    state = position.state
    own = position.put(position.unit(0, 1), "B1")
    target = position.put(position.unit(1, 0), "E1")
    position.put(position.unit(1, 1), "G3")
    found = options(state, own)
    place = found.listed.index(position.number("B1"))
    (shot,) = aimed_shots(state, found, [0], [place], dict.fromkeys(state.enemies(own), 1))
    assert shot is not None
    assert shot.worth == strikes(state, found)[0, place]
    samples = 400
    playouts = playouts_of(position, 1, samples)
    none = np.zeros(1, np.int64)
    playouts.begin(own, found.hexes[[place]], none, none, [shot])
    # Rolls are spread evenly over the samples, so few of them say much.
    # Hit points left, plus the bonus for a unit destroyed, in half points.
    lost = 2 * (PARTS * 6 - playouts.left[shot.target]) // PARTS + 8 * (playouts.left[shot.target] == 0)
    assert shot.target == target
    assert lost.sum() / samples == pytest.approx(2 * shot.worth / state.tables.point, rel=0.01)


def test_every_unit_acts_before_every_other_as_often_as_after_it() -> None:
    position = Position()
    one, two = position.put(position.unit(0, 0), "A1"), position.put(position.unit(0, 1), "B1")
    state = position.state
    state.acted.update(state.alive[1])
    samples = 40
    playouts = playouts_of(position, 1, samples)
    firsts = [int(it) for it in playouts.next_units()]
    assert sorted(firsts) == [one] * (samples // 2) + [two] * (samples // 2)


def test_a_held_objective_scores_at_the_end_of_the_turn() -> None:
    position = Position()
    state = position.state
    # Nobody else is near, and all have acted.
    for unit, at in ((position.unit(0, 0), "C1"), (position.unit(0, 1), "A1"), (position.unit(1, 0), "G5")):
        state.acted.add(position.put(unit, at))
    state.remove(position.unit(1, 1))
    state.held[0] = [1, 2]
    playouts = playouts_of(position)
    playouts.play(0)
    assert (playouts.held[0][0] == 2).all()
    assert (playouts.held[0][1] == 0).all()
    assert not playouts.points.any()
    state.held[0] = [2, 0]
    playouts = playouts_of(position)
    playouts.play(0)
    assert (playouts.points == [[6], [0]]).all()
    assert not playouts.over.any()


def test_a_game_is_over_at_the_points_target_and_nothing_happens_after() -> None:
    position = Position()
    state = position.state
    state.points = [10, 0]
    playouts = playouts_of(position)
    playouts.play(0)
    hexes, values = playouts.hexes.copy(), position_values(state, playouts, 0)
    assert playouts.over.all()
    playouts.play(1)
    assert np.array_equal(playouts.hexes, hexes)
    assert len(np.unique(values)) == 1
    assert values[0] > 0
    assert np.array_equal(position_values(state, playouts, 1), -values)


@pytest.mark.parametrize("seed", range(3))
def test_positions_are_worth_as_much_to_one_side_as_they_cost_the_other(seed: int) -> None:
    arena = GameArena.of(ground(FIELD), FORCE)
    state = arena.begin(seed)
    state.begin_turn()
    playouts = Playouts(state, PlayoutPolicy(state, PLANNING), 1, 40)
    playouts.play(1)
    values = [position_values(state, playouts, it) for it in (0, 1)]
    # Rounded down.
    assert np.abs(values[0] + values[1]).max() <= 1


def test_the_last_party_standing_has_won_whatever_its_points() -> None:
    position = Position()
    state = position.state
    state.points = [0, 9]
    for kind in (0, 1):
        state.remove(position.unit(1, kind))
    playouts = playouts_of(position)
    playouts.play(0)
    assert playouts.over.all()
    assert (position_values(state, playouts, 0) > 0).all()


def test_the_least_damage_is_that_to_the_best_facing() -> None:
    tables = GameArena.of(load("scenarios/frozen-gate.yaml")).tables
    outlook = tables.outlook
    later = outlook.later(0, range(0, outlook.count, 9)).later
    for shield in (0, 1):
        by_facing = later[:, outlook.facing_sides(shield)]
        assert np.array_equal(later[:, outlook.side(shield, LEAST)], by_facing.min(axis=1))
        # Facing matters, somewhere.
        assert (by_facing.min(axis=1) < later[:, outlook.side(shield)]).any()
