"""``fairground repair``: a short list of edits that makes a scenario fair."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from fairground.core.cli.commands.fairness import BAND_LOOKS
from fairground.core.cli.fairness_options import comparing
from fairground.core.cli.options import (
    as_json,
    check_output,
    load_scenario,
    output_file,
    overwrite,
    scenario_file,
)
from fairground.core.cli.shared_answers import despite, emit
from fairground.core.cli.terminal import ProgressLine
from fairground.core.errors import FairgroundError
from fairground.core.text.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from fairground.core.cli.fairness_options import Comparing
    from fairground.core.improve.repair.repair import Repair
    from fairground.core.metrics.board_comparison import MeasureChange
    from fairground.core.metrics.fairness.candidates import Change
    from fairground.core.scenario.fairness_titles_and_limits import Verdict

_MOST = 6
_GAMES = 1110


@click.command("repair")
@scenario_file
@click.option(
    "--measure",
    "measures",
    metavar="MEASURE",
    multiple=True,
    help="Measure to repair. May be repeated. Default: all deciding measures worse than --to.",
)
@click.option(
    "--to",
    "wanted",
    type=click.Choice(["green", "amber"]),
    default="green",
    show_default=True,
    help="Rating that the measures must reach.",
)
@click.option(
    "--terrain",
    "terrains",
    metavar="ID",
    multiple=True,
    help="Terrain that edits may place. May be repeated. Default: the board's palette.",
)
@click.option(
    "--change",
    "changes",
    type=click.Choice(["zone-move", "objective", "feature", "terrain", "level", "zone"]),
    multiple=True,
    help="Kind of edit: move or reshape a zone, move an objective, shift a terrain feature, or change the terrain, level "
    "or zone of single hexes. May be repeated. Default: all.",
)
@click.option(
    "--most", type=click.IntRange(1), default=_MOST, show_default=True, help="Maximum number of edits."
)
@click.option(
    "--confirm-by-games",
    "--win-rate",
    "games",
    type=int,
    metavar="[GAMES]",
    is_flag=False,
    flag_value=_GAMES,
    help=(
        "Also let bots play the scenario and each repair found, and rank the repairs by the results. "
        f"Default: {_GAMES:,} games each."
    ),
)
@comparing
@output_file("File for the repaired scenario.")
@click.option("--partial", is_flag=True, help="Also write the scenario if the edits help but are not enough.")
@overwrite
@as_json
def COMMAND(  # noqa: N802, PLR0913  # one parameter an option
    file: Path,
    *,
    measures: tuple[str, ...],
    wanted: str,
    terrains: tuple[str, ...],
    changes: tuple[Change, ...],
    most: int,
    games: int | None,
    asked: Comparing,
    output: Path | None,
    partial: bool,
    overwrite: bool,
    as_json: bool,
) -> int:
    """Find a few edits that make a scenario fair.

    Without -o, nothing is written; with it, the first repair is written. No other deciding measure gets a worse rating, no new errors appear, and no path
    between zones or to an objective is lost; the output lists the costs before and after. Locked hexes and zones stay
    unchanged, and units only move with their zone. The last line says whether fewer edits were ruled out.

    \b
    Exit status: 0 all measures reach the rating, 1 some do not or the scenario has errors, 2 unusable input or unwritable output.

    \b
    Examples:
      fairground repair scenarios/ember-court.yaml --measure territory --most 2
      fairground repair arena.yaml --measure territory --terrain clear --terrain wall --most 3
      fairground repair arena.yaml --confirm-by-games 400
      fairground repair arena.yaml --to amber -o fairer.yaml --json
    """
    from fairground.core.files import save
    from fairground.core.improve.repair.repair import repair
    from fairground.core.metrics.fairness.candidates import CHANGES
    from fairground.core.scenario.fairness_titles_and_limits import Verdict

    if output is not None:
        check_output(output, overwrite=overwrite)
    scenario = load_scenario(file)
    with ProgressLine("Repairing") as progress:
        found = repair(
            scenario,
            measures or None,
            band=Verdict(wanted),
            most_edits=most,
            terrains=terrains or None,
            changes=changes or CHANGES,
            zones=asked.between,
            unit_class=asked.unit_class,
            mode=asked.mode,
            standards=asked.standards(scenario),
            despite_errors=asked.despite_errors,
            progress=progress.show,
        )
    if games is not None:
        with ProgressLine("Playing") as progress:
            found = found.confirmed_by_games(games, jobs=os.cpu_count() or 1, progress=progress.show)
    written = output if found.reached or (partial and found.steps) else None
    failure = None
    if written is not None:
        try:
            # The output folder may not have the ruleset.
            repaired = replace(found.scenario, folder=written.parent).with_rules_unread()
            _ = repaired.rules
            save(repaired, written)
        except FairgroundError as error:
            # The result took long to find: print it anyway.
            failure, written = error, None
    if as_json:
        from fairground.core.improve.repair.answer import RepairAnswer

        emit(RepairAnswer.from_result(found, file=str(file), output=str(written) if written else None))
    else:
        click.echo("\n".join(despite(found.before.errors, _text(found))))
        if written is not None:
            click.echo(f"\nWritten to {written}")
    if failure is not None:
        click.echo(f"fairground: {failure}", err=True)
        return 2
    if output is not None and written is None:
        hint = "; add --partial to write it anyway" if found.steps else ""
        click.echo(
            f"{output} was not written, because some measures did not reach the requested rating{hint}",
            err=True,
        )
    return int(not found.reached)


def _text(found: Repair) -> Iterator[str]:
    from fairground.core.improve.repair.repair import RepairOutcome
    from fairground.core.scenario.fairness_titles_and_limits import MEASURES

    names = ", ".join(MEASURES[it].title for it in found.measures) or "all deciding measures"
    yield f"Goal: {found.band} or better for {names}"
    for place, it in enumerate(found.steps, 1):
        yield ""
        yield click.style(f"{place}. {it.text}", bold=True)
        for change in it.effects:
            yield f"   {_effect(change, found)}"
        if it.verdict[0] is not it.verdict[1]:
            yield f"   the verdict: {_look(it.verdict[0])} -> {_look(it.verdict[1])}"
    if found.steps:
        yield from _ways(found)
    yield from _offers(found)
    yield ""
    if found.outcome is RepairOutcome.REPAIRED:
        count = f"{counted(len(found.steps), 'edit')}{_fewer(found)} ({counted(found.tried, 'edit')} tried)"
        yield f"Repaired by {count}{found.after.not_judged_clause(found.asked)}."
    elif found.outcome is RepairOutcome.NOTHING_TO_REPAIR:
        yield f"Nothing to repair. {found.reason}"
    else:
        yield f"{'Partly repaired. ' if found.steps else ''}{found.reason}"


def _offers(found: Repair) -> Iterator[str]:
    """Yield the repair's effect on measures and games, the other repairs, and the basis of the ranking."""
    if found.games is not None:
        yield ""
        yield f"Games before: {found.games.sentence}"
    for place, it in enumerate(found.offers):
        yield ""
        if place:
            yield click.style(f"Or, at cost {it.cost}: {' '.join(step.text for step in it.steps)}", bold=True)
        else:
            yield f"Cost {it.cost}."
        yield f"   {it.expected_advantage.text}"
        if it.games is not None:
            yield f"   Games after: {it.games.sentence}"
    if found.offers:
        yield ""
        yield found.ranking


def _ways(found: Repair) -> Iterator[str]:
    """Yield the costs of paths before and after, which show that none is lost; equal classes share lines."""
    from fairground.core.metrics.fairness.measured_values import plain
    from fairground.core.scenario.ruleset_kinds import classes_text

    yield ""
    yield "No path is lost. Movement points of the cheapest path, before -> after:"
    measured = [it.class_id for it in found.ways]
    classes: dict[str, list[str]] = {}
    for class_id in dict.fromkeys(it.class_id for it in found.ways):
        costs = (
            f"{it.start} to {it.goal} {'no path' if it.before is None else plain(it.before)}"
            f" -> {'no path' if it.after is None else plain(it.after)}"
            for it in found.ways
            if it.class_id == class_id
        )
        classes.setdefault("; ".join(costs), []).append(class_id)
    for costs_text, names in classes.items():
        yield f"   {costs_text} [{classes_text(found.original, names, measured)}]"


def _fewer(found: Repair) -> str:
    """Return whether fewer edits were ruled out; empty for a single edit."""
    if len(found.steps) == 1:
        return ""
    return "; fewer edits are not enough" if found.fewest else "; fewer edits might be enough"


def _effect(it: MeasureChange, found: Repair) -> str:
    """Return the effect of an edit on a measure: values and bands before and after."""
    from fairground.core.metrics.fairness.sentences import values_text
    from fairground.core.scenario.ruleset_kinds import classes_text, range_title

    measured = [kind for each in found.before.measures for kind in each.classes]
    classes = classes_text(found.original, it.classes, measured)
    about = ", ".join(filter(None, (classes, range_title(found.original, it.range_band))))
    bands = f"{_look(it.band_before)} -> {_look(it.band_after)}"
    before, after = (values_text(it.id, found.before.titled(by)) for by in (it.before, it.after))
    return f"{it.title}{f' [{about}]' if about else ''}: {before} -> {after}; {bands}"


def _look(band: Verdict | None) -> str:
    if band is None:
        return "- not judged"
    sign, colour = BAND_LOOKS[band.value]
    return click.style(f"{sign} {band.value}", fg=colour)
