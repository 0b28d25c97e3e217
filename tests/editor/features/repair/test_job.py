"""Repair as a job: what core finds comes back as plain data, words and all, and a stop ends the work."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from fairground.core.scenario.fairness_titles_and_limits import MEASURES, Verdict
from fairground.core.scenario.hex_edits import Edit
from fairground.editor.features.repair.job import RepairChoicesJob, RepairJob, RepairResult, RepairSettings
from fairground.editor.jobs.fairness import FairnessRequest
from fairground.editor.jobs.job_scenario import JobScenario
from tests.core.improve.repair.test_repair import LOPSIDED
from tests.core.metrics.fairness.test_planted_faults import board
from tests.editor.job_listener import JobListener
from tests.editor.narrowing import of_type

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario


def asked(scenario: Scenario, settings: RepairSettings) -> RepairResult | str | None:
    return RepairJob((1,), JobScenario(1, scenario), FairnessRequest("assault"), settings).run()


def test_edits_come_with_their_effects_in_words() -> None:
    found = asked(board(changed={2: "....1...."}), RepairSettings(("high-ground",)))
    assert isinstance(found, RepairResult)
    assert pickle.loads(pickle.dumps(found)) == found  # noqa: S301  # as the worker's pipe does
    assert (found.is_reached, found.sentence, found.reason) == (True, "Repaired with 1 edit.", "")
    (step,) = found.steps
    assert (step.text, [mark for _, mark in step.marks]) == ("Set E3 to level 0 (now level 1).", ["level 0"])
    assert step.effects[0].title == "high ground"
    assert (step.effects[0].before, step.effects[0].after) == (Verdict.RED, Verdict.GREEN)
    assert step.effects[0].values == "0.03 for north, 0 for south → 0 for north, 0 for south"


def test_the_sentence_says_what_is_not_judged() -> None:
    found = asked(board(changed={2: "....1...."}), RepairSettings(changes=("level",)))
    assert isinstance(found, RepairResult)
    assert found.sentence == "Repaired with 1 edit; not judged: distance to objectives."


def test_sides_zones_and_classes_are_called_by_their_titles() -> None:
    scenario = board(changed={2: "....1...."})
    scenario.sides = [replace(it, name=it.id.capitalize()) for it in scenario.sides]
    found = asked(scenario, RepairSettings(("high-ground",), changes=("level", "zone")))
    assert isinstance(found, RepairResult)
    assert found.steps[0].effects[0].values == "0.03 for North, 0 for South → 0 for North, 0 for South"
    edit = Edit(scenario.board.parse("E3"), "zone", zone=scenario.zones[0].id, inside=True)
    assert edit.text(scenario) == "Add E3 to North's zone."


@pytest.mark.long
def test_the_sentence_says_whether_fewer_edits_were_ruled_out() -> None:
    found = asked(
        board(changed=LOPSIDED), RepairSettings(("choke-width",), changes=("terrain",), band=Verdict.AMBER)
    )
    assert isinstance(found, RepairResult)
    assert found.sentence == "Repaired with 2 edits, the fewest possible."
    found = asked(board(changed=LOPSIDED), RepairSettings(("choke-width",), changes=("terrain",)))
    assert isinstance(found, RepairResult)
    assert found.sentence == f"Repaired with {len(found.steps)} edits. Fewer might be enough."


@pytest.mark.long
def test_marks_say_what_a_hex_becomes() -> None:
    scenario = board(changed={0: ".#...#...", 1: ".#####..."})
    found = asked(scenario, RepairSettings(("capacity",), changes=("zone",)))
    assert isinstance(found, RepairResult)
    assert {mark for it in found.steps for _, mark in it.marks} <= {
        "+ north",
        "\N{MINUS SIGN} south",
        "\N{MINUS SIGN} north",
    }
    found = asked(
        board(changed=LOPSIDED), RepairSettings(("choke-width",), changes=("terrain",), band=Verdict.AMBER)
    )
    assert isinstance(found, RepairResult)
    assert {mark for it in found.steps for _, mark in it.marks} == {"clear"}


@pytest.mark.long
def test_what_cannot_be_mended_is_told_with_its_reason() -> None:
    found = asked(board(changed=LOPSIDED), RepairSettings(("choke-width",), most=2))
    assert isinstance(found, RepairResult)
    assert (found.is_reached, found.sentence) == (False, "Partly repaired with 2 edits.")
    assert found.reason.startswith("After 2 edits, choke width is still amber")
    locked = board(changed=LOPSIDED)
    locked.locked = [locked.board.label(at) for at in locked.board.hexes()]
    found = asked(locked, RepairSettings(("choke-width",)))
    assert isinstance(found, RepairResult)
    assert (found.sentence, found.steps) == ("No repair found.", ())
    assert found.reason.startswith("Nothing can be changed")
    assert (
        of_type(asked(board(), RepairSettings(("high-ground",))), RepairResult).sentence
        == "Nothing to repair."
    )
    lonely = board()
    lonely.zones = lonely.zones[:1]
    assert "needs two teams with a deployment zone" in str(asked(lonely, RepairSettings()))


def test_progress_is_told_and_a_job_that_nobody_wants_is_given_up() -> None:
    scenario = board(changed={2: "....1...."})
    job = RepairJob(
        (2,), JobScenario(2, scenario), FairnessRequest("assault"), RepairSettings(("high-ground",))
    )
    watch = JobListener()
    job.run_watched(watch)
    assert watch.shares == sorted(watch.shares)
    assert watch.shares[-1] == 1
    assert watch.results == []
    assert job.run_watched(JobListener(0)) == "the work was stopped before it finished"
    assert RepairJob((3,), JobScenario(99, None), FairnessRequest(), RepairSettings()).run() is None


def test_what_is_judged_can_be_chosen() -> None:
    found = dict(RepairChoicesJob((1,)).run().measures)
    assert set(found) == {name for name, it in MEASURES.items() if it.bands}
    assert found["contact"] == "time to contact"
