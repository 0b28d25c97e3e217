from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

pytest.importorskip("PySide6")

#: Methods that override one of Qt's fail in C, called by Qt that was called by Python; the process may end by that.
FAILS = """
from typing import Generic, TypeVar

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QUndoCommand, QUndoStack
from PySide6.QtWidgets import QApplication
from fairground.editor.shell.application import start


class Early(QObject):
    def event(self, event):
        return int("early")


application = QApplication([])
window = start(application)
Kind = TypeVar("Kind")


class Late(QObject, Generic[Kind]):
    def __init__(self, words):
        super().__init__()
        self.words = words

    def event(self, event):
        return int(self.words)


class Later(Late[int]):
    pass


class Step(QUndoCommand):
    def redo(self):
        raise KeyboardInterrupt


stack = QUndoStack()
for work in (
    lambda: application.sendEvent(Early(), QEvent(QEvent.Type.User)),
    lambda: application.sendEvent(Later("late"), QEvent(QEvent.Type.User)),
    lambda: stack.push(Step()),
):
    try:
        work()
    except BaseException as error:
        print(type(error).__name__, error)
window.session.end()
"""


# A second: the editor as it starts.
@pytest.mark.long
def test_what_fails_where_qt_calls_back_is_an_error_and_no_crash(tmp_path: Path) -> None:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "FAIRGROUND_HOME": str(tmp_path)}
    found = subprocess.run(
        [sys.executable, "-c", FAILS], check=False, capture_output=True, text=True, env=environment
    )
    assert found.returncode == 0, found.stderr
    first, second, third = found.stdout.splitlines()
    assert first.startswith("ValueError ")
    assert first.endswith("invalid literal for int() with base 10: 'early'")
    assert second.endswith("invalid literal for int() with base 10: 'late'")
    assert third.startswith("KeyboardInterrupt")
