"""Exports: only of scenarios without errors, and never over a file unasked."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from fairground.core.errors import FileError, UsageError
from fairground.core.files import write_bytes
from fairground.core.finding import Severity
from fairground.core.text.suggest import did_you_mean
from fairground.core.validation import validate

if TYPE_CHECKING:
    from pathlib import Path

    from fairground.core.clients.format import Export, Format
    from fairground.core.scenario.document import Scenario

#: Each format's module, loaded when it is used: it holds a ``FORMAT``.
_MODULES = {
    "json": "fairground.core.clients.arena_json",
    "png": "fairground.core.clients.png",
    "svg": "fairground.core.clients.svg",
}


def format_names() -> tuple[str, ...]:
    """Return the names of all formats, in alphabetical order."""
    return tuple(sorted(_MODULES))


def load_format(name: str) -> Format:
    """Return a format by its name.

    Raises
    ------
    UsageError
        When there is none of that name.
    """
    if name not in _MODULES:
        known = ", ".join(format_names())
        raise UsageError(
            f"there is no format {name!r}{did_you_mean(name, format_names())} (there are {known})"
        )
    found: Format = import_module(_MODULES[name]).FORMAT
    return found


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
        When the scenario has errors and ``force`` is not set (they are its ``problems``), or the file cannot be
        written.
    """
    target = load_format(format_name)
    if path.exists() and not overwrite:
        raise UsageError(f"{path} exists; name another file or allow to overwrite it")
    errors = [finding for finding in validate(scenario) if finding.severity is Severity.ERROR]
    if errors and not force:
        raise FileError(f"{scenario.name!r} has errors and was not exported", errors)
    result = target.write(scenario)
    write_bytes(path, result.content)
    return result
