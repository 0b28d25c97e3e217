"""``fairground diff``: what changed from one scenario to another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import click
from pydantic import Field

from fairground.core.answer import Answer, schema_field
from fairground.core.cli.commands.show import write_overlays
from fairground.core.cli.options import InputPath, as_json, output_file, overwrite
from fairground.core.cli.shared_answers import emit
from fairground.core.metrics.comparison_answer import ChangeAnswer
from fairground.core.text.wording import counted

if TYPE_CHECKING:
    from pathlib import Path


class DiffAnswer(Answer):
    """Answer of ``fairground diff --json``."""

    schema_name: Literal["fairground/diff/1"] = schema_field("fairground/diff/1")
    before: str = Field(description="path of the first file")
    after: str = Field(description="path of the second file")
    changes: tuple[ChangeAnswer, ...] = Field(description="differences between the first file and the second")
    output: str | None = Field(description="path of the picture that was written; null if none was")


@click.command("diff")
@click.argument("before", metavar="A", type=InputPath())
@click.argument("after", metavar="B", type=InputPath())
@output_file("Picture of B with the changed hexes marked: .svg, .png or .pdf.")
@overwrite
@as_json
def COMMAND(before: Path, after: Path, output: Path | None, *, overwrite: bool, as_json: bool) -> int:  # noqa: N802
    """List the differences between two scenarios.

    Hexes are compared by label.

    \b
    Examples:
      fairground diff scenarios/standard-arena.yaml scenarios/training-yard.yaml
      fairground diff old.yaml new.yaml -o changes.svg
    """
    from fairground.core.files import load
    from fairground.core.scenario.compare import compare

    scenario = load(after)
    changes = compare(load(before), scenario)
    marked = frozenset(change.hex for change in changes if change.hex)
    write_overlays(scenario, output, overwrite=overwrite, marked=marked)
    if as_json:
        emit(
            DiffAnswer(
                before=str(before),
                after=str(after),
                changes=tuple(map(ChangeAnswer.from_result, changes)),
                output=str(output) if output else None,
            )
        )
    else:
        for change in changes:
            click.echo(str(change))
        click.echo(counted(len(changes), "change") if changes else "no differences that affect play")
    return 0
