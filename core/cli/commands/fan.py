"""``fairground fan``: what one hex sees of the board."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from fairground.core.cli.board_text import board_text
from fairground.core.cli.commands.show import write_overlays
from fairground.core.cli.completion import complete_hex
from fairground.core.cli.options import (
    as_json,
    heights,
    hex_label,
    load_scenario,
    overwrite,
    picture,
    reach,
    scenario_file,
)
from fairground.core.cli.shared_answers import print_result

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from fairground.core.sight.bases.fan import BaseFan
    from fairground.core.sight.field.fan import Fan


@click.command("fan")
@scenario_file
@click.argument("origin", metavar="HEX", shell_complete=complete_hex)
@reach
@heights
@picture
@overwrite
@as_json
def COMMAND(  # noqa: N802  # one parameter an option
    file: Path,
    origin: str,
    reach: int | None,
    heights: tuple[int, int],
    output: Path | None,
    *,
    overwrite: bool,
    as_json: bool,
) -> int:
    """Show which hexes a hex can see.

    Where the ruleset measures from base to base, you can also give the id of a unit, and the range is in inches.

    \b
    Examples:
      fairground fan scenarios/standard-arena.yaml C4
      fairground fan arena.yaml C4 --range 8 --json
      fairground fan arena.yaml C4 -o fan.png
    """
    from fairground.core.rules.sight import SightModel
    from fairground.core.sight.field.fan import fan

    scenario = load_scenario(file)
    origin = hex_label(scenario, origin, bases=True)
    draw = partial(
        write_overlays, scenario, output, overwrite=overwrite, fan=origin, sight_range=reach, heights=heights
    )
    if scenario.rules.sight.model is SightModel.BASES:
        from fairground.core.sight.bases.fan import base_fan

        seen = base_fan(scenario, origin, reach)
        draw()
        print_result(seen, _base_text(seen), as_json=as_json)
        return 0
    found = fan(scenario, origin, reach, heights)
    draw()
    print_result(found, _text(found), as_json=as_json)
    return 0


def _text(fan: Fan) -> Iterator[str]:
    board = fan.board
    seen, hidden = int(fan.visible.sum()) - 1, int(fan.blocked.sum())
    within = "" if fan.range is None else f" within {fan.range} hexes"
    yield f"{board.hex_name(fan.origin)} sees {seen} of {seen + hidden} other hexes{within}"
    yield ""
    yield from board_text(board, partial(_mark, fan), [fan.origin])
    yield ""
    yield "  @ start   . seen   o seen, but hindered or in cover   # not seen"


def _mark(fan: Fan, row: int, column: int) -> str:
    if not fan.visible[row, column]:
        return "#" if fan.blocked[row, column] else " "
    return "o" if fan.hindrance[row, column] or fan.cover[row, column] else "."


def _base_text(fan: BaseFan) -> Iterator[str]:
    board = fan.board
    seen, hidden = int(fan.visible.sum()), int(fan.blocked.sum())
    within = "" if fan.range is None else f" within {fan.range} inches"

    def mark(row: int, column: int) -> str:
        return "." if fan.visible[row, column] else "#" if fan.blocked[row, column] else " "

    yield f"{fan.origin.name} sees a base in {seen} of {seen + hidden} hexes{within}"
    yield ""
    yield from board_text(board, mark, [fan.origin.base.hex])
    yield ""
    yield "  @ start   . a base in the centre of the hex is seen   # not seen"
