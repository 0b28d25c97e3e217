"""``fairground export``: a scenario in the format of another program."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import click
from pydantic import Field

from fairground.core.cli.answers import Answer
from fairground.core.cli.options import as_json, check_output, overwrite, scenario_file


class ExportAnswer(Answer):
    """Answer of ``fairground export --json``."""

    schema_name: Literal["fairground/export/1"] = Field(
        default="fairground/export/1", alias="schema", description="name and version of this shape"
    )
    file: str = Field(description="path of the scenario as it was given")
    format: str = Field(description="name of the format")
    outputs: tuple[str, ...] = Field(description="paths of the files that were written")
    losses: tuple[str, ...] = Field(description="what the format cannot carry, in words")


@click.command("export")
@scenario_file
@click.option("--to", "format_name", required=True, metavar="FORMAT", help="json, megamek, png or svg.")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), required=True, help="File to write."
)
@click.option("--force", is_flag=True, help="Export although the validator finds errors.")
@overwrite
@as_json
def COMMAND(  # noqa: N802  # one parameter an option
    file: Path, format_name: str, output: Path, *, force: bool, overwrite: bool, as_json: bool
) -> int:
    """Write a scenario for another program.

    What its format cannot carry is said.

    \b
    Only scenarios without errors are exported; --force does it all the same.

    \b
    Examples:
      fairground export arena.yaml --to json -o arena.json
      fairground export arena.yaml --to png -o arena.png --overwrite
      fairground export valley.yaml --to megamek -o valley.board
    """
    from fairground.core.clients import export  # noqa: PLC0415  # loads numpy, the models and the validator
    from fairground.core.files import load  # noqa: PLC0415

    check_output(output, overwrite=overwrite)
    result = export(load(file), format_name, output, overwrite=overwrite, force=force)
    if as_json:
        ExportAnswer(file=str(file), format=format_name, outputs=(str(output),), losses=result.losses).emit()
    else:
        click.echo(str(output))
        for loss in result.losses:
            click.echo(f"not carried: {loss}", err=True)
    return 0
