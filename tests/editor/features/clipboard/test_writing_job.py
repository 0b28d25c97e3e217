from __future__ import annotations

import pickle
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from fairground.core.files.clip_text import clip_to_text
from fairground.core.grid.layout import Layout
from fairground.core.scenario.board import Board, PaletteEntry
from fairground.core.scenario.transform.clip import Clip, clip_of
from fairground.editor.features.clipboard.reading_job import ClipRequest, WriteClip
from tests.editor.narrowing import present

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from fairground.editor.session.session import Session


def clip() -> Clip:
    board = Board.blank(Layout.ODD_Q, 6, 5)
    return clip_of(board, tuple(board.hexes()))


def unwritable() -> Clip:
    return replace(clip(), palette=(PaletteEntry("a b", ("clear",)),))


def test_the_job_writes_a_clip_or_says_what_is_wrong() -> None:
    job = pickle.loads(pickle.dumps(WriteClip((1,), clip())))  # noqa: S301  # as the worker gets it
    assert job.run().content == clip_to_text(clip())
    assert "'a b'" in WriteClip((1,), unwritable()).run().fault


@pytest.mark.long
def test_the_last_request_is_answered_by_the_worker(session: Session, qtbot: QtBot) -> None:
    writer = ClipRequest(session.worker)
    found: list[str] = []
    told: list[str] = []
    writer.answered.connect(found.append)
    writer.failed.connect(told.append)
    writer.ask(unwritable())
    writer.ask(clip())
    assert writer.is_waiting
    qtbot.waitUntil(lambda: bool(found))
    assert (found, told, writer.is_waiting) == ([clip_to_text(clip())], [], False)
    writer.ask(unwritable())
    qtbot.waitUntil(lambda: bool(told))
    assert "'a b'" in told[0]
    session.worker.stop()
    writer.ask(clip())
    # While it starts: nothing can have been done.
    present(session.worker.process).kill()
    qtbot.waitUntil(lambda: len(told) == 2)
    assert "ended" in told[1]
