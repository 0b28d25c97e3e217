"""The editor's window with a slow worker that answers when a test says so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from fairground.editor.jobs.process import JobAnswer, JobProgress

if TYPE_CHECKING:
    import pytest

    from fairground.editor.jobs.process import Job
    from tests.editor.editor_driver import EditorDriver

AnyJob = TypeVar("AnyJob", bound="Job")


class SlowWorkerDriver(Generic[AnyJob]):
    """An open arena, and the jobs that the slow worker was sent."""

    def __init__(self, editor: EditorDriver, monkeypatch: pytest.MonkeyPatch) -> None:
        self.editor = editor
        self.jobs: list[AnyJob] = []
        self.dropped: list[AnyJob] = []
        monkeypatch.setattr(editor.session.player, "send", self.jobs.append)
        monkeypatch.setattr(editor.session.player, "drop", self.dropped.append)
        editor.open("ember-court")
        editor.qtbot.waitUntil(lambda: editor.has_all_features)
        editor.settle()

    def hear(self, share: float, so_far: object = None) -> None:
        """Report how much of the last job is done, and its result so far."""
        job = self.jobs[-1]
        self.editor.session.player.progressed.emit(JobProgress(job.topic, job.tag, share, so_far))
        self.editor.settle()

    def answer(self, result: object) -> None:
        """Answer the last job."""
        job = self.jobs[-1]
        self.editor.session.player.answered.emit(JobAnswer(job.topic, job.tag, result))
        self.editor.settle()
