"""``fairground schema``: the JSON Schemas of files and answers."""

from __future__ import annotations

import json
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click
from pydantic import TypeAdapter

from fairground.core.cli.json_answers import Answer, ErrorAnswer
from fairground.core.errors import UsageError
from fairground.core.text.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable

#: Where the model of each answer is, by the verb in its schema's name.
_ANSWERS = {
    "adapt": "fairground.core.cli.commands.adapt:AdaptAnswer",
    "attack": "fairground.core.cli.commands.attack:AttackAnswer",
    "base-fan": "fairground.core.cli.base_sight:BaseFanAnswer",
    "base-sight": "fairground.core.cli.base_sight:BaseSightAnswer",
    "batch": "fairground.core.cli.commands.batch:BatchAnswer",
    "chokepoints": "fairground.core.cli.commands.chokepoints:ChokepointsAnswer",
    "diff": "fairground.core.cli.commands.diff:DiffAnswer",
    "export": "fairground.core.cli.commands.export:ExportAnswer",
    "exposure": "fairground.core.cli.commands.exposure:ExposureAnswer",
    "fairness": "fairground.core.cli.commands.fairness:FairnessAnswer",
    "fan": "fairground.core.cli.commands.fan:FanAnswer",
    "fmt": "fairground.core.cli.commands.fmt:FmtAnswer",
    "formats": "fairground.core.cli.commands.formats:FormatsAnswer",
    "import": "fairground.core.cli.commands.import_:ImportAnswer",
    "invalid": "fairground.core.cli.invalid_scenario:InvalidAnswer",
    "new": "fairground.core.cli.commands.new:NewAnswer",
    "path": "fairground.core.cli.commands.path:PathAnswer",
    "reach": "fairground.core.cli.commands.reach:ReachAnswer",
    "repair": "fairground.core.cli.commands.repair:RepairAnswer",
    "report": "fairground.core.cli.commands.report:ReportAnswer",
    "rulesets": "fairground.core.cli.commands.rulesets:RulesetsAnswer",
    "rulesets-picture": "fairground.core.cli.commands.rulesets:RulesetPictureAnswer",
    "rulesets-show": "fairground.core.cli.commands.rulesets:RulesetShowAnswer",
    "show": "fairground.core.cli.commands.show:ShowAnswer",
    "sight": "fairground.core.cli.commands.sight:SightAnswer",
    "simulate": "fairground.core.cli.commands.simulate:SimulateAnswer",
    "territory": "fairground.core.cli.commands.territory:TerritoryAnswer",
    "upgrade": "fairground.core.cli.commands.upgrade:UpgradeAnswer",
    "validate": "fairground.core.cli.commands.validate:ValidateAnswer",
    "variants": "fairground.core.cli.commands.variants:VariantsAnswer",
    "what-if": "fairground.core.cli.commands.what_if:WhatIfAnswer",
}


def _scenario() -> dict[str, Any]:
    from fairground.core.files import scenario_schema  # noqa: PLC0415  # loads the models

    return scenario_schema()


def _ruleset() -> dict[str, Any]:
    from fairground.core.rules import ruleset_schema  # noqa: PLC0415  # loads the models

    return ruleset_schema()


def _legend() -> dict[str, Any]:
    from fairground.core.clients.coded_maps.legend import legend_schema  # noqa: PLC0415  # loads the models

    return legend_schema()


def _arena() -> dict[str, Any]:
    from fairground.core.clients.arena_json import arena_schema  # noqa: PLC0415  # loads the models

    return arena_schema()


def _clip() -> dict[str, Any]:
    from fairground.core.files.clip_text import clip_schema  # noqa: PLC0415  # loads the models

    return clip_schema()


def _force() -> dict[str, Any]:
    from fairground.core.simulation.game.force import force_schema  # noqa: PLC0415  # loads the models

    return force_schema()


def _error() -> dict[str, Any]:
    return _answer_schema("error", ErrorAnswer)


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
    "error": _error,
}


def schema_names() -> tuple[str, ...]:
    """Return the names of all schemas, in alphabetical order."""
    return tuple(sorted([*_FILES, *_ANSWERS]))


def schema_text(name: str) -> str:
    """Return a schema as JSON text, as it stands in ``schemas/NAME.schema.json``.

    Raises
    ------
    UsageError
        When there is none of that name.
    """
    if name in _FILES:
        schema = _FILES[name]()
    elif name in _ANSWERS:
        module, _, model = _ANSWERS[name].partition(":")
        answer: type[Answer] = getattr(import_module(module), model)
        schema = _answer_schema(name, answer)
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
