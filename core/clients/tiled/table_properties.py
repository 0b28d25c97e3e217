"""What units on tables in inches say besides, as flat properties: ``at``, ``parts`` and ``traits``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from fairground.core.clients.tiled.joined_names import joined, split

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fairground.core.clients.tiled.model import Value

#: The keys of a unit whose values are lists.
LISTS: Final = ("at", "parts", "traits")


def flat(key: str, value: Any) -> str:  # noqa: ANN401  # whatever a file says of one of the keys
    """Return a list as one text: two numbers, names, or name, place and diameter of one part after another."""
    if key == "parts":
        return joined(str(it) for part in value for it in (part["name"], *part["at"], part["base"]))
    return joined(map(str, value))


def listed(said: Mapping[str, Value]) -> dict[str, object]:
    """Return the lists that properties say; one that is none stays a text, which the file's model refuses."""
    return {key: _listed(key, str(said[key])) for key in LISTS if key in said}


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
