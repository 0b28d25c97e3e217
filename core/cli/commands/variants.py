"""``fairground variants``: make symmetric versions of a sketch, and variants of it that differ along two axes."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Final

import click

from fairground.core.cli.fairness_options import comparing
from fairground.core.cli.options import as_json, check_output, load_scenario, overwrite, scenario_file
from fairground.core.cli.shared_answers import despite, emit
from fairground.core.cli.terminal import ProgressLine
from fairground.core.errors import FileError
from fairground.core.scenario.parts import MAX_TITLE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fairground.core.cli.fairness_options import Comparing
    from fairground.core.files.companions import Companion
    from fairground.core.improve.variants.variants import Variant, VariantSet

PAGE: Final = "variants.html"


@click.command("variants")
@scenario_file
@click.option(
    "--axes",
    default="choke-width,openness",
    show_default=True,
    metavar="NAME,NAME",
    help=(
        "Two axes along which the variants differ: openness, sight, distance, relief or a measure of "
        "fairness."
    ),
)
@click.option(
    "--count",
    type=click.IntRange(0, 100),
    default=12,
    show_default=True,
    help="Number of random variants. 0 for symmetric versions only.",
)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Random seed.")
@click.option(
    "--symmetric",
    is_flag=True,
    help="Base the random variants on the symmetric versions, and keep them symmetric.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    help=f"Folder for the scenarios and the page {PAGE}; created if it doesn't exist.",
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
    """Generate symmetric and random variants of a scenario.

    The variants are spread out along two axes. A page shows them all, with their measures compared with the original. Locks
    are respected, units and zones stay in place, and no variant has an error that the scenario does not have. The same seed gives
    the same variants.

    \b
    Examples:
      fairground variants scenarios/standard-arena.yaml --count 2 -o variants
      fairground variants arena.yaml --symmetric --axes sight,distance --count 20 --seed 7 -o variants
      fairground variants arena.yaml --count 0 -o symmetric --json
    """
    from fairground.core.files.companions import write_together
    from fairground.core.files.untrusted_files import is_folder
    from fairground.core.improve.variants.variants import variants
    from fairground.core.report.variants_page import variants_page
    from fairground.core.validation import as_sound

    page = output / PAGE
    check_output(page if is_folder(output) else output, overwrite=overwrite)
    scenario = load_scenario(file)
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
    command = [
        "fairground",
        "variants",
        file.name,
        "--axes",
        axes,
        "--count",
        str(count),
        "--seed",
        str(seed),
    ]
    command += [*(["--symmetric"] if symmetric else []), *asked.arguments(), "-o", output.name or str(output)]
    content = variants_page(found, names, " ".join(map(quote, command))).encode()
    is_new = not is_folder(output)
    try:
        output.mkdir(exist_ok=True)
        write_together(page, content, companions.values())
    except (OSError, FileError) as error:
        if is_new:
            # The first error matters more than a folder that cannot be removed or was never created.
            with suppress(OSError):
                output.rmdir()
        if isinstance(error, OSError):
            raise FileError(f"{output} cannot be created: {error.strerror}") from error
        raise
    if as_json:
        from fairground.core.improve.variants.answer import variants_answer

        emit(variants_answer(found, file, page, names))
    else:
        click.echo("\n".join(despite(found.sketch.fairness.errors, _text(found, names, page))))
    return 0


def _scenario_file(it: Variant, folder: Path) -> Companion:
    """Return a variant as a scenario file; raise RulesetError if the folder does not lead to its ruleset."""
    from fairground.core.files import to_bytes, with_images_embedded
    from fairground.core.files.companions import Companion

    # The output folder may not have the ruleset and the images.
    whole = with_images_embedded(it.scenario)
    variant = replace(whole, name=_title(it), folder=folder).with_rules_unread()
    _ = variant.rules
    return Companion.of(Path(PAGE).stem, it.id, ".yaml", to_bytes(variant))


def _title(it: Variant) -> str:
    more = f" ({it.title})"
    return f"{it.scenario.name[: MAX_TITLE - len(more)]}{more}"


def _text(found: VariantSet, names: Mapping[str, str], page: Path) -> Iterator[str]:
    one, other = found.axes
    every = (found.sketch, *found.every)
    width = max(len(it.title) for it in every)
    verdicts = [str(it.fairness.verdict or "not judged") for it in every]
    wide = max(5, *map(len, verdicts))
    for it, verdict in zip(every, verdicts, strict=True):
        places = ", ".join(
            f"{axis.title} {axis.text(place)}" for axis, place in zip((one, other), it.places, strict=True)
        )
        moved = [
            f"{delta.title} {delta.after.band}"
            for delta in it.deltas
            if delta.gates and delta.better is not None
        ]
        then = "".join(f"; {text}" for text in (", ".join(moved), it.loss) if text)
        then += it.fairness.not_judged_clause() if it.fairness.verdict else ""
        yield f"  {verdict:{wide}}  {it.title:{width}}  {places}{then}"
        if it.id in names:
            yield f"{'':{width + wide + 6}}{names[it.id]}"
    for reason, titles in found.titles_by_reason.items():
        yield f"  {'no':{wide}}  {', '.join(titles)}: {reason}"
    yield f"{page}"
