"""What commands answer: findings as text, and JSON answers with a stable, documented shape."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import click
from pydantic import BaseModel, ConfigDict, Field

if TYPE_CHECKING:
    from fairground.core.finding import Finding

_COLOURS = {"error": "red", "warning": "yellow", "advice": "cyan"}


class Answer(BaseModel):
    """A JSON answer; ``schema`` names its shape and version."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True, defer_build=True)

    def emit(self) -> None:
        """Print the answer as one JSON object on stdout."""
        click.echo(self.model_dump_json(by_alias=True))


class PlaceAnswer(BaseModel):
    """Where a finding is; each part is null where it does not apply."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    line: int | None = Field(description="line in the file, from 1")
    column: int | None = Field(description="column in the line, from 1")
    hex: str | None = Field(description="label of the hex, such as C4")
    file: str | None = Field(description="another file than the one asked about, such as its ruleset")


class FindingAnswer(BaseModel):
    """One finding."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    severity: Literal["error", "warning", "advice"] = Field(description="how much it matters")
    code: str = Field(description="stable name of the kind of finding, such as zone.empty")
    place: PlaceAnswer = Field(description="where it is")
    message: str = Field(description="what is wrong, in a sentence")
    fix: str | None = Field(description="what would mend it, in a sentence")
    rule: str | None = Field(description="ID of the rule it rests on")


class ErrorDetail(BaseModel):
    """What went wrong."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    code: str = Field(description="stable name of the kind of error, such as file or usage")
    message: str = Field(description="what is wrong, in a sentence")
    place: PlaceAnswer | None = Field(description="where the first fault is, if it is in a file")


class ErrorAnswer(BaseModel):
    """Answer of any command that could not do its work (exit status 2)."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    error: ErrorDetail = Field(description="the error")


def finding_answer(finding: Finding) -> FindingAnswer:
    """Return a finding in the shape of the JSON answers."""
    return FindingAnswer.model_validate(finding.to_json())


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
