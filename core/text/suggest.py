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
    """Return the entry with a name.

    Raises
    ------
    ScenarioError
        When there is none; the message suggests a similar one, or lists all.

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
    """Return the name of ``names`` most similar to ``name``, or None.

    Case, spaces and ``_`` for ``-`` are ignored. Of equally near names, the first in alphabetical order is returned.

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
            # The value of a member of an enumeration, whose repr is no text for users.
            by_form.setdefault(_form(known), str(known))
    exact = by_form.get(_form(name))
    if exact is not None:
        return exact
    near = difflib.get_close_matches(_form(name), by_form, n=1, cutoff=0.6)
    return by_form[near[0]] if near else None


def did_you_mean(name: str, names: Iterable[str]) -> str:
    """Return ``". Did you mean 'rubble'?"`` as the end of a message; empty if no name is similar."""
    near = nearest(name, names)
    return "" if near is None else f". Did you mean {near!r}?"


def near_or_all(name: str, names: Iterable[str]) -> str:
    """Return the end of a message about an unknown name: a similar one, or all.

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
