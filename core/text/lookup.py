"""Looking something up by the name that a user gave."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from fairground.core.errors import ScenarioError
from fairground.core.text.suggest import near_or_all

if TYPE_CHECKING:
    from collections.abc import Mapping

T = TypeVar("T")


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
