"""``fairground fairness``: what a board gives to each deployment zone, measure by measure, and whether that is fair."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import click
from pydantic import BaseModel, ConfigDict, Field

from fairground.core.cli.answers import Answer
from fairground.core.cli.mover_options import zones
from fairground.core.cli.options import as_json, scenario_file
from fairground.core.text.counts import counted

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from fairground.core.analysis.fairness.bands import Verdict
    from fairground.core.analysis.fairness.report import Fairness, Measure

Band = Literal["green", "amber", "red"]

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


class FairnessAnswer(Answer):
    """Answer of ``fairground fairness --json``."""

    schema_name: Literal["fairground/fairness/1"] = Field(
        default="fairground/fairness/1", alias="schema", description="name and version of this shape"
    )
    verdict: Band = Field(description="the worst band of the measures that gate")
    because: tuple[str, ...] = Field(description="ids of the measures that the verdict comes from, once each")
    parties: tuple[PartyAnswer, ...] = Field(description="who is set against whom")
    measures: tuple[MeasureAnswer, ...] = Field(description="every measure")
    symmetry: SymmetryAnswer = Field(description="how far the board is symmetric")


@click.command("fairness")
@scenario_file
@zones
@click.option("--class", "unit_class", metavar="ID", help="Class to measure for; all in play otherwise.")
@click.option("--mode", metavar="ID", help="Mode of movement; walk otherwise.")
@click.option(
    "--band",
    "bands",
    metavar="MEASURE=GREEN:AMBER",
    multiple=True,
    help="Bounds of a measure's bands, such as territory=1/20:1/10; may be repeated.",
)
@click.option(
    "--gate",
    "gates",
    metavar="MEASURE",
    multiple=True,
    help="Measure that the verdict is to rest on, in place of the usual ones; may be repeated.",
)
@click.option(
    "--fail-on",
    type=click.Choice(["amber", "red"]),
    help="End with status 1 where the verdict is this or worse.",
)
@as_json
def COMMAND(  # noqa: N802, PLR0913  # one parameter an option
    file: Path,
    between: tuple[str, ...] | None,
    unit_class: str | None,
    mode: str | None,
    bands: tuple[str, ...],
    gates: tuple[str, ...],
    fail_on: str | None,
    *,
    as_json: bool,
) -> int:
    """Say how fair the deployment zones are to each other, and which hexes make the difference.

    \b
    Examples:
      fairground fairness arena.yaml
      fairground fairness arena.yaml --class scout --json
      fairground fairness arena.yaml --band territory=1/10:1/5 --gate territory --fail-on red
    """
    from fairground.core.analysis.fairness.bands import (  # noqa: PLC0415  # loads numpy and the models
        STANDARDS,
        Verdict,
        with_band,
        with_gates,
    )
    from fairground.core.analysis.fairness.report import fairness  # noqa: PLC0415
    from fairground.core.files import load  # noqa: PLC0415

    standards = dict(STANDARDS)
    for band in bands:
        standards = with_band(standards, band)
    if gates:
        standards = with_gates(standards, gates)
    found = fairness(load(file), between, unit_class, mode, standards=standards)
    if as_json:
        FairnessAnswer.model_validate(found.to_json()).emit()
    else:
        click.echo("\n".join(_text(found)))
    return int(fail_on is not None and found.verdict.severity >= Verdict(fail_on).severity)


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
    because = dict.fromkeys(it.title for it in found.because)
    of = f", because of {', '.join(because)}" if because else ""
    yield f"Verdict: {_look(found.verdict, width=0)}{of} (measures marked * decide)"


def _measure(found: Fairness, it: Measure, width: int) -> Iterator[str]:
    about = [*it.classes[:1], "..."] if len(it.classes) > 3 else [*it.classes]
    of = ", ".join(about) if len({them.classes for them in found.measures if them.id == it.id}) > 1 else ""
    lead = f"  {_look(it.band)} {'*' if it.gates else ' '} {it.title:{width}}"
    yield f"{lead}  {f'[{of}] ' if of else ''}{it.text}"
    if it.hexes and it.band in (found.verdict.AMBER, found.verdict.RED):
        labels = [found.board.label(at) for at in sorted(it.hexes, key=found.board.cell)]
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
