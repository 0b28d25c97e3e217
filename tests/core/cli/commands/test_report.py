"""``fairground report`` as a user runs it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from fairground.core.files import atomic
from tests.core.cli.answers import check_shape

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., Any]


@pytest.mark.parametrize(
    ("name", "start"), [("a.html", "<!doctype html>"), ("a.MD", "# Small"), ("a.htm", "<!doctype")]
)
def test_the_ending_says_how_it_is_written(run: Run, small: Path, name: str, start: str) -> None:
    output = small.with_name(name)
    ran = run("report", small, "-o", output)
    assert (ran.status, ran.out) == (0, f"{output}\n")
    assert output.read_text(encoding="utf-8").startswith(start)


def test_markdown_is_printed(run: Run, small: Path) -> None:
    ran = run("report", small, "--markdown", "--class", "scout")
    assert ran.status == 0
    assert ran.out.startswith("# Small\n")
    assert "`fairground report small.yaml --class scout -o small.md`" in ran.out
    output = small.with_name("a.txt")
    assert run("report", small, "--markdown", "-o", output).status == 0
    assert output.read_text(encoding="utf-8").startswith("# Small\n")


def test_the_answer_has_the_published_shape(run: Run, small: Path) -> None:
    output = small.with_name("a.html")
    ran = run("report", small, "-o", output, "--json")
    check_shape(ran.answer, "report")
    assert ran.answer["output"] == str(output)
    assert (ran.answer["verdict"], ran.answer["format"]) == ("amber", "html")
    assert ran.answer["sentence"].startswith("Amber because of ")
    ran = run("report", small, "--markdown", "--json")
    check_shape(ran.answer, "report")
    assert ran.answer["text"].startswith("# Small\n")


def test_findings_have_their_lines(run: Run, small: Path) -> None:
    small.write_text(small.read_text().replace("hexes: rows 6", "hexes: rows 3"))
    assert '- **advice** B3 line 21: 1 of 4 hexes of zone "Player 2\'s zone" is impassable' in (
        run("report", small, "--markdown").out
    )


def test_all_options_of_fairness_are_there_and_told(run: Run, small: Path) -> None:
    options = [
        "--zones",
        "p2-start,p1-start",
        "--mode",
        "walk",
        "--band",
        "territory=0:0",
        "--gate",
        "territory",
    ]
    ran = run("report", small, "--markdown", *options)
    assert ran.status == 0
    assert " ".join(options) in ran.out
    assert "| measure | Player 2 | Player 1 |" in ran.out


def test_nothing_is_overwritten_unasked(run: Run, small: Path) -> None:
    output = small.with_name("a.html")
    output.write_text("mine")
    ran = run("report", small, "-o", output)
    assert ran.status == 2
    assert "exists" in ran.err
    assert output.read_text() == "mine"
    assert run("report", small, "-o", output, "--overwrite").status == 0
    assert output.read_text(encoding="utf-8").startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ([], "-o report.html"),
        (["-o", "a.pdf"], "the name of a report must end in .html or .md"),
        (["-o", "nowhere/a.html"], "the folder nowhere does not exist"),
        (["--markdown", "--class", "scuot"], "scout"),
        (["--markdown", "--zones", "p1-start,p3-start"], "p3-start"),
        (["--markdown", "--band", "territory"], "has no valid limits"),
        (["--markdown", "--gate", "traffic"], "has no rating"),
    ],
)
def test_what_cannot_be_done_is_said(run: Run, small: Path, options: list[str], words: str) -> None:
    ran = run("report", small, *options)
    assert ran.status == 2
    assert words in ran.err
    assert "Traceback" not in ran.err


def test_a_malformed_file_ends_with_2(run: Run, small: Path) -> None:
    small.write_text(small.read_text().replace("size: [4, 6]", "size: [4, 5]"))
    ran = run("report", small, "--markdown")
    assert ran.status == 2
    assert "line 9" in ran.err


def test_games_and_another_version_are_played_and_reproduced(run: Run, small: Path) -> None:
    arena = "scenarios/training-yard.yaml"
    output = small.with_name("games.md")
    options = [
        "report",
        arena,
        "-o",
        output,
        "--games",
        "2",
        "--jobs",
        "1",
        "--against",
        arena,
        "--overwrite",
    ]
    ran = run(*options, "--json")
    check_shape(ran.answer, "report")
    assert "not decided, for these bots (Take objectives)" in ran.answer["games"]
    text = output.read_text(encoding="utf-8")
    assert "## Self-play" in text
    assert "--games 2 --against training-yard.yaml" in text
    run(*options)
    assert output.read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    "options", [("--bots-table",), ("--bots", "advance"), ("--seed", "1"), ("--jobs", "2")]
)
def test_options_of_games_need_games(run: Run, small: Path, options: tuple[str, ...]) -> None:
    ran = run("report", small, "--markdown", *options)
    assert ran.status == 2
    assert f"{options[0]} needs --games" in ran.err


GAMES = ("--games", "2", "--jobs", "1")


def test_games_of_a_report_that_cannot_be_written_are_printed(
    run: Run, small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_descriptor: int, _data: bytes) -> int:
        raise OSError(28, "No space left on device")

    output = small.with_name("a.html")
    monkeypatch.setattr(atomic, "_write_all", full)
    arena = "scenarios/training-yard.yaml"
    ran = run("report", arena, "-o", output, *GAMES)
    assert (ran.status, output.exists()) == (2, False)
    assert "a.html cannot be written: No space left on device" in ran.err
    assert ran.out.startswith("# Training Yard\n")
    assert "## Self-play" in ran.out
    answer = run("report", arena, "-o", output, *GAMES, "--json").answer
    assert answer["output"] is None
    assert answer["text"] == ran.out


def test_a_report_never_replaces_its_scenario(run: Run, small: Path) -> None:
    before = small.read_text()
    ran = run("report", small, "--markdown", "-o", small, "--overwrite")
    assert ran.status == 2
    assert "is the input file" in ran.err
    assert small.read_text() == before
