"""``fairground territory``: which zone's units get to each hex first."""

from __future__ import annotations

from string import ascii_letters
from typing import TYPE_CHECKING

import click

from fairground.core.cli.board_text import board_text
from fairground.core.cli.commands.show import write_overlays
from fairground.core.cli.mover_options import in_turns, who_moves, zones
from fairground.core.cli.options import as_json, load_scenario, overwrite, picture, scenario_file
from fairground.core.cli.shared_answers import print_result
from fairground.core.text.wording import hex_count

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from fairground.core.cli.mover_options import Moving
    from fairground.core.metrics.territory import Territory
    from fairground.core.scenario.document import Scenario


@click.command("territory")
@scenario_file
@zones
@in_turns
@who_moves
@picture
@overwrite
@as_json
def COMMAND(  # noqa: N802  # one parameter an option
    file: Path,
    between: tuple[str, ...] | None,
    who: Moving,
    output: Path | None,
    *,
    in_turns: bool,
    overwrite: bool,
    as_json: bool,
) -> int:
    """Show which zone's units get to each hex first.

    Distance is in movement points, or in turns with --in-turns.

    \b
    Examples:
      fairground territory scenarios/standard-arena.yaml --class scout
      fairground territory arena.yaml --in-turns --json
      fairground territory arena.yaml --zones north,south -o territory.png
    """
    from fairground.core.metrics.territory import territory

    scenario = load_scenario(file)
    mover = who.mover(scenario)
    found = territory(scenario, between, mover=mover, in_turns=in_turns)
    write_overlays(
        scenario,
        output,
        overwrite=overwrite,
        territory=True,
        in_turns=in_turns,
        between=between or (),
        mover=mover,
    )
    print_result(found, _text(scenario, found, "turns" if in_turns else "movement points"), as_json=as_json)
    return 0


def _text(scenario: Scenario, found: Territory, measure: str) -> Iterator[str]:
    from fairground.core.metrics.territory import TIE

    board, mover = found.board, found.mover
    counts = found.counts()
    yield (
        f"First zone to reach each hex, in {measure} ({mover.title}, {mover.allowance} movement points "
        "per turn):"
    )
    for zone, letter in zip(found.zones, ascii_letters, strict=False):
        yield f"  {letter}  {scenario.zone_title(zone)}: {hex_count(counts[zone])}"
    yield f"  =  tie: {hex_count(found.ties)}"
    reached = sum(counts.values()) + found.ties
    yield f"  .  not reached by any zone: {hex_count((~board.void).sum() - reached)}"
    yield ""
    signs = dict(zip(range(len(found.zones)), ascii_letters, strict=False))
    void = board.void

    def mark(row: int, column: int) -> str:
        owner = int(found.owner[row, column])
        return " " if void[row, column] else "=" if owner == TIE else signs.get(owner, ".")

    yield from board_text(board, mark)
