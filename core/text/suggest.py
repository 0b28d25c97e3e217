"""Suggestions for misspelt names, and lookup by name."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, TypeVar, cast

from fairground.core.errors import ScenarioError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

T = TypeVar("T")


def one_or_several(names: Iterable[T]) -> tuple[T, ...]:
    """Return names as a tuple; a text is a single name.

    Examples
    --------
    >>> one_or_several("rain")
    ('rain',)
    >>> one_or_several(["rain", "fire"])
    ('rain', 'fire')
    """
    return (cast("T", names),) if isinstance(names, str) else tuple(names)


def named(what: str, name: str, known: Mapping[str, T]) -> T:
    """Return the entry of that name.

    Raises
    ------
    ScenarioError
        When there is none; the message suggests one, or lists all.

    Examples
    --------
    >>> named("class", "scout", {"scout": 5})
    5
    """
    if name not in known:
        raise ScenarioError(f"there is no {what} {name!r}{near_or_all(name, known)}")
    return known[name]


#: Longer names are not compared: the time grows with the product of the lengths.
_LONGEST = 100


def nearest(name: str, names: Iterable[str]) -> str | None:
    """Return the name of ``names`` that is nearest to ``name``; None if none is near.

    Case, and ``_`` in place of ``-``, count as no difference at all. Equally near names give the first in
    alphabetical order, so that the answer is the same on every machine.

    Examples
    --------
    >>> nearest("ruble", ["clear", "rubble", "wall"])
    'rubble'
    """
    if len(name) > _LONGEST:
        return None
    by_form: dict[str, str] = {}
    for known in sorted(set(names)):
        if len(known) <= _LONGEST:
            by_form.setdefault(_form(known), known)
    exact = by_form.get(_form(name))
    if exact is not None:
        return exact
    found = difflib.get_close_matches(_form(name), by_form, n=1, cutoff=0.6)
    return by_form[found[0]] if found else None


def did_you_mean(name: str, names: Iterable[str]) -> str:
    """Return ``". Did you mean 'rubble'?"`` as the end of a message; empty if no name is near."""
    found = nearest(name, names)
    return "" if found is None else f". Did you mean {found!r}?"


def near_or_all(name: str, names: Iterable[str]) -> str:
    """Return the end of a message about an unknown name: the nearest one, or else all.

    Examples
    --------
    >>> near_or_all("x", ["clear", "rubble"])
    '. Known: clear, rubble'
    """
    known = list(names)
    if not known:
        return ". There are none"
    return did_you_mean(name, known) or f". Known: {', '.join(known)}"


def _form(name: str) -> str:
    return name.casefold().replace("_", "-").replace(" ", "-")
