"""Footing: whether a turn can begin or end in a hex, and why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.grid.hexes import neighbour
from fairground.core.movement.step_cost import StepCosts

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.core.movement.board_steps import Steps
    from fairground.core.movement.mover import Mover
    from fairground.core.scenario.document import Scenario


def describe_no_footing(scenario: Scenario, mover: Mover, steps: Steps, at: Hex) -> str:
    """Return why a mover cannot begin or end a turn in a hex, in a sentence; empty where it can."""
    board = scenario.board
    if steps.may_end[board.cell(at)]:
        return ""
    if steps.open[board.cell(at)]:
        return f"{board.label(at)} can be passed through, but no turn can start or end there"
    costs = StepCosts(scenario, mover)
    there = (it for it in range(6) if board.contains(neighbour(at, it)))
    reasons = [why for it in there for why in costs.step(at, it).reasons if board.label(at) in why.text]
    return reasons[0].text if reasons else f"{board.label(at)} cannot be entered"
