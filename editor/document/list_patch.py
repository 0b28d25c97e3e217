"""A patch of one stretch of a list: of a thousand units, the journal need not write all when one moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.scenario.document import Scenario


@dataclass(frozen=True, slots=True)
class ListPatch:
    """Other items for a stretch of a list of the scenario (``units``), from the place ``at`` on.

    Items are replaced and never changed. The edits of one stroke change a list by such patches or by its field, never
    by both.
    """

    field: str
    at: int
    before: tuple[object, ...]
    after: tuple[object, ...]

    def apply(self, scenario: Scenario, *, forward: bool) -> None:
        """Put the new items in place of the old ones, or the other way round when not ``forward``."""
        gone, come = (self.before, self.after) if forward else (self.after, self.before)
        items: list[Any] = getattr(scenario, self.field)
        setattr(scenario, self.field, [*items[: self.at], *come, *items[self.at + len(gone) :]])

    def merged(self, later: ListPatch) -> ListPatch | None:
        """Return the patch that does this one and then ``later``; None when that lies outside this one's stretch."""
        start = later.at - self.at
        end = start + len(later.before)
        if later.field != self.field or start < 0 or end > len(self.after):
            return None
        after = (*self.after[:start], *later.after, *self.after[end:])
        return ListPatch(self.field, self.at, self.before, after)


def list_patch(field: str, before: Sequence[object], after: Sequence[object]) -> ListPatch | None:
    """Return the patch that makes ``after`` of ``before``, as short as the items that both share allow; None for none.

    Examples
    --------
    >>> patch = list_patch("locked", ["A1", "B2", "C3"], ["A1", "C3"])
    >>> patch.at, patch.before, patch.after
    (1, ('B2',), ())
    """
    shorter = min(len(before), len(after))
    start = 0
    while start < shorter and before[start] is after[start]:
        start += 1
    end = 0
    while end < shorter - start and before[-1 - end] is after[-1 - end]:
        end += 1
    gone, come = tuple(before[start : len(before) - end]), tuple(after[start : len(after) - end])
    return ListPatch(field, start, gone, come) if gone != come else None
