"""``fairground reach``: the hexes where a unit can end its move, turn by turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from fairground.core.cli.board_text import board_text
from fairground.core.cli.commands.show import write_overlays
from fairground.core.cli.completion import complete_place
from fairground.core.cli.mover_options import blind, facing, turns, who_moves
from fairground.core.cli.options import as_json, hex_label, load_scenario, overwrite, picture, scenario_file
from fairground.core.cli.shared_answers import print_result
from fairground.core.text.wording import hex_count

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from fairground.core.cli.mover_options import Moving
    from fairground.core.movement.reach import Reach
    from fairground.core.scenario.board import Board


@click.command("reach")
@scenario_file
@click.argument("origin", metavar="[HEX]", required=False, shell_complete=complete_place)
@click.option("--from-zone", "zone", metavar="ID", help="Start from any hex of a zone.")
@turns
@who_moves
@facing
@blind
@click.option("--shots", is_flag=True, help="Also show what the unit can shoot at after moving.")
@click.option(
    "--weapon",
    metavar="CLASS",
    help="With --shots: weight of the weapon, such as medium. Reserves the movement points for its attack.",
)
@click.option(
    "--range", "far", type=click.IntRange(min=1), help="With --shots: range of the weapon, in hexes."
)
@picture
@overwrite
@as_json
def COMMAND(  # noqa: N802, PLR0913, PLR0917  # one parameter an option
    file: Path,
    origin: str | None,
    zone: str | None,
    turns: int,
    who: Moving,
    facing: int | None,
    weapon: str | None,
    far: int | None,
    output: Path | None,
    *,
    blind: bool | None,
    shots: bool,
    overwrite: bool,
    as_json: bool,
) -> int:
    """Show where a unit can end its move, turn by turn.

    The unit starts in a hex, in any hex of a zone, or, with --unit, in its own hex. The id of a unit in place of a hex
    is as good as --unit.

    \b
    Examples:
      fairground reach scenarios/standard-arena.yaml A1
      fairground reach arena.yaml --from-zone north --turns 3 --json
      fairground reach arena.yaml heavy-1 --state legs -o reach.png
      fairground reach arena.yaml A1 --shots --weapon medium --range 6
    """
    if origin is not None and zone is not None:
        raise click.UsageError("start from either a hex or a zone, not both")
    if (weapon or far) and not shots:
        raise click.UsageError("--weapon and --range need --shots")
    from fairground.core.metrics.compared_zones import zones_named
    from fairground.core.movement.answer import turns_by_label
    from fairground.core.movement.reach import reach

    scenario = load_scenario(file)
    if origin:
        who = who.starting_at(scenario, origin)
        origin = hex_label(scenario, origin)
    mover = who.mover(scenario)
    start = zones_named(scenario, [zone])[0].id if zone is not None else origin or who.start(scenario, mover)
    found = reach(scenario, start, turns, mover=mover, facing=facing, blind=blind)
    shot_at = None
    if shots:
        from fairground.core.movement.reach import shooting
        from fairground.core.rules.unit_classes import attack_cost

        cost = attack_cost(scenario.rules, weapon, dict(who.states)) if weapon else 0
        shot_at = shooting(
            scenario, start, turns, mover=mover, cost=cost, range=(1, far), facing=facing, blind=blind
        ).turns
    options: dict[str, Any] = {"turns": turns, "mover": mover, "facing": facing, "blind": blind}
    write_overlays(scenario, output, overwrite=overwrite, reach=start, **options)
    shots_by_label = None if shot_at is None else turns_by_label(scenario.board, shot_at)
    print_result(found, _text(found, zone, shot_at), as_json=as_json, shots=shots_by_label)
    return 0


def _text(reach: Reach, zone: str | None, shot_at: NDArray[np.int16] | None) -> Iterator[str]:
    board, turns, mover = reach.board, reach.turns, reach.mover
    origins = sorted(reach.origins)
    if origins:
        start = board.hex_name(origins[0]) if zone is None else f"the {hex_count(len(origins))} of {zone}"
        counts = [
            f"{hex_count((turns == turn).sum())} in turn {turn}"
            for turn in sorted({*turns[turns > 0].tolist()})
        ]
        yield (
            f"From {start}: {', '.join(counts) or 'nowhere to go'} ({mover.title}, {mover.allowance} "
            "movement points per turn)"
        )
        yield ""
        yield from board_text(board, _marks(board, turns), origins)
        yield ""
        yield "  @ start   1, 2, … first turn in which a move can end there   . not reached"
    else:
        yield f"From {zone or reach.origin}: {click.style('nowhere to go', fg='red', bold=True)} for {mover.title}"
        yield f"  {reach.obstacle}"
    if shot_at is not None:
        yield from ("", "Hexes that the unit can shoot at after moving:", "")
        yield from board_text(board, _marks(board, shot_at))
        yield from ("", "  1 turn   . never")


def _marks(board: Board, turns: NDArray[np.int16]) -> Callable[[int, int], str]:
    void = board.void

    def mark(row: int, column: int) -> str:
        turn = int(turns[row, column])
        return " " if void[row, column] else "." if turn < 0 else str(turn)

    return mark
