"""Boards as single lines look them up, beside what single hexes and hexsides are."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from fairground.core.grid.hexes import Hex, disc
from fairground.core.grid.hexsides import Hexside, hexsides
from fairground.core.sight.board.cells import LineBoard
from fairground.core.sight.board.facts import SightFacts
from tests.core.sight.random_boards import EVERYTHING, random_scenario

if TYPE_CHECKING:
    from tests.core.sight.conftest import MakeField


@pytest.mark.parametrize("seed", range(12))
def test_what_bears_on_lines_is_more_than_ground_or_ground_above_them(seed: int) -> None:
    facts = SightFacts(random_scenario(random.Random(seed), EVERYTHING))  # noqa: S311
    board = LineBoard(facts, (Hex(-3, -3),))
    inside = [at for at in disc(Hex(4, 4), 20) if board.cells.holds(at)]
    for above in (-30, -1, 0, 2, 200):
        expected = [
            (at, here)
            for at in inside
            if (here := facts.of_hex(at)) is not None and (not here.is_open or here.level > above)
        ]
        assert board.bearing(map(board.cells.number, inside), above) == expected


@pytest.mark.parametrize("seed", range(12))
def test_hexsides_are_found_by_the_hexes_on_either_side(seed: int) -> None:
    facts = SightFacts(random_scenario(random.Random(seed), EVERYTHING))  # noqa: S311
    board = LineBoard(facts)
    for at in facts.scenario.board.hexes():
        for side in hexsides(at):
            if all(map(board.cells.holds, side.hexes)):
                number = sum(map(board.cells.number, side.hexes))
                known = facts.features(side)
                assert bool(board.has_feature and board.has_feature[number]) == bool(known)
                assert not known or board.features(number) == (side, known)


def test_features_that_the_ruleset_does_not_have_and_hexsides_far_off_are_left_out(field: MakeField) -> None:
    there = field("hexside-ww2").plant("dragons", "C3-C4")
    there.board.hexsides[Hexside(Hex(900, 3), 1)] = ("hedge",)
    assert not LineBoard(SightFacts(there.scenario)).has_feature
    there.plant("hedge", "D3-D4")
    assert sum(map(bool, LineBoard(SightFacts(there.scenario)).has_feature)) == 1


def test_h_08_a_line_from_off_the_board_is_judged_like_any_other(field: MakeField) -> None:
    from fairground.core.sight.line.verdict import Verdicts

    there = field("penance-2.0").put("wall", "C3")
    verdicts = Verdicts(there.scenario)
    through = there.board.parse("C3")
    assert verdicts.sight(there.board.parse("A1"), there.board.parse("B1")).clear
    for step in (Hex(1, 0), Hex(0, 1), Hex(-1, 0)):
        assert verdicts.sight(through - step * 20, through + step * 20).blocked_by == (through,)
