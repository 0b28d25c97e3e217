from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

pytest.importorskip("PySide6")

from benchmarks import evening, evening_turns


def minutes(**held: list[float]) -> list[dict[str, float]]:
    count = len(next(iter(held.values())))
    return [
        {"at": 60.0 * (at + 1), **{what: values[at] for what, values in held.items()}} for at in range(count)
    ]


def turn(what: str, ran: float, slow: float = 1.0, kernel: float = 0.0) -> dict[str, Any]:
    times = {"ran": ran, "own": ran + 5, "wall": ran + 50, "at": 1.0, "slow": slow, "kernel": kernel}
    return {"what": what, **times, "stacks": [["here", 2]]}


def test_growth_is_judged_after_the_warm_up_and_one_bad_minute_is_no_growth() -> None:
    assert evening.growth(minutes(handles=[5, 9, 20, 20, 27, 20, 20]), "handles") == 0
    assert evening.growth(minutes(handles=[5, 9, 20, 21, 22, 23]), "handles") == pytest.approx(1)
    assert evening.growth(minutes(handles=[5, 9, 20, 21]), "handles") is None


def test_a_long_turn_and_a_leak_are_over_their_budgets() -> None:
    held = {what: [1.0] * 6 for what in evening.GROWTH} | {"threads": [1.0, 2, 3, 4, 5, 6]}
    answer = {
        "side": 100,
        "turns": 9,
        "long": [
            turn("action edit.fill", 51, slow=1.5),
            turn("action view.dark", 49, kernel=30),
            turn("hover", 20),
        ],
        "minutes": minutes(**held),
        "not done": ["go.hex"],
    }
    figures = {figure.name: figure for figure in evening.judged(answer)}
    over = sorted(name.removeprefix("evening 100x100, ") for name, figure in figures.items() if figure.over)
    assert over == ["growth of threads a minute", "longest turn, processor", "turns over 50 ms"]
    assert figures["evening 100x100, longest turn, processor"].value == 51
    assert figures["evening 100x100, longest turn, processor, at the machine's best pace"].value == 49
    told = evening.table(answer)
    assert "2 x here" in told
    assert "action edit.fill  x1.5\n" in told
    assert "action view.dark  30 of it the kernel\n" in told
    assert "never done: go.hex" in told


def test_what_is_long_in_each_evening_is_told_apart_from_what_was_once() -> None:
    evenings = [
        {"long": [turn("open", 41), turn("open", 30), turn("hover", 70)]},
        {"long": [turn("open", 48), turn("hover", 17), turn("save", 90)]},
        {"long": [turn("open", 44), turn("hover", 18)]},
    ]
    assert evening.returning(evenings) == ("open", 41)
    assert evening.returning([evenings[0], {"long": []}]) == ("nothing", 0)


def test_of_turns_that_are_not_over_the_longest_alone_are_kept() -> None:
    turns = evening_turns.LongTurns()
    for at, ran in enumerate((20.0, 45.0, 30.0, 70.0, 60.0)):
        turns.keep(evening_turns.Turn("hover", wall=100 - ran, own=ran, ran=ran, at=at))
    assert [it.ran for it in turns] == [20, 45, 70, 60]
    turns.clear()
    assert list(turns) == []


#: Works of 20 ms of processor time each: by a timer, by a timer that posts another, and by two in turns of their own.
WORKS = """
import json, time
from PySide6.QtCore import QCoreApplication, QTimer
from benchmarks.evening_turns import Turns
from fairground.editor.app.deferred import next_turn

application = QCoreApplication([])
turns = Turns()


def work(name, then=lambda: None):
    def done():
        turns.begin()
        turns.what = name
        end = time.thread_time() + 0.02
        while time.thread_time() < end:
            pass
        then()

    return done


def two():
    next_turn(application, work("first of two"))
    next_turn(application, work("second of two"))


QTimer.singleShot(20, work("timer"))
QTimer.singleShot(120, work("posting", lambda: QTimer.singleShot(0, work("posted"))))
QTimer.singleShot(220, two)
QTimer.singleShot(400, application.quit)
application.exec()
turns.close()
print(json.dumps([(turn.what, turn.ran) for turn in turns.long]))
"""


@pytest.mark.long
def test_a_turn_has_all_that_is_done_between_two_looks_for_events_and_no_more() -> None:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "QT_NO_GLIB": "1"}
    found = subprocess.run(
        [sys.executable, "-c", WORKS], check=True, capture_output=True, text=True, env=environment
    )
    took = {what: ran for what, ran in json.loads(found.stdout) if what != "start"}
    assert list(took) == ["timer", "posted", "first of two", "second of two"]
    assert took["posted"] == pytest.approx(40, abs=8)
    assert [took[name] for name in took if name != "posted"] == pytest.approx([20] * 3, abs=8)


BEGUN = """
import multiprocessing

from benchmarks.evening_course import in_the_editor
from PySide6.QtWidgets import QApplication

with in_the_editor(16, 1) as editor:
    while not multiprocessing.active_children():
        QApplication.processEvents()
print([child.name for child in multiprocessing.active_children()])
"""


@pytest.mark.long
def test_no_process_is_left_to_write_to_the_folder_that_is_removed() -> None:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "QT_NO_GLIB": "1"}
    found = subprocess.run(
        [sys.executable, "-c", BEGUN], check=True, capture_output=True, text=True, env=environment
    )
    assert found.stdout == "[]\n"


# A second or more: the whole editor, as a process of its own, with every kind of work that its hand knows.
@pytest.mark.long
def test_a_short_evening_breaks_nothing() -> None:
    answer = evening.measured(2.0, 16, seed=4)
    assert not answer["errors"]
    assert answer["minutes"]
    # One works things out, and one plays games.
    assert answer["minutes"][-1]["children"] <= 2
    assert {name.split()[0] for name in answer["done"]} >= {"stroke", "action", "open"}
