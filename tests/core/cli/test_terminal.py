"""Names, and names of files, that a terminal would take for orders: they come out without them."""

from __future__ import annotations

import json
import re
import sys
from io import StringIO
from typing import TYPE_CHECKING

import click
import pytest
from click.testing import CliRunner

from fairground.core.cli.command_group import fairground
from fairground.core.cli.terminal import plain_output
from tests.hostile import hostile_file

if TYPE_CHECKING:
    from pathlib import Path

#: Colours and clearing the screen, a link, a title of the window, an overwritten line, C1's own CSI, what erases.
ORDERS = (
    "\x1b[31m\x1b[2Jred",
    "\x1b]8;;https://example.org\x07link\x1b]8;;\x07",
    "\x1b]0;title\x07",
    "good\rbad",
    "\x9b31mfaint",
    "\x08\x7fgone",
    "up\x1b[A\x0b\x0cdown",
)
LEFT = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
COMMANDS = (
    "validate",
    "show",
    "sight A1 C2",
    "attack A1 F4",
    "path A1 F4",
    "territory",
    "fairness",
    "simulate --games 2",
    "repair",
    "what-if smoke",
    "report --markdown",
    "fmt --check",
)


@pytest.fixture
def arena(tmp_path: Path) -> Path:
    path, _ = hostile_file(tmp_path, kinds=ORDERS)
    return path.rename(tmp_path / "ar\x1b]0;x\x07ena\x9b1m.yaml")


@pytest.mark.parametrize("command", COMMANDS)
def test_what_is_printed_gives_no_orders(command: str, arena: Path) -> None:
    name, *more = command.split()
    # In colour, as on a terminal: otherwise click takes the colours away, and more with them.
    done = CliRunner().invoke(fairground, [name, str(arena), *more], color=True)
    printed = re.sub(r"\x1b\[(0|1|2|3[0-7])m", "", done.output)
    assert printed.strip()
    assert not LEFT.findall(printed.replace("\n", "").replace("\t", ""))


def test_refusals_give_no_orders_either(tmp_path: Path) -> None:
    broken = tmp_path / "broken.yaml"
    broken.write_text(
        'format: fairground/1\n"na\\e[2Jme": x\nruleset: "\\e]0;x\\a.yaml"\nboard: {layout: "\\e[A"}\n'
    )
    for words in (["validate", str(broken)], ["validate", "no\x1b[2Jfile.yaml"], ["no\x1b[2Jcommand"]):
        done = CliRunner().invoke(fairground, words, color=True)
        assert done.exit_code > 0
        assert not re.findall(r"\x1b(?!\[[0-9]+m)|[\x07\x9b]", done.output), words


def test_json_has_them_as_data(arena: Path) -> None:
    done = CliRunner().invoke(fairground, ["validate", str(arena), "--json"])
    assert not LEFT.findall(done.stdout.replace("\n", ""))
    assert json.loads(done.stdout)["files"][0]["file"] == str(arena)


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("is_terminal", [True, False])
def test_marks_that_turn_letters_round_stay_in_files_alone(
    is_terminal: bool,  # noqa: FBT001  # a parameter of the test
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stream = Terminal() if is_terminal else StringIO()
    monkeypatch.setattr(sys, "stdout", stream)
    with plain_output(is_json=False):
        click.echo(click.style("a\u202eb\u2028c", fg="red", bold=True), color=True)
        click.echo("\r[###  ]", nl=False)
    middle = "abc" if is_terminal else "a\u202eb\u2028c"
    assert stream.getvalue() == f"\x1b[31m\x1b[1m{middle}\x1b[0m\n\r[###  ]"
    assert sys.stdout is stream
