"""Games in the worker: what the job answers, and that no process outlives what wanted it."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fairground.core import load, simulate
from fairground.core.simulation.game import distinct_bots
from fairground.core.simulation.game.ladder import bot_title
from fairground.editor.features.simulation.job import (
    IntervalFigures,
    PlayChoicesJob,
    PlayJob,
    SimulationResult,
    SimulationSettings,
    ZoneResult,
)
from fairground.editor.features.simulation.text import bot_name
from fairground.editor.jobs.job_scenario import JobScenario, ValidationJob, forget
from fairground.editor.jobs.process import LongJob
from fairground.editor.jobs.worker import Worker
from tests.editor.job_listener import JobListener
from tests.editor.narrowing import of_type

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pytestqt.qtbot import QtBot

    from fairground.core.scenario.document import Scenario
    from fairground.editor.jobs.process import JobAnswer, JobProgress

ROOT = Path(__file__).parents[4]
#: More games than anybody waits for.
ENDLESS = SimulationSettings("advance", games=100_000)
needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc to find processes")


@pytest.fixture(scope="module")
def arena() -> Scenario:
    return load(ROOT / "scenarios" / "training-yard.yaml")


@pytest.fixture(autouse=True)
def nothing_kept() -> Iterator[None]:
    yield
    forget()


@pytest.mark.long
def test_the_job_answers_what_core_says_and_tells_it_on_the_way(arena: Scenario) -> None:
    settings = SimulationSettings(
        "hold", "penance-line", "alternate", 6, Fraction(1, 10), 3, stops_early=False
    )
    job = PlayJob((1,), JobScenario(1, arena), settings)
    assert isinstance(job, LongJob)
    listener = JobListener()
    found = job.run_watched(listener)
    assert isinstance(found, SimulationResult)
    said = simulate(
        arena, 6, seed=3, bots="hold", force="penance-line", order="alternate", margin=Fraction(1, 10)
    )
    assert found.sentence == said.claim_sentence
    assert (found.first_move_sentence, found.cost) == (said.first_move_sentence, "")
    assert found.claim is said.claim
    assert (found.planned, found.played, found.draws) == (6, 6, said.draws)
    assert [it.contestant.id for it in found.zones] == list(said.parties)
    assert [it.contestant.title for it in found.zones] == ["Blue", "Orange"]
    assert [it.contestant.side for it in found.zones] == [0, 1]
    assert found.even == IntervalFigures(0.4, 0.6)
    assert found.left_out == said.setting.left_out
    for mine, theirs in zip(found.zones, said.zones, strict=True):
        assert isinstance(mine, ZoneResult)
        assert (mine.wins, mine.standing) == (theirs.wins, theirs.standing)
        assert mine.tested == IntervalFigures(theirs.tested.low, theirs.tested.high)
        assert mine.reading == IntervalFigures(theirs.interval.low, theirs.interval.high)
    shares, results = listener.shares, [of_type(it, SimulationResult) for it in listener.results]
    assert shares == pytest.approx([0, 2 / 6, 4 / 6, 1])
    assert [it.played for it in results] == [0, 2, 4, 6]
    assert not any(it.is_finished for it in results)


def test_it_ends_soon_after_nobody_wants_it(arena: Scenario) -> None:
    listener = JobListener(2)
    assert not isinstance(
        PlayJob((1,), JobScenario(1, arena), ENDLESS).run_watched(listener), SimulationResult
    )
    assert len(listener.shares) == 2


def test_why_nothing_can_be_played_is_the_answer(arena: Scenario) -> None:
    answer = PlayJob((1,), JobScenario(1, arena), SimulationSettings(force="no-such-force")).run()
    assert isinstance(answer, str)
    assert "no-such-force" in answer
    alone = replace(arena, zones=arena.zones[:1])
    answer = PlayJob((1,), JobScenario(3, alone), SimulationSettings()).run()
    assert isinstance(answer, str)
    assert "a game needs two teams" in answer
    assert PlayJob((1,), JobScenario(2, None), SimulationSettings()).run() is None


def test_the_choices_are_those_that_fit_the_usual_ones_first(arena: Scenario) -> None:
    found = PlayChoicesJob((1,), JobScenario(1, arena)).run()
    assert found is not None
    usual = simulate(arena, 2).setting
    assert (found.bots[0], found.forces[0].id, found.orders[0]) == (usual.bots[0], usual.force, usual.order)
    assert {"advance", "hold", "objectives", "planning", "searching"} <= set(found.bots)
    assert "lance" not in [it.id for it in found.forces], "it is for other rules"
    assert PlayChoicesJob((1,), JobScenario(2, None)).run() is None


# -- processes ----------------------------------------------------------------------------------------------


def children(process: int) -> set[int]:
    """Return the processes that another one has begun, and that still run."""
    found = set()
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = path.read_text().rpartition(")")[2].split()[:2]
        except OSError:
            continue  # it is gone
        if int(parent) == process and state != "Z":
            found.add(int(path.parent.name))
    return found


def alive(processes: set[int]) -> set[int]:
    """Return those of some processes that still run."""
    found = set()
    for it in processes:
        try:
            state = Path(f"/proc/{it}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            continue
        if state != "Z":
            found.add(it)
    return found


def gone(processes: set[int]) -> Callable[[], None]:
    def check() -> None:
        assert not alive(processes)

    return check


@pytest.mark.long
@needs_proc
def test_games_hold_up_no_other_work_and_leave_no_process_when_they_are_dropped(
    qtbot: QtBot, arena: Scenario
) -> None:
    worker, player = Worker(), Worker(has_helpers=True)
    told: list[JobProgress] = []
    answers: list[JobAnswer] = []
    player.progressed.connect(told.append)
    worker.answered.connect(answers.append)
    try:
        job = PlayJob((1,), JobScenario(1, arena), ENDLESS, players=2)
        player.send(job)
        # The first progress comes before the first game.
        qtbot.waitUntil(lambda: len(told) > 1)
        assert isinstance(told[0].so_far, SimulationResult)
        assert player.process is not None
        assert player.process.pid is not None
        helpers = children(player.process.pid)
        assert len(helpers) >= 2
        # The other worker answers meanwhile.
        worker.send(ValidationJob((1,), arena))
        qtbot.waitUntil(lambda: len(answers) == 1)
        before = len(told)
        qtbot.waitUntil(lambda: len(told) > before)
        left = {player.process.pid, *helpers}
        player.drop(job)
        qtbot.waitUntil(gone(helpers))
    finally:
        player.close()
        worker.close()
    qtbot.waitUntil(gone(left))


#: An editor that has games played; it says which processes it has begun for that, and waits for its end.
_EDITOR = """
import sys, time
from PySide6.QtCore import QCoreApplication
from fairground.core import load
from fairground.editor.features.simulation.job import PlayJob
from fairground.editor.jobs.job_scenario import JobScenario
from fairground.editor.jobs.worker import Worker
from tests.editor.features.simulation.test_job import ENDLESS, children

if __name__ == "__main__":
    application = QCoreApplication([])
    player = Worker(has_helpers=True)
    told = []
    player.progressed.connect(told.append)
    player.send(PlayJob((1,), JobScenario(1, load(sys.argv[1])), ENDLESS, players=2))
    while len(told) < 2:
        application.processEvents()
        time.sleep(0.01)
    print(player.process.pid, *children(player.process.pid), flush=True)
    sys.argv[2] == "stay" and time.sleep(86_400)
"""


@pytest.mark.long
@needs_proc
def test_no_process_outlives_an_editor_that_is_killed_or_ends_without_closing(
    tmp_path: Path, qtbot: QtBot
) -> None:
    program = tmp_path / "editor.py"
    program.write_text(_EDITOR)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, str(program), str(ROOT / "scenarios" / "training-yard.yaml")]
    editors = [
        subprocess.Popen([*command, way], stdout=subprocess.PIPE, env=environment)
        for way in ("stay", "leave")
    ]
    processes: set[int] = set()
    try:
        for editor in editors:
            assert editor.stdout is not None
            found = set(map(int, editor.stdout.readline().split()))
            assert len(found) >= 3
            processes |= found
        editors[0].kill()
        # It waits for nothing: the games that it had played would last for ever.
        editors[1].wait()
    finally:
        for editor in editors:
            editor.kill()
            editor.communicate()
    qtbot.waitUntil(gone(processes))


def test_bots_have_the_same_titles_in_lists_as_in_claims() -> None:
    assert {it: bot_name(it) for it in distinct_bots()} == {it: bot_title(it) for it in distinct_bots()}
