"""``fairground rulesets``: the shipped rulesets, and one of them resolved."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import click
from pydantic import BaseModel, ConfigDict, Field

from fairground.core.cli.answers import Answer
from fairground.core.cli.options import as_json


class RulesetAnswer(BaseModel):
    """One shipped ruleset."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str = Field(description="what a scenario writes under ruleset")
    title: str = Field(description="name to show")
    version: str = Field(description="version of the rules")
    content_hash: str = Field(description="hash of all that bears on play")


class RulesetsAnswer(Answer):
    """Answer of ``fairground rulesets --json``."""

    schema_name: Literal["fairground/rulesets/1"] = Field(
        default="fairground/rulesets/1", alias="schema", description="name and version of this shape"
    )
    rulesets: tuple[RulesetAnswer, ...] = Field(description="the shipped rulesets, by id")


class RulesetShowAnswer(Answer):
    """Answer of ``fairground rulesets show --json``."""

    schema_name: Literal["fairground/rulesets-show/1"] = Field(
        default="fairground/rulesets-show/1", alias="schema", description="name and version of this shape"
    )
    content_hash: str = Field(description="hash of all that bears on play")
    ruleset: dict[str, Any] = Field(description="the ruleset with all it extends merged in")


@click.group("rulesets", invoke_without_command=True)
@as_json
@click.pass_context
def COMMAND(context: click.Context, *, as_json: bool) -> int:  # noqa: N802
    """List the shipped rulesets, or show one.

    \b
    Examples:
      fairground rulesets
      fairground rulesets show penance-2.0
      fairground rulesets show my-rules.yaml --json
    """
    if context.invoked_subcommand is not None:
        return 0
    from fairground.core.rules import load_ruleset, shipped_rulesets  # noqa: PLC0415  # loads the models

    found = [load_ruleset(name) for name in shipped_rulesets()]
    if as_json:
        RulesetsAnswer(
            rulesets=tuple(
                RulesetAnswer(id=it.id, title=it.title, version=it.version, content_hash=it.content_hash)
                for it in found
            )
        ).emit()
    else:
        for ruleset in found:
            click.echo(f"{ruleset.id:18} {ruleset.version:6} {ruleset.title}")
    return 0


@COMMAND.command("show")
@click.argument("name", metavar="ID")
@as_json
def show(name: str, *, as_json: bool) -> int:
    """Show a ruleset as it is resolved: all it extends merged in, as YAML."""
    import yaml  # noqa: PLC0415  # used here only

    from fairground.core.rules import load_ruleset  # noqa: PLC0415  # loads the models

    path = Path(name)
    by_path = path.suffix in (".yaml", ".yml")
    ruleset = load_ruleset(path.name if by_path else name, folder=path.parent if by_path else None)
    if as_json:
        RulesetShowAnswer(content_hash=ruleset.content_hash, ruleset=ruleset.to_plain()).emit()
    else:
        click.echo(
            yaml.safe_dump(ruleset.to_plain(), sort_keys=False, allow_unicode=True, width=110).rstrip()
        )
    return 0
