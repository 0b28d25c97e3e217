"""Names given to a function: several of them, or one as a text of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Iterable

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
