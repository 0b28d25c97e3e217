"""``fairground rulesets``: the shipped rulesets, and one of them resolved or as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click
from pydantic import Field

from fairground.core.answer import Answer, Part, schema_field
from fairground.core.cli.options import as_json, dpi, grey, output_file, overwrite
from fairground.core.cli.shared_answers import emit

if TYPE_CHECKING:
    from fairground.core.rules import Ruleset


class RulesetAnswer(Part):
    """One shipped ruleset."""

    id: str = Field(description="id of the ruleset, as written under ruleset in a scenario")
    title: str = Field(description="title shown to users")
    version: str = Field(description="version of the rules")
    content_hash: str = Field(description="hash of everything that affects play")


class RulesetsAnswer(Answer):
    """Answer of ``fairground rulesets --json``."""

    schema_name: Literal["fairground/rulesets/1"] = schema_field("fairground/rulesets/1")
    rulesets: tuple[RulesetAnswer, ...] = Field(description="shipped rulesets, sorted by id")


class RulesetShowAnswer(Answer):
    """Answer of ``fairground rulesets show --json``."""

    schema_name: Literal["fairground/rulesets-show/1"] = schema_field("fairground/rulesets-show/1")
    content_hash: str = Field(description="hash of everything that affects play")
    ruleset: dict[str, Any] = Field(description="the ruleset, merged with the rulesets that it extends")


class RulesetPictureAnswer(Answer):
    """Answer of ``fairground rulesets picture --json``."""

    schema_name: Literal["fairground/rulesets-picture/1"] = schema_field("fairground/rulesets-picture/1")
    id: str = Field(description="id of the ruleset in the picture")
    entries: int = Field(description="number of terrains, effects and hexside features in the picture")
    output: str = Field(description="path of the picture that was written")


@click.group("rulesets", invoke_without_command=True)
@as_json
@click.pass_context
def COMMAND(context: click.Context, *, as_json: bool) -> int:  # noqa: N802
    """List the shipped rulesets, show one or draw its terrain.

    \b
    Examples:
      fairground rulesets
      fairground rulesets show penance-2.0
      fairground rulesets show my-rules.yaml --json
      fairground rulesets picture hexside-ww2 -o terrain.png
    """
    if context.invoked_subcommand is not None:
        return 0
    from fairground.core.rules import load_ruleset, shipped_rulesets

    found = [load_ruleset(name) for name in shipped_rulesets()]
    if as_json:
        emit(RulesetsAnswer(rulesets=tuple(map(RulesetAnswer.from_result, found))))
    else:
        for ruleset in found:
            click.echo(f"{ruleset.id:18} {ruleset.version:6} {ruleset.title}")
    return 0


@COMMAND.command("show")
@click.argument("name", metavar="ID")
@as_json
def show(name: str, *, as_json: bool) -> int:
    """Print a resolved ruleset as YAML, with everything it extends merged in."""
    import yaml

    ruleset = _load(name)
    if as_json:
        emit(RulesetShowAnswer(content_hash=ruleset.content_hash, ruleset=ruleset.to_plain()))
    else:
        click.echo(
            yaml.safe_dump(ruleset.to_plain(), sort_keys=False, allow_unicode=True, width=110).rstrip()
        )
    return 0


@COMMAND.command("picture")
@click.argument("name", metavar="ID")
@output_file("Picture to write: .svg, .png or .pdf.", required=True)
@dpi
@grey
@overwrite
@as_json
def picture(name: str, output: Path, dpi: int, *, grey: bool, overwrite: bool, as_json: bool) -> int:
    """Draw a ruleset's terrain table: each tile and its effects.

    \b
    Examples:
      fairground rulesets picture penance-2.0 -o terrain.png
      fairground rulesets picture my-rules.yaml -o terrain.svg --grey
    """
    from fairground.core.cli.commands.show import save_picture
    from fairground.core.pictures.terrain_table import draw_terrain_table, terrain_table

    ruleset = _load(name)
    save_picture(lambda: draw_terrain_table(ruleset, grey=grey), output, dpi=dpi, overwrite=overwrite)
    if as_json:
        count = sum(len(group.entries) for group in terrain_table(ruleset))
        emit(RulesetPictureAnswer(id=ruleset.id, entries=count, output=str(output)))
    else:
        click.echo(str(output))
    return 0


def _load(name: str) -> Ruleset:
    """Return a ruleset by its id or by the path of its file."""
    from fairground.core.rules import load_ruleset

    path = Path(name)
    by_path = path.suffix in (".yaml", ".yml")
    return load_ruleset(path.name if by_path else name, folder=path.parent if by_path else None)
