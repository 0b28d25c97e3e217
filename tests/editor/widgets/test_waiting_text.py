from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from fairground.editor.jobs.latest_answer import SingleRequest
from fairground.editor.widgets.progress_parts import waiting_words

if TYPE_CHECKING:
    from tests.editor.conftest import WorkerHere


@dataclass(frozen=True)
class Mending:
    tag: tuple[int, ...]
    topic: ClassVar[str] = "repair"

    def run(self) -> str:
        return "mended"


@dataclass(frozen=True)
class Games:
    tag: tuple[int, ...]
    topic: ClassVar[str] = "simulation"

    def run(self) -> str:
        return "played"


def test_a_panel_says_whose_work_it_waits_for(worker_here: WorkerHere) -> None:
    first, second = SingleRequest(worker_here), SingleRequest(worker_here)
    told: list[str] = []
    second.begun.connect(lambda: told.append(waiting_words(second.waits_for)))
    worker_here.is_held = True
    first.send(Mending(first.next_tag()))
    second.send(Games(second.next_tag()))
    assert waiting_words(first.waits_for) == "Starting…"
    assert waiting_words(second.waits_for) == "Waiting for Repair…"
    worker_here.let_go()
    assert told == ["Starting…"]
