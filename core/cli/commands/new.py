"""``fairground new``: an empty board with two sides, ready to paint."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import click
from pydantic import Field

from fairground.core.answer import Answer, Part, schema_field
from fairground.core.cli.completion import complete_ruleset
from fairground.core.cli.options import SIZE, as_json, check_output, layout_type, output_file, overwrite
from fairground.core.cli.shared_answers import emit
from fairground.core.errors import UsageError
from fairground.core.rules.ruleset_files import DEFAULT_RULESET

if TYPE_CHECKING:
    from pathlib import Path


class AllowedSymmetryAnswer(Part):
    """Whether a board of this size can have a symmetry."""

    kind: str = Field(description="name of the symmetry")
    possible: bool = Field(description="whether the board can have this symmetry")
    text: str = Field(description="explanation, in a sentence")


class NewAnswer(Answer):
    """Answer of ``fairground new --json``."""

    schema_name: Literal["fairground/new/1"] = schema_field("fairground/new/1")
    file: str = Field(description="path of the file that was written")
    symmetries: tuple[AllowedSymmetryAnswer, ...] = Field(
        description="symmetries, and whether the board can have them"
    )


@click.command("new")
@click.option("--size", type=SIZE, help="Size of the board in columns and rows, such as 16x17.")
@click.option(
    "--hexagon",
    type=int,
    metavar="N",
    help="Instead of --size: a hexagonal board with N hexes on each edge, surrounded by void.",
)
@click.option(
    "--sides",
    type=int,
    metavar="N",
    help="With --hexagon: number of sides (2, 3 or 6), with equal starting positions. Default: 2.",
)
@click.option(
    "--layout",
    type=layout_type,
    default="odd-q",
    show_default=True,
    help="Layout of the board: flat-top hexes in shifted columns (q) or pointy-top hexes in shifted rows (r).",
)
@click.option(
    "--ruleset",
    shell_complete=complete_ruleset,
    default=DEFAULT_RULESET,
    show_default=True,
    help="Ruleset: the id of a shipped ruleset, or a file next to the output file.",
)
@click.option("--name", default="", help="Name of the scenario. Default: the file's name.")
@output_file("File to write.", required=True)
@overwrite
@as_json
def COMMAND(  # noqa: N802, PLR0913  # one parameter an option
    size: tuple[int, int] | None,
    hexagon: int | None,
    sides: int | None,
    layout: str,
    ruleset: str,
    name: str,
    output: Path,
    *,
    overwrite: bool,
    as_json: bool,
) -> int:
    """Create a scenario with a clear board and two sides.

    Each side has a deployment zone. A hexagonal board (--hexagon) can be for three or six sides instead.

    \b
    Examples:
      fairground new --size 16x17 --layout odd-q --ruleset penance-2.0 -o arena.yaml
      fairground new --size 12x12 --layout odd-r --ruleset my-rules.yaml -o duel.yaml
      fairground new --hexagon 8 --sides 3 -o three.yaml
    """
    from fairground.core.files import save
    from fairground.core.grid.layout import Layout
    from fairground.core.grid.symmetry import BoardSymmetry, hexagon_fact, symmetry_facts
    from fairground.core.scenario.blank import blank_hexagon, blank_scenario
    from fairground.core.scenario.parts import MAX_TITLE

    check_output(output, overwrite=overwrite)
    if len(name.splitlines()) > 1:
        raise UsageError("a name must be on one line; remove the line break from --name")
    title = name or " ".join(output.stem.splitlines())[:MAX_TITLE]
    shape, folder = Layout(layout), output.parent
    if hexagon is not None and size is None:
        scenario = blank_hexagon(
            title,
            layout=shape,
            along=hexagon,
            sides=2 if sides is None else sides,
            ruleset=ruleset,
            folder=folder,
        )
        facts = tuple(hexagon_fact(kind, hexagon) for kind in BoardSymmetry)
    elif size is not None and hexagon is None:
        if sides is not None:
            raise UsageError("--sides needs --hexagon; a rectangular board is always for two sides")
        scenario = blank_scenario(title, layout=shape, size=size, ruleset=ruleset, folder=folder)
        facts = symmetry_facts(shape, *size)
    else:
        raise UsageError(
            "use either --size (such as 16x17) for a rectangle, or --hexagon (such as 8) for a hexagon"
        )
    save(scenario, output)
    if as_json:
        emit(
            NewAnswer(
                file=str(output),
                symmetries=tuple(
                    AllowedSymmetryAnswer(kind=fact.kind.value, possible=fact.possible, text=fact.sentence)
                    for fact in facts
                ),
            )
        )
    else:
        board = scenario.board
        click.echo(f"{output}: {board.columns}x{board.rows} {layout}, {ruleset}")
        for fact in facts:
            click.echo(f"  {'yes' if fact.possible else 'no ':3}  {fact.sentence}")
    return 0
