"""Names in a row, for sentences: the first few of many, and how many more there are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

#: How many a message names before it says how many more there are.
NAMED: Final = 6


def some(names: Sequence[str], *, total: int | None = None) -> str:
    """Return the first few names, and how many more there are; ``total`` is their number where not all are given."""
    more = (len(names) if total is None else total) - min(len(names), NAMED)
    shown = list(names[:NAMED])
    if more:
        return f"{', '.join(shown)} and {more} more"
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"
