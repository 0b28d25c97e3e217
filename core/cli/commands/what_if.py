"""``fairground what-if``: try weather, fire, smoke or destroyed terrain on a copy of a scenario."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

import click
from pydantic import Field

from fairground.core.answer import Answer, schema_field
from fairground.core.cli.fairness_options import comparing
from fairground.core.cli.options import (
    as_json,
    check_output,
    load_scenario,
    output_file,
    overwrite,
    scenario_file,
)
from fairground.core.cli.shared_answers import emit
from fairground.core.cli.terminal import ProgressLine
from fairground.core.errors import UsageError
from fairground.core.metrics.comparison_answer import ComparisonAnswer  # noqa: TC001  # pydantic looks it up
from fairground.core.text.wording import counted
from fairground.core.whatif.answer import DoneAnswer  # noqa: TC001  # pydantic looks it up

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from fairground.core.cli.fairness_options import Comparing
    from fairground.core.grid.labels import HexNames
    from fairground.core.metrics.board_comparison import (
        MeasureChange,
        SightChange,
        StateComparison,
    )
    from fairground.core.scenario.document import Scenario
    from fairground.core.whatif.what_if import Applied, Done


class WhatIfAnswer(Answer):
    """Answer of ``fairground what-if --json``."""

    schema_name: Literal["fairground/what-if/1"] = schema_field("fairground/what-if/1")
    file: str = Field(description="path of the scenario")
    done: tuple[DoneAnswer, ...] = Field(description="the changes, in order")
    comparison: ComparisonAnswer = Field(
        description="comparison of the scenario before and after the changes"
    )
    output: str | None = Field(description="path of the changed scenario; null if it was not written")


@click.command("what-if")
@scenario_file
@click.argument("changes", nargs=-1)
@click.option("--rounds", type=click.IntRange(1), help="Number of rounds that pass after all changes.")
@click.option("--seed", type=int, help="Random seed for --rounds. Default: 0.")
@click.option(
    "--range",
    "reach",
    type=click.IntRange(0),
    help="Range of the sight comparison, in hexes. Default: the whole board.",
)
@comparing
@output_file("File for the changed scenario.")
@overwrite
@as_json
def COMMAND(  # noqa: N802, PLR0913  # one parameter an option
    file: Path,
    changes: tuple[str, ...],
    rounds: int | None,
    seed: int | None,
    reach: int | None,
    asked: Comparing,
    output: Path | None,
    *,
    overwrite: bool,
    as_json: bool,
) -> int:
    """Change a copy of a scenario and compare before and after.

    The comparison covers sight, reach and fairness. The file itself is not changed. Changes are made in order: weather
    ("rain"), an effect added ("smoke at C4, D5") or removed ("no fire at all"), terrain destroyed ("destroy D3") or
    damaged ("hit D3 for 5 by assault with siege"), and rounds that pass ("2 rounds seed 7"). Write hexes as in zones.

    \b
    Exit status: 0 success, 1 a change is impossible (the others are made, and no file is written), 2 unusable input.

    \b
    Examples:
      fairground what-if scenarios/standard-arena.yaml "smoke at C4" rain
      fairground what-if arena.yaml "fire at within 1 of D4" --rounds 2 --seed 7
      fairground what-if arena.yaml "destroy all" -o breached.yaml --json
    """
    from fairground.core.files import save
    from fairground.core.metrics.board_comparison import compare_states
    from fairground.core.whatif.changes import PassRounds, parse_changes
    from fairground.core.whatif.what_if import marked_name, what_if

    if seed is not None and rounds is None:
        raise UsageError("--seed needs --rounds")
    scenario = load_scenario(file)
    listed = parse_changes(changes, scenario.board.hex_names)
    if rounds is not None:
        listed = (*listed, PassRounds(rounds, seed or 0))
    if not listed:
        raise UsageError("specify a change, such as 'destroy D3', 'smoke at C4' or rain, or use --rounds")
    if output is not None:
        check_output(output, overwrite=overwrite)
    standards = asked.standards(scenario)
    applied = what_if(scenario, listed)
    with ProgressLine("Comparing") as progress:
        found = compare_states(
            scenario,
            applied.scenario,
            range=reach,
            zones=asked.between,
            unit_class=asked.unit_class,
            mode=asked.mode,
            standards=standards,
            despite_errors=asked.despite_errors,
            progress=progress.show,
        )
    written = output if not applied.refused else None
    if written is not None:
        marked = replace(applied.scenario, name=marked_name(scenario.name, listed), folder=written.parent)
        # The output folder may not have the ruleset.
        marked = marked.with_rules_unread()
        _ = marked.rules
        save(marked, written)
    if as_json:
        emit(
            WhatIfAnswer.from_result(
                found,
                file=str(file),
                done=applied.done,
                comparison=found,
                output=str(written) if written else None,
            )
        )
    else:
        click.echo("\n".join(_text(applied, found, asked.between)))
        if written is not None:
            click.echo(f"\nWritten to {written}")
    for it in applied.refused:
        click.echo(f"{click.style('refused:', fg='red')} {it.text}", err=True)
    if output is not None and applied.refused:
        click.echo(f"{output} was not written, because a change was refused", err=True)
    return int(bool(applied.refused))


def _text(applied: Applied, found: StateComparison, zones: Sequence[str] | None) -> Iterator[str]:
    for it in applied.done:
        yield from _done(it, applied.scenario.board.hex_names)
    yield ""
    yield from _comparison(found, applied.scenario, zones)


def _done(done: Done, names: HexNames) -> Iterator[str]:
    yield click.style(names.restyle(done.text), bold=True)
    for it in done.happened:
        when = f"round {it.round}: " if it.round else ""
        rules = f"  [{' '.join(it.rules)}]" if it.rules else ""
        yield f"  {when}{it.text}{rules}"
    if done.refused:
        yield "  refused" if done.idle else "  partly refused"


def _comparison(found: StateComparison, scenario: Scenario, zones: Sequence[str] | None) -> Iterator[str]:
    from fairground.core.metrics.compared_zones import parties, party_titles
    from fairground.core.scenario.ruleset_kinds import classes_text, range_title

    if found.sight is not None:
        yield from _sight(found.sight, scenario)
    if found.reach:
        yield "Reach in one turn:"
        units = {it.id: scenario.part_title(it) for it in scenario.units}
        for unit in found.reach:
            yield f"  {units.get(unit.unit, unit.unit)}: {unit.after} hexes, {unit.before} before"
    if found.verdict is not None:
        before, after = found.verdict
        same = "as before" if before is after else f"{before or 'not judged'} before"
        report = found.reports[-1]
        clause = report.not_judged_clause() if after else ""
        changed = (
            f"{counted(len(found.measures), 'measure')} changed:" if found.measures else "No measure changed."
        )
        yield f"Fairness: {after or 'not judged'}, {same}{clause}. {changed}"
        titles = party_titles(scenario, parties(scenario, zones)) if found.measures else {}
        measured = [kind for it in report.measures for kind in it.classes]
        for it in found.measures:
            classes = classes_text(scenario, it.classes, measured)
            about = ", ".join(filter(None, (classes, range_title(scenario, it.range_band))))
            yield _measure(it, titles, about)
    yield from found.notes


def _sight(sight: SightChange, scenario: Scenario) -> Iterator[str]:

    name = scenario.board.hex_name
    yield (
        f"Sight: {counted(sight.opened, 'pair')} of hexes gained sight (opened), {sight.closed} lost it "
        "(closed)"
    )
    for word, count, pairs in (
        ("opened", sight.opened, sight.opened_pairs),
        ("closed", sight.closed, sight.closed_pairs),
    ):
        if pairs:
            named = ", ".join(f"{name(a)}-{name(b)}" for a, b in pairs)
            more = f" and {count - len(pairs)} more" if count > len(pairs) else ""
            yield f"  {word}: {named}{more}"
    for it in sight.zones:
        text = "as before" if it.before == it.after else f"{it.before} before"
        zones = " and ".join(scenario.zone_title(name) for name in it.zones)
        yield f"  {zones}: {it.after} of {it.of} pairs in sight, {text}"


def _measure(it: MeasureChange, titles: Mapping[str, str], about: str) -> str:
    from fairground.core.metrics.fairness.sentences import values_text

    bands = [band.value if band else "not judged" for band in (it.band_before, it.band_after)]
    judged = bands[1] if bands[0] == bands[1] else f"{bands[1]}, {bands[0]} before"
    after, before = (
        values_text(it.id, {titles.get(party, party): value for party, value in values.items()})
        for values in (it.after, it.before)
    )
    # Values are rounded, and a measure can also differ in what the values come from.
    earlier = "about the same before" if after == before else f"before {before}"
    text = f"{after}; {earlier}" if it.before and it.after else it.text
    return f"  {it.title}{f' [{about}]' if about else ''}: {text} ({judged})"
