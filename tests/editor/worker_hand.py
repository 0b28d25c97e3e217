"""A worker by hand: it keeps what it is sent, and answers when it is told to, and not before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fairground.editor.jobs.process import JobAnswer, JobProgress
from tests.editor.worker_stand_in import WorkerStandIn

if TYPE_CHECKING:
    from fairground.editor.jobs.process import Job


class WorkerHand(WorkerStandIn):
    def __init__(self) -> None:
        super().__init__()
        # Jobs of every kind, whose fields tests read.
        self.jobs: list[Any] = []
        self.dropped: list[Any] = []

    def send(self, job: Job) -> None:
        self.jobs.append(job)

    def drop(self, job: Job) -> None:
        self.dropped.append(job)

    def has_begun(self, job: Job) -> bool:
        return job in self.jobs

    def say(self, share: float, found: object, *, of: int = -1) -> None:
        """Say how far one of the jobs is that were sent."""
        job = self.jobs[of]
        self.progressed.emit(JobProgress(job.topic, job.tag, share, found))

    def reply(self, result: object, *, of: int = -1, failure: str = "") -> None:
        """Answer one of the jobs that were sent."""
        job = self.jobs[of]
        self.answered.emit(JobAnswer(job.topic, job.tag, result, failure))
