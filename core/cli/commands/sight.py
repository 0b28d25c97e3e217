"""``fairground sight``: whether one hex sees another, and why."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from fairground.core.cli.commands.show import write_overlays
from fairground.core.cli.options import as_json, heights, overwrite, picture, scenario_file
from fairground.core.cli.shared_answers import emit
from fairground.core.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from fairground.core.sight.line.verdict import BothDirections, SightVerdict

#: A hexside: the label of a hex, and the direction from it.
SideName = tuple[str, str]


@click.command("sight")
@scenario_file
@click.argument("start", metavar="FROM")
@click.argument("end", metavar="TO")
@heights
@click.option("--grounded", is_flag=True, help="From base to base: the target went to ground.")
@click.option(
    "--weapon-trait",
    "weapon",
    multiple=True,
    metavar="TRAIT",
    help="From base to base: a trait of the weapon.",
)
@click.option(
    "--observer", "observers", multiple=True, metavar="UNIT", help="From base to base: a unit that observes."
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

    Hexes are given by label. Hindrance and cover are given for an attack in each direction. Where the ruleset measures
    from base to base, you can also give ids of units. A hex then stands for a base in its centre.

    \b
    Examples:
      fairground sight scenarios/standard-arena.yaml A1 C4
      fairground sight valley.yaml A1 C4 --heights 1,1 --json
      fairground sight arena.yaml A1 C4 -o line.svg
      fairground sight abbey.yaml west-guard-1 P5 --grounded --weapon-trait indirect
    """
    from fairground.core.files import load
    from fairground.core.rules.sight import SightModel

    scenario = load(file)
    draw = partial(write_overlays, scenario, output, overwrite=overwrite, line=(start, end), heights=heights)
    if scenario.rules.sight.model is SightModel.BASES:
        from fairground.core.cli.base_sight import base_sight_text
        from fairground.core.sight.answer import BaseSightAnswer
        from fairground.core.sight.bases.verdict import base_sight

        found = base_sight(scenario, start, end, grounded=grounded, weapon=weapon, observers=observers)
        draw()
        if as_json:
            emit(BaseSightAnswer.from_result(found))
        else:
            click.echo("\n".join(base_sight_text(found)))
        return 0
    from fairground.core.sight.line.verdict import sight

    if grounded or weapon or observers:
        raise UsageError(
            f"{scenario.rules.title} does not measure from base to base: it has no use for --grounded, "
            "--weapon-trait and --observer"
        )
    verdict = sight(scenario, start, end, heights)
    draw()
    if as_json:
        from fairground.core.sight.answer import SightAnswer

        emit(SightAnswer.from_result(verdict))
    else:
        click.echo("\n".join(_text(verdict)))
    return 0


def _text(verdict: SightVerdict) -> Iterator[str]:
    from fairground.core.sight.answer import place_name

    board = verdict.board
    far = f"{verdict.distance} hex{'' if verdict.distance == 1 else 'es'}"
    head = f"{board.place_name(verdict.start)} to {board.place_name(verdict.end)}, {far}: "
    if verdict.clear:
        yield head + click.style("clear", fg="green", bold=True)
        yield f"  hindrance  {_ways(verdict.hindrance)}"
        yield f"  cover      {_ways(verdict.cover)}"
    else:
        names = [place_name(board, it) for it in verdict.blocked_by]
        places = [it if isinstance(it, str) else "the hexside " + " ".join(it) for it in names]
        yield head + click.style("blocked", fg="red", bold=True) + " by " + ", ".join(places)
    width = max((len(it.rule) for it in verdict.reasons), default=0)
    for it in verdict.reasons:
        yield f"  {it.rule.ljust(width)}  {it.text}"


def _ways(amount: BothDirections) -> str:
    return f"{amount.to:+d}, back {amount.back:+d}" if any(amount) else "none"
