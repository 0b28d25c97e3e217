"""Loading a force: one that comes with Fairground, or a file of one's own; every fault with its place."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pydantic import ValidationError

from fairground.core.errors import FileError
from fairground.core.files.untrusted_files import read_regular_file
from fairground.core.files.user_files import fault, faulty, source_of
from fairground.core.simulation.game.force import FORMAT, MAX_UNITS, Force
from fairground.core.text.guarded_yaml import Limits
from fairground.core.text.model_problems import problems as model_problems
from fairground.core.text.suggest import did_you_mean

if TYPE_CHECKING:
    from os import PathLike

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
    source = source_of(data, file, limits=LIMITS, expected=FORMAT, noun="force", code="force.format")
    try:
        found = Force.model_validate(source.data)
    except ValidationError as error:
        raise faulty(file, model_problems(error, source, Force, family="force")) from None
    if found.size > MAX_UNITS:
        message = f"a force has at most {MAX_UNITS} units, not {found.size}"
        raise faulty(file, [fault("force.units", message, source, ("units",))])
    return found
