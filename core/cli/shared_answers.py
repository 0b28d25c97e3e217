"""Output that commands share: findings as text, JSON answers, and scenarios with errors."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Literal

import click
from pydantic import Field
from pydantic_core import PydanticSerializationError

from fairground.core.answer import (
    Answer,
    FindingAnswer,
    Part,
    PlaceAnswer,
    ScenarioAnswer,
    schema_field,
)
from fairground.core.cli.options import SCENARIO
from fairground.core.errors import FileError
from fairground.core.finding import Severity
from fairground.core.text.foreign import fit_value
from fairground.core.text.wording import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from fairground.core.answer import JsonResult
    from fairground.core.errors import InvalidScenarioError
    from fairground.core.finding import Finding

#: The exit status under --fail-on where nothing was judged, so neither good nor bad.
NOT_JUDGED = 3
_COLOURS = {"error": "red", "warning": "yellow", "advice": "cyan"}


class ErrorDetail(Part):
    """What went wrong."""

    code: str = Field(description="stable code that identifies the kind of error, such as file or usage")
    message: str = Field(description="what is wrong, in a sentence")
    place: PlaceAnswer | None = Field(description="where the first problem is; null if it is not in a file")
    problems: tuple[FindingAnswer, ...] = Field(
        description="all problems in the file, in file order; empty if the error is not about its content"
    )


class ErrorAnswer(Answer):
    """Answer of any command that could not do its work (exit status 2)."""

    schema_name: Literal["fairground/error/1"] = schema_field("fairground/error/1")
    file: str | None = Field(
        description="path of the scenario that the command was called with; null if it was called without one"
    )
    error: ErrorDetail = Field(description="the error")


def emit_error(code: str, message: str, problems: Sequence[Finding], file: Path | None) -> None:
    """Print the answer of a command that could not do its work, with all problems and the place of the first.

    ``file`` is the scenario that the command was called with.
    """
    found = tuple(map(FindingAnswer.from_result, problems))
    place = found[0].place if found else None
    error = ErrorDetail(code=code, message=message, place=place, problems=found)
    emit(ErrorAnswer(file=None if file is None else str(file), error=error))


def emit(answer: Part) -> None:
    """Print an answer as one JSON object on stdout."""
    try:
        text = answer.model_dump_json(by_alias=True)
    except PydanticSerializationError:
        # The name of a file need not be UTF-8.
        data = fit_value(answer.model_dump(mode="json", by_alias=True), has_surrogates=True)
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    click.echo(text)


def writes(write: Callable[[], None]) -> bool:
    """Write a file; return whether that worked. An error is printed, and the results of long work still follow."""
    try:
        write()
    except FileError as error:
        click.echo(f"fairground: {error}", err=True)
        return False
    return True


def print_result(result: JsonResult, lines: Iterable[str], *, as_json: bool, **added: Any) -> None:  # noqa: ANN401  # any fields
    """Print a result as lines of text, or as one JSON object with the scenario's path and what the command adds."""
    if as_json:
        emit(result.to_answer(file=scenario_path(), **added))
    else:
        click.echo("\n".join(lines))


def scenario_path() -> str | None:
    """Return the path of the running command's scenario, as given; None if it was called without one."""
    path = click.get_current_context().meta.get(SCENARIO)
    return None if path is None else str(path)


def problem_text(finding: Finding) -> str:
    """Return a finding as text for a terminal: one line, and a second with the fix, if any."""
    place = finding.place
    where = [part for part in (place.file, place.hex_name or place.hex) if part]
    if place.line is not None:
        where.append(f"line {place.line}" + (f", column {place.column}" if place.column is not None else ""))
    severity = click.style(f"{finding.severity.value:8}", fg=_COLOURS[finding.severity.value])
    lead = f"{' '.join(where)}: " if where else ""
    return f"  {severity} {lead}{finding.message} {code_and_fix(finding)}"


def code_and_fix(finding: Finding) -> str:
    """Return the end of a finding's text: code and rule in brackets, and a line with the fix, if any."""
    rule = f" {finding.rule}" if finding.rule else ""
    fix = f"\n           {click.style('fix:', bold=True)} {finding.fix}" if finding.fix else ""
    return f"[{finding.code}{rule}]{fix}"


class InvalidAnswer(ScenarioAnswer):
    """Answer of any command that judges, plays or repairs, about a scenario with errors (exit status 1)."""

    schema_name: Literal["fairground/invalid/1"] = schema_field("fairground/invalid/1")
    verdict: str = Field(
        description='what was refused, and the number of errors, such as "not judged: 1 error"'
    )
    errors: tuple[FindingAnswer, ...] = Field(description="errors, sorted by place")


def answer_invalid(error: InvalidScenarioError, path: Path | None, *, as_json: bool) -> None:
    """Print the errors of the scenario in ``path``, and the refused claim."""
    errors = _located(error, path)
    if as_json:
        found = tuple(map(FindingAnswer.from_result, errors))
        emit(InvalidAnswer(file=path and str(path), verdict=error.claim, errors=found))
        return
    claim = f"{error.claim[:1].upper()}{error.claim[1:]}"
    click.echo(f"{claim}{f' in {path}' if path else ''}")
    for it in errors:
        click.echo(problem_text(it))
    click.echo(f"{claim}. Fix {'it' if len(errors) == 1 else 'them'} first, or add --despite-errors.")


def _located(error: InvalidScenarioError, path: Path | None) -> Sequence[Finding]:
    """Return the errors with their lines in the file, if known."""
    from fairground.core.validation import validate_file

    if path is None:
        return error.findings
    located = [it for it in validate_file(path).findings if it.severity is Severity.ERROR]
    return located if len(located) == len(error.findings) else error.findings


def despite(errors: Sequence[Finding], lines: Iterable[str]) -> Iterator[str]:
    """Yield lines about a scenario, with its errors before and a reminder after them."""
    if not errors:
        yield from lines
        return
    count = counted(len(errors), "error")
    yield f"Despite {count} in the scenario:"
    yield from map(problem_text, errors)
    yield ""
    yield from lines
    yield ""
    yield f"Despite {count}: the scenario cannot be played until {'it is' if len(errors) == 1 else 'they are'} fixed."
