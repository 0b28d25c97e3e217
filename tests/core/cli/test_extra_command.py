"""The recipe for a command in CONTRIBUTING.md, and a command of another package."""

from __future__ import annotations

import json
from importlib.metadata import EntryPoint
from typing import TYPE_CHECKING, Literal

import click
import pytest
from click.testing import CliRunner
from pydantic import Field

from fairground.core.answer import Answer, schema_field
from fairground.core.cli.command_group import GROUP, fairground
from fairground.core.cli.commands import schema
from fairground.core.cli.shared_answers import emit
from tests.fake_plugins import install_plugins

if TYPE_CHECKING:
    from collections.abc import Iterator


class CountAnswer(Answer):
    """Answer of the extra command."""

    schema_name: Literal["fairground/count-letters/1"] = schema_field("fairground/count-letters/1")
    letters: int = Field(description="how many letters the word has")


@click.command("count-letters")
@click.argument("word")
def COMMAND(word: str) -> int:  # noqa: N802  # as in every command's module
    """Count the letters of a word."""
    emit(CountAnswer(letters=len(word)))
    return 0


@pytest.fixture
def with_command(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    install_plugins(monkeypatch, "commands", count_letters=COMMAND)
    monkeypatch.setattr(
        schema, "points_of", lambda _kind: [EntryPoint("count-letters", f"{__name__}:COMMAND", GROUP)]
    )
    schema._answers.cache_clear()
    yield
    schema._answers.cache_clear()


@pytest.mark.usefixtures("with_command")
def test_an_extra_command_is_in_the_help_runs_and_has_its_schema() -> None:
    runner = CliRunner()
    assert "count-letters" in runner.invoke(fairground, ["--help"]).output
    answer = json.loads(runner.invoke(fairground, ["count-letters", "hexes"]).output)
    assert answer == {"schema": "fairground/count-letters/1", "letters": 5}
    assert json.loads(schema.schema_text("count-letters"))["$id"] == "fairground/count-letters/1"


def test_a_command_that_is_not_registered_has_no_schema() -> None:
    schema._answers.cache_clear()
    assert "count-letters" not in schema.schema_names()
