from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fairground.core.grid.layout import Layout
from fairground.core.scenario.blank import blank_scenario
from fairground.core.scenario.fairness_titles_and_limits import MEASURES
from fairground.editor.document.document import Document
from fairground.editor.document.patches import BoardLayer, cell_patch
from fairground.editor.features.fairness import measuring as module
from fairground.editor.features.fairness.measuring import FairnessMeasuring
from fairground.editor.jobs.fairness import Contestant, FairnessRequest, FairnessResult, MeasureHexes, Rating
from fairground.editor.jobs.process import JobProgress
from tests.editor.narrowing import present
from tests.editor.worker_hand import WorkerHand

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

CHEAP = tuple(name for name, it in MEASURES.items() if not it.is_slow)
DEAR = tuple(name for name, it in MEASURES.items() if it.is_slow)


class Hand(WorkerHand):
    def answer(self, index: int = -1, result: object = None) -> None:
        """Answer one of the jobs that were sent; with a report that is asked for, where nothing else is said."""
        self.reply(report(self.jobs[index].measures) if result is None else result, of=index)


def report(measures: tuple[str, ...]) -> FairnessResult:
    nothing = MeasureHexes(b"\0" * 5, (6, 6))
    ratings = [
        Rating(it, it, gates=True, classes=(), range_band="", values=(), by=None, figure=None, band=None,
               hexes=nothing, text="")
        for it in measures
    ]  # fmt: skip
    return FairnessResult(
        (Contestant("a", "a", 0), Contestant("b", "b", 1)),
        tuple(ratings),
        (6, 6),
        dict.fromkeys(measures, ""),
    )


AtWork = tuple[Hand, FairnessMeasuring, Document, "QtBot"]


@pytest.fixture
def at_work(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> AtWork:
    monkeypatch.setattr(module, "_REST", 5)
    monkeypatch.setattr(module, "_IDLE", 5)
    hand = Hand()
    document = Document(blank_scenario("Plain", layout=Layout.ODD_Q, size=(6, 6), ruleset="penance-2.0"))
    found = FairnessMeasuring(hand)
    found.set_document(document)
    return hand, found, document, qtbot


def change(document: Document) -> None:
    board = document.scenario.board
    mask = board.mask((board.parse("C3"),))
    document.edit("Raise", [cell_patch(board, BoardLayer.ELEVATION, mask, int(board.elevation.max()) + 1)])


def asked(hand: Hand, qtbot: QtBot, count: int) -> None:
    qtbot.waitUntil(lambda: len(hand.jobs) == count)


def test_nothing_is_measured_while_nobody_looks(at_work: AtWork) -> None:
    hand, measuring, document, qtbot = at_work
    change(document)
    qtbot.wait(30)
    assert hand.jobs == []
    measuring.set_wanted(True)
    asked(hand, qtbot, 1)
    measuring.set_wanted(False)
    assert hand.dropped == hand.jobs


def test_cheap_measures_come_first_and_the_others_after(at_work: AtWork) -> None:
    hand, measuring, _, qtbot = at_work
    measuring.set_wanted(True)
    asked(hand, qtbot, 1)
    assert hand.jobs[0].measures == CHEAP
    hand.answer()
    assert not measuring.is_current
    assert not measuring.is_old("territory")
    assert measuring.is_old("exposure")
    asked(hand, qtbot, 2)
    assert hand.jobs[1].measures == DEAR
    hand.progressed.emit(JobProgress("fairness", hand.jobs[1].tag, 0.5))
    hand.progressed.emit(JobProgress("fairness", hand.jobs[0].tag, 0.9))
    assert measuring.share == 0.5
    hand.answer()
    assert measuring.is_current
    assert [it.id for it in present(measuring.result).ratings] == list(MEASURES)


def test_an_edit_makes_all_old_and_answers_for_the_state_before_are_dropped(at_work: AtWork) -> None:
    hand, measuring, document, qtbot = at_work
    measuring.set_wanted(True)
    asked(hand, qtbot, 1)
    hand.answer()
    asked(hand, qtbot, 2)
    change(document)
    assert hand.dropped == [hand.jobs[1]]
    shown = measuring.result
    hand.answer(1)
    assert measuring.result is shown
    assert measuring.is_old("territory")
    asked(hand, qtbot, 3)
    assert hand.jobs[2].measures == CHEAP
    hand.answer()
    asked(hand, qtbot, 4)
    hand.answer()
    assert measuring.is_current


def test_another_question_drops_what_was_measured(at_work: AtWork) -> None:
    hand, measuring, _, qtbot = at_work
    measuring.set_wanted(True)
    asked(hand, qtbot, 1)
    hand.answer()
    measuring.set_question(FairnessRequest("heavy", "walk"))
    assert measuring.result is None
    asked(hand, qtbot, 2)
    assert hand.jobs[1].question == FairnessRequest("heavy", "walk")


def test_on_a_large_board_what_is_dear_is_left_out_and_that_is_known(
    at_work: AtWork, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand, measuring, _, qtbot = at_work
    monkeypatch.setattr(module, "MOST_HEXES", 30)
    measuring.set_wanted(True)
    asked(hand, qtbot, 1)
    hand.answer()
    assert measuring.is_current
    assert measuring.left_out == DEAR
    qtbot.wait(30)
    assert len(hand.jobs) == 1


def test_why_nothing_can_be_measured_is_told(at_work: AtWork) -> None:
    hand, measuring, document, qtbot = at_work
    measuring.set_wanted(True)
    asked(hand, qtbot, 1)
    hand.answer(result="there are fewer than two parties")
    assert measuring.result is None
    assert measuring.failure == "there are fewer than two parties"
    qtbot.wait(30)
    assert len(hand.jobs) == 1
    change(document)
    assert not measuring.failure
