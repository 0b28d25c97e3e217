"""``fairground chokepoints``: narrow passages and cuts between zones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from fairground.core.cli.commands.show import write_overlays
from fairground.core.cli.mover_options import who_moves, zones
from fairground.core.cli.options import as_json, load_scenario, overwrite, picture, scenario_file
from fairground.core.cli.shared_answers import print_result
from fairground.core.text.wording import hex_count

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from fairground.core.cli.mover_options import Moving
    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.labels import HexNames
    from fairground.core.metrics.chokepoints.chokepoints import Chokepoints
    from fairground.core.metrics.chokepoints.cuts import Cut
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario

_NAMED = 10


@click.command("chokepoints")
@scenario_file
@zones
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
    overwrite: bool,
    as_json: bool,
) -> int:
    """Find narrow passages and the hexes that separate zones.

    \b
    Examples:
      fairground chokepoints scenarios/standard-arena.yaml
      fairground chokepoints arena.yaml --zones north,south --json
      fairground chokepoints arena.yaml -o chokepoints.png --class scout
    """
    from fairground.core.metrics.chokepoints.chokepoints import chokepoints

    scenario = load_scenario(file)
    mover = who.mover(scenario)
    found = chokepoints(scenario, mover=mover, zones=between)
    write_overlays(
        scenario, output, overwrite=overwrite, chokepoints=True, between=between or (), mover=mover
    )
    print_result(found, _text(scenario, found), as_json=as_json)
    return 0


def _text(scenario: Scenario, found: Chokepoints) -> Iterator[str]:

    board = found.board
    yield f"For {found.mover.title}, {found.mover.allowance} movement points per turn:"
    yield ""
    if not found.cuts:
        yield "There are no two opposing zones to cut off from each other."
    for cut in found.cuts:
        titles = [scenario.zone_title(it) for it in cut.zones]
        yield from _cut(board, cut, titles, " to " if found.is_one_way(cut) else " and ")
    yield ""
    if found.narrow:
        yield "Narrow passages:"
        yield from (f"  {hex_count(it.width)} wide: {_list(board, it.hexes)}" for it in found.narrow)
    else:
        yield "No narrow passages."
    holding = board.hexes_of(found.articulation)
    if holding:
        yield f"Blocking any of these hexes splits an area: {_list(board, holding)}"
    busiest = _busiest(found.to_json()["traffic"], board.hex_names)
    if busiest:
        yield f"Busiest hexes: {busiest}"


def _cut(board: Board, cut: Cut, titles: Sequence[str], between: str) -> Iterator[str]:
    names = between.join(titles)
    if cut.width is None:
        yield f"{names}: the zones touch and cannot be cut off."
    elif cut.width == 0:
        yield f"{names}: no route."
    else:
        yield f"{names}: closed off by {hex_count(cut.width)}: {_list(board, cut.near_a)}"
        if cut.near_b != cut.near_a:
            yield f"  or, nearest to {titles[1]}: {_list(board, cut.near_b)}"


def _busiest(traffic: dict[str, float], names: HexNames) -> str:
    """Return the hexes with the most traffic and their shares; a stable sort keeps the order among equals."""
    ranked = sorted(((label, share) for label, share in traffic.items() if share > 0), key=lambda it: -it[1])
    return ", ".join(f"{names.of_label(label)} {100 * share:.0f}%" for label, share in ranked[:_NAMED])


def _list(board: Board, hexes: Iterable[Hex]) -> str:
    """Return the names of hexes, row by row."""
    return ", ".join(board.list_hex_names(hexes))
