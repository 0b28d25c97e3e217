"""``fairground batch``: all maps of a folder checked, measured and played, here or on a cluster, in one table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click
from pydantic import Field

from fairground.core.answer import Answer, Band, FindingAnswer, Part, TextOrNone, schema_field
from fairground.core.cli.commands.simulate import margin, seed
from fairground.core.cli.fairness_options import comparing
from fairground.core.cli.options import as_json, check_needs, check_output, output_file, overwrite, was_given
from fairground.core.cli.shared_answers import NOT_JUDGED, emit
from fairground.core.cli.terminal import ProgressLine
from fairground.core.errors import UsageError
from fairground.core.simulation.answer import SimulateAnswer  # noqa: TC001  # pydantic looks it up

if TYPE_CHECKING:
    from fractions import Fraction

    from fairground.core.batches import Library, MapRow, Survey
    from fairground.core.batches.simulation_jobs import SimulationQuestion
    from fairground.core.cli.fairness_options import Comparing


class MapClaimAnswer(Part):
    """Where a map stands in a measure, by the reading of it that tells most."""

    title: str = Field(description="name of the measure")
    gate: bool = Field(description="whether the measure counts toward the verdict")
    band: Band | None = Field(description="rating of the measure; null if it is not judged")
    imbalance: float | None = Field(
        description="(max - min) / max of the zones' values; null if the zones are not compared"
    )
    text: str = Field(description="result of the measure, in one or two sentences")


class MapAnswer(Part):
    """A map of the folder."""

    file: str = Field(description="path relative to the folder, with forward slashes")
    problem: TextOrNone = Field(description="reason why the map cannot be read; null if it can")
    name: str = Field(description="name of the scenario; empty if it cannot be read")
    columns: int | None = Field(description="width of the board in columns; null if the map cannot be read")
    rows: int | None = Field(description="height of the board in rows; null if the map cannot be read")
    layout: str | None = Field(description="layout of the board; null if the map cannot be read")
    ruleset: str = Field(description="id or path of the ruleset")
    findings: tuple[FindingAnswer, ...] = Field(description="validation findings")
    verdict: Band | None = Field(description="fairness verdict; null if the map was not judged")
    sentence: TextOrNone = Field(
        description="verdict in a sentence, including anything that it does not cover; null if there is no verdict"
    )
    reason: TextOrNone = Field(description="reason why the map was not judged; null if it was")
    measures: dict[str, MapClaimAnswer] = Field(
        description="result of each fairness measure, by id of the measure"
    )
    simulation: SimulateAnswer | None = Field(
        description="results of the games, as in the output of `fairground simulate --json`; null if none were played"
    )
    not_played: TextOrNone = Field(
        description="reason why the map could not be played; null if it was played or no games were requested"
    )
    failures: tuple[str, ...] = Field(
        description="reasons why some results could not be computed; the next batch retries them"
    )


class TallyAnswer(Part):
    """How many maps there are of each kind."""

    maps: int = Field(description="number of maps")
    green: int = Field(description="number of maps with a green verdict")
    amber: int = Field(description="number of maps with an amber verdict")
    red: int = Field(description="number of maps with a red verdict")
    none: int = Field(description="number of maps that were not judged")
    broken: int = Field(description="number of maps that have errors or cannot be opened")


class BatchAnswer(Answer):
    """Answer of ``fairground batch --json``; its maps are the same however often the work was stopped."""

    schema_name: Literal["fairground/batch/1"] = schema_field("fairground/batch/1")
    folder: str = Field(description="path of the folder, as given")
    store: str = Field(description="path of the file that stores the results")
    output: str | None = Field(description="path of the page that was written; null if none was")
    tally: TallyAnswer = Field(description="number of maps with each verdict, and with errors")
    kept: int = Field(description="number of results loaded from the store")
    worked: int = Field(description="number of results computed in this run")
    failures: int = Field(description="number of results that could not be computed")
    maps: tuple[MapAnswer, ...] = Field(description="the maps, in the requested order")


@click.command("batch")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--jobs", type=int, help="Number of processes. Default: one per processor core.")
@click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Address of a Dask scheduler, to use its cluster instead of this machine.",
)
@click.option("--games", type=int, help="Also let bots play this many games on each map.")
@seed
@click.option("--bots", metavar="NAME[,NAME...]", help="Bots that play, as in fairground simulate.")
@click.option(
    "--force", metavar="ID|FILE|units", help="Force that the bots play with, as in fairground simulate."
)
@click.option("--order", metavar="NAME", help="Turn order of the games: alternate or simultaneous.")
@margin
@comparing
@click.option(
    "--profile", metavar="NAME", help="Also compare each map with a mix or theme, as in fairground validate."
)
@click.option(
    "--store",
    type=click.Path(path_type=Path, dir_okay=False),
    help=(
        "File in which to save the results, so that a later batch can reuse them. Default: a file in "
        "the folder."
    ),
)
@click.option("--again", is_flag=True, help="Ignore saved results.")
@click.option(
    "--sort",
    "key",
    metavar="KEY",
    default="file",
    help="Sort by file, name, size, findings, verdict, win-rate or a measure. Default: file.",
)
@click.option(
    "--site",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help=(
        "Folder in which to write a web page for each map, as in fairground publish, and an index with "
        "filters."
    ),
)
@click.option("--players", is_flag=True, help="With --site: publish the players' copies.")
@output_file("Web page to write, such as index.html.")
@overwrite
@click.option(
    "--fail-on",
    type=click.Choice(["amber", "red"]),
    help="Also exit with status 1 if a verdict is this or worse, and with 3 if a map is not judged.",
)
@as_json
def COMMAND(  # noqa: N802, PLR0913  # one parameter an option
    folder: Path,
    *,
    jobs: int | None,
    cluster: str | None,
    games: int | None,
    seed: int,
    bots: str | None,
    force: str | None,
    order: str | None,
    margin: Fraction,
    asked: Comparing,
    profile: str | None,
    store: Path | None,
    key: str,
    site: Path | None,
    players: bool,
    output: Path | None,
    fail_on: str | None,
    again: bool,
    overwrite: bool,
    as_json: bool,
) -> int:
    """Validate, measure and play all scenarios in a folder.

    With --games, bots also play each scenario. Results are saved as they arrive, so the same command resumes after an
    interruption. A result is reused until the file, its ruleset, the program or an option that affects it changes.

    \b
    A Dask cluster runs whatever code it receives: use it on trusted networks only.

    \b
    Exit status: 0 success, 1 a map has errors or fails --fail-on, 2 unusable input, 3 a map is not judged (with --fail-on).

    \b
    Examples:
      fairground batch scenarios --sort territory
      fairground batch maps --games 1110 -o index.html --overwrite
      fairground batch maps --site public --players
      fairground batch maps --games 1110 --cluster tcp://10.0.0.5:8786 --json
    """
    if output is not None:
        _check_page(output, overwrite=overwrite)
    _check_site(site, players=players, overwrite=overwrite)
    if store is not None:
        # An existing store is resumed.
        check_output(store, overwrite=True)
    from fairground.core.batches.batching import batch, store_of
    from fairground.core.batches.index_page import to_index
    from fairground.core.batches.summary import known_order
    from fairground.core.cli.batch_table import table
    from fairground.core.files import write_bytes

    known_order(key)
    plan = _plan(games, seed, bots, force, order, margin, despite_errors=asked.despite_errors)
    survey = _survey(asked, profile, plan, pictures=output is not None)
    path = store or store_of(folder)
    try:
        with ProgressLine("Working") as progress:
            library = batch(
                folder, survey, jobs=jobs, cluster=cluster, store=path, again=again, progress=progress.show
            )
    except KeyboardInterrupt:
        click.echo(f"Saved in {path}. Run the same command to resume.", err=True)
        raise
    rows = library.by(key)
    if output is not None:
        write_bytes(output, to_index(library, rows).encode())
    if site is not None:
        from fairground.core.batches.site import write_site

        write_site(library, rows, site, players=players)
    pages = [it for it in (output, site and site / "index.html") if it is not None]
    if as_json:
        emit(batch_answer(library, rows, path, output))
    else:
        click.echo("\n".join([*table(library, rows, key, path), *map(str, pages)]))
    if library.broken or _fails(rows, fail_on):
        return 1
    return NOT_JUDGED if fail_on and any(it.verdict is None for it in rows) else 0


def _check_site(site: Path | None, *, players: bool, overwrite: bool) -> None:
    from fairground.core.files.atomic import check_writable
    from fairground.core.files.untrusted_files import is_folder, is_there

    if site is None:
        if players:
            raise UsageError("--players needs --site")
    elif is_there(site / "index.html") and not overwrite:
        raise UsageError(f"{site / 'index.html'} exists; add --overwrite to replace the pages of the site")
    elif is_folder(site):
        check_writable(site / "index.html")
    else:
        above = next((it for it in site.parents if is_there(it)), site)
        if is_there(above) and not is_folder(above):
            raise UsageError(f"{site} cannot be created: {above} is a file, not a folder")
        check_writable(above / site.relative_to(above).parts[0])


def _check_page(output: Path, *, overwrite: bool) -> None:
    if output.suffix.lower() not in (".html", ".htm"):
        raise UsageError(f"{output}: the name of the page must end in .html")
    check_output(output, overwrite=overwrite)


def _plan(
    games: int | None,
    seed: int,
    bots: str | None,
    force: str | None,
    order: str | None,
    margin: Fraction,
    *,
    despite_errors: bool,
) -> SimulationQuestion | None:
    if games is None:
        given = ("--bots", bots), ("--force", force), ("--order", order)
        check_needs(
            *((value is not None, option, games, "--games") for option, value in given),
            *((was_given(it), f"--{it}", games, "--games") for it in ("seed", "margin")),
        )
        return None
    from fairground.core.batches.simulation_jobs import SimulationQuestion
    from fairground.core.files.force_file import load_force
    from fairground.core.simulation.game.muster import OWN_UNITS

    found = force if force in (None, OWN_UNITS) else load_force(force)
    names = None if bots is None else tuple(bots.split(","))
    return SimulationQuestion(games, seed, names, found, order, margin, despite_errors)


def _survey(
    asked: Comparing, profile: str | None, plan: SimulationQuestion | None, *, pictures: bool
) -> Survey:
    """Return the questions for every map; errors in bands and gates are raised before the first map."""
    from fairground.core.batches import FairnessQuestion, Survey, ValidationQuestion
    from fairground.core.scenario.fairness_standards import with_band, with_gates
    from fairground.core.scenario.fairness_titles_and_limits import MEASURES

    for band in asked.bands:
        with_band(MEASURES, band)
    with_gates(MEASURES, asked.gates)
    measure = FairnessQuestion(
        asked.between, asked.unit_class, asked.mode, asked.bands, asked.gates, asked.despite_errors
    )
    return Survey(ValidationQuestion(profile), measure, pictures, plan)


def _fails(rows: list[MapRow], fail_on: str | None) -> bool:
    from fairground.core.scenario.fairness_titles_and_limits import Verdict

    return fail_on is not None and any(
        it.verdict is not None and it.verdict.severity >= Verdict(fail_on).severity for it in rows
    )


def batch_answer(library: Library, rows: list[MapRow], store: Path, output: Path | None) -> BatchAnswer:
    """Return the JSON answer about a folder of maps."""
    return BatchAnswer(
        folder=library.folder,
        store=str(store),
        output=str(output) if output else None,
        tally=TallyAnswer(maps=len(rows), broken=library.broken, **library.verdicts),
        kept=library.stored,
        worked=library.computed,
        failures=library.failures,
        maps=tuple(map(MapAnswer.from_result, rows)),
    )
