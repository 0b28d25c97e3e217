"""A fair arena, and what each fault that is planted in it does to the measure that is there to find it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fairground.core import fairness
from fairground.core.grid.layout import Layout
from fairground.core.scenario.fairness_titles_and_limits import Verdict
from fairground.core.scenario.parts import FairnessBands, Objective
from fairground.core.scenario.zone_text import parse_shape
from tests.core.metrics.fairness.contests import arena, labels, measured, values

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario

#: A 180 degree turn of the board takes one zone to the other; the wall hides them from each other.
FAIR = (
    ".........",
    ".........",
    ".........",
    ".........",
    "..#####..",
    "..#####..",
    ".........",
    ".........",
    ".........",
    ".........",
)


def board(*, changed: dict[int, str] | None = None) -> Scenario:
    rows = [(changed or {}).get(i, row) for i, row in enumerate(FAIR)]
    scenario = arena(
        *rows, zones={"north": "row 1 & columns 3-7", "south": "row 10 & columns 3-7"}, layout=Layout.ODD_R
    )
    # So strict that a single hex of a single level is red.
    scenario.fairness = FairnessBands({"high-ground": "1/100:1/50"})
    return scenario


def test_without_a_fault_it_is_fair() -> None:
    found = fairness(board(), unit_class="assault")
    assert found.verdict is Verdict.GREEN
    assert all(len(set(it.values.values())) < 2 for it in found.measures)
    assert found.symmetry.fair
    assert found.symmetry.text.startswith(
        "Symmetric under a 180° turn, so fair by construction; but the side that moves first"
    )


def test_half_a_zone_cut_off_is_found() -> None:
    scenario = board(changed={0: ".#...#...", 1: ".#####..."})
    found = measured(scenario, "capacity", "assault")
    assert found.values == {"north": 1, "south": 5}
    assert (found.band, labels(scenario, found)) == (Verdict.RED, ["C1", "D1", "E1", "F1"])


def test_a_hill_near_one_side_is_found() -> None:
    scenario = board(changed={2: "....1...."})
    found = measured(scenario, "high-ground", "assault")
    assert values(found)["north"] > 0 == values(found)["south"]
    assert (found.band, labels(scenario, found)) == (Verdict.RED, ["E3"])


def test_a_raised_zone_is_found() -> None:
    scenario = board(changed={0: "..11111.."})
    scenario.fairness = FairnessBands()
    found = measured(scenario, "high-ground", "assault")
    assert found.gates
    assert (found.band, labels(scenario, found)) == (Verdict.RED, ["C1", "D1", "E1", "F1", "G1"])


def test_lava_before_one_zone_is_found() -> None:
    scenario = board(changed={1: "^^^^^^^^^"})
    found = measured(scenario, "hazard", "assault")
    assert found.values == {"north": 3, "south": 0}
    assert found.band is Verdict.RED


def test_cover_on_one_side_is_found() -> None:
    scenario = board(changed={2: ".ooooooo."})
    found = measured(scenario, "cover", "assault")
    assert values(found)["north"] > 0 == values(found)["south"]
    assert found.band is Verdict.RED


def test_an_objective_two_turns_nearer_is_found() -> None:
    scenario = board()
    scenario.objectives = [Objective("well", parse_shape("B4"))]
    found = measured(scenario, "objectives", "assault")
    assert (found.band, labels(scenario, found)) == (Verdict.RED, ["B4"])
    assert "Well is 3 points nearer to north" in found.text


def test_a_short_way_for_one_side_is_found() -> None:
    # South has to climb out of a hollow, north goes down into it.
    scenario = board()
    scenario.board.elevation[:6] = [[3], [3], [3], [3], [2], [1]]
    found = measured(scenario, "contact", "assault")
    # 9 points down, 12 up, 2 a turn.
    assert found.values == {"north": 5, "south": 6}
    assert found.band is Verdict.AMBER
    assert "C1" in labels(scenario, found)


def test_a_first_turn_shot_for_one_side_is_found() -> None:
    # North steps out from behind its wall and shoots; south sees nobody, wherever it steps.
    scenario = arena(".#......", "........", zones={"north": "A1", "south": "H2"})
    found = measured(scenario, "exposure-after-move", "assault", range_band="long")
    assert found.values == {"north": 0, "south": 1}
    assert (found.band, labels(scenario, found)) == (Verdict.RED, ["H2"])
    assert "Most exposed: south" in found.text
    shot = measured(scenario, "first-shot", "assault", range_band="long")
    assert shot.values == {"north": 1, "south": None}
    assert shot.band is Verdict.RED


def test_a_narrow_gap_is_found() -> None:
    scenario = board(changed={4: "####.####", 5: "####.####"})
    found = measured(scenario, "choke-width", "assault")
    assert (found.band, labels(scenario, found)) == (Verdict.RED, ["E5", "E6"])


@pytest.mark.parametrize("row", [1, 3])
def test_one_wall_moves_what_it_should(row: int) -> None:
    before = measured(board(), "territory", "assault")
    after = measured(board(changed={row: "..#####.."}), "territory", "assault")
    assert values(after)["north"] <= values(before)["north"]
    assert values(after)["south"] >= values(before)["south"]
    assert after.imbalance
