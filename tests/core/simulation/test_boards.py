"""Games on boards whose truth is known; tools/check_play.py plays many more."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from fairground.core import fairness, load, simulate
from fairground.core.simulation.statistics.equivalence import Claim
from fairground.core.simulation.statistics.wilson import wilson
from tests.core.simulation.boards import EVEN, PLANTED, even_board, planted_board
from tools.check_play import ARENA, CODE

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("board", EVEN, ids=lambda it: f"{it[0].value}-{it[2]}")
def test_even_boards_are_fair_by_construction_where_all_act_at_once(board: tuple[object, ...]) -> None:
    made = even_board(*board)  # type: ignore[arg-type]
    found = fairness(made, measures=["symmetry"], despite_errors=True).symmetry
    assert found.fair
    assert not found.deviating.any()


def test_all_four_layouts_have_an_even_board() -> None:
    assert len({layout for layout, _, _, _ in EVEN}) == 4


@pytest.mark.long
def test_neither_zone_of_an_even_board_wins_more_often() -> None:
    """A few games on each layout; the interval of all together holds the truth."""
    # Walls that came by chance may close an objective, which is as even as any other.
    found = [
        simulate(even_board(*it), 10, order="simultaneous", seed=3, despite_errors=True) for it in EVEN[:4]
    ]
    interval = wilson(sum(it.zones[0].wins for it in found), sum(it.decided for it in found))
    assert interval.low < 0.5 < interval.high
    assert all(it.turn_order is None for it in found)


@pytest.mark.long
@pytest.mark.parametrize("name", ["a wall before the west", "a hill beside the west"])
def test_a_planted_advantage_is_found_and_the_right_zone_named(name: str) -> None:
    """A hundred games are the fewest that claim anything."""
    rows, layout, ruleset, favoured, behind = PLANTED[name]
    found = simulate(planted_board(rows, layout, ruleset), 100)
    assert found.claim is Claim.UNFAIR
    assert (found.favoured, found.behind) == ((favoured,), (behind,))
    assert f"{favoured} wins" in found.sentence


@pytest.mark.long
def test_a_new_interpreter_that_hashes_otherwise_plays_the_same_games() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", CODE, str(ARENA), "4", "9", "1"],
        env={**os.environ, "PYTHONHASHSEED": "4711"},
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    assert json.loads(ran.stdout) == simulate(load(ARENA), 4, seed=9).to_json()
