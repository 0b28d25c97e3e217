"""The importer with a real worker process beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fairground.core.grid.layout import Layout
from fairground.editor.worker.importing import ImportRequest

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from fairground.editor.session import Session

_PATIENCE = 20_000


@pytest.fixture
def court(tmp_path: Path) -> Path:
    path = tmp_path / "court.txt"
    path.write_text("[F][  ][F]\n[  ][F][  ]\n")
    return path


def test_the_last_request_is_answered(session: Session, court: Path, qtbot: QtBot) -> None:
    importer = session.importer
    with qtbot.waitSignal(importer.done, timeout=_PATIENCE) as caught:
        importer.ask(ImportRequest(court))
        importer.ask(ImportRequest(court, layout=Layout.EVEN_R))
        assert importer.is_busy
    assert caught.args is not None
    assert caught.args[0].scenario.board.layout is Layout.EVEN_R
    assert not importer.is_busy


def test_an_import_that_is_given_up_says_nothing_and_another_can_follow(
    session: Session, court: Path, qtbot: QtBot
) -> None:
    importer = session.importer
    with qtbot.assertNotEmitted(importer.done, wait=300):
        importer.ask(ImportRequest(court))
        importer.cancel()
    assert session.worker.process is None, "the work is ended, not only forgotten"
    with qtbot.waitSignal(importer.done, timeout=_PATIENCE):
        importer.ask(ImportRequest(court))


def test_a_check_that_an_import_takes_down_with_it_is_made_again(
    session: Session, court: Path, qtbot: QtBot
) -> None:
    session.new("Duel", layout=Layout.ODD_Q, size=(8, 6), ruleset="penance-2.0")
    session.importer.ask(ImportRequest(court))
    with qtbot.waitSignal(session.analyst.findings_ready, timeout=_PATIENCE):
        session.importer.cancel()
    assert session.analyst.is_current


def test_a_worker_that_dies_over_a_map_is_told_once(session: Session, court: Path, qtbot: QtBot) -> None:
    importer = session.importer
    with qtbot.waitSignal(importer.failed, timeout=_PATIENCE) as caught:
        importer.ask(ImportRequest(court))
        assert session.worker.process is not None
        session.worker.process.kill()
    assert caught.args is not None
    assert "ended unasked" in caught.args[0]
    assert not importer.is_busy


def test_work_that_breaks_is_told(session: Session, court: Path, qtbot: QtBot) -> None:
    with qtbot.waitSignal(session.importer.failed, timeout=_PATIENCE) as caught:
        session.importer.ask(ImportRequest(court, expect_size="x"))  # type: ignore[arg-type]
        session.importer.ask(ImportRequest(court, format_name=3))  # type: ignore[arg-type]
    assert caught.args is not None
    assert caught.args[0]
