from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer, Signal
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from fairground.core.validation import validate
from fairground.editor.app.deferred import _Line
from fairground.editor.jobs.process import JobAnswer
from fairground.editor.session import session as session_module
from fairground.editor.session.session import Session
from fairground.editor.shell import thumbnails
from fairground.editor.shell.main_window import MainWindow

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from PySide6.QtCore import QModelIndex
    from PySide6.QtWidgets import QAbstractItemView
    from pytestqt.qtbot import QtBot

    from fairground.core.finding import Finding
    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario
    from fairground.editor.document.document import Document

SCENARIOS = Path(__file__).parents[2] / "scenarios"


def waits_for_turns() -> bool:
    """Whether something waits for a turn of its own, or takes several."""
    application = QCoreApplication.instance()
    assert application is not None
    line = application.findChild(_Line)
    return line is not None and bool(line._works)


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


@dataclass
class EditorDriver:
    """A window with a session, and what a person would do with them."""

    qtbot: QtBot
    session: Session
    window: MainWindow
    folder: Path

    @property
    def document(self) -> Document:
        assert self.session.document is not None
        return self.session.document

    @property
    def scenario(self) -> Scenario:
        return self.document.scenario

    @property
    def findings(self) -> list[Finding]:
        return self.window.docks.findings.model.findings

    @property
    def steps(self) -> int:
        return self.document.undo_stack.count()

    def open(self, name: str = "ember-court", *, change: tuple[str, str] = ("", "")) -> Document:
        """Open a copy of a shipped arena, with ``change[0]`` replaced by ``change[1]``, and wait for findings."""
        text = (SCENARIOS / f"{name}.yaml").read_text(encoding="utf-8")
        assert change[0] in text
        path = self.folder / f"{name}.yaml"
        path.write_text(text.replace(*change), encoding="utf-8")
        document = self.session.open(path)
        self.settle()
        return document

    def settle(self) -> None:
        """Let what was begun come to its end, what waits for turns of its own too."""
        self.qtbot.wait(10)
        self.qtbot.waitUntil(lambda: not waits_for_turns())

    def key(self, key: str, on: QWidget | None = None) -> None:
        QTest.keySequence(on or self.window, key)
        self.settle()

    def click(self, view: QAbstractItemView, index: QModelIndex, button: Qt.MouseButton) -> None:
        view.scrollTo(index)
        QTest.mouseClick(view.viewport(), button, pos=view.visualRect(index).center())
        self.settle()

    def hex(self, label: str) -> Hex:
        return self.scenario.board.parse(label)

    def terrain(self, label: str) -> str:
        return self.scenario.board.terrain_at(self.hex(label))[-1]


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
    yield EditorDriver(qtbot, session, window, tmp_path)
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
def dialog_of(editor: EditorDriver) -> Callable[[type], QWidget]:
    """Return a function that gives the dialog of a class which the window shows now."""

    def find(kind: type) -> QWidget:
        editor.settle()
        shown = [it for it in editor.window.findChildren(QWidget) if isinstance(it, kind) and it.isVisible()]
        assert len(shown) == 1
        found: QWidget = shown[0]
        return found

    return find


@pytest.fixture
def court(worker_here: object, editor: EditorDriver) -> EditorDriver:
    """An arena with walls, and a worker in the window's own process."""
    assert worker_here
    editor.open("ember-court")
    editor.qtbot.waitUntil(lambda: editor.window.features.whatif is not None)
    return editor
