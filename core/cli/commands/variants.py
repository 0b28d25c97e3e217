"""``fairground variants``: make symmetric versions of a sketch, and variants of it that differ along two axes."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Final, Literal

import click
from pydantic import BaseModel, ConfigDict, Field

from fairground.core.cli.fairness_options import comparing
from fairground.core.cli.invalid_scenario import despite
from fairground.core.cli.options import as_json, check_output, overwrite, scenario_file
from fairground.core.cli.shared_answers import Answer, FindingAnswer
from fairground.core.cli.terminal import ProgressLine
from fairground.core.errors import FileError
from fairground.core.scenario.parts import MAX_TITLE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fairground.core.cli.fairness_options import Comparing
    from fairground.core.files.companions import Companion
    from fairground.core.improve.variants.variants import Variant, VariantSet

Band = Literal["green", "amber", "red"]

#: The page, in the folder that is named.
PAGE: Final = "variants.html"


class _Part(BaseModel):
    """A part of the answer."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class AxisAnswer(_Part):
    """An axis along which the variants differ."""

    name: str = Field(description="name of the axis, such as openness")
    title: str = Field(description="the same in words")


class VariantBandAnswer(_Part):
    """How a measure is judged, whatever class and weapon band it is for."""

    id: str = Field(description="name of the measure")
    gate: bool = Field(description="whether it takes part in the verdict")
    imbalance: tuple[float | None, float | None] = Field(
        description="the greatest (max - min) / max of the parties' values, of the sketch and here; null: not compared"
    )
    band: tuple[Band | None, Band | None] = Field(description="the worst band, of the sketch and here")


class VariantMeasureAnswer(_Part):
    """A measure that says something else than of the sketch."""

    id: str = Field(description="name of the measure")
    classes: tuple[str, ...] = Field(description="ids of the classes for which it does; none: whoever moves")
    range: str | None = Field(description="id of the weapon band; null: none, or any distance")
    before: dict[str, float | None] = Field(description="value of each party in the sketch; null: never")
    after: dict[str, float | None] = Field(description="value of each party here; null: never")
    band: tuple[Band | None, Band | None] = Field(description="its band in the sketch and here")
    text: str = Field(description="what it says here, in a sentence or two")


class VariantAnswer(_Part):
    """One variant."""

    id: str = Field(description="its name in the gallery, such as sketch, turn-180-top or v01")
    title: str = Field(description="the same in words")
    parent: str | None = Field(description="id of the board that it was made from; null: it is the sketch")
    file: str | None = Field(description="path of the scenario that was written; null: none was")
    verdict: Band | None = Field(
        description="the worst band of the measures that gate; null: none of them is judged"
    )
    places: tuple[float | None, float | None] = Field(description="where it lies on the axes; null: nowhere")
    changed: tuple[str, ...] = Field(
        description="labels of the hexes that are others than in the sketch, row by row"
    )
    bands: tuple[VariantBandAnswer, ...] = Field(description="every measure beside the sketch")
    measures: tuple[VariantMeasureAnswer, ...] = Field(
        description="the measures that say something else, for whom and in which weapon band"
    )


class UnfitAnswer(_Part):
    """A symmetry that does not go with the scenario."""

    symmetry: str = Field(description="name of the symmetry, such as turn-180")
    part: str | None = Field(
        description="part of the board that would be copied, such as top half; null: any"
    )
    reason: str = Field(description="why not, in a sentence")


class VariantsAnswer(Answer):
    """Answer of ``fairground variants --json``."""

    schema_name: Literal["fairground/variants/1"] = Field(
        default="fairground/variants/1", alias="schema", description="name and version of this shape"
    )
    file: str = Field(description="path of the scenario as it was given")
    output: str = Field(description="path of the page that was written")
    axes: tuple[AxisAnswer, AxisAnswer] = Field(description="the axes that the variants are spread out on")
    seed: int = Field(description="seed of what was done by chance")
    tried: int = Field(description="how many boards were tried")
    cells: int = Field(description="how many cells of the grid over the axes have a board")
    errors: tuple[FindingAnswer, ...] = Field(
        description="errors of the scenario that it was done despite; none unless --despite-errors is given"
    )
    sketch: VariantAnswer = Field(description="the scenario itself")
    versions: tuple[VariantAnswer, ...] = Field(description="its symmetric versions")
    unfit: tuple[UnfitAnswer, ...] = Field(description="the symmetries that do not fit")
    variants: tuple[VariantAnswer, ...] = Field(description="what was made by chance")


@click.command("variants", short_help="Make symmetric versions of a scenario, and a gallery.")
@scenario_file
@click.option(
    "--axes",
    default="choke-width,openness",
    show_default=True,
    metavar="NAME,NAME",
    help="What variants are to differ in: openness, sight, distance, relief or a measure of fairness.",
)
@click.option(
    "--count",
    type=click.IntRange(0, 100),
    default=12,
    show_default=True,
    help="Variants by chance; 0 for symmetric versions alone.",
)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Seed of the chance.")
@click.option("--symmetric", is_flag=True, help="Make variants of the symmetric versions, symmetric too.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    help=f"Folder for the scenarios and the page {PAGE}; it is made where it does not exist.",
)
@comparing
@overwrite
@as_json
def COMMAND(  # noqa: N802, PLR0913  # one parameter an option
    file: Path,
    axes: str,
    count: int,
    seed: int,
    output: Path,
    *,
    symmetric: bool,
    asked: Comparing,
    overwrite: bool,
    as_json: bool,
) -> int:
    """Make symmetric versions of a scenario, and variants of it by chance that lie far apart on two axes.

    A page shows them all with what their measures are beside the sketch. Locks are honoured, units and zones of variants
    stay, and none has an error that the scenario has not. The same seed makes the same variants.

    \b
    Examples:
      fairground variants arena.yaml -o variants
      fairground variants arena.yaml --symmetric --axes sight,distance --count 20 --seed 7 -o variants
      fairground variants arena.yaml --count 0 -o symmetric --json
    """
    from fairground.core.files import load
    from fairground.core.files.companions import write_together
    from fairground.core.files.untrusted_files import is_folder
    from fairground.core.improve.variants.variants import variants
    from fairground.core.report.variants_page import variants_page
    from fairground.core.validation import as_sound

    page = output / PAGE
    check_output(page if is_folder(output) else output, overwrite=overwrite)
    scenario = load(file)
    with ProgressLine("Making variants") as progress:
        found = variants(
            scenario,
            axes=tuple(it.strip() for it in axes.split(",")),
            count=count,
            seed=seed,
            symmetric=symmetric,
            zones=asked.between,
            unit_class=asked.unit_class,
            mode=asked.mode,
            standards=asked.standards(scenario),
            fault=as_sound(scenario),
            despite_errors=asked.despite_errors,
            progress=progress.show,
        )
    companions = {it.id: _scenario_file(it, output) for it in found.every}
    names = {name: it.name for name, it in companions.items()}
    words = ["fairground", "variants", file.name, "--axes", axes, "--count", str(count), "--seed", str(seed)]
    words += [*(["--symmetric"] if symmetric else []), *asked.words(), "-o", output.name or str(output)]
    content = variants_page(found, names, " ".join(map(quote, words))).encode()
    is_new = not is_folder(output)
    try:
        output.mkdir(exist_ok=True)
        write_together(page, content, companions.values())
    except (OSError, FileError) as error:
        if is_new:
            # What went wrong before matters more than a folder that cannot be removed, or never came to be.
            with suppress(OSError):
                output.rmdir()
        if isinstance(error, OSError):
            raise FileError(f"{output} cannot be made: {error.strerror}") from error
        raise
    if as_json:
        _answer(file, page, found, names).emit()
    else:
        click.echo("\n".join(despite(found.sketch.fairness.errors, _text(found, names, page))))
    return 0


def _scenario_file(it: Variant, folder: Path) -> Companion:
    """Return a variant as a scenario file.

    Raises
    ------
    RulesetError
        When its ruleset is not to be found from that folder.
    """
    from fairground.core.files import to_bytes
    from fairground.core.files.companions import Companion

    # The ruleset of a scenario that is written elsewhere may not be there.
    made = replace(it.scenario, name=_named(it), folder=folder).with_rules_unread()
    _ = made.rules
    return Companion.of(Path(PAGE).stem, it.id, ".yaml", to_bytes(made))


def _named(it: Variant) -> str:
    more = f" ({it.title})"
    return f"{it.scenario.name[: MAX_TITLE - len(more)]}{more}"


def _answer(file: Path, page: Path, found: VariantSet, names: Mapping[str, str]) -> VariantsAnswer:
    told = found.to_json()
    for it in (told["sketch"], *told["versions"], *told["variants"]):
        it["file"] = str(page.with_name(names[it["id"]])) if it["id"] in names else None
    return VariantsAnswer.model_validate({"file": str(file), "output": str(page), **told})


def _text(found: VariantSet, names: Mapping[str, str], page: Path) -> Iterator[str]:
    one, other = found.axes
    every = (found.sketch, *found.every)
    width = max(len(it.title) for it in every)
    for it in every:
        places = ", ".join(
            f"{axis.title} {axis.told(place)}" for axis, place in zip((one, other), it.places, strict=True)
        )
        moved = [
            f"{delta.id} {delta.after.band}"
            for delta in it.deltas
            if delta.gates and delta.better is not None
        ]
        then = f"; {', '.join(moved)}" if moved else ""
        yield f"  {it.fairness.verdict or 'none':5}  {it.title:{width}}  {places}{then}"
        if it.id in names:
            yield f"{'':{width + 11}}{names[it.id]}"
    for lacking in found.unfit:
        yield f"  no     {lacking.title}: {lacking.reason}"
    yield f"{page}"
