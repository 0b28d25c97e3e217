"""Elevation: levels outside the ruleset's range, and levels of void hexes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fairground.core.scenario.hex_arguments import hexes_named
from fairground.core.text.wording import counted, hex_count
from fairground.core.validation.codes import make_finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.finding import Finding
    from fairground.core.validation.checked_scenario import CheckedScenario


def check_levels(subject: CheckedScenario) -> Iterator[Finding]:
    """Find hexes above or below the ruleset's levels."""
    if subject.ruleset is None:
        return
    lowest, highest = subject.ruleset.levels.min, subject.ruleset.levels.max
    elevation = subject.board.elevation
    if lowest <= elevation.min() and elevation.max() <= highest:
        return
    outside = ((elevation < lowest) | (elevation > highest)) & ~subject.void
    if not outside.any():
        return
    count, levels = np.count_nonzero(outside), elevation[outside]
    span = f"{levels.min()} to {levels.max()}" if levels.min() < levels.max() else str(levels.min())
    yield make_finding(
        "elevation.range",
        f"{hex_count(count)} at level {span}, but {subject.scenario.ruleset.name} has levels {lowest} to {highest}: "
        f"{hexes_named(outside)}",
        subject.first(outside, layer="elevation"),
        fix=f"Keep every level within {lowest} to {highest}.",
    )


def check_void_levels(subject: CheckedScenario) -> Iterator[Finding]:
    """Find void hexes that have a level."""
    raised = subject.void & (subject.board.elevation != 0)
    if raised.any():
        yield make_finding(
            "elevation.void",
            f"{counted(int(np.count_nonzero(raised)), 'void hex', 'void hexes')} with a level: {hexes_named(raised)}",
            subject.first(raised, layer="elevation"),
        )
