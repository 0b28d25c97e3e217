"""Ways and sights: what is kept for all measures is what the single questions answer."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairground.core import fairness, mover, sight
from fairground.core.errors import LimitError
from fairground.core.grid.hexes import distance
from fairground.core.grid.layout import Layout
from fairground.core.metrics.chokepoints.chokepoints import traffic
from fairground.core.metrics.fairness import sight_tables as module
from fairground.core.metrics.fairness.contest import Contest
from fairground.core.metrics.fairness.distances import Distances
from fairground.core.metrics.fairness.progress import ProgressWatch
from fairground.core.metrics.fairness.sight_tables import Sights, weapon_bands
from fairground.core.metrics.territory import NEVER
from fairground.core.movement.board_steps import steps
from fairground.core.movement.mover import movers
from fairground.core.rules.sight import SightModel
from fairground.core.scenario.parts import Side, Zone
from fairground.core.scenario.shapes import painted
from tests.core.metrics.fairness.contests import arena
from tests.core.metrics.plans import random_mask
from tests.core.movement.random_ground import RULESETS, random_ground

if TYPE_CHECKING:
    import random

    from fairground.core.scenario.document import Scenario


def zoned(rng: random.Random) -> Scenario:
    scenario = random_ground(rng, rng.choice(RULESETS), size=(rng.randint(2, 7), rng.randint(2, 7)), units=0)
    shape = scenario.board.rows, scenario.board.columns
    scenario.sides = [Side("one"), Side("two")]
    scenario.zones = [Zone(it, it, painted(random_mask(rng, shape, 0.2))) for it in ("one", "two")]
    return scenario


@given(st.randoms(use_true_random=False))
@settings(deadline=None)
def test_where_ways_are_reversible_traffic_goes_back_as_it_came(rng: random.Random) -> None:
    scenario = zoned(rng)
    ways = Distances(Contest(scenario), steps(scenario, rng.choice(list(movers(scenario)))))
    if ways.reversible:
        there = traffic(ways.steps, [(ways.starts[0], ways.starts[1])])
        back = traffic(ways.steps, [(ways.starts[1], ways.starts[0])])
        np.testing.assert_allclose(there, back, atol=1e-9)


def test_level_and_ground_do_not_bar_the_way_back_but_a_cliff_does() -> None:
    zones = {"west": "A1", "east": "F1"}
    climbed = arena("..~1..", zones=zones)
    assert Distances(Contest(climbed), steps(climbed, mover(climbed, "heavy"))).reversible
    # Down three levels goes, up does not.
    cliff = arena("..3...", zones=zones)
    assert not Distances(Contest(cliff), steps(cliff, mover(cliff, "heavy"))).reversible


@pytest.mark.long
@given(st.randoms(use_true_random=False))
@settings(max_examples=40, deadline=None)
def test_a_corridor_is_all_hexes_that_cost_no_more(rng: random.Random) -> None:
    scenario = zoned(rng)
    ways = Distances(Contest(scenario), steps(scenario, rng.choice(list(movers(scenario)))))
    length = ways.length(0, 1)
    for slack in (Fraction(1), Fraction(5, 4)):
        found = ways.corridor(0, 1, slack)
        both = (ways.out[0] != NEVER) & (ways.back[1] != NEVER)
        for cell in np.ndindex(*found.shape):
            cost = int(ways.out[0][cell] + ways.back[1][cell])
            assert found[cell] == (length is not None and bool(both[cell]) and cost <= slack * length)


@pytest.mark.long
@given(st.randoms(use_true_random=False))
@settings(max_examples=25, deadline=None)
def test_tables_and_fans_and_single_lines_agree(rng: random.Random) -> None:
    scenario = zoned(rng)
    if scenario.rules.sight.model is not SightModel.CENTRES:
        return
    board = scenario.board
    masks = [it.shape.mask(board) & ~board.void for it in scenario.zones]
    height = rng.randint(0, 1)
    found = []
    for fans in (0, 10**9):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(module, "_FANS", fans)
            sights = Sights(scenario, height, ProgressWatch())
            every = np.ones_like(board.void)
            found.append(
                (
                    [
                        [sights.seen(which, it, every) for it in masks]
                        for which in range(len(weapon_bands(scenario)))
                    ],
                    sights.view(masks[0]),
                )
            )
    for which, band in enumerate(weapon_bands(scenario)):
        for zone in range(2):
            seen = found[0][0][which][zone]
            assert (seen == found[1][0][which][zone]).all()
            for place, node in enumerate(np.flatnonzero(masks[zone]).tolist()):
                at = board.layout.from_offset(node % board.columns, node // board.columns)
                for other in rng.sample(list(board.hexes()), 3):
                    row, column = board.cell(other)
                    if other == at or board.void[row, column]:
                        continue
                    far = distance(other, at)
                    in_band = far >= band.nearest and (band.farthest is None or far <= band.farthest)
                    clear = sight(scenario, other, at, heights=(height, height)).clear
                    assert seen[place, row * board.columns + column] == (in_band and clear)
    assert (found[0][1] == found[1][1]).all()


def test_movers_that_pay_the_same_share_what_is_large() -> None:
    scenario = arena(".~....", zones={"west": "A1", "east": "F1"}, layout=Layout.ODD_Q)
    contest = Contest(scenario)
    scout, heavy = mover(scenario, "scout"), mover(scenario, "heavy")
    known, found = contest.steps(scout), contest.steps(heavy)
    assert (known.mover, found.mover) == (scout, heavy)
    made = steps(scenario, heavy)
    for name in ("cost", "whole_turn", "open", "may_end"):
        assert getattr(found, name) is getattr(known, name)
        assert np.array_equal(getattr(found, name), getattr(made, name))


def test_tables_that_would_be_too_large_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    scenario = arena("......", zones={"west": "A1", "east": "F1"}, layout=Layout.ODD_Q)
    monkeypatch.setattr(module, "MAX_BYTES", 10)
    contest = Contest(scenario)
    with pytest.raises(LimitError, match="computing who sees the 1 hexes of a zone takes"):
        contest.sights(0).seen(0, contest.ground_of(0), contest.standable)
    shot = next(it for it in fairness(scenario, despite_errors=True).measures if it.id == "first-shot")
    assert shot.text.startswith("Computing who sees the 1 hexes of a zone takes")
