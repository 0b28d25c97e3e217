"""Maps with errors, as jobs of the worker are asked about them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fairground.core import load
from fairground.core.scenario.parts import Unit
from fairground.editor.features.fairness.suggestions_job import ExplainJob
from fairground.editor.features.repair.job import RepairJob, RepairResult, RepairSettings
from fairground.editor.features.simulation.job import PlayJob, SimulationResult, SimulationSettings
from fairground.editor.features.variants.job import VariantsJob, VariantsResult, VariantsSettings
from fairground.editor.jobs.fairness import FairnessJob, FairnessRequest, FairnessResult
from fairground.editor.jobs.job_scenario import JobScenario
from tests.editor.narrowing import of_type

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario
    from fairground.editor.jobs.process import Job

SCENARIOS = Path(__file__).parents[3] / "scenarios"


@pytest.fixture(scope="module")
def arena() -> Scenario:
    """The standard arena with a unit in a wall."""
    scenario = load(SCENARIOS / "standard-arena.yaml")
    board = scenario.board
    wall = next(at for at in board.hexes() if board.palette[board.terrain[board.cell(at)]].kinds == ("wall",))
    unit = Unit("lost", scenario.sides[0].id, "scout", wall)
    return replace(scenario, units=[*scenario.units, unit])


def job(name: str, scenario: Scenario, *, despite_errors: bool) -> Job:
    subject, question = JobScenario(1, scenario), FairnessRequest(despite_errors=despite_errors)
    match name:
        case "fairness":
            return FairnessJob((1,), subject, question, ("contact",))
        case "explain":
            return ExplainJob((1,), subject, question, ("contact", "", ("scout",)))
        case "repair":
            return RepairJob((1,), subject, question, RepairSettings(most=1, changes=("zone",)))
        case "simulation":
            return PlayJob((1,), subject, SimulationSettings(games=2, despite_errors=despite_errors))
        case _:
            return VariantsJob((1,), subject, VariantsSettings(count=0, despite_errors=despite_errors))


@pytest.mark.parametrize(
    ("name", "verb"),
    [
        ("fairness", "judged"),
        ("explain", "judged"),
        ("repair", "repaired"),
        ("simulation", "played"),
        ("variants", "varied"),
    ],
)
def test_a_map_with_errors_has_no_answer_but_how_to_get_one(arena: Scenario, name: str, verb: str) -> None:
    found = of_type(job(name, arena, despite_errors=False).run(), str)
    assert found.startswith(f"not {verb}: 1 error: ")
    assert found.endswith("Fix the errors, or choose Analysis > Continue despite errors.")


@pytest.mark.long
def test_answers_despite_errors_say_so(arena: Scenario) -> None:
    fairness = of_type(job("fairness", arena, despite_errors=True).run(), FairnessResult)
    assert (fairness.errors, fairness.sentence.startswith("Despite 1 error: ")) == (1, True)
    repair = of_type(job("repair", arena, despite_errors=True).run(), RepairResult)
    assert repair.sentence.startswith("Despite 1 error in the scenario: ")
    simulation = of_type(job("simulation", arena, despite_errors=True).run(), SimulationResult)
    assert "despite 1 error in the scenario" in simulation.sentence
    assert of_type(job("variants", arena, despite_errors=True).run(), VariantsResult).errors == 1
