"""The order of keys in JSON answers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from fairground.core.cli.command_group import fairground

SCHEMAS = Path(__file__).parents[2] / "schemas"
ARENA = Path(__file__).parents[2] / "scenarios" / "standard-arena.yaml"


def answer_keys() -> dict[str, list[str]]:
    keys = {
        path.name: list(json.loads(path.read_text("utf-8")).get("properties", ()))
        for path in SCHEMAS.iterdir()
    }
    return {name: names for name, names in keys.items() if "schema" in names}


@pytest.mark.parametrize(("name", "keys"), sorted(answer_keys().items()))
def test_schema_is_the_first_key_and_file_the_second(name: str, keys: list[str]) -> None:
    assert keys[0] == "schema", name
    assert "file" not in keys[1:] or keys[1] == "file", name


#: Answers about several files, about none, or about a ruleset by its id, and the format of an export.
WITHOUT_FILE = {
    "arena.schema.json",
    "batch.schema.json",
    "diff.schema.json",
    "fmt.schema.json",
    "formats.schema.json",
    "plugins.schema.json",
    "rulesets.schema.json",
    "rulesets-classes.schema.json",
    "rulesets-picture.schema.json",
    "rulesets-show.schema.json",
    "rulesets-terrain.schema.json",
    "upgrade.schema.json",
    "validate.schema.json",
}


def test_every_answer_about_a_file_names_it() -> None:
    assert {name for name, keys in answer_keys().items() if "file" not in keys} == WITHOUT_FILE


#: A command for each answer that is about one scenario alone.
ASKED = [
    ["attack", "C4", "D4"],
    ["chokepoints"],
    ["exposure"],
    ["fairness"],
    ["fan", "C4"],
    ["path", "C4", "D4"],
    ["reach", "C4"],
    ["sight", "C4", "D4"],
    ["territory"],
]


@pytest.mark.parametrize("asked", ASKED, ids=lambda it: it[0])
def test_an_answer_names_the_scenario_as_it_was_given(asked: list[str]) -> None:
    command, *rest = asked
    result = CliRunner().invoke(fairground, [command, str(ARENA), *rest, "--json"])
    assert result.exit_code == 0, result.output
    answer = json.loads(result.stdout)
    assert list(answer)[:2] == ["schema", "file"]
    assert answer["file"] == str(ARENA)


def test_an_error_names_the_scenario_that_the_command_was_called_with() -> None:
    result = CliRunner().invoke(fairground, ["fan", str(ARENA), "ZZ99", "--json"])
    answer = json.loads(result.stdout)
    assert (result.exit_code, list(answer)[:2], answer["file"]) == (2, ["schema", "file"], str(ARENA))


def test_an_error_without_a_scenario_names_none() -> None:
    result = CliRunner().invoke(fairground, ["rulesets", "show", "nowhere", "--json"])
    answer = json.loads(result.stdout)
    assert (result.exit_code, list(answer)[:2], answer["file"]) == (2, ["schema", "file"], None)
