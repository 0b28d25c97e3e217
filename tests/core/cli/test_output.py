"""Standard output that takes no more: a disk that is full, a reader that has gone, none at all."""

from __future__ import annotations

import os
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fairground.core.cli.command_group import fairground

if TYPE_CHECKING:
    from collections.abc import Callable

FULL = Path("/dev/full")


@pytest.fixture(params=[False, True], ids=["buffered", "unbuffered"])
def ended(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Callable[..., object]:
    """Run a command whose answer goes to a device or nowhere, and return its exit status."""

    def run_into(output: Path | None, *arguments: str) -> object:
        with (output or Path("/dev/null")).open("w", encoding="utf-8") as stream:
            # As under PYTHONUNBUFFERED: even nothing that is written fails there.
            stream.reconfigure(write_through=request.param)
            # As Python has it where the descriptor was closed before the program began.
            monkeypatch.setattr(sys, "stdout", stream if output else None)
            with pytest.raises(SystemExit) as found:
                fairground.main(list(arguments))
        return found.value.code

    return run_into


@pytest.mark.skipif(not FULL.exists(), reason="no device here that is always full")
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("schema", "the output cannot be written: No space left on device"),
        ("--help", "the output cannot be written: No space left on device"),
        ("schema none", "there is no schema 'none'"),
        ("validate none.yaml --json", "none.yaml cannot be opened"),
    ],
)
def test_what_a_full_disk_does_not_take_is_told(
    arguments: str, told: str, ended: Callable[..., object], capsys: pytest.CaptureFixture[str]
) -> None:
    assert ended(FULL, *arguments.split()) == 2
    assert capsys.readouterr().err.startswith(f"fairground: {told}")


@pytest.mark.long
@pytest.mark.parametrize(("arguments", "status"), [("schema arena", 0), ("validate none.yaml", 2)])
def test_readers_that_go_leave_the_exit_status_alone(arguments: str, status: int) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    program = "from fairground.core.cli.command_group import fairground; fairground()"
    command = [sys.executable, "-c", program, *arguments.split()]
    ran = subprocess.run(command, check=False, stdout=writer, stderr=writer)
    os.close(writer)
    assert ran.returncode == status


@pytest.mark.parametrize(
    "arguments", ["schema", "--help", "validate scenarios/standard-arena.yaml --json", "fmt -"]
)
def test_closed_standard_output_is_an_error(
    arguments: str,
    ended: Callable[..., object],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = TextIOWrapper(BytesIO(Path("scenarios/standard-arena.yaml").read_bytes()))
    monkeypatch.setattr(sys, "stdin", text)
    assert ended(None, *arguments.split()) == 2
    assert capsys.readouterr().err == "fairground: the output cannot be written: standard output is closed\n"


def test_without_standard_output_a_quiet_command_succeeds(ended: Callable[..., object]) -> None:
    assert ended(None, "-q", "validate", "scenarios/standard-arena.yaml") == 0


@pytest.mark.skipif(not FULL.exists(), reason="no device here that is always full")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_file_reformatted_to_a_full_disk_ends_in_one_message(unbuffered: str) -> None:
    """Its bytes are written beside the text stream."""
    with FULL.open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "fairground", "fmt", "-"],
            input=Path("scenarios/standard-arena.yaml").read_bytes(),
            stdout=full,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr.decode() == "fairground: the output cannot be written: No space left on device\n"
