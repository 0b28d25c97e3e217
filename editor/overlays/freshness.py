"""Whether an overlay shows what is true now, in the words of its legend."""

from __future__ import annotations

from enum import Enum, auto

from fairground.editor.app.texts import tr


class Freshness(Enum):
    """Whether an overlay shows what is true now."""

    #: It has nothing to show, and its status says what it needs or what went wrong.
    WAITING = auto()
    COMPUTING = auto()
    OLD = auto()
    PARTIAL = auto()
    CURRENT = auto()
    EARLIER = auto()

    @property
    def words(self) -> str:
        """The text in the legend."""
        return _FRESHNESS_TEXTS[self]


_FRESHNESS_TEXTS = {
    Freshness.WAITING: tr("nothing to show"),
    Freshness.COMPUTING: tr("calculating"),
    Freshness.OLD: tr("outdated, recalculating"),
    Freshness.PARTIAL: tr("up to date, incomplete"),
    Freshness.CURRENT: tr("up to date"),
    Freshness.EARLIER: tr("the earlier state"),
}
