from __future__ import annotations

import pickle
from typing import TYPE_CHECKING

import pytest

from fairground.core.files.clip_text import clip_to_text
from fairground.core.grid.layout import Layout
from fairground.core.scenario.board import Board
from fairground.core.scenario.transform.clip import Clip, clip_of
from fairground.editor.features.clipboard.reading_job import ClipRequest, ReadClip
from tests.editor.narrowing import present

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from fairground.editor.session.session import Session


def clip() -> Clip:
    board = Board.blank(Layout.ODD_Q, 6, 5)
    board.names = {board.parse("C3"): "Old Mill"}
    return clip_of(board, tuple(board.hexes()))


def test_the_job_reads_a_clip_or_says_what_is_wrong() -> None:
    job = pickle.loads(pickle.dumps(ReadClip((1,), clip_to_text(clip()))))  # noqa: S301  # as the worker gets it
    assert pickle.loads(pickle.dumps(job.run())).content == clip()  # noqa: S301
    assert ReadClip((1,), "format: fairground-clip/1\npalette: 3\n").run().fault.startswith("line ")


def test_the_last_request_is_answered_by_the_worker(session: Session, qtbot: QtBot) -> None:
    reader = ClipRequest(session.worker)
    found: list[Clip] = []
    told: list[str] = []
    reader.answered.connect(found.append)
    reader.failed.connect(told.append)
    reader.ask("nothing of the kind")
    reader.ask(clip_to_text(clip()))
    qtbot.waitUntil(lambda: bool(found))
    assert (found, told) == ([clip()], [])
    reader.ask("nothing of the kind")
    qtbot.waitUntil(lambda: bool(told))
    assert "not a clip" in told[0]


@pytest.mark.long
def test_what_is_no_longer_wanted_is_not_told_and_a_lost_worker_is(session: Session, qtbot: QtBot) -> None:
    reader = ClipRequest(session.worker)
    found: list[Clip] = []
    told: list[str] = []
    reader.answered.connect(found.append)
    reader.failed.connect(told.append)
    reader.ask(clip_to_text(clip()))
    reader.forget()
    session.worker.stop()
    assert told == []
    reader.ask(clip_to_text(clip()))
    present(session.worker.process).kill()
    qtbot.waitUntil(lambda: bool(told))
    assert "too large" in told[0]
    assert found == []
    # Stopped for something else, it goes on with the next process.
    reader.ask(clip_to_text(clip()))
    session.worker.stop()
    qtbot.waitUntil(lambda: found == [clip()])
    assert len(told) == 1
