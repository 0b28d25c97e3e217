"""Looking something up by the name that a user gave."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from fairground.core.errors import ScenarioError
from fairground.core.text.suggest import did_you_mean

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
        guess = did_you_mean(name, known) or (
            f"; there are {', '.join(known)}" if known else "; there is none"
        )
        raise ScenarioError(f"there is no {what} {name!r}{guess}")
    return known[name]
