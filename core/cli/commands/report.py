"""``fairground report``: everything about a scenario on one page."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypedDict

import click
from pydantic import Field

from fairground.core.answer import Answer, schema_field
from fairground.core.cli.fairness_options import comparing
from fairground.core.cli.options import (
    as_json,
    check_needs,
    check_output,
    load_scenario,
    output_file,
    overwrite,
    scenario_file,
    was_given,
)
from fairground.core.cli.shared_answers import emit, writes
from fairground.core.cli.terminal import ProgressLine
from fairground.core.errors import UsageError
from fairground.core.finding import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.cli.fairness_options import Comparing
    from fairground.core.report import OtherVersion, Report
    from fairground.core.scenario.document import Scenario
    from fairground.core.simulation.bots_table import BotsTable
    from fairground.core.simulation.recording.game_record import RecordedGames
    from fairground.core.simulation.simulation import Simulation

_PAGE, _MARKDOWN = (".html", ".htm"), (".md", ".markdown")


class ReportAnswer(Answer):
    """Answer of ``fairground report --json``."""

    schema_name: Literal["fairground/report/1"] = schema_field("fairground/report/1")
    file: str = Field(description="path of the scenario, as given")
    output: str | None = Field(description="path of the report that was written; null if it was printed")
    format: Literal["html", "markdown"] = Field(description="format of the report")
    verdict: Literal["green", "amber", "red"] | None = Field(
        description="worst rating of the deciding measures; null if fairness could not be measured"
    )
    sentence: str = Field(description="verdict in a sentence, with the measures that decided it")
    errors: int = Field(description="number of errors in the scenario")
    content_hash: str = Field(description="hash of the scenario's content, ignoring comments")
    games: str | None = Field(
        description="conclusion from the games in words, including the verdict on moving first; null without --games"
    )
    text: str | None = Field(description="text of the report; null if it was written to a file")


@click.command("report")
@scenario_file
@output_file("Report to write: .html or .md.")
@click.option(
    "--markdown",
    is_flag=True,
    help="Write Markdown regardless of the file's extension. Without -o, print it.",
)
@comparing
@click.option(
    "--games",
    type=click.IntRange(1),
    help="Also let bots play up to this many games, stopping once the result is decided.",
)
@click.option("--bots", metavar="NAME[,NAME...]", help="Bots that play, as in fairground simulate.")
@click.option(
    "--bots-table", is_flag=True, help="Also make a table of games between several bots, named with --bots."
)
@click.option("--seed", type=int, default=1, show_default=True, help="Random seed of the games.")
@click.option("--jobs", type=click.IntRange(1), help="Number of processes. Default: one per processor core.")
@click.option(
    "--against",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Compare with this other version of the scenario, including its games.",
)
@click.option(
    "--history",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    multiple=True,
    help="Games recorded on an earlier version with simulate --record. May be repeated, oldest first.",
)
@click.option(
    "--explain",
    is_flag=True,
    help="Also spend one second per measure searching for single edits that would help.",
)
@overwrite
@as_json
def COMMAND(  # noqa: N802, PLR0913  # one parameter an option
    file: Path,
    output: Path | None,
    *,
    markdown: bool,
    asked: Comparing,
    games: int | None,
    bots: str | None,
    bots_table: bool,
    seed: int,
    jobs: int | None,
    against: Path | None,
    history: tuple[Path, ...],
    explain: bool,
    overwrite: bool,
    as_json: bool,
) -> int:
    """Write a report on one page, as HTML or Markdown.

    It contains the verdict, the map, the measures, narrow passages, findings and rules. With --games it also has win
    rates and the verdict on moving first, and with --bots-table a table of bots.

    \b
    An HTML page is self-contained and makes no network requests. Use Markdown for a pull request.
    The same scenario and options give the same report, except for the edits that --explain finds within its time limit.

    \b
    Exit status: 0 success, 1 the scenario has errors and is not judged, 2 unusable input.

    \b
    Examples:
      fairground report scenarios/standard-arena.yaml -o arena.html
      fairground report arena.yaml -o arena.html --class scout --explain --overwrite
      fairground report arena.yaml --markdown
      fairground report arena.yaml -o arena.html --games 1110 --against old.yaml --history old-games.jsonl
    """
    as_markdown = markdown or _is_markdown(output)
    if output is not None:
        check_output(output, overwrite=overwrite, source=file)
    from fairground.core.report import report, to_html, to_markdown
    from fairground.core.report.sentences import verdict_sentence
    from fairground.core.validation import validate_file

    check_needs(
        (bots is not None, "--bots", games, "--games"),
        (bots_table, "--bots-table", games, "--games"),
        (was_given("seed"), "--seed", games, "--games"),
        (was_given("jobs"), "--jobs", games, "--games"),
    )
    played = Played(games, bots, bots_table, seed, jobs, tuple(map(str, history)), against)
    scenario = load_scenario(file)
    found = report(
        scenario,
        asked.between,
        asked.unit_class,
        asked.mode,
        standards=asked.standards(scenario),
        explained=explain,
        despite_errors=asked.despite_errors,
        findings=validate_file(file).findings,
        file=file.name,
        arguments=(*asked.arguments(), *played.arguments(), *(["--explain"] if explain else [])),
        **played.results(scenario, asked),
    )
    text = to_markdown(found) if as_markdown else to_html(found)
    is_written = True
    if output is not None:
        is_written = _write(output, text, has_games=games is not None)
        if not is_written:
            # The games took long, and can still be read.
            output, as_markdown, text = None, True, to_markdown(found)
    if as_json:
        emit(
            ReportAnswer(
                file=str(file),
                output=str(output) if output else None,
                format="markdown" if as_markdown else "html",
                verdict=_verdict(found),
                sentence=verdict_sentence(found),
                errors=sum(it.severity == "error" for it in found.findings),
                content_hash=found.provenance.content_hash,
                games=None if found.simulation is None else found.simulation.sentence,
                text=None if output else text,
            )
        )
    elif output is not None:
        click.echo(str(output))
    else:
        click.echo(text, nl=False)
    if not is_written:
        return 2
    return int(not asked.despite_errors and any(it.severity is Severity.ERROR for it in found.findings))


def _write(output: Path, text: str, *, has_games: bool) -> bool:
    """Write the report; return False if that fails after games, where the error is printed."""
    from fairground.core.files import write_bytes

    def write() -> None:
        write_bytes(output, text.encode())

    if has_games:
        return writes(write)
    write()
    return True


@dataclass(frozen=True)
class Played:
    """The options about games and other versions."""

    games: int | None
    bots: str | None
    has_table: bool
    seed: int
    jobs: int | None
    history: tuple[str, ...]
    against: Path | None

    def arguments(self) -> Iterator[str]:
        """Yield the options as arguments of a command line; the number of processes doesn't change the report."""
        if self.games is not None:
            yield from ("--games", str(self.games))
        if self.bots is not None:
            yield from ("--bots", self.bots)
        if self.has_table:
            yield "--bots-table"
        if self.seed != 1:
            yield from ("--seed", str(self.seed))
        if self.against is not None:
            yield from ("--against", self.against.name)
        for it in self.history:
            yield from ("--history", Path(it).name)

    def results(self, scenario: Scenario, asked: Comparing) -> ReportExtras:
        """Play the games, measure the version to compare with, and read the games of earlier versions."""
        from fairground.core.files import load
        from fairground.core.report import other_version
        from fairground.core.simulation.bots_table import TABLE_BOTS
        from fairground.core.simulation.bots_table import bots_table as play_table
        from fairground.core.simulation.recording.games_file import load_games

        history = [load_games(it) for it in self.history]
        other = None if self.against is None else load(self.against)
        simulation = self._simulation(scenario, asked)
        table = None
        if self.has_table and self.games is not None:
            with ProgressLine("Playing games for the table of bots") as progress:
                table = play_table(
                    scenario,
                    self.games,
                    bots=self._names or TABLE_BOTS,
                    seed=self.seed,
                    jobs=self._processes,
                    stop_early=True,
                    despite_errors=asked.despite_errors,
                    progress=progress.show,
                )
        against = None
        if other is not None and self.against is not None:
            against = other_version(
                other,
                asked.between,
                asked.unit_class,
                asked.mode,
                file=self.against.name,
                standards=asked.standards(other),
                despite_errors=asked.despite_errors,
                simulation=self._simulation(other, asked),
            )
        return {"simulation": simulation, "bots_table": table, "against": against, "history": history}

    @property
    def _names(self) -> list[str] | None:
        return None if self.bots is None else self.bots.split(",")

    @property
    def _processes(self) -> int:
        return self.jobs or os.cpu_count() or 1

    def _simulation(self, scenario: Scenario, asked: Comparing) -> Simulation | None:
        from fairground.core.simulation.simulate import simulate

        if self.games is None:
            return None
        # The bots of a table all play in it.
        bots = None if self.has_table else self._names
        with ProgressLine("Playing") as progress:
            return simulate(
                scenario,
                self.games,
                seed=self.seed,
                bots=bots,
                jobs=self._processes,
                stop_early=True,
                despite_errors=asked.despite_errors,
                progress=progress.show,
            )


class ReportExtras(TypedDict):
    """The parts of a report that its command adds."""

    simulation: Simulation | None
    bots_table: BotsTable | None
    against: OtherVersion | None
    history: list[RecordedGames]


def _is_markdown(output: Path | None) -> bool:
    """Return whether the file's extension is Markdown's; raise UsageError for no or an unknown one."""
    if output is None:
        raise UsageError(
            "give the report a file name with -o, such as -o report.html, or print it with --markdown"
        )
    ending = output.suffix.lower()
    if ending not in (*_PAGE, *_MARKDOWN):
        raise UsageError(f"{output}: the name of a report must end in .html or .md")
    return ending in _MARKDOWN


def _verdict(found: Report) -> Literal["green", "amber", "red"] | None:
    from fairground.core.report.contents import Missing

    verdict = None if isinstance(found.fairness, Missing) else found.fairness.verdict
    return None if verdict is None else verdict.value
