"""Turns: who comes to one hex at once, what the ground does, and who holds what."""

import pytest

from fairground.core.files.force_file import load_force
from fairground.core.simulation.game.arena import GameArena
from fairground.core.simulation.game.bots import Bot, BotChoice
from fairground.core.simulation.game.state import GameState, Of
from fairground.core.simulation.game.turn import ORDERS, play_turn
from fairground.core.simulation.game.unit_choices import ShotOption, options
from tests.core.simulation.game.grounds import DUEL, ground, single

#: A hex that is not on the board: who would go there stays.
NOWHERE = -1


class To(Bot):
    """Goes to a hex where it can, else stays, and attacks nobody."""

    def __init__(self, at: int) -> None:
        self._at = at

    def choose(self, state: GameState, unit: int) -> BotChoice:
        found = options(state, unit)
        at = self._at if self._at in found.listed else int(state.rows[unit, Of.HEX])
        facing = int(state.rows[unit, Of.FACING])
        place = found.listed.index(at)
        cost, moved = int(found.cost[facing, place]), int(found.moved[facing, place])
        return BotChoice(at, facing, cost, moved, found.moves, found.ends)

    def aim(self, state: GameState, unit: int) -> ShotOption | None:  # noqa: ARG002  # as any other
        return None


def hexes(state: GameState) -> list[int]:
    return [int(it) for it in state.rows[:, Of.HEX]]


def test_of_two_that_come_to_one_hex_the_dice_say_who_does() -> None:
    arena = GameArena.of(ground(DUEL), single())
    ends = set()
    for seed in range(30):
        state = arena.begin(seed)
        play_turn(state, "simultaneous", [To(2), To(2)], 0, 5)
        ends.add(tuple(hexes(state)))
        assert state.rows[:, Of.MOVED].tolist() == [hexes(state)[0], 4 - hexes(state)[1]]
    assert ends == {(2, 3), (1, 2)}


@pytest.mark.parametrize("order", ORDERS)
def test_hs_18_units_of_a_party_come_to_one_hex_where_they_may_share_it(order: str) -> None:
    shared = ground(
        DUEL,
        ("penance-1.0", "hexside-ww2"),
        (", '#': wall", ""),
        ("size: [5, 1]", "size: [7, 1]"),
        ("    .....\n", "    .......\n"),
        ("[A1]", "columns 1-3"),
        ("[E1]", "columns 5-7"),
    )
    lone = single("squad")
    three = [lone.units[0].model_copy(update={"count": 3})]
    force = lone.model_copy(update={"units": three, "roll": load_force("platoon").roll})
    state = GameArena.of(shared, force).begin(1)
    meeting = hexes(state)[0]
    play_turn(state, order, [To(meeting), To(NOWHERE)], 0, 5)
    assert hexes(state)[:3] == [meeting] * 3


def test_taking_turns_the_second_finds_the_hex_taken() -> None:
    arena = GameArena.of(ground(DUEL), single())
    for first, ends in ((0, [2, 4]), (1, [0, 2])):
        state = arena.begin(1)
        play_turn(state, "alternate", [To(2), To(2)], first, 5)
        assert hexes(state) == ends


def test_p1_14_nobody_passes_an_enemy_in_the_way() -> None:
    arena = GameArena.of(ground(DUEL), single())
    state = arena.begin(1)
    play_turn(state, "alternate", [To(2), To(2)], 0, 5)
    found = options(state, 1)
    assert sorted(found.listed) == [3, 4]


def test_ar_05_points_come_once_a_party_has_held_an_objective_long_enough() -> None:
    state = GameArena.of(ground(DUEL), single()).begin(1)
    told = []
    for _ in range(4):
        play_turn(state, "alternate", [To(2), To(4)], 0, 5)
        told.append(state.points[0])
    assert told == [0, 3, 3, 3]
    play_turn(state, "alternate", [To(0), To(2)], 0, 5)
    play_turn(state, "alternate", [To(0), To(2)], 0, 5)
    assert state.points == [3, 3]


def test_p1_15_the_ground_harms_and_heats_at_the_end_of_the_turn() -> None:
    hot = ground(DUEL, ("'#': wall", "'^': lava"), ("    .....\n", "    ..^..\n"))
    state = GameArena.of(hot, single()).begin(1)
    lava = state.tables.rules.terrain["lava"]
    play_turn(state, "alternate", [To(2), To(4)], 0, 5)
    if lava.damage < 2:
        assert state.rows[0, Of.HIT_POINTS] == 2 - lava.damage
        assert state.heat == [lava.heat, 0]
    else:
        assert state.losses == [1, 0]
    assert lava.damage
    assert state.points == [0, 0]


def test_p1_10_in_extreme_heat_units_begin_hot_and_nothing_cools() -> None:
    hot = ground(
        DUEL,
        ("turns: 5", "weather: extreme-heat\nturns: 5"),
        ("'#': wall", "'w': water"),
        ("    .....\n", "    w....\n"),
    )
    state = GameArena.of(hot, single()).begin(1)
    start = state.tables.rules.weather["extreme-heat"].starting_heat
    play_turn(state, "alternate", [To(0), To(4)], 0, 5)
    assert state.heat == [start, start]
    assert start > 0
