"""Move and shoot: what a unit can shoot at after it has moved."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairground.core import sight
from fairground.core.errors import ScenarioError, UsageError
from fairground.core.grid.hexes import distance
from fairground.core.grid.layout import Layout
from fairground.core.movement.mover import mover
from fairground.core.movement.reach import reach, shooting
from fairground.core.rules.unit_classes import attack_cost
from tests.core.movement.random_ground import random_ground

if TYPE_CHECKING:
    import random

    from tests.core.movement.conftest import Draw


def test_p1_24_attacks_cost_points_and_more_when_hot(draw: Draw) -> None:
    rules = draw("penance-1.0", "clear").rules
    assert [attack_cost(rules, it) for it in ("light", "medium", "heavy")] == [1, 2, 3]
    assert attack_cost(rules, "light", {"heat": 4}) == 2
    with pytest.raises(ScenarioError, match="Did you mean 'heavy'"):
        attack_cost(rules, "haevy")


def test_p1_24_what_can_be_shot_at_after_moving(draw: Draw) -> None:
    board = draw("penance-1.0", "clear clear clear clear clear clear wall clear", layout=Layout.ODD_R)
    scout = mover(board, "scout")
    cost = attack_cost(board.rules, "heavy")
    found = shooting(board, "A1", 2, mover=scout, cost=cost, range=(2, 3), facing=2)
    assert found.stands.turns[0].tolist() == [0, 1, 1, 2, 2, 2, -1, -1]
    # At two or three hexes from A1, B1 or C1 in the first turn; the wall hides what is beyond it.
    assert found.turns[0].tolist() == [1, 2, 1, 1, 1, 1, 2, -1]
    with pytest.raises(UsageError, match="must not end before it starts: 3 to 2"):
        shooting(board, "A1", mover=scout, range=(3, 2))


@pytest.mark.parametrize(("unit_class", "turns"), [("walker", [-1, 1, -1, 1]), ("vehicle", [-1, 1, -1, -1])])
def test_mm_01_who_is_tall_shoots_over_a_rise_at_what_is_on_the_ground(
    draw: Draw, unit_class: str, turns: list[int]
) -> None:
    board = draw("megamek", "clear clear@1 clear clear", layout=Layout.ODD_R)
    who = mover(board, unit_class)
    # The attack takes all its points, so that it shoots from where it stands: over the rise, but not at its foot.
    assert shooting(board, "A1", mover=who, cost=who.allowance).turns[0].tolist() == turns


@pytest.mark.long
@given(
    st.sampled_from(["penance-1.0", "penance-2.0", "penance-arena"]),
    st.sampled_from([(1, 1), (2, 3), (0, None)]),
    st.randoms(use_true_random=False),
)
@settings(max_examples=15)
def test_p1_24_shots_are_lines_of_sight_from_where_it_can_be(
    name: str, within: tuple[int, int | None], rng: random.Random
) -> None:
    scenario = random_ground(rng, name, size=(6, 5), units=0)
    board = scenario.board
    hexes = [at for at in board.hexes() if not board.void[board.cell(at)]]
    who, start = mover(scenario, "scout"), rng.choice(hexes)
    found = shooting(scenario, start, 2, mover=who, cost=3, range=within, facing=1)
    stands = reach(scenario, start, 2, mover=who, facing=1, reserve=3).turns
    farthest = 99 if within[1] is None else within[1]
    for target in board.hexes():
        turns = [
            max(1, int(stands[board.cell(at)]))
            for at in hexes
            if stands[board.cell(at)] >= 0
            and target in hexes
            and within[0] <= distance(at, target) <= farthest
            and sight(scenario, at, target).clear
        ]
        assert found.turns[board.cell(target)] == min(turns, default=-1)
