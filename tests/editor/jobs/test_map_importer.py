"""The importer with a real worker process beside it."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fairground.core.clients import export, export_formats, import_formats, load_format
from fairground.core.files import load
from fairground.core.grid.layout import Layout
from fairground.editor.jobs.map_import import ImportRequest, MapImport

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from fairground.editor.session.session import Session

SCENARIOS = Path(__file__).parents[3] / "scenarios"


@pytest.fixture
def court(tmp_path: Path) -> Path:
    path = tmp_path / "court.txt"
    path.write_text("[F][  ][F]\n[  ][F][  ]\n")
    return path


@pytest.mark.long
def test_the_last_request_is_answered(session: Session, court: Path, qtbot: QtBot) -> None:
    importer = session.importer
    with qtbot.waitSignal(importer.answered) as caught:
        importer.ask(ImportRequest(court))
        importer.ask(ImportRequest(court, layout=Layout.EVEN_R))
        assert importer.is_waiting
    assert caught.args is not None
    assert caught.args[0].scenario.board.layout is Layout.EVEN_R
    assert not importer.is_waiting


@pytest.mark.long
def test_an_import_that_is_given_up_says_nothing_and_another_can_follow(
    session: Session, court: Path, qtbot: QtBot
) -> None:
    importer = session.importer
    with qtbot.assertNotEmitted(importer.answered, wait=300):
        importer.ask(ImportRequest(court))
        importer.cancel()
    assert session.worker.process is None, "the work is ended, not only forgotten"
    with qtbot.waitSignal(importer.answered):
        importer.ask(ImportRequest(court))


def test_a_check_that_an_import_takes_down_with_it_is_made_again(
    session: Session, court: Path, qtbot: QtBot
) -> None:
    session.new("Duel", layout=Layout.ODD_Q, size=(8, 6), ruleset="penance-2.0")
    session.importer.ask(ImportRequest(court))
    with qtbot.waitSignal(session.validation_watch.findings_ready):
        session.importer.cancel()
    assert session.validation_watch.is_current


@pytest.mark.long
def test_an_import_that_is_stopped_for_something_else_is_made_again(
    session: Session, court: Path, qtbot: QtBot
) -> None:
    session.importer.ask(ImportRequest(court))
    with qtbot.waitSignal(session.importer.answered):
        # As when the worker has been at an export for long that nobody wants any more.
        session.worker.stop()


def test_a_worker_that_dies_over_a_map_is_told_once(session: Session, court: Path, qtbot: QtBot) -> None:
    importer = session.importer
    with qtbot.waitSignal(importer.failed) as caught:
        importer.ask(ImportRequest(court))
        assert session.worker.process is not None
        session.worker.process.kill()
    assert caught.args is not None
    assert "ended unexpectedly" in caught.args[0]
    assert not importer.is_waiting


def test_work_that_breaks_is_told(session: Session, court: Path, qtbot: QtBot) -> None:
    with qtbot.waitSignal(session.importer.failed) as caught:
        session.importer.ask(ImportRequest(court, expect_size="x"))  # type: ignore[arg-type]
        session.importer.ask(ImportRequest(court, format_name=3))  # type: ignore[arg-type]
    assert caught.args is not None
    assert caught.args[0]


@pytest.mark.parametrize("name", sorted({*export_formats()} & {*import_formats()}))
def test_what_is_exported_is_recognised_and_comes_in(name: str, tmp_path: Path) -> None:
    scenario = load(SCENARIOS / "frozen-gate.yaml")
    path = tmp_path / f"gate{load_format(name).ending}"
    export(scenario, name, path)
    outcome = MapImport((1,), ImportRequest(path)).run()
    assert outcome.told == ""
    assert outcome.format_name == name
    assert outcome.scenario is not None
    board = outcome.scenario.board
    assert (board.columns, board.rows) == (scenario.board.columns, scenario.board.rows)
    assert sum(count for _, count in outcome.terrain) >= board.columns * board.rows


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot be halted there")
def test_a_worker_that_hangs_over_a_map_is_ended_and_told(
    session: Session, court: Path, qtbot: QtBot
) -> None:
    importer = session.importer
    with qtbot.waitSignal(importer.answered):
        importer.ask(ImportRequest(court))
    process = session.worker.process
    assert process is not None
    assert process.pid is not None
    os.kill(process.pid, signal.SIGSTOP)
    importer.limit = 0.2
    with qtbot.waitSignal(importer.failed) as caught:
        importer.ask(ImportRequest(court))
    os.kill(process.pid, signal.SIGCONT)
    assert caught.args == ["reading took longer than 0.2 seconds and was stopped"]
    assert not importer.is_waiting
    process.join()
    importer.limit = None
    with qtbot.waitSignal(importer.answered):
        importer.ask(ImportRequest(court))
