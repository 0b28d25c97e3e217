"""Exports: only of scenarios without errors, and never over a file unasked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.clients.registry import export_formats, load_format
from fairground.core.errors import FileError, UsageError
from fairground.core.files import write_bytes
from fairground.core.finding import Severity
from fairground.core.validation import validate

if TYPE_CHECKING:
    from pathlib import Path

    from fairground.core.clients.format import Export
    from fairground.core.scenario.document import Scenario


def export(
    scenario: Scenario, format_name: str, path: Path, *, overwrite: bool = False, force: bool = False
) -> Export:
    """Write a scenario in another format, whole or not at all, and return what was written.

    ``force`` exports a scenario although the validator finds errors in it; ``overwrite`` replaces a file.

    Raises
    ------
    UsageError
        When there is no such format, or the file exists and ``overwrite`` is not set.
    FileError
        When the scenario has errors and ``force`` is not set, or the format cannot hold it (the reasons are its
        ``problems``), or the file cannot be written.
    """
    target = load_format(format_name)
    if target.write is None:
        known = ", ".join(export_formats())
        raise UsageError(f"{target.title} can be read but not written (written are {known})")
    if path.exists() and not overwrite:
        raise UsageError(f"{path} exists; name another file or allow to overwrite it")
    errors = [finding for finding in validate(scenario) if finding.severity is Severity.ERROR]
    if errors and not force:
        raise FileError(f"{scenario.name!r} has errors and was not exported", errors)
    result = target.write(scenario)
    write_bytes(path, result.content)
    return result
