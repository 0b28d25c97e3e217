"""``fairground batch`` as a user runs it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from fairground.core.batches.dispatcher import LocalWorkers
from tests.core.batches.here import HereWorkers
from tests.core.cli.answers import check_shape

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., Any]


@pytest.fixture
def maps(small: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a map and one with faults, worked through without processes."""
    folder = small.parent / "maps"
    folder.mkdir()
    small.rename(folder / "small.yaml")
    (folder / "broken.yaml").write_text("format: fairground/1\nname: \x1b[31mRed\n")
    monkeypatch.setattr(
        "fairground.core.batches.batching.LocalWorkers", lambda jobs: HereWorkers(places=jobs)
    )
    return folder


def test_maps_are_told_in_a_table_with_what_is_wrong(run: Run, maps: Path) -> None:
    ran = run("batch", maps, "--jobs", 1, "--sort", "territory")
    assert ran.status == 1
    lines = ran.out.splitlines()
    assert lines[0].split() == ["verdict", "map", "size", "errors", "territory"]
    assert lines[1].split() == [
        "~",
        "amber",
        "small.yaml",
        "4x6",
        "-",
        "0%,",
        "green;",
        *["not", "judged:", "distance", "to", "objectives"],
    ]
    assert lines[2].startswith("  - none   broken.yaml")
    assert "the file has errors" in lines[2]
    assert "  error line 2: " in ran.out
    assert "\x1b" not in ran.out
    assert "2 maps: 0 green, 1 amber, 0 red, 1 not judged; 1 with errors." in ran.out
    assert f"4 results computed, 0 loaded from {maps / '.fairground' / 'batch.sqlite'}." in ran.out
    assert "0 results computed, 4 loaded from" in run("batch", maps).out
    assert "4 results computed" in run("batch", maps, "--again").out


def test_the_answer_has_the_published_shape(run: Run, maps: Path) -> None:
    ran = run(
        "batch",
        maps,
        "--json",
        "--games",
        2,
        "--bots",
        "advance",
        "--margin",
        "20%",
        "--store",
        maps / "s.sqlite",
    )
    check_shape(ran.answer, "batch")
    assert ran.answer["tally"] == {"maps": 2, "green": 0, "amber": 1, "red": 0, "none": 1, "broken": 1}
    assert [it["file"] for it in ran.answer["maps"]] == ["broken.yaml", "small.yaml"]
    assert ran.answer["store"] == str(maps / "s.sqlite")
    assert not (maps / ".fairground").exists()
    broken, small = ran.answer["maps"]
    assert broken["not_played"] == "the file has errors"
    assert small["measures"]["territory"]["imbalance"] == 0
    assert (small["simulation"] is None) == (small["not_played"] is not None)


def test_a_measure_is_told_by_the_figure_that_is_rated(run: Run, maps: Path) -> None:
    path = maps / "small.yaml"
    text = path.read_text(encoding="utf-8")
    for side, role in (("p1", "attacker"), ("p2", "defender")):
        text = text.replace(f"id: {side}, name", f"id: {side}, role: {role}, name")
    path.write_text(text, encoding="utf-8")

    def told(measure: str) -> str:
        lines: list[str] = run("batch", maps, "--sort", measure).out.splitlines()
        return next(line for line in lines if "small.yaml" in line)

    assert "  at least 3 hexes, green; not judged: " in told("choke-width")
    assert "  not compared; not judged: " in told("territory")


def test_a_store_in_a_folder_that_is_not_there_is_refused(run: Run, maps: Path) -> None:
    ran = run("batch", maps, "--store", maps / "non" / "s.sqlite")
    assert (ran.status, f"the folder {maps / 'non'} does not exist" in ran.err) == (2, True)
    assert not (maps / "non").exists()


def test_the_status_says_what_was_asked_for(run: Run, maps: Path) -> None:
    (maps / "broken.yaml").unlink()
    assert run("batch", maps).status == 0
    assert run("batch", maps, "--fail-on", "red").status == 0
    assert run("batch", maps, "--fail-on", "amber").status == 1
    assert run("batch", maps, "--fail-on", "amber", "--gate", "territory").status == 0


def test_a_page_is_written_and_not_over_another(run: Run, maps: Path) -> None:
    page = maps / "index.html"
    assert run("batch", maps, "-o", page).out.endswith(f"{page}\n")
    text = page.read_text(encoding="utf-8")
    assert "data:image/webp" in text
    ran = run("batch", maps, "-o", page)
    assert (ran.status, "add --overwrite" in ran.err) == (2, True)
    assert run("batch", maps, "-o", page, "--overwrite").status == 1
    assert page.read_text(encoding="utf-8") == text
    assert "the name of the page must end in .html" in run("batch", maps, "-o", maps / "index.txt").err


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--sort", "teritory"], "Did you mean 'territory'"),
        (["--jobs", "1", "--cluster", "tcp://127.0.0.1:1"], "either local jobs or a cluster"),
        (["--band", "territory=1:0"], "the amber limit must be larger"),
        (["--gate", "fun"], "there is no measure 'fun'"),
        (["--games", "-1"], "1 to 1,000,000, not -1"),
        (["--games", "5", "--bots", "advnce"], "Did you mean 'advance'"),
        (["--games", "5", "--force", "nothing.yaml"], "nothing.yaml cannot be opened"),
    ],
)
def test_what_makes_no_sense_is_told_before_anything_is_done(
    run: Run, maps: Path, options: list[str], words: str
) -> None:
    ran = run("batch", maps, *options)
    assert ran.status == 2
    assert words in ran.err
    assert not list((maps / ".fairground").glob("*.sqlite")) or "--cluster" in options


def test_a_folder_has_to_be_there_and_have_maps(run: Run, maps: Path) -> None:
    ran = run("batch", maps / "nowhere", "--json")
    assert (ran.status, ran.answer["error"]["code"]) == (2, "usage")
    for path in maps.glob("*.yaml"):
        path.unlink()
    ran = run("batch", maps)
    assert (ran.status, "contains no scenarios" in ran.err) == (2, True)
    assert not (maps / ".fairground").exists()


def test_bounds_of_jobs_are_told(run: Run, maps: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fairground.core.batches.batching.LocalWorkers", LocalWorkers)
    assert "the number of jobs must be from 1 to 61, not 0" in run("batch", maps, "--jobs", 0).err


@pytest.mark.parametrize("games", [0, -1])
def test_a_batch_plays_one_game_or_more(run: Run, maps: Path, games: int) -> None:
    ran = run("batch", maps, "--games", games)
    assert ran.status == 2
    assert f"the number of games must be 1 to 1,000,000, not {games}" in ran.err


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--bots", "nonsense"),
        ("--force", "nonsense"),
        ("--order", "nonsense"),
        ("--seed", "1"),
        ("--margin", "1/20"),
    ],
)
def test_options_of_games_need_games(run: Run, maps: Path, option: str, value: str) -> None:
    ran = run("batch", maps, option, value)
    assert ran.status == 2
    assert f"{option} needs --games" in ran.err
