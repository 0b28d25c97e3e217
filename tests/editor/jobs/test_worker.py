"""The worker with a real process beside it."""

from __future__ import annotations

import errno
import math
import os
import signal
import sys
from functools import partial
from multiprocessing.context import SpawnProcess
from typing import TYPE_CHECKING

import pytest

from fairground.core.grid.layout import Layout
from fairground.core.scenario.blank import blank_scenario
from fairground.editor.document.document import Document
from fairground.editor.document.patches import FieldPatch
from fairground.editor.features.whatif.job import WhatIfJob
from fairground.editor.jobs.job_scenario import JobScenario, ValidationJob
from fairground.editor.jobs.latest_answer import LatestAnswer, ScenarioLatestAnswer
from fairground.editor.jobs.sight import ExposureJob, Looking
from tests.editor.insides import job_begun
from tests.editor.narrowing import present

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from fairground.editor.jobs.process import JobAnswer
    from fairground.editor.jobs.worker import Worker


@pytest.mark.long
def test_of_jobs_that_wait_the_newest_of_each_topic_is_done(worker: Worker, qtbot: QtBot) -> None:
    scenario = blank_scenario("Plain", layout=Layout.ODD_Q, size=(9, 9), ruleset="penance-2.0")
    answers: list[JobAnswer] = []
    worker.answered.connect(answers.append)
    for number in range(1, 4):
        worker.send(ValidationJob((number,), scenario))
        worker.send(ExposureJob((number,), scenario, Looking()))
    qtbot.waitUntil(lambda: len(answers) == 2)
    assert [(it.topic, it.tag) for it in answers] == [("check", (3,)), ("exposure", (3,))]
    assert not any(it.failure for it in answers)
    begun: list[int] = []
    worker.continued.connect(lambda: begun.append(len(answers)))
    jobs = [ValidationJob((number,), scenario) for number in range(4, 7)]
    for job in jobs:
        worker.send(job)
    assert [worker.ahead_of(job) for job in jobs] == ["", "", "check"], "the second is dropped"
    qtbot.waitUntil(lambda: len(answers) == 4)
    assert begun == [2], "before the answer to the job before is told"
    assert worker.ahead_of(jobs[2]) == ""
    assert [it.tag for it in answers[2:]] == [(4,), (6,)]


@pytest.mark.long
def test_what_a_user_waits_for_goes_before_what_waits(worker: Worker, qtbot: QtBot) -> None:
    scenario = blank_scenario("Plain", layout=Layout.ODD_Q, size=(9, 9), ruleset="penance-2.0")
    answers: list[JobAnswer] = []
    worker.answered.connect(answers.append)
    worker.send(ValidationJob((1,), scenario))
    worker.send(ExposureJob((1,), scenario, Looking()))
    worker.send(WhatIfJob((1,), JobScenario(1, scenario), ()))
    qtbot.waitUntil(lambda: len(answers) == 3)
    assert [it.topic for it in answers] == ["what-if", "check", "exposure"]


def _has_of(answers: list[JobAnswer], number: int, count: int) -> bool:
    return sum(it.tag == (number,) for it in answers) == count


def _signal(worker: Worker, number: int) -> None:
    assert worker.process is not None
    assert worker.process.pid is not None
    os.kill(worker.process.pid, number)


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="no process can be stopped there")
def test_a_large_job_never_holds_the_window_up(worker: Worker, qtbot: QtBot) -> None:
    """Neither while the process starts, nor while it works: a pipe takes some 200 kB that nobody reads."""
    large = blank_scenario("Large", layout=Layout.ODD_Q, size=(400, 400), ruleset="penance-2.0")
    small = blank_scenario("Small", layout=Layout.ODD_Q, size=(6, 6), ruleset="penance-2.0")
    answers: list[JobAnswer] = []
    worker.answered.connect(answers.append)
    for number in (1, 2):
        # The first job finds a process that starts, and the second one that works: stopped, it reads nothing.
        worker.send(ValidationJob((0,), small))
        _signal(worker, signal.SIGSTOP)
        worker.send(ExposureJob((number,), large, Looking(1)))
        worker.send(ValidationJob((number,), large))
        _signal(worker, signal.SIGCONT)
        qtbot.waitUntil(partial(_has_of, answers, number, 2))
    assert [it.tag for it in answers if it.tag != (0,)] == [(1,), (1,), (2,), (2,)]


@pytest.mark.long
def test_a_job_that_nobody_wants_any_more_is_not_begun(worker: Worker, qtbot: QtBot) -> None:
    scenario = blank_scenario("Plain", layout=Layout.ODD_Q, size=(9, 9), ruleset="penance-2.0")
    answers: list[JobAnswer] = []
    worker.answered.connect(answers.append)
    unwanted = ExposureJob((1,), scenario, Looking())
    worker.send(ValidationJob((1,), scenario))
    worker.send(unwanted)
    worker.drop(unwanted)
    worker.send(ValidationJob((2,), scenario))
    qtbot.waitUntil(lambda: any(it.tag == (2,) for it in answers))
    assert {it.topic for it in answers} == {"check"}


def test_one_that_has_begun_ends_with_the_process_when_it_takes_long(
    worker: Worker, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    large = blank_scenario("Large", layout=Layout.ODD_Q, size=(120, 120), ruleset="penance-2.0")
    ended: list[bool] = []
    worker.ended.connect(ended.append)
    monkeypatch.setattr("fairground.editor.jobs.worker._PATIENCE", math.inf)
    job = ExposureJob((1,), large, Looking())
    worker.send(job)
    qtbot.waitUntil(lambda: job_begun(worker) is job)
    worker.drop(job)
    assert ended == [], "what has just begun may well be done soon"
    monkeypatch.setattr("fairground.editor.jobs.worker._PATIENCE", 0.0)
    worker.drop(job)
    assert ended == [False]
    assert worker.process is None


def test_one_that_was_dropped_early_ends_with_the_process_as_well_once_it_has_taken_long(
    worker: Worker, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fairground.editor.jobs.worker._PATIENCE", math.inf)
    large = blank_scenario("Large", layout=Layout.ODD_Q, size=(120, 120), ruleset="penance-2.0")
    ended: list[bool] = []
    worker.ended.connect(ended.append)
    job = ExposureJob((1,), large, Looking())
    worker.send(job)
    qtbot.waitUntil(lambda: job_begun(worker) is job)
    worker.drop(job)
    assert ended == []
    monkeypatch.setattr("fairground.editor.jobs.worker._PATIENCE", 0.0)
    qtbot.waitUntil(lambda: ended == [False])


@pytest.mark.long
def test_a_worker_that_is_killed_in_the_middle_is_told_of_and_the_next_question_answered(
    worker: Worker, qtbot: QtBot
) -> None:
    large = Document(blank_scenario("Large", layout=Layout.ODD_Q, size=(120, 120), ruleset="penance-2.0"))
    small = Document(blank_scenario("Small", layout=Layout.ODD_Q, size=(6, 6), ruleset="penance-2.0"))
    inquiry = LatestAnswer(worker)
    told: list[str] = []
    answers: list[object] = []
    inquiry.failed.connect(told.append)
    inquiry.answered.connect(answers.append)
    inquiry.ask(lambda tag: ExposureJob(tag, large.scenario, Looking()))
    qtbot.waitUntil(lambda: job_begun(worker) is not None)
    process = worker.process
    assert process is not None
    process.kill()
    qtbot.waitUntil(lambda: bool(told))
    assert "ended unexpectedly" in told[0]
    # The document is as it was, and can be worked on.
    assert large.edit("Rename", [FieldPatch("name", "Large", "Larger")])
    large.undo()
    inquiry.ask(lambda tag: ExposureJob(tag, small.scenario, Looking()))
    qtbot.waitUntil(lambda: bool(answers))
    assert worker.process is not process
    assert (len(told), len(answers)) == (1, 1)


@pytest.mark.long
def test_a_worker_that_cannot_be_started_is_told_of_and_the_next_question_answered(
    worker: Worker, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = Document(blank_scenario("Small", layout=Layout.ODD_Q, size=(6, 6), ruleset="penance-2.0"))
    inquiry = LatestAnswer(worker)
    told: list[str] = []
    answers: list[object] = []
    inquiry.failed.connect(told.append)
    inquiry.answered.connect(answers.append)

    def no_room(_process: object) -> None:
        raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")

    with monkeypatch.context() as patched:
        patched.setattr(SpawnProcess, "start", no_room)
        inquiry.ask(lambda tag: ValidationJob(tag, document.scenario))
        qtbot.waitUntil(lambda: bool(told))
    assert "ended unexpectedly" in told[0]
    inquiry.ask(lambda tag: ValidationJob(tag, document.scenario))
    qtbot.waitUntil(lambda: bool(answers))
    assert len(told) == 1


@pytest.mark.long
def test_a_worker_that_died_while_it_had_nothing_to_do_is_replaced_and_nothing_is_lost(
    worker: Worker, qtbot: QtBot
) -> None:
    document = Document(blank_scenario("Small", layout=Layout.ODD_Q, size=(6, 6), ruleset="penance-2.0"))
    first, second = ScenarioLatestAnswer(worker), LatestAnswer(worker)
    told: list[object] = []
    answers: list[object] = []
    for inquiry in (first, second):
        inquiry.failed.connect(told.append)
        inquiry.answered.connect(answers.append)
    worker.ended.connect(told.append)
    first.ask_about(document, lambda tag, subject: WhatIfJob(tag, subject, ()))
    qtbot.waitUntil(lambda: len(answers) == 1)
    process = worker.process
    assert process is not None
    process.kill()
    process.join()
    first.ask_about(document, lambda tag, subject: WhatIfJob(tag, subject, ()))
    second.ask(lambda tag: ValidationJob(tag, document.scenario))
    qtbot.waitUntil(lambda: len(answers) == 3)
    assert told == []
    assert worker.process is not process


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="needs priorities as POSIX has them")
def test_the_window_has_priority_over_the_worker(worker: Worker, qtbot: QtBot) -> None:
    scenario = blank_scenario("Plain", layout=Layout.ODD_Q, size=(3, 3), ruleset="penance-2.0")
    with qtbot.waitSignal(worker.answered):
        worker.send(ValidationJob((1,), scenario))
    process = present(worker.process)
    assert os.getpriority(os.PRIO_PROCESS, present(process.pid)) > os.getpriority(os.PRIO_PROCESS, 0)
