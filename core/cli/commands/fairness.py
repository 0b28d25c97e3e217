"""``fairground fairness``: rate how fair the deployment zones are to each other, measure by measure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import click
from pydantic import BaseModel, ConfigDict, Field

from fairground.core.cli.fairness_options import comparing
from fairground.core.cli.invalid_scenario import despite
from fairground.core.cli.options import as_json, scenario_file
from fairground.core.cli.shared_answers import Answer, FindingAnswer
from fairground.core.cli.terminal import ProgressLine
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
    from fairground.core.scenario.fairness_bands import Verdict
    from fairground.core.scenario.fairness_measures import MeasureSpec

Band = Literal["green", "amber", "red"]

#: The value of ``--explain`` without a measure: all measures that aren't green.
_NOT_GREEN = "not-green"
#: The most hexes listed.
_NAMED = 10
#: The sign and colour of each band; the signs alone distinguish them.
BAND_LOOKS = {"green": ("+", "green"), "amber": ("~", "yellow"), "red": ("!", "red")}


class PartyAnswer(BaseModel):
    """A party: a team or a side."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str = Field(description="id of its zone or, if some party has several zones, of its team or side")
    zones: tuple[str, ...] = Field(description="ids of its zones")
    sides: tuple[str, ...] = Field(description="ids of its sides")
    role: str = Field(description="its part in an asymmetric mission; empty for none")


class PairAnswer(BaseModel):
    """The value of a measure from one party to another."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    start: str = Field(alias="from", description="id of the party that moves or shoots")
    to: str = Field(description="id of the other party, or of the objective")
    value: float | None = Field(description="the value; null: never, or without bound")


class MeasureAnswer(BaseModel):
    """One measure, for some classes of units and, where weapons matter, for one band of ranges."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str = Field(description="stable name of the measure, such as territory")
    gate: bool = Field(description="whether it takes part in the verdict")
    classes: tuple[str, ...] = Field(description="ids of the classes it holds for; empty: any class")
    range: str | None = Field(description="id of the weapon band; null: none, or any distance")
    zones: dict[str, float | None] = Field(description="value of each party, by its id; null: never")
    pairs: tuple[PairAnswer, ...] = Field(
        description="values from one party to another, where they have a direction"
    )
    imbalance: float | None = Field(
        description="(max - min) / max of the values; null where they are not compared, or one is missing"
    )
    band: Band | None = Field(description="its rating; null: not judged")
    hexes: tuple[str, ...] = Field(description="labels of the hexes responsible, row by row")
    text: str = Field(description="its result in a sentence or two")


class SymmetryAnswer(BaseModel):
    """The turn or mirror that fits the board best, of those that exchange the parties' zones."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: str | None = Field(description="its name, such as 180° turn; null: none")
    share: float = Field(description="share of the hexes that equal their images")
    fair: bool = Field(description="whether the board is fair by construction")
    but: tuple[str, ...] = Field(description="advantages that symmetry does not remove, as clauses")
    deviating: tuple[tuple[str, str | None], ...] = Field(
        description="labels of hexes that differ from their images, each with its image; null: off the board"
    )


class MovedAnswer(BaseModel):
    """A measure whose rating a suggestion changes."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str = Field(description="name of the measure")
    classes: tuple[str, ...] = Field(description="ids of the classes it applies to")
    range: str | None = Field(description="id of the weapon band; null: none, or any distance")
    band: tuple[Band | None, Band | None] = Field(description="its band before and after")


class HexEditAnswer(BaseModel):
    """An edit of a hex."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    hex: str = Field(description="label of the hex")
    change: Literal["terrain", "level", "zone"] = Field(description="property that changes")
    terrain: tuple[str, ...] | None = Field(
        description="its new stack of terrain, bottom first; null: as before"
    )
    level: int | None = Field(description="its new level; null: as before")
    zone: str | None = Field(description="id of the zone it is added to or removed from; null: none")
    inside: bool | None = Field(description="whether it is added to the zone")


class SuggestionAnswer(HexEditAnswer):
    """An edit of a hex with its effects."""

    text: str = Field(description="the change in a sentence")
    before: dict[str, float | None] = Field(description="value of each party as the board is; null: never")
    after: dict[str, float | None] = Field(description="value of each party with the change; null: never")
    band: tuple[Band | None, Band | None] = Field(description="band of the measure before and after")
    verdict: tuple[Band | None, Band | None] = Field(
        description="verdict of the whole report before and after"
    )
    others: tuple[MovedAnswer, ...] = Field(description="other measures that end in another band")


class ExplanationAnswer(BaseModel):
    """The explanation of a measure, and the edits of a single hex that would help most."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str = Field(description="name of the measure")
    classes: tuple[str, ...] = Field(description="ids of the classes it is worst for; empty: any class")
    range: str | None = Field(description="id of the weapon band; null: none, or any distance")
    sentence: str = Field(description="its meaning, its result, and the reason for its rating")
    hexes: tuple[str, ...] = Field(description="labels of the hexes responsible, row by row")
    suggestions: tuple[SuggestionAnswer, ...] = Field(description="edits, largest effect first")
    note: str = Field(description="why there are no suggestions; empty where there are")
    tried: int = Field(description="number of edits tried")
    exhausted: bool = Field(description="whether those were all candidates")


class FairnessAnswer(Answer):
    """Answer of ``fairground fairness --json``."""

    schema_name: Literal["fairground/fairness/1"] = Field(
        default="fairground/fairness/1", alias="schema", description="name and version of this shape"
    )
    verdict: Band | None = Field(
        description="the worst rating of the measures that gate; null: none of them is judged"
    )
    sentence: str = Field(description="the verdict in a sentence, with the measures it leaves out")
    not_judged: tuple[str, ...] = Field(description="ids of the measures that gate and are not judged")
    errors: tuple[FindingAnswer, ...] = Field(
        description="errors of the scenario that were ignored; none without --despite-errors"
    )
    because: tuple[str, ...] = Field(description="ids of the measures that the verdict comes from, once each")
    parties: tuple[PartyAnswer, ...] = Field(description="the parties compared")
    measures: tuple[MeasureAnswer, ...] = Field(description="every measure")
    symmetry: SymmetryAnswer = Field(description="how symmetric the board is")
    explanations: tuple[ExplanationAnswer, ...] = Field(
        default=(), description="explanations of measures; none without --explain"
    )


@click.command("fairness", short_help="Rate how fair the deployment zones are to each other.")
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
    help="Exit with status 1 if the verdict is this or worse, or there is none.",
)
@as_json
def COMMAND(  # noqa: N802  # one parameter an option
    file: Path,
    asked: Comparing,
    explain: str | None,
    fail_on: str | None,
    *,
    as_json: bool,
) -> int:
    """Rate how fair the deployment zones are to each other, and list the hexes that make the difference.

    A scenario with errors is not judged, unless --despite-errors is given.

    \b
    Exit status: 0 good, 1 the scenario has errors or fails --fail-on, 2 unusable input.

    \b
    Examples:
      fairground fairness arena.yaml
      fairground fairness arena.yaml --class scout --json
      fairground fairness arena.yaml --explain territory
      fairground fairness arena.yaml --band territory=1/10:1/5 --gate territory --fail-on red
    """
    from fairground.core.files import load
    from fairground.core.metrics.fairness.report import fairness
    from fairground.core.scenario.fairness_bands import Verdict

    scenario = load(file)
    standards = asked.standards(scenario)
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
    told = [*_explained(found, explain, scenario, asked, standards)] if explain is not None else []
    if as_json:
        told_as_data = [it.to_json() for it in told]
        FairnessAnswer.model_validate({**found.to_json(), "explanations": told_as_data}).emit()
    else:
        lines = [*_text(found), *(line for it in told for line in _explanation(found, it))]
        click.echo("\n".join(despite(found.errors, lines)))
    if fail_on is None:
        return 0
    # No verdict counts as a failure.
    return int(found.verdict is None or found.verdict.severity >= Verdict(fail_on).severity)


def _explained(  # what to explain, and what was asked of the report
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


def _explanation(found: Fairness, it: Explanation) -> Iterator[str]:
    yield ""
    about = ", ".join(it.measure.classes[:3])
    yield f"{it.measure.title[:1].upper()}{it.measure.title[1:]}{f' [{about}]' if about else ''}: {it.sentence}"
    if it.hexes:
        yield f"  {_hexes(found, it.hexes)}"
    for change in it.suggestions:
        yield f"  - {change.text} Then: {_effect(change)}."
    if it.note:
        yield f"  {it.note}"


def _effect(change: EditSuggestion) -> str:
    """Return the effects of a suggestion: on the values, the ratings of this measure and of others, and the verdict."""
    from fairground.core.metrics.fairness.measured_values import listed

    told = (
        f"{listed(change.before)} becomes {listed(change.after)}"
        if change.after
        else "more hexes are like their partners"
    )
    parts = [told]
    if change.band_before is not change.band_after:
        parts.append(f"{change.band_before} becomes {change.band_after}")
    for other in change.others:
        of = f" ({other.range_band})" if other.range_band else ""
        parts.append(f"{other.id}{of} turns {other.after or 'beyond comparison'}")
    if change.verdict_before is not change.verdict_after:
        parts.append(f"the verdict turns {change.verdict_after or 'not judged'}")
    return "; ".join(parts)


def _text(found: Fairness) -> Iterator[str]:
    names = ", ".join(f"{it.id} ({it.role})" if it.role else it.id for it in found.parties)
    yield f"{counted(len(found.parties), 'party', 'parties')}: {names}"
    yield ""
    width = max(len(it.title) for it in found.measures)
    for it in found.measures:
        yield from _measure(found, it, width)
    if found.symmetry.partners:
        yield ""
        yield f"Hexes unlike their partners: {_partners(found)}"
    yield ""
    # A scenario with errors gets no rating.
    sign, colour = BAND_LOOKS[found.verdict] if found.verdict and not found.errors else ("-", None)
    yield f"Verdict: {click.style(f'{sign} {found.sentence}', fg=colour)}"
    yield "Measures marked * decide."


def _measure(found: Fairness, it: Measure, width: int) -> Iterator[str]:
    about = [*it.classes[:1], "..."] if len(it.classes) > 3 else [*it.classes]
    of = ", ".join(about) if len({them.classes for them in found.measures if them.id == it.id}) > 1 else ""
    lead = f"  {_look(it.band)} {'*' if it.gates else ' '} {it.title:{width}}"
    yield f"{lead}  {f'[{of}] ' if of else ''}{it.text}"
    if it.hexes and it.band is not None and it.band.severity:
        yield f"{'':{width + 13}}{_hexes(found, it.hexes)}"


def _hexes(found: Fairness, hexes: AbstractSet[Hex]) -> str:
    labels = found.board.labels(hexes)
    more = f" and {len(labels) - _NAMED} more" if len(labels) > _NAMED else ""
    return f"Hexes: {', '.join(labels[:_NAMED])}{more}"


def _partners(found: Fairness) -> str:
    label = found.board.label
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
