"""``fairground validate``: findings about scenario files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import click
from pydantic import Field

from fairground.core.answer import Answer, FindingAnswer, Part, schema_field
from fairground.core.cli.options import as_json, scenario_files
from fairground.core.cli.shared_answers import emit, problem_text
from fairground.core.errors import FileError
from fairground.core.finding import Severity
from fairground.core.text.wording import finding_counts

if TYPE_CHECKING:
    from pathlib import Path

    from fairground.core.finding import Finding


class FileAnswer(Part):
    """The findings about one file, in the order of their places."""

    file: str = Field(description="path of the file as it was given")
    findings: tuple[FindingAnswer, ...] = Field(description="findings; empty if there are none")
    error: str | None = Field(description="why the file cannot be opened; null: it was checked")


class ValidateAnswer(Answer):
    """Answer of ``fairground validate --json``."""

    schema_name: Literal["fairground/validate/1"] = schema_field("fairground/validate/1")
    files: tuple[FileAnswer, ...] = Field(description="the files, in the order given")


@click.command("validate")
@scenario_files
@click.option(
    "--profile",
    metavar="NAME",
    help="Also compare with a mix or theme that the ruleset recommends: simple, complex, volcano ...",
)
@as_json
def COMMAND(files: tuple[Path, ...], profile: str | None, *, as_json: bool) -> int:  # noqa: N802
    """Validate scenarios: what is wrong, where, and how to fix it.

    \b
    Exit status: 0 no errors, 1 findings of severity error, 2 a file that cannot be opened. The other files are still checked.

    \b
    Examples:
      fairground validate scenarios/standard-arena.yaml
      fairground validate maps/*.yaml --profile complex --json
    """
    from fairground.core.validation import validate_file

    reports: dict[Path, tuple[Finding, ...]] = {}
    unopened: dict[Path, str] = {}
    for path in files:
        try:
            reports[path] = validate_file(path, profile=profile).findings
        except FileError as error:
            unopened[path] = str(error)
    if not reports:
        raise FileError("\n".join(unopened.values()))
    every = [finding for findings in reports.values() for finding in findings]
    if as_json:
        emit(
            ValidateAnswer(
                files=tuple(
                    FileAnswer(
                        file=str(path),
                        findings=tuple(map(FindingAnswer.from_result, reports.get(path, ()))),
                        error=unopened.get(path),
                    )
                    for path in files
                )
            )
        )
    else:
        for path, findings in reports.items():
            _print(str(path), findings)
        if len(reports) > 1:
            click.echo(f"{len(reports)} files: {finding_counts(every)}")
    for told in unopened.values():
        click.echo(f"fairground: {told}", err=True)
    return 2 if unopened else int(any(finding.severity is Severity.ERROR for finding in every))


def _print(file: str, findings: tuple[Finding, ...]) -> None:
    click.echo(f"{click.style(file, bold=True)}: {finding_counts(findings)}")
    for finding in findings:
        click.echo(problem_text(finding))
