from __future__ import annotations

import sys
import weakref
from typing import TYPE_CHECKING

from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from fairground.editor.app.paths import log_file
from fairground.editor.session.session import Session
from fairground.editor.shell.application import Emergency, Watchdog
from tests.patience import wait_until

if TYPE_CHECKING:
    from pathlib import Path

    import pytest
    from PySide6.QtGui import QPaintEvent
    from pytestqt.qtbot import QtBot


def hook_an_error() -> None:
    error = ValueError("nobody thought of this")
    sys.excepthook(type(error), error, None)


def test_an_error_is_logged_told_once_and_lived_through(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert qtbot
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    session = Session()
    flushed, told = [], []
    monkeypatch.setattr(session, "flush", lambda: flushed.append(True))

    def tell(text: str) -> None:
        told.append(text)
        if len(told) == 1:
            hook_an_error()  # an error while telling is logged and not told again

    Emergency(session, tell).install()
    hook_an_error()
    session.end()
    assert len(told) == 1
    assert len(flushed) == 2
    assert told[0].rstrip().endswith("ValueError: nobody thought of this")
    assert log_file().read_text().count("ValueError: nobody thought of this") == 2
    assert "nobody thought of this" in capsys.readouterr().err


def test_an_error_while_painting_leaves_no_painter_at_work(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    session = Session()
    told: list[str] = []
    painters: list[weakref.ref[QPainter]] = []

    class Painted(QWidget):
        def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  # Qt's name
            painter = QPainter(self)
            painters.append(weakref.ref(painter))
            raise ValueError(f"nobody thought of {event.rect()}")

    Emergency(session, told.append).install()
    widget = Painted()
    qtbot.addWidget(widget)
    widget.show()
    qtbot.waitUntil(lambda: bool(told))
    session.end()
    # Python keeps the last error; with a painter in its frames nothing of the window would be drawn any more.
    assert painters
    assert not any(it() for it in painters)


def test_the_watchdog_names_what_blocks(qtbot: QtBot, tmp_path: Path) -> None:
    log = tmp_path / "watchdog.log"
    watchdog = Watchdog(60, log)
    qtbot.wait(50)
    wait_until(log.read_text, "the log")
    watchdog.stop()
    assert "test_the_watchdog_names_what_blocks" in log.read_text()
