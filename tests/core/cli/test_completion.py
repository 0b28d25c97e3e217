from __future__ import annotations

import pytest
from click.shell_completion import BashComplete
from click.testing import CliRunner

from fairground.core.cli.command_group import fairground

ARENA = "scenarios/ember-court.yaml"


def offered(*words: str) -> list[str]:
    """Return what a shell offers for the last word."""
    complete = BashComplete(fairground, {}, "fairground", "_FAIRGROUND_COMPLETE")
    *before, last = words
    return [it.value for it in complete.get_completions(before, last)]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_script_calls_the_program_for_what_to_offer(shell: str) -> None:
    result = CliRunner().invoke(fairground, ["completion", shell])
    assert result.exit_code == 0
    assert "_FAIRGROUND_COMPLETE=" in result.output
    assert "fairground" in result.output


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("val",), ["validate"]),
        (("formats", "meg"), ["megamek", "megamek-scenario"]),
        (("export", ARENA, "--to", "vm"), ["vmod"]),
        (("rulesets", "terrain", "penance-2"), ["penance-2.0"]),
        (("new", "--ruleset", "hexside"), ["hexside-ww2"]),
        (("sight", ARENA, "north-s"), ["north-scout", "north-support"]),
        (("sight", ARENA, "A1", "j1"), ["J1", "J10"]),
        (("reach", ARENA, "north-st"), ["north-start"]),
        (("path", ARENA, "--unit", "south-h"), ["south-heavy"]),
        (("territory", ARENA, "--zones", "south"), ["south-start"]),
        (("sight", "none-such.yaml", "A"), []),
    ],
)
def test_names_are_offered(words: tuple[str, ...], expected: list[str]) -> None:
    assert offered(*words) == expected


def test_sight_fan_and_path_take_units_where_sight_is_between_hexes() -> None:
    def first_line(*words: str) -> str:
        result = CliRunner().invoke(fairground, list(words))
        assert result.exit_code == 0, result.output
        return result.output.splitlines()[0]

    for command, more in (("sight", ["E5"]), ("fan", []), ("path", ["E5"])):
        by_unit, by_hex = (first_line(command, ARENA, start, *more) for start in ("north-scout", "C2"))
        assert by_unit == by_hex


def test_the_board_as_text_has_letters_above_its_columns() -> None:
    lines = CliRunner().invoke(fairground, ["show", "scenarios/standard-arena.yaml"]).output.splitlines()
    at = next(number for number, it in enumerate(lines) if it.split() == list("ABCDEFG"))
    letters, row = lines[at], lines[at + 1]
    assert row.split()[0] == "1"
    assert row[letters.index("C")] == "#"
