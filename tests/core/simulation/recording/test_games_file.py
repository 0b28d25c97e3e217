"""Files of recorded games: what is written is read again, and a faulty file is refused with its line."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.errors import FileError
from fairground.core.files import load
from fairground.core.simulation.recording.games_file import (
    games_from_bytes,
    games_to_bytes,
    load_games,
    save_games,
)
from fairground.core.simulation.recording.record_games import record_games

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from fairground.core.simulation.recording.game_record import RecordedGames


@pytest.fixture(scope="module")
def games() -> RecordedGames:
    return record_games(load("scenarios/training-yard.yaml"), 2)


@pytest.mark.parametrize("name", ["games.jsonl", "games.jsonl.gz"])
def test_games_survive_a_file(games: RecordedGames, tmp_path: Path, name: str) -> None:
    save_games(games, tmp_path / name)
    assert load_games(tmp_path / name) == games
    assert (tmp_path / name).read_bytes() == games_to_bytes(games, compressed=name.endswith("gz"))


def test_a_game_is_a_line_of_json_and_small(games: RecordedGames) -> None:
    lines = games_to_bytes(games).splitlines()
    assert [json.loads(it)["number"] for it in lines[1:]] == [1, 2]
    assert len(games_to_bytes(games, compressed=True)) < len(games_to_bytes(games)) / 3


def edited(games: RecordedGames, change: Callable[[dict[str, Any]], object], line: int = 1) -> bytes:
    lines = [json.loads(it) for it in games_to_bytes(games).splitlines()]
    change(lines[line])
    return "\n".join(map(json.dumps, lines)).encode()


@pytest.mark.parametrize(
    ("change", "line", "words"),
    [
        (lambda it: it.update(format="other"), 0, "x:1: the first line must describe the games"),
        (lambda it: it["events"].append(["jump", 1]), 1, "unknown kind 'jump'"),
        (lambda it: it["events"].append([]), 1, "unknown kind ''"),
        (lambda it: it["events"].append(["move", 99, 0, 0, 0, 0, None]), 1, "there is no unit 99"),
        (lambda it: it["events"].append(["move", 0, -1, 0, 0, 0, None]), 1, "there is no hex -1"),
        (lambda it: it["events"].append(["move", 0]), 1, "x:2: events."),
        (lambda it: it["events"].append(["move", 0, 0, 6, 0, 0, None]), 1, "there is no facing 6"),
        (lambda it: it["events"].append(["destroyed", 0, 1]), 1, "x:2: events."),
        (lambda it: it["units"][0].__setitem__(1, 77), 1, "there is no kind 77"),
        (lambda it: it.update(winner=5), 1, "there is no party 5"),
        (lambda it: it.update(points=[1]), 1, "for each party"),
        (lambda it: it.update(points=[91, 92]), 1, "do not match the events"),
        (
            lambda it: it["events"].append(["attack", 0, 9, 1, True, 1, 1, "", 0, 0, None]),
            1,
            "unit 0 has no weapon 9",
        ),
        (
            lambda it: it["events"].append(["attack", 0, 0, 1, True, 1, 1, "", 0, 0, [0, 50, 1]]),
            1,
            "there is no unit 50",
        ),
    ],
)
def test_a_faulty_line_is_refused(
    games: RecordedGames, change: Callable[[dict[str, Any]], object], line: int, words: str
) -> None:
    with pytest.raises(FileError) as caught:
        games_from_bytes(edited(games, change, line), "x")
    assert words in str(caught.value)


def test_empty_cut_and_other_files_are_refused(games: RecordedGames) -> None:
    whole = games_to_bytes(games, compressed=True)
    for data, words in (
        (b"", "is empty"),
        (whole[: len(whole) // 2], "is incomplete"),
        (b"\x1f\x8bnothing", "not a file of recorded games"),
        (b"\xff\xfe", "not a file of recorded games"),
        (b"format: fairground/1", "its first line is not a JSON object. Record games with: "),
        (b"[1]", "its first line is not a JSON object"),
        (
            b'{"format": "fairground-games/2"}',
            "'format' must be fairground-games/1, not 'fairground-games/2'",
        ),
        (games_to_bytes(games) + b"{", "x:4: this is not a game as JSON"),
        (gzip.compress(b" " * (2**27 + 1)), "too large"),
    ):
        with pytest.raises(FileError) as caught:
            games_from_bytes(data, "x")
        assert words in str(caught.value)
        assert "Invalid" not in str(caught.value)
        assert "codec" not in str(caught.value)


@given(at=st.integers(0, 10**6), byte=st.integers(0, 255))
def test_a_changed_byte_is_read_or_refused(games: RecordedGames, at: int, byte: int) -> None:
    data = bytearray(games_to_bytes(games))
    data[at % len(data)] = byte
    try:
        found = games_from_bytes(bytes(data), "x")
    except FileError:
        return
    assert all(found.steps(it) for it in found.games)
