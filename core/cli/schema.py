"""``fairground schema``: the JSON Schemas of files and answers."""

from __future__ import annotations

import json
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click
from pydantic import TypeAdapter

from fairground.core.cli.answers import Answer, ErrorAnswer
from fairground.core.errors import UsageError
from fairground.core.text.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable

#: Where the model of each answer is, by the verb in its schema's name.
_ANSWERS = {
    "adapt": "fairground.core.cli.adapt:AdaptAnswer",
    "attack": "fairground.core.cli.attack:AttackAnswer",
    "base-fan": "fairground.core.cli.base_sight:BaseFanAnswer",
    "base-sight": "fairground.core.cli.base_sight:BaseSightAnswer",
    "batch": "fairground.core.cli.batch:BatchAnswer",
    "chokepoints": "fairground.core.cli.chokepoints:ChokepointsAnswer",
    "diff": "fairground.core.cli.diff:DiffAnswer",
    "export": "fairground.core.cli.export:ExportAnswer",
    "exposure": "fairground.core.cli.exposure:ExposureAnswer",
    "fairness": "fairground.core.cli.fairness:FairnessAnswer",
    "fan": "fairground.core.cli.fan:FanAnswer",
    "fmt": "fairground.core.cli.fmt:FmtAnswer",
    "formats": "fairground.core.cli.formats:FormatsAnswer",
    "import": "fairground.core.cli.import_:ImportAnswer",
    "invalid": "fairground.core.cli.invalid:InvalidAnswer",
    "new": "fairground.core.cli.new:NewAnswer",
    "path": "fairground.core.cli.path:PathAnswer",
    "reach": "fairground.core.cli.reach:ReachAnswer",
    "repair": "fairground.core.cli.repair:RepairAnswer",
    "report": "fairground.core.cli.report:ReportAnswer",
    "rulesets": "fairground.core.cli.rulesets:RulesetsAnswer",
    "rulesets-picture": "fairground.core.cli.rulesets:RulesetPictureAnswer",
    "rulesets-show": "fairground.core.cli.rulesets:RulesetShowAnswer",
    "show": "fairground.core.cli.show:ShowAnswer",
    "sight": "fairground.core.cli.sight:SightAnswer",
    "simulate": "fairground.core.cli.simulate:SimulateAnswer",
    "territory": "fairground.core.cli.territory:TerritoryAnswer",
    "upgrade": "fairground.core.cli.upgrade:UpgradeAnswer",
    "validate": "fairground.core.cli.validate:ValidateAnswer",
    "variants": "fairground.core.cli.variants:VariantsAnswer",
    "what-if": "fairground.core.cli.what_if:WhatIfAnswer",
}


def _scenario() -> dict[str, Any]:
    from fairground.core.files import scenario_schema  # noqa: PLC0415  # loads the models

    return scenario_schema()


def _ruleset() -> dict[str, Any]:
    from fairground.core.rules import ruleset_schema  # noqa: PLC0415  # loads the models

    return ruleset_schema()


def _legend() -> dict[str, Any]:
    from fairground.core.clients.legend import legend_schema  # noqa: PLC0415  # loads the models

    return legend_schema()


def _arena() -> dict[str, Any]:
    from fairground.core.clients.arena_json import arena_schema  # noqa: PLC0415  # loads the models

    return arena_schema()


def _clip() -> dict[str, Any]:
    from fairground.core.files.clip_file import clip_schema  # noqa: PLC0415  # loads the models

    return clip_schema()


def _force() -> dict[str, Any]:
    from fairground.core.analysis.play.force import force_schema  # noqa: PLC0415  # loads the models

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
