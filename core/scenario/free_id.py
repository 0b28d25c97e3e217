"""Ids for new parts of a scenario."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Collection

#: So much of a name is kept: a number follows, and ids have at most 64 characters.
_LONGEST: Final = 56


def free_id(name: str, taken: Collection[str]) -> str:
    """Return ``name-1``, or the next number that is free; letters that ids do not have become ``-``.

    Examples
    --------
    >>> free_id("scout", {"scout-1", "scout-3"})
    'scout-2'
    """
    clean = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in name.lower())
    clean = clean[:_LONGEST].strip("-")
    clean = clean if clean[:1].isalpha() else f"x-{clean}".rstrip("-")
    return next(it for number in range(1, len(taken) + 2) if (it := f"{clean}-{number}") not in taken)
