"""``fairground report``: everything about a scenario on one page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import click
from pydantic import Field

from fairground.core.answer import Answer, schema_field
from fairground.core.cli.fairness_options import comparing
from fairground.core.cli.options import as_json, check_output, output_file, overwrite, scenario_file
from fairground.core.cli.shared_answers import emit
from fairground.core.errors import UsageError
from fairground.core.finding import Severity

if TYPE_CHECKING:
    from pathlib import Path

    from fairground.core.cli.fairness_options import Comparing
    from fairground.core.report import Report

_PAGE, _MARKDOWN = (".html", ".htm"), (".md", ".markdown")


class ReportAnswer(Answer):
    """Answer of ``fairground report --json``."""

    schema_name: Literal["fairground/report/1"] = schema_field("fairground/report/1")
    file: str = Field(description="path of the scenario, as given")
    output: str | None = Field(description="path of the report that was written; null if it was printed")
    format: Literal["html", "markdown"] = Field(description="format of the report")
    verdict: Literal["green", "amber", "red"] | None = Field(
        description="worst band of the deciding measures; null if fairness could not be measured"
    )
    sentence: str = Field(description="verdict in a sentence, with the measures that decided it")
    errors: int = Field(description="number of errors in the scenario")
    content_hash: str = Field(description="hash of the scenario without its comments")
    text: str | None = Field(description="text of the report; null if it was written to a file")


@click.command("report")
@scenario_file
@output_file("Report to write: .html or .md.")
@click.option(
    "--markdown",
    is_flag=True,
    help=("Write Markdown regardless of the file's extension. Without -o, print it."),
)
@comparing
@click.option(
    "--explain",
    is_flag=True,
    help="Also search for single edits that would help, for one second per measure.",
)
@overwrite
@as_json
def COMMAND(  # noqa: N802  # one parameter an option
    file: Path,
    output: Path | None,
    *,
    markdown: bool,
    asked: Comparing,
    explain: bool,
    overwrite: bool,
    as_json: bool,
) -> int:
    """Write a report on one page, as HTML or Markdown.

    It contains the verdict, the map, the measures, narrow places, findings and rules.

    \b
    An HTML page is self-contained and makes no network requests. Markdown is for a pull request.
    The same scenario and options give the same bytes, except for the edits that --explain finds within its time limit.

    \b
    Exit status: 0 good, 1 the scenario has errors and is not judged, 2 unusable input.

    \b
    Examples:
      fairground report scenarios/standard-arena.yaml -o arena.html
      fairground report arena.yaml -o arena.html --class scout --explain --overwrite
      fairground report arena.yaml --markdown
    """
    as_markdown = markdown or _is_markdown(output)
    if output is not None:
        check_output(output, overwrite=overwrite)
    from fairground.core.files import load, write_bytes
    from fairground.core.report import report, to_html, to_markdown
    from fairground.core.report.sentences import verdict_sentence
    from fairground.core.validation import validate_file

    scenario = load(file)
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
        arguments=(*asked.arguments(), *(["--explain"] if explain else [])),
    )
    text = to_markdown(found) if as_markdown else to_html(found)
    if output is not None:
        write_bytes(output, text.encode())
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
                text=None if output else text,
            )
        )
    elif output is not None:
        click.echo(str(output))
    else:
        click.echo(text, nl=False)
    return int(not asked.despite_errors and any(it.severity is Severity.ERROR for it in found.findings))


def _is_markdown(output: Path | None) -> bool:
    """Return whether a file's ending is Markdown's; raise UsageError for no file or an unknown ending."""
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
