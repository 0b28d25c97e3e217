from __future__ import annotations

import pickle
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from fairground.core import fairness, load
from fairground.core.scenario.fairness_titles_and_limits import MEASURES, By, Verdict
from fairground.editor.features.fairness.suggestions_job import Explained, ExplainJob
from fairground.editor.jobs.fairness import FairnessJob, FairnessRequest, FairnessResult
from fairground.editor.jobs.job_scenario import JobScenario
from fairground.editor.jobs.process import LongJob
from tests.editor.job_listener import JobListener
from tests.editor.narrowing import present

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario
    from fairground.editor.jobs.fairness import Rating

SCENARIOS = Path(__file__).parents[3] / "scenarios"


@pytest.fixture(scope="module")
def arena() -> Scenario:
    return load(SCENARIOS / "standard-arena.yaml")


def asked(scenario: Scenario, *measures: str, question: FairnessRequest | None = None) -> FairnessResult:
    job = FairnessJob(
        (1,), JobScenario(1, scenario), question or FairnessRequest(), measures or tuple(MEASURES)
    )
    found = job.run()
    assert isinstance(found, FairnessResult)
    return found


def test_the_expected_advantage_waits_for_all_measures_that_it_needs() -> None:
    scenario = load(SCENARIOS / "twin-stones.yaml")
    fast = asked(scenario, "territory", "objectives")
    assert fast.expected_advantage == ""
    rest = [it for it in MEASURES if it not in ("territory", "objectives")]
    whole = fast.joined(asked(scenario, *rest))
    assert whole.expected_advantage == fairness(scenario).expected_advantage.text
    assert whole.expected_advantage.startswith("Expected advantage: none (±")


def test_there_is_no_expected_advantage_for_one_class(arena: Scenario) -> None:
    found = asked(arena, "territory", question=FairnessRequest("scout"))
    assert (
        found.expected_advantage
        == "Advantage not estimated: the estimate needs the measures of all unit classes in play."
    )


def rating(found: FairnessResult, measure: str) -> Rating:
    return next(it for it in found.ratings if it.id == measure)


def figure(found: FairnessResult, measure: str) -> Fraction:
    return present(rating(found, measure).figure)


def test_the_answer_says_what_the_core_says_and_is_small(arena: Scenario) -> None:
    found, report = asked(arena), fairness(arena)
    assert [(it.id, it.range_band or None, it.classes, it.band, it.text) for it in found.ratings] == [
        (it.id, it.range_band, it.classes, it.band, it.text) for it in report.measures
    ]
    for own, core in zip(found.ratings, report.measures, strict=True):
        assert own.values == tuple(core.values.values())
        assert np.array_equal(own.hexes.mask(), arena.board.mask(core.hexes))
    assert [it.id for it in found.contestants] == [it.id for it in report.parties]
    assert [it.title for it in found.contestants] == ["Player 1", "Player 2"]
    assert [it.side for it in found.contestants] == [0, 1]
    assert len(pickle.dumps(found)) < 20_000


def test_the_figure_is_what_the_band_comes_from(arena: Scenario) -> None:
    found = asked(arena, "contact", "territory", "choke-width", "traffic", "objectives")
    contact = rating(found, "contact")
    # In time by the difference, amber since it is so soon.
    assert (contact.band, contact.by, contact.figure) == (Verdict.AMBER, By.LOWEST, Fraction(1))
    assert (rating(found, "territory").by, rating(found, "territory").figure) == (By.IMBALANCE, Fraction(0))
    assert (rating(found, "choke-width").by, rating(found, "choke-width").figure) == (By.LOWEST, Fraction(5))
    # At long range it is the difference alone that is judged, not how much of a zone is in view.
    exposed = [it for it in asked(arena, "exposure").ratings if it.range_band == "medium"]
    assert [(it.band, it.by, it.figure) for it in exposed] == [(Verdict.GREEN, By.DIFFERENCE, Fraction(0))]
    for shown in ("traffic", "objectives"):
        assert (rating(found, shown).by, rating(found, shown).figure) == (None, None)


def test_one_class_in_one_mode_is_asked_for(arena: Scenario) -> None:
    found = asked(arena, "contact", question=FairnessRequest("heavy", "walk"))
    assert [it.classes for it in found.ratings] == [("heavy",)]


def test_what_cannot_be_measured_is_said(arena: Scenario) -> None:
    alone = replace(arena, zones=arena.zones[:1])
    assert "needs two teams with a deployment zone" in str(
        FairnessJob((1,), JobScenario(1, alone), FairnessRequest(), ("contact",)).run()
    )
    assert FairnessJob((1,), JobScenario(2, None), FairnessRequest(), ("contact",)).run() is None


def test_later_measures_take_the_place_of_the_same_and_of_none_else(arena: Scenario) -> None:
    first, second = asked(arena, "territory", "contact"), asked(arena, "contact", "routes")
    both = first.joined(second)
    assert list(dict.fromkeys(it.id for it in both.ratings)) == ["contact", "territory", "routes"]
    assert rating(both, "contact") is rating(second, "contact")
    assert rating(both, "territory") is rating(first, "territory")
    other = replace(second, contestants=second.contestants[:1])
    assert first.joined(other) is other


def test_a_job_tells_how_far_it_is_and_is_given_up_when_nobody_waits(arena: Scenario) -> None:
    job = FairnessJob((1,), JobScenario(1, arena), FairnessRequest(), tuple(MEASURES))
    assert isinstance(job, LongJob)
    watch = JobListener(3)
    assert not isinstance(job.run_watched(watch), FairnessResult)
    assert len(watch.shares) == 3
    assert watch.results == []
    assert 0 < watch.shares[0] < watch.shares[1] < watch.shares[2] < 1


def test_edits_that_mend_a_measure_come_with_what_they_do(arena: Scenario) -> None:
    board = arena.board
    walls = next(at for at, entry in enumerate(board.palette) if entry.kinds == ("wall",))
    faulty = replace(arena, board=replace(board, terrain=board.terrain.copy()))
    faulty.board.terrain[board.mask(tuple(map(board.parse, ("B2", "C2", "D2"))))] = walls
    found = ExplainJob(
        (1,), JobScenario(1, faulty), FairnessRequest("heavy", ""), ("territory", "", ("heavy",))
    ).run()
    assert isinstance(found, Explained)
    assert 1 <= len(found.suggestions) <= 3
    best = found.suggestions[0]
    after = asked(best.edit.applied(faulty), "territory", question=FairnessRequest("heavy", ""))
    before = asked(faulty, "territory", question=FairnessRequest("heavy", ""))
    assert figure(after, "territory") < figure(before, "territory")
    assert faulty.board.label(best.hex) in best.text
    assert best.effect
    assert figure(before, "territory") > Fraction(1, 10)
