"""Moves and the field: ways back, hexes between, and which way hexes lie."""

from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from fairground.core.errors import LimitError
from fairground.core.files import load
from fairground.core.grid.hexes import distance
from fairground.core.grid.layout import Layout
from fairground.core.scenario.board import Board
from fairground.core.sight.line.trace import sight_line
from fairground.core.sight.unit_sides import sides_toward
from fairground.core.simulation.game.arena import GameArena
from fairground.core.simulation.game.board_numbers import NO_WAY, BoardNumbers
from fairground.core.simulation.game.moves import FAR
from tests.core.simulation.game.watched import without_mission

SCENARIOS = Path(__file__).parents[4] / "scenarios"


@pytest.mark.parametrize(("name", "kind"), [("powder-mill", 2), ("ember-court", 0)])
def test_a_way_back_goes_hex_by_hex_to_the_start_and_costs_less_and_less(name: str, kind: int) -> None:
    arena = GameArena.of(without_mission(load(SCENARIOS / f"{name}.yaml")))
    moves, field = arena.tables.moves(kind, 0), arena.tables.field
    start = next(it for it in arena._rosters.room[0, "", kind])
    ends = moves.ends(start, 1, 0)
    dice = Random(1)  # noqa: S311  # a game's dice
    longest = 0
    for place, at in enumerate(ends.listed):
        for facing in range(moves.facings):
            if ends.cost[place, facing] >= FAR or at == start:
                continue
            way = list(moves.way_back(ends, at, facing, dice))
            hexes = [at, *(it for it, *_ in way)]
            assert hexes[-1] == start
            steps = [distance(field.hexes[a], field.hexes[b]) for a, b in pairwise(hexes)]
            assert set(steps) <= {0, 1}
            assert sum(steps) == ends.moved[place, facing]
            spent = [int(ends.cost[place, facing]), *(it for _, _, it, _ in way)]
            assert spent == sorted(spent, reverse=True)
            assert spent[-1] == 0
            longest = max(longest, sum(steps))
    assert longest > 2


def test_of_several_cheapest_ways_the_dice_choose() -> None:
    arena = GameArena.of(load(SCENARIOS / "twin-stones.yaml"))
    moves = arena.tables.moves(0, 0)
    ends = moves.ends(0, 2, 0)
    end = next(at for at in ends.listed if at % 9 == 1 and at // 9 == 2)
    dice = [Random(seed) for seed in range(20)]  # noqa: S311  # a game's dice
    ways = {tuple(at for at, *_ in moves.way_back(ends, end, 2, it)) for it in dice}
    assert len(ways) > 1


@pytest.mark.parametrize("layout", list(Layout))
def test_ways_and_distances_are_those_of_sides_and_hexes(layout: Layout) -> None:
    field = BoardNumbers(Board.blank(layout, 7, 6))
    facings = {layout.facing_direction(it): it for it in range(1, 7)}
    for a in (0, 17, 41):
        field.look_from(a)
        for b in range(field.count):
            one, other = field.hexes[a], field.hexes[b]
            assert field.distances[a, b] == distance(one, other)
            way = int(field.ways[a, b])
            sides = sides_toward(layout, one, facings[0], other)
            if way == NO_WAY:
                assert sides == ()
            else:
                first = way // 2 + 1
                assert sides == ((first, first % 6 + 1) if way % 2 else (first,))


def test_hexes_between_are_those_that_the_line_crosses() -> None:
    field = BoardNumbers(Board.blank(Layout.ODD_R, 8, 7))
    for a, b in ((0, 55), (3, 50), (20, 23), (54, 1), (9, 10)):
        line = sight_line(field.hexes[a], field.hexes[b])
        crossed = {field.numbers[it] for it in line.crossed} - {a, b}
        found = field.between(a, b, touched=False)
        assert {it for it in range(field.count) if found >> it & 1} == crossed


def test_boards_too_large_are_refused_with_the_limit() -> None:
    with pytest.raises(LimitError, match=r"at most 2,500 hexes, not 2,600"):
        BoardNumbers(Board.blank(Layout.ODD_Q, 52, 50))
