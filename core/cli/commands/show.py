"""``fairground show``: draw a scenario, or print it as text."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click
import numpy as np
from pydantic import Field

from fairground.core.answer import Answer, schema_field
from fairground.core.cli.board_text import board_text
from fairground.core.cli.mover_options import (
    PATH,
    avoid_danger,
    end_facing,
    facing,
    in_turns,
    turns,
    who_moves,
    zones,
)
from fairground.core.cli.options import (
    LABEL_STYLES,
    LABELS,
    as_json,
    check_needs,
    check_output,
    dpi,
    file_label,
    grey,
    heights,
    load_scenario,
    note,
    overwrite,
    picture,
    reach,
    scenario_argument,
    was_given,
)
from fairground.core.cli.shared_answers import emit
from fairground.core.errors import UsageError
from fairground.core.scenario.mission import describe_arrival, describe_wins
from fairground.core.text.wording import hex_count

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.cli.mover_options import Moving
    from fairground.core.pictures import Picture, PictureOptions
    from fairground.core.scenario.document import Scenario
    from fairground.core.simulation.recording.figures import GamesFigures


_NO_LABELS = "none"


class ShowAnswer(Answer):
    """Answer of ``fairground show --json``."""

    schema_name: Literal["fairground/show/1"] = schema_field("fairground/show/1")
    file: str = Field(description="path of the scenario, as given")
    name: str = Field(description="name of the scenario")
    ruleset: str = Field(description="id or file of the ruleset")
    layout: str = Field(description="layout of the board: odd-q, even-q, odd-r or even-r")
    size: tuple[int, int] = Field(description="numbers of columns and rows")
    terrain: dict[str, int] = Field(
        description="number of hexes with each terrain stack; stacks are written bottom first, joined by +"
    )
    sides: tuple[str, ...] = Field(description="ids of the sides")
    zones: dict[str, int] = Field(description="number of hexes in each zone")
    wins: dict[str, tuple[str, ...]] = Field(
        description="descriptions of each side's own ways to win, by side id; sides without any are omitted"
    )
    arrivals: dict[str, int] = Field(
        description="turn in which each unit enters the board, by unit id; units that start on it are omitted"
    )
    house_rules: tuple[str, ...] = Field(
        description="house rules of the scenario, which self-play ignores, one phrase each"
    )
    output: str | None = Field(description="path of the picture that was written; null if none was")


@click.command("show")
@scenario_argument
@picture
@dpi
@click.option(
    "--hex-size",
    type=click.FloatRange(2, 60),
    default=11.0,
    show_default=True,
    help="Size of a hex from its centre to a corner, in mm.",
)
@click.option(
    "--labels",
    type=click.Choice([*LABEL_STYLES, _NO_LABELS]),
    callback=note(LABELS),
    help="Style of hex labels: C4, 0304, D3, (2,2) or none. Default: the scenario's style.",
)
@click.option(
    "--hexes",
    metavar="ZONE",
    default="",
    help="Draw only these hexes, written as in a zone: 'within 3 of B7', 'rows 1-3 & columns 1-3'.",
)
@click.option("--no-grid", is_flag=True, help="Leave out the outlines of the hexes.")
@click.option(
    "--players",
    is_flag=True,
    help="Draw the players' copy, without units, reinforcements and objectives that belong to one side.",
)
@click.option(
    "--side",
    metavar="ID",
    default="",
    help="Draw the players' copy for this side, with its own units, reinforcements and objectives.",
)
@grey
@click.option("--no-legend", is_flag=True, help="Draw only the board, without the legend.")
@click.option("--line", nargs=2, metavar="HEX HEX", help="Draw the line of sight between two hexes.")
@click.option("--fan", metavar="HEX", help="Draw which hexes a hex can see.")
@click.option("--exposure", is_flag=True, help="Draw how many other hexes see each hex.")
@click.option(
    "--overlay",
    "overlays",
    metavar="NAME",
    multiple=True,
    help="Draw an overlay of the whole board, such as territory. May be repeated.",
)
@click.option(
    "--record",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Recorded games for --overlay deaths, stays and shots.",
)
@reach
@heights
@click.option("--path", type=PATH, help="Draw the path from one hex to another.")
@click.option(
    "--reach",
    "reach_from",
    metavar="HEX|ZONE",
    help="Draw where a unit can move from a hex or zone within --turns.",
)
@turns
@click.option("--territory", is_flag=True, help="Draw which zone's units get to each hex first.")
@in_turns
@click.option("--chokepoints", is_flag=True, help="Draw narrow passages between zones.")
@zones
@who_moves
@facing
@end_facing
@avoid_danger
@overwrite
@as_json
def COMMAND(  # noqa: N802, PLR0913  # one parameter an option
    file: Path,
    output: Path | None,
    dpi: int,
    hex_size: float,
    labels: str | None,
    hexes: str,
    side: str,
    *,
    players: bool,
    no_grid: bool,
    line: tuple[str, str] | None,
    fan: str | None,
    reach: int | None,
    heights: tuple[int, int],
    exposure: bool,
    overlays: tuple[str, ...],
    record: Path | None,
    path: tuple[str, str] | None,
    reach_from: str | None,
    turns: int,
    territory: bool,
    in_turns: bool,
    chokepoints: bool,
    between: tuple[str, ...] | None,
    who: Moving,
    facing: int | None,
    end_facing: int | None,
    avoid_danger: bool,
    grey: bool,
    no_legend: bool,
    overwrite: bool,
    as_json: bool,
) -> int:
    """Draw a scenario as a picture, or print it as text.

    \b
    Examples:
      fairground show scenarios/standard-arena.yaml
      fairground show arena.yaml -o arena.svg
      fairground show arena.yaml -o arena.png --dpi 300 --grey
      fairground show arena.yaml -o corner.pdf --hexes "rows 1-6 & columns 1-6" --players
      fairground show arena.yaml -o fan.png --fan C4 --range 8 --line C4 F6
      fairground show arena.yaml -o moves.png --reach A1 --turns 2 --path A1:C4 --class scout
      fairground show arena.yaml -o zones.png --territory --chokepoints --class heavy
      fairground show arena.yaml -o deaths.png --overlay deaths --record games.jsonl
    """
    moves = bool(path or reach_from or territory or chokepoints)
    if output is None and (line or fan or exposure or overlays or moves):
        raise UsageError(
            "--line, --fan, --exposure, --overlay, --path, --reach, --territory and --chokepoints need a picture; "
            "give its file name with -o"
        )
    if output is None and (hexes or players or side):
        raise UsageError("--hexes, --players and --side need a picture; give its file name with -o")

    looks = fan or exposure or overlays
    check_needs(
        (was_given("dpi"), "--dpi", output and output.suffix.lower() == ".png", "a .png file, named with -o"),
        *(
            (was_given(name), f"--{name.replace('_', '-')}", output, "a picture, named with -o")
            for name in ("hex_size", "no_grid", "grey", "no_legend")
        ),
    )
    is_facing = facing is not None or end_facing is not None
    check_needs(
        (between, "--zones", territory or chokepoints, "--territory or --chokepoints"),
        (in_turns, "--in-turns", territory, "--territory"),
        (is_facing, "--facing or --end-facing", path or reach_from, "--path or --reach"),
        (avoid_danger, "--avoid-danger", path or reach_from, "--path or --reach"),
        (was_given("turns"), "--turns", reach_from, "--reach"),
        (was_given("reach"), "--range", looks, "--fan, --exposure or --overlay"),
        (was_given("heights"), "--heights", line or looks, "--line, --fan, --exposure or --overlay"),
        (record, "--record", overlays, "--overlay"),
        (
            who.is_given,
            "an option about the unit, such as --class,",
            moves,
            "--path, --reach, --territory or --chokepoints",
        ),
    )
    scenario = load_scenario(file)
    if output is not None:
        from fairground.core.pictures import PictureOptions
        from fairground.core.scenario.players_copy import players_copy

        if players or side:
            scenario = players_copy(scenario, side)
        find = partial(file_label, scenario)
        options = PictureOptions(
            hex_size=hex_size,
            labels=labels != _NO_LABELS,
            hexes=hexes,
            grid=not no_grid,
            legend=not no_legend,
            grey=grey,
            line=line and (find(line[0]), find(line[1])),
            fan=fan and find(fan),
            exposure=exposure,
            overlays=frozenset(overlays),
            recorded=None if record is None else _recorded(record),
            sight_range=reach,
            heights=heights,
            path=path and (find(path[0]), find(path[1])),
            reach=reach_from and find(reach_from),
            turns=turns,
            territory=territory,
            in_turns=in_turns,
            chokepoints=chokepoints,
            between=between or (),
            mover=who.mover(scenario) if moves else None,
            facing=facing,
            end_facing=end_facing,
            avoid_danger=avoid_danger,
        )
        write_picture(scenario, output, options, dpi=dpi, overwrite=overwrite)
    if as_json:
        emit(_answer(scenario, file, output))
    elif output is not None:
        click.echo(str(output))
    else:
        click.echo(_text(scenario))
    return 0


def _recorded(path: Path) -> GamesFigures:
    from fairground.core.simulation.recording.figures import figures_of
    from fairground.core.simulation.recording.games_file import load_games

    return figures_of(load_games(path))


def write_picture(
    scenario: Scenario, output: Path, options: PictureOptions, *, dpi: int, overwrite: bool
) -> None:
    """Write the picture of a scenario in the format that the file's ending names; errors as ``save_picture``."""
    from fairground.core.pictures import draw_board

    save_picture(lambda: draw_board(scenario, options), output, dpi=dpi, overwrite=overwrite)


def write_overlays(scenario: Scenario, output: Path | None, *, overwrite: bool, **shown: Any) -> None:  # noqa: ANN401
    """Write the picture of a scenario with overlays, by the names of ``PictureOptions``, unless ``output`` is None."""
    if output is not None:
        from fairground.core.pictures import PictureOptions

        write_picture(scenario, output, PictureOptions(**shown), dpi=150, overwrite=overwrite)


def save_picture(draw: Callable[[], Picture], output: Path, *, dpi: int, overwrite: bool) -> None:
    """Write a picture in the format of the file's ending; raise UsageError, before drawing, if it cannot be written."""
    from fairground.core.files import write_bytes
    from fairground.core.pictures import to_pdf, to_png, to_svg

    writers: dict[str, Callable[[Picture], bytes]] = {
        ".svg": lambda picture: to_svg(picture).encode(),
        ".png": lambda picture: to_png(picture, dpi=dpi),
        ".pdf": lambda picture: to_pdf([picture]),
    }
    write = writers.get(output.suffix.lower())
    if write is None:
        raise UsageError(f"{output}: the name of a picture must end in .svg, .png or .pdf")
    check_output(output, overwrite=overwrite)
    write_bytes(output, write(draw()))


def _answer(scenario: Scenario, file: Path, output: Path | None) -> ShowAnswer:
    board = scenario.board
    terrain: dict[str, int] = {}
    for index, count in zip(*np.unique(board.terrain, return_counts=True), strict=True):
        stack = "+".join(board.palette[index].kinds)
        terrain[stack] = terrain.get(stack, 0) + int(count)
    return ShowAnswer(
        file=str(file),
        name=scenario.name,
        ruleset=scenario.ruleset.name,
        layout=board.layout.value,
        size=(board.columns, board.rows),
        terrain=dict(sorted(terrain.items())),
        sides=tuple(side.id for side in scenario.sides),
        zones={zone.id: int(zone.shape.mask(board).sum()) for zone in scenario.zones},
        wins={side.id: describe_wins(scenario, side) for side in scenario.sides if side.wins},
        arrivals={unit.id: unit.arrives for unit in scenario.units if unit.arrives > 1},
        house_rules=tuple(scenario.house_rules),
        output=str(output) if output else None,
    )


def _text(scenario: Scenario) -> str:
    """Return the scenario as text, with its board as staggered rows of palette keys."""
    board = scenario.board
    lines = [
        f"{scenario.name} ({board.columns}x{board.rows} {board.layout.value}, {scenario.ruleset.name})",
        *(
            line
            for side in scenario.sides
            for line in (
                f"  side {side.id}: {side.title}{f', {side.role}' if side.role else ''}",
                *(f"    wins: {text}" for text in describe_wins(scenario, side)),
            )
        ),
        *(
            f"  zone {zone.id}: {hex_count(zone.shape.mask(board).sum())}, {f'side {zone.side}' if zone.side else 'no side'}"
            for zone in scenario.zones
        ),
        *(f"  unit {unit.id}: {describe_arrival(unit)}" for unit in scenario.units if unit.arrives > 1),
        *(f"  house rule: {rule}" for rule in scenario.house_rules),
        "",
    ]
    lines += [*board_text(board, lambda row, column: board.palette[board.terrain[row, column]].key), ""]
    used = sorted(set(board.terrain.flat))
    lines.extend(f"  {board.palette[index].key}  {' + '.join(board.palette[index].kinds)}" for index in used)
    return "\n".join(lines)
