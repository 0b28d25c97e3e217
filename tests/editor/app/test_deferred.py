from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QAbstractEventDispatcher, QCoreApplication, QEvent, QObject, QTimer

from fairground.editor.app.deferred import next_turn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pytestqt.qtbot import QtBot


@pytest.fixture
def log(qtbot: QtBot) -> Iterator[list[str]]:
    """What is done, with a stroke for each time that the event loop turns."""
    assert qtbot
    found: list[str] = []
    dispatcher = QAbstractEventDispatcher.instance()
    assert dispatcher is not None

    def turned() -> None:
        found.append("|")

    dispatcher.awake.connect(turned)
    yield found
    dispatcher.awake.disconnect(turned)


def test_works_are_done_in_order_each_in_a_turn_of_its_own(qtbot: QtBot, log: list[str]) -> None:
    owner = QObject()

    def work(name: str) -> Callable[[], None]:
        return lambda: log.append(name)

    def begin() -> None:
        log.clear()
        for name in "abc":
            next_turn(owner, work(name))
        log.append("begun")

    # From a timer, as from a key or a click: what Qt posts from there comes in the same turn.
    QTimer.singleShot(5, begin)
    qtbot.waitUntil(lambda: "c" in log)
    told = "".join(log)
    assert told.startswith("begun|")
    turns = [turn for turn in told.removeprefix("begun").split("|") if turn]
    assert turns[:3] == ["a", "b", "c"]


def test_a_work_that_waits_already_is_done_once(qtbot: QtBot) -> None:
    owner = QObject()
    done: list[int] = []

    def work() -> None:
        done.append(len(done))
        if len(done) == 1:
            next_turn(owner, work)

    next_turn(owner, work)
    next_turn(owner, work)
    qtbot.waitUntil(lambda: len(done) == 2)
    qtbot.wait(20)
    assert done == [0, 1]


def test_what_is_gone_leaves_no_work_behind_and_a_fault_holds_up_no_other(qtbot: QtBot) -> None:
    gone, owner = QObject(), QObject()
    done: list[str] = []

    def fail() -> None:
        raise ValueError("on purpose")

    next_turn(gone, lambda: done.append("gone"))
    next_turn(owner, fail)
    next_turn(owner, lambda: done.append("last"))
    gone.deleteLater()
    QCoreApplication.sendPostedEvents(gone, QEvent.Type.DeferredDelete.value)
    with qtbot.captureExceptions() as faults:
        qtbot.waitUntil(lambda: "last" in done)
    assert done == ["last"]
    assert [str(fault[1]) for fault in faults] == ["on purpose"]
