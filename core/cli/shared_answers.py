"""What commands answer: findings as text, and JSON answers with a stable, documented shape."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from pydantic import Field

from fairground.core.answer import Part, PlaceAnswer

if TYPE_CHECKING:
    from fairground.core.finding import Finding

_COLOURS = {"error": "red", "warning": "yellow", "advice": "cyan"}


class ErrorDetail(Part):
    """What went wrong."""

    code: str = Field(description="stable name of the kind of error, such as file or usage")
    message: str = Field(description="what is wrong, in a sentence")
    place: PlaceAnswer | None = Field(description="where the first fault is, if it is in a file")


class ErrorAnswer(Part):
    """Answer of any command that could not do its work (exit status 2)."""

    error: ErrorDetail = Field(description="the error")


def emit(answer: Part) -> None:
    """Print an answer as one JSON object on stdout."""
    click.echo(answer.model_dump_json(by_alias=True))


def problem_text(finding: Finding) -> str:
    """Return a finding as text for a terminal: one line, and a second with the fix where there is one."""
    place = finding.place
    where = [part for part in (place.file, place.hex) if part]
    if place.line is not None:
        where.append(f"line {place.line}" + (f", column {place.column}" if place.column is not None else ""))
    severity = click.style(f"{finding.severity.value:8}", fg=_COLOURS[finding.severity.value])
    lead = f"{' '.join(where)}: " if where else ""
    return f"  {severity} {lead}{finding.message} {code_and_fix(finding)}"


def code_and_fix(finding: Finding) -> str:
    """Return what follows a finding's message: code and rule in brackets, and a second line with the fix where there is one."""
    rule = f" {finding.rule}" if finding.rule else ""
    fix = f"\n           {click.style('fix:', bold=True)} {finding.fix}" if finding.fix else ""
    return f"[{finding.code}{rule}]{fix}"
