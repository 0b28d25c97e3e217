"""Units on tables in inches as flat properties: ``at``, ``parts`` and ``traits``, joined by ``+``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from fairground.core.clients.tiled.model import Value

_SPECIAL: Final = re.compile(r"[\\+]")
_PIECE: Final = re.compile(r"\\(.)|(\+)|([^\\+]+|\\)", re.DOTALL)


def joined(names: Iterable[str]) -> str:
    """Return names as one text; none give the same as one empty name."""
    return "+".join(_SPECIAL.sub(r"\\\g<0>", name) for name in names)


def split(text: str) -> tuple[str, ...]:
    """Return the names of a text, at least one."""
    names: list[list[str]] = [[]]
    for escaped, plus, plain in _PIECE.findall(text):
        if plus:
            names.append([])
        else:
            names[-1].append(escaped or plain)
    return tuple("".join(pieces) for pieces in names)


#: The keys of a unit whose values are lists.
LISTS: Final = ("at", "parts", "traits")


def flat(key: str, value: Any) -> str:  # noqa: ANN401  # whatever a file says of one of the keys
    """Return a list as one text: two numbers, names, or name, place and diameter of one part after another."""
    if key == "parts":
        return joined(str(it) for part in value for it in (part["name"], *part["at"], part["base"]))
    return joined(map(str, value))


def listed(properties: Mapping[str, Value]) -> dict[str, object]:
    """Return the lists that properties say; one that is none stays a text, which the file's model refuses."""
    return {key: _listed(key, str(properties[key])) for key in LISTS if key in properties}


def _listed(key: str, text: str) -> object:
    pieces = split(text)
    if key == "traits":
        return [*pieces]
    try:
        if key == "at":
            return [float(it) for it in pieces]
        fours = [pieces[start : start + 4] for start in range(0, len(pieces), 4)]
        return [{"name": name, "at": [float(x), float(y)], "base": float(base)} for name, x, y, base in fours]
    except ValueError:
        return text
