"""The worker's side, in this process: one thread serves, the test is the editor."""

from __future__ import annotations

import multiprocessing
import pickle
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, TypedDict, TypeVar, Unpack

import pytest

from fairground.core.files import load
from fairground.core.grid.layout import Layout
from fairground.core.scenario.blank import blank_scenario
from fairground.core.scenario.compare import compare
from fairground.editor.jobs import process
from fairground.editor.jobs.job_scenario import ValidationJob
from fairground.editor.jobs.map_import import ImportOutcome, ImportRequest, MapImport
from fairground.editor.jobs.process import Dropped, JobAnswer, JobProgress, JobWatch, serve
from tests.editor.narrowing import of_type

if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.connection import Connection

SCENARIOS = Path(__file__).parents[3] / "scenarios"
BOARD = 'size 2 1\nhex 0101 0 "woods:1;arms:1" ""\nhex 0201 1 "" ""\nend\n'


@dataclass(frozen=True)
class Echo:
    topic: str
    tag: tuple[int, ...]

    def run(self) -> object:
        if self.topic == "broken":
            raise ValueError("no echo")
        return self.tag[0] * 10


@dataclass(frozen=True)
class Counting:
    """Counts until nobody waits any more."""

    topic: str
    tag: tuple[int, ...]

    def run(self) -> object:
        raise AssertionError("it has somebody to tell")

    def run_watched(self, watch: JobWatch) -> object:
        number = 0
        while not watch.is_cancelled():
            number += 1
            watch.report(1 - 1 / number)
        return number


@dataclass
class Served:
    """The editor's end of the pipe; ``begin`` has the worker look at it."""

    connection: Connection
    thread: Thread

    def begin(self) -> None:
        self.thread.start()


@pytest.fixture
def editor() -> Iterator[Served]:
    mine, theirs = multiprocessing.Pipe()
    found = Served(mine, Thread(target=serve, args=(theirs,)))
    yield found
    mine.close()
    found.thread.join()


Value = TypeVar("Value")


def test_of_jobs_that_wait_the_newest_of_each_topic_is_done(editor: Served) -> None:
    for topic, number in (("a", 1), ("b", 2), ("a", 3), ("b", 4)):
        editor.connection.send(Echo(topic, (number,)))
    editor.begin()
    assert editor.connection.recv() == JobAnswer("a", (3,), 30)
    assert editor.connection.recv() == JobAnswer("b", (4,), 40)
    assert not editor.connection.poll(0.05)


def test_a_worker_ends_quietly_when_the_editor_was_closed_before_it_was_ready() -> None:
    mine, theirs = multiprocessing.Pipe()
    mine.close()
    process.begin(theirs)


def test_work_that_breaks_is_told_and_the_next_job_done(editor: Served) -> None:
    editor.begin()
    editor.connection.send(Echo("broken", (1,)))
    assert editor.connection.recv() == JobAnswer("broken", (1,), None, "ValueError: no echo")
    editor.connection.send(Echo("a", (2,)))
    assert editor.connection.recv() == JobAnswer("a", (2,), 20)


def test_long_work_tells_how_far_it_is_and_is_given_up_when_it_is_dropped(
    editor: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "REPORT_INTERVAL", 0.0)
    editor.begin()
    editor.connection.send(Counting("long", (1,)))
    told = [editor.connection.recv(), editor.connection.recv()]
    assert all(isinstance(it, JobProgress) and it.tag == (1,) for it in told)
    assert told[0].share < told[1].share
    editor.connection.send(Dropped("long", (0,)))
    editor.connection.send(Echo("a", (2,)))
    editor.connection.send(Dropped("long", (1,)))
    answers: list[JobAnswer] = []
    while len(answers) < 2:
        message = editor.connection.recv()
        if isinstance(message, JobAnswer):
            answers.append(message)
    assert answers[0].topic == "long"
    assert answers[1] == JobAnswer("a", (2,), 20)


def test_long_work_ends_when_the_editor_does(editor: Served) -> None:
    editor.begin()
    editor.connection.send(Counting("long", (1,)))
    assert isinstance(editor.connection.recv(), JobProgress)
    editor.connection.close()
    editor.thread.join()


def test_a_check_finds_what_the_validator_finds(editor: Served) -> None:
    editor.begin()
    scenario = blank_scenario("x", layout=Layout.ODD_Q, size=(3, 3), ruleset="penance-1.0")
    scenario.sides = []
    editor.connection.send(ValidationJob((1, 0, 0), scenario))
    answer = editor.connection.recv()
    assert "side.none" in {it.code for it in answer.result}


# -- imports ------------------------------------------------------------------------------------------------


class Wanted(TypedDict, total=False):
    format_name: str
    layout: Layout
    ruleset: str
    legend: str
    expect_size: tuple[int, int]


def outcome_of(path: Path, **wanted: Unpack[Wanted]) -> ImportOutcome:
    """Return what the job answers, sent there and back."""
    job = through_a_pipe(MapImport((1,), ImportRequest(path, **wanted)))
    return of_type(through_a_pipe(job.run()), ImportOutcome)


def through_a_pipe(value: Value) -> Value:
    found: Value = pickle.loads(pickle.dumps(value))  # noqa: S301  # our own
    return found


def test_an_import_brings_scenario_counts_and_losses(tmp_path: Path) -> None:
    path = tmp_path / "pass.board"
    path.write_text(BOARD)
    outcome = outcome_of(path)
    assert outcome.format_name == "megamek"
    assert outcome.scenario is not None
    assert outcome.scenario.name == "pass"
    assert outcome.scenario.folder == tmp_path
    assert dict(outcome.terrain) == {"woods-1": 1, "clear": 1}
    assert [(it.code, it.place.line, it.place.hex) for it in outcome.losses] == [
        ("import.no-meaning", 2, "A1")
    ]


def test_the_rules_of_an_import_come_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "pass.board"
    path.write_text(BOARD)
    scenario = outcome_of(path).scenario
    assert scenario is not None
    monkeypatch.setattr("fairground.core.rules.load_ruleset", None)
    assert "woods-1" in scenario.rules.terrain


def test_what_is_wrong_with_the_map_is_the_outcome(tmp_path: Path) -> None:
    path = tmp_path / "pass.board"
    path.write_text(BOARD.replace("size 2 1", "size 3 1").replace("woods:1", "woods:x"))
    outcome = outcome_of(path)
    assert outcome.scenario is None
    assert outcome.format_name == "megamek"
    assert {it.code for it in outcome.problems} >= {"import.too-few"}
    assert outcome.told


def test_a_file_of_no_format_and_one_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Sir,\n")
    assert outcome_of(path).format_name is None
    assert [it.code for it in outcome_of(path).problems] == ["import.format"]
    assert "cannot be opened" in outcome_of(tmp_path / "none.txt").told


def test_all_that_can_be_asked_for_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "court.txt"
    path.write_text("[A][B]\n[B][A]\n")
    (tmp_path / "mine.yaml").write_text(
        "format: fairground-legend/1\ntitle: Mine\nruleset: penance-1.0\ncodes: {A: clear, B: wall}\n"
    )
    outcome = outcome_of(
        path,
        format_name="brackets",
        layout=Layout.EVEN_R,
        ruleset="penance-2.0",
        legend=str(tmp_path / "mine.yaml"),
        expect_size=(3, 2),
    )
    assert outcome.scenario is not None
    assert outcome.scenario.board.layout is Layout.EVEN_R
    assert outcome.scenario.ruleset.name == "penance-2.0"
    assert dict(outcome.terrain) == {"clear": 2, "wall": 2}
    assert "import.size" in {it.code for it in outcome.losses}


def test_a_faulty_legend_is_told_with_its_lines(tmp_path: Path) -> None:
    path = tmp_path / "court.txt"
    path.write_text("[A][B]\n")
    legend = tmp_path / "mine.yaml"
    legend.write_text("format: fairground-legend/1\ntitle: Mine\nruleset: penance-1.0\ncodes:\n  A: claer\n")
    (problem,) = outcome_of(path, legend=str(legend)).problems
    assert (problem.place.file, problem.place.line) == (str(legend), 5)


@pytest.mark.parametrize("path", sorted(SCENARIOS.glob("*.yaml")), ids=lambda it: it.stem)
def test_scenarios_come_through_the_pipe_unchanged(path: Path) -> None:
    scenario = load(path)
    assert not compare(scenario, through_a_pipe(scenario))
