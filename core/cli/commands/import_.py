"""``fairground import``: convert a map from another program to a scenario."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click
from pydantic import Field

from fairground.core.answer import Answer, FindingAnswer, schema_field
from fairground.core.cli.completion import complete_ruleset
from fairground.core.cli.options import (
    SIZE,
    InputPath,
    as_json,
    check_output,
    layout_type,
    output_file,
    overwrite,
)
from fairground.core.cli.shared_answers import emit, problem_text
from fairground.core.text.wording import counted, finding_counts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.finding import Finding
    from fairground.core.grid.layout import Layout

_GUESSED = "import.layout"


class ImportAnswer(Answer):
    """Answer of ``fairground import --json``."""

    schema_name: Literal["fairground/import/1"] = schema_field("fairground/import/1")
    file: str = Field(description="path of the map, as given")
    output: str = Field(description="path of the scenario that was written")
    layout: Literal["odd-q", "even-q", "odd-r", "even-r"] = Field(description="layout of the board")
    columns: int = Field(description="number of columns")
    rows: int = Field(description="number of rows")
    ruleset: str = Field(description="id or file of the ruleset whose terrain is used")
    terrain: dict[str, int] = Field(description="number of hexes with each terrain, most frequent first")
    effects: dict[str, int] = Field(description="number of hexes with each effect, most frequent first")
    findings: tuple[FindingAnswer, ...] = Field(
        description="data that was lost or assumed, with line numbers in the map, and errors in the new scenario"
    )
    legend_to_fill_in: str | None = Field(
        None,
        description="path of the legend that was written with --legend-to; null if there was nothing to fill in",
    )


@click.command("import")
@click.argument("file", type=InputPath())
@output_file("File to write.", required=True)
@click.option(
    "--format",
    "format_name",
    metavar="FORMAT",
    help="Format of the file: megamek, tiled, tiled-json, row-codes, brackets, wesnoth, text-mapper, worldographer, azgaar, "
    "geojson, hexjson, foundry or uvtt. "
    "Default: detected from the content.",
)
@click.option(
    "--layout",
    type=layout_type,
    help="Layout of the board (which rows or columns are shifted), if the file doesn't say.",
)
@click.option(
    "--ruleset",
    shell_complete=complete_ruleset,
    help=(
        "Ruleset: the id of a shipped ruleset, or a file next to the output file. Default: the "
        "format's own ruleset."
    ),
)
@click.option(
    "--legend",
    metavar="LEGEND",
    help="Legend with the meanings of the codes: a shipped legend, or a .yaml file.",
)
@click.option(
    "--expect-size", type=SIZE, help="Expected columns and rows, such as 14x12. Any other size is reported."
)
@click.option(
    "--legend-to",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write a legend of the codes and tiles that were not recognised, to fill in and pass to --legend.",
)
@overwrite
@as_json
def COMMAND(  # noqa: N802, PLR0913, PLR0917  # one parameter an option
    file: Path,
    output: Path,
    format_name: str | None,
    layout: str | None,
    ruleset: str | None,
    legend: str | None,
    expect_size: tuple[int, int] | None,
    legend_to: Path | None,
    *,
    overwrite: bool,
    as_json: bool,
) -> int:
    """Convert a map from another program to a scenario.

    The output lists what could not be carried over and what was assumed. The scenario keeps such data where it can, and an
    export to the same format writes it back.

    \b
    Exit status: 0 success, 1 the scenario has errors, 2 a file that cannot be read.

    \b
    Examples:
      fairground import valley.board -o valley.yaml
      fairground import arena.txt -o arena.yaml --layout odd-r --expect-size 14x12
      fairground import forest.tmx -o forest.yaml --legend-to kinds.yaml
    """
    from fairground.core.clients import import_file
    from fairground.core.clients.coded_maps.legend import legend_to_fill_in, load_legend
    from fairground.core.clients.format import LegendDraft
    from fairground.core.files import save, write_bytes
    from fairground.core.finding import Severity
    from fairground.core.grid.layout import Layout
    from fairground.core.scenario.arrays import kind_counts
    from fairground.core.validation import validate

    check_output(output, overwrite=overwrite, source=file)
    if legend_to is not None:
        check_output(legend_to, overwrite=overwrite, source=file)
    draft = LegendDraft()
    imported = partial(
        import_file,
        file,
        format_name=format_name,
        ruleset=ruleset,
        legend=load_legend(legend) if legend is not None else None,
        expect_size=expect_size,
        folder=output.parent,
        draft=draft,
    )
    scenario, losses = imported(layout=Layout(layout) if layout is not None else None)
    guessed = any(finding.code == _GUESSED for finding in losses)
    if guessed and not as_json and on_terminal():
        draft.unmapped.clear()
        scenario, losses = imported(layout=_asked_layout(scenario.board.layout))
    save(scenario, output)
    legend_file = legend_to if draft.unmapped else None
    if legend_file is not None:
        write_bytes(legend_file, legend_to_fill_in(draft, scenario).encode())
    errors = [finding for finding in validate(scenario) if finding.severity is Severity.ERROR]
    findings = (*losses, *errors)
    answer = ImportAnswer(
        file=str(file),
        output=str(output),
        layout=scenario.board.layout.value,
        columns=scenario.board.columns,
        rows=scenario.board.rows,
        ruleset=scenario.ruleset.name,
        terrain=kind_counts(scenario.board.palette, scenario.board.terrain),
        effects=kind_counts(scenario.board.effects_palette, scenario.board.effects),
        findings=tuple(map(FindingAnswer.from_result, findings)),
        legend_to_fill_in=None if legend_file is None else str(legend_file),
    )
    if as_json:
        emit(answer)
    else:
        _print(answer, findings)
        if legend_to is not None:
            click.echo(
                f"{legend_to}: {counted(len(draft.unmapped), 'code')} to fill in"
                if draft.unmapped
                else f"{legend_to} was not written: every code was recognised"
            )
    return int(any(finding.severity is Severity.ERROR for finding in findings))


def on_terminal() -> bool:
    """Return whether a user can be asked."""
    return sys.stdin is not None and sys.stdin.isatty()


def _asked_layout(assumed: Layout) -> Layout:
    """Ask for the layout; default: the assumed one."""
    name: str = click.prompt(
        "The file does not say which rows or columns are shifted. Choose the layout of the board",
        type=layout_type,
        default=assumed.value,
        err=True,
    )
    return type(assumed)(name)


def _print(answer: ImportAnswer, findings: Sequence[Finding]) -> None:
    size = f"{answer.columns}x{answer.rows} {answer.layout}"
    hexes = answer.columns * answer.rows
    click.echo(f"{answer.output}: {size}, {hexes} {'hex' if hexes == 1 else 'hexes'}, {answer.ruleset}")
    for kind, count in (*answer.terrain.items(), *answer.effects.items()):
        click.echo(f"  {count:7} {kind}")
    if findings:
        click.echo(f"{answer.file}: {finding_counts(findings)}", err=True)
    for finding in findings:
        click.echo(problem_text(finding), err=True)
