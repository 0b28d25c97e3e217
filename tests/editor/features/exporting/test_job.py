"""The jobs of an export, done in the test's own process, and once in the worker's."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fairground.core.clients import export_formats, import_formats
from fairground.core.errors import FileError
from fairground.core.files import load
from fairground.core.files.atomic import Staged
from fairground.core.finding import Severity
from fairground.core.pictures import draw_board, to_png
from fairground.editor.features.exporting.job import (
    DrawPage,
    ExportPlan,
    ExportRequest,
    PlanExport,
    WriteExport,
    WrittenFiles,
)
from fairground.editor.features.exporting.page_pictures import MAX_PIXELS, PagePicture, pages_of
from fairground.editor.jobs.formats import ListFormats
from fairground.editor.jobs.job_scenario import JobScenario, forget
from fairground.editor.jobs.latest_answer import ScenarioLatestAnswer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pytestqt.qtbot import QtBot

    from fairground.core.scenario.document import Scenario
    from fairground.editor.session.session import Session

TAG = (1,)
SCENARIOS = Path(__file__).parents[4] / "scenarios"
SMALL = (("pixels", "20"),)
_states = itertools.count(1)


@pytest.fixture
def scenario() -> Iterator[Scenario]:
    yield load(SCENARIOS / "twin-stones.yaml")
    forget()


@pytest.fixture
def broken(scenario: Scenario) -> Scenario:
    scenario.board.palette[0] = type(scenario.board.palette[0])(".", ("claer",))
    return scenario


def subject(scenario: Scenario) -> JobScenario:
    return JobScenario(next(_states), scenario)


def plan(scenario: Scenario, request: ExportRequest) -> ExportPlan:
    found = PlanExport(TAG, subject(scenario), request).run()
    assert found is not None
    return found


def write(
    scenario: Scenario, request: ExportRequest, *, overwrite: bool = False, known: str = ""
) -> WrittenFiles:
    found = WriteExport(TAG, subject(scenario), request, overwrite, known).run()
    assert found is not None
    return found


# -- the plan -----------------------------------------------------------------------------------------------


def test_a_plan_says_what_would_be_written_and_lost_and_writes_nothing(
    scenario: Scenario, tmp_path: Path
) -> None:
    (tmp_path / "stones.json").write_text("mine")
    found = plan(scenario, ExportRequest("foundry", tmp_path / "stones.json", SMALL))
    assert found.files[0].name == "stones.json"
    assert found.files[1].name.startswith("stones-board-")
    assert [it.is_there for it in found.files] == [True, *([False] * (len(found.files) - 1))]
    assert all("-token-" in it.name for it in found.files[2:])
    assert all(it.size > 100 for it in found.files)
    assert any("turn limit is dropped" in it for it in found.losses)
    assert found.refusal == ""
    assert [it.name for it in tmp_path.iterdir()] == ["stones.json"]


def test_errors_are_in_the_way_unless_it_is_forced(broken: Scenario, tmp_path: Path) -> None:
    request = ExportRequest("svg", tmp_path / "a.svg")
    found = plan(broken, request)
    assert "has errors and was not exported" in found.refusal
    assert any("claer" in it.message for it in found.findings if it.severity is Severity.ERROR)
    assert found.files == ()
    assert write(broken, request, overwrite=True).refusal == found.refusal
    assert list(tmp_path.iterdir()) == []


def test_forced_the_errors_are_told_all_the_same(scenario: Scenario, tmp_path: Path) -> None:
    scenario.units[0] = type(scenario.units[0])(
        **{name: getattr(scenario.units[0], name) for name in scenario.units[0].__dataclass_fields__}
        | {"unit_class": "nobody"}
    )
    request = ExportRequest("hexjson", tmp_path / "a.hexjson", force=True)
    found = plan(scenario, request)
    assert any(it.severity is Severity.ERROR for it in found.findings)
    assert found.refusal == ""
    assert [it.name for it in found.files] == ["a.hexjson"]


def test_strict_refuses_what_would_lose_something(scenario: Scenario, tmp_path: Path) -> None:
    request = ExportRequest("hexjson", tmp_path / "a.hexjson", strict=True)
    found = plan(scenario, request)
    assert found.losses
    assert "would be lost" in found.refusal
    assert "would be lost" in write(scenario, request).refusal
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("request_of", "words"),
    [
        (lambda path: ExportRequest("pfd", path / "a"), "there is no format 'pfd'"),
        (lambda path: ExportRequest("png", path / "a", (("dip", "3"),)), "there is no option 'dip'"),
        (lambda path: ExportRequest("png", path / "a", (("dpi", "x"),)), "dpi must be a number"),
    ],
)
def test_what_cannot_be_asked_for_is_told(
    scenario: Scenario, tmp_path: Path, request_of: Callable[[Path], ExportRequest], words: str
) -> None:
    assert words in plan(scenario, request_of(tmp_path)).refusal


def test_a_worker_without_the_scenario_says_so(tmp_path: Path) -> None:
    lost = JobScenario(next(_states), None)
    request = ExportRequest("png", tmp_path / "a.png")
    assert PlanExport(TAG, lost, request).run() is None
    assert DrawPage(TAG, lost, request, 0, 10).run() is None
    assert WriteExport(TAG, lost, request).run() is None


# -- writing ------------------------------------------------------------------------------------------------


def test_all_files_are_written(scenario: Scenario, tmp_path: Path) -> None:
    found = write(scenario, ExportRequest("foundry", tmp_path / "stones.json", SMALL))
    assert found.refusal == ""
    assert {*found.files} == {*tmp_path.iterdir()}
    assert len([it for it in found.files if "-board-" in it.name]) == 1
    assert found.losses


def test_one_file_that_cannot_be_written_leaves_none(
    scenario: Scenario, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "stones.json").write_text("mine")
    place, placed = Staged.place, []

    def no_second(staged: Staged) -> None:
        placed.append(staged)
        if len(placed) == 2:
            raise FileError("the disk is full")
        place(staged)

    monkeypatch.setattr(Staged, "place", no_second)
    found = write(scenario, ExportRequest("foundry", tmp_path / "stones.json", SMALL), overwrite=True)
    assert found.refusal == "the disk is full"
    assert found.files == ()
    assert [(it.name, it.read_text()) for it in tmp_path.iterdir()] == [("stones.json", "mine")]


def test_a_file_of_somebody_else_is_replaced_only_when_that_is_said(
    scenario: Scenario, tmp_path: Path
) -> None:
    request = ExportRequest("hexjson", tmp_path / "a.hexjson")
    first = write(scenario, request)
    assert first.digest
    scenario.name = "Other"
    again = write(scenario, request, known=first.digest)
    assert again.refusal == ""
    assert again.digest != first.digest
    request.path.write_text("mine")
    scenario.name = "Third"
    refused = write(scenario, request, known=again.digest)
    assert refused.is_foreign
    assert request.path.read_text() == "mine"
    assert write(scenario, request, overwrite=True).refusal == ""
    # Written already, as when the worker was stopped over it: nothing is lost by once more.
    assert write(scenario, request).refusal == ""


def test_a_folder_that_is_not_there_is_told(scenario: Scenario, tmp_path: Path) -> None:
    found = write(scenario, ExportRequest("hexjson", tmp_path / "no" / "a.hexjson"))
    assert "a.hexjson" in found.refusal


# -- pages --------------------------------------------------------------------------------------------------


def test_pages_are_those_of_the_very_file(scenario: Scenario, tmp_path: Path) -> None:
    request = ExportRequest("pdf", tmp_path / "a.pdf", (("hex-width", "20"), ("orientation", "portrait")))
    about = subject(scenario)
    found = PlanExport(TAG, about, request).run()
    assert found is not None
    assert [it.title for it in found.pages][:2] == ["Assembly", "Sheet A1"]
    assert {(round(it.width), round(it.height)) for it in found.pages} == {(210, 297)}
    drawn = DrawPage(TAG, JobScenario(about.state, None), request, 0, 60).run()
    assert drawn is not None
    assert (drawn.page, drawn.width) == (0, 60)
    assert drawn.height in (84, 85, 86)
    assert len(drawn.pixels) == 4 * drawn.width * drawn.height
    # Paper is white in its corner, and something is printed on it.
    assert drawn.pixels[:3] == b"\xff\xff\xff"
    assert min(drawn.pixels[0::4]) < 128


def test_a_picture_is_one_page(scenario: Scenario) -> None:
    picture = draw_board(scenario)
    pages = pages_of(to_png(picture, dpi=40))
    assert pages is not None
    assert len(pages.sizes) == 1
    drawn = pages.draw(0, 50)
    assert (drawn.width, len(drawn.pixels)) == (50, 4 * 50 * drawn.height)
    large = pages.draw(0, 1_000_000)
    assert large.width * large.height <= MAX_PIXELS * 1.01


@pytest.mark.parametrize("content", [b"", b"{}", b"<svg/>", b"\x89PNG\r\n\x1a\nnot one"])
def test_other_files_have_no_pages(content: bytes) -> None:
    assert pages_of(content) is None


# -- formats ------------------------------------------------------------------------------------------------


def test_every_format_has_a_card_that_says_what_it_is_for() -> None:
    cards = ListFormats(TAG).run()
    assert {it.name for it in cards if it.is_written} == {*export_formats()}
    assert tuple(it.name for it in cards if it.is_read) == import_formats()
    assert [it.name for it in cards if it.is_written and not it.purpose] == []
    assert all(it.ending.startswith(".") and it.title for it in cards)


# -- in the worker's process --------------------------------------------------------------------------------


@pytest.mark.long
def test_the_worker_plans_draws_and_writes(session: Session, qtbot: QtBot, tmp_path: Path) -> None:
    document = session.open(SCENARIOS / "twin-stones.yaml")
    inquiry = ScenarioLatestAnswer(session.worker)
    request = ExportRequest("pdf", tmp_path / "a.pdf", (("assembly", "no"),))
    answers: list[object] = []
    for job in (
        lambda tag, about: PlanExport(tag, about, request),
        lambda tag, about: DrawPage(tag, about, request, 0, 40),
        lambda tag, about: WriteExport(tag, about, request),
    ):
        with qtbot.waitSignal(inquiry.answered) as caught:
            inquiry.ask_about(document, job)
        assert caught.args is not None
        answers += caught.args
    planned, drawn, written = answers
    assert isinstance(planned, ExportPlan)
    assert isinstance(drawn, PagePicture)
    assert isinstance(written, WrittenFiles)
    assert request.path.stat().st_size == planned.files[0].size
