"""``fairground path``: the best path from one hex to another, step by step."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from fairground.core.cli.commands.show import write_overlays
from fairground.core.cli.completion import complete_hex
from fairground.core.cli.mover_options import avoid_danger, blind, end_facing, facing, who_moves
from fairground.core.cli.options import as_json, hex_label, load_scenario, overwrite, picture, scenario_file
from fairground.core.cli.shared_answers import print_result
from fairground.core.text.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from fairground.core.cli.mover_options import Moving
    from fairground.core.movement.path import Path as Found


@click.command("path")
@scenario_file
@click.argument("hexes", nargs=-1, metavar="[FROM] TO", shell_complete=complete_hex)
@who_moves
@facing
@end_facing
@avoid_danger
@blind
@click.option(
    "--least",
    type=click.Choice(["turns", "points"]),
    default="turns",
    show_default=True,
    help="Minimise turns or movement points first. The other breaks ties.",
)
@picture
@overwrite
@as_json
def COMMAND(  # noqa: N802, PLR0913  # one parameter an option
    file: Path,
    hexes: tuple[str, ...],
    who: Moving,
    facing: int | None,
    end_facing: int | None,
    least: str,
    output: Path | None,
    *,
    avoid_danger: bool,
    blind: bool | None,
    overwrite: bool,
    as_json: bool,
) -> int:
    """Find the best path between two hexes, step by step.

    Hexes are given by label, or by the id of a unit that stands there. A unit at the start is the one that moves, unless
    --unit or --class says otherwise. With --unit, the path starts at that unit.

    \b
    Examples:
      fairground path scenarios/standard-arena.yaml A1 C4
      fairground path arena.yaml C4 --unit scout-1 --end-facing 3
      fairground path arena.yaml A1 C4 --class heavy --state heat=6 --danger --json
      fairground path arena.yaml A1 C4 --avoid-danger -o path.png
    """
    if not 1 <= len(hexes) <= 2:
        raise click.UsageError("specify the start and the end, or --unit and the end")
    from fairground.core.movement.path import path

    scenario = load_scenario(file)
    if len(hexes) == 2:
        who = who.starting_at(scenario, hexes[0])
    hexes = tuple(hex_label(scenario, it) for it in hexes)
    mover = who.mover(scenario)
    start, end = hexes if len(hexes) == 2 else (who.start(scenario, mover), *hexes)
    options: dict[str, Any] = {
        "mover": mover,
        "facing": facing,
        "end_facing": end_facing,
        "avoid_danger": avoid_danger,
        "least": least,
        "blind": blind,
    }
    found = path(scenario, start, end, **options)
    write_overlays(scenario, output, overwrite=overwrite, path=(start, end), **options)
    print_result(found, _text(found), as_json=as_json)
    return 0


def _text(found: Found) -> Iterator[str]:
    board, mover = found.board, found.mover
    head = f"{board.hex_name(found.start)} to {board.hex_name(found.end)}: "
    if found.cost is None:
        yield head + click.style("no route", fg="red", bold=True) + f" for {mover.title}"
        yield f"  {found.obstacle}"
        return
    turns = counted(found.turns or 0, "turn")
    yield (
        f"{head}{counted(found.cost, 'point')}, {turns} ({mover.title}, {mover.allowance} movement points "
        "per turn)"
    )
    if found.danger:
        yield f"  {click.style('damage on the way:', fg='yellow')} {found.danger}"
    if len(found.steps) < 2:
        return
    names = board.layout.direction_names
    rows = [("turn", "hex", "looks", "cost", "total", "")]
    total = Fraction(0)
    for it in found.steps:
        total += it.cost
        looks = "" if it.facing is None else f"{it.facing} {names[it.facing - 1]}"
        why = " + ".join(f"{why.amount} {why.text}" for why in it.reasons) or "start"
        rows.append((str(it.turn), board.hex_name(it.hex), looks, str(it.cost), str(total), why))
    widths = [max(len(row[column]) for row in rows) for column in range(6)]
    ends = {it.turn: it for it in found.turn_ends}
    yield ""
    for number, row in enumerate(rows):
        turn, at, looks, cost, total_text, why = row
        if number > 1 and turn != rows[number - 1][0]:
            end = ends[int(rows[number - 1][0])]
            yield f"  turn {end.turn} ends {end.text}" + (f" ({end.rule})" if end.rule else "")
            yield ""
        line = f"  {turn:>{widths[0]}}  {at:<{widths[1]}}  "
        if any(it[2] for it in rows[1:]):
            line += f"{looks:<{widths[2]}}  "
        yield f"{line}{cost:>{widths[3]}}  {total_text:>{widths[4]}}  {why}".rstrip()
