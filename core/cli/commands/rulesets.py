"""``fairground rulesets``: the shipped rulesets, and one of them resolved or as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click
from pydantic import Field

from fairground.core.answer import Answer, FindingAnswer, Part, schema_field
from fairground.core.cli.completion import complete_ruleset
from fairground.core.cli.options import as_json, check_output, dpi, grey, output_file, overwrite
from fairground.core.cli.shared_answers import emit, problem_text
from fairground.core.errors import UsageError
from fairground.core.text.wording import counted, finding_counts

if TYPE_CHECKING:
    from fairground.core.rules import Ruleset


class RulesetAnswer(Part):
    """One shipped ruleset."""

    id: str = Field(description="id of the ruleset, as written under ruleset in a scenario")
    title: str = Field(description="title shown to users")
    version: str = Field(description="version of the rules")
    content_hash: str = Field(description="hash of everything in the ruleset that affects play")


class RulesetsAnswer(Answer):
    """Answer of ``fairground rulesets --json``."""

    schema_name: Literal["fairground/rulesets/1"] = schema_field("fairground/rulesets/1")
    rulesets: tuple[RulesetAnswer, ...] = Field(
        description="shipped rulesets sorted by id, then rulesets from plugins"
    )


class RulesetShowAnswer(Answer):
    """Answer of ``fairground rulesets show --json``."""

    schema_name: Literal["fairground/rulesets-show/1"] = schema_field("fairground/rulesets-show/1")
    content_hash: str = Field(description="hash of everything in the ruleset that affects play")
    ruleset: dict[str, Any] = Field(description="the ruleset, merged with the rulesets that it extends")


class TerrainRowAnswer(Part):
    """One terrain of a ruleset."""

    id: str = Field(description="id of the terrain, as written in palettes")
    name: str = Field(description="title shown to users")
    facts: tuple[str, ...] = Field(description="effects on movement, sight, cover and damage, as text")


class RulesetTerrainAnswer(Answer):
    """Answer of ``fairground rulesets terrain --json``."""

    schema_name: Literal["fairground/rulesets-terrain/1"] = schema_field("fairground/rulesets-terrain/1")
    id: str = Field(description="id of the ruleset")
    terrain: tuple[TerrainRowAnswer, ...] = Field(description="terrains, in the order of the ruleset file")


class ClassRowAnswer(Part):
    """One class of units of a ruleset."""

    id: str = Field(description="id of the class")
    name: str = Field(description="title shown to users")
    allowance: int = Field(description="movement points per turn")
    height: int = Field(description="height of a unit in levels, for lines of sight")
    forbidden: tuple[str, ...] = Field(
        description="ids of terrains that the class can enter only on a road or bridge"
    )


class RulesetClassesAnswer(Answer):
    """Answer of ``fairground rulesets classes --json``."""

    schema_name: Literal["fairground/rulesets-classes/1"] = schema_field("fairground/rulesets-classes/1")
    id: str = Field(description="id of the ruleset")
    classes: tuple[ClassRowAnswer, ...] = Field(description="unit classes, in the order of the ruleset file")


class RulesetPictureAnswer(Answer):
    """Answer of ``fairground rulesets picture --json``."""

    schema_name: Literal["fairground/rulesets-picture/1"] = schema_field("fairground/rulesets-picture/1")
    id: str = Field(description="id of the ruleset that the picture shows")
    entries: int = Field(description="number of terrains, effects and hexside features in the picture")
    output: str = Field(description="path of the picture that was written")


class RulesetCheckAnswer(Answer):
    """Answer of ``fairground rulesets check --json``."""

    schema_name: Literal["fairground/rulesets-check/1"] = schema_field("fairground/rulesets-check/1")
    file: str = Field(description="id or path of the ruleset, as given")
    findings: tuple[FindingAnswer, ...] = Field(
        description="errors, or warnings if there are no errors, sorted by file and line; empty if none found"
    )


class RulesetExtendAnswer(Answer):
    """Answer of ``fairground rulesets extend --json``."""

    schema_name: Literal["fairground/rulesets-extend/1"] = schema_field("fairground/rulesets-extend/1")
    file: str = Field(description="path of the ruleset file that was written")
    id: str = Field(description="id of the ruleset")
    title: str = Field(description="title shown to users")
    content_hash: str = Field(description="hash of everything in the ruleset that affects play")
    terrain: str | None = Field(
        description="id of the terrain that was added or changed; null if it was removed"
    )
    effect: str | None = Field(description="effects of the terrain, as a sentence; null if it was removed")


@click.group("rulesets", invoke_without_command=True)
@as_json
@click.pass_context
def COMMAND(context: click.Context, *, as_json: bool) -> int:  # noqa: N802
    """List the rulesets, show or check one, or draw its terrain.

    \b
    Examples:
      fairground rulesets
      fairground rulesets show penance-2.0
      fairground rulesets show my-rules.yaml --json
      fairground rulesets terrain penance-2.0
      fairground rulesets check my-rules.yaml
      fairground rulesets picture hexside-ww2 -o terrain.png
      fairground rulesets extend penance-2.0 --title Mud --like rubble --cost 3 -o moor-rules.yaml
    """
    if context.invoked_subcommand is not None:
        return 0
    from fairground.core.rules import known_rulesets, load_ruleset

    found = [load_ruleset(name) for name in known_rulesets()]
    if as_json:
        emit(RulesetsAnswer(rulesets=tuple(map(RulesetAnswer.from_result, found))))
    else:
        for ruleset in found:
            click.echo(f"{ruleset.id:18} {ruleset.version:6} {ruleset.title}")
    return 0


@COMMAND.command("show")
@click.argument("name", metavar="ID", shell_complete=complete_ruleset)
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


@COMMAND.command("terrain")
@click.argument("name", metavar="ID", shell_complete=complete_ruleset)
@as_json
def terrain(name: str, *, as_json: bool) -> int:
    """List the terrain of a ruleset with its effects."""
    from fairground.core.rules.descriptions import terrain_facts

    ruleset = _load(name)
    rows = tuple(
        TerrainRowAnswer(id=key, name=it.name, facts=terrain_facts(it, ruleset))
        for key, it in ruleset.terrain.items()
    )
    if as_json:
        emit(RulesetTerrainAnswer(id=ruleset.id, terrain=rows))
    else:
        _print_rows([(it.id, it.name, ", ".join(it.facts)) for it in rows])
    return 0


@COMMAND.command("classes")
@click.argument("name", metavar="ID", shell_complete=complete_ruleset)
@as_json
def classes(name: str, *, as_json: bool) -> int:
    """List the unit classes of a ruleset with their movement points."""
    ruleset = _load(name)
    rows = tuple(
        ClassRowAnswer(
            id=key,
            name=it.name,
            allowance=it.allowance,
            height=it.height,
            forbidden=tuple(it.forbidden),
        )
        for key, it in ruleset.classes.items()
    )
    if as_json:
        emit(RulesetClassesAnswer(id=ruleset.id, classes=rows))
    else:
        _print_rows(
            [
                (
                    it.id,
                    it.name,
                    f"{it.allowance} points",
                    f"only by road: {', '.join(it.forbidden)}" if it.forbidden else "",
                )
                for it in rows
            ]
        )
    return 0


def _print_rows(rows: list[tuple[str, ...]]) -> None:
    """Print rows in columns; the last column is not padded."""
    if not rows:
        click.echo("The ruleset has none.")
        return
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]) - 1)]
    for row in rows:
        padded = (text.ljust(width) for text, width in zip(row, widths, strict=False))
        click.echo("  ".join((*padded, row[-1])).rstrip())


@COMMAND.command("picture")
@click.argument("name", metavar="ID", shell_complete=complete_ruleset)
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


class _ClassCost(click.ParamType[tuple[str, str | None]]):
    """``CLASS=COST``, or ``CLASS=no`` for a class that cannot enter."""

    name = "CLASS=COST"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, str | None]:
        """Return the class and the cost, None for a class that cannot enter."""
        class_id, equals, cost = str(value).partition("=")
        if not (class_id and equals and cost):
            self.fail(
                f"{value!r} is not a class cost; write CLASS=COST, such as scout=2, or scout=no if scouts cannot enter",
                param,
                ctx,
            )
        return class_id, None if cost == "no" else cost


@COMMAND.command("extend")
@click.argument("name", metavar="ID|FILE", shell_complete=complete_ruleset)
@click.option("--terrain", "id", metavar="ID", help="Terrain to add or change. Default: ID from --title.")
@click.option("--title", help="Title of the terrain, as shown to users.")
@click.option(
    "--like", default="", metavar="ID", help="Terrain to copy. Default: clear, or the terrain to change."
)
@click.option("--cost", help="Movement points to enter the terrain, such as 3 or 5/2.")
@click.option(
    "--class-cost",
    "class_costs",
    multiple=True,
    type=_ClassCost(),
    help="Movement points for one unit class, such as scout=2, or scout=no if it cannot enter.",
)
@click.option("--passable/--impassable", default=None, help="Whether units can enter the terrain.")
@click.option("--sight", type=click.Choice(("clear", "hinders", "blocks")), help="Effect on lines of sight.")
@click.option(
    "--hindrance",
    "amount",
    type=click.IntRange(1),
    default=1,
    help="Strength of the hindrance per hex, with --sight hinders.",
    show_default=True,
)
@click.option(
    "--height", type=click.IntRange(0, 100), help="Height in levels up to which the terrain affects sight."
)
@click.option("--cover", metavar="GRADE", help="Cover grade of the terrain, or 'none'.")
@click.option("--tag", "tags", multiple=True, help="Tag, such as difficult. Replaces all existing tags.")
@click.option("--tile", help="Name of the tile to draw.")
@click.option("--colour", metavar="#RRGGBB", help="Colour of the ground.")
@click.option(
    "--image", type=click.Path(path_type=Path), help="PNG or SVG to cover the hex, embedded in the ruleset."
)
@click.option("--remove", metavar="ID", help="Terrain to remove, or to reset to the base ruleset.")
@output_file("Ruleset file to write. Default: change your own ruleset file in place.")
@overwrite
@as_json
def extend(
    name: str,
    remove: str | None,
    output: Path | None,
    *,
    overwrite: bool,
    as_json: bool,
    **chosen: Any,  # noqa: ANN401  # the options of TerrainChange by their names
) -> int:
    """Add or change a terrain in your own ruleset.

    ID is a shipped ruleset, which the new file extends, or a ruleset file of your own, which is changed in place unless
    -o names another file. Comments in the file are kept, except within the changed entry.

    \b
    Examples:
      fairground rulesets extend penance-2.0 --title Mud --like rubble --cost 3 --sight hinders -o moor-rules.yaml
      fairground rulesets extend moor-rules.yaml --terrain mud --colour '#6b4f2a' --class-cost scout=2
      fairground rulesets extend moor-rules.yaml --remove mud
    """
    from fairground.core.cli.ruleset_changes import TerrainChange, start, with_terrain, without_terrain
    from fairground.core.files import write_bytes
    from fairground.core.rules.descriptions import terrain_sentence

    own, path = start(name, output)
    if output is not None and str(output) != name:
        check_output(output, overwrite=overwrite)
    if remove is not None:
        own, terrain, effect = without_terrain(own, remove), None, None
    else:
        if chosen["id"] is None and chosen["title"] is None:
            raise UsageError("name the terrain with --terrain or --title")
        own, terrain = with_terrain(own, TerrainChange(**chosen))
        effect = terrain_sentence(terrain, own.rules)
    write_bytes(path, own.text.encode())
    if as_json:
        answer = RulesetExtendAnswer(
            file=str(path),
            id=own.rules.id,
            title=own.rules.title,
            content_hash=own.rules.content_hash,
            terrain=terrain,
            effect=effect,
        )
        emit(answer)
    else:
        click.echo(f"{path}: {effect}" if effect else f"{path}: removed {remove}")
    return 0


@COMMAND.command("check")
@click.argument("name", metavar="ID|FILE", shell_complete=complete_ruleset)
@as_json
def check(name: str, *, as_json: bool) -> int:
    """Check your own ruleset for errors, unknown tiles, images that cannot be drawn, and values that have no effect.

    Exit status: 0 no errors, 1 errors. Warnings are only reported if there are no errors.

    \b
    Examples:
      fairground rulesets check my-rules.yaml
      fairground rulesets check my-rules.yaml --json
    """
    from fairground.core.finding import Severity
    from fairground.core.validation.ruleset_slips import check_ruleset

    path = Path(name)
    by_path = path.suffix in (".yaml", ".yml")
    findings = check_ruleset(path.name if by_path else name, folder=path.parent if by_path else None)
    if as_json:
        emit(RulesetCheckAnswer(file=name, findings=tuple(map(FindingAnswer.from_result, findings))))
    elif findings:
        click.echo(f"{name}: {finding_counts(findings)}")
        for it in findings:
            click.echo(problem_text(it))
    else:
        ruleset = _load(name)
        parts = f"{len(ruleset.terrain)} terrains and {counted(len(ruleset.classes), 'class', 'classes')}"
        click.echo(f"{name}: No problems found. Checked {ruleset.title} with {parts}.")
    return int(any(it.severity is Severity.ERROR for it in findings))


def _load(name: str) -> Ruleset:
    """Return a ruleset by its id or by the path of its file."""
    from fairground.core.rules import load_ruleset

    path = Path(name)
    by_path = path.suffix in (".yaml", ".yml")
    return load_ruleset(path.name if by_path else name, folder=path.parent if by_path else None)
