"""``fairground new``: an empty board with two sides, ready to paint."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import click
from pydantic import BaseModel, ConfigDict, Field

from fairground.core.cli.answers import Answer
from fairground.core.cli.options import SizeType, as_json, check_output, overwrite
from fairground.core.rules.locating import DEFAULT_RULESET


class SymmetryAnswer(BaseModel):
    """Whether a board of this size can have a symmetry."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: str = Field(description="name of the symmetry")
    possible: bool = Field(description="whether the board maps onto itself")
    text: str = Field(description="the same as a sentence")


class NewAnswer(Answer):
    """Answer of ``fairground new --json``."""

    schema_name: Literal["fairground/new/1"] = Field(
        default="fairground/new/1", alias="schema", description="name and version of this shape"
    )
    file: str = Field(description="path of the file that was written")
    symmetries: tuple[SymmetryAnswer, ...] = Field(description="which symmetries the size allows")


@click.command("new")
@click.option("--size", type=SizeType(), required=True, help="Columns and rows, such as 16x17.")
@click.option(
    "--layout",
    type=click.Choice(["odd-q", "even-q", "odd-r", "even-r"]),
    default="odd-q",
    show_default=True,
    help="Flat-top hexes in shifted columns (q) or pointy-top hexes in shifted rows (r).",
)
@click.option(
    "--ruleset", default=DEFAULT_RULESET, show_default=True, help="A shipped id, or a file beside FILE."
)
@click.option("--name", default="", help="Name of the scenario; the file's name when not given.")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), required=True, help="File to write."
)
@overwrite
@as_json
def COMMAND(  # noqa: N802  # one parameter an option
    size: tuple[int, int],
    layout: str,
    ruleset: str,
    name: str,
    output: Path,
    *,
    overwrite: bool,
    as_json: bool,
) -> int:
    """Write a new scenario.

    It has a clear board and two sides with a deployment zone each.

    \b
    Examples:
      fairground new --size 16x17 --layout odd-q --ruleset penance-2.0 -o arena.yaml
      fairground new --size 12x12 --layout odd-r --ruleset my-rules.yaml -o duel.yaml
    """
    from fairground.core.files import save  # noqa: PLC0415  # loads numpy and the models
    from fairground.core.grid.layout import Layout  # noqa: PLC0415
    from fairground.core.grid.symmetry_facts import symmetry_facts  # noqa: PLC0415
    from fairground.core.scenario.blank import blank_scenario  # noqa: PLC0415

    check_output(output, overwrite=overwrite)
    scenario = blank_scenario(
        name or output.stem, layout=Layout(layout), size=size, ruleset=ruleset, folder=output.parent
    )
    save(scenario, output)
    facts = symmetry_facts(Layout(layout), *size)
    if as_json:
        NewAnswer(
            file=str(output),
            symmetries=tuple(
                SymmetryAnswer(kind=fact.kind.value, possible=fact.possible, text=fact.sentence)
                for fact in facts
            ),
        ).emit()
    else:
        click.echo(f"{output}: {size[0]}x{size[1]} {layout}, {ruleset}")
        for fact in facts:
            click.echo(f"  {'yes' if fact.possible else 'no ':3}  {fact.sentence}")
    return 0
