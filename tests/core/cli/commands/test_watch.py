"""``fairground watch`` and the recording of games, as a user runs them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.core.cli.answers import check_shape

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., Any]

YARD = "scenarios/training-yard.yaml"


@pytest.fixture
def record(run: Run, tmp_path: Path) -> Callable[..., Path]:
    def record_games(name: str, *options: str) -> Path:
        path = tmp_path / name
        ran = run("simulate", YARD, "--games", "4", "--jobs", "1", "--record", path, *options)
        assert ran.status == 0
        assert f"in {path}" in ran.err
        return path

    return record_games


def test_games_are_recorded_listed_and_printed(run: Run, record: Callable[..., Path]) -> None:
    path = record("games.jsonl", "--record-games", "3")
    listed = run("watch", path)
    assert listed.status == 0
    assert listed.out.count("\n  Game ") == 3
    assert "How the games end" in listed.out
    assert "\nBots: Take objectives; force: Penance line; turn order: alternate\n" in listed.out
    assert "chosen because" not in listed.out
    printed = run("watch", path, "--game", "2").out
    assert printed.startswith("Game 2: ")
    assert "Turn 1 of at most" in printed
    assert "(bot: Take objectives): " in printed
    answer = run("watch", path, "--game", "2", "--turn", "1", "--json").answer
    check_shape(answer, "watch")
    assert {it["turn"] for it in answer["game"]["steps"]} == {1}
    assert answer["figures"]["played"] == 3
    again = run("simulate", YARD, "--games", "4", "--jobs", "1", "--record", path)
    assert again.status == 2
    assert "--overwrite" in again.err


def test_interesting_games_are_recorded_by_default(run: Run, record: Callable[..., Path]) -> None:
    path = record("games.jsonl.gz")
    assert path.read_bytes()[:2] == b"\x1f\x8b"
    listed = run("watch", path).out
    assert "typical win of" in listed
    assert "chosen because they are interesting" in listed


def test_two_files_are_compared(run: Run, record: Callable[..., Path]) -> None:
    old, new = (
        record("old.jsonl", "--record-games", "4"),
        record("new.jsonl", "--record-games", "4", "--seed", "9"),
    )
    found = run("watch", new, "--compare", old)
    assert "before" in found.out
    assert "Both files have games on the same version of the map." in found.out
    answer = run("watch", new, "--compare", old, "--json").answer
    check_shape(answer, "watch")
    assert answer["comparison"]["before"]["played"] == 4


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--turn", "1"), "--turn needs --game"),
        (("--game", "99"), "has no game 99. Games: 1, 2"),
        (("--compare", "missing.jsonl"), "missing.jsonl cannot be opened"),
    ],
)
def test_wrong_use_is_refused(
    run: Run, record: Callable[..., Path], options: tuple[str, ...], words: str
) -> None:
    ran = run("watch", record("games.jsonl", "--record-games", "2"), *options)
    assert ran.status == 2
    assert words in ran.err


def test_heat_maps_are_drawn_of_games_on_the_same_version(
    run: Run, record: Callable[..., Path], tmp_path: Path
) -> None:
    path, picture = record("games.jsonl", "--record-games", "4"), tmp_path / "deaths.svg"
    options = ("-o", picture, "--overlay", "deaths")
    assert run("show", YARD, *options, "--record", path).status == 0
    assert "deaths (games: 4)" in picture.read_text(encoding="utf-8").lower()
    without = run("show", YARD, *options, "--overwrite")
    assert without.status == 2
    assert "needs recorded games" in without.err
    other = run("show", "scenarios/twin-stones.yaml", *options, "--overwrite", "--record", path)
    assert other.status == 2
    assert "another version" in other.err
