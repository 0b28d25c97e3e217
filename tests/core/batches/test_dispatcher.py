"""Giving out jobs: as many as there are places for, again when a worker is lost, and nobody blamed for another."""

from __future__ import annotations

import threading
from collections import Counter
from concurrent.futures import BrokenExecutor, CancelledError
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairground.core.batches.dispatcher import MOST_LOSSES, Failure, dispatch
from fairground.core.batches.maps import JobInput, Map
from fairground.core.batches.questions import (
    BatchJob,
    OtherVersionError,
    ValidationQuestion,
    answer,
    program_version,
)
from fairground.core.errors import FairgroundError
from tests.core.batches.conftest import small
from tests.core.batches.here import HereWorkers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.batches.questions import Answer, Question


@pytest.fixture
def it(tmp_path: Path) -> Map:
    path = tmp_path / "a.yaml"
    path.write_text(small())
    return Map("a.yaml", path, JobInput(path.read_bytes()).key)


def jobs(it: Map, count: int) -> list[BatchJob]:
    return [BatchJob(it, ValidationQuestion(f"{number}")) for number in range(count)]


def number(question: Question) -> int:
    assert isinstance(question, ValidationQuestion)
    return int(question.profile or 0)


def done(workers: HereWorkers, them: list[BatchJob]) -> dict[int, Answer | Failure]:
    with workers:
        return {number(job.question): found for job, found in dispatch(them, workers, program="1")}


def test_every_job_has_its_answer(it: Map) -> None:
    together = threading.Barrier(2)

    def answering(_: JobInput, question: Question, program: str) -> Answer:
        if number(question) < 2:
            together.wait()
        return {"n": number(question), "by": program}

    workers = HereWorkers(answering, places=3)
    assert done(workers, jobs(it, 20)) == {n: {"n": n, "by": "1"} for n in range(20)}
    assert workers.started == 1
    assert 1 < workers.most <= 3


def test_without_jobs_there_are_no_workers() -> None:
    workers = HereWorkers()
    assert done(workers, []) == {}
    assert workers.started == 0


def test_jobs_are_taken_when_there_is_room(it: Map) -> None:
    taken = []

    def asked() -> Iterator[BatchJob]:
        for job in jobs(it, 50):
            taken.append(job)
            yield job

    with HereWorkers(lambda *_: {}, places=2) as workers:
        found = dispatch(asked(), workers, program="1")
        next(found)
        assert len(taken) < 10
        assert len([*found]) == 49


def test_what_is_lost_once_is_given_out_again(it: Map) -> None:
    lost = set()

    def losing(_: JobInput, question: Question, __: str) -> Answer:
        if number(question) in (2, 5) and number(question) not in lost:
            lost.add(number(question))
            raise BrokenExecutor
        return {}

    workers = HereWorkers(losing, places=2)
    assert done(workers, jobs(it, 8)) == {key: {} for key in range(8)}
    assert len(workers.given) == 10
    assert workers.started >= 2


def test_what_ends_its_workers_fails_after_three_and_was_alone_then(it: Map) -> None:
    def killing(_: JobInput, question: Question, __: str) -> Answer:
        if number(question) == 3:
            raise BrokenExecutor
        return {}

    workers = HereWorkers(killing, places=2)
    found = done(workers, jobs(it, 12))
    failure = found.pop(3)
    assert isinstance(failure, Failure)
    assert failure.reason.startswith("3 workers stopped unexpectedly during this job")
    assert found == {n: {} for n in range(12) if n != 3}
    assert [number(it) for it in workers.given].count(3) == MOST_LOSSES
    # The last time it is given out last.
    assert number(workers.given[-1]) == 3


def test_what_a_scheduler_has_tried_several_times_is_tried_once_more_and_alone(it: Map) -> None:
    def killing(_: JobInput, question: Question, __: str) -> Answer:
        if number(question) == 1:
            raise BrokenExecutor
        return {}

    workers = HereWorkers(killing, places=2, tries=4)
    found = done(workers, jobs(it, 6))
    assert found[1] == Failure("8 workers stopped unexpectedly during this job (out of memory, or killed)")
    assert [number(it) for it in workers.given].count(1) == 2
    assert number(workers.given[-1]) == 1


def test_what_was_lost_with_others_is_not_blamed(it: Map) -> None:
    """Everything is lost again and again while two are under way at once; alone all goes well."""

    def together(_: JobInput, question: Question, __: str) -> Answer:
        if len(workers.given) < 7 or number(question) == 9:
            raise BrokenExecutor
        return {"n": number(question)}

    workers = HereWorkers(together, places=2)
    found = done(workers, jobs(it, 3))
    assert found == {n: {"n": n} for n in range(3)}


def test_what_raises_is_told_and_the_rest_goes_on(it: Map) -> None:
    def failing(_: JobInput, question: Question, __: str) -> Answer:
        return {"n": 1 // number(question)}

    found = done(HereWorkers(failing), jobs(it, 3))
    failure = found[0]
    assert isinstance(failure, Failure)
    assert failure.reason.startswith("ZeroDivisionError: ")
    assert (found[1], found[2]) == ({"n": 1}, {"n": 0})


def test_another_version_of_the_program_ends_it(it: Map) -> None:
    with pytest.raises(
        OtherVersionError, match=rf"has Fairground {program_version()}, but this machine has 1"
    ):
        done(HereWorkers(), jobs(it, 2))


def test_a_cluster_that_is_gone_ends_it(it: Map) -> None:
    def gone(*_: object) -> Answer:
        raise CancelledError

    with pytest.raises(
        FairgroundError, match=r"the connection to the cluster was lost. Finished work is saved"
    ):
        done(HereWorkers(gone), jobs(it, 2))


def test_a_map_that_changed_meanwhile_has_failed(it: Map) -> None:
    it.path.write_text(small("Other"))
    found = done(HereWorkers(lambda *_: {}), jobs(it, 1))
    assert found == {0: Failure("a.yaml changed during the batch; run the batch again")}


def test_places_of_files_are_those_of_the_folder_wherever_it_is_unpacked() -> None:
    own = b"format: fairground-ruleset/1\nid: own\ntitle: Own\nextends: penance-1.0\nversion: '1'\nfoo: 1\n"
    subject = JobInput(small("A", "rules/own.yaml").encode(), (("rules/own.yaml", own),))
    found = answer(subject, ValidationQuestion(), program_version())
    faults = [it for it in found["findings"] if it["place"]["file"]]
    assert [it["place"]["file"] for it in faults] == ["rules/own.yaml"]
    assert faults[0]["place"]["line"] == 6
    assert "/fairground-" not in str(found)


def test_a_ruleset_file_that_is_missing_is_a_finding() -> None:
    found = answer(JobInput(small("A", "own.yaml").encode(), ()), ValidationQuestion(), program_version())
    assert [it["message"] for it in found["findings"] if it["severity"] == "error"] == [
        "ruleset file 'own.yaml' not found"
    ]


@settings(max_examples=25)
@given(
    killers=st.sets(st.integers(0, 7), max_size=3),
    unlucky=st.dictionaries(st.integers(0, 7), st.integers(1, MOST_LOSSES - 1), max_size=4),
    places=st.integers(1, 3),
    tries=st.sampled_from([1, 4]),
)
def test_those_that_end_their_workers_fail_and_no_others(
    killers: set[int], unlucky: dict[int, int], places: int, tries: int
) -> None:
    left = Counter({} if tries > 1 else unlucky)

    def doing(_: JobInput, question: Question, __: str) -> Answer:
        at = number(question)
        if at in killers or left[at] > 0:
            left[at] -= 1
            raise BrokenExecutor
        return {"n": at}

    with TemporaryDirectory() as name:
        path = Path(name, "a.yaml")
        path.write_text(small())
        found = done(
            HereWorkers(doing, places=places, tries=tries),
            jobs(Map("a.yaml", path, JobInput(path.read_bytes()).key), 8),
        )
    assert set(found) == set(range(8))
    assert {n for n, it in found.items() if isinstance(it, Failure)} == killers
