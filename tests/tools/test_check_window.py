"""What a long session in a real window shows is judged: memory that grows, and turns that are long for the editor's own reasons."""

from __future__ import annotations

from typing import Any

import pytest

from tools.check_window import faults, growth, long_turns, summary


def session(*, megabytes: float, turns: list[tuple[float, float]] | None = None) -> dict[str, Any]:
    """Return a session of an hour whose memory grows by so much, with long turns: how long, and how slow the machine was."""
    minutes = [{"at": 60.0 * at, "memory MB": 200 + megabytes * at / 59 + (at % 3)} for at in range(60)]
    long = [
        {"what": "stroke", "ran": ran, "own": ran, "wall": ran, "kernel": 0, "slow": slow, "stacks": []}
        for ran, slow in turns or []
    ]
    return {"minutes": minutes, "long": long, "turns": 9000, "errors": "", "not done": []}


def test_memory_that_stays_or_goes_up_and_down_is_no_fault() -> None:
    assert faults(session(megabytes=0)) == []
    assert faults(session(megabytes=-20)) == []
    assert growth(session(megabytes=8)["minutes"]) == pytest.approx(0.04, abs=0.01)


def test_memory_that_grows_is_a_fault() -> None:
    (fault,) = faults(session(megabytes=20))
    assert fault.startswith("memory grew by ")


def test_a_few_minutes_say_nothing_of_growth() -> None:
    short = session(megabytes=900)
    short["minutes"] = short["minutes"][:6]
    assert growth(short["minutes"]) is None
    assert faults(short) == []
    assert "too few readings to judge" in summary(short)


def test_long_turns_on_a_slow_machine_are_told_apart() -> None:
    answer = session(megabytes=0, turns=[(40, 1.0), (60, 1.0), (70, 2.0), (300, 1.3)])
    own, slowed = long_turns(answer)
    assert ([it["ran"] for it in own], [it["ran"] for it in slowed]) == ([60], [70, 300])
    (fault,) = faults(answer)
    assert fault == "a turn took 60 ms of the processor: stroke"
    assert "3 of 9,000. In 2 of them" in summary(answer)
    assert "1 of those would be shorter" in summary(answer)


def test_errors_are_faults() -> None:
    broken = session(megabytes=0)
    broken["errors"] = "Traceback"
    assert "Traceback" in faults(broken)[0]
