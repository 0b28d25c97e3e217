"""``fairground sight``: whether one hex sees another, and why."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from fairground.core.cli.commands.show import write_overlays
from fairground.core.cli.completion import complete_hex
from fairground.core.cli.options import (
    as_json,
    heights,
    hex_label,
    load_scenario,
    overwrite,
    picture,
    scenario_file,
)
from fairground.core.cli.shared_answers import print_result
from fairground.core.errors import UsageError
from fairground.core.text.wording import hex_count

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from fairground.core.sight.bases.verdict import BaseSight
    from fairground.core.sight.line.verdict import BothDirections, SightVerdict


@click.command("sight")
@scenario_file
@click.argument("start", metavar="FROM", shell_complete=complete_hex)
@click.argument("end", metavar="TO", shell_complete=complete_hex)
@heights
@click.option("--grounded", is_flag=True, help="For sight from base to base: the target went to ground.")
@click.option(
    "--weapon-trait",
    "weapon",
    multiple=True,
    metavar="TRAIT",
    help="For sight from base to base: trait of the weapon.",
)
@click.option(
    "--observer",
    "observers",
    multiple=True,
    metavar="UNIT",
    help="For sight from base to base: unit that spots the target.",
)
@picture
@overwrite
@as_json
def COMMAND(  # noqa: N802, PLR0913  # one parameter an option
    file: Path,
    start: str,
    end: str,
    heights: tuple[int, int],
    weapon: tuple[str, ...],
    observers: tuple[str, ...],
    output: Path | None,
    *,
    grounded: bool,
    overwrite: bool,
    as_json: bool,
) -> int:
    """Check whether one hex sees another, and explain why.

    Name a hex by its label, or a unit by its id. Hindrance and cover are given for an attack in each direction. Where the
    ruleset measures from base to base, a hex stands for a base at its centre.

    \b
    Examples:
      fairground sight scenarios/standard-arena.yaml A1 C4
      fairground sight valley.yaml A1 C4 --heights 1,1 --json
      fairground sight arena.yaml A1 C4 -o line.svg
      fairground sight abbey.yaml west-guard-1 P5 --grounded --weapon-trait indirect
    """
    from fairground.core.rules.sight import SightModel

    scenario = load_scenario(file)
    start, end = (hex_label(scenario, it, bases=True) for it in (start, end))
    draw = partial(write_overlays, scenario, output, overwrite=overwrite, line=(start, end), heights=heights)
    if scenario.rules.sight.model is SightModel.BASES:
        from fairground.core.sight.bases.verdict import base_sight

        found = base_sight(scenario, start, end, grounded=grounded, weapon=weapon, observers=observers)
        draw()
        print_result(found, _base_text(found), as_json=as_json)
        return 0
    from fairground.core.sight.line.verdict import sight

    if grounded or weapon or observers:
        raise UsageError(
            f"{scenario.rules.title} does not measure sight from base to base; --grounded, --weapon-trait and "
            "--observer have no effect. Remove them"
        )
    verdict = sight(scenario, start, end, heights)
    draw()
    print_result(verdict, _text(verdict), as_json=as_json)
    return 0


def _text(verdict: SightVerdict) -> Iterator[str]:
    from fairground.core.sight.answer import describe_obstacle

    board = verdict.board
    ends = f"{board.hex_name(verdict.start)} to {board.hex_name(verdict.end)}"
    head = f"{ends}, {hex_count(verdict.distance)}: "
    if verdict.clear:
        yield head + click.style("clear", fg="green", bold=True)
        yield f"  hindrance  {_ways(verdict.hindrance)}"
        yield f"  cover      {_ways(verdict.cover)}"
    else:
        names = [describe_obstacle(board, it, board.hex_names) for it in verdict.blocked_by]
        places = [it if isinstance(it, str) else "the hexside " + " ".join(it) for it in names]
        yield head + click.style("blocked", fg="red", bold=True) + " by " + ", ".join(places)
    width = max((len(it.rule) for it in verdict.reasons), default=0)
    for it in verdict.reasons:
        yield f"  {it.rule.ljust(width)}  {it.text}"


def _ways(amount: BothDirections) -> str:
    return f"{amount.to:+d}, {amount.back:+d} in the other direction" if any(amount) else "none"


def _base_text(verdict: BaseSight) -> Iterator[str]:
    head = f"{verdict.start.name} to {verdict.end.name}, {verdict.distance:.4g} inches: "
    colour = {"easy": "green", "difficult": "yellow", "hidden": "red"}[verdict.state.value]
    state = click.style(verdict.state.value, fg=colour, bold=True)
    yield head + state + (f", {verdict.grade}" if verdict.grade else "")
    if verdict.grade:
        yield f"  evasion    {verdict.evasion:+d}"
        yield f"  toughness  {verdict.toughness:+d}"
    for part in verdict.parts:
        yield f"  {part.name}: {'seen' if part.witness else 'not seen'}"
    if verdict.witness:
        (x1, y1), (x2, y2) = verdict.witness.start, verdict.witness.end
        yield f"  clear line from ({x1:.2f}, {y1:.2f}) to ({x2:.2f}, {y2:.2f})"
    width = max((len(it.rule) for it in verdict.reasons), default=0)
    for it in verdict.reasons:
        yield f"  {it.rule.ljust(width)}  {it.text}"
