"""All pairs in sight: the table against the verdict on each pair by itself, and what can be asked of it."""

from __future__ import annotations

import itertools
import random
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairground.core import FairgroundError, visibility
from fairground.core.errors import LimitError, ScenarioError, UsageError
from fairground.core.grid.hexes import Hex, distance
from fairground.core.grid.hexsides import hexside
from fairground.core.grid.layout import Layout
from fairground.core.rules.sight import ElevationPolicy, InsidePolicy
from fairground.core.scenario.blank import blank_scenario
from fairground.core.scenario.board import VOID, PaletteEntry
from fairground.core.scenario.parts import RulesetReference
from fairground.core.sight.line.verdict import Verdicts
from tests.core.sight.random_boards import EVERYTHING, hex_rulesets, random_policies, random_scenario

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.scenario.document import Scenario


def one_by_one(
    scenario: Scenario, reach: int | None = None, heights: tuple[int, int] = (0, 0)
) -> NDArray[np.bool_]:
    """Return the table made of single verdicts, in the order of ``to_bool_matrix``."""
    board, verdicts = scenario.board, Verdicts(scenario)
    hexes = [None if board.void[board.cell(at)] else at for at in board.hexes()]
    found = np.zeros((len(hexes), len(hexes)), np.bool_)
    for i, a in enumerate(hexes):
        for j, b in enumerate(hexes):
            if a is None or b is None or (reach is not None and distance(a, b) > reach):
                continue
            mirrored = j < i and heights[0] == heights[1]
            found[i, j] = found[j, i] if mirrored else verdicts.sight(a, b, heights).clear
    return found


def made_up(ruleset: str, seed: int, *, size: int = 12, **overrides: object) -> Scenario:
    rng = random.Random(seed)  # noqa: S311  # the same boards each time
    return random_scenario(rng, ruleset, overrides, size=size)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("ruleset", hex_rulesets())
def test_h_06_the_table_is_the_verdicts_of_every_shipped_ruleset(ruleset: str, seed: int) -> None:
    scenario = made_up(ruleset, seed)
    assert np.array_equal(visibility(scenario).to_bool_matrix(), one_by_one(scenario))


@pytest.mark.long
@settings(max_examples=60)
@given(
    seed=st.integers(0, 10**9),
    reach=st.sampled_from([None, None, 0, 1, 3]),
    heights=st.sampled_from([(0, 0), (0, 0), (1, 1), (2, 0), (0, 1)]),
)
def test_h_06_the_table_is_the_verdicts_of_any_policies(
    seed: int, reach: int | None, heights: tuple[int, int]
) -> None:
    rng = random.Random(seed)  # noqa: S311  # the same boards each time
    scenario = random_scenario(rng, EVERYTHING, random_policies(rng, EVERYTHING), size=8)
    found = visibility(scenario, reach, heights).to_bool_matrix()
    assert np.array_equal(found, one_by_one(scenario, reach, heights))


@pytest.mark.parametrize("limit", [1, 2, 3, 4, 5, 8])
def test_mm_03_sums_reach_their_limit(limit: int) -> None:
    scenario = made_up("megamek", 5, size=9)
    overrides = {"sight.opacities.woods.limit": limit, "sight.opacities.screen.limit": limit}
    scenario.ruleset = RulesetReference("megamek", overrides)
    board = scenario.board
    board.palette = [PaletteEntry(str(n), (kind,)) for n, kind in enumerate(("clear", "woods-1", "woods-2"))]
    board.terrain[:] = np.random.default_rng(limit).integers(0, 3, board.terrain.shape)
    table = visibility(scenario)
    assert table.path == "counted"
    assert np.array_equal(table.to_bool_matrix(), one_by_one(scenario))


@pytest.mark.parametrize("layout", Layout)
def test_h_02_every_layout_and_the_narrowest_boards(layout: Layout) -> None:
    for size in ((1, 1), (1, 9), (9, 1), (2, 7), (7, 2)):
        scenario = blank_scenario("Narrow", layout=layout, size=size, ruleset="penance-2.0")
        board = scenario.board
        board.palette.append(PaletteEntry("#", ("wall",)))
        board.terrain[:] = np.random.default_rng(3).random(board.terrain.shape) < 0.3
        assert np.array_equal(visibility(scenario).to_bool_matrix(), one_by_one(scenario))


def test_h_08_lines_that_leave_the_board_meet_nothing_there() -> None:
    scenario = blank_scenario("Edge", layout=Layout.ODD_R, size=(3, 5), ruleset="penance-2.0")
    scenario.board.palette.append(PaletteEntry("#", ("wall",)))
    # From A1 to A3 the line runs along a hexside between A2 and the nothing to the left of it.
    scenario.board.terrain[1, 0] = 1
    assert visibility(scenario).sees("A1", "A3")
    scenario.board.terrain[1, 1] = 1
    assert visibility(scenario).sees("A1", "A3")
    assert not visibility(scenario).sees("B1", "B3")


def test_hs_15_features_at_the_edge_of_the_board_count() -> None:
    scenario = blank_scenario("Edge", layout=Layout.ODD_R, size=(3, 5), ruleset="hexside-ww2")
    at = scenario.board.parse("A2")
    assert visibility(scenario).sees("A1", "A3")
    scenario.board.hexsides[hexside(at, scenario.board.layout.direction("W"))] = ("hedgerow",)
    assert not visibility(scenario).sees("A1", "A3")
    assert np.array_equal(visibility(scenario).to_bool_matrix(), one_by_one(scenario))


def test_void_hexes_see_nothing_and_are_seen_by_nothing() -> None:
    scenario = blank_scenario("Hole", layout=Layout.ODD_Q, size=(5, 5), ruleset="penance-2.0")
    scenario.board.palette.append(PaletteEntry(" ", (VOID,)))
    scenario.board.terrain[2, 2] = 1
    table = visibility(scenario)
    assert not table.sees("C3", "C3")
    assert not table.sees("C3", "C4")
    assert not table.sees("A3", "C3")
    assert table.sees("C2", "C4")
    assert table.exposure()[2, 2] == 0
    assert table.exposure()[0, 0] == 23


def test_h_06_sight_is_mutual_but_for_heights() -> None:
    scenario = made_up("megamek", 7)
    assert scenario.rules.sight.elevation is ElevationPolicy.ADJACENT
    even, uneven = visibility(scenario, heights=(1, 1)), visibility(scenario, heights=(3, 0))
    assert np.array_equal(even.to_bool_matrix(), even.to_bool_matrix().T)
    turned = visibility(scenario, heights=(0, 3))
    assert np.array_equal(uneven.to_bool_matrix(), turned.to_bool_matrix().T)


def test_mm_06_lines_inside_a_building_are_free() -> None:
    scenario = blank_scenario("House", layout=Layout.ODD_Q, size=(6, 6), ruleset="megamek")
    assert scenario.rules.sight.inside is InsidePolicy.FREE
    scenario.board.palette.append(PaletteEntry("b", ("building",)))
    scenario.board.terrain[:, 2] = 1
    table = visibility(scenario)
    assert table.path == "programs"
    assert table.sees("C1", "C6")
    assert not table.sees("B1", "D6")
    scenario.board.terrain[3, 2] = 0
    assert not visibility(scenario).sees("C1", "C6")


def test_mm_06_lines_along_hexsides_stay_inside_houses_that_do_not_touch() -> None:
    scenario = blank_scenario("Houses", layout=Layout.ODD_R, size=(5, 9), ruleset="megamek")
    board = scenario.board
    board.palette.append(PaletteEntry("b", ("building",)))
    # Straight up, every other hex is one in a column; the lines run along the hexsides between.
    houses = ["C2", "C4", "C6", "C8"]
    for label in houses:
        board.terrain[board.cell(board.parse(label))] = 1
    table, verdicts = visibility(scenario), Verdicts(scenario)
    for one, other in itertools.combinations(houses, 2):
        assert verdicts.sight(board.parse(one), board.parse(other)).clear
        assert table.sees(one, other), (one, other)


def test_mm_01_a_hex_beside_both_ends_counts_once() -> None:
    scenario = blank_scenario("Zone", layout=Layout.EVEN_Q, size=(1, 4), ruleset="megamek")
    board = scenario.board
    # Industrial zones of height 5 and 2 hide 1 each, and 3 would hide A3 from A1; A4 lies higher than both.
    board.palette.append(PaletteEntry("z", ("heavy_industrial-5", "heavy_industrial-2", "water-14")))
    board.terrain[1, 0] = 1
    board.elevation[0, 0], board.elevation[3, 0] = 4, 5
    assert Verdicts(scenario).sight(board.parse("A1"), board.parse("A3")).clear
    assert np.array_equal(visibility(scenario).to_bool_matrix(), one_by_one(scenario))


@pytest.mark.parametrize("reach", [0, 1, 2, 5, 40])
def test_h_01_a_range_leaves_out_what_is_further(reach: int) -> None:
    scenario = made_up("penance-arena", 2)
    hexes = list(scenario.board.hexes())
    near = np.array([[distance(a, b) <= reach for b in hexes] for a in hexes])
    whole, some = visibility(scenario).to_bool_matrix(), visibility(scenario, reach).to_bool_matrix()
    assert np.array_equal(some, whole & near)


@pytest.mark.parametrize("heights", [(0, 0), (2, 0)])
def test_exposure_and_counts_are_those_of_the_matrix(heights: tuple[int, int]) -> None:
    scenario = made_up("megamek", 11)
    table = visibility(scenario, heights=heights)
    matrix = table.to_bool_matrix()
    np.fill_diagonal(matrix, val=False)
    shape = scenario.board.terrain.shape
    assert np.array_equal(table.exposure(), matrix.sum(axis=0).reshape(shape))
    rng = np.random.default_rng(4)
    a, b = rng.random(shape) < 0.3, rng.random(shape) < 0.4
    assert table.between(a, b) == matrix[a.ravel()][:, b.ravel()].sum()
    assert table.between(a, np.zeros(shape, np.bool_)) == 0


def test_single_pairs_are_those_of_the_matrix() -> None:
    scenario = made_up("hexside-ww2", 3, size=8)
    table = visibility(scenario)
    hexes = list(scenario.board.hexes())
    found = np.array([[table.sees(a, b) for b in hexes] for a in hexes])
    assert np.array_equal(found, table.to_bool_matrix())
    assert table.sees("A1", "A1") is table.sees(hexes[0], hexes[0])


def test_pairs_off_the_board_are_refused() -> None:
    table = visibility(blank_scenario("Small", layout=Layout.ODD_Q, size=(3, 3), ruleset="penance-2.0"))
    with pytest.raises(ScenarioError, match="rows 1 to 3"):
        table.sees("A1", "D1")
    with pytest.raises(ScenarioError, match="3x3"):
        table.sees(Hex(0, 0), Hex(-1, 0))


def test_a_negative_range_is_refused() -> None:
    scenario = blank_scenario("Small", layout=Layout.ODD_Q, size=(3, 3), ruleset="penance-2.0")
    with pytest.raises(UsageError, match="not -1"):
        visibility(scenario, -1)


def test_bv_01_lines_between_bases_have_no_table() -> None:
    scenario = blank_scenario("Table", layout=Layout.ODD_Q, size=(3, 3), ruleset="base-visibility")
    with pytest.raises(FairgroundError, match="base to base"):
        visibility(scenario)


def test_answers_of_over_a_gigabyte_are_refused_with_the_figure() -> None:
    large = blank_scenario("Large", layout=Layout.ODD_Q, size=(1000, 1000), ruleset="penance-2.0")
    with pytest.raises(LimitError, match=r"1,000x1,000 hexes would take \d+\.\d GB; the limit is 1 GB"):
        visibility(large)
    wide = blank_scenario("Wide", layout=Layout.ODD_Q, size=(200, 200), ruleset="penance-2.0")
    with pytest.raises(LimitError, match=r"40,000 hexes would take 1\.6 GB"):
        visibility(wide, 2).to_bool_matrix()


def test_a_range_makes_large_boards_fit() -> None:
    large = blank_scenario("Large", layout=Layout.EVEN_R, size=(300, 300), ruleset="penance-2.0")
    table = visibility(large, 8)
    assert table.exposure()[150, 150] == 3 * 8 * 9
    assert table.exposure()[0, 0] < 3 * 8 * 9
