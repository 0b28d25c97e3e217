"""Standard input in the place of a file, output without colours, and no output at all."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from fairground.core import load
from fairground.core.cli.command_group import fairground
from fairground.core.errors import FileError

if TYPE_CHECKING:
    from click.testing import Result


def piped(text: str, *arguments: str, **more: str) -> Result:
    return CliRunner().invoke(fairground, arguments, input=text, env=more, catch_exceptions=False)


def test_a_scenario_comes_through_a_pipe(small: Path) -> None:
    assert "No problems found" in piped(small.read_text(), "validate", "-").stdout
    assert "4x6" in piped(small.read_text(), "show", "-").stdout


def test_a_file_of_another_program_comes_through_a_pipe(small: Path, tmp_path: Path) -> None:
    foreign = tmp_path / "small.geojson"
    CliRunner().invoke(fairground, ["export", str(small), "--to", "geojson", "-o", str(foreign)])
    copy = tmp_path / "copy.yaml"
    assert piped(foreign.read_text(), "import", "-", "-o", str(copy)).exit_code == 0
    assert load(copy).board.columns == load(small).board.columns


def test_fmt_writes_what_came_through_a_pipe_to_standard_output(small: Path) -> None:
    CliRunner().invoke(fairground, ["fmt", str(small)])
    formatted = small.read_text()
    ran = piped(formatted.replace("name:", "name:   "), "fmt", "-")
    assert ran.stdout == formatted
    assert piped(formatted, "fmt", "-", "--check").exit_code == 0


def test_fmt_shows_the_changes_and_makes_none(small: Path) -> None:
    CliRunner().invoke(fairground, ["fmt", str(small)])
    small.write_text(changed := small.read_text().replace("name:", "name:   "))
    ran = piped("", "fmt", str(small), "--diff")
    assert small.read_text() == changed
    assert [line for line in ran.stdout.splitlines() if line.startswith("-name:")] != []
    assert [line for line in ran.stdout.splitlines() if line.startswith("+name: ")] != []


@pytest.mark.parametrize("arguments", ["validate -", "show - --json", "fmt -", "report - --markdown"])
def test_standard_input_that_is_closed_is_said_to_be(
    arguments: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(SystemExit) as ended:
        fairground(arguments.split())
    assert ended.value.code == 2
    assert capsys.readouterr().err == "fairground: standard input cannot be read: it is closed\n"


def test_in_python_a_dash_is_the_name_of_a_file() -> None:
    with pytest.raises(FileError, match="- cannot be opened"):
        load("-")


def test_after_a_command_a_dash_is_the_name_of_a_file_again(small: Path) -> None:
    piped(small.read_text(), "validate", "-")
    with pytest.raises(FileError, match="- cannot be opened"):
        load("-")


def test_quiet_commands_print_errors_only(small: Path) -> None:
    good = piped("", "--quiet", "validate", str(small))
    assert (good.exit_code, good.output) == (0, "")
    bad = piped("", "-q", "validate", "absent.yaml")
    assert bad.exit_code == 2
    assert bad.stdout == ""
    assert "absent.yaml" in bad.stderr


@pytest.mark.parametrize(("value", "is_coloured"), [("1", False), ("", True)])
def test_colours_are_left_out_where_no_color_is_set(small: Path, value: str, *, is_coloured: bool) -> None:
    ran = CliRunner().invoke(fairground, ["validate", str(small)], env={"NO_COLOR": value}, color=True)
    assert ("\x1b[" in ran.stdout) == is_coloured


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs /dev/zero")
def test_no_more_of_standard_input_is_read_than_a_file_may_have() -> None:
    program = "from fairground.core.cli import main; main()"
    with Path("/dev/zero").open("rb") as endless:
        ran = subprocess.run(
            [sys.executable, "-c", program, "validate", "-"],
            stdin=endless,
            capture_output=True,
            text=True,
            check=False,
        )
    assert ran.returncode == 1
    assert "the file is larger than 64 MB" in ran.stdout
