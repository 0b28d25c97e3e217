"""``fairground export``: a scenario in the format of another program."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import click
from pydantic import Field

from fairground.core.answer import Answer, FindingAnswer, schema_field
from fairground.core.cli.completion import complete_export_format
from fairground.core.cli.options import (
    as_json,
    check_output,
    load_scenario,
    output_file,
    overwrite,
    scenario_file,
)
from fairground.core.cli.shared_answers import emit, problem_text

if TYPE_CHECKING:
    from pathlib import Path


class ExportAnswer(Answer):
    """Answer of ``fairground export --json``."""

    schema_name: Literal["fairground/export/1"] = schema_field("fairground/export/1")
    file: str = Field(description="path of the scenario, as given")
    format: str = Field(description="name of the format")
    preset: str = Field("", description="id of the preset, if one was chosen")
    outputs: tuple[str, ...] = Field(
        description="paths of the written files, the main one first; with --dry-run, of the files that would be written"
    )
    losses: tuple[str, ...] = Field(description="descriptions of the data that the format cannot hold")
    findings: tuple[FindingAnswer, ...] = Field(description="validation findings")


class _Setting(click.ParamType[tuple[str, str]]):
    """``NAME=VALUE``."""

    name = "NAME=VALUE"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, str]:
        """Return name and value; fail where there is no ``=``."""
        name, equals, text = str(value).partition("=")
        if not equals:
            self.fail(f"{value!r} has no '='; write NAME=VALUE, such as dpi=300", param, ctx)
        return name.strip(), text.strip()


@click.command("export")
@scenario_file
@click.option(
    "--to",
    "format_name",
    shell_complete=complete_export_format,
    metavar="FORMAT",
    help="Format to export to; 'fairground formats' lists all formats.",
)
@click.option(
    "--preset",
    "preset_id",
    metavar="NAME",
    help=(
        "Preset, a format with options already set, such as roll20; 'fairground formats FORMAT' lists "
        "the presets."
    ),
)
@output_file("File to write.", required=True)
@click.option(
    "-O",
    "--option",
    "settings",
    type=_Setting(),
    multiple=True,
    help="Option of the format; 'fairground formats FORMAT' lists its options.",
)
@click.option(
    "--despite-errors", "--force", "force", is_flag=True, help="Export even if the scenario has errors."
)
@click.option("--strict", is_flag=True, help="Don't export if data would be lost.")
@click.option(
    "--dry-run", is_flag=True, help="List what would be written and lost, without writing anything."
)
@overwrite
@as_json
def COMMAND(  # noqa: N802, PLR0913  # one parameter an option
    file: Path,
    format_name: str | None,
    preset_id: str | None,
    output: Path,
    settings: tuple[tuple[str, str], ...],
    *,
    force: bool,
    strict: bool,
    dry_run: bool,
    overwrite: bool,
    as_json: bool,
) -> int:
    """Write a scenario in the format of another program.

    The output lists what the format cannot carry. Some formats need several files. They are written beside the named
    file, all of them or none.

    \b
    A scenario with errors is not exported unless you add --despite-errors.

    \b
    Examples:
      fairground export scenarios/standard-arena.yaml --to json -o arena.json
      fairground export arena.yaml --to png -o arena.png -O dpi=300 --overwrite
      fairground export arena.yaml --to tiled -o arena.tmx --dry-run
      fairground export valley.yaml --to megamek -o valley.board --strict
      fairground export arena.yaml --preset roll20 -o arena.webp
    """
    from fairground.core.clients import prepare_export

    format_name, options = _chosen(format_name, preset_id)
    if not dry_run:
        check_output(output, overwrite=overwrite, source=file)
    options |= _by_name(settings)
    prepared = prepare_export(load_scenario(file), format_name, output, options, force=force, strict=strict)
    answer = ExportAnswer(
        file=str(file),
        format=format_name,
        preset=preset_id or "",
        outputs=tuple(map(str, prepared.files)),
        losses=prepared.losses,
        findings=tuple(map(FindingAnswer.from_result, prepared.findings)),
    )
    if not as_json:
        # Said before anything is written.
        for finding in prepared.findings:
            click.echo(problem_text(finding), err=True)
        for loss in prepared.losses:
            click.echo(f"lost: {loss}", err=True)
    if not dry_run:
        prepared.write(overwrite=overwrite)
    if as_json:
        emit(answer)
    else:
        for written in answer.outputs:
            click.echo(f"would write {written}" if dry_run else written)
    return 0


def _by_name(settings: tuple[tuple[str, str], ...]) -> dict[str, str]:
    """Return options by name; raise UsageError where one is given twice."""
    from fairground.core.errors import UsageError

    found: dict[str, str] = {}
    for name, value in settings:
        if name in found:
            raise UsageError(
                f"-O {name} is given twice, as {found[name]!r} and as {value!r}; choose one value"
            )
        found[name] = value
    return found


def _chosen(format_name: str | None, preset_id: str | None) -> tuple[str, dict[str, str]]:
    """Return the format and the options of a preset; raise UsageError unless they are clear."""
    from fairground.core.clients import find_preset
    from fairground.core.errors import UsageError

    if preset_id is None:
        if format_name is None:
            raise UsageError("choose a format with --to, or a preset with --preset")
        return format_name, {}
    preset = find_preset(preset_id)
    if format_name not in (None, preset.format_name):
        raise UsageError(f"the preset {preset.id!r} is for --to {preset.format_name}, not {format_name}")
    return preset.format_name, dict(preset.options)
