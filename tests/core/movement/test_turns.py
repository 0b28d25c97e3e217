"""How many turns are left to a goal, which the search for a path is guided by."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fairground.core.grid.layout import Layout
from fairground.core.movement.board_steps import steps
from fairground.core.movement.mover import mover
from fairground.core.movement.stances import Stances
from fairground.core.movement.turns import Turns

if TYPE_CHECKING:
    from tests.core.movement.conftest import Draw


def test_p2_18_turns_left_are_none_at_the_goal_and_one_more_beyond_the_start(draw: Draw) -> None:
    board = draw("penance-2.0", "clear " * 9, layout=Layout.ODD_R)
    # Two hexes a turn.
    stances = Stances(steps(board, mover(board, "assault")), board.rules.movement, facing=False)
    turns = Turns(board, stances, blind=False)
    goal, start = (turns.lanes.pack(np.arange(9).reshape(1, 9) == at) for at in (0, 4))
    assert turns.remaining_in_sight([goal], [start]) == [[0, 1, 1, 2, 2, 3, 3, 3, 3]]
    assert turns.remaining_in_sight([goal], [goal]) == [[0] + [1] * 8]
    assert turns.remaining_in_sight([goal], [0]) is None
