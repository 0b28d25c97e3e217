"""``fairground schema``: the JSON Schemas of files and answers."""

from __future__ import annotations

import json
from functools import cache, partial
from importlib import import_module
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any

import click
from pydantic import TypeAdapter

from fairground.core.cli.command_group import GROUP
from fairground.core.cli.shared_answers import Answer, ErrorAnswer
from fairground.core.errors import UsageError
from fairground.core.text.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable


def _scenario() -> dict[str, Any]:
    from fairground.core.files import scenario_schema

    return scenario_schema()


def _ruleset() -> dict[str, Any]:
    from fairground.core.rules import ruleset_schema

    return ruleset_schema()


def _legend() -> dict[str, Any]:
    from fairground.core.clients.coded_maps.legend import legend_schema

    return legend_schema()


def _arena() -> dict[str, Any]:
    from fairground.core.clients.arena_json import arena_schema

    return arena_schema()


def _clip() -> dict[str, Any]:
    from fairground.core.files.clip_text import clip_schema

    return clip_schema()


def _force() -> dict[str, Any]:
    from fairground.core.simulation.game.force import force_schema

    return force_schema()


def _answer_schema(name: str, model: type) -> dict[str, Any]:
    schema = TypeAdapter(model).json_schema(by_alias=True, mode="serialization")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"fairground/{name}/1",
        **schema,
    }


_FILES: dict[str, Callable[[], dict[str, Any]]] = {
    "scenario": _scenario,
    "ruleset": _ruleset,
    "legend": _legend,
    "arena": _arena,
    "clip": _clip,
    "force": _force,
    "error": partial(_answer_schema, "error", ErrorAnswer),
}


def schema_names() -> tuple[str, ...]:
    """Return the names of all schemas, in alphabetical order."""
    return tuple(sorted([*_FILES, *_answers()]))


@cache
def _answers() -> dict[str, type[Answer]]:
    """Return the model of every JSON answer by the verb in its schema's name, once all registered commands are loaded."""
    # Answers of sight and fan from base to base, which those commands load when they need them.
    import_module("fairground.core.cli.base_sight")

    points = entry_points(group=GROUP)
    for point in points:
        point.load()
    commands = {point.module for point in points}
    models: dict[str, type[Answer]] = {}
    waiting = Answer.__subclasses__()
    while waiting:
        model = waiting.pop()
        waiting += model.__subclasses__()
        is_registered = model.__module__ in commands or model.__module__.startswith("fairground.")
        if is_registered and "schema_name" in model.model_fields:
            models[str(model.model_fields["schema_name"].default).split("/")[1]] = model
    return models


def schema_text(name: str) -> str:
    """Return a schema as JSON text, as it stands in ``schemas/NAME.schema.json``.

    Raises
    ------
    UsageError
        When there is none of that name.
    """
    if name in _FILES:
        schema = _FILES[name]()
    elif name in _answers():
        schema = _answer_schema(name, _answers()[name])
    else:
        raise UsageError(f"there is no schema {name!r}{did_you_mean(name, schema_names())}")
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


@click.command("schema")
@click.argument("name", required=False)
def COMMAND(name: str | None) -> int:  # noqa: N802
    """Print a JSON Schema, or list them.

    There is one for each kind of file and for each command's answer.

    \b
    Examples:
      fairground schema scenario > scenario.schema.json
      fairground schema validate
    """
    if name is None:
        click.echo("\n".join(schema_names()))
    else:
        click.echo(schema_text(name), nl=False)
    return 0
