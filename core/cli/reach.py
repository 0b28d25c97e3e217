"""``fairground reach``: where a unit can be in how many turns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import click
from pydantic import Field

from fairground.core.cli.answers import Answer
from fairground.core.cli.board_text import board_text
from fairground.core.cli.mover_options import facing, turns, who_moves, zone_id
from fairground.core.cli.options import as_json, overwrite, scenario_file
from fairground.core.cli.show import write_picture
from fairground.core.cli.sight_options import picture
from fairground.core.text.counts import hex_count

if TYPE_CHECKING:
    from pathlib import Path

    from fairground.core.cli.mover_options import Moving
    from fairground.core.movement.reach import Reach


class ReachAnswer(Answer):
    """Answer of ``fairground reach --json``; hexes that are not reached in so many turns are left out."""

    schema_name: Literal["fairground/reach/1"] = Field(
        default="fairground/reach/1", alias="schema", description="name and version of this shape"
    )
    origin: str | tuple[str, ...] = Field(description="label of the hex it starts from, or those of a zone's")
    turns: dict[str, int] = Field(
        description="first turn in which a unit can end its move in each hex, by label, row by row; 0 at the start"
    )


@click.command("reach")
@scenario_file
@click.argument("origin", metavar="[HEX]", required=False)
@click.option("--from-zone", "zone", metavar="ID", help="Start from any hex of a zone.")
@turns
@who_moves
@facing
@picture
@overwrite
@as_json
def COMMAND(  # noqa: N802, PLR0913  # one parameter an option
    file: Path,
    origin: str | None,
    zone: str | None,
    turns: int,
    who: Moving,
    facing: int | None,
    output: Path | None,
    *,
    overwrite: bool,
    as_json: bool,
) -> int:
    """Say where a unit can end its move, and in which turn.

    It starts from a hex, from any hex of a zone, or from where the unit of --unit is.

    \b
    Examples:
      fairground reach arena.yaml A1 --class scout
      fairground reach arena.yaml --from-zone north --turns 3 --json
      fairground reach arena.yaml --unit heavy-1 --state legs -o reach.png
    """
    if origin is not None and zone is not None:
        raise click.UsageError("name a hex or a zone to start from, not both")
    from fairground.core.files import load  # noqa: PLC0415  # loads numpy and the models
    from fairground.core.movement.reach import reach  # noqa: PLC0415

    scenario = load(file)
    mover = who.mover(scenario)
    start = zone_id(scenario, zone) if zone is not None else origin or who.start(scenario, mover)
    found = reach(scenario, start, turns, mover=mover, facing=facing)
    if output is not None:
        from fairground.core.pictures import PictureOptions  # noqa: PLC0415

        options = PictureOptions(reach=start, turns=turns, mover=mover, facing=facing)
        write_picture(scenario, output, options, dpi=150, overwrite=overwrite)
    if as_json:
        ReachAnswer.model_validate(found.to_json()).emit()
    else:
        click.echo(_text(found, zone))
    return 0


def _text(reach: Reach, zone: str | None) -> str:
    board, turns, mover = reach.board, reach.turns, reach.mover
    origins = sorted(reach.origins)
    start = board.label(origins[0]) if zone is None else f"the {hex_count(len(origins))} of {zone}"
    counts = [
        f"{hex_count((turns == turn).sum())} in turn {turn}" for turn in sorted({*turns[turns > 0].tolist()})
    ]
    void = board.void
    marks = [
        [_mark(int(turns[row, column]), is_void=bool(void[row, column])) for column in range(board.columns)]
        for row in range(board.rows)
    ]
    for at in origins:
        row, column = board.cell(at)
        marks[row][column] = "@"
    return "\n".join(
        [
            f"From {start}: {', '.join(counts) or 'nowhere'} ({mover.title}, {mover.allowance} points a turn)",
            "",
            *board_text(board, marks),
            "",
            "  @ the start   1 turn in which a move can end there   . not reached",
        ]
    )


def _mark(turn: int, *, is_void: bool) -> str:
    return " " if is_void else "." if turn < 0 else str(turn)
