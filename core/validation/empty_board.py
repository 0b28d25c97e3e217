"""Boards without a hex."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.finding import Finding, Place
from fairground.core.validation.codes import make_finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.validation.checked_scenario import CheckedScenario


def check_any_hex(subject: CheckedScenario) -> Iterator[Finding]:
    """Find boards whose hexes are all void."""
    if subject.void.all():
        yield make_finding("board.void", "every hex of the board is void", Place(("board", "terrain")))
