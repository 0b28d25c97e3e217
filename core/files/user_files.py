"""Files of one's own beside scenarios, such as forces and legends: what they begin with, and their faults with their places."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fairground.core.errors import FileError
from fairground.core.finding import Finding, Place, Severity
from fairground.core.text.format_line import format_fault
from fairground.core.text.guarded_yaml import parse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.text.guarded_yaml import Limits
    from fairground.core.text.source import PathInFile, Source


def source_of(data: bytes, file: str, *, limits: Limits, expected: str, noun: str, code: str) -> Source:
    """Return what a file says, once it is known to say that it is in the expected format.

    ``file`` is what it is called in messages, ``noun`` what it is to be; ``code`` is that of the fault where it is not.

    Raises
    ------
    FileError
        When it cannot be read, or is in another format; ``problems`` holds the faults with file, line and column.
    """
    try:
        source = parse(data, limits=limits)
    except FileError as error:
        raise faulty(file, error.problems) from None
    said = source.data.get("format") if isinstance(source.data, dict) else None
    message = format_fault(said, expected, noun)
    if message is not None:
        fix = f"Begin with 'format: {expected}'."
        raise faulty(file, [fault(code, message, source, ("format",), fix=fix)])
    return source


def fault(code: str, message: str, source: Source, path: PathInFile, *, fix: str | None = None) -> Finding:
    """Return an error at the place of what a path leads to."""
    line, column = source.mark(path)
    return Finding(Severity.ERROR, code, message, Place(path, None, line, column), fix)


def faulty(file: str, problems: Sequence[Finding]) -> FileError:
    """Return the error that carries one problem or more, in file order; its text is the first of them with its place."""
    placed = [replace(it, place=replace(it.place, file=file)) for it in problems]
    placed.sort(key=lambda it: (it.place.line or 0, it.place.column or 0))
    first = placed[0]
    more = f" (and {len(placed) - 1} more)" if len(placed) > 1 else ""
    return FileError(f"{file}:{first.place.line}:{first.place.column}: {first.message}{more}", placed)
