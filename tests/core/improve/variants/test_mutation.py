"""Boards changed by chance: with what is on the sketch, where it may be, and symmetric where they were."""

from __future__ import annotations

from random import Random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from fairground.core.grid.hexsides import hexside
from fairground.core.grid.symmetry import BoardSymmetry
from fairground.core.improve.variants.mutation import Mutations
from fairground.core.scenario.board_symmetry import content_of
from fairground.core.scenario.compare import changed_cells, changed_hexes
from fairground.core.scenario.parts import Objective
from fairground.core.scenario.shapes import Listed
from fairground.core.scenario.transform.make_symmetric import made_symmetric, symmetry_of
from fairground.core.scenario.transform.symmetry_sources import parts
from tests.core.improve.variants.sketches import field, strip
from tests.core.scenario.transform.test_make_symmetric import images


@settings(deadline=None, max_examples=30)
@given(seed=st.integers(0, 10_000))
def test_what_is_fixed_stays_and_the_rest_gets_what_the_sketch_has(seed: int) -> None:
    scenario = field()
    board = scenario.board
    scenario.locked = ["D2", "two-start"]
    scenario.objectives = [Objective("hill", Listed(("C3",)), points=1)]
    board.hexsides = {hexside(board.parse("B2"), 1): ("hedge",), hexside(board.parse("D2"), 0): ("stream",)}
    made = scenario
    mutations = Mutations(scenario, None)
    random = Random(seed)  # noqa: S311
    for _ in range(5):
        made = mutations.changed(made, random)
    still = [board.parse(it) for it in ("D2", "A2", *(f"H{row}" for row in range(1, 7)))]
    assert not changed_cells(board, made.board)[tuple(np.array([board.cell(it) for it in still]).T)].any()
    goal = board.parse("C3")
    assert (made.board.terrain_at(goal), made.board.level_at(goal)) == (board.terrain_at(goal), 1)
    assert {it for names in made.board.hexsides.values() for it in names} <= {"hedge", "stream"}
    assert set(np.unique(made.board.terrain)) <= set(np.unique(board.terrain))
    assert all(made.board.contains(at) for side in made.board.hexsides for at in side.hexes)
    assert (made.zones, made.units, made.objectives) == (scenario.zones, scenario.units, scenario.objectives)
    assert scenario.board.hexsides.keys() == {hexside(board.parse("B2"), 1), hexside(board.parse("D2"), 0)}


@settings(deadline=None, max_examples=30)
@given(seed=st.integers(0, 10_000))
def test_what_is_symmetric_stays_so(seed: int) -> None:
    kind = BoardSymmetry.TURN_180
    scenario = field()
    scenario.locked = ["D2"]
    scenario = made_symmetric(scenario, kind, parts(kind, scenario.board.layout)[0])
    symmetry = symmetry_of(kind, scenario.board)
    assert symmetry is not None
    scenario.board.hexsides = dict.fromkeys((hexside(scenario.board.parse("C2"), 0),), ("hedge",))
    scenario.board.hexsides |= {symmetry.hexside(it): ("hedge",) for it in list(scenario.board.hexsides)}
    made = scenario
    mutations, random = Mutations(scenario, symmetry), Random(seed)  # noqa: S311
    for _ in range(5):
        made = mutations.changed(made, random)
    content = content_of(made.board, made.board.void)
    assert np.array_equal(content, images(made, symmetry, content))
    assert {symmetry.hexside(it) for it in made.board.hexsides} == made.board.hexsides.keys()
    at = scenario.board.parse("D2")
    assert made.board.terrain_at(at) == scenario.board.terrain_at(at)


def test_boards_that_may_not_change_do_not() -> None:
    scenario = strip("....", "....")
    scenario.locked = [scenario.board.label(it) for it in scenario.board.hexes()]
    made = Mutations(scenario, None).changed(scenario, Random(1))  # noqa: S311
    assert not changed_hexes(scenario, made).any()


def test_one_seed_makes_one_board() -> None:
    scenario = field()
    one, other = (Mutations(scenario, None).changed(scenario, Random(7)) for _ in range(2))  # noqa: S311
    assert one.board == other.board
    assert changed_hexes(scenario, one).any()
