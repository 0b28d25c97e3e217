from __future__ import annotations

import gc
import os
import pickle
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QSettings, QTimer

from fairground.editor.jobs.process import JobAnswer
from tests.editor.patient_bot import PatientBot
from tests.editor.window_fixtures import court, editor, prompt_editor

__all__ = ["court", "editor", "prompt_editor"]

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# Tests compare texts, whatever catalogues there are for the language of who runs them.
os.environ["LANGUAGE"] = "en"
from tests.editor.worker_stand_in import WorkerStandIn

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

    from fairground.editor.jobs.process import Job
    from fairground.editor.session.session import Session


@pytest.fixture(autouse=True)
def editor_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep the editor's own files out of the user's."""
    home = tmp_path / "editor-home"
    monkeypatch.setenv("FAIRGROUND_HOME", str(home))
    return home


@pytest.fixture(autouse=True)
def garbage_in_the_main_thread() -> Iterator[None]:
    """Collect garbage between tests only, as the editor does: threads must not come upon objects of Qt."""
    gc.disable()
    yield
    # Widgets that are to be deleted wait for an event loop: the next window would be styled and laid out beside them.
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gc.collect(1)
    gc.enable()


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    """The qtbot of pytest-qt, which waits as long as other tests do."""
    assert qapp
    return PatientBot(request)


@pytest.fixture
def session(qtbot: QtBot) -> Iterator[Session]:
    """A session without a window; its worker process ends with the test."""
    assert qtbot
    from fairground.editor.session.session import Session

    found = Session()
    yield found
    found.end()


@pytest.fixture
def settings(tmp_path: Path) -> QSettings:
    """Settings in a file of the test's own."""
    return QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)


class WorkerHere(WorkerStandIn):
    """Stands in for the worker process: does jobs in the test's own, as soon as there is time, one after the other.

    Jobs and answers go through what they would go through, so that what cannot be sent is found.
    """

    def __init__(self) -> None:
        super().__init__()
        self.waiting: dict[str, Job] = {}
        #: The kinds of the jobs that were done.
        self.done: list[str] = []
        #: Whether jobs wait until they are let go.
        self.is_held = False

    def send(self, job: Job) -> None:
        self.waiting[job.topic] = job
        QTimer.singleShot(0, self, self.go_on)

    def drop(self, job: Job) -> None:
        if self.waiting.get(job.topic) is job:
            del self.waiting[job.topic]

    def ahead_of(self, job: Job) -> str:
        first = next(iter(self.waiting.values()), job)
        return first.topic if job in self.waiting.values() and first is not job else ""

    def stop(self) -> None:
        self.waiting.clear()
        self.ended.emit(False)  # noqa: FBT003  # Qt's signature

    def close(self) -> None:
        self.waiting.clear()

    def let_go(self) -> None:
        self.is_held = False
        self.go_on()
        # What came while they were held, too: nothing else would begin them.
        for _ in self.waiting:
            QTimer.singleShot(0, self, self.go_on)

    def go_on(self) -> None:
        if self.waiting and not self.is_held:
            job = pickle.loads(pickle.dumps(self.waiting.pop(next(iter(self.waiting)))))  # noqa: S301  # its own
            self.done.append(type(job).__name__)
            if self.waiting:
                self.continued.emit()
            try:
                answer = JobAnswer(job.topic, job.tag, pickle.loads(pickle.dumps(job.run())))  # noqa: S301
            except Exception as error:  # noqa: BLE001  # as the worker does
                answer = JobAnswer(job.topic, job.tag, None, str(error))
            self.answered.emit(answer)


@pytest.fixture
def worker_here(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[WorkerHere]:
    """A worker without a process, which the sessions of the test have as well."""
    assert qtbot
    from fairground.editor.jobs import job_scenario as subject
    from fairground.editor.session import session as session_module

    found = WorkerHere()
    monkeypatch.setattr(session_module, "Worker", lambda _parent, **_kind: found)
    yield found
    subject.forget()
