"""``fairground schema``: the JSON Schemas of files and answers."""

from __future__ import annotations

import json
from functools import cache
from importlib import import_module
from typing import Any

import click
from pydantic import TypeAdapter

from fairground.core.answer import Answer
from fairground.core.cli.command_group import COMMAND_PLUGINS, own_commands
from fairground.core.errors import UsageError
from fairground.core.plugin_groups import points_of
from fairground.core.text.suggest import did_you_mean

#: Functions that return the schemas of files, below ``fairground.core``.
_FILES = {
    "scenario": "files:scenario_schema",
    "ruleset": "rules:ruleset_schema",
    "legend": "clients.coded_maps.legend:legend_schema",
    "arena": "clients.arena_json:arena_schema",
    "clip": "files.clip_text:clip_schema",
    "force": "files.force_file:force_schema",
}
#: Modules of answers that commands import late.
_RESULTS = (
    "attacks.answer",
    "improve.repair.answer",
    "improve.variants.answer",
    "metrics.answer",
    "metrics.fairness.answer",
    "movement.answer",
    "plugin_answer",
    "sight.answer",
    "simulation.answer",
    "simulation.recording.answer",
)


def _answer_schema(name: str, model: type) -> dict[str, Any]:
    schema = TypeAdapter(model).json_schema(by_alias=True, mode="serialization")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"fairground/{name}/1",
        **schema,
    }


def schema_names() -> tuple[str, ...]:
    """Return the names of all schemas, in alphabetical order."""
    return tuple(sorted([*_FILES, *_answers()]))


@cache
def _answers() -> dict[str, type[Answer]]:
    """Return the model of every JSON answer by the verb in its schema's name, once all registered commands are loaded."""
    for module in _RESULTS:
        import_module(f"fairground.core.{module}")
    for point in own_commands().values():
        point.load()
    of_plugins = COMMAND_PLUGINS.members()
    commands = {point.module for point in points_of("commands") if point.name in of_plugins}
    models: dict[str, type[Answer]] = {}
    waiting = Answer.__subclasses__()
    while waiting:
        model = waiting.pop()
        waiting += model.__subclasses__()
        is_registered = model.__module__ in commands or model.__module__.startswith("fairground.")
        # A base of answers has no name of its own.
        name = model.model_fields["schema_name"].default
        if is_registered and name:
            models[str(name).split("/")[1]] = model
    return models


def schema_text(name: str) -> str:
    """Return a schema as JSON text, as in ``schemas/NAME.schema.json``; raise UsageError for an unknown name."""
    if name in _FILES:
        module, _, function = _FILES[name].partition(":")
        schema = getattr(import_module(f"fairground.core.{module}"), function)()
    elif name in _answers():
        schema = _answer_schema(name, _answers()[name])
    else:
        raise UsageError(f"there is no schema {name!r}{did_you_mean(name, schema_names())}")
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


@click.command("schema")
@click.argument("name", required=False)
def COMMAND(name: str | None) -> int:  # noqa: N802
    """Print a JSON Schema, or list the schemas.

    Each kind of file has a schema, and so does the JSON answer of each command.

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
