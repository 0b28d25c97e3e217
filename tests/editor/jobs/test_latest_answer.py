from __future__ import annotations

import gc
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar
from weakref import ref

import pytest

from fairground.core.grid.layout import Layout
from fairground.core.scenario.blank import blank_scenario
from fairground.editor.document.document import Document
from fairground.editor.document.patches import FieldPatch
from fairground.editor.jobs.job_scenario import JobScenario
from fairground.editor.jobs.latest_answer import ScenarioLatestAnswer
from fairground.editor.jobs.process import JobAnswer
from tests.editor.worker_hand import WorkerHand

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


@dataclass(frozen=True)
class Question:
    topic: ClassVar[str] = "question"
    tag: tuple[int, ...]
    subject: JobScenario

    def run(self) -> object:
        return None


Asked = tuple[WorkerHand, ScenarioLatestAnswer, Document, list[object]]


@pytest.fixture
def asked(qtbot: QtBot) -> Asked:
    assert qtbot
    hand = WorkerHand()
    inquiry = ScenarioLatestAnswer(hand)
    document = Document(blank_scenario("Plain", layout=Layout.ODD_Q, size=(6, 6), ruleset="penance-2.0"))
    told: list[object] = []
    inquiry.answered.connect(told.append)
    return hand, inquiry, document, told


def test_the_scenario_goes_along_until_the_worker_has_answered(asked: Asked) -> None:
    hand, inquiry, document, told = asked
    inquiry.ask_about(document, Question)
    inquiry.ask_about(document, Question)
    assert [job.subject.scenario is document.scenario for job in hand.jobs] == [True, True]
    hand.reply("one")
    inquiry.ask_about(document, Question)
    assert hand.jobs[-1].subject == JobScenario(hand.jobs[0].subject.state, None)
    hand.reply("two")
    assert told == ["one", "two"]


def test_after_an_edit_it_goes_along_again_in_another_state(asked: Asked) -> None:
    hand, inquiry, document, _ = asked
    inquiry.ask_about(document, Question)
    hand.reply("one")
    document.edit("Rename", [FieldPatch("name", "Plain", "Plains")])
    inquiry.ask_about(document, Question)
    assert hand.jobs[1].subject.scenario is document.scenario
    assert hand.jobs[1].subject.state != hand.jobs[0].subject.state


def test_an_answer_about_another_state_is_nobody_s(asked: Asked) -> None:
    hand, inquiry, document, told = asked
    inquiry.ask_about(document, Question)
    before = hand.jobs[-1]
    document.edit("Rename", [FieldPatch("name", "Plain", "Other")])
    inquiry.ask_about(document, Question)
    assert hand.dropped == [before]
    # It was done all the same, before the worker heard that nobody wants it.
    hand.answered.emit(JobAnswer(before.topic, before.tag, "of the state before"))
    assert told == []
    hand.reply("of the state now")
    assert told == ["of the state now"]
    inquiry.forget()
    inquiry.forget()
    hand.reply("too late")
    assert told == ["of the state now"]


def test_a_worker_that_has_lost_it_gets_it_again(asked: Asked) -> None:
    hand, inquiry, document, told = asked
    inquiry.ask_about(document, Question)
    hand.reply("one")
    inquiry.ask_about(document, Question)
    hand.reply(None)
    assert len(hand.jobs) == 3
    assert hand.jobs[2].subject.scenario is document.scenario
    assert inquiry.is_waiting
    hand.reply("two")
    assert told == ["one", "two"]


@pytest.mark.long
def test_a_document_that_was_closed_is_not_kept() -> None:
    hand = WorkerHand()
    inquiry = ScenarioLatestAnswer(hand)
    document = Document(blank_scenario("Old", layout=Layout.ODD_Q, size=(3, 3), ruleset="penance-2.0"))
    inquiry.ask_about(document, Question)
    hand.reply(1)
    hand.jobs.clear()
    gone = ref(document)
    del document
    gc.collect()
    assert gone() is None
