"""``fairground fairness``: what a board gives to each deployment zone, measure by measure, and whether that is fair."""

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
    from pathlib import Path

    from fairground.core.cli.fairness_options import Comparing
    from fairground.core.metrics.fairness.explain import EditSuggestion, Explanation
    from fairground.core.metrics.fairness.report import Fairness, Measure
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.fairness_bands import Verdict
    from fairground.core.scenario.fairness_measures import MeasureSpec

Band = Literal["green", "amber", "red"]

#: What ``--explain`` means without a measure: all that are not green.
_NOT_GREEN = "not-green"
#: How many hexes the text names of those that are many.
_NAMED = 10
#: Sign and colour of each band; signs alone are enough to tell them apart.
_LOOKS = {"green": ("+", "green"), "amber": ("~", "yellow"), "red": ("!", "red")}


class PartyAnswer(BaseModel):
    """One of those that are set against each other."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str = Field(description="id of its zone or, where some party has several, of its team or side")
    zones: tuple[str, ...] = Field(description="ids of its zones")
    sides: tuple[str, ...] = Field(description="ids of its sides")
    role: str = Field(description="its part in an asymmetric mission; empty for none")


class PairAnswer(BaseModel):
    """What a measure says of a way, or of a view, from one party to another."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    start: str = Field(alias="from", description="id of the party that goes or shoots")
    to: str = Field(description="id of the other party, or of the objective")
    value: float | None = Field(description="the value; null: never, or without bound")


class MeasureAnswer(BaseModel):
    """One measure, for some classes of units and, where weapons matter, for one band of ranges."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str = Field(description="stable name of the measure, such as territory")
    gate: bool = Field(description="whether it takes part in the verdict")
    classes: tuple[str, ...] = Field(description="ids of the classes for which it holds; none: whoever moves")
    range: str | None = Field(description="id of the weapon band; null: none, or any distance")
    zones: dict[str, float | None] = Field(description="value of each party, by its id; null: never")
    pairs: tuple[PairAnswer, ...] = Field(
        description="what the values come from, where they have a direction"
    )
    imbalance: float | None = Field(
        description="(max - min) / max of the values; null where they are not compared, or one is missing"
    )
    band: Band | None = Field(description="how it is judged; null: it is not")
    hexes: tuple[str, ...] = Field(description="labels of the hexes responsible, row by row")
    text: str = Field(description="what it says, in a sentence or two")


class SymmetryAnswer(BaseModel):
    """The turn or mirror that fits the board best, of those that exchange the parties' zones."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: str | None = Field(description="what it is, such as 180° turn; null: there is none")
    share: float = Field(description="share of the hexes that are like their images")
    fair: bool = Field(description="whether the board is fair by construction")
    but: tuple[str, ...] = Field(description="what symmetry does not make fair, in clauses")
    deviating: tuple[tuple[str, str | None], ...] = Field(
        description="labels of hexes that are not like their images, each with its image; null: off the board"
    )


class MovedAnswer(BaseModel):
    """A measure that a suggestion takes to another band."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str = Field(description="name of the measure")
    classes: tuple[str, ...] = Field(description="ids of the classes for which it does")
    range: str | None = Field(description="id of the weapon band; null: none, or any distance")
    band: tuple[Band | None, Band | None] = Field(description="its band before and after")


class HexEditAnswer(BaseModel):
    """A hex that could be something else."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    hex: str = Field(description="label of the hex")
    change: Literal["terrain", "level", "zone"] = Field(description="what of it becomes another")
    terrain: tuple[str, ...] | None = Field(
        description="its new stack of terrain, bottom first; null: as before"
    )
    level: int | None = Field(description="its new level; null: as before")
    zone: str | None = Field(description="id of the zone that takes it in or leaves it out; null: none does")
    inside: bool | None = Field(description="whether it is to lie in the zone")


class SuggestionAnswer(HexEditAnswer):
    """A hex that could be something else, and what comes of it."""

    text: str = Field(description="the change in a sentence")
    before: dict[str, float | None] = Field(description="value of each party as the board is; null: never")
    after: dict[str, float | None] = Field(description="value of each party with the change; null: never")
    band: tuple[Band | None, Band | None] = Field(description="band of the measure before and after")
    verdict: tuple[Band | None, Band | None] = Field(
        description="verdict of the whole report before and after"
    )
    others: tuple[MovedAnswer, ...] = Field(description="other measures that end in another band")


class ExplanationAnswer(BaseModel):
    """What a measure means here, and which changes of a single hex would help most."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str = Field(description="name of the measure")
    classes: tuple[str, ...] = Field(
        description="ids of the classes for which it is worst; none: whoever moves"
    )
    range: str | None = Field(description="id of the weapon band; null: none, or any distance")
    sentence: str = Field(description="what it is about, what it found, and why that is judged so")
    hexes: tuple[str, ...] = Field(description="labels of the hexes responsible, row by row")
    suggestions: tuple[SuggestionAnswer, ...] = Field(description="changes, the largest effect first")
    note: str = Field(description="why there are no suggestions; empty where there are")
    tried: int = Field(description="how many changes were tried")
    exhausted: bool = Field(description="whether those were all that came into question")


class FairnessAnswer(Answer):
    """Answer of ``fairground fairness --json``."""

    schema_name: Literal["fairground/fairness/1"] = Field(
        default="fairground/fairness/1", alias="schema", description="name and version of this shape"
    )
    verdict: Band | None = Field(
        description="the worst band of the measures that gate; null: none of them is judged"
    )
    sentence: str = Field(description="the verdict in a sentence, with what it does not cover")
    not_judged: tuple[str, ...] = Field(description="ids of the measures that gate and are not judged")
    errors: tuple[FindingAnswer, ...] = Field(
        description="errors of the scenario that it was judged despite; none unless --despite-errors is given"
    )
    because: tuple[str, ...] = Field(description="ids of the measures that the verdict comes from, once each")
    parties: tuple[PartyAnswer, ...] = Field(description="who is set against whom")
    measures: tuple[MeasureAnswer, ...] = Field(description="every measure")
    symmetry: SymmetryAnswer = Field(description="how far the board is symmetric")
    explanations: tuple[ExplanationAnswer, ...] = Field(
        default=(), description="the measures that were to be explained; none unless asked for"
    )


@click.command("fairness", short_help="Say how fair the deployment zones are to each other.")
@scenario_file
@comparing
@click.option(
    "--explain",
    metavar="[MEASURE]",
    is_flag=False,
    flag_value=_NOT_GREEN,
    help="Say what a measure means, and which hexes to change; all that are not green without a name.",
)
@click.option(
    "--fail-on",
    type=click.Choice(["amber", "red"]),
    help="End with status 1 where the verdict is this or worse, or nothing that decides could be judged.",
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
    """Say how fair the deployment zones are to each other, and which hexes make the difference.

    A scenario with errors is not judged; --despite-errors shows its figures all the same.

    \b
    Exit status: 0 good, 1 the scenario has errors or as --fail-on says, 2 unusable input.

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
    # What could not be judged is not good enough.
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
        labels = found.board.labels(it.hexes)
        more = f" and {len(labels) - _NAMED} more" if len(labels) > _NAMED else ""
        yield f"  Hexes: {', '.join(labels[:_NAMED])}{more}"
    for change in it.suggestions:
        yield f"  - {change.text} Then: {_effect(change)}."
    if it.note:
        yield f"  {it.note}"


def _effect(change: EditSuggestion) -> str:
    """Return what comes of a suggestion: the values, the bands of this measure and of others, and the verdict."""
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
    # A scenario with errors has no sign, whatever its figures come to.
    sign, colour = _LOOKS[found.verdict] if found.verdict and not found.errors else ("-", None)
    yield f"Verdict: {click.style(f'{sign} {found.sentence}', fg=colour)}"
    yield "Measures marked * decide."


def _measure(found: Fairness, it: Measure, width: int) -> Iterator[str]:
    about = [*it.classes[:1], "..."] if len(it.classes) > 3 else [*it.classes]
    of = ", ".join(about) if len({them.classes for them in found.measures if them.id == it.id}) > 1 else ""
    lead = f"  {_look(it.band)} {'*' if it.gates else ' '} {it.title:{width}}"
    yield f"{lead}  {f'[{of}] ' if of else ''}{it.text}"
    if it.hexes and it.band is not None and it.band.severity:
        labels = found.board.labels(it.hexes)
        more = f" and {len(labels) - _NAMED} more" if len(labels) > _NAMED else ""
        yield f"{'':{width + 13}}Hexes: {', '.join(labels[:_NAMED])}{more}"


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
    sign, colour = _LOOKS[band.value]
    return click.style(f"{sign} {band.value:{width}}", fg=colour)
