from __future__ import annotations

import sys

import pytest

from fairground.core.cli import terminal as progress
from fairground.core.cli.terminal import ProgressLine


def shown(capsys: pytest.CaptureFixture[str]) -> str:
    captured = capsys.readouterr()
    assert not captured.out
    return captured.err


def test_a_bar_is_shown_on_a_terminal_and_gone_afterwards(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "_PATIENCE", 0.0)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with ProgressLine("Measuring") as bar:
        bar.show(0)
        assert shown(capsys) == f"\rMeasuring [{'-' * 30}]   0%"
        bar.show(0.5)
        told = shown(capsys)
        assert told == f"\rMeasuring [{'#' * 15}{'-' * 15}]  50%"
        bar.show(1)
        assert shown(capsys).endswith("100%")
    blank, end = shown(capsys).split("\r")[1:]
    assert len(blank) >= len(told) - 1
    assert (blank.strip(), end) == ("", "")


@pytest.mark.parametrize(("patience", "terminals"), [(0.0, 0), (60.0, 1)])
def test_nothing_is_shown_in_a_pipe_or_of_what_is_quick(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], patience: float, terminals: int
) -> None:
    monkeypatch.setattr(progress, "_PATIENCE", patience)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: bool(terminals))
    with ProgressLine("Measuring") as bar:
        bar.show(0.5)
    assert shown(capsys) == ""
