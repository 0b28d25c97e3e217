"""Explaining: sentences, hexes and suggestions, on boards with a fault that one hex mends."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from fairground.core import explain, fairness, load
from fairground.core.errors import CancelledError, UsageError
from fairground.core.grid.layout import Layout
from fairground.core.scenario.fairness_titles_and_limits import MEASURES, Verdict
from fairground.core.scenario.parts import Objective
from fairground.core.scenario.zone_text import parse_shape
from tests.core.metrics.fairness.contests import arena
from tests.core.metrics.fairness.test_planted_faults import board

if TYPE_CHECKING:
    from fairground.core.metrics.fairness.explain import Explanation
    from fairground.core.scenario.document import Scenario


def explained(scenario: Scenario, measure: str, **options: object) -> Explanation:
    """Return what is said with every candidate tried."""
    return explain(scenario, measure, unit_class="assault", seconds=None, **options)  # type: ignore[arg-type]


def test_a_hill_is_levelled_or_matched() -> None:
    scenario = board(changed={2: "....1...."})
    found = explained(scenario, "high-ground")
    assert found.sentence == (
        "How far the ground that a side reaches first, including its zone, is above the enemy's. "
        "Levels above the enemy's ground, on average: 0.03 for north, 0 for south. north: 0.03 more than south. "
        "That is red: the difference is 0.03 levels, and amber goes up to 0.02 levels."
    )
    assert [scenario.board.label(at) for at in found.hexes] == ["E3"]
    texts = [it.text for it in found.suggestions]
    # Or as high a hex on the other side.
    assert texts[0] == "Set E3 to level 0 (now level 1)."
    assert all("to level 1" in it for it in texts[1:])
    for it in found.suggestions:
        assert (it.band_before, it.band_after) == (Verdict.RED, Verdict.GREEN)
        assert it.before == {"north": Fraction(1, 40), "south": 0}
        assert len(set(it.after.values())) == 1
    assert found.exhausted
    assert found.note == ""


def test_what_a_suggestion_promises_is_what_comes_of_it() -> None:
    scenario = board(changed={0: ".#...#...", 1: ".#####..."})
    before = fairness(scenario, unit_class="assault")
    found = explained(scenario, "capacity", report=before)
    assert 0 < len(found.suggestions) <= 3
    assert len({it.edit.hex for it in found.suggestions}) == len(found.suggestions)
    for it in found.suggestions:
        after = fairness(it.edit.applied(scenario), unit_class="assault")
        bands = {(me.id, me.range_band): me.band for me in before.measures}
        then = {(me.id, me.range_band): me for me in after.measures}
        assert then["capacity", None].values == it.after
        assert then["capacity", None].band is it.band_after
        assert (before.verdict, after.verdict) == (it.verdict_before, it.verdict_after)
        moved = {(me.id, me.range_band): (me.before, me.after) for me in it.others}
        assert moved == {
            key: (was, then[key].band)
            for key, was in bands.items()
            if was is not then[key].band and key[0] != "capacity"
        }


@pytest.mark.long
def test_suggestions_keep_to_the_locks() -> None:
    scenario = board(changed={2: "....1...."})
    scenario.locked = ["E3", "D8", "nonsense"]
    texts = [it.text for it in explained(scenario, "high-ground", most=100).suggestions]
    assert texts
    assert not [it for it in texts if "E3" in it or "D8" in it]
    scenario = board(changed={0: ".#...#...", 1: ".#####..."})
    free = explained(scenario, "capacity", most=100).suggestions
    assert "north" in {it.edit.zone for it in free}
    scenario.locked = ["north", "south"]
    locked = explained(scenario, "capacity", most=100).suggestions
    assert locked
    zones = scenario.zones[0].shape.mask(scenario.board) | scenario.zones[1].shape.mask(scenario.board)
    assert not [it for it in locked if it.edit.change == "zone" or zones[scenario.board.cell(it.edit.hex)]]


def test_units_stay_where_they_are_and_what_is_to_be_won_too() -> None:
    scenario = arena(
        "...1..", zones={"west": "A1", "east": "F1"}, units={"B1": "west", "E1": "east"}, layout=Layout.ODD_R
    )
    scenario.objectives = [Objective("hill", parse_shape("C1"))]
    found = explain(scenario, "objectives", unit_class="heavy", seconds=None, most=100)
    changed = {(scenario.board.label(it.edit.hex), it.edit.change) for it in found.suggestions}
    assert changed
    assert not {at for at, _ in changed} & {"B1", "E1"}
    assert ("C1", "terrain") not in changed


def test_symmetry_is_mended_hex_by_hex() -> None:
    scenario = board(changed={2: "..#......", 5: ".#######."})
    found = explained(scenario, "symmetry")
    assert found.suggestions
    for it in found.suggestions:
        after = fairness(it.edit.applied(scenario), unit_class="assault").symmetry
        assert after.deviating.sum() < len(found.hexes)


def test_what_is_even_needs_no_mending() -> None:
    found = explained(board(), "territory")
    assert found.suggestions == ()
    assert found.note == "Nothing to improve."
    assert found.tried == 0
    assert found.sentence.endswith("That is green.")
    assert explained(board(), "cover").note == "Nothing to improve."
    assert explained(board(), "objectives").note == "There is nothing to compare."


def test_without_time_there_is_a_sentence_all_the_same() -> None:
    found = explain(load("scenarios/sight-lines.yaml"), "territory", seconds=0)
    assert found.suggestions == ()
    assert not found.exhausted
    assert found.note == "Found no single edit nearby that helps."
    assert found.hexes
    assert "That is red: the imbalance is 22.5%, and amber goes up to 12.5%." in found.sentence


def test_the_worst_class_and_band_are_explained_unless_others_are_named() -> None:
    scenario = load("scenarios/standard-arena-odd-q.yaml")
    report = fairness(scenario)
    worst = explain(scenario, "exposure-after-move", report=report, seconds=0).measure
    assert worst.band is Verdict.RED
    named = explain(scenario, "exposure-after-move", report=report, range_band="melee", seconds=0).measure
    assert named.range_band == "melee"
    with pytest.raises(UsageError, match="no exposure-after-move for far"):
        explain(scenario, "exposure-after-move", report=report, range_band="far", seconds=0)
    with pytest.raises(UsageError, match="Did you mean 'territory'"):
        explain(scenario, "teritory")


def test_progress_is_told_and_work_can_be_stopped() -> None:
    scenario = board(changed={2: "....1...."})
    shares: list[float] = []
    fairness(scenario, unit_class="assault", progress=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert len(shares) > 10
    asked = iter([False] * 3)
    with pytest.raises(CancelledError):
        fairness(scenario, cancelled=lambda: next(asked, True))
    shares.clear()
    explain(scenario, "high-ground", unit_class="assault", seconds=5, progress=shares.append)
    assert shares == sorted(shares)
    assert all(0 <= it <= 1 for it in shares)
    report = fairness(scenario, unit_class="assault")
    with pytest.raises(CancelledError):
        explain(
            scenario, "high-ground", unit_class="assault", report=report, cancelled=lambda: len(shares) > 0
        )


def test_only_the_measures_that_are_wanted_are_measured() -> None:
    scenario = board()
    every = fairness(scenario, unit_class="assault")
    cheap = [name for name, it in MEASURES.items() if not it.is_slow]
    some = fairness(scenario, unit_class="assault", measures=cheap)
    assert {it.id for it in some.measures} == set(cheap)
    alike = {(it.id, it.range_band): (it.text, it.band, it.hexes) for it in every.measures}
    assert all(alike[it.id, it.range_band] == (it.text, it.band, it.hexes) for it in some.measures)
    assert [it.id for it in fairness(scenario, measures=["nearest-objective"]).measures] == [
        "nearest-objective"
    ]
    with pytest.raises(UsageError, match="Did you mean 'cover'"):
        fairness(scenario, measures=["covr"])
