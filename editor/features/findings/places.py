"""Where on the board findings are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.errors import FairgroundError
from fairground.core.finding import Severity

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fairground.core.finding import Finding
    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario

_RANKS = {severity: rank for rank, severity in enumerate(Severity)}


def place_of(scenario: Scenario, finding: Finding) -> Hex | None:
    """Return the hex that a finding is about: its own, or the first of the unit, zone or objective it names.

    None when it is about nothing on the board.
    """
    board, place = scenario.board, finding.place
    try:
        if place.hex is not None:
            return board.parse(place.hex)
        match place.path:
            case ("units", int(index), *_):
                unit = scenario.units[index]
                return unit.hex if board.contains(unit.hex) else None
            case (("zones" | "objectives") as name, int(index), *_):
                hexes = board.hexes_of(getattr(scenario, name)[index].shape.mask(board))
                return min(hexes, key=board.cell, default=None)
            case _:
                return None
    except (FairgroundError, IndexError):  # the scenario is not the one any more that was looked at
        return None


def marks(findings: Iterable[Finding]) -> dict[str, Severity]:
    """Return the worst severity of the findings at each hex that has any, by its label."""
    found: dict[str, Severity] = {}
    for finding in findings:
        label = finding.place.hex
        if label is not None and (label not in found or _RANKS[finding.severity] < _RANKS[found[label]]):
            found[label] = finding.severity
    return found
