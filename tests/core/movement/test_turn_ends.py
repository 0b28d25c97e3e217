"""Why the turns of a path end where they do."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairground.core import sight
from fairground.core.grid.layout import Layout
from fairground.core.movement.mover import mover
from fairground.core.movement.path import TurnEndCause, path
from fairground.core.scenario.parts import Unit
from tests.core.movement.drawing import drawn

if TYPE_CHECKING:
    from fairground.core.movement.path import Path
    from fairground.core.scenario.document import Scenario
    from tests.core.movement.conftest import Draw

_PENANCE = "penance-2.0"


def ends(found: Path) -> list[tuple[int, str, str]]:
    return [(it.turn, found.board.label(it.hex), it.text) for it in found.turn_ends]


def test_points_left_over_do_not_pay_for_the_next_hex(draw: Draw) -> None:
    board = draw("penance-arena", "clear spire spire clear", layout=Layout.ODD_R)
    found = path(board, "A1", "D1", "scout")
    assert ends(found) == [(1, "B1", "with 2 points left: entering C1 needs 3")]
    only = found.turn_ends[0]
    assert (only.left, only.cause, only.rule) == (Fraction(2), TurnEndCause.POINTS, "H-10")


def test_a_turn_that_uses_all_points_says_only_that(draw: Draw) -> None:
    found = path(draw(_PENANCE, "clear " * 8), "A1", "H1", "scout")
    assert [it[2] for it in ends(found)] == ["with no points left"]


def test_a_turn_is_ended_for_a_look_around_a_corner(draw: Draw) -> None:
    rows = "clear clear clear clear", "clear wall wall clear", "clear clear clear clear"
    board = draw(_PENANCE, *rows, layout=Layout.ODD_R)
    found = path(board, "A2", "D2", "scout")
    only = found.turn_ends[0]
    assert (only.cause, only.rule) == (TurnEndCause.LOOK, "P2-18")
    hidden = found.steps[[it.turn for it in found.steps].index(2)].hex
    assert f"{board.board.label(hidden)} is out of sight from A2, where the turn began" in only.text
    # With blind movement allowed, nothing ends the turn.
    assert path(board, "A2", "D2", "scout", blind=True).turn_ends == ()


def test_a_turn_ends_before_a_hex_where_no_turn_may_end(draw: Draw) -> None:
    board = draw("penance-arena", "clear " * 8, layout=Layout.ODD_R)
    board.units.append(Unit("friend", board.sides[0].id, "scout", board.board.parse("F1"), 1))
    board.units.append(Unit("mover", board.sides[0].id, "scout", board.board.parse("A1"), 1))
    found = path(board, "A1", "H1", mover=mover(board, unit="mover"))
    assert ends(found) == [
        (1, "E1", "with 1 point left: the next hex where a turn can end is G1, which needs 2")
    ]


def test_a_path_of_one_turn_and_none_at_all_have_no_turn_ends(draw: Draw) -> None:
    board = draw(_PENANCE, "clear clear")
    assert path(board, "A1", "B1", "scout").turn_ends == ()
    assert path(board, "A1", "A1", "scout").turn_ends == ()
    assert path(draw(_PENANCE, "clear wall clear"), "A1", "C1", "scout").turn_ends == ()


@pytest.mark.parametrize("avoid", [False, True])
@given(data=st.data())
@settings(max_examples=25, deadline=None)
def test_every_turn_but_the_last_has_an_end_that_is_true(data: st.DataObject, *, avoid: bool) -> None:
    kinds = st.sampled_from(["clear", "clear", "rubble", "wall", "forest"])
    rows = data.draw(st.lists(st.lists(kinds, min_size=7, max_size=7), min_size=3, max_size=4))
    rows[0][0] = rows[-1][-1] = "clear"
    scenario = drawn(_PENANCE, *(" ".join(it) for it in rows))
    found = path(scenario, "A1", f"G{len(rows)}", "support", avoid_danger=avoid)
    last = {step.turn: step for step in found.steps}
    assert [it.turn for it in found.turn_ends] == [*range(1, found.turns or 1)]
    for it in found.turn_ends:
        assert it.hex == last[it.turn].hex
        spent = sum((step.cost for step in found.steps if step.turn == it.turn), Fraction(0))
        assert it.left == found.mover.allowance - spent
        check_cause(scenario, found, it.turn)


def check_cause(scenario: Scenario, found: Path, turn: int) -> None:
    """Check a cause against the steps and the lines of sight."""
    end = found.turn_ends[turn - 1]
    begun = next(before.hex for before, step in pairwise(found.steps) if step.turn == turn)
    following = next(step for step in found.steps if step.turn == turn + 1 and step.hex != end.hex)
    if end.cause is TurnEndCause.LOOK:
        assert not sight(scenario, begun, following.hex).clear
        assert following.cost <= end.left
    elif end.cause is TurnEndCause.NO_GAIN:
        assert sight(scenario, begun, following.hex).clear
        assert following.cost <= end.left
    else:
        assert following.cost > end.left
