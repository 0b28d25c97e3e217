from __future__ import annotations

from itertools import combinations

import pytest

from fairground.core.grid.hexes import neighbour
from fairground.core.grid.layout import Layout
from fairground.core.pictures.looks import Looks
from fairground.core.pictures.plan import BoardPlan
from fairground.core.pictures.tiles import TILE_SIZE
from fairground.core.scenario.blank import blank_scenario
from fairground.editor.canvas.stage import Stage


@pytest.mark.parametrize("layout", Layout)
def test_borders_are_those_of_the_printed_picture_whatever_the_inset(layout: Layout) -> None:
    found = blank_scenario("T", layout=layout, size=(3, 3), ruleset="penance-2.0")
    stage = Stage(layout, Looks(found), found.ruleset)
    plan = BoardPlan(found.board, size=TILE_SIZE)
    middle = plan.place_of(stage.middle)
    assert middle is not None
    for directions in (chosen for count in range(7) for chosen in combinations(range(6), count)):
        for inset in (0.0, 0.7, 3.1):
            area = [middle, *(plan.place_of(neighbour(middle.hex, direction)) for direction in directions)]
            wanted = plan.borders([it for it in area if it is not None], at_edge=True, inset=inset)
            lines = stage.borders(directions, inset=inset)
            assert len(lines) == len(wanted)
            for drawn, line in zip(lines, wanted, strict=True):
                assert [letter for letter, _ in drawn] == [letter for letter, _ in line]
                # The middle hex of a stage is at (0, 0).
                shifted = [(x - middle.x, y - middle.y) for _, (x, y) in line[:-1]]
                assert [at for _, at in drawn[:-1]] == [pytest.approx(at, abs=1e-9) for at in shifted]
