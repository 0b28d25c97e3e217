"""Edits as a designer makes them: zones, objectives and features move whole, with their images where the map is symmetric."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fairground.core import fairness, load, repair, validate
from fairground.core.grid.hexes import distance
from fairground.core.grid.layout import Layout
from fairground.core.improve.map_style import MapStyle
from fairground.core.improve.repair.designs import Designs
from fairground.core.improve.repair.map_edit import EditCost, EditImages, MapEdit
from fairground.core.metrics.fairness.candidates import Allowed
from fairground.core.metrics.fairness.contest import Contest
from fairground.core.metrics.fairness.symmetry import best_likeness
from fairground.core.scenario.fairness_titles_and_limits import Verdict
from fairground.core.scenario.hex_edits import Edit, edited
from fairground.core.scenario.parts import Objective
from fairground.core.scenario.zone_text import parse_shape
from tests.core.improve.repair.test_repair import NARROW
from tests.core.metrics.fairness.contests import arena
from tests.core.metrics.fairness.test_planted_faults import board

if TYPE_CHECKING:
    from fairground.core.improve.repair.repair import Repair
    from fairground.core.scenario.document import Scenario

    Label = str

HILL_ROWS = (
    *("...........",) * 5,
    "..##...##..",
    "...........",
    "..##...##..",
    *("...........",) * 5,
)


def king_of_the_hill(units: dict[str, str] | None = None) -> Scenario:
    """Return two parties around a central hill, to which the northern zone is two hexes nearer."""
    scenario = arena(
        *HILL_ROWS,
        zones={"north": "row 3 & columns 4-8", "south": "row 13 & columns 4-8"},
        layout=Layout.ODD_R,
        units=units,
    )
    scenario.objectives = [Objective("hill", parse_shape("F7"), points=5, name="The Hill")]
    return scenario


def kinds(found: Repair) -> list[str]:
    return [it.edit.kind for it in found.steps]


def zone_labels(scenario: Scenario, place: int) -> set[str]:
    board = scenario.board
    return set(map(board.label, board.hexes_of(scenario.zones[place].shape.mask(board))))


def designs(scenario: Scenario, *changes: str) -> list[MapEdit]:
    return Designs(Contest(scenario), Allowed(frozenset(changes))).every()  # type: ignore[arg-type]


@pytest.mark.long
def test_a_king_of_the_hill_gets_its_zone_moved_and_no_walls() -> None:
    scenario = king_of_the_hill()
    assert fairness(scenario, unit_class="heavy").verdict is Verdict.RED
    found = repair(scenario, unit_class="heavy")
    assert found.reached
    assert kinds(found) == ["zone-move"]
    assert found.steps[0].text == "Move north by 2 hexes (D3 to D1)."
    assert found.cost == 2 * EditCost.ZONE_MOVE
    assert zone_labels(found.scenario, 0) == {"D1", "E1", "F1", "G1", "H1"}
    assert (found.scenario.board.terrain == scenario.board.terrain).all()
    assert fairness(found.scenario, unit_class="heavy").verdict is Verdict.GREEN


@pytest.mark.long
def test_with_its_zones_locked_the_hill_moves() -> None:
    scenario = replace(king_of_the_hill(), locked=["north", "south"])
    found = repair(scenario, ["objectives"], unit_class="heavy")
    assert found.reached
    assert kinds(found) == ["objective"]
    assert found.steps[0].text in ("Move The Hill from F7 to E8.", "Move The Hill from F7 to F8.")
    assert found.scenario.zones == scenario.zones


@pytest.mark.long
def test_ways_are_listed_before_and_after() -> None:
    found = repair(king_of_the_hill(), unit_class="heavy")
    heavy = {(it.start, it.goal): (it.before, it.after) for it in found.ways if it.class_id == "heavy"}
    assert heavy == {
        ("north", "south"): (Fraction(10), Fraction(12)),
        ("north", "The Hill"): (Fraction(4), Fraction(6)),
        ("south", "north"): (Fraction(10), Fraction(12)),
        ("south", "The Hill"): (Fraction(6), Fraction(6)),
    }
    assert all(it.is_kept for it in found.ways)
    assert {it.class_id for it in found.ways} == set(king_of_the_hill().rules.classes)


@pytest.mark.long
def test_units_move_with_their_zone() -> None:
    scenario = king_of_the_hill(units={"D3": "north", "H3": "north", "D13": "south", "H13": "south"})
    found = repair(scenario, unit_class="heavy")
    assert kinds(found) == ["zone-move"]
    assert found.steps[0].text.endswith("(D3 to D1), with 2 units.")
    at = [found.scenario.board.label(it.hex) for it in found.scenario.units]
    assert at == ["D1", "H1", "D13", "H13"]
    assert "unit.outside-zone" not in {it.code for it in validate(found.scenario)}


def test_zones_and_objectives_move_whole_and_stay_apart() -> None:
    scenario = king_of_the_hill()
    scenario.locked = ["F5"]
    lock = scenario.board.parse("F5")
    every = designs(scenario, "zone-move", "objective")
    assert {it.kind for it in every} == {"zone-move", "objective"}
    style = MapStyle(scenario)
    for it in every:
        after = edited(scenario, it.edits)
        assert after != scenario
        assert not (zone_labels(after, 0) & zone_labels(after, 1))
        assert lock not in {edit.hex for edit in it.edits}
        assert style.is_kept_by(after), it.sentence
        assert it.text(scenario)
        assert it.cost > 0
    moves = [it for it in every if it.sentence.startswith("Move The Hill")]
    for it in moves:
        (goal,) = edited(scenario, it.edits).objectives
        (there,) = scenario.board.hexes_of(goal.shape.mask(scenario.board))
        assert it.cost == EditCost.OBJECTIVE * distance(there, scenario.board.parse("F7"))
    assert [it.cost for it in every] == sorted(it.cost for it in every)


def test_a_zone_takes_the_image_of_the_other() -> None:
    scenario = king_of_the_hill()
    scenario.zones[0] = replace(scenario.zones[0], shape=parse_shape("row 2 & columns 2-4"))
    images = [it for it in designs(scenario, "zone-move") if it.sentence.startswith("Give north")]
    shapes = {it.sentence: zone_labels(edited(scenario, it.edits), 0) for it in images}
    assert shapes["Give north the shape of south, mirrored, starting at D1."] == {
        "D1",
        "E1",
        "F1",
        "G1",
        "H1",
    }
    now = zone_labels(scenario, 0)
    for it in images:
        gained = len(shapes[it.sentence] - now)
        assert it.cost == EditCost.ZONE_SHAPE + EditCost.ZONE_SHAPE_HEX * gained


def test_a_feature_shifts_by_a_hex_and_keeps_its_shape() -> None:
    scenario = arena(
        ".....", "..o..", ".oo..", ".....", ".....", zones={"a": "row 1", "b": "row 5"}, layout=Layout.ODD_R
    )
    every = designs(scenario, "feature")
    assert every
    for it in every:
        after = edited(scenario, it.edits).board
        for entry, kind in enumerate(after.palette):
            assert (after.terrain == entry).sum() == (scenario.board.terrain == entry).sum(), kind
        assert it.sentence.startswith("Shift 3 hexes of cover by 1 hex (C2 to ")
        assert it.cost == EditCost.FEATURE
    # Onto a zone or off the board nothing shifts; locked features stay.
    assert not any("C1" in it.sentence.split(" to ")[1] for it in every)
    scenario.locked = ["B3"]
    assert designs(scenario, "feature") == []


@pytest.mark.long
def test_a_symmetric_map_stays_symmetric() -> None:
    scenario = board(changed=NARROW)
    assert fairness(scenario, unit_class="assault").symmetry.share == 1
    found = repair(scenario, ["choke-width"], unit_class="assault", band=Verdict.AMBER)
    assert found.reached
    assert found.after.symmetry.share == 1
    (step,) = found.steps
    assert len(step.edits) == 2


@pytest.mark.long
def test_a_hill_on_a_symmetric_map_moves_alone() -> None:
    scenario = king_of_the_hill()
    scenario.zones[0] = replace(scenario.zones[0], shape=parse_shape("row 1 & columns 4-8"))
    scenario.objectives = [Objective("hill", parse_shape("F5"), name="The Hill")]
    found = repair(scenario, ["objectives"], unit_class="heavy")
    assert found.reached
    assert kinds(found) == ["objective"]
    assert found.after.symmetry.share == 1


def test_a_disc_moves_by_its_centre_and_is_whole_where_the_board_allows_it() -> None:
    scenario = king_of_the_hill()
    board_ = scenario.board
    scenario.zones[0] = replace(scenario.zones[0], shape=parse_shape("within 1 of A4"))
    moves = {it.sentence: it for it in designs(scenario, "zone-move")}
    move = moves["Move north by 1 hex (A4 to B4)."]
    disc = parse_shape("within 1 of B4").mask(board_)
    assert zone_labels(edited(scenario, move.edits), 0) == {board_.label(it) for it in board_.hexes_of(disc)}


def test_symmetric_ground_stays_symmetric_under_uneven_zones() -> None:
    scenario = board()
    scenario.zones[0] = replace(scenario.zones[0], shape=parse_shape("row 2 & columns 2-4"))
    contest = Contest(scenario)
    assert best_likeness(contest).deviating.any()  # type: ignore[union-attr]
    images = EditImages(contest)
    at = scenario.board.parse("C4")
    both = images.of(MapEdit.of_hex(Edit(at, "level", level=1)))
    assert both is not None
    assert len(both.edits) == 2
    zone = MapEdit.of_hex(Edit(at, "zone", zone=scenario.zones[0].id, inside=True))
    assert images.of(zone) == zone


@pytest.mark.long
def test_repairs_that_change_other_parts_are_offered_the_smallest_first() -> None:
    found = repair(king_of_the_hill(), unit_class="heavy")
    assert found.reached
    assert [it.cost for it in found.offers] == sorted(it.cost for it in found.offers)
    assert found.offers[0].steps is found.steps
    for it in found.offers:
        assert fairness(it.scenario, unit_class="heavy").verdict is Verdict.GREEN
        assert all(way.is_kept for way in it.ways)
    changed = [{(step.edit.kind, step.edits[0].zone) for step in it.steps} for it in found.offers]
    assert all(changed.count(it) == 1 for it in changed)
    # One class alone has no expected advantage, and the sentence says so.
    assert found.ranking == (
        "Repairs are ranked by how little of the map they change; the advantage is not estimated (the estimate needs the "
        "measures of all unit classes in play) and no games were played."
    )


@pytest.mark.long
def test_games_are_played_on_the_map_and_on_each_offer() -> None:
    found = repair(king_of_the_hill(), unit_class="heavy")
    played = found.confirmed_by_games(2)
    assert played.games is not None
    assert played.games.played == 2
    assert {it.games.played for it in played.offers if it.games is not None} == {2}
    assert len(played.offers) == len(found.offers)
    assert "2 games on each" in played.ranking


PUBLISHED = Path(__file__).parents[5] / "shared" / "arenas" / "missions" / "king-of-the-hill.yaml"


@pytest.mark.long
@pytest.mark.skipif(not PUBLISHED.exists(), reason=f"needs {PUBLISHED.name} of the published missions")
def test_for_the_published_king_of_the_hill_the_zone_moves() -> None:
    found = repair(load(PUBLISHED))
    assert found.reached
    (step,) = found.steps
    assert step.edit.kind == "zone-move"
    assert step.text == "Move Right by 2 hexes (N8 to M7)."
    assert found.after.verdict is Verdict.GREEN
