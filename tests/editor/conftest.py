from __future__ import annotations

import gc
import os
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QCoreApplication, QEvent

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from fairground.editor.session import Session


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
def session(qtbot: QtBot) -> Iterator[Session]:
    """A session without a window; its worker process ends with the test."""
    assert qtbot
    from fairground.editor.session import Session  # noqa: PLC0415  # Qt is for the tests that need it

    found = Session()
    yield found
    found.end()
