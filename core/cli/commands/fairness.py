"""``fairground fairness``: rate how fair the deployment zones are to each other, measure by measure."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import click

from fairground.core.cli.fairness_options import comparing
from fairground.core.cli.options import as_json, load_scenario, scenario_file
from fairground.core.cli.pipeline_formats import format_option, print_findings
from fairground.core.cli.shared_answers import NOT_JUDGED, despite, print_result
from fairground.core.cli.terminal import ProgressLine
from fairground.core.errors import InvalidScenarioError, UsageError
from fairground.core.finding import Finding, Place, Severity
from fairground.core.text.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from collections.abc import Set as AbstractSet
    from pathlib import Path

    from fairground.core.cli.fairness_options import Comparing
    from fairground.core.grid.hexes import Hex
    from fairground.core.metrics.fairness.explain import EditSuggestion, Explanation
    from fairground.core.metrics.fairness.report import Fairness, Measure
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.fairness_titles_and_limits import MeasureSpec, Verdict

#: The value of ``--explain`` without a measure: all measures that aren't green.
_NOT_GREEN = "not-green"
_NAMED = 10
#: The sign and colour of each band; the signs alone distinguish them.
BAND_LOOKS = {"green": ("+", "green"), "amber": ("~", "yellow"), "red": ("!", "red")}


@click.command("fairness")
@scenario_file
@comparing
@click.option(
    "--explain",
    metavar="[MEASURE]",
    is_flag=False,
    flag_value=_NOT_GREEN,
    help="Explain a measure and suggest edits. Default: all measures that are not green.",
)
@click.option(
    "--fail-on",
    type=click.Choice(["amber", "red"]),
    help="Exit with status 1 if the verdict is this or worse, and with 3 if nothing was judged.",
)
@format_option
@as_json
def COMMAND(  # noqa: N802  # one parameter an option
    file: Path,
    asked: Comparing,
    explain: str | None,
    fail_on: str | None,
    pipeline_format: str | None,
    *,
    as_json: bool,
) -> int:
    """Rate the fairness of the deployment zones.

    The output lists the hexes that make the difference. A scenario with errors is not judged unless you add
    --despite-errors.

    \b
    Exit status: 0 success, 1 the scenario has errors or fails --fail-on, 2 unusable input, 3 not judged (with --fail-on).

    \b
    Examples:
      fairground fairness scenarios/standard-arena.yaml
      fairground fairness arena.yaml --class scout --json
      fairground fairness arena.yaml --explain territory
      fairground fairness arena.yaml --band territory=1/10:1/5 --gate territory --fail-on red
    """
    from fairground.core.metrics.fairness.report import fairness
    from fairground.core.scenario.fairness_titles_and_limits import Verdict

    if pipeline_format and as_json:
        raise UsageError("--json and --format can't be used together; give only one")
    scenario = load_scenario(file)
    standards = asked.standards(scenario)
    try:
        with ProgressLine("Measuring") as progress:
            found = fairness(
                scenario,
                asked.between,
                asked.unit_class,
                asked.mode,
                standards=standards,
                despite_errors=asked.despite_errors,
                progress=progress.show,
            )
    except InvalidScenarioError as error:
        if pipeline_format is None:
            raise
        print_findings(pipeline_format, {str(file): error.findings})
        return 1
    explanations = [*_explained(found, explain, scenario, asked, standards)] if explain is not None else []
    if pipeline_format:
        print_findings(pipeline_format, {str(file): [*_findings(found)]})
    else:
        lines = chain(_text(found, scenario), *(_explanation(found, it, scenario) for it in explanations))
        print_result(found, despite(found.errors, lines), as_json=as_json, explanations=explanations)
    if fail_on is None:
        return 0
    if found.verdict is None:
        return NOT_JUDGED
    return int(found.verdict.severity >= Verdict(fail_on).severity)


def _findings(found: Fairness) -> Iterator[Finding]:
    """Yield the verdict, and each measure that is not green, as findings."""
    severities = {"amber": Severity.WARNING, "red": Severity.ERROR, None: Severity.WARNING}
    verdict = severities.get(None if found.errors else found.verdict, Severity.ADVICE)
    yield Finding(verdict, "fairness.verdict", found.sentence)
    for it in found.measures:
        if it.band is not None and it.band.severity:
            severity = severities[it.band] if it.gates else Severity.ADVICE
            hexes = found.board.labels(it.hexes)
            message = f"{it.title}: {it.text}"
            yield Finding(severity, f"fairness.{it.id}", message, Place(hex=hexes[0] if hexes else None))


def _explained(
    found: Fairness,
    measure: str,
    scenario: Scenario,
    asked: Comparing,
    standards: Mapping[str, MeasureSpec],
) -> Iterator[Explanation]:
    from fairground.core.metrics.fairness.explain import explain

    wanted = {measure: None}
    if measure == _NOT_GREEN:
        wanted = {it.id: None for it in found.measures if it.band is not None and it.band.severity}
    for it in wanted:
        with ProgressLine(f"Explaining {it}") as progress:
            yield explain(
                scenario,
                it,
                report=found,
                zones=asked.between,
                unit_class=asked.unit_class,
                mode=asked.mode,
                standards=standards,
                despite_errors=asked.despite_errors,
                progress=progress.show,
            )


def _explanation(found: Fairness, it: Explanation, scenario: Scenario) -> Iterator[str]:
    yield ""
    about = _classes(found, it.measure, scenario)
    yield f"{it.measure.title[:1].upper()}{it.measure.title[1:]}{f' [{about}]' if about else ''}: {it.sentence}"
    if it.hexes:
        yield f"  {_hexes(found, it.hexes)}"
    for change in it.suggestions:
        yield f"  - {change.text} Result: {_effect(found, it.measure.id, change, scenario)}."
    if it.note:
        yield f"  {it.note}"


def _effect(found: Fairness, measure: str, change: EditSuggestion, scenario: Scenario) -> str:
    """Return the effects of a suggestion: on the values, the ratings of this measure and of others, and the verdict."""
    from fairground.core.metrics.fairness.sentences import values_text
    from fairground.core.scenario.fairness_titles_and_limits import MEASURES
    from fairground.core.scenario.ruleset_kinds import range_title

    before, after = (values_text(measure, found.titled(by)) for by in (change.before, change.after))
    values = f"{before} becomes {after}" if change.after else "more hexes match their symmetric partners"
    parts = [values]
    if change.band_before is not change.band_after:
        parts.append(f"{change.band_before} becomes {change.band_after}")
    for other in change.others:
        of = f" at {range_title(scenario, other.range_band)}" if other.range_band else ""
        title = MEASURES[other.id].title if other.id in MEASURES else other.id
        parts.append(f"{title}{of} becomes {other.after or 'not comparable'}")
    if change.verdict_before is not change.verdict_after:
        parts.append(f"the verdict becomes {change.verdict_after or 'not judged'}")
    # Classes may differ in what they had before.
    return "; ".join(dict.fromkeys(parts))


def _text(found: Fairness, scenario: Scenario) -> Iterator[str]:
    names = ", ".join(
        f"{title} ({it.role})" if it.role else title
        for it, title in zip(found.parties, found.titles, strict=True)
    )
    yield f"{counted(len(found.parties), 'party', 'parties')}: {names}"
    yield ""
    width = max(len(it.title) for it in found.measures)
    for it in found.measures:
        yield from _measure(found, it, width, scenario)
    if found.symmetry.partners:
        yield ""
        yield f"Hexes that differ from their symmetric partners: {_partners(found)}"
    yield ""
    if not found.errors:
        yield found.expected_advantage.text
    # A scenario with errors gets no rating.
    sign, colour = BAND_LOOKS[found.verdict] if found.verdict and not found.errors else ("-", None)
    yield f"Verdict: {click.style(f'{sign} {found.sentence}', fg=colour)}"
    yield "Measures marked * decide the verdict."


def _classes(found: Fairness, it: Measure, scenario: Scenario) -> str:
    """Return the classes that a measure holds for; empty if it has the same values for all."""
    from fairground.core.scenario.ruleset_kinds import classes_text

    if len({each.classes for each in found.measures if each.id == it.id}) == 1:
        return ""
    return classes_text(scenario, it.classes, [kind for each in found.measures for kind in each.classes])


def _measure(found: Fairness, it: Measure, width: int, scenario: Scenario) -> Iterator[str]:
    of = _classes(found, it, scenario)
    lead = f"  {_look(it.band)} {'*' if it.gates else ' '} {it.title:{width}}"
    from fairground.core.scenario.fairness_titles_and_limits import MEASURES

    # Where both sides have the same, none is better off.
    better = MEASURES[it.id].better_for if it.id in MEASURES and len(set(it.values.values())) > 1 else ""
    cue = f" ({better})" if better else ""
    yield f"{lead}  {f'[{of}] ' if of else ''}{it.text}{cue}"
    if it.hexes and it.band is not None and it.band.severity:
        yield f"{'':{width + 13}}{_hexes(found, it.hexes)}"


def _hexes(found: Fairness, hexes: AbstractSet[Hex]) -> str:
    labels = found.board.list_hex_names(hexes)
    more = f" and {len(labels) - _NAMED} more" if len(labels) > _NAMED else ""
    return f"Hexes: {', '.join(labels[:_NAMED])}{more}"


def _partners(found: Fairness) -> str:
    label = found.board.hex_name
    pairs = {
        frozenset((at, image)): f"{label(at)} and {label(image)}" if image and image != at else label(at)
        for at, image in found.symmetry.partners
    }
    more = f"; and {len(pairs) - _NAMED} more" if len(pairs) > _NAMED else ""
    return "; ".join([*pairs.values()][:_NAMED]) + more


def _look(band: Verdict | None, *, width: int = 5) -> str:
    if band is None:
        return "-      "
    sign, colour = BAND_LOOKS[band.value]
    return click.style(f"{sign} {band.value:{width}}", fg=colour)
