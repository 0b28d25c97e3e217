"""Loading a force: one that comes with Fairground, or a file of one's own; every fault with its place."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pydantic import ValidationError

from fairground.core.analysis.play.force import FORMAT, MAX_UNITS, Force
from fairground.core.errors import FileError
from fairground.core.files.opening import read_regular_file
from fairground.core.finding import Finding, Place, Severity
from fairground.core.text.guarded_yaml import Limits, parse
from fairground.core.text.model_problems import problems as model_problems
from fairground.core.text.suggest import did_you_mean

if TYPE_CHECKING:
    from os import PathLike

    from fairground.core.text.source import PathInFile, Source

#: Where the shipped forces are.
SHIPPED: Final = Path(__file__).parents[3] / "resources" / "forces"
#: What a force may hold at most.
LIMITS: Final = Limits(bytes=2**18, values=10_000)


@cache
def shipped_forces() -> tuple[str, ...]:
    """Return the names of the forces that come with Fairground, sorted."""
    return tuple(sorted(path.stem for path in SHIPPED.glob("*.yaml")))


def load_force(name: str | PathLike[str]) -> Force:
    """Return a force by the name of a shipped one or the path of a .yaml file.

    Raises
    ------
    FileError
        When there is no such force, or it has faults; ``problems`` holds all of them, with file, line and column.
    """
    if str(name) in shipped_forces():
        return _shipped(str(name))
    path = Path(name)
    if path.suffix not in (".yaml", ".yml"):
        known = ", ".join(shipped_forces())
        near = did_you_mean(str(name), shipped_forces())
        raise FileError(
            f"there is no force {str(name)!r}{near} (there are {known}; your own is a .yaml file)"
        )
    return _read(read_regular_file(path, most_bytes=LIMITS.bytes), str(path))


@cache
def _shipped(name: str) -> Force:
    path = SHIPPED / f"{name}.yaml"
    return _read(path.read_bytes(), path.name)


def _read(data: bytes, file: str) -> Force:
    try:
        source = parse(data, limits=LIMITS)
    except FileError as error:
        raise _error(file, list(error.problems)) from None
    fault = _wrong_format(source)
    if fault is not None:
        raise _error(file, [fault])
    try:
        found = Force.model_validate(source.data)
    except ValidationError as error:
        raise _error(file, model_problems(error, source, Force, family="force")) from None
    if found.size > MAX_UNITS:
        message = f"a force has at most {MAX_UNITS} units, not {found.size}"
        raise _error(file, [_finding("force.units", message, source, ("units",))])
    return found


def _wrong_format(source: Source) -> Finding | None:
    """Return what is wrong with the head of a file; None where it is a force."""
    said = source.data.get("format") if isinstance(source.data, dict) else None
    if said == FORMAT:
        return None
    if said is None:
        message = f"this is no force: it does not start with 'format: {FORMAT}'"
    elif isinstance(said, str) and said.startswith(f"{FORMAT.partition('/')[0]}/"):
        message = f"the format {said[:60]!r} is unknown to this version of Fairground, which reads {FORMAT!r}"
    else:
        message = f"this is no force: its format is {str(said)[:60]!r}, not {FORMAT!r}"
    return _finding("force.format", message, source, ("format",), fix=f"Begin with 'format: {FORMAT}'.")


def _finding(code: str, message: str, source: Source, path: PathInFile, *, fix: str | None = None) -> Finding:
    line, column = source.mark(path)
    return Finding(Severity.ERROR, code, message, Place(path, None, line, column), fix)


def _error(file: str, problems: list[Finding]) -> FileError:
    """Return the error that carries ``problems``, in file order; its text is the first of them with its place."""
    placed = [replace(it, place=replace(it.place, file=file)) for it in problems]
    placed.sort(key=lambda it: (it.place.line or 0, it.place.column or 0))
    first = placed[0]
    more = f" (and {len(placed) - 1} more)" if len(placed) > 1 else ""
    return FileError(f"{file}:{first.place.line}:{first.place.column}: {first.message}{more}", placed)
