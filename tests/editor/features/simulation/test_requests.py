from __future__ import annotations

import gc
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from fairground.core.grid.layout import Layout
from fairground.core.scenario.blank import blank_scenario
from fairground.core.simulation.statistics.equivalence import Claim
from fairground.editor.document.document import Document
from fairground.editor.document.patches import FieldPatch
from fairground.editor.document.what_if_copy import WhatIfCopy
from fairground.editor.features.simulation import controller as module
from fairground.editor.features.simulation.controller import SimulationRequests
from fairground.editor.features.simulation.job import IntervalFigures, SimulationResult, SimulationSettings
from tests.editor.worker_hand import WorkerHand

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


class Hand(WorkerHand):
    def tell(self, count: int, *, of: int = -1) -> None:
        """Say that so many of a hundred games were played."""
        self.say(count / 100, simulation_result(count), of=of)


def simulation_result(count: int) -> SimulationResult:
    even = IntervalFigures(0.45, 0.55)
    return SimulationResult("", count == 100, Claim.NOT_DECIDED, "", 100, count, 0, (), even, 0.5, None, (), ())  # fmt: skip


def document() -> Document:
    return Document(blank_scenario("Plain", layout=Layout.ODD_Q, size=(6, 6), ruleset="penance-2.0"))


@pytest.fixture
def hand(qtbot: QtBot) -> Hand:
    assert qtbot
    return Hand()


@pytest.fixture
def player(hand: Hand) -> SimulationRequests:
    found = SimulationRequests(hand)
    found.set_document(document())
    return found


def rename(found: Document, name: str) -> None:
    found.edit("Rename", [FieldPatch("name", found.scenario.name, name)])


def test_nothing_is_played_before_somebody_asks(hand: Hand, player: SimulationRequests) -> None:
    assert hand.jobs == []
    assert not player.is_busy
    assert not player.is_old
    player.stop()
    assert not player.was_stopped
    player.set_document(None)
    player.play(SimulationSettings())
    assert hand.jobs == []


def test_it_plays_what_was_chosen_and_keeps_what_came_of_it(hand: Hand, player: SimulationRequests) -> None:
    heard: list[int] = []
    player.changed.connect(lambda: heard.append(player.found.played if player.found else -1))
    settings = SimulationSettings("hold", "lance", "alternate", 100, Fraction(1, 10), 7, stops_early=True)
    player.play(settings)
    assert hand.jobs[0].settings == settings
    assert hand.jobs[0].players == module.spare_cores() >= 1
    hand.tell(20)
    hand.tell(60)
    assert player.is_busy
    hand.reply(simulation_result(100))
    assert heard == [-1, 20, 60, 100]
    assert not player.is_busy
    assert not player.is_old
    # Asked again for the same state, the scenario need not be sent again.
    player.play(settings)
    assert hand.jobs[1].subject.scenario is None
    assert player.found is None
    hand.reply(None)
    assert hand.jobs[2].subject.scenario is not None, "the worker had lost it"
    hand.reply("no room for the force")
    assert player.failure == "no room for the force"


def test_how_long_the_rest_takes_is_known_after_a_while(
    hand: Hand, player: SimulationRequests, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    player.play(SimulationSettings())
    assert player.seconds_left is None
    now = 5.0
    hand.tell(20)
    assert player.seconds_left is None, "getting ready says nothing about the games"
    now = 9.0
    hand.tell(40)
    assert player.seconds_left == pytest.approx(12)
    hand.reply(simulation_result(100))
    assert player.seconds_left is None


def test_an_edit_makes_it_old_at_once_and_undo_current_again(hand: Hand, player: SimulationRequests) -> None:
    found = document()
    player.set_document(found)
    player.play(SimulationSettings())
    rename(found, "Another")
    assert player.is_old
    assert player.is_busy, "what was begun goes on"
    hand.tell(20)
    assert player.is_old
    hand.reply(simulation_result(100))
    assert player.is_old
    found.undo()
    assert not player.is_old
    rename(found, "A third")
    assert player.is_old
    player.play(SimulationSettings())
    assert not player.is_old
    sent = hand.jobs[-1].subject.scenario
    rename(found, "A fourth")
    assert sent is not None
    assert sent.name == "A third", "a job that waits is about the state that it was asked for"


def test_another_document_ends_the_games_and_another_state_of_the_same_does_not(
    hand: Hand, player: SimulationRequests
) -> None:
    found = document()
    player.set_document(found)
    player.play(SimulationSettings())
    hand.tell(20)

    class State(Document):
        origin = found

    player.set_document(State(found.scenario))
    assert player.is_busy
    assert player.is_old
    player.set_document(found)
    assert not player.is_old
    player.set_document(document())
    assert hand.dropped == hand.jobs
    assert player.found is None
    hand.tell(40)
    assert player.found is None


def test_what_is_stopped_keeps_its_games_and_hears_of_no_more(hand: Hand, player: SimulationRequests) -> None:
    player.play(SimulationSettings())
    hand.tell(20)
    player.stop()
    assert player.was_stopped
    assert hand.dropped == hand.jobs
    hand.tell(40)
    hand.reply(simulation_result(100))
    assert player.found == simulation_result(20)
    player.play(SimulationSettings())
    assert not player.was_stopped
    assert player.found is None


def test_games_go_on_while_another_map_is_shown(hand: Hand, player: SimulationRequests) -> None:
    first = player._document  # noqa: SLF001  # the fixture's
    assert first is not None
    ended: list[Document] = []
    player.ended_behind.connect(ended.append)
    player.play(SimulationSettings())
    hand.tell(20)
    kept = player.remember()
    assert kept is not None
    player.set_document(document())
    assert not player.is_busy
    assert player.found is None
    assert hand.dropped == []
    hand.tell(60)
    assert player.found is None
    player.set_document(first)
    player.recall(kept)
    assert player.is_busy
    assert player.found == simulation_result(60)
    hand.tell(80)
    assert player.found == simulation_result(80)
    # Away again; this time they end meanwhile.
    kept = player.remember()
    assert kept is not None
    player.set_document(document())
    hand.reply(simulation_result(100))
    assert ended == [first]
    player.set_document(first)
    player.recall(kept)
    assert not player.is_busy
    assert not player.was_stopped
    assert player.found == simulation_result(100)
    player.play(SimulationSettings())
    player.stop()
    assert hand.dropped == hand.jobs[-1:]


def test_games_of_a_what_if_go_on_while_another_map_is_shown(hand: Hand, player: SimulationRequests) -> None:
    original = player._document  # noqa: SLF001  # the fixture's
    assert original is not None
    ended: list[Document] = []
    player.ended_behind.connect(ended.append)
    copy = WhatIfCopy(original)
    player.set_document(copy)
    player.play(SimulationSettings())
    hand.tell(20)
    kept = player.remember()
    assert kept is not None
    player.set_document(document())
    # Another map ends the what-if.
    del copy
    gc.collect()
    hand.tell(40)
    assert hand.dropped == []
    player.set_document(original)
    player.recall(kept)
    assert player.is_busy
    assert player.is_old
    assert player.found == simulation_result(40)
    # Away again; this time they end meanwhile.
    kept = player.remember()
    assert kept is not None
    player.set_document(document())
    hand.reply(simulation_result(100))
    assert ended == [original]
    player.set_document(original)
    player.recall(kept)
    assert player.found == simulation_result(100)


def test_games_of_a_closed_map_are_dropped(hand: Hand, player: SimulationRequests) -> None:
    player.play(SimulationSettings())
    kept = player.remember()
    assert kept is not None
    player.set_document(None)
    del kept
    gc.collect()
    hand.tell(40)
    assert hand.dropped == hand.jobs
    hand.reply(simulation_result(100))
    assert player.found is None


def test_games_that_wait_for_others_are_cancelled_and_that_is_said(
    hand: Hand, player: SimulationRequests, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = player._document  # noqa: SLF001  # the fixture's
    cancelled: list[Document] = []
    player.cancelled.connect(cancelled.append)
    monkeypatch.setattr(hand, "has_begun", lambda _job: False)
    player.play(SimulationSettings())
    kept = player.remember()
    assert kept is not None
    assert cancelled == [first]
    player.set_document(document())
    assert hand.dropped == hand.jobs
    player.set_document(first)
    player.recall(kept)
    assert player.was_stopped
