"""Single decisions of the bots that look ahead, on boards small enough to see what is right."""

import re

import pytest

from fairground.core.files.force_file import Force
from fairground.core.simulation.game.arena import GameArena
from fairground.core.simulation.game.ladder import bot
from fairground.core.simulation.game.planning import point_worth, stakes
from fairground.core.simulation.game.state import GameState, Of
from fairground.core.simulation.game.unit_choices import options, threats
from tests.core.simulation.game.grounds import ground

AHEAD = ["planning", "searching"]
#: An objective of two hexes, one of which walls hide from the north-east.
FIELD = """\
format: fairground/1
name: Field
ruleset: penance-1.0
turns: 5
board:
  layout: odd-r
  size: [7, 5]
  palette: {'.': clear, '#': wall}
  terrain: |
    .......
    .......
    ....#..
    ...##..
    ...#...
sides:
  - {id: west, name: West}
  - {id: east, name: East}
zones:
  - {id: left, side: west, kind: deployment, hexes: columns 1-2}
  - {id: right, side: east, kind: deployment, hexes: columns 6-7}
objectives:
  - {id: ends, hexes: [C1, C5], points: 6, hold: 3}
victory: {points: 10, last_standing: true, kill: 3}
"""
#: The same with more room in the east, so that a unit there is farther away than one in the west gets in a turn.
WIDE = re.sub(r"(?m)^    [.#]{7}$", r"\g<0>.....", FIELD.replace("[7, 5]", "[12, 5]"))
#: A unit that can only attack next to itself, and one that reaches far.
FORCE = Force.model_validate(
    {
        "format": "fairground-force/1",
        "id": "near-and-far",
        "title": "Near and far",
        "units": [
            {"class": "scout", "hit_points": 6, "weapons": [{"kind": "melee", "damage": 2}]},
            {"class": "support", "hit_points": 6, "weapons": [{"reach": 9, "damage": 6}]},
        ],
    }
)


class Position:
    """A game in which units are put where a test needs them."""

    def __init__(self, field: str = FIELD) -> None:
        self.arena = GameArena.of(ground(field), FORCE)
        self.state: GameState = self.arena.begin(1)
        self.state.begin_turn()
        self.board = self.state.tables.scenario.board

    def unit(self, party: int, kind: int) -> int:
        """Return the unit of a party and a kind."""
        rows = self.state.rows
        return next(it for it in self.state.alive[party] if rows[it, Of.KIND] == kind)

    def number(self, label: str) -> int:
        """Return the number of a hex."""
        return self.state.tables.field.numbers[self.board.parse(label)]

    def put(self, unit: int, label: str, hit_points: int = 6) -> int:
        """Put a unit in a hex with some hit points left; return it."""
        self.state.move(unit, self.number(label), int(self.state.rows[unit, Of.FACING]), 0, 0)
        self.state.rows[unit, Of.HIT_POINTS] = hit_points
        return unit


@pytest.mark.parametrize("name", AHEAD)
def test_of_two_places_as_useful_the_one_without_fire_is_taken(name: str) -> None:
    position = Position(WIDE)
    state = position.state
    own = position.put(position.unit(0, 0), "A3")
    state.remove(position.unit(0, 1))
    state.remove(position.unit(1, 0))
    # It can't move any more this turn, to where it would reach the hidden hex.
    state.acted.add(position.put(position.unit(1, 1), "K1"))
    found = options(state, own)
    danger = dict(zip(found.listed, threats(state, found).min(axis=0).tolist(), strict=True))
    open_, hidden = position.number("C1"), position.number("C5")
    assert danger[hidden] == 0 < danger[open_]
    for _ in range(5):
        assert bot(name).choose(state, own).hex == hidden


@pytest.mark.parametrize("name", AHEAD)
def test_an_objective_that_an_enemy_is_about_to_score_is_contested(name: str) -> None:
    position = Position()
    state = position.state
    own = position.put(position.unit(0, 0), "A1")
    state.remove(position.unit(0, 1))
    # Both enemies have acted, so nothing drives it off this turn.
    state.acted |= {position.put(position.unit(1, 0), "C5"), position.put(position.unit(1, 1), "G3")}
    # With the points of this objective the enemy has won.
    state.held[0], state.points = [0, 2], [0, 4]
    # Its own points are won: all that is left is to take them from the enemy.
    state.scored[0][0] = True
    assert bot(name).choose(state, own).hex == position.number("C1")
    state.scored[0][1] = True
    assert bot(name).choose(state, own).hex != position.number("C1")


def test_of_two_targets_in_range_the_one_nearer_to_its_end_is_attacked() -> None:
    position = Position()
    state = position.state
    own = position.put(position.unit(0, 1), "B1")
    state.rows[own, Of.FACING] = 0
    for weak in (0, 1):
        for kind, at in ((0, "D1"), (1, "E1")):
            position.put(position.unit(1, kind), at, 2 if kind == weak else 6)
        aimed = bot("planning").aim(state, own)
        assert aimed is not None
        assert aimed.target == position.unit(1, weak)


def test_stakes_count_a_hold_as_far_as_it_has_come() -> None:
    position = Position()
    state = position.state
    own = position.put(position.unit(0, 0), "A3")
    for unit, at in ((position.unit(0, 1), "A1"), (position.unit(1, 0), "G1"), (position.unit(1, 1), "G3")):
        position.put(unit, at)
    found = options(state, own)
    place = found.listed.index(position.number("C1"))
    elsewhere = found.listed.index(position.number("A3"))
    # Six points, of which this turn would earn a third.
    assert stakes(state, found, 10)[place] == 20
    state.held[0] = [1, 0]
    assert stakes(state, found, 10)[place] == 40
    position.put(position.unit(1, 0), "C5")
    state.held[0] = [0, 1]
    # Half of a third, for the enemy is there, too; and two thirds that the enemy would have after this turn.
    assert stakes(state, found, 10)[place] == 10 + 40
    assert stakes(state, found, 10)[elsewhere] == 0
    position.put(position.unit(0, 1), "C1")
    assert not stakes(state, options(state, own), 10).any()


def test_a_point_is_worth_the_hit_points_of_a_force_over_the_points_that_win() -> None:
    assert point_worth(Position().state) == 64 * 12 // 10


@pytest.mark.long
@pytest.mark.parametrize("order", ["alternate", "simultaneous"])
def test_a_seed_gives_the_same_game_of_the_searching_bot(order: str) -> None:
    arenas = [GameArena.of(ground(FIELD), FORCE, "searching", order) for _ in range(2)]
    one = [arenas[0].play(seed) for seed in range(3)]
    assert [arenas[1].play(seed) for seed in (2, 1, 0)] == one[::-1]
