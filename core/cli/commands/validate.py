"""``fairground validate``: findings about scenario files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import click
from pydantic import Field

from fairground.core.answer import Answer, FindingAnswer, Part, schema_field
from fairground.core.cli.options import as_json, chosen_labels, label_style, scenario_files
from fairground.core.cli.pipeline_formats import format_option, print_findings
from fairground.core.cli.shared_answers import emit, problem_text
from fairground.core.errors import FileError, UsageError
from fairground.core.finding import Finding, Severity
from fairground.core.text.wording import finding_counts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from fairground.core.validation import FileReport


class FileAnswer(Part):
    """The findings about one file, in the order of their places."""

    file: str = Field(description="path of the file, as given")
    findings: tuple[FindingAnswer, ...] = Field(description="the findings; empty if there are none")
    error: str | None = Field(description="reason why the file cannot be opened; null if it was checked")


class ValidateAnswer(Answer):
    """Answer of ``fairground validate --json``."""

    schema_name: Literal["fairground/validate/1"] = schema_field("fairground/validate/1")
    files: tuple[FileAnswer, ...] = Field(description="the files, in the order given")


@click.command("validate")
@scenario_files
@click.option(
    "--profile",
    metavar="NAME",
    help="Also compare with a mix or theme that the ruleset recommends, such as simple, complex or volcano.",
)
@format_option
@label_style
@as_json
def COMMAND(  # noqa: N802
    files: tuple[Path, ...], profile: str | None, pipeline_format: str | None, *, as_json: bool
) -> int:
    """Check scenario files, and all scenarios in folders.

    Each finding says where the problem is, what is wrong and how to fix it.

    \b
    Exit status: 0 no errors, 1 findings of severity error, 2 a file that cannot be opened. The other files are still checked.

    \b
    Examples:
      fairground validate scenarios/standard-arena.yaml
      fairground validate maps/*.yaml --profile complex --json
      fairground validate scenarios --format github
    """
    from fairground.core.validation import validate_file

    if pipeline_format and as_json:
        raise UsageError("--json and --format can't be used together; give only one")
    reports: dict[Path, FileReport] = {}
    unopened: dict[Path, str] = {}
    every_file = [*_scenarios(files)]
    for path in every_file:
        try:
            reports[path] = validate_file(path, profile=profile, labels=None if as_json else chosen_labels())
        except FileError as error:
            unopened[path] = str(error)
    if not reports:
        raise FileError("\n".join(unopened.values()))
    every = [finding for report in reports.values() for finding in report.findings]
    if pipeline_format:
        found = {str(path): report.findings for path, report in reports.items()}
        found |= {str(path): (Finding(Severity.ERROR, "file", text),) for path, text in unopened.items()}
        print_findings(pipeline_format, found)
    elif as_json:
        emit(
            ValidateAnswer(
                files=tuple(
                    FileAnswer(
                        file=str(path),
                        findings=tuple(
                            map(FindingAnswer.from_result, reports[path].findings if path in reports else ())
                        ),
                        error=unopened.get(path),
                    )
                    for path in every_file
                )
            )
        )
    else:
        for report in reports.values():
            _print(report)
        if len(reports) > 1:
            click.echo(f"{len(reports)} files: {finding_counts(every)}")
    for message in unopened.values():
        click.echo(f"fairground: {message}", err=True)
    return 2 if unopened else int(any(finding.severity is Severity.ERROR for finding in every))


def _scenarios(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield the files, and the scenarios in the folders and their subfolders."""
    from fairground.core.files.untrusted_files import is_folder

    for path in paths:
        if is_folder(path):
            from fairground.core.batches.maps import maps_in

            found = [it.path for it in maps_in(path)]
            if not found:
                raise UsageError(f"{path} contains no scenarios")
            yield from found
        else:
            yield path


def _print(report: FileReport) -> None:
    summary = finding_counts(report.findings) if report.findings else f"No problems found. {report.scope}"
    click.echo(f"{click.style(report.file, bold=True)}: {summary}")
    if report.findings and report.scope.endswith("yet."):
        click.echo(f"  {report.scope}")
    for finding in report.findings:
        click.echo(problem_text(finding))
