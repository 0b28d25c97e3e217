from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QObject, QTimer, Signal

from fairground.core.validation import validate
from fairground.editor.jobs.process import JobAnswer
from fairground.editor.session import session as session_module
from fairground.editor.session.session import Session
from fairground.editor.shell import thumbnails
from fairground.editor.shell.main_window import MainWindow
from tests.editor.editor_driver import EditorDriver

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from fairground.editor.document.document import Document


class ValidationHere(QObject):
    """Stands in for the worker process: validates in the window's own, at once."""

    findings_ready = Signal(int, list)
    current_changed = Signal(bool)
    failed = Signal(str)

    def __init__(self, _worker: QObject, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document: Document | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._answer)

    def watch(self, document: Document | None) -> None:
        if self._document is not None:
            self._document.changed.disconnect(self._changed)
        self._document = document
        if document is not None:
            document.changed.connect(self._changed)
            self._timer.start()

    def look_again(self) -> None:
        self._changed(None)

    def close(self) -> None:
        self._timer.stop()

    def _changed(self, _event: object) -> None:
        self.current_changed.emit(False)  # noqa: FBT003  # Qt's signature
        self._timer.start()

    def _answer(self) -> None:
        if self._document is not None:
            self.findings_ready.emit(
                self._document.revision, validate(self._document.scenario.with_rules_unread())
            )
            self.current_changed.emit(True)  # noqa: FBT003  # Qt's signature


@pytest.fixture
def editor(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[EditorDriver]:
    monkeypatch.setattr(session_module, "ValidationWatch", ValidationHere)
    monkeypatch.setattr(thumbnails.Thumbnails, "picture", lambda _self, _file: None)
    session = Session()
    window = MainWindow(session)
    qtbot.addWidget(window)
    window.resize(1280, 800)
    window.show()
    qtbot.waitExposed(window)
    yield EditorDriver(window, qtbot, session, tmp_path)
    session.end()


@pytest.fixture
def prompt_editor(editor: EditorDriver, monkeypatch: pytest.MonkeyPatch) -> EditorDriver:
    """A window with a session whose worker answers at once."""
    worker = editor.session.worker
    monkeypatch.setattr(
        worker, "send", lambda job: worker.answered.emit(JobAnswer(job.topic, job.tag, job.run()))
    )
    return editor


@pytest.fixture
def court(worker_here: object, editor: EditorDriver) -> EditorDriver:
    """An arena with walls, and a worker in the window's own process."""
    assert worker_here
    editor.open("ember-court")
    editor.qtbot.waitUntil(lambda: editor.has_all_features)
    return editor
