"""Look up names that users gave, and suggest others for misspelt ones."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, TypeVar, cast

from fairground.core.errors import ScenarioError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

T = TypeVar("T")


def one_or_several(names: Iterable[T]) -> tuple[T, ...]:
    """Return names one by one; a text is one name, not a row of letters.

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
        When there is none; the message says which one may be meant, or which ones there are.

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
    """Return the one of ``names`` that ``name`` was probably meant to be; None when none is near.

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
    """Return ``"; did you mean 'rubble'?"`` to end a message with, or nothing when no name is near."""
    found = nearest(name, names)
    return "" if found is None else f"; did you mean {found!r}?"


def near_or_all(name: str, names: Iterable[str]) -> str:
    """Return what to end a message with about a name that there is not: the one that may be meant, else all.

    Examples
    --------
    >>> near_or_all("x", ["clear", "rubble"])
    '; there are clear, rubble'
    """
    known = list(names)
    if not known:
        return "; there is none"
    all_of_them = f"; there are {', '.join(known)}" if len(known) > 1 else f"; there is only {known[0]}"
    return did_you_mean(name, known) or all_of_them


def _form(name: str) -> str:
    return name.casefold().replace("_", "-").replace(" ", "-")
